"""Side wagers that a house describes, beside the wagers that a game's own simulation plays.

They depend on cards alone, so that each has a column of its own for each seat: the line of its table that the cards of
the unit make. The kernels of the game know nothing of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import comb

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.common.side_wagers.side_settlement import FLOP, OWN_THREE, WITH_BOARD, WITH_FLOP
from pitboss.counting.named_hands import BEST, line_tests
from pitboss.counting.side_wager_counts import LOSES, hands, line_counts
from pitboss.counting.simulation_model import DECK, Array, Column, Line, Ready
from pitboss.engine.game import Strategy
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.numeric import hands as evaluator
from pitboss.numeric.draws import play_dealt_cards
from pitboss.numeric.single_hand import rank
from pitboss.table.side_wager import SideLine, SideWager
from pitboss.table.table import COMMUNITY, hand

ALL = "all wagers"


def add_side_wagers(ready: Ready, house: House, bets: Mapping[SideWager, int], seats: int) -> Ready:
    """Return a prepared table at which every seat makes these bets on described wagers as well."""
    if not bets:
        return ready
    deciders = [Decider(ready, house, wager, seat) for wager in bets for seat in range(1, seats + 1)]
    columns = [Column(decider.seat, decider.outcomes, decider.counts) for decider in deciders]
    return replace(
        ready,
        columns=(*ready.columns, *columns),
        lines=tuple(_lines(ready, bets, seats)),
        play=_play_all(ready, deciders),
        tables=(ready.tables, tuple((decider.columns, decider.lines) for decider in deciders)),
        players=lambda: [SideBettor(player, bets) for player in ready.players()],
        twin=None,
        limit_cuts=(*ready.limit_cuts, *((0,) * len(each.outcomes) for each in columns)) if ready.limit_cuts else (),
    )


class Decider:
    """The line that a described wager makes at one seat, from the cards of a unit."""

    def __init__(self, ready: Ready, house: House, wager: SideWager, seat: int) -> None:
        self.seat = seat
        size = house.side_terms.cards[wager.cards]
        self.outcomes = (*(line.hand for line in wager.pay), LOSES)
        self.counts = line_counts(wager.pay, size)
        self.columns = np.array(_places_of(ready, wager.cards, seat), np.int64)
        assert len(self.columns) == size
        self.lines = _line_table(wager.pay, size)

    def codes(self, cards: Array) -> Array:
        """Return the code of each unit of cards[i, unit]."""
        own = np.ascontiguousarray(cards[self.columns].T)
        codes: Array = self.lines[evaluator.ranks(own)[0] if own.shape[1] >= BEST else _set_numbers(own)]
        return codes


def _places_of(ready: Ready, cards: str, seat: int) -> list[int]:
    """Return the numbers of the cards of a unit that decide a wager at a seat."""
    own = [number for number, (place, _) in enumerate(ready.card_places) if place == hand(seat)]
    board = [number for number, (place, _) in enumerate(ready.card_places) if place == COMMUNITY]
    if cards == OWN_THREE:
        return own[:3]
    return own + {WITH_FLOP: board[:FLOP], WITH_BOARD: board}.get(cards, [])


def _set_numbers(cards: Array) -> Array:
    """Return the number of each set of two or three cards in cards[hand, i]."""
    ordered = np.sort(cards.astype(np.int64), axis=1)
    numbers = ordered[:, 0] + ordered[:, 1] * (ordered[:, 1] - 1) // 2
    if ordered.shape[1] > 2:
        numbers += ordered[:, 2] * (ordered[:, 2] - 1) * (ordered[:, 2] - 2) // 6
    return numbers


@cache
def _line_table(pay: tuple[SideLine, ...], size: int) -> Array:
    """Return the line that each hand makes, by the number of its set or, with five cards or more, by its worth."""
    tests = line_tests(pay, min(size, BEST))
    table = np.full(comb(len(DECK), size) if size < BEST else 1 << 16, len(pay), np.uint16)
    for cards, _ in hands(size):
        if size < BEST:
            index = int(_set_numbers(np.array([[DECK.index(card) for card in cards]]))[0])
        else:
            index = rank(" ".join(cards))
        table[index] = next((line for line, (_, test) in enumerate(tests) if test(cards)), len(pay))
    return table


def _play_all(ready: Ready, deciders: Sequence[Decider]) -> Callable[[int, int, Array], int]:
    """Return the function that plays the game's own columns and then those of the described wagers."""

    def decide(cards: Array, codes: Array) -> None:
        for column, decider in enumerate(deciders):
            codes[column] = decider.codes(cards)

    play_side = play_dealt_cards(decide, len(ready.card_places))
    own = len(ready.columns)

    def play(seed: int, first: int, codes: Array) -> int:
        thrown = ready.play(seed, first, codes[:own])
        play_side(seed, first, codes[own:])
        return thrown

    return play


def _lines(ready: Ready, bets: Mapping[SideWager, int], seats: int) -> Iterable[Line]:
    """Yield the lines of the game, those of the described wagers, and that of all wagers together."""
    own_zeros = tuple((0,) * len(column.outcomes) for column in ready.columns)
    side_zeros = [(0,) * (len(wager.pay) + 1) for wager in bets for _ in range(seats)]
    side_net = [_nets(wager, cents) for wager, cents in bets.items()]
    side_staked = [(cents,) * (len(wager.pay) + 1) for wager, cents in bets.items()]
    for line in ready.lines:
        yield replace(line, net=(*line.net, *side_zeros), staked=(*line.staked, *side_zeros))
    for number, (wager, cents) in enumerate(bets.items()):
        here = slice(number * seats, (number + 1) * seats)
        net, staked = [*side_zeros], [*side_zeros]
        net[here], staked[here] = [side_net[number]] * seats, [side_staked[number]] * seats
        yield Line(wager.name, "the wager", cents, (*own_zeros, *net), (*own_zeros, *staked))
    own = ready.lines[-1]  # of all wagers of the game
    every_net = [nets for nets in side_net for _ in range(seats)]
    every_staked = [staked for staked in side_staked for _ in range(seats)]
    yield replace(own, wager=ALL, role="total", net=(*own.net, *every_net), staked=(*own.staked, *every_staked))


def _nets(wager: SideWager, cents: int) -> tuple[int, ...]:
    """Return what each line nets, and then a loss, in cents."""
    return (*(line.rate.pays(cents) for line in wager.pay), -cents)


@dataclass(frozen=True)
class SideBettor:
    """A player of the audited engine who also bets on described wagers."""

    player: Strategy
    bets: Mapping[SideWager, int]

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield from self.player.wagers(view, house)
        yield Wager(view.seat, {wager.name: cents for wager, cents in self.bets.items()})

    def choose(self, view: Seen, ask: Ask) -> str:
        return self.player.choose(view, ask)
