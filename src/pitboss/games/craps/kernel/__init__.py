"""Craps thrown by the million.

The course of each wager is a table (`chains`): by the beginning of a state's row and the throw, the beginning of the
next state's row. The rows of ends lead nowhere, so that a whole word of throws can be gone through without asking
whether the wager is decided: nothing here depends on what nobody can foretell, but whether a unit needs another word.
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
    """By wager."""

    then: U2  # by state and throw
    ends: U2  # where the rows of ends begin


@part
def throws_of(drawn: Any, chains: Tables, wager: int, at: Any) -> Any:
    """Go through the throws of a word from a state on: its row afterward, and how many throws it took to decide the
    wager, all if it is not."""
    left, used, first_end = np.uint64(drawn), np.uint64(0), chains.ends[wager]
    for _ in range(THROWS_A_WORD):
        left = left * np.uint64(FACES)
        used += np.uint64(at < first_end)
        at = chains.then[wager, np.uint64(at) + (left >> np.uint64(32))]
        left &= np.uint64(_LOW)
    return at, used


@kernel("u8 u8", Tables, "u2[:,:] u4[:,:] u2[:,:] u1[:] u2[:]")
def play_units(key: int, first: int, chains: Tables, codes: U2, words: U4, rows: U2, used: U1, open_: U2) -> int:
    """As many units as there are codes, from `first` on, whose wagers are those of each seat in turn. The rest is room
    for LANES units: their words, where their wagers are, how many throws of a word they took, and which are undecided.
    The number of throws is returned."""
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
        left, at = lanes, 0
        while left:
            for wager in range(wagers):
                for i in range(left):
                    lane = open_[i]
                    row, took = throws_of(words[at & 3, lane], chains, wager, rows[wager, lane])
                    rows[wager, lane] = row
                    used[lane] = max(used[lane], np.uint8(took))
            at += 1
            still = 0
            for i in range(left):
                lane = open_[i]
                thrown += used[lane]
                undecided = False
                for wager in range(wagers):
                    undecided |= rows[wager, lane] < chains.ends[wager]
                open_[still] = lane
                still += undecided
            left = still
            for i in range(left):
                lane = open_[i]
                used[lane] = 0
                unit = start + np.uint64(lane)
                drawn = words[at & 3, lane] if at < WORDS else word(unit, key, at, 0)
                words[at & 3, lane] = throw_word(key, unit, at, drawn)
        for wager in range(wagers):
            begins = chains.ends[wager]
            for lane in range(lanes):
                rows[wager, lane] = (rows[wager, lane] - begins) // FACES
            for seat in range(seats):
                for lane in range(lanes):
                    codes[seat * wagers + wager, begin + lane] = rows[wager, lane]
    return thrown


def room(wagers: int) -> tuple[U4, U2, U1, U2]:
    """What `play_units` needs beside where it writes codes."""
    return (
        np.empty((WORDS, LANES), np.uint32),
        np.empty((wagers, LANES), np.uint16),
        np.empty(LANES, np.uint8),
        np.empty(LANES, np.uint16),
    )


def twin(chains: Tables) -> Twin:
    """The same for a graphics card."""
    wagers, rows = chains.then.shape
    sizes = {"WAGERS": wagers, "ROWS": rows, "END(wager)": index_expression("wager", chains.ends.tolist())}
    return Twin(Path(__file__).with_name("twin.cu"), sizes, {"then": chains.then})


KERNELS = (play_units,)
