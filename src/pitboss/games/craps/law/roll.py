"""A roll of the dice as a wager sees it, and the fate of a wager by it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pitboss.law import force

NUMBERS = (4, 5, 6, 8, 9, 10)  # those that can be a point
SEVEN = 7
FACES_TOGETHER = 7  # of a face of a die and the one opposite

What = Literal["wins", "loses", "back", "moves", "stands", "off"]


class Roll(NamedTuple):
    first: int
    second: int
    point: int  # the come out point before the roll; 0 on a come out roll

    @property
    def total(self) -> int:
        return self.first + self.second

    @property
    def come_out(self) -> bool:
        return not self.point

    @property
    def hardway(self) -> bool:
        return self.first == self.second

    def __str__(self) -> str:
        return f"{self.total} ({self.first}-{self.second})"


class Fate(NamedTuple):
    what: What
    cite: str
    why: str
    line: str = ""  # of the pay table that a winning wager is paid by; the area that a moving one goes to


def is_thrown(cite: str, roll: Roll, *totals: int) -> bool:
    """Return whether the roll is one of the totals that the paragraph names."""
    total = roll.first + roll.second
    if force.watcher is None:  # always, outside tests
        return total in totals
    return force.in_force(cite) and total in [force.number(cite, str(number), number) for number in totals]


def pair(number: int) -> str:
    """Name a number together with the one that is paid like it: 4 or 10, 5 or 9, 6 or 8."""
    return f"{min(number, 14 - number)} or {max(number, 14 - number)}"
