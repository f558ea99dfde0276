"""Facts that the acts of a craps table establish for later acts. Most of them outlive the roll."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from pitboss.table.facts import Fact, FactAt, Flag, FlagAt, Mark, MarkAt
from pitboss.table.table import Table

# --- the puck and the dice

POINT = Mark("point")  # not there before a come out roll
SHOOTER = Mark("shooter")  # the seat that has the dice; not there while nobody has
COME_OUT_MADE = Mark("come out made")  # the first come out roll of the game has been thrown
DICE_OUT = Flag("the dice are out")
CLOSING = Mark("closing")  # the house closes the table: what must be decided is, and nothing more is wagered

# --- wagers, by betting area and position

ON_BUTTON = MarkAt("on {} @{}")  # a button on top of a wager that was called on
CALLED = FlagAt[tuple[str, int]]("a wager was called on since the last roll")
VIGORISH = MarkAt("vigorish {} @{}")  # cents taken when a wager was made, for as long as they may have to go back
STOOD = FactAt[tuple[str, int], int]("cents that stood there before any were put down since the last roll")


def on_buttons(t: Table) -> list[tuple[int, str]]:
    """Return where "on" buttons lie, as seats and betting areas."""
    return sorted(filter(None, map(_parse_button, t.marks)))


@cache
def _parse_button(word: str) -> tuple[int, str] | None:
    """Return the seat and area of the button that a mark stands for; None if the mark is no button."""
    if not word.startswith("on "):
        return None
    spot, _, seat = word.removeprefix("on ").rpartition(" @")
    return int(seat), spot


# --- what goes wrong with a throw

Die: TypeAlias = Literal[1, 2]
Sides: TypeAlias = Literal[1, 2]  # with which a die leans: one, or more
Astray: TypeAlias = Literal["off the table", "among the chips", "not together", "short of the wall"]

ASTRAY = Fact[Astray]("how the dice go astray")
COCKED = FactAt[Die, Sides]("a die leans against something")
