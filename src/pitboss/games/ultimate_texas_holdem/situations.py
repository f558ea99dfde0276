"""Every situation of Ultimate Texas Hold 'Em that a way to play has to answer, with what can be asked about it; and the
answers as tables.

Situations are told apart as far as suits can matter (`kernel/play/strategy_lookup.py`): 169 before the flop,
1,286,792 on the flop and ten millions on the river. Each has cards that stand for all that are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.simulation_model import Array, Chooser, Feature, Situations, ask_way
from pitboss.games.ultimate_texas_holdem import kernel
from pitboss.games.ultimate_texas_holdem.kernel.boards.river_outs import NO_HOLE
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import sorted_boards
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.exposed_cards import worths
from pitboss.games.ultimate_texas_holdem.kernel.numbering import KINDS, PAIRS, RANK_BOARDS, SUIT_BOARDS
from pitboss.games.ultimate_texas_holdem.kernel.play import strategy_lookup
from pitboss.games.ultimate_texas_holdem.play import CHECK, FOLD
from pitboss.games.ultimate_texas_holdem.ranking import FIVE, HIGH_TO_LOW
from pitboss.numeric.hands import ranks
from pitboss.numeric.rank_worths import CLASS, FLUSH, HIGH, PAIR, QUADS, STRAIGHT, TRIPS, TWO_PAIR
from pitboss.table.cards import RANK_OF, RANKS

BEFORE, FLOP, RIVER = "before", "flop", "river"
TIMES = (4, 3, 2, 1)  # antes played, by the place where that is done
CHOICES = {
    BEFORE: (CHECK, "play 4x", "play 3x"),
    FLOP: (CHECK, "play 2x"),
    RIVER: (FOLD, "play 1x"),
}
CLASSES = {name: at for at, name in enumerate(HIGH_TO_LOW[::-1])}
LEAST_RANK = RANK_OF[RANKS[0]]
A_PART = 1 << 18  # situations on the flop
PART_BOARDS = 1024  # with three or more of a suit
YES_NO = {"no": 0, "yes": 1}

# How much of a hand's place in its class is kickers: what is left orders hands as 32.5(b) does before 32.5(c).
KICKERS = {HIGH: 1 << CLASS, PAIR: 286, TWO_PAIR: 13, TRIPS: 78, FLUSH: 1 << CLASS, QUADS: 13}


class Part(NamedTuple):
    """Some situations, and where their answers go."""

    asked: Situations
    at: tuple[Array, ...]


@dataclass(frozen=True)
class Plan:
    """What is done everywhere, as numbers of choices."""

    before: Array  # [hole]
    flop: Array  # [class, hole]
    by_ranks: Array  # [board, hole], and by suit, as a kernel's `Strategy` has them
    by_suit: Array

    def choice(self, own: tuple[int, int], board: Sequence[int]) -> int:
        """In one situation, with these cards."""
        if not board:
            return int(self.before[strategy_lookup.hole_numbers()[own]])
        if len(board) < FIVE:
            return int(self.flop[strategy_lookup.flop_place(own, board)])
        suit, at = strategy_lookup.river_place(own, board)
        return int((self.by_ranks if suit < 0 else self.by_suit)[at])

    def strategy(self) -> kernel.Strategy:
        """To be counted by."""
        return strategy_lookup.to_strategy(self.before, self.flop, self.by_ranks, self.by_suit, [0, *TIMES[:2]])


def decisions() -> Iterator[Situations]:
    for part in (before(), *flop(), *river()):
        yield part.asked


@lru_cache(maxsize=4)
def planned(choose: Chooser) -> Plan:
    """Every situation answered, which takes a second or two."""
    start = before()
    by_hole = np.zeros(len(kernel.STARTING), np.uint8)
    by_hole[start.at] = ask_way(choose, start.asked)
    by_class = np.zeros((strategy_lookup.CLASSES, strategy_lookup.HOLES), np.uint8)
    for part in flop():
        by_class[part.at] = ask_way(choose, part.asked)
    boards = np.zeros((RANK_BOARDS, PAIRS), np.uint8), np.zeros((SUIT_BOARDS, KINDS), np.uint8)
    for part in river():
        where, *at = part.at
        boards[int(where[0])][tuple(at)] = ask_way(choose, part.asked)
    return Plan(by_hole[strategy_lookup.starting()[0]], alike(by_class), *boards)


def alike(by_class: Array) -> Array:
    """The same for every hole that is the same to a flop."""
    found: Array = np.take_along_axis(by_class, strategy_lookup.same_holes().astype(np.int64), axis=1)
    return found


def best(solution: kernel.Solution) -> Plan:
    """Optimal play. Where two choices are level it takes the smaller wager, as the edge is counted."""
    plan = solution.strategy
    by_hole = np.array([(0, *TIMES).index(times) for times in plan.before], np.uint8)
    by_class = np.zeros((strategy_lookup.CLASSES, strategy_lookup.HOLES), np.uint8)
    by_class[strategy_lookup.flop_situations()] = plan.flop[strategy_lookup.flop_places()] == 1
    by_ranks, by_suit = (plan.by_ranks == 1).astype(np.uint8), (plan.by_suit == 1).astype(np.uint8)
    return Plan(by_hole[strategy_lookup.starting()[0]], alike(by_class), by_ranks, by_suit)


# --- what can be asked


def before() -> Part:
    cards = np.array([hole.cards for hole in kernel.STARTING])
    none = np.zeros((len(cards), 0), np.uint8)
    asked = Situations(BEFORE, CHOICES[BEFORE], cards.astype(np.uint8), none, own_cards(cards, suited=True))
    return Part(asked, (np.arange(len(cards)),))


def flop() -> Iterator[Part]:
    numbers, holes = strategy_lookup.flop_situations()
    for begin in range(0, len(numbers), A_PART):
        number, hole = numbers[begin : begin + A_PART], holes[begin : begin + A_PART]
        cards, board = strategy_lookup.holes()[hole], strategy_lookup.flops()[strategy_lookup.first_of_class()][number]
        five = np.hstack([cards, board]).astype(np.uint8)
        made = (ranks(five)[0] >> CLASS).astype(np.int16)
        features = {
            "class": of_class("what your best hand is so far", made),
            "own": flag(
                "whether you have a pair or better that one of your own cards makes", own_on_flop(cards, board, made)
            ),
            "flush_draw": Feature(
                "the rank of your highest card in a suit of which you see four, or 0 where you have none",
                draws(cards, five),
                RANK_OF,
            ),
            **own_cards(cards, suited=True),
        }
        yield Part(Situations(FLOP, CHOICES[FLOP], five[:, :2], five[:, 2:], features), (number, hole))


def river() -> Iterator[Part]:
    yield _rivers(slice(0, RANK_BOARDS))
    whole = RANK_BOARDS + SUIT_BOARDS
    for begin in range(RANK_BOARDS, whole, PART_BOARDS):
        yield _rivers(slice(begin, min(begin + PART_BOARDS, whole)))


def _rivers(lines: slice) -> Part:
    """On boards of one sort: those on which no flush can be made, or the others."""
    sort = int(lines.start >= RANK_BOARDS)
    worth, outs = _tables()[sort]
    first = lines.start - sort * RANK_BOARDS
    there = outs[first : first + lines.stop - lines.start] != NO_HOLE
    line, kind = np.nonzero(there)
    at = first + line, kind
    cards, board = strategy_lookup.river_cards(lines, line, kind)
    mine, theirs = worth[at], _boards_worth()[lines][line]
    made, head = (mine >> CLASS).astype(np.int16), heads()
    features = {
        "class": of_class("what your best hand is", made),
        "own": flag(
            "whether you have a pair or better, and better than the board's but for kickers",
            (made > 0) & (head[mine] > head[theirs]),
        ),
        "outs": Feature(
            "how many unseen cards would give the dealer, each by itself, a better hand than yours",
            outs[at].astype(np.int16),
        ),
        "board": of_class("what the five community cards are", (theirs >> CLASS).astype(np.int16)),
        **own_cards(cards, suited=False),
    }
    return Part(Situations(RIVER, CHOICES[RIVER], cards, board, features), (np.array([sort]), *at))


@cache
def _tables() -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """[board, hole]: what it is worth and the dealer's outs; where no flush can be made, and on the other boards."""
    outs = kernel.river_outs()
    return (sorted_boards().worth, outs.rank_outs), (worths(0), outs.suit_outs)


@cache
def _boards_worth() -> Array:
    return ranks(strategy_lookup.boards().astype(np.uint8))[0]


@cache
def heads() -> Array:
    """[worth]: what orders a hand before kickers do: its class, then what 32.5(b) has within it."""
    worth = np.arange(1 << 16)
    by = np.array([KICKERS.get(made, 1) for made in range(16)])[worth >> CLASS]
    found: Array = worth >> CLASS << CLASS | (worth & (1 << CLASS) - 1) // by
    return found


def own_cards(cards: Array, suited: bool) -> dict[str, Feature]:
    one, other = (cards >> 2).astype(np.int16).T + LEAST_RANK
    found = {
        "high": Feature("the rank of your higher card", np.maximum(one, other), RANK_OF),
        "low": Feature("the rank of your lower card", np.minimum(one, other), RANK_OF),
        "pair": flag("whether your two cards are a pair", one == other),
    }
    if suited:
        found["suited"] = flag("whether your two cards are of one suit", cards[:, 0] & 3 == cards[:, 1] & 3)
    return found


def flag(about: str, values: Array) -> Feature:
    return Feature(about, values.astype(np.int16), YES_NO)


def of_class(about: str, values: Array) -> Feature:
    return Feature(about, values, CLASSES)


def own_on_flop(cards: Array, board: Array, made: Array) -> Array:
    """With five cards a straight or better of one suit is always made with one's own."""
    paired = cards[:, 0] >> 2 == cards[:, 1] >> 2
    for mine in cards.T:
        paired |= (board >> 2 == (mine >> 2)[:, None]).any(axis=1)
    found: Array = paired | (made == STRAIGHT) | (made == FLUSH) | (made > QUADS)
    return found


def draws(cards: Array, five: Array) -> Array:
    found = np.zeros(len(cards), np.int16)
    for mine in cards.T:
        four = (five & 3 == (mine & 3)[:, None]).sum(axis=1) == 4
        found = np.maximum(found, np.where(four, (mine >> 2) + LEAST_RANK, 0))
    return found
