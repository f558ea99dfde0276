"""Throw dice for craps by the million.

The course of each wager is a Markov chain, stored as a flat table: `then[wager, row + throw]` is the first row of the
next state, where `row` is the first row of the state and a state has FACES rows, one for each throw. Rows of ends lead
to themselves, so a whole word of throws can be processed without asking whether the wager is decided. That leaves one
branch that a processor cannot predict: whether a unit needs another word.

Example: a wager that only throw 5 decides has two states, the first of which has the rows 0 to FACES - 1. Throw 5 leads
from row 0 to row FACES, the end; every other throw leads back to row 0. A word whose first throw is 5 decides the wager
after one throw.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.draws import FACES, LANES, THROWS_A_WORD, WORDS, fill_block, throw_word, word
from pitboss.numeric.gpu.twin import Twin, index_expression
from pitboss.numeric.hands import U1, U2, U4

_LOW = 0xFFFFFFFF


@group("u2[:,:] u2[:]")
class Tables(NamedTuple):
    """The chains of the wagers."""

    then: U2  # [wager, row]: the first row of the next state
    ends: U2  # [wager]: the first row of the first end


@part
def throws_of(drawn: Any, chains: Tables, wager: int, row: Any) -> Any:
    """Apply the throws of a word, from a state on. Return the row afterward, and how many throws were needed to decide
    the wager.

    If the wager is not decided, all throws count.
    """
    left, used, first_end = np.uint64(drawn), np.uint64(0), chains.ends[wager]
    for _ in range(THROWS_A_WORD):
        left = left * np.uint64(FACES)
        used += np.uint64(row < first_end)
        row = chains.then[wager, np.uint64(row) + (left >> np.uint64(32))]
        left &= np.uint64(_LOW)
    return row, used


@kernel("u8 u8", Tables, "u2[:,:] u4[:,:] u2[:,:] u1[:] u2[:]")
def play_units(key: int, first: int, chains: Tables, codes: U2, words: U4, rows: U2, used: U1, open_: U2) -> int:
    """Throw for the units from number `first` on until `codes` [seat * wagers + wager, unit] is full of the numbers of
    ends.

    Return the number of throws. Work arrays for LANES units: words[word, unit], rows[wager, unit], used[unit] (throws
    used of the word) and open_[i] (the units that are undecided).
    """
    wagers = chains.then.shape[0]
    seats, units = codes.shape[0] // wagers, codes.shape[1]
    thrown = 0
    for begin in range(0, units, LANES):
        lanes = min(LANES, units - begin)
        start = np.uint64(first) + np.uint64(begin)
        fill_block(start, key, 0, words, lanes)
        for lane in range(lanes):
            words[0, lane] = throw_word(key, start + np.uint64(lane), 0, words[0, lane])
            used[lane] = 0
            open_[lane] = lane
        for wager in range(wagers):
            for lane in range(lanes):
                rows[wager, lane] = 0
        left, word_number = lanes, 0
        while left:
            for wager in range(wagers):
                for i in range(left):
                    lane = open_[i]
                    row, needed = throws_of(words[word_number & 3, lane], chains, wager, rows[wager, lane])
                    rows[wager, lane] = row
                    used[lane] = max(used[lane], np.uint8(needed))
            word_number += 1
            still_open = 0
            for i in range(left):
                lane = open_[i]
                thrown += used[lane]
                undecided = False
                for wager in range(wagers):
                    undecided |= rows[wager, lane] < chains.ends[wager]
                open_[still_open] = lane
                still_open += undecided
            left = still_open
            for i in range(left):
                lane = open_[i]
                used[lane] = 0
                unit = start + np.uint64(lane)
                drawn = words[word_number & 3, lane] if word_number < WORDS else word(unit, key, word_number, 0)
                words[word_number & 3, lane] = throw_word(key, unit, word_number, drawn)
        for wager in range(wagers):
            begins = chains.ends[wager]
            for lane in range(lanes):
                rows[wager, lane] = (rows[wager, lane] - begins) // FACES
            for seat in range(seats):
                for lane in range(lanes):
                    codes[seat * wagers + wager, begin + lane] = rows[wager, lane]
    return thrown


def room(wagers: int) -> tuple[U4, U2, U1, U2]:
    """Return the work arrays of `play_units`."""
    return (
        np.empty((WORDS, LANES), np.uint32),
        np.empty((wagers, LANES), np.uint16),
        np.empty(LANES, np.uint8),
        np.empty(LANES, np.uint16),
    )


def twin(chains: Tables) -> Twin:
    """Return the GPU version of the kernel with these chains."""
    wagers, rows = chains.then.shape
    sizes = {"WAGERS": wagers, "ROWS": rows, "END(wager)": index_expression("wager", chains.ends.tolist())}
    return Twin(Path(__file__).with_name("twin.cu"), sizes, {"then": chains.then})


KERNELS = (play_units,)
