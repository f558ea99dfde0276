"""The gaming day and its shifts: to which of them a moment belongs, by the clock on the wall of the house.

No held paragraph says when a gaming day begins, so it is the house's own and stands in the house file.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import ClassVar
from zoneinfo import ZoneInfo

import msgspec

from pitboss.engine.houses.house import Finding, wrong_name

CITE = "house:gaming-day"
FIRST, LAST = 0, 253_370_678_400  # moments that any clock can show: from 1970 to the year 9998
NEAR = 2 * 86_400  # seconds


class GamingDay(msgspec.Struct, frozen=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "time-zone": "The time zone of the clock on the wall.",
        "starts": "When a gaming day begins. It has the date on which it begins.",
        "shifts": "The name of each shift and when it begins. One must begin with the gaming day. Leave them out for "
        "no shifts.",
    }

    time_zone: str = "America/New_York"
    starts: str = "00:00"
    shifts: dict[str, str] = {}

    def findings(self) -> Iterator[Finding]:
        """What cannot be told the time by."""
        if zone_of(self.time_zone) is None:
            right = 'use a name such as "America/New_York"; if this system has no time zones, install tzdata'
            yield Finding("time-zone", CITE, f"there is no time zone {self.time_zone!r} here", right)
        for key, clock in (("starts", self.starts), *((f"shifts.{name}", at) for name, at in self.shifts.items())):
            if minutes(clock) is None:
                yield Finding(key, CITE, f"{clock!r} is not a time", 'write hours and minutes, as in "06:00"')
                return
        for name in self.shifts:
            if wrong := wrong_name(name):
                yield Finding("shifts", CITE, wrong, "give each shift a name that can be printed")
        begins = [minutes(clock) for clock in self.shifts.values()]
        if len(set(begins)) < len(begins):
            yield Finding("shifts", CITE, "two shifts begin at the same time", "let each begin when the last one ends")
        elif begins and minutes(self.starts) not in begins:
            wrong = f"no shift begins at {self.starts}, when the gaming day does"
            yield Finding("shifts", CITE, wrong, "let one begin there, so that no shift belongs to two gaming days")

    def day_of(self, at: int) -> str:
        """The date of the gaming day that a moment belongs to. What happens as one begins belongs to it."""
        return self._day(at).isoformat()

    def shift_of(self, at: int) -> str:
        """The shift that a moment belongs to; empty where there are none."""
        day, now = self._day(at), ""
        for name in self.in_order():
            clock = self.shifts[name]
            if not now or self._begun(at, day + timedelta(days=clock < self.starts), clock):
                now = name
        return now

    def span(self, day: date, shift: str = "") -> tuple[int, int]:
        """When a gaming day or one of its shifts begins and when the next one does, in seconds since 1970."""
        names = self.in_order()
        borders = [(day + timedelta(days=self.shifts[name] < self.starts), self.shifts[name]) for name in names]
        borders.append((day + timedelta(days=1), self.starts))
        at = names.index(shift) if shift else 0
        ends = borders[at + 1] if shift else borders[-1]
        return self._begins(*(borders[at] if shift else (day, self.starts))), self._begins(*ends)

    def in_order(self) -> list[str]:
        """The shifts as they come in a gaming day."""
        return sorted(self.shifts, key=lambda name: (self.shifts[name] < self.starts, self.shifts[name]))

    def told(self) -> str:
        shifts = ", ".join(f"{name} from {clock}" for name, clock in self.shifts.items())
        return f"gaming days begin at {self.starts} {self.time_zone}" + (f"; shifts: {shifts}" if shifts else "")

    def _day(self, at: int) -> date:
        today = datetime.fromtimestamp(at, zone_of(self.time_zone)).date()
        days = (today + timedelta(days=more) for more in (1, 0))
        return next((day for day in days if self._begun(at, day, self.starts)), today - timedelta(days=1))

    def _begins(self, day: date, clock: str) -> int:
        """The first second at which a time of a date has begun: within two days of it, in whatever time zone."""
        middle = int(datetime.combine(day, time(), UTC).timestamp())
        seconds = range(middle - NEAR, middle + NEAR)
        return seconds[bisect_left(seconds, True, key=lambda at: self._begun(at, day, clock))]

    def _begun(self, at: int, day: date, clock: str) -> bool:
        """Whether the clock on the wall has shown this time of this date. Where clocks go back and show it twice, the
        first time counts: nothing that has begun begins again. Where they go forward over it, it begins then."""
        zone = zone_of(self.time_zone)
        shown = datetime.combine(day, time.fromisoformat(clock))
        wall = datetime.fromtimestamp(at, zone).replace(tzinfo=None)
        return wall >= shown or at >= shown.replace(tzinfo=zone).timestamp()


def minutes(clock: str) -> int | None:
    """Since midnight; None if it is no time."""
    match = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)", clock, re.ASCII)
    return int(match[1]) * 60 + int(match[2]) if match else None


def zone_of(name: str) -> tzinfo | None:
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # none of that name, or what is no name at all
        return None
