"""Value every flop for every hole, from its ranks and its suits, and decide whether to raise there.

The value of a flop to a hole is a sum of at most four numbers: one by its ranks, and one for each suit on the flop,
which is the change that this suit makes if it comes to three or more. For one hole these numbers are copied to one
array, the *column*, in which every flop has four fixed places.

Example: the flop 2h 7h Kd has two hearts and one diamond. Its value is read at its row seen from hearts (the set of 2
and 7, number C(0, 1) + C(5, 2) = 10, and the king elsewhere: TWO_IN_SUIT + 10 * 13 + 11), at its row seen from diamonds
(the king in the suit and the pair 7-2 elsewhere, number 15: 11 * 91 + 15), at NOWHERE, and at its number by ranks.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    FLOP_ROWS,
    KINDS,
    RANK_FLOPS,
    THREE_IN_SUIT,
    TWO_IN_SUIT,
    flop_number,
    kind_from_suit,
    pair_number,
)
from pitboss.numeric.compiler import group, kernel, part, run_in_threads, thread_count
from pitboss.numeric.hands import I8, U1, U2, U8


@group("i8[:,:,:] i8[:,:,:]")
class FlopSums(NamedTuple):
    """The values of flops, summed over all turns and rivers. On the way back, how often flops are reached."""

    by_ranks: I8  # [flop by ranks, pair, (checked, raised)]
    # [is_seen_suit, flop row, kind]: the change that a suit makes to the value checked; from KINDS on to the value
    # raised. The first index is 1 for the suit of a known dealer card.
    by_suit: I8


@group("i8[:,:] i8[:] u1[:,:] i8[:,:] i8[:,:]")
class FlopDecisions(NamedTuple):
    """Some holes, and the decision with each of them on every flop.

    Flops are numbered in ascending order of their cards; those that hold a known card are left out.
    """

    holes: I8  # [line, 2]: the hole's cards
    weight: I8  # [line]: on the way back, how often the hole gets to the flop without a raise
    raises: U1  # [line, flop]: 0 check, 1 raise, 2 both have the same value
    out: I8  # [line, 4]: the total value of the decisions; flops raised; flops where both are equal; all flops
    worth: I8  # [flop, (checked, raised)]: the values for the last hole; may have no rows


def new_flop_decisions(
    holes: list[tuple[int, int]], raises: U1, weight: list[int] | None = None, flops: int = 0
) -> FlopDecisions:
    """Return arrays for these holes. For the last hole the values of the first `flops` flops are kept."""
    count = len(holes)
    weights = np.array(weight or [0] * count, np.int64)
    cards, out = np.array(holes, np.int64).reshape(count, 2), np.zeros((count, 4), np.int64)
    return FlopDecisions(cards, weights, raises, out, np.zeros((flops, 2), np.int64))


NOWHERE = FLOP_ROWS  # the row, with value 0, of a card whose suit has a row already
BY_RANKS = 4 * (FLOP_ROWS + 1)  # the place in a column where the flops by ranks begin


def new_columns() -> I8:
    """Return a column: [place, (checked, raised)].

    Place s * (FLOP_ROWS + 1) + row is for a flop row seen from suit s, BY_RANKS + number for a flop by ranks.
    """
    return np.zeros((BY_RANKS + RANK_FLOPS, 2), np.int64)


@group("u8[:] u2[:,:]")
class Flops(NamedTuple):
    """Every flop of 52 cards, in ascending order of its cards."""

    cards: U8  # [flop]: its cards as a set of bits
    places: U2  # [flop, 4]: the places in a column whose sum is its value: three suits, then ranks


@part
def rows_of_flop(x: int, y: int, z: int, s: int, t: int, u: int) -> tuple[int, int, int]:
    """Return a flop's rows seen from the suit of each of its three cards.

    x, y and z are the ranks in ascending order; s, t and u are the suits of these cards. If cards share a suit, one of
    them has the row, and the others have NOWHERE.
    """
    xy, xz, yz = y * (y + 1) // 2 + x, z * (z + 1) // 2 + x, z * (z + 1) // 2 + y
    if s == t and t == u:
        return THREE_IN_SUIT + z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x, NOWHERE, NOWHERE
    if s == t:
        return TWO_IN_SUIT + (xy - y) * 13 + z, NOWHERE, z * 91 + xy
    if s == u:
        return TWO_IN_SUIT + (xz - z) * 13 + y, y * 91 + xz, NOWHERE
    if t == u:
        return x * 91 + yz, TWO_IN_SUIT + (yz - z) * 13 + x, NOWHERE
    return x * 91 + yz, y * 91 + xz, z * 91 + xy


@kernel(Flops)
def list_flops(flops: Flops) -> int:
    """Fill `flops` and return the number of flops."""
    number = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                x, y, z, s, t, u = a >> 2, b >> 2, c >> 2, a & 3, b & 3, c & 3
                i, j, k = rows_of_flop(x, y, z, s, t, u)
                places = flops.places[number]
                places[0], places[1] = s * (FLOP_ROWS + 1) + i, t * (FLOP_ROWS + 1) + j
                places[2], places[3] = u * (FLOP_ROWS + 1) + k, BY_RANKS + flop_number(x, y, z)
                flops.cards[number] = 1 << a | 1 << b | 1 << c
                number += 1
    return number


@cache
def all_flops() -> Flops:
    """Return every flop, computed once."""
    count = comb(52, 3)
    flops = Flops(np.zeros(count, np.uint64), np.zeros((count, 4), np.uint16))
    list_flops(flops)
    return flops


@part
def copy_column(back: int, p: int, q: int, seen: int, sums: FlopSums, column: I8) -> None:
    """Copy to `column` the values for one hole from `sums`. With `back`, add the column to `sums` instead."""
    hole = pair_number(p >> 2, q >> 2)
    for s in range(4):
        kind, is_seen_suit, first = kind_from_suit(p, q, s), int(seen >= 0 and seen & 3 == s), s * (FLOP_ROWS + 1)
        table = sums.by_suit[is_seen_suit]
        for i in range(FLOP_ROWS):
            if back:
                table[i, kind] += column[first + i, 0]
                table[i, KINDS + kind] += column[first + i, 1]
            else:
                column[first + i, 0] = table[i, kind]
                column[first + i, 1] = table[i, KINDS + kind]
        column[first + NOWHERE, 0] = column[first + NOWHERE, 1] = 0
    for flop in range(RANK_FLOPS):
        if back:
            sums.by_ranks[flop, hole, 0] += column[BY_RANKS + flop, 0]
            sums.by_ranks[flop, hole, 1] += column[BY_RANKS + flop, 1]
        else:
            column[BY_RANKS + flop, 0] = sums.by_ranks[flop, hole, 0]
            column[BY_RANKS + flop, 1] = sums.by_ranks[flop, hole, 1]


@part
def decide_flops(line: int, known: int, given: int, flops: Flops, asked: FlopDecisions, column: I8) -> None:
    """Value every flop for one hole and decide whether to raise; with `given`, as `asked.raises` says."""
    raises = asked.raises[line]
    total = raised = equal = number = 0
    for flop in range(flops.cards.shape[0]):
        if np.int64(flops.cards[flop]) & known:
            continue
        i, j = flops.places[flop, 0], flops.places[flop, 1]
        k, r = flops.places[flop, 2], flops.places[flop, 3]
        check = column[i, 0] + column[j, 0] + column[k, 0] + column[r, 0]
        bet = column[i, 1] + column[j, 1] + column[k, 1] + column[r, 1]
        if not given:
            raises[number] = (bet > check) + 2 * (bet == check)
        total += bet if raises[number] == 1 else check
        raised += raises[number] == 1
        equal += bet == check
        if number < asked.worth.shape[0]:
            asked.worth[number, 0] = check
            asked.worth[number, 1] = bet
        number += 1
    out = asked.out[line]
    out[0], out[1], out[2], out[3] = total, raised, equal, number


@part
def count_visits(line: int, known: int, flops: Flops, asked: FlopDecisions, column: I8) -> None:
    """Fill `column` with how often each of its places is reached by one hole, checked and raised."""
    raises, weight = asked.raises[line], asked.weight[line]
    column[:] = 0
    number = 0
    for flop in range(flops.cards.shape[0]):
        if np.int64(flops.cards[flop]) & known:
            continue
        choice = int(raises[number] == 1)
        for place in range(4):
            column[flops.places[flop, place], choice] += weight
        number += 1


@kernel("i8 i8 i8 i8", FlopSums, FlopDecisions, "i8", Flops, "i8[:,:]")
def share_of_flops(
    share: int,
    shares: int,
    back: int,
    seen: int,
    sums: FlopSums,
    asked: FlopDecisions,
    given: int,
    flops: Flops,
    column: I8,
) -> int:
    """Run `process_flops` for one of `shares` equal shares of the holes."""
    for line in range(share, asked.holes.shape[0], shares):
        p, q = asked.holes[line, 0], asked.holes[line, 1]
        known = 1 << p | 1 << q
        if seen >= 0:
            known |= 1 << seen
        if not back:
            copy_column(0, p, q, seen, sums, column)
            decide_flops(line, known, given, flops, asked, column)
        elif asked.weight[line]:
            count_visits(line, known, flops, asked, column)
            copy_column(1, p, q, seen, sums, column)
    return 0


def process_flops(back: int, seen: int, sums: FlopSums, asked: FlopDecisions, given: int, column: I8) -> None:
    """Value every flop for each hole and decide whether to raise; with `given`, as `asked.raises` says.

    `seen` is a known dealer card, or -1. With `back`, add to `sums` instead how often each flop is reached, checked or
    raised: as often as `asked.weight` says for each hole.
    """
    shares = min(thread_count(), len(asked.holes))
    work = [(sums, column)]
    for _ in range(1, shares):  # forwards, the sums are only read and can be shared
        share_sums = FlopSums(*(np.zeros(array.shape, np.int64) for array in sums)) if back else sums
        work.append((share_sums, new_columns()))
    run_in_threads(
        share_of_flops,
        [(share, shares, back, seen, own, asked, given, all_flops(), room) for share, (own, room) in enumerate(work)],
    )
    for share_sums, _ in work[1:] if back else ():
        np.add(sums.by_ranks, share_sums.by_ranks, sums.by_ranks)
        np.add(sums.by_suit, share_sums.by_suit, sums.by_suit)
