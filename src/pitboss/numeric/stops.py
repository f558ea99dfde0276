"""Wheels spun, and dice shaken, by the million: each time one of so many equally likely stops.

The course of each wager is a table: by the beginning of a state's row and the stop, the beginning of the next state's
row. Most wagers are decided at once; one that is held over goes on with the next stop. The rows of ends lead to
themselves. A word gives one stop.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.draws import bounded_numbers, word
from pitboss.numeric.gpu.twin import HERE, Twin
from pitboss.numeric.hands import U2

_LOW = 0xFFFFFFFF
MOST_WAGERS = 256


@group("u2[:,:] u2[:] u8")
class Courses(NamedTuple):
    """By wager."""

    next_row: U2
    ends: U2  # where the rows of ends begin
    stops: int


@part
def draw_stop(key: Any, unit: Any, at: int, stops: Any) -> Any:
    """Stop number `at` of a unit. What would tip the scale is drawn again."""
    refused = np.uint64(1 << 32) % np.uint64(stops)
    attempt = 0
    left = np.uint64(word(unit, key, at, attempt)) * np.uint64(stops)
    while left & np.uint64(_LOW) < refused:
        attempt += 1
        left = np.uint64(word(unit, key, at, attempt)) * np.uint64(stops)
    return left >> np.uint64(32)


@kernel("u8 u8", Courses, "u2[:,:] u2[:]")
def play_stops(key: int, first: int, courses: Courses, codes: U2, rows: U2) -> int:
    """As many units as there are codes, from `first` on, whose wagers are those of each seat in turn. `rows` is room
    for one unit. The number of stops is returned."""
    wagers = courses.next_row.shape[0]
    seats, units = codes.shape[0] // wagers, codes.shape[1]
    spun = 0
    for at in range(units):
        unit = np.uint64(first) + np.uint64(at)
        for wager in range(wagers):
            rows[wager] = 0
        turn, undecided = 0, True
        while undecided:
            stop = draw_stop(key, unit, turn, courses.stops)
            turn += 1
            undecided = False
            for wager in range(wagers):
                rows[wager] = courses.next_row[wager, np.uint64(rows[wager]) + stop]
                undecided |= rows[wager] < courses.ends[wager]
        spun += turn
        for wager in range(wagers):
            code = (rows[wager] - courses.ends[wager]) // courses.stops
            for seat in range(seats):
                codes[seat * wagers + wager, at] = code
    return spun


def scratch(wagers: int) -> U2:
    return np.empty(wagers, np.uint16)


def unit_stops(seed: int, unit: int, stops: int) -> Iterator[int]:
    """The same in plain Python."""
    for at in count():
        yield bounded_numbers(seed, unit, at, (stops,))[0]


def twin(courses: Courses) -> Twin:
    """The same for a graphics card."""
    wagers, rows = courses.next_row.shape
    sizes = {"WAGERS": wagers, "ROWS": rows, "STOPS": f"{courses.stops}u", "REFUSED": (1 << 32) % courses.stops}
    return Twin(HERE / "stops.cu", sizes, {"next_row": courses.next_row, "ends": courses.ends})


KERNELS = (play_stops,)
