"""The button, and the order it gives: clockwise from the first player after it, the dealer in the rotation too."""

from __future__ import annotations

from pitboss.common.seats import dealt_in
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.winners_pot_poker.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.steps import BUTTON, BUTTON_DUE, THE_DEALER, MoveButton, SupposeButton
from pitboss.law.force import rule
from pitboss.table.steps import void
from pitboss.table.table import Table


def move_button(r: Round[WinnersPotHouse], players: tuple[int, ...]) -> Procedure:
    """Clockwise to the next player, from the one farthest to the dealer's right to the dealer.

    Whoever is not dealt in is passed over, and so is an empty seat.
    """
    t = r.table
    if BUTTON not in t.marks:
        yield MoveButton(
            "reading:first-button", THE_DEALER if r.rules.reads("first-button") == "dealer" else players[0]
        )
        return
    due = (
        t.marks.get(BUTTON_DUE, t.marks[BUTTON]) if r.rules.reads("forgotten-button") == "supposed" else t.marks[BUTTON]
    )
    to = next((position for position in players if position > due), THE_DEALER)
    if t.facts.get("button forgotten"):
        yield SupposeButton("33.12(g)", to)
    else:
        yield MoveButton("33.12(g)", to)


def after_the_button(r: Round[WinnersPotHouse], players: tuple[int, ...] = ()) -> list[int]:
    """Everybody who is dealt in and the dealer, clockwise from the first player after the button."""
    t = r.table
    button, players = t.facts[BUTTON], players or dealt_in(t)
    assert isinstance(button, int)
    later = [position for position in players if position > button]
    earlier = [position for position in players if position <= button]
    if not later or r.rules.reads("dealer-in-rotation") == "last":  # it begins with a player, never with the dealer
        return [*later, *earlier, THE_DEALER]
    return [*later, THE_DEALER, *earlier]


@rule("33.10(c)3", [])
def asked_in_turn(r: Round[WinnersPotHouse]) -> list[int]:
    return [place for place in after_the_button(r) if place != THE_DEALER]


def out(t: Table, place: int) -> bool:
    """A hand that takes no further card and wins no pot: folded, dead or void."""
    return any(fact in t.facts for fact in (f"folded @{place}", f"dead @{place}", void(place)))


def remaining(t: Table) -> list[int]:
    """Players still in, from the dealer's left."""
    return [position for position in dealt_in(t) if not out(t, position)]


def from_the_right(t: Table) -> list[int]:
    return remaining(t)[::-1]


def dealer_in(t: Table) -> bool:
    return not out(t, THE_DEALER)
