"""The kernel for wheels and shaken dice: each spin draws one of `stops` equally likely stops, from one random word.

The course of each wager is a Markov chain encoded as a flat table. A state is represented by the offset of its row;
the entry at offset + stop is the offset of the next state. States before `ends` are undecided; those from `ends` on are
ends, whose rows lead to themselves. Most wagers are decided by the first stop; others continue with the next one.
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
    """The courses of all wagers of a seat."""

    next_row: U2  # [wager, row of the state + stop]: row of the next state
    ends: U2  # [wager]: row of the first end
    stops: int  # number of stops, which is the length of a row


@part
def draw_stop(key: Any, unit: Any, number: int, stops: Any) -> Any:
    """Return stop `number` of a unit. Words that would make some stops more likely are drawn again."""
    refused = np.uint64(1 << 32) % np.uint64(stops)
    attempt = 0
    left = np.uint64(word(unit, key, number, attempt)) * np.uint64(stops)
    while left & np.uint64(_LOW) < refused:
        attempt += 1
        left = np.uint64(word(unit, key, number, attempt)) * np.uint64(stops)
    return left >> np.uint64(32)


@kernel("u8 u8", Courses, "u2[:,:] u2[:]")
def play_stops(key: int, first: int, courses: Courses, codes: U2, rows: U2) -> int:
    """Play the units from number `first` on, fill codes[seat * wagers + wager, unit], and return the number of spins.

    A code is the index of an end. All seats have the same wagers. Scratch: rows[wager], the row of the current state.
    """
    wagers = courses.next_row.shape[0]
    seats, units = codes.shape[0] // wagers, codes.shape[1]
    spins = 0
    for index in range(units):
        unit = np.uint64(first) + np.uint64(index)
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
        spins += turn
        for wager in range(wagers):
            code = (rows[wager] - courses.ends[wager]) // courses.stops
            for seat in range(seats):
                codes[seat * wagers + wager, index] = code
    return spins


def scratch(wagers: int) -> U2:
    """Return the scratch array of `play_stops`."""
    return np.empty(wagers, np.uint16)


def unit_stops(seed: int, unit: int, stops: int) -> Iterator[int]:
    """Yield the stops of a unit, one after the other, computed in plain Python."""
    for number in count():
        yield bounded_numbers(seed, unit, number, (stops,))[0]


def twin(courses: Courses) -> Twin:
    """Return the twin of `play_stops` for a graphics card."""
    wagers, rows = courses.next_row.shape
    sizes = {"WAGERS": wagers, "ROWS": rows, "STOPS": f"{courses.stops}u", "REFUSED": (1 << 32) % courses.stops}
    return Twin(HERE / "stops.cu", sizes, {"next_row": courses.next_row, "ends": courses.ends})


KERNELS = (play_stops,)
