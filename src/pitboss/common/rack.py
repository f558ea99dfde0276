"""The discard rack at the end of a round, from which every hand can be rebuilt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitboss.engine.driver import Driver
from pitboss.table.cards import FULL_DECK, Lying, pretty
from pitboss.table.table import DISCARD_RACK

Rack = Sequence[Lying]  # top card first


def rack_of(driver: Driver, observed: Rack | None) -> Rack:
    """The rack that somebody found, or else the one that the round left."""
    return driver.table.places[DISCARD_RACK] if observed is None else observed


def rack_oddities(rack: Rack, *, whole: bool = True) -> list[str]:
    """What is odd about a rack that should hold one deck. The hands lie on top and can be read all the same. Of a rack
    that was not written down as a whole nobody knows what is missing."""
    cards = Counter(lying.card for lying in rack)
    told = []
    if whole and len(rack) != len(FULL_DECK):
        told.append(f"the rack holds {len(rack)} cards, not {len(FULL_DECK)}")
    if twice := [card for card, count in cards.items() if count > 1]:
        told.append(f"{_card_list(twice)} {'is' if len(twice) == 1 else 'are'} there more than once")
    if whole and (missing := [card for card in FULL_DECK if card not in cards]):
        told.append(f"{_card_list(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    return told


def _card_list(cards: Sequence[str], most: int = 4) -> str:
    more = f" and {len(cards) - most} more" if len(cards) > most else ""
    return ", ".join(map(pretty, cards[:most])) + more
