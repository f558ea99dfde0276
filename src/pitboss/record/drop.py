"""Drop: the chips that players brought to tables, counted only once on one gaming day.

A player who takes chips away and brings chips again on the same gaming day, at any table, is taken to bring the same
chips. Only the amount above what he took away is new drop. A new gaming day starts with nothing taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Chips(NamedTuple):
    """Chips that moved between a player and a table."""

    player: str
    cents: int  # brought to the table; below zero: taken away
    at: int | None = None  # seconds since 1970; None if unknown


class NewChips(NamedTuple):
    """New chips: an amount to add to the drop of a table."""

    place: int  # index of the movement among all those given
    cents: int


def new_chips(movements: Iterable[tuple[str, str, int]]) -> Iterator[NewChips]:
    """Yield the new chips among all movements. Each movement is a gaming day, a player and cents, in order of time.
    Player names that differ only in case are the same player."""
    taken_away: dict[tuple[str, str], int] = {}
    for index, (day, player, cents) in enumerate(movements):
        owner = day, player.casefold()
        still_away = taken_away.get(owner, 0)
        if cents < 0:
            taken_away[owner] = still_away - cents
        else:
            taken_away[owner] = max(still_away - cents, 0)
            yield NewChips(index, max(cents - still_away, 0))
