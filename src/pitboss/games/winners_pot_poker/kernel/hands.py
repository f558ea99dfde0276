"""Hands of five cards by number: their ranks, and whether they are of one suit, for nothing else makes their strength.

The 6,175 sets of five ranks are numbered in the order of strength that they have as hands of several suits. The 1,287
whose ranks all differ may also be of one suit ("suited"), and are numbered once more among themselves. That order is
the same for both: the higher of two stays the higher if both become suited. All 7,462 strengths together have an order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.numeric.compiler import group

I4: TypeAlias = NDArray[np.int32]
I8: TypeAlias = NDArray[np.int64]
U2: TypeAlias = NDArray[np.uint16]
U4: TypeAlias = NDArray[np.uint32]
Ranks: TypeAlias = tuple[int, ...]  # from low to high; 0 is the deuce

RANKS, OF_A_RANK, SIZE = 13, 4, 5
EACH = OF_A_RANK + 1  # numbers of cards of a rank, from none to all
HANDS, DIFFERENT = 6175, 1287  # sets of five ranks, and those of five different ones
STRENGTHS = HANDS + DIFFERENT


@group("u2[:] u2[:] i8[:,:,:] u2[:] i4[:] i4[:] i4[:] u2[:] u2[:] u2[:] u2[:]")
class Hands(NamedTuple):
    """The hands in one order of strength."""

    # Every set of up to five ranks, those of five last and in order of strength.
    before: U2  # the same without its highest rank ...
    top: U2  # ... and that rank with how often it is there: `EACH` * rank + times
    # What a rank adds to a sum by which a set of five is found: by rank, cards of lower ranks, cards of this rank.
    adds: I8
    found: U2  # by that sum: the hand
    plain: I4  # by hand: its strength if it is of several suits
    suited: I4  # by hand: its strength if it is of one; -1 if it cannot be
    different: I4  # by hand: its number among those whose ranks differ, or -1
    hand: U2  # by that number: the hand
    # By strength: how many are lower, as hands of several suits ...
    lower: U2
    lower_plain: U2  # ... those of them whose ranks differ ...
    lower_suited: U2  # ... and as suited hands.


BLOCK = 32  # sums are kept for every so many of the hands whose ranks differ
PADDED = -(-DIFFERENT // BLOCK) * BLOCK


@group("i8[:] i8 u4[:,:] i4[:,:] i4[:]")
class Deck(NamedTuple):
    """A deck with some ranks, each in the same number of suits."""

    copies: I8  # by rank: cards of it
    suits: int
    # By two hands whose ranks differ: of all ways in which the second holds its ranks, dealt after the first, which is
    # suited, and before anything is known of the rest, how many are suited too; in parts of `suits`**5 (`suits`-1)**5.
    # Filled up with nothing to whole blocks.
    share: U4
    apart: I4  # by such a hand and number: how many below the number share no rank with it
    known: I4  # by number: how many below it are in the deck at all


def _sets(size: int) -> list[Ranks]:
    every = combinations_with_replacement(range(RANKS), size)
    return [ranks for ranks in every if max(Counter(ranks).values(), default=0) <= OF_A_RANK]


@cache
def _sums() -> I8:
    """How many sets come before one: those that have fewer cards of its lowest rank in which they are not alike."""
    ways = np.zeros((RANKS + 1, SIZE + 1), np.int64)  # to choose so many cards of this rank and higher ones
    ways[RANKS, 0] = 1
    for rank in reversed(range(RANKS)):
        for size in range(SIZE + 1):
            ways[rank, size] = sum(ways[rank + 1, size - some] for some in range(min(size, OF_A_RANK) + 1))
    adds = np.zeros((RANKS, SIZE + 1, OF_A_RANK + 1), np.int64)
    for rank in range(RANKS):
        for lower in range(SIZE + 1):
            for some in range(min(OF_A_RANK, SIZE - lower)):
                adds[rank, lower, some + 1] = adds[rank, lower, some] + ways[rank + 1, SIZE - lower - some]
    return adds


def _sum(ranks: Ranks) -> int:
    return sum(int(_sums()[rank, ranks.index(rank), often]) for rank, often in Counter(ranks).items())


def hands(strength: Callable[[Ranks, bool], Any]) -> Hands:
    """By the strength that the game gives to five ranks, suited or not."""
    fives = sorted(_sets(SIZE), key=lambda ranks: strength(ranks, False))
    sets = [ranks for size in range(SIZE) for ranks in _sets(size)] + fives
    number = {ranks: at for at, ranks in enumerate(sets)}
    tops = [(ranks[-1], ranks.count(ranks[-1])) if ranks else (0, 0) for ranks in sets]
    different = [at for at, ranks in enumerate(fives) if len(set(ranks)) == SIZE]
    order = sorted(
        [(strength(ranks, False), False, at) for at, ranks in enumerate(fives)]
        + [(strength(fives[at], True), True, at) for at in different]
    )
    assert len({each for each, _, _ in order}) == STRENGTHS
    assert [at for _, suited, at in order if suited] == different
    plain, suited, among = (np.full(HANDS, -1, np.int32) for _ in range(3))
    among[different] = np.arange(DIFFERENT)
    for place, (_, of_one, at) in enumerate(order):
        (suited if of_one else plain)[at] = place
    found = np.empty(HANDS, np.uint16)
    found[[_sum(ranks) for ranks in fives]] = np.arange(HANDS)

    def lower(counts: Callable[[bool, int], bool]) -> U2:
        return np.cumsum([0, *(counts(of_one, at) for _, of_one, at in order)], dtype=np.uint16)

    return Hands(
        before=np.array(
            [number[ranks[: -often or 0]] for ranks, (_, often) in zip(sets, tops, strict=True)], np.uint16
        ),
        top=np.array([EACH * rank + often for rank, often in tops], np.uint16),
        adds=_sums(),
        found=found,
        plain=plain,
        suited=suited,
        different=among,
        hand=np.array(different, np.uint16),
        lower=lower(lambda of_one, at: not of_one),
        lower_plain=lower(lambda of_one, at: not of_one and among[at] >= 0),
        lower_suited=lower(lambda of_one, at: of_one),
    )


def ranks_of(made: Hands) -> list[Ranks]:
    """The ranks of each hand."""
    sets: list[Ranks] = []
    for before, top in zip(made.before, made.top, strict=True):
        rank, times = divmod(int(top), EACH)
        sets.append((*(sets[before] if times else ()), *[rank] * times))
    return sets[-HANDS:]


def deck(made: Hands, ranks: Collection[int] = range(RANKS), suits: int = OF_A_RANK) -> Deck:
    copies = np.array([suits * (rank in ranks) for rank in range(RANKS)], np.int64)
    every = ranks_of(made)
    masks = [sum(1 << rank for rank in every[at]) for at in made.hand]
    known = np.array([all(copies[rank] for rank in every[at]) for at in made.hand])
    common = _common(masks)
    # Of another suit, or of the same one if no rank is in common; each rank in common has a suit less to choose from.
    parts = [(suits - (shared > 0)) * suits**shared * (suits - 1) ** (SIZE - shared) for shared in range(SIZE + 1)]
    apart = np.zeros((DIFFERENT, DIFFERENT + 1), np.int32)
    apart[:, 1:] = np.cumsum((common == 0) & known, axis=1)
    share = np.zeros((DIFFERENT, PADDED), np.uint32)
    share[:, :DIFFERENT] = np.array(parts, np.uint32)[common]
    return Deck(
        copies=copies,
        suits=suits,
        share=share,
        apart=apart,
        known=np.concatenate([[0], np.cumsum(known)]).astype(np.int32),
    )


def _common(masks: Sequence[int]) -> I8:
    """How many ranks each two have in common."""
    held = np.array([[mask >> rank & 1 for rank in range(RANKS)] for mask in masks])
    common: I8 = held @ held.T
    return common
