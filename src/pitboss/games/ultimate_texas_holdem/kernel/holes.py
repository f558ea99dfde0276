"""The 169 starting holes, and how many deals there are."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

RANKS = "23456789TJQKA"
FLOPS, RUNOUTS, DEALERS = comb(50, 3), comb(47, 2), comb(45, 2)
DEALS = FLOPS * RUNOUTS * DEALERS  # for one hole: flop, then turn and river, then dealer
HOLES = 1326

# With one dealer card seen: for one hole and that card.
SEEN_FLOPS, SEEN_RUNOUTS, SEEN_DEALERS = comb(49, 3), comb(46, 2), 44
SEEN_DEALS = SEEN_FLOPS * SEEN_RUNOUTS * SEEN_DEALERS


class Hole(NamedTuple):
    """One of 169: what two cards are before the flop."""

    name: str  # as "AA", "AKs", "AKo"
    cards: tuple[int, int]  # one of them
    weight: int  # how many there are: 6, 4 or 12


def starting_holes() -> list[Hole]:
    """The grid row by row from the aces: pairs on the diagonal, suited above it."""
    holes = []
    for row in range(12, -1, -1):
        for column in range(12, -1, -1):
            high, low = max(row, column), min(row, column)
            name = RANKS[high] + RANKS[low]
            if row == column:
                holes.append(Hole(name, (4 * high, 4 * high + 1), 6))
            elif row > column:
                holes.append(Hole(name + "s", (4 * high, 4 * low), 4))
            else:
                holes.append(Hole(name + "o", (4 * high, 4 * low + 1), 12))
    return holes


STARTING = starting_holes()
