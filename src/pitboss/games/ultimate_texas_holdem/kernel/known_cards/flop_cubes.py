"""Flops and fours put together suit by suit, for one who knows one or both of the dealer's cards.

A flop is what its ranks gain, and what each suit on it changes. With its cards told by suit, no two of the same suit
being told twice, the last card runs over the ranks in order: tables are laid out so that it is their last index, and
sixteen places (three of them empty) are added at a time. A card that is held or known, and an empty place, has a number
so low that nothing is gained there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import Kinds
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.known_boards import FOURS, FOURS_FOUR, FOURS_THREE, Known
from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    FLOP_ROWS,
    KINDS,
    PAIRS,
    THREE,
    TWO,
    board_of_any,
    flop_of,
    pair_of,
    seen_from,
)
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8

NEVER = -(2**58)
WIDE = 16  # places for a rank
THREES, FOUR_SETS = 286, 715
RANK_FOURS = 1820


@group("i8[:,:,:,:] i8[:,:] i8[:,:,:,:,:] i8[:,:]")
class RankCubes(NamedTuple):
    """Gains by ranks."""

    flops: I8  # [hole, rank, rank, rank]
    threes: I8  # [hole, set]: three different ranks
    fours: I8  # [hole, rank, rank, rank, rank]
    sets: I8  # [hole, set]: four different ranks


@group("i8[:,:,:,:,:] i8[:,:,:,:,:] i8[:,:,:,:] i8[:,:,:] i8[:,:,:,:,:] i8[:,:,:,:] i8[:,:,:]")
class SuitCubes(NamedTuple):
    """What a suit changes, by what is known as seen from it."""

    first: I8  # [known, kind, x, y, z]: x in the suit
    last: I8  # [known, kind, x, y, z]: z in the suit
    two: I8  # [known, kind, set, z]: two in the suit
    three: I8  # [known, kind, set]
    two_of_four: I8  # [known, kind, set, y, z]
    three_of_four: I8  # [known, kind, set, z]
    four: I8  # [known, kind, set]


@group("i8[:,:] i8[:,:] i8[:,:,:] i8[:,:]")
class Gains(NamedTuple):
    """What is gained over never playing on the flop."""

    total: I8  # [line, card]: over flops with the card, in 52 over all
    fours: I8  # [line, card]: over fours with it; or it has no lines
    lanes: I8  # [suit, rank]: room: what the cards before the last have gained, at the places of the last
    last: I8  # [suit]: room: what the last card has gained


def new_ranks(fours: bool) -> RankCubes:
    deep = PAIRS if fours else 0
    return RankCubes(
        np.zeros((PAIRS, 13, 13, WIDE), np.int64),
        np.zeros((PAIRS, THREES), np.int64),
        np.zeros((deep, 13, 13, 13, WIDE), np.int64),
        np.zeros((deep, FOUR_SETS), np.int64),
    )


def new_suits(views: int, fours: bool) -> SuitCubes:
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
    return Gains(
        np.zeros((lines, 53), np.int64),
        np.zeros((lines if fours else 0, 53), np.int64),
        np.zeros((4, 13, WIDE), np.int64),
        np.zeros((4, WIDE), np.int64),
    )


# --- tables laid out


@part
def four_of(a: int, b: int, c: int, d: int) -> int:
    """The number of four ranks in ascending order."""
    b, c, d = b + 1, c + 2, d + 3
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24


@part
def free(have: I8, rank: int, kinds: Kinds, hole: int) -> Any:
    """Cards of a rank that can still come, by what a hole holds."""
    return have[rank] - kinds.held[rank, hole]


@kernel(Known, Kinds, "i8[:,:,:] i8[:,:] i8[:,:] i8[:] i8[:]")
def gains_by_ranks(known: Known, kinds: Kinds, boards: I8, flops: I8, fours: I8, have: I8, five: I8) -> int:
    """Gains on boards, added up for flops and, where they have lines, for fours."""
    flops[:] = 0
    fours[:] = 0
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                flop = flops[flop_of(a, b, c)]
                for x in range(13):
                    have[x] = 4 - (a == x) - (b == x) - (c == x) - (x == known.first) - (x == known.second)
                for t in range(13):
                    for r in range(t + 1):
                        gain = boards[board_of_any(a, b, c, t, r, five)]
                        for hole in range(PAIRS):
                            if t == r:
                                often = free(have, t, kinds, hole) * (free(have, t, kinds, hole) - 1) // 2
                            else:
                                often = free(have, t, kinds, hole) * free(have, r, kinds, hole)
                            flop[hole] += often * gain[hole, 0]
                if fours.shape[0] == 0:
                    continue
                for d in range(c, 13):
                    four = fours[four_of(a, b, c, d)]
                    have[d] -= 1
                    for t in range(13):
                        gain = boards[board_of_any(a, b, c, d, t, five)]
                        for hole in range(PAIRS):
                            four[hole] += free(have, t, kinds, hole) * gain[hole, 0]
                    have[d] += 1
    return 0


@part
def lay_fours_by_ranks(fours: I8, into: RankCubes, five: I8) -> None:
    at = 0
    for d in range(13):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    for hole in range(PAIRS):
                        into.sets[hole, at] = fours[four_of(a, b, c, d), hole]
                    at += 1
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
                    row = fours[four_of(five[0], five[1], five[2], five[3])]
                    for hole in range(PAIRS):
                        into.fours[hole, x, y, z, w] = row[hole]
                for hole in range(PAIRS):
                    for w in range(13, WIDE):
                        into.fours[hole, x, y, z, w] = NEVER


@kernel("i8[:,:] i8[:,:]", RankCubes, "i8[:]")
def lay_ranks(flops: I8, fours: I8, into: RankCubes, five: I8) -> int:
    """Gains by ranks where they are read one after the other."""
    for hole in range(PAIRS):
        for x in range(13):
            for y in range(13):
                for z in range(13):
                    low, high = min(x, y, z), max(x, y, z)
                    into.flops[hole, x, y, z] = flops[flop_of(low, x + y + z - low - high, high), hole]
                for z in range(13, WIDE):
                    into.flops[hole, x, y, z] = NEVER
        at = 0
        for z in range(13):
            for y in range(z):
                for x in range(y):
                    into.threes[hole, at] = flops[flop_of(x, y, z), hole]
                    at += 1
    if fours.shape[0] > 0:
        lay_fours_by_ranks(fours, into, five)
    return 0


@part
def gone(kind: int, known: Known, kinds: Kinds) -> int:
    """The ranks in the suit that a hole has, or the dealer."""
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
    return NEVER if mask & cards else value


@part
def lay_one(at: int, begin: int, end: int, flops: I8, into: SuitCubes, never: I8) -> None:
    """Flops with one card in the suit, for some kinds of hole."""
    first, last = into.first[at], into.last[at]
    for x in range(13):
        for y in range(13):
            for z in range(13):
                row, other = flops[x * 91 + pair_of(y, z)], flops[z * 91 + pair_of(x, y)]
                for kind in range(begin, end):
                    first[kind, x, y, z] = or_never(row[kind], never[kind], 1 << x)
                    last[kind, x, y, z] = or_never(other[kind], never[kind], 1 << z)


@part
def lay_more(at: int, begin: int, end: int, flops: I8, fours: I8, into: SuitCubes, never: I8) -> None:
    """Flops with two or three cards in the suit, and fours with two or three."""
    pair = three = 0
    for y in range(13):
        for x in range(y):
            for z in range(13):
                row = flops[TWO + pair * 13 + z]
                for kind in range(begin, end):
                    into.two[at, kind, pair, z] = or_never(row[kind], never[kind], 1 << x | 1 << y)
                if fours.shape[0] == 0:
                    continue
                for w in range(13):
                    row = fours[pair * 91 + pair_of(z, w)]
                    for kind in range(begin, end):
                        into.two_of_four[at, kind, pair, z, w] = or_never(row[kind], never[kind], 1 << x | 1 << y)
            pair += 1
    for z in range(13):
        for y in range(z):
            for x in range(y):
                cards, row = 1 << x | 1 << y | 1 << z, flops[THREE + three]
                for kind in range(begin, end):
                    into.three[at, kind, three] = or_never(row[kind], never[kind], cards)
                if fours.shape[0] > 0:
                    for w in range(13):
                        row = fours[FOURS_THREE + three * 13 + w]
                        for kind in range(begin, end):
                            into.three_of_four[at, kind, three, w] = or_never(row[kind], never[kind], cards)
                three += 1


@kernel("i8", Known, Kinds, "i8[:,:] i8[:,:]", SuitCubes, "i8[:]")
def lay_suit(at: int, known: Known, kinds: Kinds, flops: I8, fours: I8, into: SuitCubes, never: I8) -> int:
    """What a suit changes where it is read one after the other: as the view with this number."""
    for kind in range(KINDS):
        never[kind] = gone(kind, known, kinds)
    for begin in range(0, KINDS, 8):  # as many kinds as are read at once
        end = min(begin + 8, KINDS)
        lay_one(at, begin, end, flops, into, never)
        lay_more(at, begin, end, flops, fours, into, never)
    if fours.shape[0] == 0:
        return 0
    four = 0
    for w in range(13):
        for z in range(w):
            for y in range(z):
                for x in range(y):
                    cards, row = 1 << x | 1 << y | 1 << z | 1 << w, fours[FOURS_FOUR + four]
                    for kind in range(KINDS):
                        into.four[at, kind, four] = or_never(row[kind], never[kind], cards)
                    four += 1
    return 0


# --- put together


@part
def row_of_three(a: I8, b: I8, c: I8, d: I8, last: I8, lane: I8, other: I8, by_card: int) -> None:
    """Sixteen places of four numbers each: what is gained goes to the last card, and to the two before."""
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
def row_of_two(a: I8, b: I8, c: I8, last: I8, lane: I8, other: I8, by_card: int) -> None:
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
def three_suits(s: int, t: int, u: int, by_ranks: I8, a: I8, b: I8, c: I8, gains: Gains, by_card: int) -> None:
    for x in range(13):
        for y in range(13):
            row_of_three(
                by_ranks[x, y], a[x, y], b[y, x], c[x, y], gains.last[u], gains.lanes[s, x], gains.lanes[t, y], by_card
            )


@part
def two_suits(s: int, t: int, by_ranks: I8, two: I8, last: I8, gains: Gains, by_card: int) -> None:
    pair = 0
    for y in range(13):
        for x in range(y):
            row_of_two(
                by_ranks[x, y], two[pair], last[x, y], gains.last[t], gains.lanes[s, x], gains.lanes[s, y], by_card
            )
            pair += 1


@part
def threes_below(end: int, s: int, by_ranks: I8, suited: I8, out: I8) -> Any:
    """What is gained with each three ranks below `end` in a suit, to their cards and to all; how much in all."""
    at, total = 0, np.int64(0)
    for z in range(end):
        for y in range(z):
            for x in range(y):
                gain = max(by_ranks[at] + suited[at], 0)
                out[4 * x + s] += gain
                out[4 * y + s] += gain
                out[4 * z + s] += gain
                total += gain
                at += 1
    out[52] += total
    return total


@part
def to_cards(out: I8, gains: Gains) -> None:
    """What was gained, card by card; room is made for the next."""
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
def flops_beside(holes: I8, views: I8, by_card: int, ranks: RankCubes, suits: SuitCubes, gains: Gains) -> int:
    """For each hole what it gains on all flops; `views` says how each suit sees what is known."""
    for line in range(holes.shape[0]):
        p, q = holes[line, 0], holes[line, 1]
        hole, out = pair_of(p >> 2, q >> 2), gains.total[line]
        by_ranks = ranks.flops[hole]
        for s in range(4):
            k = seen_from(p, q, s)
            for t in range(s + 1, 4):
                m = seen_from(p, q, t)
                for u in range(t + 1, 4):
                    a, b = suits.first[views[s], k], suits.first[views[t], m]
                    c = suits.last[views[u], seen_from(p, q, u)]
                    three_suits(s, t, u, by_ranks, a, b, c, gains, by_card)
            for t in range(4):
                if t != s:
                    two, last = suits.two[views[s], k], suits.last[views[t], seen_from(p, q, t)]
                    two_suits(s, t, by_ranks, two, last, gains, by_card)
            threes_below(13, s, ranks.threes[hole], suits.three[views[s], k], out)
        to_cards(out, gains)
    return 0


# --- fours, which are a flop and one more card


@part
def row_of_four(a: I8, b: I8, last: I8, x: I8, y: I8, z: I8) -> None:
    for w in range(WIDE):
        gain = max(a[w] + b[w], 0)
        last[w] += gain
        x[w] += gain
        y[w] += gain
        z[w] += gain


@part
def four_suits(by_ranks: I8, live: I8, gains: Gains) -> None:
    """One card of each suit: only ranks matter."""
    for x in range(13):
        for y in range(13):
            for z in range(13):
                if live[0, x] == 0 and live[1, y] == 0 and live[2, z] == 0:
                    lanes = gains.lanes
                    row_of_four(by_ranks[x, y, z], live[3], gains.last[3], lanes[0, x], lanes[1, y], lanes[2, z])


@part
def two_and_two_suits(s: int, t: int, u: int, by_ranks: I8, two: I8, live: I8, gains: Gains, room: I8) -> None:
    """Two cards of a suit, and one each of two others."""
    pair = 0
    for y in range(13):
        for x in range(y):
            for z in range(13):
                if live[t, z] == 0:
                    here, there, lanes = by_ranks[x, y, z], two[pair, z], gains.lanes
                    for w in range(WIDE):
                        room[w] = there[w] + live[u, w]
                    row_of_four(here, room, gains.last[u], lanes[s, x], lanes[s, y], lanes[t, z])
            pair += 1


@part
def two_twos(s: int, t: int, by_ranks: I8, two: I8, other: I8, out: I8) -> None:
    """Two cards each of two suits."""
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
def three_and_one(s: int, t: int, by_ranks: I8, three: I8, live: I8, gains: Gains, room: I8) -> None:
    at, lanes = 0, gains.lanes
    for z in range(13):
        for y in range(z):
            for x in range(y):
                there = three[at]
                for w in range(WIDE):
                    room[w] = there[w] + live[t, w]
                row_of_four(by_ranks[x, y, z], room, gains.last[t], lanes[s, x], lanes[s, y], lanes[s, z])
                at += 1


@part
def four_of_a_suit(s: int, by_ranks: I8, four: I8, out: I8) -> None:
    """Sets of four are in the order of their highest rank, then of the three below it."""
    at = 0
    for w in range(13):
        out[4 * w + s] += threes_below(w, s, by_ranks[at:], four[at:], out)
        at += w * (w - 1) * (w - 2) // 6


@kernel("i8[:,:] i8[:] i8", RankCubes, SuitCubes, Gains, "i8[:,:] i8[:]")
def fours_beside(
    holes: I8, views: I8, dealers: int, ranks: RankCubes, suits: SuitCubes, gains: Gains, live: I8, room: I8
) -> int:
    """As `flops_beside`, where the flop and one more card are known; `dealers` is the dealer's card."""
    for line in range(holes.shape[0]):
        p, q = holes[line, 0], holes[line, 1]
        hole, out = pair_of(p >> 2, q >> 2), gains.fours[line]
        by_ranks = ranks.fours[hole]
        live[:] = 0
        live[p & 3, p >> 2] = NEVER
        live[q & 3, q >> 2] = NEVER
        live[dealers & 3, dealers >> 2] = NEVER
        four_suits(by_ranks, live, gains)
        for s in range(4):
            k = seen_from(p, q, s)
            two = suits.two_of_four[views[s], k]
            for t in range(4):
                if t == s:
                    continue
                for u in range(t + 1, 4):
                    if u != s:
                        two_and_two_suits(s, t, u, by_ranks, two, live, gains, room)
                if t > s:
                    other = suits.two_of_four[views[t], seen_from(p, q, t)]
                    two_twos(s, t, by_ranks, two, other, out)
                three_and_one(s, t, by_ranks, suits.three_of_four[views[s], k], live, gains, room)
            four_of_a_suit(s, ranks.sets[hole], suits.four[views[s], k], out)
        to_cards(out, gains)
    return 0


def new_rows(rows: int) -> I8:
    return np.zeros((rows, KINDS), np.int64)


def new_flop_rows() -> I8:
    return new_rows(FLOP_ROWS)


def new_four_rows(fours: bool) -> I8:
    return new_rows(FOURS if fours else 0)
