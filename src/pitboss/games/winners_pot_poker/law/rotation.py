"""The button and the order that it sets: clockwise from the first player after it, including the dealer."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.common.seats import positions_dealt_in
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.winners_pot_poker.law.facts import BUTTON, BUTTON_DUE, BUTTON_FORGOTTEN, BUTTON_NOW
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.steps import THE_DEALER, MoveButton, SupposeButton
from pitboss.law.force import rule
from pitboss.law.rules import Rules
from pitboss.table.facts import OUT
from pitboss.table.table import Table


def move_button(r: Round[WinnersPotHouse], players: tuple[int, ...]) -> Procedure:
    """Move the button clockwise to the next player, and from the one farthest to the dealer's right to the dealer.

    An empty seat is passed over, and by the reading so is a player who is not dealt in.
    """
    t = r.table
    before = BUTTON.get(t)
    if before is None:
        yield MoveButton(
            "reading:first-button", THE_DEALER if r.rules.reads("first-button") == "dealer" else players[0]
        )
        return
    due = BUTTON_DUE.get(t)
    if due is not None and r.rules.reads("forgotten-button") == "supposed":
        before = due
    held_by = players if r.rules.reads("moving-the-button") == "dealt-in" else tuple(sorted(t.players))
    to = next((position for position in held_by if position > before), THE_DEALER)
    if BUTTON_FORGOTTEN(t):
        yield SupposeButton("33.12(g)", to)
    else:
        # The held text has it moved only in the round after one in which that was forgotten.
        yield MoveButton("33.12(g)" if due is not None else "reading:moving-the-button", to)


def holders_after_button(r: Round[WinnersPotHouse], players: tuple[int, ...] = ()) -> list[int]:
    """Return everybody who is dealt in and the dealer, clockwise from the first player after the button."""
    return clockwise(r.rules, BUTTON_NOW.of(r.table), players or positions_dealt_in(r.table))


def clockwise(rules: Rules, button: int, players: Sequence[int]) -> list[int]:
    later = [position for position in players if position > button]
    earlier = [position for position in players if position <= button]
    if not later or rules.reads("dealer-in-rotation") == "last":  # it begins with a player, never with the dealer
        return [*later, *earlier, THE_DEALER]
    return [*later, THE_DEALER, *earlier]


@rule("33.10(c)3", [])
def positions_asked(r: Round[WinnersPotHouse]) -> list[int]:
    return [holder for holder in holders_after_button(r) if holder != THE_DEALER]


def is_out(t: Table, holder: int) -> bool:
    """Return whether a hand takes no further card and wins no pot, because it was folded or is dead or void."""
    return any(fact(t, holder) for fact in OUT.values())


def remaining_positions(t: Table) -> list[int]:
    """Return the players who are still in, from the dealer's left."""
    return [position for position in positions_dealt_in(t) if not is_out(t, position)]


def remaining_from_the_right(t: Table) -> list[int]:
    return remaining_positions(t)[::-1]


def is_dealer_in(t: Table) -> bool:
    return not is_out(t, THE_DEALER)
