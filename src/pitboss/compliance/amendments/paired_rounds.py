"""Plays the same rounds under two laws: with the same players at the same table, and the same cards in their hands.

An amended rule of dealing can send a card to another place, so a deck in the same order would give other hands.
Therefore the deck of the second law is arranged so that every hand, and every card on the layout, is the same as under
the first. Whatever still differs comes from the law and not from the luck of the cards.
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

ROUNDS = 6  # the table opens in the first one, and the stub is counted in the fifth at the latest
PLAYERS = 3
CHIPS_IN_MINIMUMS = 10_000  # chips that a player brings, as a multiple of the minimum
SEED = 1947


class FixedOrder(Source):
    """A source of chance that always shuffles a deck into this order and cuts it at the same place."""

    def __init__(self, order: Sequence[str], seed: int) -> None:
        super().__init__(f"seeded:{seed}", bytes)
        self._order, self._others = order, seeded_source(seed)

    def answers(self, wait: Wait | None) -> Input | None:
        match wait:
            case ShoeOrderWanted():
                return self._others.answers(wait)
            case CardOrderWanted():
                in_deck = set(wait.cards)
                return CardOrder(tuple(card for card in self._order if card in in_deck))
            case CutWanted():
                return Cut(wait.fewest)
            case _:
                return self._others.answers(wait)


class Pair(NamedTuple):
    """One round under both laws."""

    first: Driver
    second: Driver

    def cents_won(self, seat: int) -> tuple[int, int]:
        """Return what a seat won under each law, in cents."""
        return _cents_won(self.first, seat), _cents_won(self.second, seat)


def play_same_rounds(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> Iterator[Pair]:
    """Yield rounds under both laws, from the opening of the table on. The players use different simple strategies of
    the game."""
    seats = min(PLAYERS, *(house.seats for house in houses))
    players = dict(zip(range(1, seats + 1), cycle(game.strategies.values()), strict=False))
    carries = [game.opening(house) for house in houses]
    for number in range(ROUNDS):
        seed = SEED + number
        order = seeded_source(seed).order(FULL_DECK)
        drivers = [Driver(game, *side) for side in zip(laws, houses, carries, strict=True)]
        first = _play_round(drivers[0], players, FixedOrder(order, seed))
        second = _play_round(drivers[1], players, FixedOrder(order, seed))
        if (matching_order := _match_cards(first, second, order)) != order:
            replayed_second = Driver(game, laws[1], houses[1], carries[1])
            second = _play_round(replayed_second, players, FixedOrder(matching_order, seed))
        yield Pair(first, second)
        assert first.next is not None
        assert second.next is not None
        carries = [first.next, second.next]


def _play_round(driver: Driver, players: Mapping[int, Strategy], source: Source) -> Driver:
    for seat in players.keys() - driver.carry.players.keys():
        submit_or_raise(driver, Sit(seat, f"Player {seat}", CHIPS_IN_MINIMUMS * driver.house.minimum))
    while not driver.done:
        act_for(driver, source, players)
    return driver


def _match_cards(first: Driver, second: Driver, order: tuple[str, ...]) -> tuple[str, ...]:
    """Return the order of the deck that gives the second round the same cards in every place as the first.

    If another number of cards is dealt, that is impossible: then the order is unchanged.
    """
    if not first.house.decks or first.game.rests:
        return order  # a shoe is in the same order on both sides
    places = [COMMUNITY, DEALER, *(hand(position) for position in range(1, first.house.seats + 1))]
    first_cards, second_cards = cards_dealt_to(first, places), cards_dealt_to(second, places)
    if any(len(first_cards[place]) != len(second_cards[place]) for place in places):
        return order
    replacement = {
        card: other for place in places for card, other in zip(second_cards[place], first_cards[place], strict=True)
    }
    used_cards = set(replacement.values())
    unused = [card for card in order if card not in used_cards]
    return tuple(replacement[card] if card in replacement else unused.pop(0) for card in order)


def _cents_won(driver: Driver, seat: int) -> int:
    """Return what a seat won in a round, in cents."""
    assert driver.next is not None
    chips = chips_before(seat)
    brought = sum(item.chips for item in driver.log if isinstance(item, Sit) and item.seat == seat)
    return driver.next.accounts.get(chips, 0) - driver.carry.accounts.get(chips, 0) - brought
