"""Rebuild the hands of a round from the discard rack (32.10(i)), to settle a question about a hand.

From the top down the rack holds the community cards and the dealer's, face up; the hands in the reverse order of their
collection, face up if they were turned and face down if they were folded; the stub; and under it the burned cards and
cards that were found face up. Hands are collected player by player, so the order of settlement tells whose they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.common.rack import Rack, rack_of
from pitboss.engine.dispute import DisputedHand
from pitboss.engine.driver import Driver
from pitboss.games.ultimate_texas_holdem.law.facts import BEST_FIVE, DEALERS_FIVE
from pitboss.games.ultimate_texas_holdem.law.hands import HAND
from pitboss.games.ultimate_texas_holdem.law.ranking import Cards, best_hand, hand_in_words, strength
from pitboss.games.ultimate_texas_holdem.law.steps import PickUp, TakeBurn, TakeStubBack
from pitboss.table.card_steps import BurnCard, Deal, DeliverStack, DiscardFaceUp, MoveCard, StubToRack
from pitboss.table.table import COMMUNITY, DEALER, STUB, hand


class PickedUp(NamedTuple):
    """The cards that were put into the rack together."""

    place: str
    up: tuple[bool, ...]  # whether each card lay face up


def rebuild(rack: Rack, collections: Sequence[PickedUp]) -> dict[str, tuple[str, ...]]:
    """Rebuild the cards of each place from the rack, top card first, and from what was put in, in that order.

    Raises ValueError for a rack that no such round can have left.
    """
    cards_by_place, depth = {}, 0
    for place, up in reversed(collections):
        pile = rack[depth : depth + len(up)]
        depth += len(up)
        if place != STUB and tuple(entry.up for entry in pile) != up:
            raise ValueError(f"the cards of {place} must be face up or down in the rack as they were; these are not")
        cards_by_place[place] = tuple(entry.card for entry in pile)
    return cards_by_place


def collections_of(driver: Driver) -> list[PickedUp]:
    """Return the piles that were put into the rack in a finished round, in order, since the last single card went in.

    A stub that was taken out again does not count until it is put back.
    """
    piles: list[PickedUp] = []
    for step in driver.log:
        if isinstance(step, BurnCard | DiscardFaceUp | TakeBurn):
            piles = []
        elif isinstance(step, StubToRack):
            piles.append(PickedUp(STUB, (False,) * step.count))
        elif isinstance(step, TakeStubBack):
            piles = [pile for pile in piles if pile.place != STUB]
        elif isinstance(step, PickUp):
            piles.append(PickedUp(step.place, step.up))
    return piles


def dispute(driver: Driver, observed: Rack | None = None) -> Iterator[DisputedHand]:
    """Yield every hand of a finished round that lies in the rack, as the rack has it and as it was settled or dealt.

    Seat and position 0 are the dealer's. Hands with a wrong number of cards are left out, and so are hands that were
    corrected and never turned up, because nobody knows their cards.
    """
    t, way = driver.table, driver.rules.reads("hand-of-seven")
    if t.is_void:
        return
    rebuilt = rebuild(rack_of(driver, observed), collections_of(driver))
    board = rebuilt[COMMUNITY]
    if (dealer_five := DEALERS_FIVE.get(t)) is not None:
        five = _settled_if_equal(best_hand(rebuilt[DEALER], board, way), dealer_five, rebuilt[DEALER] + board)
        yield DisputedHand(0, 0, five, hand_in_words(five), dealer_five, "32.10(i)")
    for position, seat in sorted(t.owners.items()):
        own_cards, dealt_cards = rebuilt.get(hand(position), ()), cards_dealt_to(driver, position)
        named_five = BEST_FIVE.get(t, position)
        if len(own_cards) != HAND or not (dealt_cards or named_five):
            continue
        settled_cards = named_five or best_hand(dealt_cards, board, way)
        five = _settled_if_equal(best_hand(own_cards, board, way), settled_cards, own_cards + board)
        yield DisputedHand(seat, position, five, hand_in_words(five), settled_cards, "32.10(i)")


def _settled_if_equal(best: Cards, settled_cards: Cards, seven: Cards) -> Cards:
    """Return the hand that was settled if it ranks equal to the best of the same seven cards, or else the best."""
    return settled_cards if set(settled_cards) <= set(seven) and strength(settled_cards) == strength(best) else best


def cards_dealt_to(driver: Driver, position: int) -> tuple[str, ...]:
    """Return the cards dealt to a hand that was folded and never turned; empty if one of its cards went astray."""
    cards: tuple[str, ...] = ()
    for step in driver.log:
        if isinstance(step, MoveCard) and hand(position) in (step.source, step.place):
            return ()
        if isinstance(step, Deal) and step.place == hand(position):
            cards += (step.card,)
        elif isinstance(step, DeliverStack) and step.place == hand(position):
            cards += step.cards
    return cards
