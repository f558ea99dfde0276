"""Rebuild the hands of a round from the discard rack (20.10(d)), to settle a question about a hand.

From the top down the rack holds the dealer's cards and the hands in the reverse order of their collection, all face up
as they lay on the layout; then the forfeited hands, face down, which were collected earlier; then the stub, in which an
undetected card may lie face up; and at the bottom a card that was found face up while dealing, if there was one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.common.rack import Rack, rack_of
from pitboss.common.seats import positions_dealt_in
from pitboss.engine.dispute import DisputedHand
from pitboss.engine.driver import Driver
from pitboss.games.three_card_poker.law.facts import THREE
from pitboss.games.three_card_poker.law.ranking import hand_class, hand_in_words
from pitboss.games.three_card_poker.law.steps import RevealDealer
from pitboss.table.facts import FOLDED, FOLDED_CARDS

HAND = 3


class Rebuilt(NamedTuple):
    """The hands of a round, rebuilt from the rack."""

    hands: dict[int, tuple[str, ...]]  # position -> its three cards, in the order they were dealt
    dealer: tuple[str, ...]  # as they were laid out


def rebuild(rack: Rack, played: Sequence[int], forfeited: Sequence[int] = ()) -> Rebuilt:
    """Rebuild the hands from the rack.

    `played` and `forfeited` are positions, each in the order in which the dealer collected their cards. Raises
    ValueError for a rack that no such round can have left.
    """
    collected = [*forfeited, *played]
    if not collected or len(set(collected)) != len(collected):
        raise ValueError(f"{collected} are not positions with a hand; name each at most once")
    face_up_count, face_down_count = HAND * (len(played) + 1), HAND * len(forfeited)
    ups = [entry.up for entry in rack]
    if (
        len(rack) < face_up_count + face_down_count
        or not all(ups[:face_up_count])
        or any(ups[face_up_count : face_up_count + face_down_count])
    ):
        raise ValueError(
            f"the top {face_up_count} cards of the rack must be face up and the next {face_down_count}, if any, "
            "face down; these are not"
        )
    faces = [entry.card for entry in rack]
    piles = [tuple(faces[start : start + HAND]) for start in range(0, face_up_count + face_down_count, HAND)]
    hands = dict(zip(reversed(collected), piles[1:], strict=True))
    return Rebuilt(dict(sorted(hands.items())), piles[0])


def dispute(driver: Driver, observed: Rack | None = None) -> Iterator[DisputedHand]:
    """Yield every hand of a finished round as the rack has it and as it was settled or forfeited.

    Seat and position 0 are the dealer's.
    """
    t, rules = driver.table, driver.rules
    if t.is_void:
        return

    def in_words(cards: Sequence[str]) -> str:
        return hand_in_words(cards, hand_class(cards, rules))

    forfeited = [position for position in positions_dealt_in(t) if FOLDED(t, position)]
    played = [position for position in positions_dealt_in(t) if position not in forfeited]
    if rules.reads("losers-collected") == "counterclockwise":
        forfeited.reverse()
    if rules.reads("collecting-order") == "counterclockwise":
        played.reverse()
    rebuilt = rebuild(rack_of(driver, observed), played, forfeited)
    dealers_cards = next(step.cards for step in driver.log if isinstance(step, RevealDealer))
    yield DisputedHand(0, 0, rebuilt.dealer, in_words(rebuilt.dealer), dealers_cards, "20.10(d)")
    for position, cards in rebuilt.hands.items():
        settled_cards = (FOLDED_CARDS if position in forfeited else THREE).of(t, position)
        yield DisputedHand(t.owners[position], position, cards, in_words(cards), settled_cards, "20.10(d)")
