"""The discard rack at the end of a round, from which every hand can be rebuilt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitboss.engine.driver import Driver
from pitboss.table.cards import FULL_DECK, Lying, pretty
from pitboss.table.table import DISCARD_RACK

Rack = Sequence[Lying]  # top card first


def rack_of(driver: Driver, observed: Rack | None) -> Rack:
    """Return the rack that somebody observed, or else the one that the round left."""
    return driver.table.places[DISCARD_RACK] if observed is None else observed


def rack_oddities(rack: Rack, *, whole: bool = True) -> list[str]:
    """List, in words, what is odd about a rack that should hold one deck, such as a missing or repeated card. The hands
    lie on top and can be read all the same.

    If only a part of the rack was written down, nobody knows which cards are missing.
    """
    cards = Counter(lying.card for lying in rack)
    oddities = []
    if whole and len(rack) != len(FULL_DECK):
        oddities.append(f"the rack holds {len(rack)} cards, not {len(FULL_DECK)}")
    if twice := [card for card, count in cards.items() if count > 1]:
        oddities.append(f"{_card_list(twice)} {'is' if len(twice) == 1 else 'are'} there more than once")
    if whole and (missing_cards := [card for card in FULL_DECK if card not in cards]):
        oddities.append(f"{_card_list(missing_cards)} {'is' if len(missing_cards) == 1 else 'are'} missing")
    return oddities


def _card_list(cards: Sequence[str], most: int = 4) -> str:
    """Name a few of the cards, and say how many more there are."""
    more = f" and {len(cards) - most} more" if len(cards) > most else ""
    return ", ".join(map(pretty, cards[:most])) + more
