"""Divide the units of a plan into stretches for several players, and put the results together.

A stretch begins with a session, or knows the state of the session in which it begins. A player who does not finish a
stretch says how far he got, and another one may continue. Results that come early wait, added up with their neighbors,
so that `Stretches.found` is always the tally of the first units without a gap, which can be saved and reported.
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
    """Return an empty tally that continues at the beginning of a stretch; its units include all units before."""
    tally = empty_tally(plan)
    tally.units = stretch.first
    for played, state in zip(tally.ways, stretch.opened, strict=False):
        played.sessions.open = list(state)
    return tally


def open_sessions(tally: Tally) -> tuple[tuple[int, ...], ...]:
    """Return the state of the unfinished session of a tally, for each strategy."""
    return tuple(tuple(played.sessions.open) for played in tally.ways)


class Stretches:
    """Hands out the units of one plan as stretches, and puts the tallies of those together."""

    def __init__(self, plan: Plan, units: int, so_far: Tally | None = None) -> None:
        self.units, self.session = units, plan.session
        self.found = empty_tally(plan) if so_far is None else so_far
        self._to_do: list[Stretch] = []  # the lowest first
        if self.found.units < units:
            self._to_do.append(Stretch(self.found.units, units, open_sessions(self.found)))
        self._waiting: dict[int, Tally] = {}  # by their first unit

    @property
    def done(self) -> bool:
        """True if all units are played."""
        return self.found.units >= self.units

    @property
    def units_left(self) -> int:
        """The number of units that no player has taken."""
        return sum(stretch.end - stretch.first for stretch in self._to_do)

    def take(self, count: int) -> Stretch | None:
        """Take about this many of the lowest units that are left. The stretch ends with a session or the last unit.
        Return None if no units are left."""
        if not self._to_do:
            return None
        stretch = heappop(self._to_do)
        end = -(-(stretch.first + max(count, 1)) // self.session) * self.session
        if end >= stretch.end:
            return stretch
        self.give_back(Stretch(end, stretch.end))
        return stretch._replace(end=end)

    def give_back(self, stretch: Stretch) -> None:
        """Return a stretch, so that another player can take it."""
        heappush(self._to_do, stretch)

    def add(self, stretch: Stretch, tally: Tally) -> None:
        """Add the tally of a stretch or of its first units. The rest of the stretch is given back."""
        if (first := stretch.first + tally.units) < stretch.end:
            self.give_back(Stretch(first, stretch.end, open_sessions(tally)))
        self._waiting[stretch.first] = tally
        start, merged = 0, self.found
        for first in sorted(self._waiting):
            if first == start + merged.units:
                merged.add(self._waiting.pop(first))
            else:
                start, merged = first, self._waiting[first]
