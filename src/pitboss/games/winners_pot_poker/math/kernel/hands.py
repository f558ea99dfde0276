"""Number hands of five cards by their ranks and whether they are of one suit; nothing else decides their strength.

The 6,175 multisets of five ranks are numbered in the order of strength that they have as hands of several suits
("plain"). The 1,287 of them with five different ranks may also be of one suit ("suited"), and have a second number
among themselves. That order is the same for both: the higher of two remains the higher if both become suited. All 7,462
strengths together have one order.

A sum finds the number of a set: the ranks are taken from the lowest up, and each rank adds the number of sets that have
fewer cards of this rank, given how many cards are lower (`Hands.adds`).

Example: A-A-A-A-K has the sum 0, because no set has fewer cards of the lower ranks; 2-2-2-2-3 has the last sum, 6174.
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
EACH = OF_A_RANK + 1  # possible numbers of cards of a rank: none to four
HANDS, DIFFERENT = 6175, 1287  # sets of five ranks, and those of five different ones
STRENGTHS = HANDS + DIFFERENT


@group("u2[:] u2[:] i8[:,:,:] u2[:] i4[:] i4[:] i4[:] u2[:] u2[:] u2[:] u2[:]")
class Hands(NamedTuple):
    """The hands, in one order of strength."""

    # A set is a multiset of up to five ranks. Those of five come last, in order of strength.
    before: U2  # [set]: the set without its highest rank
    top: U2  # [set]: EACH * its highest rank + the number of cards of that rank
    adds: I8  # [rank, cards of lower ranks, cards of this rank]: what the rank adds to the sum that finds a set of five
    found: U2  # [sum]: the hand
    plain: I4  # [hand]: its strength if it is of several suits
    suited: I4  # [hand]: its strength if it is of one suit; -1 if it cannot be
    different: I4  # [hand]: its number among the hands whose ranks differ, or -1
    hand: U2  # [number among the hands whose ranks differ]: the hand
    lower: U2  # [strength]: how many plain hands are lower
    lower_plain: U2  # [strength]: how many plain hands are lower whose ranks differ
    lower_suited: U2  # [strength]: how many suited hands are lower


BLOCK = 32  # partial sums over the hands whose ranks differ are kept for every 32 of them
PADDED = -(-DIFFERENT // BLOCK) * BLOCK


@group("i8[:] i8 u4[:,:] i4[:,:] i4[:]")
class Deck(NamedTuple):
    """A deck with some of the ranks, each in the same number of suits."""

    copies: I8  # [rank]: its cards in the deck
    suits: int  # suits of each rank
    # [number, number], for two hands whose ranks differ, the first of which is suited: the part of all ways to deal the
    # second hand's ranks that makes it suited too, times suits**5 * (suits - 1)**5. Padded with 0 to whole blocks.
    share: U4
    apart: I4  # [number, end]: how many hands with numbers below `end` share no rank with this one
    known: I4  # [end]: how many hands with numbers below `end` are in the deck at all


def _sets(size: int) -> list[Ranks]:
    """Return all multisets of so many ranks, of which a deck has four cards each."""
    multisets = combinations_with_replacement(range(RANKS), size)
    return [ranks for ranks in multisets if max(Counter(ranks).values(), default=0) <= OF_A_RANK]


@cache
def rank_addends() -> I8:
    """Return adds[rank, lower, count]: the number of sets that have fewer than `count` cards of the rank.

    They have the same `lower` cards of lower ranks, and higher ranks for the rest. Added up over the ranks of a set,
    this is the number of sets that come before it.
    """
    ways = np.zeros((RANKS + 1, SIZE + 1), np.int64)  # to choose so many cards of this rank and higher ones
    ways[RANKS, 0] = 1
    for rank in reversed(range(RANKS)):
        for size in range(SIZE + 1):
            ways[rank, size] = sum(ways[rank + 1, size - count] for count in range(min(size, OF_A_RANK) + 1))
    adds = np.zeros((RANKS, SIZE + 1, OF_A_RANK + 1), np.int64)
    for rank in range(RANKS):
        for lower in range(SIZE + 1):
            for count in range(min(OF_A_RANK, SIZE - lower)):
                adds[rank, lower, count + 1] = adds[rank, lower, count] + ways[rank + 1, SIZE - lower - count]
    return adds


def sum_of_ranks(ranks: Ranks) -> int:
    """Return the sum by which a set of five ranks is found."""
    return sum(int(rank_addends()[rank, ranks.index(rank), count]) for rank, count in Counter(ranks).items())


def hands(strength: Callable[[Ranks, bool], Any]) -> Hands:
    """Return the tables for the strengths that the game gives to five ranks, suited or not."""
    fives = sorted(_sets(SIZE), key=lambda ranks: strength(ranks, False))
    sets = [ranks for size in range(SIZE) for ranks in _sets(size)] + fives
    number_of = {ranks: index for index, ranks in enumerate(sets)}
    tops = [(ranks[-1], ranks.count(ranks[-1])) if ranks else (0, 0) for ranks in sets]
    different = [index for index, ranks in enumerate(fives) if len(set(ranks)) == SIZE]
    order = sorted(
        [(strength(ranks, False), False, index) for index, ranks in enumerate(fives)]
        + [(strength(fives[index], True), True, index) for index in different]
    )
    assert len({value for value, _, _ in order}) == STRENGTHS
    assert [index for _, suited, index in order if suited] == different
    plain, suited, different_number = (np.full(HANDS, -1, np.int32) for _ in range(3))
    different_number[different] = np.arange(DIFFERENT)
    for strength_number, (_, is_suited, index) in enumerate(order):
        (suited if is_suited else plain)[index] = strength_number
    hand_of_sum = np.empty(HANDS, np.uint16)
    hand_of_sum[[sum_of_ranks(ranks) for ranks in fives]] = np.arange(HANDS)

    def lower(counts: Callable[[bool, int], bool]) -> U2:
        """Return, for each strength, how many lower ones there are for which `counts` is true."""
        return np.cumsum([0, *(counts(is_suited, index) for _, is_suited, index in order)], dtype=np.uint16)

    return Hands(
        before=np.array(
            [number_of[ranks[: -count or 0]] for ranks, (_, count) in zip(sets, tops, strict=True)], np.uint16
        ),
        top=np.array([EACH * rank + count for rank, count in tops], np.uint16),
        adds=rank_addends(),
        found=hand_of_sum,
        plain=plain,
        suited=suited,
        different=different_number,
        hand=np.array(different, np.uint16),
        lower=lower(lambda is_suited, index: not is_suited),
        lower_plain=lower(lambda is_suited, index: not is_suited and different_number[index] >= 0),
        lower_suited=lower(lambda is_suited, index: is_suited),
    )


def ranks_of(hands: Hands) -> list[Ranks]:
    """Return the ranks of each hand."""
    sets: list[Ranks] = []
    for before, top in zip(hands.before, hands.top, strict=True):
        rank, times = divmod(int(top), EACH)
        sets.append((*(sets[before] if times else ()), *[rank] * times))
    return sets[-HANDS:]


def deck(hands: Hands, ranks: Collection[int] = range(RANKS), suits: int = OF_A_RANK) -> Deck:
    """Return the deck with these ranks, in this number of suits."""
    copies = np.array([suits * (rank in ranks) for rank in range(RANKS)], np.int64)
    ranks_by_hand = ranks_of(hands)
    masks = [sum(1 << rank for rank in ranks_by_hand[hand]) for hand in hands.hand]
    known = np.array([all(copies[rank] for rank in ranks_by_hand[hand]) for hand in hands.hand])
    common = _common(masks)
    # Of another suit, or of the same one if no rank is in common; each rank in common has a suit less to choose from.
    share_by_common = [
        (suits - (shared > 0)) * suits**shared * (suits - 1) ** (SIZE - shared) for shared in range(SIZE + 1)
    ]
    apart = np.zeros((DIFFERENT, DIFFERENT + 1), np.int32)
    apart[:, 1:] = np.cumsum((common == 0) & known, axis=1)
    share = np.zeros((DIFFERENT, PADDED), np.uint32)
    share[:, :DIFFERENT] = np.array(share_by_common, np.uint32)[common]
    return Deck(
        copies=copies,
        suits=suits,
        share=share,
        apart=apart,
        known=np.concatenate([[0], np.cumsum(known)]).astype(np.int32),
    )


def _common(masks: Sequence[int]) -> I8:
    """Return [hand, hand]: how many ranks two hands have in common."""
    has_rank = np.array([[mask >> rank & 1 for rank in range(RANKS)] for mask in masks])
    common: I8 = has_rank @ has_rank.T
    return common
