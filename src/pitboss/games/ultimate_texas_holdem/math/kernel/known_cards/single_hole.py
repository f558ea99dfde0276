"""Value one hole before the flop, whatever cards are known to be out or to be the dealer's.

The method is that of the whole game, for one hole: every board is valued by its ranks, and corrected from each suit for
the boards on which flushes are possible. Because any cards may be out, no two suits are alike, and each is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.boards.flops import rows_of_flop
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import sorted_boards
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.exposed_cards import AS_FLOP, factors, worths
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.known_boards import (
    GAIN,
    NUMBERS,
    WAITING,
    four_numbers,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    FLOP_ROWS,
    RANK_BOARDS,
    RANK_FLOPS,
    THREE_IN_SUIT,
    TWO_IN_SUIT,
    Five,
    board_number,
    board_number_any_order,
    board_number_of_mask,
    first_suit_board,
    flop_number,
    hole_kind,
    kind_from_suit,
    pair_number,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.payments import RoundPayments
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U2
from pitboss.numeric.rank_worths import CLASS, count_ranks, top


@group("i8[:] i8 i8 i8 i8 i8[:,:] u2[:,:] u2[:,:]")
class HoleQuestion(NamedTuple):
    """One hole, the cards that can still come, and the known cards of the dealer."""

    free: I8  # [card]: 1 if it can still come
    p: int  # the hole's cards: p and q
    q: int
    first: int  # a known card of the dealer's, or -1
    second: int  # the other known card of the dealer's, or -1
    rates: I8  # see `KnownCards.rates`
    by_ranks: U2  # [board by ranks, pair]: the worth of the hole
    by_suit: U2  # [suit board, kind of hole]: the worth of the hole


@group("i8[:,:] i8[:] i8[:,:] i8[:] i8[:] i8[:] i8[:]")
class HoleResults(NamedTuple):
    """The values of the hole, and work arrays."""

    boards: I8  # [board by ranks, number]
    flops: I8  # [flop by ranks]: the gain
    rows: I8  # [suit, flop row]: the change of the gain; the last row is 0, for a suit that is not on the flop
    sums: I8  # [number]: over all boards; the gain is over all flops, where it is positive
    have: I8  # [kind of card]: cards that can still come
    left: I8  # [kind of card]: cards that are left when the board is dealt
    five: I8  # [5]: room to sort the ranks of a board


@part
def count_choices(n: int, k: int) -> int:
    """Return the number of ways to choose k of n cards."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@part
def kind_of_card(card: int, suit: int) -> int:
    """Return the kind of a card seen from a suit, or its rank if the suit is -1; -1 if there is no card."""
    return -1 if card < 0 else (card >> 2) + 13 * int(card & 3 == suit)


@part
def numbers_against(asked: HoleQuestion, suit: int, worths: U2, own_worth: Any, left: I8) -> tuple[Any, Any, Any, Any]:
    """Return the four numbers (see `known_boards`) of a hole on a board, against all hands the dealer can have.

    `worths` is the worth of each hole on the board, `left` the kinds of card that are left.
    """
    low = beaten = tied = 0
    first, second = kind_of_card(asked.first, suit), kind_of_card(asked.second, suit)
    kind_count = 13 if suit < 0 else 26
    for x in range(kind_count) if first < 0 or second < 0 else range(1):
        copies = left[x]
        if second >= 0:
            copies = 1
        if copies <= 0:
            continue
        for y in range(x + 1) if first < 0 else range(1):
            hands, kind = copies, 0
            if second >= 0:
                kind = hole_kind(first, second)
            elif first >= 0:
                kind = hole_kind(first, x)
            else:
                hands = copies * left[y] if x != y else copies * (copies - 1) // 2
                if hands <= 0:
                    continue
                kind = hole_kind(x, y)
            theirs = np.int64(worths[kind])
            low += hands * int(theirs >> CLASS == 0)
            beaten += hands * int(theirs < own_worth)
            tied += hands * int(theirs == own_worth)
    return four_numbers(asked.rates[own_worth >> CLASS], low, beaten, tied)


@part
def value_board_by_ranks(five: Five, asked: HoleQuestion, results: HoleResults) -> None:
    """Fill the numbers of one board by ranks, and add them to the sums."""
    have, left, ways = results.have, results.left, 1
    for x in range(13):
        count = (five.a == x) + (five.b == x) + (five.c == x) + (five.d == x) + (five.e == x)
        ways *= count_choices(have[x], count)
        left[x] = have[x] - count
    if ways == 0:
        return
    number = board_number(five.a, five.b, five.c, five.d, five.e)
    worths, numbers = asked.by_ranks[number], results.boards[number]
    mine = np.int64(worths[pair_number(asked.p >> 2, asked.q >> 2)])
    numbers[0], numbers[1], numbers[2], numbers[3] = numbers_against(asked, -1, worths, mine, left)
    for i in range(1, NUMBERS):
        results.sums[i] += ways * numbers[i]


@part
def value_by_ranks(asked: HoleQuestion, results: HoleResults) -> None:
    """Value every board by ranks, and fill the gains on flops by ranks."""
    have = results.have
    for x in range(13):
        have[x] = asked.free[4 * x] + asked.free[4 * x + 1] + asked.free[4 * x + 2] + asked.free[4 * x + 3]
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        value_board_by_ranks(Five(a, b, c, d, e), asked, results)
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                have[a] -= 1
                have[b] -= 1
                have[c] -= 1
                total = 0
                for t in range(13):
                    for r in range(t + 1):
                        gain = results.boards[board_number_any_order(a, b, c, t, r, results.five), GAIN]
                        if have[t] > 0 and have[r] > 0:
                            total += gain * (have[t] * have[r] if t != r else have[t] * (have[t] - 1) // 2)
                results.flops[flop_number(a, b, c)] = total
                have[a] += 1
                have[b] += 1
                have[c] += 1


@part
def add_to_flop_rows(mask: int, size: int, t: int, u: int, gain: Any, have: I8, rows: I8) -> None:
    """Add the change on one suit board to every flop row that the board can come from."""
    equal = int(t == u)
    ways = 1
    if size == 4:
        ways = have[t]
    elif size == 3:
        ways = have[t] * (have[u] - equal) // (1 + equal)
        rows[THREE_IN_SUIT + top(mask, 3)] += gain * ways
    for x in range(13):
        if not mask >> x & 1:
            continue
        rest = mask ^ 1 << x
        if size == 3:
            rows[x * 91 + pair_number(t, u)] += gain
            rows[TWO_IN_SUIT + top(rest, 2) * 13 + t] += gain * (have[u] - equal)
            if t != u:
                rows[TWO_IN_SUIT + top(rest, 2) * 13 + u] += gain * have[t]
        elif size == 4:
            rows[THREE_IN_SUIT + top(rest, 3)] += gain * ways
        for y in range(x):
            if mask >> y & 1 and size == 4:
                rows[TWO_IN_SUIT + top(rest ^ 1 << y, 2) * 13 + t] += gain
            elif mask >> y & 1 and size == 5:
                rows[THREE_IN_SUIT + top(rest ^ 1 << y, 3)] += gain


@part
def value_suit_board(
    suit: int, mask: int, t: int, u: int, number: int, asked: HoleQuestion, results: HoleResults
) -> None:
    """Value one suit board as a change against its ranks, and add that to the sums and flop rows."""
    have, left, size = results.have, results.left, count_ranks(mask)
    equal = int(t == u and t >= 0)
    ways = 1
    if t >= 0:
        ways *= have[t]
    if u >= 0:
        ways = ways * (have[u] - equal) // (1 + equal)
    if ways <= 0:
        return
    for x in range(13):
        left[x] = have[x] - (x == t) - (x == u)
        left[13 + x] = have[13 + x] - (mask >> x & 1)
    worths, numbers_by_ranks = asked.by_suit[number], results.boards[board_number_of_mask(mask, t, u, results.five)]
    mine = np.int64(worths[kind_from_suit(asked.p, asked.q, suit)])
    gain, waiting, high, low = numbers_against(asked, suit, worths, mine, left)
    results.sums[1] += ways * (waiting - numbers_by_ranks[1])
    results.sums[2] += ways * (high - numbers_by_ranks[2])
    results.sums[3] += ways * (low - numbers_by_ranks[3])
    if gain != numbers_by_ranks[GAIN]:
        add_to_flop_rows(mask, size, t, u, gain - numbers_by_ranks[GAIN], have, results.rows[suit])


@part
def value_by_suit(suit: int, asked: HoleQuestion, results: HoleResults) -> None:
    """Value every board with three or more cards of this suit."""
    inside = 0
    for x in range(13):
        results.have[x] = -asked.free[4 * x + suit]
        for s in range(4):
            results.have[x] += asked.free[4 * x + s]
        results.have[13 + x] = asked.free[4 * x + suit]
        if asked.free[4 * x + suit]:
            inside |= 1 << x
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5 or mask & ~inside:
            continue
        number = first_suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                value_suit_board(suit, mask, t, u, number, asked, results)


@kernel(HoleQuestion, HoleResults)
def before_the_flop(asked: HoleQuestion, results: HoleResults) -> int:
    """Fill `results` for one hole, and return the number of flops."""
    results.boards[:] = 0
    results.rows[:] = 0
    results.sums[:] = 0
    value_by_ranks(asked, results)
    for suit in range(4):
        value_by_suit(suit, asked, results)
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
                i, j, k = rows_of_flop(a >> 2, b >> 2, c >> 2, a & 3, b & 3, c & 3)
                gain = results.flops[flop_number(a >> 2, b >> 2, c >> 2)]
                gain += results.rows[a & 3, i] + results.rows[b & 3, j] + results.rows[c & 3, k]
                results.sums[GAIN] += max(gain, 0)
                flops += 1
    return flops


class First(NamedTuple):
    """The value of each choice before the flop, as a numerator over `deals`."""

    deals: int
    checked: int
    played: dict[int, int]


def first_decision(
    pay: RoundPayments, hole: tuple[int, int], dealers: Sequence[int] = (), seen: Sequence[int] = (), own: int = 0
) -> First:
    """Value the choices before the flop with none, one or both of the dealer's cards known, and other cards known to be
    out.
    """
    free = np.ones(52, np.int64)
    free[[*hole, *dealers, *seen]] = 0
    cards = int(free.sum())
    hands = comb(cards - 5, 2 - len(dealers))
    first, second = (*dealers, -1, -1)[:2]
    asked = HoleQuestion(free, *hole, first, second, factors(pay, hands), sorted_boards(own).worth, worths(own))
    results = HoleResults(
        np.zeros((RANK_BOARDS, NUMBERS), np.int64),
        np.zeros(RANK_FLOPS, np.int64),
        np.zeros((4, FLOP_ROWS + 1), np.int64),
        np.zeros(NUMBERS, np.int64),
        np.zeros(26, np.int64),
        np.zeros(26, np.int64),
        np.zeros(5, np.int64),
    )
    before_the_flop(asked, results)
    gain, waiting, *played = results.sums.tolist()
    assert (GAIN, WAITING) == (0, 1)
    return First(
        AS_FLOP * comb(cards, 5) * hands,
        AS_FLOP * waiting + gain,
        {times: AS_FLOP * worth for times, worth in zip(pay.before, played, strict=True)},
    )
