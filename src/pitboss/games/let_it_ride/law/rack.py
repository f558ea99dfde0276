"""Rebuild the hands of a round from the discard rack (18.10(h) of 2007, 18.10(j) of 1996), to settle a question about a
hand.

From the top down the rack holds the community cards and the hands in the reverse order of their collection, all face up
as they lay on the layout; then, face down, the burned card and the stub, in which an undetected card may lie face up;
and at the bottom a card that was found face up while dealing, if there was one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.common.rack import Rack, rack_of
from pitboss.common.seats import positions_dealt_in
from pitboss.engine.dispute import DisputedHand
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.round import Round
from pitboss.games.let_it_ride.law.facts import FIVE
from pitboss.games.let_it_ride.law.ranking import five_card_class, hand_in_words
from pitboss.games.let_it_ride.law.settle import player_by_player, sort_positions
from pitboss.table.facts import HAND_WINS

HAND, COMMUNITY_LEFT = 3, 2


class Rebuilt(NamedTuple):
    """The hands of a round, rebuilt from the rack."""

    hands: dict[int, tuple[str, ...]]  # position -> its three cards, in the order they were dealt
    first: str  # first community card
    second: str  # second community card
    burned: str


def rebuild(rack: Rack, collected: Sequence[int]) -> Rebuilt:
    """Rebuild every hand and the community cards from the rack, top card first.

    `collected` is the positions that played, in the order in which the dealer collected their cards. Raises ValueError
    for a rack that no such round can have left.
    """
    if not collected or len(set(collected)) != len(collected) or not all(1 <= seat <= 7 for seat in collected):
        raise ValueError(f"{list(collected)} are not positions that played; name each of 1 to 7 at most once")
    face_up_count = COMMUNITY_LEFT + HAND * len(collected)
    if len(rack) <= face_up_count or not all(entry.up for entry in rack[:face_up_count]) or rack[face_up_count].up:
        raise ValueError(
            f"the top {face_up_count} cards of the rack must be face up and the next one face down; these are not"
        )
    faces = [entry.card for entry in rack]
    piles = [tuple(faces[start : start + HAND]) for start in range(COMMUNITY_LEFT, face_up_count, HAND)]
    hands = dict(zip(reversed(collected), piles, strict=True))  # what was collected last lies on top
    return Rebuilt(dict(sorted(hands.items())), first=faces[1], second=faces[0], burned=faces[face_up_count])


def order_of_collection(r: Round[House]) -> tuple[str, list[int]]:
    """Return the paragraph that lets hands be rebuilt, and the positions in the order of collection."""
    hands = list(positions_dealt_in(r.table))
    if r.rules.provision("settle") is player_by_player:
        return "18.10(h)", sort_positions(r, hands, "collecting-order")
    # All losers' cards were collected before any winner's.
    winners = [position for position in hands if HAND_WINS(r.table, position)]
    losers = [position for position in hands if position not in winners]
    return "18.10(j)", sort_positions(r, losers, "losers-collected") + sort_positions(r, winners, "collecting-order")


def dispute(driver: Driver, observed: Rack | None = None) -> Iterator[DisputedHand]:
    """Yield every hand of a finished round as the rack has it and as it was settled. There is no dealer's hand."""
    t = driver.table
    if t.is_void:
        return
    cite, collected = order_of_collection(driver.round)
    rebuilt = rebuild(rack_of(driver, observed), collected)
    for position, three in rebuilt.hands.items():
        five = (*three, rebuilt.second, rebuilt.first)
        settled_cards = FIVE.of(t, position)
        words = hand_in_words(five, five_card_class(five))
        yield DisputedHand(t.owners[position], position, five, words, settled_cards, cite)
