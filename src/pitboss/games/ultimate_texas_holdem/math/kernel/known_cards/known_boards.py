"""Value every hole on every board for a player who knows one or both of the dealer's cards, and the changes a suit
makes.

The known cards are kinds of card seen from the suit that is looked at, or ranks. For each hole on a board there are
four *numbers* (axis NUMBERS): the gain of raising on the flop over waiting, waiting (the river decision), and the two
multiples before the flop. The first is added up by flops, because it decides there whether to raise. If a card of the
board may be seen, it is also added up by *fours*, which are a flop and one more card. The other numbers decide nothing
on the way, so only their sums are wanted: over all boards, and over the boards that hold a certain card.

Example: on a board of the ranks 2 3 6 9 J by ranks, ace-king meets a dealer who is known to hold an ace. Of 44 other
cards 15 pair the board, 2 pair the ace, 3 are kings and tie, and 24 are beaten. So low is 27, beaten 24 and tied 3.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.ultimate_texas_holdem.math.kernel.boards.flush_board import suited_worth
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import Boards, Kinds
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    BOTH_IN,
    KINDS,
    ONE_IN,
    PAIRS,
    THREE_IN_SUIT,
    TWO_IN_SUIT,
    Five,
    board_number,
    board_number_of_mask,
    first_suit_board,
    hole_kind,
    pair_number,
)
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U2
from pitboss.numeric.rank_worths import CLASS, count_ranks, top

I4 = NDArray[np.int32]

# The numbers of a hole on a board: the gain of raising on the flop, waiting, and two multiples before the flop.
NUMBERS = 4
GAIN, WAITING = 0, 1
WIDTH = NUMBERS * KINDS
BETS = 4  # bets in `rates`: flop, river, and two multiples before the flop
# Rows of fours: with two cards in the suit and a pair of ranks elsewhere, then with three and one, then with four.
FOURS_TWO, FOURS_THREE = 0, 78 * 91
FOURS_FOUR = FOURS_THREE + 286 * 13
FOURS = FOURS_FOUR + 715
ALL = 26  # the index of the total over all boards, in sums by kind of card


@group("i8[:,:] i8 i8")
class KnownCards(NamedTuple):
    """The factors of the payments, and the dealer's cards that are known."""

    # [class, 4 * (low, beaten, tied, one) + bet]: factors, with the bets of BETS; [class, 16] is the payment of a fold.
    rates: I8
    first: int  # a dealer card: its kind seen from the suit, or by ranks its rank
    second: int  # the other dealer card, or -1 if it is not known


@group("i8[:,:,:] i8[:,:,:]")
class ByRank(NamedTuple):
    """The four numbers of each hole by ranks alone, on each board and summed over the boards."""

    boards: I8  # [board by ranks, pair, number]; index PAIRS is no hole, and 0
    cards: I8  # [rank, pair, number]: sums over boards with a certain card of the rank; cards[13] is over all boards


@group("i8[:,:] i8[:,:] i8[:,:]")
class FromSuit(NamedTuple):
    """The changes that flushes in one suit make to the four numbers of each kind of hole, summed by flops, by fours and
    by cards.
    """

    flops: I8  # [flop row, kind]: the gain of raising there
    fours: I8  # [row of fours, kind]: the same; it has no rows if no card of the board is seen
    # [kind of card, NUMBERS * kind + number]: sums over boards with a certain card; cards[ALL] is over all boards. If
    # `fours` has no rows, it has only the total, as row 0.
    cards: I8


@group("i8[:,:,:] i8[:,:,:] i8[:] i8[:] i8[:,:] i8[:,:] i8[:] i8[:] i8[:,:] i8[:] i8[:] i4[:] i4[:] i4[:,:]")
class Bench(NamedTuple):
    """Work arrays for one suit, for the boards with the same ranks in it, and for a single board."""

    # [pair elsewhere, (0, 1, 2), kind]: how often the pair comes: both cards, the lower one if the higher is there, and
    # the higher one if the lower is there.
    ways: I8
    wide: I8  # [pair elsewhere, (0, 1, 2), NUMBERS * kind + number]: the same, repeated for each number
    gain: I8  # [kind]: the change of the gain on one board
    change: I8  # [NUMBERS * kind + number]: the changes on one board
    gains: I8  # [rank elsewhere, kind]: gains over the boards with the same ranks in the suit and a certain card
    aside: I8  # [rank elsewhere, NUMBERS * kind + number]: the same for every number
    whole_gain: I8  # [kind]: gains over all boards with the same ranks in the suit
    whole: I8  # [NUMBERS * kind + number]: the same for every number
    # [30 * qualifies + 10 * outcome + class, number]: if both dealer cards are known, the numbers of every end;
    # nets[60] is 0, for impossible holes.
    nets: I8
    left: I8  # [rank]: cards elsewhere, before the board is dealt
    five: I8  # [5]: room to sort the ranks of a board
    have: I4  # [kind of card]: cards that are neither on the board nor known
    theirs: I4  # [kind of card]: the worth of the dealer's hand with it; if both dealer cards are known, theirs[0]
    counts: I4  # [(low, beaten, tied, worth), kind]: the dealer's hands against each hole, and its worth


def new_bench() -> Bench:
    """Return work arrays."""

    def numbers(*shape: int) -> I8:
        """Return an array of zeros."""
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
    """Fill flush[kind] with the worth that the suit gives each kind of hole: 0 if a card of the hole is on the board,
    -1 if its ranks decide.
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
            flush[kind] = suited_worth(boards, mask, own)


@kernel(Boards, Kinds, "u2[:,:]", Bench)
def worths_by_suit(boards: Boards, kinds: Kinds, worths: U2, bench: Bench) -> int:
    """Fill worths[suit board, kind] with the worth of each kind of hole; 0 if a card of the hole is on the board."""
    flush = bench.counts[0]
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5:
            continue
        flushes_of(mask, size, boards, kinds, flush)
        number = first_suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                row, by_ranks = worths[number], boards.worth[board_number_of_mask(mask, t, u, bench.five)]
                for kind in range(KINDS):
                    row[kind] = by_ranks[kinds.pair[kind]] if flush[kind] < 0 else flush[kind]
    return 0


@part
def count_against(kind_count: int, begin: int, kinds: Kinds, bench: Bench) -> None:
    """Count the dealer's hands with a known card that do not qualify, and those that each hole beats and ties.

    Fills bench.counts[:3, begin:]. There are `kind_count` kinds of card for the dealer's other card: 13 by ranks, or
    26. `bench.have`, `bench.theirs` and the worths of holes in bench.counts[3] must be there.
    """
    have, theirs = bench.have, bench.theirs
    end = PAIRS if kind_count == 13 else KINDS
    # Counting from nothing, so that the compiler sees that no place is below it, and does many at a time.
    low, beaten, tied = bench.counts[0, begin:end], bench.counts[1, begin:end], bench.counts[2, begin:end]
    mine, first, second = bench.counts[3, begin:end], kinds.first[begin:end], kinds.second[begin:end]
    beaten[:] = 0
    tied[:] = 0
    lows = np.int32(0)
    for x in range(kind_count):
        copies, their_worth = have[x], theirs[x]
        if copies <= 0:
            continue
        if their_worth >> CLASS == 0:
            lows += copies
        for k in range(mine.shape[0]):
            beaten[k] += copies * np.int32(mine[k] > their_worth)
            tied[k] += copies * np.int32(mine[k] == their_worth)
    for k in range(mine.shape[0]):
        a, b = theirs[first[k]], theirs[second[k]]
        beaten[k] -= np.int32(mine[k] > a) + np.int32(mine[k] > b)
        tied[k] -= np.int32(mine[k] == a) + np.int32(mine[k] == b)
        low[k] = lows - np.int32(a >> CLASS == 0) - np.int32(b >> CLASS == 0)


@part
def four_numbers(rates: I8, low: Any, beaten: Any, tied: Any) -> tuple[Any, Any, Any, Any]:
    """Return the four numbers of a hole, from the factors of its class and the dealer's hands against it."""
    r = rates
    flop = r[0] * low + r[4] * beaten + r[8] * tied + r[12]
    river = r[1] * low + r[5] * beaten + r[9] * tied + r[13]
    high_multiple = r[2] * low + r[6] * beaten + r[10] * tied + r[14]
    low_multiple = r[3] * low + r[7] * beaten + r[11] * tied + r[15]
    river = max(river, r[16])
    return flop - river, river, high_multiple, low_multiple


@part
def numbers_of(kind: int, known: KnownCards, bench: Bench) -> tuple[Any, Any, Any, Any]:
    """Return the four numbers of a hole that was counted; or, if both dealer cards are known, those of its outcome."""
    mine = bench.counts[3, kind]
    if known.second >= 0:
        value = bench.theirs[0]
        outcome = np.int64(mine >= value) + np.int64(mine > value)
        net = bench.nets[30 * np.int64(value >> CLASS > 0) + 10 * outcome + np.int64(mine >> CLASS)]
        return net[0], net[1], net[2], net[3]
    low, beaten, tied = (
        np.int64(bench.counts[0, kind]),
        np.int64(bench.counts[1, kind]),
        np.int64(bench.counts[2, kind]),
    )
    return four_numbers(known.rates[mine >> CLASS], low, beaten, tied)


@part
def lay_nets(known: KnownCards, bench: Bench) -> None:
    """Fill `bench.nets` for every way in which a round can end, if both dealer cards are known."""
    for qualifies in range(2):
        for outcome in range(3):
            for hand_class in range(10):
                numbers = four_numbers(known.rates[hand_class], 1 - qualifies, int(outcome == 2), int(outcome == 1))
                net = bench.nets[30 * qualifies + 10 * outcome + hand_class]
                net[0], net[1], net[2], net[3] = numbers


# --- by ranks


@part
def ways_by_ranks(board: I4, known: KnownCards, x: int, y: int) -> int:
    """Return the number of ways to deal board[rank] cards of each rank, if the player holds x and y."""
    ways = 1
    for rank in range(13):
        count = board[rank]
        if count > 0:
            free = 4 - (rank == x) - (rank == y) - (rank == known.first) - (rank == known.second)
            for i in range(count):
                ways = ways * (free - i) // (i + 1)
    return ways


@part
def one_by_ranks(five: Five, boards: Boards, kinds: Kinds, known: KnownCards, results: ByRank, bench: Bench) -> None:
    """Fill the numbers of every hole on one board by ranks, and add them to the sums."""
    number = board_number(five.a, five.b, five.c, five.d, five.e)
    worth, numbers, on_board = boards.worth[number], results.boards[number], bench.have[13:]
    numbers[:] = 0
    for x in range(13):
        on_board[x] = (five.a == x) + (five.b == x) + (five.c == x) + (five.d == x) + (five.e == x)
        bench.have[x] = 4 - on_board[x] - (x == known.first) - (x == known.second)
        if bench.have[x] < 0:
            return
        bench.theirs[x] = worth[pair_number(known.first, x)]
    for hole in range(PAIRS):
        bench.counts[3, hole] = worth[hole]
    if known.second >= 0:
        bench.theirs[0] = worth[pair_number(known.first, known.second)]
    else:
        count_against(13, 0, kinds, bench)
    for hole in range(PAIRS):
        if worth[hole] == 0:
            continue
        x, y = int(kinds.first[hole]), int(kinds.second[hole])
        ways, numbers_here = ways_by_ranks(on_board, known, x, y), numbers[hole]
        numbers_here[0], numbers_here[1], numbers_here[2], numbers_here[3] = numbers_of(hole, known, bench)
        if ways > 0:
            for i in range(NUMBERS):
                results.cards[13, hole, i] += ways * numbers_here[i]
            for rank in range(13 if known.second < 0 else 0):
                if on_board[rank] > 0:
                    free = 4 - (rank == x) - (rank == y) - (rank == known.first)
                    times = ways * on_board[rank] // free
                    for i in range(NUMBERS):
                        results.cards[rank, hole, i] += times * numbers_here[i]


@kernel(Boards, Kinds, KnownCards, ByRank, Bench)
def known_by_ranks(boards: Boards, kinds: Kinds, known: KnownCards, results: ByRank, bench: Bench) -> int:
    """Fill `results` for every board as if no flush could be made."""
    results.cards[:] = 0
    lay_nets(known, bench)
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        one_by_ranks(Five(a, b, c, d, e), boards, kinds, known, results, bench)
    return 0


# --- seen from a suit


@part
def first_kind(size: int, known: KnownCards, own: int) -> int:
    """Return the first kind of hole for which a suit can change anything: below it neither side makes a flush."""
    dealers = int(known.first >= 13) + int(known.second >= 13 or known.second < 0)
    if (own == 0 and size + dealers >= 5) or dealers == 2:
        return 0
    return BOTH_IN if own or size == 3 else ONE_IN if size == 4 else 0


@part
def lay_ways(known: KnownCards, off: I8, bench: Bench) -> None:
    """Fill `bench.ways` and `bench.wide`: how often the cards elsewhere can come, for each kind of hole."""
    left, ways, wide = bench.left, bench.ways, bench.wide
    for rank in range(13):
        left[rank] = 3 - (rank == known.first) - (rank == known.second)
    for t in range(13):
        for u in range(t + 1):
            pair, equal = pair_number(t, u), int(t == u)
            ways_of_pair = ways[pair]
            for kind in range(KINDS):
                ways_of_pair[1, kind] = left[u] - off[u, kind] - equal
                ways_of_pair[2, kind] = left[t] - off[t, kind] - equal
                ways_of_pair[0, kind] = (left[t] - off[t, kind]) * ways_of_pair[1, kind] // (1 + equal)
                for i in range(NUMBERS):
                    wide[pair, 0, NUMBERS * kind + i] = ways_of_pair[0, kind]
                    wide[pair, 1, NUMBERS * kind + i] = ways_of_pair[1, kind]
                    wide[pair, 2, NUMBERS * kind + i] = ways_of_pair[2, kind]


@part
def change_here(
    mask: int, t: int, u: int, begin: int, worths: U2, kinds: Kinds, known: KnownCards, by_ranks: I8, bench: Bench
) -> None:
    """Fill the four numbers of every kind of hole from `begin` on, less those by ranks: `bench.change` and
    `bench.gain`.
    """
    have, theirs, mine = bench.have, bench.theirs, bench.counts[3]
    if known.second >= 0:
        theirs[0] = worths[hole_kind(known.first, known.second)]
    else:
        for x in range(13):
            have[x] = 3 - (x == t) - (x == u) - (x == known.first)
            have[13 + x] = 1 - (mask >> x & 1) - (13 + x == known.first)
            theirs[x] = worths[hole_kind(known.first, x)]
            theirs[13 + x] = worths[hole_kind(known.first, 13 + x)] if 13 + x != known.first else 0
    gain, change, hole_worths, pair = (
        bench.gain[begin:],
        bench.change[NUMBERS * begin :],
        worths[begin:],
        kinds.pair[begin:],
    )
    if known.second >= 0:
        value = np.int64(theirs[0])
        nets = bench.nets[30 * int(value >> CLASS > 0) :]
        no_hole = nets.shape[0] - 1
        for k in range(hole_worths.shape[0]):
            worth = np.int64(hole_worths[k])
            place = 10 * (np.int64(worth >= value) + np.int64(worth > value)) + (worth >> CLASS)
            net = nets[place if worth > 0 else no_hole]
            numbers_by_ranks = by_ranks[np.int64(pair[k]) if worth > 0 else PAIRS]
            a, b, c, d = (
                net[0] - numbers_by_ranks[0],
                net[1] - numbers_by_ranks[1],
                net[2] - numbers_by_ranks[2],
                net[3] - numbers_by_ranks[3],
            )
            first = NUMBERS * k
            change[first], change[first + 1], change[first + 2], change[first + 3] = a, b, c, d
            gain[k] = a
        return
    for k in range(KINDS):
        mine[k] = worths[k]
    count_against(26, begin, kinds, bench)
    lows, beaten, tied = bench.counts[0, begin:], bench.counts[1, begin:], bench.counts[2, begin:]
    for k in range(hole_worths.shape[0]):
        if hole_worths[k] == 0:
            gain[k] = 0
            for i in range(NUMBERS):
                change[NUMBERS * k + i] = 0
            continue
        numbers_by_ranks, rates = by_ranks[pair[k]], known.rates[hole_worths[k] >> CLASS]
        a, b, c, d = four_numbers(rates, np.int64(lows[k]), np.int64(beaten[k]), np.int64(tied[k]))
        a, b, c, d = a - numbers_by_ranks[0], b - numbers_by_ranks[1], c - numbers_by_ranks[2], d - numbers_by_ranks[3]
        first = NUMBERS * k
        change[first], change[first + 1], change[first + 2], change[first + 3] = a, b, c, d
        gain[k] = a


@part
def add(target: I8, row: I8, begin: int) -> None:
    """Add one row to another, from index `begin` on."""
    target, row = target[begin:], row[begin:]
    for k in range(target.shape[0]):
        target[k] += row[k]


@part
def add_times(target: I8, row: I8, ways: I8, begin: int) -> None:
    """Add one row to another from index `begin` on, multiplied by `ways`."""
    target, row, ways = target[begin:], row[begin:], ways[begin:]
    for k in range(target.shape[0]):
        target[k] += row[k] * ways[k]


@part
def keep_three(mask: int, t: int, u: int, begin: int, results: FromSuit, bench: Bench) -> None:
    """Add a board with three cards in the suit to flops and fours with both other cards; keep the rest in `bench`."""
    pair, by_card = pair_number(t, u), results.fours.shape[0] > 0
    ways, wide = bench.ways[pair], bench.wide[pair]
    for x in range(13):
        if mask >> x & 1:
            add(results.flops[x * 91 + pair], bench.gain, begin)
            if by_card:
                add(results.fours[top(mask ^ 1 << x, 2) * 91 + pair], bench.gain, begin)
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
    """Keep the sums of a board with four cards in the suit in `bench`."""
    left, held = bench.left[t], off[t, begin:]
    whole, changes = bench.whole[NUMBERS * begin :], bench.change[NUMBERS * begin :]
    for k in range(held.shape[0]):
        for i in range(NUMBERS):
            whole[NUMBERS * k + i] += changes[NUMBERS * k + i] * (left - held[k])
    if by_card:
        add(bench.aside[t], bench.change, NUMBERS * begin)
    else:
        add(bench.gains[t], bench.gain, begin)


@part
def gains_of_numbers(begin: int, by_card: bool, bench: Bench) -> None:
    """Fill `whole_gain` and `gains` with the first of every four numbers in `whole` and `aside`."""
    for k in range(begin, KINDS):
        bench.whole_gain[k] = bench.whole[NUMBERS * k]
    if by_card:
        for t in range(13):
            for k in range(begin, KINDS):
                bench.gains[t, k] = bench.aside[t, NUMBERS * k]


@part
def spread_two(pair: int, begin: int, results: FromSuit, bench: Bench) -> None:
    """Add the kept gains to the flops with two cards in the suit and one elsewhere."""
    for t in range(13):
        add(results.flops[TWO_IN_SUIT + pair * 13 + t], bench.gains[t], begin)


@part
def spread_three(three: int, begin: int, aside: int, whole: int, results: FromSuit, bench: Bench) -> None:
    """Add the kept gains to the flop with these three cards in the suit, and to fours with one more card elsewhere."""
    if whole:
        add(results.flops[THREE_IN_SUIT + three], bench.whole_gain, begin)
    if aside and results.fours.shape[0] > 0:
        for t in range(13):
            add(results.fours[FOURS_THREE + three * 13 + t], bench.gains[t], begin)


@part
def spread_four(four: int, begin: int, results: FromSuit, bench: Bench) -> None:
    """Add the kept gains to the four with these cards in the suit."""
    if results.fours.shape[0] > 0:
        add(results.fours[FOURS_FOUR + four], bench.whole_gain, begin)


@part
def spread(mask: int, size: int, begin: int, results: FromSuit, bench: Bench) -> None:
    """Add what was kept for all boards with the ranks `mask` in the suit to every flop and four they can come from."""
    by_card = results.fours.shape[0] > 0
    gains_of_numbers(begin, by_card and size < 5, bench)
    if size == 3:
        spread_three(top(mask, 3), begin, 1, 1, results, bench)
    elif size == 4:
        spread_four(top(mask, 4), begin, results, bench)
    for x in range(13):
        if not mask >> x & 1:
            continue
        rest = mask ^ 1 << x
        if size == 3:
            spread_two(top(rest, 2), begin, results, bench)
        elif size == 4:
            spread_three(top(rest, 3), begin, 1, 1, results, bench)
        else:
            spread_four(top(rest, 4), begin, results, bench)
        for y in range(x):
            if mask >> y & 1 and size == 4:
                spread_two(top(rest ^ 1 << y, 2), begin, results, bench)
            elif mask >> y & 1 and size == 5:
                spread_three(top(rest ^ 1 << y, 3), begin, 0, 1, results, bench)
    add(results.cards[results.cards.shape[0] - 1], bench.whole, NUMBERS * begin)
    if by_card:
        for x in range(13):
            if size < 5:
                add(results.cards[x], bench.aside[x], NUMBERS * begin)
            if mask >> x & 1:
                add(results.cards[13 + x], bench.whole, NUMBERS * begin)


@kernel(Boards, Kinds, KnownCards, "u2[:,:]", ByRank, FromSuit, Bench)
def known_by_suit(
    boards: Boards, kinds: Kinds, known: KnownCards, worths: U2, ranks: ByRank, results: FromSuit, bench: Bench
) -> int:
    """Fill `results` for every suit board, as changes against the numbers by ranks."""
    results.flops[:] = 0
    results.fours[:] = 0
    results.cards[:] = 0
    lay_ways(known, kinds.off, bench)
    lay_nets(known, bench)
    known_mask = 0
    if known.first >= 13:
        known_mask |= 1 << (known.first - 13)
    if known.second >= 13:
        known_mask |= 1 << (known.second - 13)
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5 or mask & known_mask:
            continue
        begin = first_kind(size, known, boards.own)
        if size == 5:  # nothing is elsewhere
            pass
        elif results.fours.shape[0] > 0:
            bench.aside[:] = 0
        else:
            bench.gains[:] = 0
        bench.whole[:] = 0
        number = first_suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                by_ranks = ranks.boards[board_number_of_mask(mask, t, u, bench.five)]
                change_here(mask, t, u, begin, worths[number], kinds, known, by_ranks, bench)
                if size == 3:
                    keep_three(mask, t, u, begin, results, bench)
                elif size == 4:
                    keep_four(t, begin, results.fours.shape[0] > 0, kinds.off, bench)
                else:
                    add(bench.whole, bench.change, NUMBERS * begin)
        spread(mask, size, begin, results, bench)
    return 0
