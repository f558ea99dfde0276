"""Flops: what each is worth to a hole, put together from its ranks and its suits, and whether to raise there."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    FLOP_ROWS,
    KINDS,
    RANK_FLOPS,
    THREE,
    TWO,
    flop_of,
    pair_of,
    seen_from,
)
from pitboss.numeric.compiler import group, kernel, part, run_in_threads, thread_count
from pitboss.numeric.hands import I8, U1, U2, U8


@group("i8[:,:,:] i8[:,:,:]")
class FlopSums(NamedTuple):
    """What flops are worth over all turns and rivers, checked and raised; going back, how often they are come to."""

    by_ranks: I8  # [flop, hole]
    by_suit: I8  # [own, row, kind]: what a suit changes; `own` is 1 for the suit of a dealer card that is known


@group("i8[:,:] i8[:] u1[:,:] i8[:,:] i8[:,:]")
class Asked(NamedTuple):
    """Holes, and what is done with them on every flop.

    Flops are numbered in ascending order of their cards, those that hold a known card left out.
    """

    holes: I8  # [line]: two cards
    weight: I8  # [line]: going back, how often it is played to the flop
    raises: U1  # [line, flop]: 0 check, 1 raise, 2 both equal
    out: I8  # [line]: the sum of what was decided for, flops raised, flops where both are equal, flops
    worth: I8  # [flop]: check and raise for the last hole, if it has lines


def ask(holes: list[tuple[int, int]], raises: U1, weight: list[int] | None = None, flops: int = 0) -> Asked:
    """With `flops`, what each of that many is worth is kept."""
    lines = len(holes)
    often = np.array(weight or [0] * lines, np.int64)
    cards, out = np.array(holes, np.int64).reshape(lines, 2), np.zeros((lines, 4), np.int64)
    return Asked(cards, often, raises, out, np.zeros((flops, 2), np.int64))


NOWHERE = FLOP_ROWS  # the row that stands for a suit that is not on the flop
BY_RANKS = 4 * (FLOP_ROWS + 1)  # where the flops by ranks begin in a column


def new_columns() -> I8:
    """Room for `at_flops`: what the sums have for one hole, the rows of each suit and then the flops by ranks."""
    return np.zeros((BY_RANKS + RANK_FLOPS, 2), np.int64)


@group("u8[:] u2[:,:]")
class Flops(NamedTuple):
    """Every flop of 52 cards, in ascending order of its cards."""

    cards: U8  # as a set of bits
    places: U2  # the four places in a column that make up what it is worth


@part
def rows_of(x: int, y: int, z: int, s: int, t: int, u: int) -> tuple[int, int, int]:
    """A flop's rows seen from the suit of each of its cards; NOWHERE where an earlier or later card has told.

    x, y and z are the ranks in ascending order, s, t and u the suits.
    """
    xy, xz, yz = y * (y + 1) // 2 + x, z * (z + 1) // 2 + x, z * (z + 1) // 2 + y
    if s == t and t == u:
        return THREE + z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x, NOWHERE, NOWHERE
    if s == t:
        return TWO + (xy - y) * 13 + z, NOWHERE, z * 91 + xy
    if s == u:
        return TWO + (xz - z) * 13 + y, y * 91 + xz, NOWHERE
    if t == u:
        return x * 91 + yz, TWO + (yz - z) * 13 + x, NOWHERE
    return x * 91 + yz, y * 91 + xz, z * 91 + xy


@kernel(Flops)
def list_flops(flops: Flops) -> int:
    number = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                x, y, z, s, t, u = a >> 2, b >> 2, c >> 2, a & 3, b & 3, c & 3
                i, j, k = rows_of(x, y, z, s, t, u)
                places = flops.places[number]
                places[0], places[1] = s * (FLOP_ROWS + 1) + i, t * (FLOP_ROWS + 1) + j
                places[2], places[3] = u * (FLOP_ROWS + 1) + k, BY_RANKS + flop_of(x, y, z)
                flops.cards[number] = 1 << a | 1 << b | 1 << c
                number += 1
    return number


@cache
def all_flops() -> Flops:
    many = comb(52, 3)
    found = Flops(np.zeros(many, np.uint64), np.zeros((many, 4), np.uint16))
    list_flops(found)
    return found


@part
def lay_out(back: int, p: int, q: int, seen: int, sums: FlopSums, column: I8) -> None:
    """What the sums have for a hole as one column; or, going back, a column added to them."""
    hole = pair_of(p >> 2, q >> 2)
    for s in range(4):
        kind, own, first = seen_from(p, q, s), int(seen >= 0 and seen & 3 == s), s * (FLOP_ROWS + 1)
        table = sums.by_suit[own]
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
def decide_flops(line: int, known: int, given: int, every: Flops, asked: Asked, column: I8) -> None:
    """For one hole put together what every flop is worth, and decide; with `given`, as `raises` says."""
    raises = asked.raises[line]
    total = raised = equal = number = 0
    for flop in range(every.cards.shape[0]):
        if np.int64(every.cards[flop]) & known:
            continue
        i, j = every.places[flop, 0], every.places[flop, 1]
        k, r = every.places[flop, 2], every.places[flop, 3]
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
def come_to_flops(line: int, known: int, every: Flops, asked: Asked, column: I8) -> None:
    """For one hole, how often each place of a column is come to, checked and raised."""
    raises, often = asked.raises[line], asked.weight[line]
    column[:] = 0
    number = 0
    for flop in range(every.cards.shape[0]):
        if np.int64(every.cards[flop]) & known:
            continue
        choice = int(raises[number] == 1)
        for place in range(4):
            column[every.places[flop, place], choice] += often
        number += 1


@kernel("i8 i8 i8 i8", FlopSums, Asked, "i8", Flops, "i8[:,:]")
def share_at_flops(
    share: int, shares: int, back: int, seen: int, sums: FlopSums, asked: Asked, given: int, every: Flops, column: I8
) -> int:
    """One of some equal shares of `at_flops`."""
    for line in range(share, asked.holes.shape[0], shares):
        p, q = asked.holes[line, 0], asked.holes[line, 1]
        known = 1 << p | 1 << q
        if seen >= 0:
            known |= 1 << seen
        if not back:
            lay_out(0, p, q, seen, sums, column)
            decide_flops(line, known, given, every, asked, column)
        elif asked.weight[line]:
            come_to_flops(line, known, every, asked, column)
            lay_out(1, p, q, seen, sums, column)
    return 0


def at_flops(back: int, seen: int, sums: FlopSums, asked: Asked, given: int, column: I8) -> None:
    """For each hole put together what every flop is worth, and decide; with `given`, as `raises` says.

    `seen` is a dealer card that is known, or -1. With `back`, each flop is instead added to `sums` as often as
    `weight` says, where its choice says.
    """
    shares = min(thread_count(), len(asked.holes))
    rooms = [(sums, column)]
    for _ in range(1, shares):  # the sums are only read, unless it goes back
        apart = FlopSums(*(np.zeros(each.shape, np.int64) for each in sums)) if back else sums
        rooms.append((apart, new_columns()))
    run_in_threads(
        share_at_flops,
        [(share, shares, back, seen, own, asked, given, all_flops(), room) for share, (own, room) in enumerate(rooms)],
    )
    for apart, _ in rooms[1:] if back else ():
        np.add(sums.by_ranks, apart.by_ranks, sums.by_ranks)
        np.add(sums.by_suit, apart.by_suit, sums.by_suit)
