"""Flops: what each is worth to a hole, put together from its ranks and its suits, and whether to raise there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    FLOP_ROWS,
    KINDS,
    THREE,
    TWO,
    flop_of,
    pair_of,
    seen_from,
)
from pitboss.numeric.compiled import group, kernel, part
from pitboss.numeric.hands import I8, U1


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


def new_columns() -> I8:
    """Room for `at_flops`: [suit, row], what the table has for one hole. The last row stands for a suit not there."""
    return np.zeros((4, FLOP_ROWS + 1, 2), np.int64)


@part
def rows_of(x: int, y: int, z: int, s: int, t: int, u: int) -> tuple[int, int, int]:
    """A flop's rows seen from the suit of each of its cards; FLOP_ROWS where an earlier or later card has told.

    x, y and z are the ranks in ascending order, s, t and u the suits.
    """
    xy, xz, yz = y * (y + 1) // 2 + x, z * (z + 1) // 2 + x, z * (z + 1) // 2 + y
    if s == t and t == u:
        return THREE + z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x, FLOP_ROWS, FLOP_ROWS
    if s == t:
        return TWO + (xy - y) * 13 + z, FLOP_ROWS, z * 91 + xy
    if s == u:
        return TWO + (xz - z) * 13 + y, y * 91 + xz, FLOP_ROWS
    if t == u:
        return x * 91 + yz, TWO + (yz - z) * 13 + x, FLOP_ROWS
    return x * 91 + yz, y * 91 + xz, z * 91 + xy


@kernel("i8 i8", FlopSums, Asked, "i8 i8[:,:,:]")
def at_flops(back: int, seen: int, sums: FlopSums, asked: Asked, given: int, column: I8) -> int:
    """For each hole put together what every flop is worth, and decide; with `given`, as `raises` says.

    `seen` is a dealer card that is known, or -1. With `back`, each flop is instead added to `sums` as often as
    `weight` says, where its choice says.
    """
    flops, table, raises = sums.by_ranks, sums.by_suit, asked.raises
    for line in range(asked.holes.shape[0]):
        often = asked.weight[line]
        if back and often == 0:
            continue
        p, q = asked.holes[line, 0], asked.holes[line, 1]
        hole = pair_of(p >> 2, q >> 2)
        for s in range(4):
            kind, own = seen_from(p, q, s), int(seen >= 0 and seen & 3 == s)
            for i in range(FLOP_ROWS + 1):
                column[s, i, 0] = 0 if back or i == FLOP_ROWS else table[own, i, kind]
                column[s, i, 1] = 0 if back or i == FLOP_ROWS else table[own, i, KINDS + kind]
        total = raised = equal = number = 0
        for a in range(52):
            if a == p or a == q or a == seen:  # noqa: SIM109
                continue
            x, s = a >> 2, a & 3
            for b in range(a + 1, 52):
                if b == p or b == q or b == seen:  # noqa: SIM109
                    continue
                y, t = b >> 2, b & 3
                for c in range(b + 1, 52):
                    if c == p or c == q or c == seen:  # noqa: SIM109
                        continue
                    z, u = c >> 2, c & 3
                    flop = flop_of(x, y, z)
                    i, j, k = rows_of(x, y, z, s, t, u)
                    if back:
                        choice = int(raises[line, number] == 1)
                        flops[flop, hole, choice] += often
                        column[s, i, choice] += often
                        column[t, j, choice] += often
                        column[u, k, choice] += often
                        number += 1
                        continue
                    check = flops[flop, hole, 0] + column[s, i, 0] + column[t, j, 0] + column[u, k, 0]
                    bet = flops[flop, hole, 1] + column[s, i, 1] + column[t, j, 1] + column[u, k, 1]
                    if not given:
                        raises[line, number] = (bet > check) + 2 * (bet == check)
                    total += bet if raises[line, number] == 1 else check
                    raised += raises[line, number] == 1
                    equal += bet == check
                    if number < asked.worth.shape[0]:
                        asked.worth[number, 0] = check
                        asked.worth[number, 1] = bet
                    number += 1
        out = asked.out[line]
        out[0], out[1], out[2], out[3] = total, raised, equal, number
        if back:
            for s in range(4):
                kind, own = seen_from(p, q, s), int(seen >= 0 and seen & 3 == s)
                for i in range(FLOP_ROWS):
                    table[own, i, kind] += column[s, i, 0]
                    table[own, i, KINDS + kind] += column[s, i, 1]
    return 0
