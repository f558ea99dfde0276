"""The discard rack rebuilt into hands (18.10(h) of 2007, 18.10(j) of 1996): what a question about a hand is settled by.

From the top down the rack holds the community cards, the hands in the reverse order of their collection, all face up as
they lay on the layout; then, face down, the burned card and the stub, in which a card may lie face up that nobody met;
and under them a card that was found face up while dealing, if there was one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pitboss.common.seats import dealt_in
from pitboss.engine.driver import Driver
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.ranking import five_card_class
from pitboss.table.cards import FULL_DECK, Lying
from pitboss.table.facts import HAND_WINS
from pitboss.table.table import DISCARD_RACK

HAND, COMMUNITY_LEFT = 3, 2
METHODS = ("manual-shoe", "hand", "automated-shoe")
T1996, T2007 = "1996-05-20", "2007-10-15"


class Rebuilt(NamedTuple):
    hands: dict[int, tuple[str, ...]]  # position -> its three cards, in the order they were dealt
    first: str  # community cards
    second: str
    burned: str


def rebuild(
    rack: Sequence[Lying],
    seats: Sequence[int],
    edition: str,
    method: str,
    losers: Collection[int] = (),
    *,
    clockwise: bool = False,
) -> Rebuilt:
    """Every hand and the community cards, from the rack (top card first) and who played; in 1996 also from who lost.

    `clockwise` is for a table that reads collecting-order so. A rack that no such round can have left is refused.
    """
    _check(rack, seats, edition, method, losers)
    if edition == T2007:
        order = sorted(seats, reverse=clockwise)  # collected from the dealer's right, so the leftmost lies on top
    else:
        order = sorted(set(seats) - set(losers)) + sorted(losers)  # winners were collected last
    shown = COMMUNITY_LEFT + HAND * len(order)
    if not all(lying.up for lying in rack[:shown]) or rack[shown].up:
        raise ValueError(f"the top {shown} cards of the rack must lie face up and the next face down; these do not")
    faces = [lying.card for lying in rack]
    hands = {
        position: tuple(faces[COMMUNITY_LEFT + HAND * place : COMMUNITY_LEFT + HAND * (place + 1)])
        for place, position in enumerate(order)
    }
    return Rebuilt(dict(sorted(hands.items())), first=faces[1], second=faces[0], burned=faces[shown])


def dispute(driver: Driver) -> Iterator[dict[str, object]]:
    """Every hand of a finished round as the rack has it, and as it was settled."""
    t, rules, house = driver.table, driver.rules, driver.house
    assert isinstance(house, LetItRideHouse)
    if t.void:
        return
    seats = dealt_in(t)
    edition = rules.sections["18.10"]
    losers = [position for position in seats if not HAND_WINS(t, position)]
    rebuilt = rebuild(
        t.places[DISCARD_RACK], seats, edition, house.dealing, losers if edition == T1996 else (),
        clockwise=rules.reads("collecting-order") == "clockwise",
    )  # fmt: skip
    for position, three in rebuilt.hands.items():
        five = (*three, rebuilt.second, rebuilt.first)
        settled = t.facts[f"five @{position}"]
        yield {
            "seat": t.owners[position],
            "position": position,
            "cards": five,
            "hand_class": five_card_class(five),
            "settled": settled,
            "agrees": settled == five,
            "cite": "18.10(h)" if edition == T2007 else "18.10(j)",
        }


def _check(rack: Sequence[Lying], seats: Sequence[int], edition: str, method: str, losers: Collection[int]) -> None:
    if edition not in (T1996, T2007):
        raise ValueError(f"no text of {edition} says how cards are collected; there are {T1996} and {T2007}")
    if method not in METHODS:
        raise ValueError(f"{method!r} is no way of dealing; there are {', '.join(METHODS)}")
    if len(rack) != len(FULL_DECK) or {lying.card for lying in rack} != set(FULL_DECK):
        raise ValueError(f"the rack must hold all {len(FULL_DECK)} cards once; it holds {len(rack)}")
    if not seats or len(set(seats)) != len(seats) or not all(1 <= seat <= 7 for seat in seats):
        raise ValueError(f"{list(seats)} are no positions that played; name each of 1 to 7 once at most")
    if not set(losers) <= set(seats):
        raise ValueError(f"{sorted(set(losers) - set(seats))} lost but did not play")
