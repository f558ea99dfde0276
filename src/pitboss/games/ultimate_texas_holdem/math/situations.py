"""Every situation of Ultimate Texas Hold 'Em that a strategy has to decide, with its features, and the decisions as
tables.

Situations differ only as far as suits can matter (`kernel/play/strategy_lookup.py`): there are 169 before the flop,
1,286,792 on the flop and ten million on the river. Each has sample cards that stand for all equivalent ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.simulation_model import Array, Chooser, Feature, Situations, ask_way
from pitboss.games.ultimate_texas_holdem.law.play import CHECK, FOLD
from pitboss.games.ultimate_texas_holdem.law.ranking import FIVE, HIGH_TO_LOW
from pitboss.games.ultimate_texas_holdem.math import kernel
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.river_outs import NO_HOLE
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import sorted_boards
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.exposed_cards import worths
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import KINDS, PAIRS, RANK_BOARDS, SUIT_BOARDS
from pitboss.games.ultimate_texas_holdem.math.kernel.play import strategy_lookup
from pitboss.numeric.hands import ranks
from pitboss.numeric.rank_worths import CLASS, FLUSH, HIGH, PAIR, QUADS, STRAIGHT, TRIPS, TWO_PAIR
from pitboss.table.cards import RANK_OF, RANKS

BEFORE, FLOP, RIVER = "before", "flop", "river"
TIMES = (4, 3, 2, 1)  # antes of each possible play wager, in the order of the decisions
CHOICES = {
    BEFORE: (CHECK, "play 4x", "play 3x"),
    FLOP: (CHECK, "play 2x"),
    RIVER: (FOLD, "play 1x"),
}
CLASSES = {name: index for index, name in enumerate(HIGH_TO_LOW[::-1])}
LEAST_RANK = RANK_OF[RANKS[0]]
A_PART = 1 << 18  # situations on the flop in one part
PART_BOARDS = 1024  # boards with three or more cards of a suit in one part
YES_NO = {"no": 0, "yes": 1}

# The divisor that removes the kickers from a hand's worth within its class: the rest is the order of 32.5(b) alone.
KICKERS = {HIGH: 1 << CLASS, PAIR: 286, TWO_PAIR: 13, TRIPS: 78, FLUSH: 1 << CLASS, QUADS: 13}


class Part(NamedTuple):
    """Some situations, and the cells of a plan's tables for their decisions."""

    situations: Situations
    cells: tuple[Array, ...]


@dataclass(frozen=True)
class Plan:
    """A complete strategy: the index of the choice in every situation."""

    before: Array  # [hole]
    flop: Array  # [class, hole]
    by_ranks: Array  # [board, hole], boards without a possible flush, as in a kernel's `Strategy`
    by_suit: Array  # [board, hole], the other boards

    def choice(self, own: tuple[int, int], board: Sequence[int]) -> int:
        """Return the index of the choice with these cards."""
        if not board:
            return int(self.before[strategy_lookup.hole_numbers()[own]])
        if len(board) < FIVE:
            return int(self.flop[strategy_lookup.flop_place(own, board)])
        suit, index = strategy_lookup.river_place(own, board)
        return int((self.by_ranks if suit < 0 else self.by_suit)[index])

    def strategy(self) -> kernel.Strategy:
        """Return the plan as a kernel's strategy, to be counted."""
        return strategy_lookup.to_strategy(self.before, self.flop, self.by_ranks, self.by_suit, [0, *TIMES[:2]])


def decisions() -> Iterator[Situations]:
    for part in (before_the_flop(), *flop(), *river()):
        yield part.situations


@lru_cache(maxsize=4)
def make_plan(choose: Chooser) -> Plan:
    """Ask the chooser about every situation and return the plan. Takes a second or two."""
    start = before_the_flop()
    by_hole = np.zeros(len(kernel.STARTING), np.uint8)
    by_hole[start.cells] = ask_way(choose, start.situations)
    by_class = np.zeros((strategy_lookup.CLASSES, strategy_lookup.HOLES), np.uint8)
    for part in flop():
        by_class[part.cells] = ask_way(choose, part.situations)
    boards = np.zeros((RANK_BOARDS, PAIRS), np.uint8), np.zeros((SUIT_BOARDS, KINDS), np.uint8)
    for part in river():
        sort, *index = part.cells
        boards[int(sort[0])][tuple(index)] = ask_way(choose, part.situations)
    return Plan(by_hole[strategy_lookup.starting()[0]], spread_to_equivalent_holes(by_class), *boards)


def spread_to_equivalent_holes(by_class: Array) -> Array:
    """Copy each decision to every hole that is equivalent given the flop."""
    spread: Array = np.take_along_axis(by_class, strategy_lookup.same_holes().astype(np.int64), axis=1)
    return spread


def optimal_plan(solution: kernel.Solution) -> Plan:
    """Return the plan of optimal play. If two choices are level it takes the smaller wager, as the edge does."""
    plan = solution.strategy
    by_hole = np.array([(0, *TIMES).index(times) for times in plan.before], np.uint8)
    by_class = np.zeros((strategy_lookup.CLASSES, strategy_lookup.HOLES), np.uint8)
    by_class[strategy_lookup.flop_situations()] = plan.flop[strategy_lookup.flop_places()] == 1
    by_ranks, by_suit = (plan.by_ranks == 1).astype(np.uint8), (plan.by_suit == 1).astype(np.uint8)
    return Plan(by_hole[strategy_lookup.starting()[0]], spread_to_equivalent_holes(by_class), by_ranks, by_suit)


# --- situations and their features


def before_the_flop() -> Part:
    """Return the situations before the flop."""
    cards = np.array([hole.cards for hole in kernel.STARTING])
    none = np.zeros((len(cards), 0), np.uint8)
    situations = Situations(
        BEFORE, CHOICES[BEFORE], cards.astype(np.uint8), none, own_card_features(cards, suited=True)
    )
    return Part(situations, (np.arange(len(cards)),))


def flop() -> Iterator[Part]:
    """Yield the situations on the flop, in parts."""
    numbers, holes = strategy_lookup.flop_situations()
    for begin in range(0, len(numbers), A_PART):
        number, hole = numbers[begin : begin + A_PART], holes[begin : begin + A_PART]
        cards, board = strategy_lookup.holes()[hole], strategy_lookup.flops()[strategy_lookup.first_of_class()][number]
        five = np.hstack([cards, board]).astype(np.uint8)
        classes = (ranks(five)[0] >> CLASS).astype(np.int16)
        features = {
            "class": class_feature("what your best hand is so far", classes),
            "own": yes_no_feature(
                "whether you have a pair or better that one of your own cards makes",
                is_made_with_own_cards(cards, board, classes),
            ),
            "flush_draw": Feature(
                "the rank of your highest card in a suit of which you see four, or 0 where you have none",
                flush_draw_ranks(cards, five),
                RANK_OF,
            ),
            **own_card_features(cards, suited=True),
        }
        yield Part(Situations(FLOP, CHOICES[FLOP], five[:, :2], five[:, 2:], features), (number, hole))


def river() -> Iterator[Part]:
    """Yield the situations on the river, in parts."""
    yield _river_part(slice(0, RANK_BOARDS))
    whole = RANK_BOARDS + SUIT_BOARDS
    for begin in range(RANK_BOARDS, whole, PART_BOARDS):
        yield _river_part(slice(begin, min(begin + PART_BOARDS, whole)))


def _river_part(lines: slice) -> Part:
    """Return the situations on boards of one sort: those without a possible flush, or the others."""
    board_sort = int(lines.start >= RANK_BOARDS)
    worth, outs = _tables()[board_sort]
    first = lines.start - board_sort * RANK_BOARDS
    exists = outs[first : first + lines.stop - lines.start] != NO_HOLE
    line, kind = np.nonzero(exists)
    index = first + line, kind
    cards, board = strategy_lookup.river_cards(lines, line, kind)
    own_worth, board_worth = worth[index], _boards_worth()[lines][line]
    classes, order = (own_worth >> CLASS).astype(np.int16), worths_without_kickers()
    features = {
        "class": class_feature("what your best hand is", classes),
        "own": yes_no_feature(
            "whether you have a pair or better, and better than the board's but for kickers",
            (classes > 0) & (order[own_worth] > order[board_worth]),
        ),
        "outs": Feature(
            "how many unseen cards would give the dealer, each by itself, a better hand than yours",
            outs[index].astype(np.int16),
        ),
        "board": class_feature("what the five community cards are", (board_worth >> CLASS).astype(np.int16)),
        **own_card_features(cards, suited=False),
    }
    return Part(Situations(RIVER, CHOICES[RIVER], cards, board, features), (np.array([board_sort]), *index))


@cache
def _tables() -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return worths and dealer's outs, as [board, hole], for boards without a possible flush and for the others."""
    outs = kernel.river_outs()
    return (sorted_boards().worth, outs.rank_outs), (worths(0), outs.suit_outs)


@cache
def _boards_worth() -> Array:
    return ranks(strategy_lookup.boards().astype(np.uint8))[0]


@cache
def worths_without_kickers() -> Array:
    """Return, for each worth, what orders hands before kickers do: the class, then the order of 32.5(b) within it."""
    worth = np.arange(1 << 16)
    divisor = np.array([KICKERS.get(class_index, 1) for class_index in range(16)])[worth >> CLASS]
    orders: Array = worth >> CLASS << CLASS | (worth & (1 << CLASS) - 1) // divisor
    return orders


def own_card_features(cards: Array, suited: bool) -> dict[str, Feature]:
    first_rank, second_rank = (cards >> 2).astype(np.int16).T + LEAST_RANK
    features = {
        "high": Feature("the rank of your higher card", np.maximum(first_rank, second_rank), RANK_OF),
        "low": Feature("the rank of your lower card", np.minimum(first_rank, second_rank), RANK_OF),
        "pair": yes_no_feature("whether your two cards are a pair", first_rank == second_rank),
    }
    if suited:
        features["suited"] = yes_no_feature(
            "whether your two cards are of one suit", cards[:, 0] & 3 == cards[:, 1] & 3
        )
    return features


def yes_no_feature(about: str, values: Array) -> Feature:
    return Feature(about, values.astype(np.int16), YES_NO)


def class_feature(about: str, values: Array) -> Feature:
    return Feature(about, values, CLASSES)


def is_made_with_own_cards(cards: Array, board: Array, classes: Array) -> Array:
    """Return whether an own card makes a pair or better.

    With five cards, a straight, a flush or better always uses the own cards.
    """
    paired = cards[:, 0] >> 2 == cards[:, 1] >> 2
    for card in cards.T:
        paired |= (board >> 2 == (card >> 2)[:, None]).any(axis=1)
    result: Array = paired | (classes == STRAIGHT) | (classes == FLUSH) | (classes > QUADS)
    return result


def flush_draw_ranks(cards: Array, five: Array) -> Array:
    highest = np.zeros(len(cards), np.int16)
    for card in cards.T:
        four = (five & 3 == (card & 3)[:, None]).sum(axis=1) == 4
        highest = np.maximum(highest, np.where(four, (card >> 2) + LEAST_RANK, 0))
    return highest
