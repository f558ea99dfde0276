"""One hole before the flop, whatever other cards are known to be out, and what is known of the dealer's.

The way of the whole game, for one hole: every board by its ranks, corrected from each suit for the boards on which it
makes flushes. Any cards may be out, so no two suits are alike and each is gone through by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.boards.flops import rows_of
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import sorted_boards
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.exposed_cards import AS_FLOP, factors, worths
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.known_boards import GAIN, NUMBERS, WAITING, four_numbers
from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    FLOP_ROWS,
    RANK_BOARDS,
    RANK_FLOPS,
    THREE,
    TWO,
    Five,
    board_of,
    board_of_any,
    board_with,
    flop_of,
    kind_of,
    pair_of,
    seen_from,
    suit_board,
)
from pitboss.games.ultimate_texas_holdem.kernel.payments import Pay
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U2
from pitboss.numeric.rank_worths import CLASS, count_ranks, top


@group("i8[:] i8 i8 i8 i8 i8[:,:] u2[:,:] u2[:,:]")
class Asked(NamedTuple):
    """One hole, and what is known."""

    free: I8  # [card]: 1 where it may still come
    p: int  # the hole
    q: int
    first: int  # cards of the dealer's that are known, or -1
    second: int
    rates: I8  # see `Known`
    by_ranks: U2  # [board, hole]: what it is worth
    by_suit: U2  # [board, kind of hole]


@group("i8[:,:] i8[:] i8[:,:] i8[:] i8[:] i8[:] i8[:]")
class Found(NamedTuple):
    """What is found, and room to find it in."""

    boards: I8  # [board, number] by ranks
    flops: I8  # [flop]: the gain by ranks
    rows: I8  # [suit, row]: and what a suit changes; the last row stands for a suit not there
    sums: I8  # [number]: over all boards, but the gain over all flops
    have: I8  # [kind of card]: that may still come
    left: I8  # [kind of card]: when the board is dealt
    five: I8


@part
def in_all(n: int, k: int) -> int:
    """In how many ways k of n cards come."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@part
def seen_as(card: int, suit: int) -> int:
    """The kind of card, seen from a suit or, with -1, by ranks; -1 for no card."""
    return -1 if card < 0 else (card >> 2) + 13 * int(card & 3 == suit)


@part
def against(asked: Asked, suit: int, row: U2, mine: Any, left: I8) -> tuple[Any, Any, Any, Any]:
    """The four numbers of a hole on a board, by all hands that the dealer may have."""
    low = beaten = tied = 0
    first, second = seen_as(asked.first, suit), seen_as(asked.second, suit)
    many = 13 if suit < 0 else 26
    for x in range(many) if first < 0 or second < 0 else range(1):
        one = left[x]
        if second >= 0:
            one = 1
        if one <= 0:
            continue
        for y in range(x + 1) if first < 0 else range(1):
            often, kind = one, 0
            if second >= 0:
                kind = kind_of(first, second)
            elif first >= 0:
                kind = kind_of(first, x)
            else:
                often = one * left[y] if x != y else one * (one - 1) // 2
                if often <= 0:
                    continue
                kind = kind_of(x, y)
            theirs = np.int64(row[kind])
            low += often * int(theirs >> CLASS == 0)
            beaten += often * int(theirs < mine)
            tied += often * int(theirs == mine)
    return four_numbers(asked.rates[mine >> CLASS], low, beaten, tied)


@part
def a_board_by_ranks(five: Five, asked: Asked, found: Found) -> None:
    have, left, ways = found.have, found.left, 1
    for x in range(13):
        wanted = (five.a == x) + (five.b == x) + (five.c == x) + (five.d == x) + (five.e == x)
        ways *= in_all(have[x], wanted)
        left[x] = have[x] - wanted
    if ways == 0:
        return
    number = board_of(five.a, five.b, five.c, five.d, five.e)
    row, here = asked.by_ranks[number], found.boards[number]
    mine = np.int64(row[pair_of(asked.p >> 2, asked.q >> 2)])
    here[0], here[1], here[2], here[3] = against(asked, -1, row, mine, left)
    for i in range(1, NUMBERS):
        found.sums[i] += ways * here[i]


@part
def all_by_ranks(asked: Asked, found: Found) -> None:
    have = found.have
    for x in range(13):
        have[x] = asked.free[4 * x] + asked.free[4 * x + 1] + asked.free[4 * x + 2] + asked.free[4 * x + 3]
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        a_board_by_ranks(Five(a, b, c, d, e), asked, found)
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                have[a] -= 1
                have[b] -= 1
                have[c] -= 1
                total = 0
                for t in range(13):
                    for r in range(t + 1):
                        gain = found.boards[board_of_any(a, b, c, t, r, found.five), GAIN]
                        if have[t] > 0 and have[r] > 0:
                            total += gain * (have[t] * have[r] if t != r else have[t] * (have[t] - 1) // 2)
                found.flops[flop_of(a, b, c)] = total
                have[a] += 1
                have[b] += 1
                have[c] += 1


@part
def to_rows(mask: int, size: int, t: int, u: int, gain: Any, have: I8, rows: I8) -> None:
    """What a suit changes on a board, to every flop that the board can come from."""
    equal = int(t == u)
    whole = 1
    if size == 4:
        whole = have[t]
    elif size == 3:
        whole = have[t] * (have[u] - equal) // (1 + equal)
        rows[THREE + top(mask, 3)] += gain * whole
    for x in range(13):
        if not mask >> x & 1:
            continue
        rest = mask ^ 1 << x
        if size == 3:
            rows[x * 91 + pair_of(t, u)] += gain
            rows[TWO + top(rest, 2) * 13 + t] += gain * (have[u] - equal)
            if t != u:
                rows[TWO + top(rest, 2) * 13 + u] += gain * have[t]
        elif size == 4:
            rows[THREE + top(rest, 3)] += gain * whole
        for y in range(x):
            if mask >> y & 1 and size == 4:
                rows[TWO + top(rest ^ 1 << y, 2) * 13 + t] += gain
            elif mask >> y & 1 and size == 5:
                rows[THREE + top(rest ^ 1 << y, 3)] += gain


@part
def a_board_from(suit: int, mask: int, t: int, u: int, number: int, asked: Asked, found: Found) -> None:
    have, left, size = found.have, found.left, count_ranks(mask)
    equal = int(t == u and t >= 0)
    whole = 1
    if t >= 0:
        whole *= have[t]
    if u >= 0:
        whole = whole * (have[u] - equal) // (1 + equal)
    if whole <= 0:
        return
    for x in range(13):
        left[x] = have[x] - (x == t) - (x == u)
        left[13 + x] = have[13 + x] - (mask >> x & 1)
    row, less = asked.by_suit[number], found.boards[board_with(mask, t, u, found.five)]
    mine = np.int64(row[seen_from(asked.p, asked.q, suit)])
    gain, waiting, high, low = against(asked, suit, row, mine, left)
    found.sums[1] += whole * (waiting - less[1])
    found.sums[2] += whole * (high - less[2])
    found.sums[3] += whole * (low - less[3])
    if gain != less[GAIN]:
        to_rows(mask, size, t, u, gain - less[GAIN], have, found.rows[suit])


@part
def all_from(suit: int, asked: Asked, found: Found) -> None:
    """Every board with three or more of a suit."""
    inside = 0
    for x in range(13):
        found.have[x] = -asked.free[4 * x + suit]
        for s in range(4):
            found.have[x] += asked.free[4 * x + s]
        found.have[13 + x] = asked.free[4 * x + suit]
        if asked.free[4 * x + suit]:
            inside |= 1 << x
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5 or mask & ~inside:
            continue
        number = suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                a_board_from(suit, mask, t, u, number, asked, found)


@kernel(Asked, Found)
def before_the_flop(asked: Asked, found: Found) -> int:
    """Everything for one hole; how many flops there are."""
    found.boards[:] = 0
    found.rows[:] = 0
    found.sums[:] = 0
    all_by_ranks(asked, found)
    for suit in range(4):
        all_from(suit, asked, found)
    flops = 0
    for a in range(52):
        if not asked.free[a]:
            continue
        for b in range(a + 1, 52):
            if not asked.free[b]:
                continue
            for c in range(b + 1, 52):
                if not asked.free[c]:
                    continue
                i, j, k = rows_of(a >> 2, b >> 2, c >> 2, a & 3, b & 3, c & 3)
                gain = found.flops[flop_of(a >> 2, b >> 2, c >> 2)]
                gain += found.rows[a & 3, i] + found.rows[b & 3, j] + found.rows[c & 3, k]
                found.sums[GAIN] += max(gain, 0)
                flops += 1
    return flops


class First(NamedTuple):
    """What the first decision is worth, over `deals`."""

    deals: int
    checked: int
    played: dict[int, int]


def first_decision(
    pay: Pay, hole: tuple[int, int], dealers: Sequence[int] = (), seen: Sequence[int] = (), own: int = 0
) -> First:
    """A hole before the flop, with none, one or both of the dealer's cards known and any others known to be out."""
    free = np.ones(52, np.int64)
    free[[*hole, *dealers, *seen]] = 0
    cards = int(free.sum())
    hands = comb(cards - 5, 2 - len(dealers))
    first, second = (*dealers, -1, -1)[:2]
    asked = Asked(free, *hole, first, second, factors(pay, hands), sorted_boards(own).worth, worths(own))
    found = Found(
        np.zeros((RANK_BOARDS, NUMBERS), np.int64),
        np.zeros(RANK_FLOPS, np.int64),
        np.zeros((4, FLOP_ROWS + 1), np.int64),
        np.zeros(NUMBERS, np.int64),
        np.zeros(26, np.int64),
        np.zeros(26, np.int64),
        np.zeros(5, np.int64),
    )
    before_the_flop(asked, found)
    gain, waiting, *played = found.sums.tolist()
    assert (GAIN, WAITING) == (0, 1)
    return First(
        AS_FLOP * comb(cards, 5) * hands,
        AS_FLOP * waiting + gain,
        {times: AS_FLOP * worth for times, worth in zip(pay.before, played, strict=True)},
    )
