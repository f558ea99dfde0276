"""The gaming day and its shifts: which of them a moment belongs to, by the house's own clock.

No held paragraph says when a gaming day begins, so the house decides, and its house file says so.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import ClassVar
from zoneinfo import ZoneInfo

import msgspec

from pitboss.engine.houses.house import Finding, name_fault

CITE = "house:gaming-day"
FIRST, LAST = 0, 253_370_678_400  # moments that a clock in any time zone can show: from 1970 to the year 9998
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
        """Yield what is wrong with these settings: an unknown time zone, a malformed time, shifts that do not fit the
        day."""
        if zone_of(self.time_zone) is None:
            right = 'use a name such as "America/New_York"; if this system has no time zones, install tzdata'
            yield Finding("time-zone", CITE, f"there is no time zone {self.time_zone!r} here", right)
        for key, clock in (
            ("starts", self.starts),
            *((f"shifts.{name}", start) for name, start in self.shifts.items()),
        ):
            if minutes(clock) is None:
                yield Finding(key, CITE, f"{clock!r} is not a time", 'write hours and minutes, as in "06:00"')
                return
        for name in self.shifts:
            if wrong := name_fault(name):
                yield Finding("shifts", CITE, wrong, "give each shift a name that can be printed")
        minutes_of_shifts = [minutes(clock) for clock in self.shifts.values()]
        if len(set(minutes_of_shifts)) < len(minutes_of_shifts):
            yield Finding("shifts", CITE, "two shifts begin at the same time", "let each begin when the last one ends")
        elif minutes_of_shifts and minutes(self.starts) not in minutes_of_shifts:
            wrong = f"no shift begins at {self.starts}, when the gaming day does"
            yield Finding("shifts", CITE, wrong, "let one begin there, so that no shift belongs to two gaming days")

    def day_of(self, moment: int) -> str:
        """Return the date of the gaming day that a moment belongs to. The first second of a gaming day belongs to
        it."""
        return self._day(moment).isoformat()

    def shift_of(self, moment: int) -> str:
        """Return the name of the shift that a moment belongs to, or an empty string if there are no shifts."""
        day, current = self._day(moment), ""
        for name in self.in_order():
            clock = self.shifts[name]
            if not current or self._has_reached(moment, day + timedelta(days=clock < self.starts), clock):
                current = name
        return current

    def span(self, day: date, shift: str = "") -> tuple[int, int]:
        """Return when a gaming day or one of its shifts begins and ends, in seconds since 1970. It ends when the next
        one begins."""
        names = self.in_order()
        starts = [(day + timedelta(days=self.shifts[name] < self.starts), self.shifts[name]) for name in names]
        starts.append((day + timedelta(days=1), self.starts))
        index = names.index(shift) if shift else 0
        ends = starts[index + 1] if shift else starts[-1]
        return self._first_second_of(*(starts[index] if shift else (day, self.starts))), self._first_second_of(*ends)

    def in_order(self) -> list[str]:
        """List the names of the shifts in the order in which they begin in a gaming day."""
        return sorted(self.shifts, key=lambda name: (self.shifts[name] < self.starts, self.shifts[name]))

    def describe(self) -> str:
        """Describe when gaming days and shifts begin, in one line."""
        shifts = ", ".join(f"{name} from {clock}" for name, clock in self.shifts.items())
        return f"gaming days begin at {self.starts} {self.time_zone}" + (f"; shifts: {shifts}" if shifts else "")

    def _day(self, moment: int) -> date:
        today = datetime.fromtimestamp(moment, zone_of(self.time_zone)).date()
        days = (today + timedelta(days=ahead) for ahead in (1, 0))
        return next((day for day in days if self._has_reached(moment, day, self.starts)), today - timedelta(days=1))

    def _first_second_of(self, day: date, clock: str) -> int:
        """Return the first second at which the clock has reached this time of this date. In any time zone it is within
        two days of midnight UTC."""
        middle = int(datetime.combine(day, time(), UTC).timestamp())
        seconds = range(middle - NEAR, middle + NEAR)
        return seconds[bisect_left(seconds, True, key=lambda moment: self._has_reached(moment, day, clock))]

    def _has_reached(self, moment: int, day: date, clock: str) -> bool:
        """Return whether the house's clock has reached this time of this date. If clocks go back and show the time
        twice, the first time counts. If clocks go forward and skip it, it is reached at the change."""
        zone = zone_of(self.time_zone)
        clock_time = datetime.combine(day, time.fromisoformat(clock))
        wall_clock = datetime.fromtimestamp(moment, zone).replace(tzinfo=None)
        return wall_clock >= clock_time or moment >= clock_time.replace(tzinfo=zone).timestamp()


def minutes(clock: str) -> int | None:
    """Convert a time such as "06:00" to minutes since midnight. Return None if it is not a time."""
    match = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)", clock, re.ASCII)
    return int(match[1]) * 60 + int(match[2]) if match else None


def zone_of(name: str) -> tzinfo | None:
    """Return the time zone of this name, or None if this system does not know it."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # an unknown name, or text that cannot be a name
        return None
