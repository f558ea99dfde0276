"""Every choice of k cards from the deck, in one order: by the highest card, then the next, and so on.

A set of cards a < b < c has the number a + C(b, 2) + C(c, 3): those of three cards from 0 to 22,099.
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
def all_sets(many: int) -> U1:
    """The sets of so many cards, a line each with its lowest card first: line n is the set with the number n."""
    lowest_first = np.array(list(combinations(range(CARDS), many)), np.uint8)
    order = np.lexsort(lowest_first.T)
    return np.ascontiguousarray(lowest_first[order])


@part
def pair_number(a: Any, b: Any) -> Any:
    low, high = min(a, b), max(a, b)
    return np.int64(low) + np.int64(high) * (np.int64(high) - 1) // 2


@part
def triple_number(a: Any, b: Any, c: Any) -> Any:
    low, middle = np.int64(min(a, b)), np.int64(max(a, b))
    high = max(middle, np.int64(c))
    middle = min(middle, np.int64(c))
    low, middle = min(low, middle), max(low, middle)
    return low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6


def set_number(cards: tuple[int, ...]) -> int:
    """Of a set of cards."""
    return sum(comb(card, at + 1) for at, card in enumerate(sorted(cards)))
