"""Drop: the chips that players brought to tables, none of them counted twice on one gaming day.

Whoever takes chips away and brings chips again on the same gaming day has brought the same chips, as far as they go,
wherever he sits down. Only what goes beyond them is drop. A new gaming day begins with nothing taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Chips(NamedTuple):
    """Chips that moved between a player and a table."""

    player: str
    cents: int  # brought to the table; below zero: taken away
    at: int | None = None  # seconds since 1970; None where nobody wrote that down


class Brought(NamedTuple):
    """New chips: so much of the drop of a table."""

    place: int  # of the chips among all those given
    cents: int


def drop_of(moved: Iterable[tuple[str, str, int]]) -> Iterator[Brought]:
    """The new chips among all that moved. Each is a gaming day, a player and cents, in the order in which they moved;
    capitals make no other player."""
    taken: dict[tuple[str, str], int] = {}
    for place, (day, player, cents) in enumerate(moved):
        purse = day, player.casefold()
        before = taken.get(purse, 0)
        if cents < 0:
            taken[purse] = before - cents
        else:
            taken[purse] = max(before - cents, 0)
            yield Brought(place, max(cents - before, 0))
