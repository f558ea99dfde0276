"""The 169 starting holes, and the numbers of deals."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

RANKS = "23456789TJQKA"
FLOPS, RUNOUTS, DEALERS = comb(50, 3), comb(47, 2), comb(45, 2)
DEALS = FLOPS * RUNOUTS * DEALERS  # the deals for one hole: flop, then turn and river, then the dealer's hand
HOLES = 1326  # C(52, 2)

# The same for one hole and one dealer card that was seen.
SEEN_FLOPS, SEEN_RUNOUTS, SEEN_DEALERS = comb(49, 3), comb(46, 2), 44
SEEN_DEALS = SEEN_FLOPS * SEEN_RUNOUTS * SEEN_DEALERS


class Hole(NamedTuple):
    """One of the 169 starting holes: two cards before the flop, except for the names of suits."""

    name: str  # such as "AA", "AKs", "AKo"
    cards: tuple[int, int]  # an example
    weight: int  # the number of holes that it stands for: 6, 4 or 12


def starting_holes() -> list[Hole]:
    """Return the grid of starting holes row by row from the aces: pairs on the diagonal, suited holes above it."""
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
