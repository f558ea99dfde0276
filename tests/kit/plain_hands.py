"""The worth of a hand, written to be read: the measure of the compiled evaluator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

ACE = 12
Worth = tuple[int, tuple[int, ...]]


def by_groups(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sizes of the groups of one rank, largest first, and the ranks in that order, the higher of equal
    groups first."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    return tuple(many for _, many in groups), tuple(rank for rank, _ in groups)


def run_from(ranks: Sequence[int]) -> int | None:
    """The highest rank of cards in sequence; an ace below the deuce makes the sequence end lower."""
    high = sorted(ranks, reverse=True)
    if len(set(high)) == len(high):
        if high[0] - high[-1] == len(high) - 1:
            return high[0]
        if high[0] == ACE and high[1] == len(high) - 2:
            return high[1]
    return None


@cache
def five(cards: tuple[int, ...]) -> Worth:
    """The class from 0, high card, to 9, royal flush; then what decides between two of the same class."""
    ranks = [card // 4 for card in cards]
    suited = len({card % 4 for card in cards}) == 1
    groups, order = by_groups(ranks)
    run = run_from(ranks)
    if suited and run is not None:
        return (9, ()) if run == ACE else (8, (run,))
    if suited:
        return 5, order
    if run is not None:
        return 4, (run,)
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1,) * 5: 0}[groups], order


@cache
def seven(cards: tuple[int, ...]) -> Worth:
    return max(five(each) for each in combinations(cards, 5))


def three(cards: Sequence[int]) -> Worth:
    """The class from 0, high card, to 5, straight flush."""
    ranks = [card // 4 for card in cards]
    suited = len({card % 4 for card in cards}) == 1
    groups, order = by_groups(ranks)
    run = run_from(ranks)
    if run is not None:
        return (5 if suited else 3), (run,)
    if suited:
        return 2, order
    return {(3,): 4, (2, 1): 1, (1, 1, 1): 0}[groups], order
