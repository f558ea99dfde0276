"""Boards for one who knows one or both of the dealer's cards: what every hole is worth there, and what a suit changes.

What is known is put as kinds of card, seen from a suit: one, or two. Four numbers are found for each hole on a board:
what playing on the flop gains over waiting, what waiting is worth, and what each of the two multiples before the flop
is. The first is added up by flops, where it decides; with a table for them also by fours, which are a flop and one more
card. The others decide nothing on the way, so only their sums are wanted: over all boards, and over the boards that
hold a certain card.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.ultimate_texas_holdem.kernel.boards.flush_board import in_suit
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import Boards, Kinds
from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    BOTH_IN,
    KINDS,
    ONE_IN,
    PAIRS,
    THREE,
    TWO,
    Five,
    board_of,
    board_with,
    kind_of,
    pair_of,
    suit_board,
)
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U2
from pitboss.numeric.rank_worths import CLASS, count_ranks, top

I4 = NDArray[np.int32]

NUMBERS = 4  # of a hole on a board: the gain of playing on the flop, waiting, and two multiples before the flop
GAIN, WAITING = 0, 1
WIDTH = NUMBERS * KINDS
BETS = 4  # in `rates`: flop, river, and two multiples before the flop
FOURS_TWO, FOURS_THREE = 0, 78 * 91  # rows of fours: two in the suit and a pair of ranks elsewhere, then three and one,
FOURS_FOUR = FOURS_THREE + 286 * 13  # then four
FOURS = FOURS_FOUR + 715
ALL = 26  # in sums by kind of card: over all boards


@group("i8[:,:] i8 i8")
class Known(NamedTuple):
    """What is paid, and what is known of the dealer."""

    rates: (
        I8  # [class]: factors of low, of beaten, of tied and of one, each of four bets as in BETS; what a fold brings
    )
    first: int  # a kind of card, or by ranks its rank
    second: int  # the other one, or -1


@group("i8[:,:,:] i8[:,:,:]")
class ByRank(NamedTuple):
    """What is found by ranks."""

    boards: I8  # [board, hole, number]; the last hole is none
    cards: I8  # [rank, hole, number]: sums over boards with a certain card of that rank; in 13 over all


@group("i8[:,:] i8[:,:] i8[:,:]")
class FromSuit(NamedTuple):
    """What a suit changes."""

    flops: I8  # [row, kind]: the gain of playing there
    fours: I8  # [row, kind]: as well; or it has no rows
    cards: I8  # [kind of card, 4 * kind]: sums over boards, see ALL; by card where there are fours


@group("i8[:,:,:] i8[:,:,:] i8[:] i8[:] i8[:,:] i8[:,:] i8[:] i8[:] i8[:,:] i8[:] i8[:] i4[:] i4[:] i4[:,:]")
class Bench(NamedTuple):
    """Room to work in."""

    ways: I8  # [pair elsewhere, free; kind]: how often it comes with both cards free, the lower one, the higher one
    wide: I8  # [pair elsewhere, free; 4 * kind]: the same, once for each number
    gain: I8  # [kind] on one board
    change: I8  # [4 * kind] on one board: every number
    gains: I8  # [rank elsewhere, kind]: with these ranks in the suit, sums over boards with a certain card
    aside: I8  # [rank elsewhere, 4 * kind]: of every number
    whole_gain: I8  # [kind]: over all of them
    whole: I8  # [4 * kind]
    nets: I8  # [qualifies, outcome, class; number], where both dealer cards are known; the last line is nothing
    left: I8  # [rank]
    five: I8
    have: I4  # [kind of card]: not on the board nor known
    theirs: I4  # [kind of card]: what the dealer has with it, or with both cards
    counts: I4  # [low, beaten, tied; kind], then what the hole is worth


def new_bench() -> Bench:
    def numbers(*shape: int) -> I8:
        return np.zeros(shape, np.int64)

    return Bench(
        numbers(PAIRS, 3, KINDS),
        numbers(PAIRS, 3, WIDTH),
        numbers(KINDS),
        numbers(WIDTH),
        numbers(13, KINDS),
        numbers(13, WIDTH),
        numbers(KINDS),
        numbers(WIDTH),
        numbers(61, NUMBERS),
        numbers(13),
        numbers(5),
        np.zeros(26, np.int32),
        np.zeros(26, np.int32),
        np.zeros((4, KINDS), np.int32),
    )


# --- what holes are worth


@part
def flushes_of(mask: int, size: int, boards: Boards, kinds: Kinds, flush: I4) -> None:
    """What each kind of hole makes with these ranks of a suit on the board; 0 where the board has its cards, -1 where
    its ranks tell.
    """
    for kind in range(KINDS):
        own = 0
        if kinds.first[kind] >= 13:
            own |= 1 << (int(kinds.first[kind]) - 13)
        if kinds.second[kind] >= 13:
            own |= 1 << (int(kinds.second[kind]) - 13)
        flush[kind] = -1
        if own & mask:
            flush[kind] = 0
        elif size + count_ranks(own) >= 5 and count_ranks(own) >= boards.own:
            flush[kind] = in_suit(boards, mask, own)


@kernel(Boards, Kinds, "u2[:,:]", Bench)
def worths_by_suit(boards: Boards, kinds: Kinds, worths: U2, bench: Bench) -> int:
    """For each board with three or more of a suit, what each kind of hole makes; 0 where the board has its cards."""
    flush = bench.counts[0]
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5:
            continue
        flushes_of(mask, size, boards, kinds, flush)
        number = suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                here, by_ranks = worths[number], boards.worth[board_with(mask, t, u, bench.five)]
                for kind in range(KINDS):
                    here[kind] = by_ranks[kinds.pair[kind]] if flush[kind] < 0 else flush[kind]
    return 0


@part
def count_against(many: int, begin: int, kinds: Kinds, bench: Bench) -> None:
    """Of the dealer's hands with a card that is known, those that do not qualify, that a hole beats and that it ties.

    `many` kinds of card are looked at for the other one; `theirs` and what holes are worth is there.
    """
    have, theirs = bench.have, bench.theirs
    end = PAIRS if many == 13 else KINDS
    # Counting from nothing, so that the compiler sees that no place is below it, and does many at a time.
    low, beaten, tied = bench.counts[0, begin:end], bench.counts[1, begin:end], bench.counts[2, begin:end]
    mine, first, second = bench.counts[3, begin:end], kinds.first[begin:end], kinds.second[begin:end]
    beaten[:] = 0
    tied[:] = 0
    lows = np.int32(0)
    for x in range(many):
        often, value = have[x], theirs[x]
        if often <= 0:
            continue
        if value >> CLASS == 0:
            lows += often
        for k in range(mine.shape[0]):
            beaten[k] += often * np.int32(mine[k] > value)
            tied[k] += often * np.int32(mine[k] == value)
    for k in range(mine.shape[0]):
        a, b = theirs[first[k]], theirs[second[k]]
        beaten[k] -= np.int32(mine[k] > a) + np.int32(mine[k] > b)
        tied[k] -= np.int32(mine[k] == a) + np.int32(mine[k] == b)
        low[k] = lows - np.int32(a >> CLASS == 0) - np.int32(b >> CLASS == 0)


@part
def four_numbers(rates: I8, low: Any, beaten: Any, tied: Any) -> tuple[Any, Any, Any, Any]:
    """Of a hole, by the factors of its class and the dealer's hands against it."""
    r = rates
    flop = r[0] * low + r[4] * beaten + r[8] * tied + r[12]
    river = r[1] * low + r[5] * beaten + r[9] * tied + r[13]
    more = r[2] * low + r[6] * beaten + r[10] * tied + r[14]
    less = r[3] * low + r[7] * beaten + r[11] * tied + r[15]
    river = max(river, r[16])
    return flop - river, river, more, less


@part
def numbers_of(k: int, known: Known, bench: Bench) -> tuple[Any, Any, Any, Any]:
    """Of a hole that was counted; or, where both dealer cards are known, that they beat or not."""
    mine = bench.counts[3, k]
    if known.second >= 0:
        value = bench.theirs[0]
        outcome = np.int64(mine >= value) + np.int64(mine > value)
        net = bench.nets[30 * np.int64(value >> CLASS > 0) + 10 * outcome + np.int64(mine >> CLASS)]
        return net[0], net[1], net[2], net[3]
    low, beaten, tied = np.int64(bench.counts[0, k]), np.int64(bench.counts[1, k]), np.int64(bench.counts[2, k])
    return four_numbers(known.rates[mine >> CLASS], low, beaten, tied)


@part
def lay_nets(known: Known, bench: Bench) -> None:
    """Every way a round can end where both dealer cards are known."""
    for qualifies in range(2):
        for outcome in range(3):
            for made in range(10):
                found = four_numbers(known.rates[made], 1 - qualifies, int(outcome == 2), int(outcome == 1))
                net = bench.nets[30 * qualifies + 10 * outcome + made]
                net[0], net[1], net[2], net[3] = found


# --- by ranks


@part
def ways_by_ranks(board: I4, known: Known, x: int, y: int) -> int:
    """In how many ways a board can come by ranks when x and y are held."""
    ways = 1
    for rank in range(13):
        wanted = board[rank]
        if wanted > 0:
            free = 4 - (rank == x) - (rank == y) - (rank == known.first) - (rank == known.second)
            for i in range(wanted):
                ways = ways * (free - i) // (i + 1)
    return ways


@part
def one_by_ranks(five: Five, boards: Boards, kinds: Kinds, known: Known, found: ByRank, bench: Bench) -> None:
    number = board_of(five.a, five.b, five.c, five.d, five.e)
    worth, here, on_board = boards.worth[number], found.boards[number], bench.have[13:]
    here[:] = 0
    for x in range(13):
        on_board[x] = (five.a == x) + (five.b == x) + (five.c == x) + (five.d == x) + (five.e == x)
        bench.have[x] = 4 - on_board[x] - (x == known.first) - (x == known.second)
        if bench.have[x] < 0:
            return
        bench.theirs[x] = worth[pair_of(known.first, x)]
    for hole in range(PAIRS):
        bench.counts[3, hole] = worth[hole]
    if known.second >= 0:
        bench.theirs[0] = worth[pair_of(known.first, known.second)]
    else:
        count_against(13, 0, kinds, bench)
    for hole in range(PAIRS):
        if worth[hole] == 0:
            continue
        x, y = int(kinds.first[hole]), int(kinds.second[hole])
        ways, mine = ways_by_ranks(on_board, known, x, y), here[hole]
        mine[0], mine[1], mine[2], mine[3] = numbers_of(hole, known, bench)
        if ways > 0:
            for i in range(NUMBERS):
                found.cards[13, hole, i] += ways * mine[i]
            for rank in range(13 if known.second < 0 else 0):
                if on_board[rank] > 0:
                    free = 4 - (rank == x) - (rank == y) - (rank == known.first)
                    often = ways * on_board[rank] // free
                    for i in range(NUMBERS):
                        found.cards[rank, hole, i] += often * mine[i]


@kernel(Boards, Kinds, Known, ByRank, Bench)
def known_by_ranks(boards: Boards, kinds: Kinds, known: Known, found: ByRank, bench: Bench) -> int:
    """All boards as if no flush could be made."""
    found.cards[:] = 0
    lay_nets(known, bench)
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        one_by_ranks(Five(a, b, c, d, e), boards, kinds, known, found, bench)
    return 0


# --- seen from a suit


@part
def first_kind(size: int, known: Known, own: int) -> int:
    """Only from this kind of hole on does a suit change anything: neither side makes a flush of it before."""
    dealers = int(known.first >= 13) + int(known.second >= 13 or known.second < 0)
    if (own == 0 and size + dealers >= 5) or dealers == 2:
        return 0
    return BOTH_IN if own or size == 3 else ONE_IN if size == 4 else 0


@part
def lay_ways(known: Known, off: I8, bench: Bench) -> None:
    """How often the cards elsewhere can come, for each kind of hole."""
    left, ways, wide = bench.left, bench.ways, bench.wide
    for rank in range(13):
        left[rank] = 3 - (rank == known.first) - (rank == known.second)
    for t in range(13):
        for u in range(t + 1):
            pair, equal = pair_of(t, u), int(t == u)
            here = ways[pair]
            for kind in range(KINDS):
                here[1, kind] = left[u] - off[u, kind] - equal
                here[2, kind] = left[t] - off[t, kind] - equal
                here[0, kind] = (left[t] - off[t, kind]) * here[1, kind] // (1 + equal)
                for i in range(NUMBERS):
                    wide[pair, 0, NUMBERS * kind + i] = here[0, kind]
                    wide[pair, 1, NUMBERS * kind + i] = here[1, kind]
                    wide[pair, 2, NUMBERS * kind + i] = here[2, kind]


@part
def change_here(
    mask: int, t: int, u: int, begin: int, worths: U2, kinds: Kinds, known: Known, by_ranks: I8, bench: Bench
) -> None:
    """The four numbers of every kind of hole on a board, less what they are by ranks."""
    have, theirs, mine = bench.have, bench.theirs, bench.counts[3]
    if known.second >= 0:
        theirs[0] = worths[kind_of(known.first, known.second)]
    else:
        for x in range(13):
            have[x] = 3 - (x == t) - (x == u) - (x == known.first)
            have[13 + x] = 1 - (mask >> x & 1) - (13 + x == known.first)
            theirs[x] = worths[kind_of(known.first, x)]
            theirs[13 + x] = worths[kind_of(known.first, 13 + x)] if 13 + x != known.first else 0
    gain, change, here, pair = bench.gain[begin:], bench.change[NUMBERS * begin :], worths[begin:], kinds.pair[begin:]
    if known.second >= 0:
        value = np.int64(theirs[0])
        nets = bench.nets[30 * int(value >> CLASS > 0) :]
        nothing = nets.shape[0] - 1
        for k in range(here.shape[0]):
            worth = np.int64(here[k])
            place = 10 * (np.int64(worth >= value) + np.int64(worth > value)) + (worth >> CLASS)
            net = nets[place if worth > 0 else nothing]
            less = by_ranks[np.int64(pair[k]) if worth > 0 else PAIRS]
            a, b, c, d = net[0] - less[0], net[1] - less[1], net[2] - less[2], net[3] - less[3]
            at = NUMBERS * k
            change[at], change[at + 1], change[at + 2], change[at + 3] = a, b, c, d
            gain[k] = a
        return
    for k in range(KINDS):
        mine[k] = worths[k]
    count_against(26, begin, kinds, bench)
    lows, beaten, tied = bench.counts[0, begin:], bench.counts[1, begin:], bench.counts[2, begin:]
    for k in range(here.shape[0]):
        if here[k] == 0:
            gain[k] = 0
            for i in range(NUMBERS):
                change[NUMBERS * k + i] = 0
            continue
        less, rates = by_ranks[pair[k]], known.rates[here[k] >> CLASS]
        a, b, c, d = four_numbers(rates, np.int64(lows[k]), np.int64(beaten[k]), np.int64(tied[k]))
        a, b, c, d = a - less[0], b - less[1], c - less[2], d - less[3]
        at = NUMBERS * k
        change[at], change[at + 1], change[at + 2], change[at + 3] = a, b, c, d
        gain[k] = a


@part
def add(there: I8, here: I8, begin: int) -> None:
    there, here = there[begin:], here[begin:]
    for k in range(there.shape[0]):
        there[k] += here[k]


@part
def add_times(there: I8, here: I8, ways: I8, begin: int) -> None:
    there, here, ways = there[begin:], here[begin:], ways[begin:]
    for k in range(there.shape[0]):
        there[k] += here[k] * ways[k]


@part
def keep_three(mask: int, t: int, u: int, begin: int, found: FromSuit, bench: Bench) -> None:
    """A board with three in the suit: to the flops and fours that have both cards elsewhere, the rest aside."""
    pair, by_card = pair_of(t, u), found.fours.shape[0] > 0
    ways, wide = bench.ways[pair], bench.wide[pair]
    for x in range(13):
        if mask >> x & 1:
            add(found.flops[x * 91 + pair], bench.gain, begin)
            if by_card:
                add(found.fours[top(mask ^ 1 << x, 2) * 91 + pair], bench.gain, begin)
    add_times(bench.whole, bench.change, wide[0], NUMBERS * begin)
    if by_card:
        add_times(bench.aside[t], bench.change, wide[1], NUMBERS * begin)
    else:
        add_times(bench.gains[t], bench.gain, ways[1], begin)
    if t == u:
        return
    if by_card:
        add_times(bench.aside[u], bench.change, wide[2], NUMBERS * begin)
    else:
        add_times(bench.gains[u], bench.gain, ways[2], begin)


@part
def keep_four(t: int, begin: int, by_card: bool, off: I8, bench: Bench) -> None:
    """A board with four in the suit."""
    left, held = bench.left[t], off[t, begin:]
    whole, here = bench.whole[NUMBERS * begin :], bench.change[NUMBERS * begin :]
    for k in range(held.shape[0]):
        for i in range(NUMBERS):
            whole[NUMBERS * k + i] += here[NUMBERS * k + i] * (left - held[k])
    if by_card:
        add(bench.aside[t], bench.change, NUMBERS * begin)
    else:
        add(bench.gains[t], bench.gain, begin)


@part
def gains_of_numbers(begin: int, by_card: bool, bench: Bench) -> None:
    """The first of every four numbers that were added up."""
    for k in range(begin, KINDS):
        bench.whole_gain[k] = bench.whole[NUMBERS * k]
    if by_card:
        for t in range(13):
            for k in range(begin, KINDS):
                bench.gains[t, k] = bench.aside[t, NUMBERS * k]


@part
def spread_two(pair: int, begin: int, found: FromSuit, bench: Bench) -> None:
    """To flops with two in the suit, and one card aside."""
    for t in range(13):
        add(found.flops[TWO + pair * 13 + t], bench.gains[t], begin)


@part
def spread_three(three: int, begin: int, aside: int, whole: int, found: FromSuit, bench: Bench) -> None:
    """To the flop that has these three in the suit, and fours with one card aside."""
    if whole:
        add(found.flops[THREE + three], bench.whole_gain, begin)
    if aside and found.fours.shape[0] > 0:
        for t in range(13):
            add(found.fours[FOURS_THREE + three * 13 + t], bench.gains[t], begin)


@part
def spread_four(four: int, begin: int, found: FromSuit, bench: Bench) -> None:
    if found.fours.shape[0] > 0:
        add(found.fours[FOURS_FOUR + four], bench.whole_gain, begin)


@part
def spread(mask: int, size: int, begin: int, found: FromSuit, bench: Bench) -> None:
    """What was put aside for boards with these ranks in the suit, to every flop and four they can come from."""
    by_card = found.fours.shape[0] > 0
    gains_of_numbers(begin, by_card and size < 5, bench)
    if size == 3:
        spread_three(top(mask, 3), begin, 1, 1, found, bench)
    elif size == 4:
        spread_four(top(mask, 4), begin, found, bench)
    for x in range(13):
        if not mask >> x & 1:
            continue
        rest = mask ^ 1 << x
        if size == 3:
            spread_two(top(rest, 2), begin, found, bench)
        elif size == 4:
            spread_three(top(rest, 3), begin, 1, 1, found, bench)
        else:
            spread_four(top(rest, 4), begin, found, bench)
        for y in range(x):
            if mask >> y & 1 and size == 4:
                spread_two(top(rest ^ 1 << y, 2), begin, found, bench)
            elif mask >> y & 1 and size == 5:
                spread_three(top(rest ^ 1 << y, 3), begin, 0, 1, found, bench)
    add(found.cards[found.cards.shape[0] - 1], bench.whole, NUMBERS * begin)
    if by_card:
        for x in range(13):
            if size < 5:
                add(found.cards[x], bench.aside[x], NUMBERS * begin)
            if mask >> x & 1:
                add(found.cards[13 + x], bench.whole, NUMBERS * begin)


@kernel(Boards, Kinds, Known, "u2[:,:]", ByRank, FromSuit, Bench)
def known_by_suit(
    boards: Boards, kinds: Kinds, known: Known, worths: U2, ranks: ByRank, found: FromSuit, bench: Bench
) -> int:
    """All boards with three or more of a suit, by what that changes."""
    found.flops[:] = 0
    found.fours[:] = 0
    found.cards[:] = 0
    lay_ways(known, kinds.off, bench)
    lay_nets(known, bench)
    taken = 0
    if known.first >= 13:
        taken |= 1 << (known.first - 13)
    if known.second >= 13:
        taken |= 1 << (known.second - 13)
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5 or mask & taken:
            continue
        begin = first_kind(size, known, boards.own)
        if size == 5:  # nothing is elsewhere
            pass
        elif found.fours.shape[0] > 0:
            bench.aside[:] = 0
        else:
            bench.gains[:] = 0
        bench.whole[:] = 0
        number = suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                by_ranks = ranks.boards[board_with(mask, t, u, bench.five)]
                change_here(mask, t, u, begin, worths[number], kinds, known, by_ranks, bench)
                if size == 3:
                    keep_three(mask, t, u, begin, found, bench)
                elif size == 4:
                    keep_four(t, begin, found.fours.shape[0] > 0, kinds.off, bench)
                else:
                    add(bench.whole, bench.change, NUMBERS * begin)
        spread(mask, size, begin, found, bench)
    return 0
