"""The same rounds played under two laws: the same players at the same table with the same cards in their hands.

What a text changes about dealing can send a card elsewhere, so a deck in the same order would give other hands. Under
the second law the cards therefore lie so that every hand, and every card on the layout, is as under the first: whatever
still differs is the law's doing and not the luck of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import NamedTuple

from pitboss.engine.chance import Source, seeded_source
from pitboss.engine.dealt_places import cards_dealt_to
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Strategy
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import CardOrder, Cut, Input, Sit
from pitboss.engine.runner import act_for, submit_or_raise
from pitboss.engine.waits import CardOrderWanted, CutWanted, ShoeOrderWanted, Wait
from pitboss.law.rules import Rules
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import chips_before
from pitboss.table.table import COMMUNITY, DEALER, hand

ROUNDS = 6  # the table opens in the first, and a stub is counted in the fifth at the latest
PLAYERS = 3
ENOUGH = 10_000  # times the minimum: what a player brings
SEED = 1947


class Cards(Source):
    """Whenever a deck is shuffled it comes out in this order, however it lay before; it is always cut alike."""

    def __init__(self, order: Sequence[str], seed: int) -> None:
        super().__init__(f"seeded:{seed}", bytes)
        self._order, self._others = order, seeded_source(seed)

    def answers(self, wait: Wait | None) -> Input | None:
        match wait:
            case ShoeOrderWanted():
                return self._others.answers(wait)
            case CardOrderWanted():
                there = set(wait.cards)
                return CardOrder(tuple(card for card in self._order if card in there))
            case CutWanted():
                return Cut(wait.fewest)
            case _:
                return self._others.answers(wait)


class Pair(NamedTuple):
    """One round under both laws."""

    first: Driver
    second: Driver

    def won(self, seat: int) -> tuple[int, int]:
        """What a seat won under each, in cents."""
        return _won(self.first, seat), _won(self.second, seat)


def same_rounds(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> Iterator[Pair]:
    """From the opening of the table on. Every player plays another of the game's simple strategies."""
    seats = min(PLAYERS, *(house.seats for house in houses))
    players = dict(zip(range(1, seats + 1), cycle(game.strategies.values()), strict=False))
    carries = [game.opening(house) for house in houses]
    for number in range(ROUNDS):
        seed = SEED + number
        order = seeded_source(seed).order(FULL_DECK)
        drivers = [Driver(game, *side) for side in zip(laws, houses, carries, strict=True)]
        first = _played(drivers[0], players, Cards(order, seed))
        second = _played(drivers[1], players, Cards(order, seed))
        if (alike := _as_at(first, second, order)) != order:
            again = Driver(game, laws[1], houses[1], carries[1])
            second = _played(again, players, Cards(alike, seed))
        yield Pair(first, second)
        assert first.next is not None
        assert second.next is not None
        carries = [first.next, second.next]


def _played(driver: Driver, players: Mapping[int, Strategy], source: Source) -> Driver:
    for seat in players.keys() - driver.carry.players.keys():
        submit_or_raise(driver, Sit(seat, f"Player {seat}", ENOUGH * driver.house.minimum))
    while not driver.done:
        act_for(driver, source, players)
    return driver


def _as_at(first: Driver, second: Driver, order: tuple[str, ...]) -> tuple[str, ...]:
    """The deck that gives the second round the cards of the first, place by place. The same deck where that cannot be,
    because another number of cards is dealt."""
    if not first.house.decks or first.game.rests:
        return order  # a shoe lies the same on both sides
    places = [COMMUNITY, DEALER, *(hand(position) for position in range(1, first.house.seats + 1))]
    there, here = cards_dealt_to(first, places), cards_dealt_to(second, places)
    if any(len(there[place]) != len(here[place]) for place in places):
        return order
    instead = {card: other for place in places for card, other in zip(here[place], there[place], strict=True)}
    dealt = set(instead.values())
    left = [card for card in order if card not in dealt]
    return tuple(instead[card] if card in instead else left.pop(0) for card in order)


def _won(driver: Driver, seat: int) -> int:
    assert driver.next is not None
    chips = chips_before(seat)
    brought = sum(item.chips for item in driver.log if isinstance(item, Sit) and item.seat == seat)
    return driver.next.accounts.get(chips, 0) - driver.carry.accounts.get(chips, 0) - brought
