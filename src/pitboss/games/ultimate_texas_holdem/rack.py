"""The discard rack rebuilt into hands (32.10(i)): what a question about a hand is settled by.

From the top down the rack holds the community cards and the dealer's, face up; the hands in the reverse order of their
collection, those that were turned face up and those that were folded face down; the stub, and under it the burned cards
and whatever was found face up. Hands were collected player by player, so who was settled when says whose they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.engine.driver import Driver
from pitboss.games.ultimate_texas_holdem.hands import HAND
from pitboss.games.ultimate_texas_holdem.ranking import FIVE, best_hand, hand_class
from pitboss.games.ultimate_texas_holdem.steps import SpreadFolded
from pitboss.table.card_steps import CollectCards, Deal, DeliverStack, StubToRack
from pitboss.table.cards import FULL_DECK, Lying
from pitboss.table.steps import VoidHand
from pitboss.table.table import COMMUNITY, DEALER, DISCARD_RACK, STUB, hand


class PickedUp(NamedTuple):
    """What was put into the rack at one time."""

    place: str
    cards: int
    up: bool


def rebuild(rack: Sequence[Lying], picked_up: Sequence[PickedUp]) -> dict[str, tuple[str, ...]]:
    """The cards of each place, from the rack (top card first) and what was put in, in the order in which it was.

    A rack that no such round can have left is refused.
    """
    if len(rack) != len(FULL_DECK) or {lying.card for lying in rack} != set(FULL_DECK):
        raise ValueError(f"the rack must hold all {len(FULL_DECK)} cards once; it holds {len(rack)}")
    if sum(one.cards for one in picked_up) > len(rack):
        raise ValueError("more cards are named than the rack holds")
    found, depth = {}, 0
    for place, cards, up in reversed(picked_up):
        pile = rack[depth : depth + cards]
        depth += cards
        if place != STUB and any(lying.up != up for lying in pile):
            raise ValueError(f"the cards of {place} must lie face {'up' if up else 'down'} in the rack; these do not")
        found[place] = tuple(lying.card for lying in pile)
    return found


def picked_up(driver: Driver) -> list[PickedUp]:
    """How the cards of a finished round came into the rack, as far down as every hand held two cards."""
    settled = {place: f"five @{place[5:]}" in driver.table.facts for place in map(hand, driver.table.owners)}
    order: list[PickedUp] = []
    for step in driver.log:
        if isinstance(step, VoidHand) and step.cite == "32.13(d)":
            order = []  # its number of cards was wrong, and it is collected next: what lies below it is not to be told
        elif isinstance(step, SpreadFolded):
            order.append(PickedUp(step.place, HAND, False))
        elif isinstance(step, StubToRack):
            order.append(PickedUp(STUB, step.count, False))
        elif isinstance(step, CollectCards) and step.place in (COMMUNITY, DEALER):
            cards = FIVE if step.place == COMMUNITY else HAND
            order.append(PickedUp(step.place, cards, step.place == COMMUNITY or "dealer five" in driver.table.facts))
        elif isinstance(step, CollectCards) and step.cite != "32.13(d)":
            order.append(PickedUp(step.place, HAND, settled[step.place]))
    return order


def dispute(driver: Driver) -> Iterator[dict[str, object]]:
    """Every hand of a finished round that lies in the rack, settled or folded, and as it was dealt or settled."""
    t, way = driver.table, driver.rules.reads("hand-of-seven")
    if t.void:
        return
    rebuilt = rebuild(t.places[DISCARD_RACK], picked_up(driver))
    for position, seat in sorted(t.owners.items()):
        if hand(position) not in rebuilt:
            continue
        five = best_hand(rebuilt[hand(position)], rebuilt[COMMUNITY], way)
        settled = t.facts.get(f"five @{position}") or best_hand(dealt(driver, position), rebuilt[COMMUNITY], way)
        yield {
            "seat": seat,
            "position": position,
            "cards": five,
            "hand_class": hand_class(five),
            "settled": settled,
            "agrees": settled == five,
            "cite": "32.10(i)",
        }


def dealt(driver: Driver, position: int) -> tuple[str, ...]:
    """What was dealt to a hand that was folded and never turned."""
    cards: tuple[str, ...] = ()
    for step in driver.log:
        if isinstance(step, Deal) and step.place == hand(position):
            cards += (step.card,)
        elif isinstance(step, DeliverStack) and step.place == hand(position):
            cards += step.cards
    return cards
