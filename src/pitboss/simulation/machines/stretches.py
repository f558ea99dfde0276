"""Who plays which units when many play at once: what is still to be handed out, and what came back.

A stretch begins with a session, or knows how far the session is that it begins within. Somebody who does not finish one
says how far he got, and somebody else may go on from there. What comes back before its turn waits, added up with its
neighbors, so that what has been found is always a tally of the first so many units: it can be saved, and read.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from pitboss.simulation.plan import Plan
from pitboss.simulation.run import empty_tally
from pitboss.simulation.tallies import Tally


class Stretch(NamedTuple):
    """The units from `first` up to but not including `end`.

    If `first` is not the beginning of a session, `opened[way]` is the kernel's state of the session it lies in.
    """

    first: int
    end: int
    opened: tuple[tuple[int, ...], ...] = ()


def tally_from(plan: Plan, stretch: Stretch) -> Tally:
    """A tally of nothing that goes on where a stretch begins: its units are counted from the very first."""
    found = empty_tally(plan)
    found.units = stretch.first
    for played, state in zip(found.ways, stretch.opened, strict=False):
        played.sessions.open = list(state)
    return found


def open_sessions(tally: Tally) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(played.sessions.open) for played in tally.ways)


class Stretches:
    """Of one plan."""

    def __init__(self, plan: Plan, units: int, so_far: Tally | None = None) -> None:
        self.units, self.session = units, plan.session
        self.found = empty_tally(plan) if so_far is None else so_far
        self._to_do: list[Stretch] = []  # the lowest first
        if self.found.units < units:
            self._to_do.append(Stretch(self.found.units, units, open_sessions(self.found)))
        self._waiting: dict[int, Tally] = {}  # by their first unit

    @property
    def done(self) -> bool:
        return self.found.units >= self.units

    @property
    def unassigned(self) -> int:
        """Units that nobody has taken."""
        return sum(each.end - each.first for each in self._to_do)

    def take(self, many: int) -> Stretch | None:
        """About so many units, the lowest that are left; it ends with a session, or with all."""
        if not self._to_do:
            return None
        stretch = heappop(self._to_do)
        end = -(-(stretch.first + max(many, 1)) // self.session) * self.session
        if end >= stretch.end:
            return stretch
        self.give_back(Stretch(end, stretch.end))
        return stretch._replace(end=end)

    def give_back(self, stretch: Stretch) -> None:
        heappush(self._to_do, stretch)

    def add(self, stretch: Stretch, tally: Tally) -> None:
        """What came of it, or of its first units."""
        if (first := stretch.first + tally.units) < stretch.end:
            self.give_back(Stretch(first, stretch.end, open_sessions(tally)))
        self._waiting[stretch.first] = tally
        start, merged = 0, self.found
        for first in sorted(self._waiting):
            if first == start + merged.units:
                merged.add(self._waiting.pop(first))
            else:
                start, merged = first, self._waiting[first]
