"""The numbering of sets of k cards: ordered by the highest card, then the next highest, and so on.

The set of cards a < b < c has the number a + C(b, 2) + C(c, 3), so sets of three cards have the numbers 0 to 22,099.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from pitboss.numeric.compiler import part
from pitboss.numeric.hands import U1

CARDS = 52


@cache
def all_sets(size: int) -> U1:
    """Return all sets of `size` cards as [set number, i], the lowest card of each first."""
    lowest_first = np.array(list(combinations(range(CARDS), size)), np.uint8)
    order = np.lexsort(lowest_first.T)
    return np.ascontiguousarray(lowest_first[order])


@part
def pair_number(a: Any, b: Any) -> Any:
    """Return the number of a set of two cards, given in any order."""
    low, high = min(a, b), max(a, b)
    return np.int64(low) + np.int64(high) * (np.int64(high) - 1) // 2


@part
def triple_number(a: Any, b: Any, c: Any) -> Any:
    """Return the number of a set of three cards, given in any order."""
    low, middle = np.int64(min(a, b)), np.int64(max(a, b))
    high = max(middle, np.int64(c))
    middle = min(middle, np.int64(c))
    low, middle = min(low, middle), max(low, middle)
    return low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6


def set_number(cards: tuple[int, ...]) -> int:
    """Return the number of a set of cards of any size, given in any order."""
    return sum(comb(card, size) for size, card in enumerate(sorted(cards), 1))
