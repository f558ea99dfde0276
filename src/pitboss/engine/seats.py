"""Who sits at a table, whatever is played there: the house's own rules, no paragraph's."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.house import House
from pitboss.engine.inputs import Sit
from pitboss.engine.round import Round
from pitboss.engine.waits import Refusal
from pitboss.table.facts import AWAY, LEAVING
from pitboss.table.money import dollars
from pitboss.table.table import Table


def sits(t: Table, seat: int) -> bool:
    """Whether a player sits there who can act: not one who is getting up, or has left while wagers of his stand."""
    return seat in t.players and not LEAVING(t, seat) and not AWAY.at(seat)(t)


def stranger(seat: int, cite: str = "house:seats") -> Refusal:
    return Refusal(cite, f"nobody is in seat {seat}", "take a seat first")


def same_person(one: str, other: str) -> bool:
    """Whether two names are one person's, however each was typed: in capitals or not, with blanks around it or not."""
    return one.strip().casefold() == other.strip().casefold()


def bar_sitting(r: Round[House], given: Sit) -> Iterator[Refusal]:
    if not 1 <= given.seat <= r.house.seats:
        yield Refusal("house:seats", f"there is no seat {given.seat}", f"choose seat 1 to {r.house.seats}")
    elif given.seat in r.table.players:
        yield Refusal("house:seats", f"seat {given.seat} is taken", "choose an empty seat")
    # Where a text counts a player's positions it means the person: nobody has a second seat to wager from.
    if own := [seat for seat, player in r.table.players.items() if same_person(player, given.player)]:
        wrong = f"{given.player.strip()} already has seat {own[0]}"
        yield Refusal("house:seats", wrong, "a player takes one seat; leave it first")
    if given.chips < 0 or given.chips % r.house.smallest_chip:
        yield Refusal(
            "house:chips", f"you cannot bring {dollars(given.chips)} in chips", "bring a multiple of the smallest chip"
        )
    if not given.player.strip():
        yield Refusal("house:seats", "a player needs a name", "enter one")
