"""The discard rack rebuilt into hands (33.10(i)): what a question about a hand is settled by.

From the top down the rack holds the dealer's five cards, then the hands that were shown down in the reverse order of
their collection, all face up as they lay; under them, face down, folded hands, the stub, burned cards, and whatever was
put away before, among it cards that were found face up and hands that were dead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.engine.driver import Driver
from pitboss.games.winners_pot_poker.house import MOST_SEATS
from pitboss.games.winners_pot_poker.ranking import in_words
from pitboss.games.winners_pot_poker.rotation import dealer_in, remaining
from pitboss.games.winners_pot_poker.steps import THE_DEALER
from pitboss.table.cards import Lying
from pitboss.table.table import DISCARD_RACK

HAND = 5


def rebuild(
    rack: Sequence[Lying], positions: Sequence[int], *, dealer: bool = True, clockwise: bool = False
) -> dict[int, tuple[str, ...]]:
    """Every hand shown down, the dealer's under 0, from the rack (top card first) and who was still in.

    `clockwise` is for a table that reads collecting-order so. A rack that no such round can have left is refused.
    """
    if len(set(positions)) != len(positions) or not all(1 <= position <= MOST_SEATS for position in positions):
        raise ValueError(f"{list(positions)} are no positions; name each of 1 to {MOST_SEATS} once at most")
    order = [THE_DEALER] * dealer + sorted(positions, reverse=clockwise)
    shown = HAND * len(order)
    if len(rack) < shown or not all(lying.up for lying in rack[:shown]):
        raise ValueError(f"the top {shown} cards of the rack must lie face up, five to a hand; these do not")
    faces = tuple(lying.card for lying in rack[:shown])
    return {place: faces[HAND * turn : HAND * (turn + 1)] for turn, place in enumerate(order)}


def dispute(driver: Driver) -> Iterator[dict[str, object]]:
    """Every hand shown down as the rack has it, and as it was settled; seat and position 0 are the dealer's."""
    t, rules = driver.table, driver.rules
    if t.void or (f"five @{THE_DEALER}" not in t.facts and not remaining(t)):
        return
    clockwise = rules.reads("collecting-order") == "clockwise"
    rebuilt = rebuild(t.places[DISCARD_RACK], remaining(t), dealer=dealer_in(t), clockwise=clockwise)
    for place, cards in sorted(rebuilt.items()):
        settled = t.facts[f"five @{place}"]
        yield {
            "seat": t.owners.get(place, THE_DEALER),
            "position": place,
            "cards": cards,
            "hand_class": in_words(cards),
            "settled": settled,
            "agrees": settled == cards,
            "cite": "33.10(i)",
        }
