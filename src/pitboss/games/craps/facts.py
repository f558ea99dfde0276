"""What the acts of a craps table establish for later ones. Most of it outlives the roll."""

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


def buttons(t: Table) -> list[tuple[int, str]]:
    """Where "on" buttons lie: seat and betting area."""
    return sorted(filter(None, map(_button, t.marks)))


@cache
def _button(word: str) -> tuple[int, str] | None:
    """Where the button lies of which a mark is; None if the mark is none of a button."""
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
