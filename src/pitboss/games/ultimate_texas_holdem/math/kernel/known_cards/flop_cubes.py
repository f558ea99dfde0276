"""Put flops and fours together suit by suit, for a player who knows one or both of the dealer's cards.

The gain on a flop is a sum: by its ranks, and for each suit on it the change that the suit makes. The maximum of that
and 0 is added to each card of the flop and to the total. To go through all flops quickly, they are sorted by their
suits, and within one pattern of suits the last card runs over the ranks in order. So tables are laid out with that rank
as the last index. It has WIDE = 16 places, of which three are unused, so that a processor adds 16 numbers at a time. A
card that is held or known, and an unused place, gets the number NEVER, so low that nothing is gained there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import Kinds
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.known_boards import (
    FOURS,
    FOURS_FOUR,
    FOURS_THREE,
    KnownCards,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    FLOP_ROWS,
    KINDS,
    PAIRS,
    THREE_IN_SUIT,
    TWO_IN_SUIT,
    board_number_any_order,
    flop_number,
    kind_from_suit,
    pair_number,
)
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8

NEVER = -(2**58)  # a gain so low that no sum with it is positive
WIDE = 16  # places for a rank as the last index; the last three are unused
THREES, FOUR_SETS = 286, 715  # sets of three and four different ranks
RANK_FOURS = 1820  # multisets of four ranks


@group("i8[:,:,:,:] i8[:,:] i8[:,:,:,:,:] i8[:,:]")
class RankCubes(NamedTuple):
    """The gains of raising on the flop over waiting by ranks alone, copied so that the last rank is the last index."""

    flops: I8  # [pair, rank, rank, rank]: the gain on a flop
    threes: I8  # [pair, set]: the gain on a flop with three different ranks
    fours: I8  # [pair, rank, rank, rank, rank]: the gain on a four
    sets: I8  # [pair, set]: the gain on a four with four different ranks


@group("i8[:,:,:,:,:] i8[:,:,:,:,:] i8[:,:,:,:] i8[:,:,:] i8[:,:,:,:,:] i8[:,:,:,:] i8[:,:,:]")
class SuitCubes(NamedTuple):
    """The changes that a suit makes to the gains of raising on the flop, copied so that the last rank is the last
    index. A view is what is known as seen from the suit.
    """

    first: I8  # [view, kind, x, y, z]: flops with rank x in the suit, y and z elsewhere
    last: I8  # [view, kind, x, y, z]: flops with rank z in the suit, x and y elsewhere
    two: I8  # [view, kind, set, z]: flops with a set of two ranks in the suit, z elsewhere
    three: I8  # [view, kind, set]: flops with a set of three ranks in the suit
    two_of_four: I8  # [view, kind, set, y, z]: fours with a set of two ranks in the suit, y and z elsewhere
    three_of_four: I8  # [view, kind, set, z]: fours with a set of three ranks in the suit, z elsewhere
    four: I8  # [view, kind, set]: fours with a set of four ranks in the suit


@group("i8[:,:] i8[:,:] i8[:,:,:] i8[:,:]")
class Gains(NamedTuple):
    """The gains over a player who never raises on the flop, for each hole, and work arrays."""

    total: I8  # [line, card]: the sum over flops with the card; total[line, 52] is over all flops
    fours: I8  # [line, card]: the sum over fours with the card, and [line, 52] over all; may have no lines
    lanes: I8  # [suit, rank, rank of the last card]: work array: sums for a card that is not the last
    last: I8  # [suit, rank]: work array: sums for the last card


def new_ranks(fours: bool) -> RankCubes:
    """Return an empty table of gains by ranks; `fours` says whether fours are wanted."""
    deep = PAIRS if fours else 0
    return RankCubes(
        np.zeros((PAIRS, 13, 13, WIDE), np.int64),
        np.zeros((PAIRS, THREES), np.int64),
        np.zeros((deep, 13, 13, 13, WIDE), np.int64),
        np.zeros((deep, FOUR_SETS), np.int64),
    )


def new_suits(views: int, fours: bool) -> SuitCubes:
    """Return an empty table of changes for this number of views; `fours` says whether fours are wanted."""
    deep = views if fours else 0
    return SuitCubes(
        np.zeros((views, KINDS, 13, 13, WIDE), np.int64),
        np.zeros((views, KINDS, 13, 13, WIDE), np.int64),
        np.zeros((views, KINDS, 78, WIDE), np.int64),
        np.zeros((views, KINDS, THREES), np.int64),
        np.zeros((deep, KINDS, 78, 13, WIDE), np.int64),
        np.zeros((deep, KINDS, THREES, WIDE), np.int64),
        np.zeros((deep, KINDS, FOUR_SETS), np.int64),
    )


def new_gains(lines: int, fours: bool) -> Gains:
    """Return empty gains for this number of holes; `fours` says whether fours are wanted."""
    return Gains(
        np.zeros((lines, 53), np.int64),
        np.zeros((lines if fours else 0, 53), np.int64),
        np.zeros((4, 13, WIDE), np.int64),
        np.zeros((4, WIDE), np.int64),
    )


# --- tables laid out


@part
def four_number(a: int, b: int, c: int, d: int) -> int:
    """Return the number of four ranks in ascending order."""
    b, c, d = b + 1, c + 2, d + 3
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24


@part
def cards_left(have: I8, rank: int, kinds: Kinds, hole: int) -> Any:
    """Return the cards of a rank that can still come, given what a hole holds."""
    return have[rank] - kinds.held[rank, hole]


@kernel(KnownCards, Kinds, "i8[:,:,:] i8[:,:] i8[:,:] i8[:] i8[:]")
def gains_by_ranks(known: KnownCards, kinds: Kinds, boards: I8, flops: I8, fours: I8, have: I8, five: I8) -> int:
    """Sum, for each flop by ranks, the gains on the boards that it can become; if `fours` has rows, do the same for
    each four by ranks.

    `boards` is `ByRank.boards`; `have` [13] and `five` [5] are work arrays.
    """
    flops[:] = 0
    fours[:] = 0
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                flop = flops[flop_number(a, b, c)]
                for x in range(13):
                    have[x] = 4 - (a == x) - (b == x) - (c == x) - (x == known.first) - (x == known.second)
                for t in range(13):
                    for r in range(t + 1):
                        gain = boards[board_number_any_order(a, b, c, t, r, five)]
                        for hole in range(PAIRS):
                            if t == r:
                                ways = cards_left(have, t, kinds, hole) * (cards_left(have, t, kinds, hole) - 1) // 2
                            else:
                                ways = cards_left(have, t, kinds, hole) * cards_left(have, r, kinds, hole)
                            flop[hole] += ways * gain[hole, 0]
                if fours.shape[0] == 0:
                    continue
                for d in range(c, 13):
                    four = fours[four_number(a, b, c, d)]
                    have[d] -= 1
                    for t in range(13):
                        gain = boards[board_number_any_order(a, b, c, d, t, five)]
                        for hole in range(PAIRS):
                            four[hole] += cards_left(have, t, kinds, hole) * gain[hole, 0]
                    have[d] += 1
    return 0


@part
def lay_fours_by_ranks(fours: I8, into: RankCubes, five: I8) -> None:
    """Copy the gains on fours, fours[four by ranks, pair], to `into.sets` and `into.fours`."""
    set_number = 0
    for d in range(13):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    for hole in range(PAIRS):
                        into.sets[hole, set_number] = fours[four_number(a, b, c, d), hole]
                    set_number += 1
    for x in range(13):
        for y in range(13):
            for z in range(13):
                for w in range(13):
                    five[0], five[1], five[2], five[3] = x, y, z, w
                    for i in range(1, 4):
                        j = i
                        while j > 0 and five[j - 1] > five[j]:
                            five[j], five[j - 1] = five[j - 1], five[j]
                            j -= 1
                    row = fours[four_number(five[0], five[1], five[2], five[3])]
                    for hole in range(PAIRS):
                        into.fours[hole, x, y, z, w] = row[hole]
                for hole in range(PAIRS):
                    for w in range(13, WIDE):
                        into.fours[hole, x, y, z, w] = NEVER


@kernel("i8[:,:] i8[:,:]", RankCubes, "i8[:]")
def lay_ranks(flops: I8, fours: I8, into: RankCubes, five: I8) -> int:
    """Copy the gains by ranks from `flops` and `fours` to `into`, in the order in which they are read later. `five` is
    a work array [5].
    """
    for hole in range(PAIRS):
        for x in range(13):
            for y in range(13):
                for z in range(13):
                    low, high = min(x, y, z), max(x, y, z)
                    into.flops[hole, x, y, z] = flops[flop_number(low, x + y + z - low - high, high), hole]
                for z in range(13, WIDE):
                    into.flops[hole, x, y, z] = NEVER
        set_number = 0
        for z in range(13):
            for y in range(z):
                for x in range(y):
                    into.threes[hole, set_number] = flops[flop_number(x, y, z), hole]
                    set_number += 1
    if fours.shape[0] > 0:
        lay_fours_by_ranks(fours, into, five)
    return 0


@part
def unavailable_ranks(kind: int, known: KnownCards, kinds: Kinds) -> int:
    """Return the ranks in the suit that a hole or the dealer has, as bits."""
    mask = 0
    if kinds.first[kind] >= 13:
        mask |= 1 << (int(kinds.first[kind]) - 13)
    if kinds.second[kind] >= 13:
        mask |= 1 << (int(kinds.second[kind]) - 13)
    if known.first >= 13:
        mask |= 1 << (known.first - 13)
    if known.second >= 13:
        mask |= 1 << (known.second - 13)
    return mask


@part
def or_never(value: int, mask: int, cards: int) -> int:
    """Return the value, or NEVER if one of the `cards` is in `mask`."""
    return NEVER if mask & cards else value


@part
def lay_one(view: int, begin: int, end: int, flops: I8, into: SuitCubes, unavailable: I8) -> None:
    """Copy to a view the changes on flops with one card in the suit, for the kinds of hole from `begin` up to `end`."""
    first, last = into.first[view], into.last[view]
    for x in range(13):
        for y in range(13):
            for z in range(13):
                row, other = flops[x * 91 + pair_number(y, z)], flops[z * 91 + pair_number(x, y)]
                for kind in range(begin, end):
                    first[kind, x, y, z] = or_never(row[kind], unavailable[kind], 1 << x)
                    last[kind, x, y, z] = or_never(other[kind], unavailable[kind], 1 << z)


@part
def lay_two_and_three(view: int, begin: int, end: int, flops: I8, fours: I8, into: SuitCubes, unavailable: I8) -> None:
    """Copy to a view the changes on flops and fours with two or three cards in the suit, for the kinds of hole from
    `begin` up to `end`.
    """
    pair = three = 0
    for y in range(13):
        for x in range(y):
            for z in range(13):
                row = flops[TWO_IN_SUIT + pair * 13 + z]
                for kind in range(begin, end):
                    into.two[view, kind, pair, z] = or_never(row[kind], unavailable[kind], 1 << x | 1 << y)
                if fours.shape[0] == 0:
                    continue
                for w in range(13):
                    row = fours[pair * 91 + pair_number(z, w)]
                    for kind in range(begin, end):
                        into.two_of_four[view, kind, pair, z, w] = or_never(
                            row[kind], unavailable[kind], 1 << x | 1 << y
                        )
            pair += 1
    for z in range(13):
        for y in range(z):
            for x in range(y):
                cards, row = 1 << x | 1 << y | 1 << z, flops[THREE_IN_SUIT + three]
                for kind in range(begin, end):
                    into.three[view, kind, three] = or_never(row[kind], unavailable[kind], cards)
                if fours.shape[0] > 0:
                    for w in range(13):
                        row = fours[FOURS_THREE + three * 13 + w]
                        for kind in range(begin, end):
                            into.three_of_four[view, kind, three, w] = or_never(row[kind], unavailable[kind], cards)
                three += 1


@kernel("i8", KnownCards, Kinds, "i8[:,:] i8[:,:]", SuitCubes, "i8[:]")
def lay_suit(view: int, known: KnownCards, kinds: Kinds, flops: I8, fours: I8, into: SuitCubes, unavailable: I8) -> int:
    """Copy the changes that a suit makes to the view with this number, in the order in which they are read later.

    `never` is a work array: never[kind] becomes the ranks in the suit that are not available, as bits.
    """
    for kind in range(KINDS):
        unavailable[kind] = unavailable_ranks(kind, known, kinds)
    for begin in range(0, KINDS, 8):  # as many kinds as are read at once
        end = min(begin + 8, KINDS)
        lay_one(view, begin, end, flops, into, unavailable)
        lay_two_and_three(view, begin, end, flops, fours, into, unavailable)
    if fours.shape[0] == 0:
        return 0
    four = 0
    for w in range(13):
        for z in range(w):
            for y in range(z):
                for x in range(y):
                    cards, row = 1 << x | 1 << y | 1 << z | 1 << w, fours[FOURS_FOUR + four]
                    for kind in range(KINDS):
                        into.four[view, kind, four] = or_never(row[kind], unavailable[kind], cards)
                    four += 1
    return 0


# --- put together


@part
def add_row_of_three(a: I8, b: I8, c: I8, d: I8, last: I8, lane: I8, other: I8, by_card: int) -> None:
    """Add the gains of 16 flops with a sum of four numbers each to the last card, and to those of the two cards before.

    Without `by_card` only the total is wanted, and is added to last[0].
    """
    if by_card:
        for z in range(WIDE):
            gain = max(a[z] + b[z] + c[z] + d[z], 0)
            last[z] += gain
            lane[z] += gain
            other[z] += gain
        return
    total = 0
    for z in range(WIDE):
        total += max(a[z] + b[z] + c[z] + d[z], 0)
    last[0] += total


@part
def add_row_of_two(a: I8, b: I8, c: I8, last: I8, lane: I8, other: I8, by_card: int) -> None:
    """Add gains as `add_row_of_three` does, with sums of three numbers."""
    if by_card:
        for z in range(WIDE):
            gain = max(a[z] + b[z] + c[z], 0)
            last[z] += gain
            lane[z] += gain
            other[z] += gain
        return
    total = 0
    for z in range(WIDE):
        total += max(a[z] + b[z] + c[z], 0)
    last[0] += total


@part
def add_three_suits(s: int, t: int, u: int, by_ranks: I8, a: I8, b: I8, c: I8, gains: Gains, by_card: int) -> None:
    """Add the gains of all flops with one card each of the suits s, t and u."""
    for x in range(13):
        for y in range(13):
            add_row_of_three(
                by_ranks[x, y], a[x, y], b[y, x], c[x, y], gains.last[u], gains.lanes[s, x], gains.lanes[t, y], by_card
            )


@part
def add_two_suits(s: int, t: int, by_ranks: I8, two: I8, last: I8, gains: Gains, by_card: int) -> None:
    """Add the gains of all flops with two cards of suit s and one of suit t."""
    pair = 0
    for y in range(13):
        for x in range(y):
            add_row_of_two(
                by_ranks[x, y], two[pair], last[x, y], gains.last[t], gains.lanes[s, x], gains.lanes[s, y], by_card
            )
            pair += 1


@part
def add_threes_below(end: int, s: int, by_ranks: I8, suited: I8, out: I8) -> Any:
    """Add the gains of every three ranks below `end` in suit s to their cards and to the total out[52]. Return their
    sum.
    """
    set_number, total = 0, np.int64(0)
    for z in range(end):
        for y in range(z):
            for x in range(y):
                gain = max(by_ranks[set_number] + suited[set_number], 0)
                out[4 * x + s] += gain
                out[4 * y + s] += gain
                out[4 * z + s] += gain
                total += gain
                set_number += 1
    out[52] += total
    return total


@part
def collect_by_card(out: I8, gains: Gains) -> None:
    """Add the gains kept in `gains.lanes` and `gains.last` to out[card] and out[52], and clear them."""
    for s in range(4):
        for x in range(13):
            lane, total = gains.lanes[s, x], 0
            for z in range(WIDE):
                total += lane[z]
                lane[z] = 0
            out[4 * x + s] += total + gains.last[s, x]
            out[52] += gains.last[s, x]
        for z in range(WIDE):
            gains.last[s, z] = 0


@kernel("i8[:,:] i8[:] i8", RankCubes, SuitCubes, Gains)
def sum_flop_gains(holes: I8, views: I8, by_card: int, ranks: RankCubes, suits: SuitCubes, gains: Gains) -> int:
    """Fill `gains.total` for each hole. views[suit] is the view from each suit."""
    for line in range(holes.shape[0]):
        p, q = holes[line, 0], holes[line, 1]
        hole, out = pair_number(p >> 2, q >> 2), gains.total[line]
        by_ranks = ranks.flops[hole]
        for s in range(4):
            k = kind_from_suit(p, q, s)
            for t in range(s + 1, 4):
                m = kind_from_suit(p, q, t)
                for u in range(t + 1, 4):
                    a, b = suits.first[views[s], k], suits.first[views[t], m]
                    c = suits.last[views[u], kind_from_suit(p, q, u)]
                    add_three_suits(s, t, u, by_ranks, a, b, c, gains, by_card)
            for t in range(4):
                if t != s:
                    two, last = suits.two[views[s], k], suits.last[views[t], kind_from_suit(p, q, t)]
                    add_two_suits(s, t, by_ranks, two, last, gains, by_card)
            add_threes_below(13, s, ranks.threes[hole], suits.three[views[s], k], out)
        collect_by_card(out, gains)
    return 0


# --- fours, which are a flop and one more card


@part
def add_row_of_four(a: I8, b: I8, last: I8, x: I8, y: I8, z: I8) -> None:
    """Add the gains of 16 fours to the last card, and to those of the three cards before."""
    for w in range(WIDE):
        gain = max(a[w] + b[w], 0)
        last[w] += gain
        x[w] += gain
        y[w] += gain
        z[w] += gain


@part
def add_four_suits(by_ranks: I8, live: I8, gains: Gains) -> None:
    """Add the gains of all fours with one card of each suit, where only ranks matter."""
    for x in range(13):
        for y in range(13):
            for z in range(13):
                if live[0, x] == 0 and live[1, y] == 0 and live[2, z] == 0:
                    lanes = gains.lanes
                    add_row_of_four(by_ranks[x, y, z], live[3], gains.last[3], lanes[0, x], lanes[1, y], lanes[2, z])


@part
def add_two_and_two_suits(s: int, t: int, u: int, by_ranks: I8, two: I8, live: I8, gains: Gains, room: I8) -> None:
    """Add the gains of all fours with two cards of suit s and one each of t and u. `room` is a work array [WIDE]."""
    pair = 0
    for y in range(13):
        for x in range(y):
            for z in range(13):
                if live[t, z] == 0:
                    row, changes, lanes = by_ranks[x, y, z], two[pair, z], gains.lanes
                    for w in range(WIDE):
                        room[w] = changes[w] + live[u, w]
                    add_row_of_four(row, room, gains.last[u], lanes[s, x], lanes[s, y], lanes[t, z])
            pair += 1


@part
def add_two_twos(s: int, t: int, by_ranks: I8, two: I8, other: I8, out: I8) -> None:
    """Add the gains of all fours with two cards each of suits s and t."""
    pair = 0
    for y in range(13):
        for x in range(y):
            again = 0
            for w in range(13):
                for z in range(w):
                    gain = by_ranks[x, y, z, w] + two[pair, z, w] + other[again, x, y]
                    if gain > 0:
                        out[4 * x + s] += gain
                        out[4 * y + s] += gain
                        out[4 * z + t] += gain
                        out[4 * w + t] += gain
                        out[52] += gain
                    again += 1
            pair += 1


@part
def add_three_and_one(s: int, t: int, by_ranks: I8, three: I8, live: I8, gains: Gains, room: I8) -> None:
    """Add the gains of all fours with three cards of suit s and one of suit t. `room` is a work array [WIDE]."""
    set_number, lanes = 0, gains.lanes
    for z in range(13):
        for y in range(z):
            for x in range(y):
                changes = three[set_number]
                for w in range(WIDE):
                    room[w] = changes[w] + live[t, w]
                add_row_of_four(by_ranks[x, y, z], room, gains.last[t], lanes[s, x], lanes[s, y], lanes[s, z])
                set_number += 1


@part
def add_four_of_a_suit(s: int, by_ranks: I8, four: I8, out: I8) -> None:
    """Add the gains of all fours with four cards of suit s.

    Sets of four are in the order of their highest rank, then of the three below it.
    """
    first_set = 0
    for w in range(13):
        out[4 * w + s] += add_threes_below(w, s, by_ranks[first_set:], four[first_set:], out)
        first_set += w * (w - 1) * (w - 2) // 6


@kernel("i8[:,:] i8[:] i8", RankCubes, SuitCubes, Gains, "i8[:,:] i8[:]")
def sum_four_gains(
    holes: I8, views: I8, dealers: int, ranks: RankCubes, suits: SuitCubes, gains: Gains, live: I8, room: I8
) -> int:
    """Fill `gains.fours` for each hole, where the flop and one more card are known. `dealers` is the dealer's card.

    `live[suit, rank]` becomes 0, or NEVER for a card that is held or known.
    """
    for line in range(holes.shape[0]):
        p, q = holes[line, 0], holes[line, 1]
        hole, out = pair_number(p >> 2, q >> 2), gains.fours[line]
        by_ranks = ranks.fours[hole]
        live[:] = 0
        live[p & 3, p >> 2] = NEVER
        live[q & 3, q >> 2] = NEVER
        live[dealers & 3, dealers >> 2] = NEVER
        add_four_suits(by_ranks, live, gains)
        for s in range(4):
            k = kind_from_suit(p, q, s)
            two = suits.two_of_four[views[s], k]
            for t in range(4):
                if t == s:
                    continue
                for u in range(t + 1, 4):
                    if u != s:
                        add_two_and_two_suits(s, t, u, by_ranks, two, live, gains, room)
                if t > s:
                    other = suits.two_of_four[views[t], kind_from_suit(p, q, t)]
                    add_two_twos(s, t, by_ranks, two, other, out)
                add_three_and_one(s, t, by_ranks, suits.three_of_four[views[s], k], live, gains, room)
            add_four_of_a_suit(s, ranks.sets[hole], suits.four[views[s], k], out)
        collect_by_card(out, gains)
    return 0


def new_rows(rows: int) -> I8:
    """Return an array of zeros [row, kind of hole]."""
    return np.zeros((rows, KINDS), np.int64)


def new_flop_rows() -> I8:
    """Return an array of zeros [flop row, kind of hole]."""
    return new_rows(FLOP_ROWS)


def new_four_rows(fours: bool) -> I8:
    """Return an array of zeros [row of fours, kind of hole], without rows if fours are not wanted."""
    return new_rows(FOURS if fours else 0)
