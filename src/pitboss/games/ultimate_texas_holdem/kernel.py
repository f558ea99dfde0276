"""Ultimate Texas Hold 'Em, counted: the fast kernel for a deck of 52.

What a hole and a board are worth against all dealer hands depends on little. Where no suit is on the board three times,
no flush can be made and only ranks matter: 6,175 boards by 91 holes. Where one is, that suit matters against the other
three together: 36,608 boards (which ranks the suit has, which ranks the others) by at most 338 kinds of hole. The worth
of a hole on a flop is then the sum by ranks over all turns and rivers, corrected, for each suit on the flop, by what
changes where that suit comes to three or more. These corrections are sums over the same 36,608 boards and are shared by
all flops and holes that look alike from that suit.

Dealer hands are counted by walking all kinds of hole in the order of their worth: a hole beats what has passed, less the
hands that would need one of its own cards, which a counter for each kind of card tells.

Payments are an argument. `pay[bet, outcome, class, qualifies]` is what the whole round brings the player in whole units,
for the bets 1x and 2x; outcome 0 lost, 1 tied, 2 won; the class of the player's hand 0 (high card) to 9 (royal flush);
whether the dealer qualifies. `fold[class]` is what a fold brings. See `solve`.

A kind of card, seen from a suit: 0 to 12 a rank in another suit, 13 to 25 a rank in this one. A kind of hole is a pair of
them: first the 91 with both cards elsewhere, then 169 with one card in the suit, then 78 with both in it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.numeric.compiled import kernel, part
from pitboss.numeric.hands import CLASS, count, tables, top

U1 = NDArray[np.uint8]
U2 = NDArray[np.uint16]
U4 = NDArray[np.uint32]
I8 = NDArray[np.int64]

PAIRS, KINDS, RANK_BOARDS, RANK_FLOPS = 91, 338, 6188, 455
SUIT_BOARDS3, SUIT_BOARDS4 = 286 * 91, 715 * 13
SUIT_BOARDS = SUIT_BOARDS3 + SUIT_BOARDS4 + 1287
ROOM = 24 * KINDS  # scratch numbers
RIVER, FLOP, FOLD = 0, 1, 2  # in `rates`


@part
def pair_of(a: int, b: int) -> int:
    """The number of an unordered pair of ranks, which may be equal."""
    if a < b:
        a, b = b, a
    return a * (a + 1) // 2 + b


@part
def board_of(a: int, b: int, c: int, d: int, e: int) -> int:
    """The number of five ranks in ascending order."""
    b, c, d, e = b + 1, c + 2, d + 3, e + 4
    return (
        a
        + b * (b - 1) // 2
        + c * (c - 1) * (c - 2) // 6
        + d * (d - 1) * (d - 2) * (d - 3) // 24
        + e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120
    )


@part
def flop_of(a: int, b: int, c: int) -> int:
    """The number of three ranks in ascending order."""
    return a + (b + 1) * b // 2 + (c + 2) * (c + 1) * c // 6


@part
def board_of_any(a: int, b: int, c: int, d: int, e: int, room: I8) -> int:
    """The number of five ranks in any order."""
    room[0], room[1], room[2], room[3], room[4] = a, b, c, d, e
    for i in range(1, 5):
        rank = room[i]
        j = i
        while j > 0 and room[j - 1] > rank:
            room[j] = room[j - 1]
            j -= 1
        room[j] = rank
    return board_of(room[0], room[1], room[2], room[3], room[4])


@part
def seen_from(p: int, q: int, suit: int) -> int:
    """The kind of hole two cards are, seen from a suit."""
    return kind_of((p >> 2) + 13 * (p & 3 == suit), (q >> 2) + 13 * (q & 3 == suit))


@part
def board_with(mask: int, t: int, u: int, room: I8) -> int:
    """The number of the board that has the ranks in `mask` once each and t and u besides (-1 for none)."""
    many = 0
    for rank in range(13):
        for _ in range((mask >> rank & 1) + (t == rank) + (u == rank)):
            room[many] = rank
            many += 1
    return board_of(room[0], room[1], room[2], room[3], room[4])


@part
def kind_of(a: int, b: int) -> int:
    """The number of a kind of hole, from two kinds of card."""
    if a < b:
        a, b = b, a
    if a < 13:
        return pair_of(a, b)
    a -= 13
    if b < 13:
        return 91 + 13 * a + b
    b -= 13
    return 260 + a * (a - 1) // 2 + b


@part
def count_dealers(many: int, seq: I8, worth: I8, first: I8, second: I8, have: I8, beaten: I8, tied: I8, low: I8, cc: I8) -> None:
    """For each kind of hole in `seq`, in the order of `worth`: dealer hands it beats, ties, and that do not qualify.

    `have` says how many cards of each kind are neither on the board nor known. `cc` counts, for each kind of card, the
    hands passed so far that hold a particular card of that kind; its second half keeps what it was where pairs begin.
    """
    cc[:] = 0
    total = low_total = 0
    i = 0
    while i < many:
        j = i
        value = worth[i]
        while j < many and worth[j] == value:
            kind = seq[j]
            beaten[kind] = total - cc[first[kind]] - cc[second[kind]]
            j += 1
        for k in range(i, j):
            a, b = first[seq[k]], second[seq[k]]
            if a == b:
                total += have[a] * (have[a] - 1) // 2
                cc[a] += have[a] - 1
            else:
                total += have[a] * have[b]
                cc[a] += have[b]
                cc[b] += have[a]
        for k in range(i, j):
            kind = seq[k]
            tied[kind] = total - cc[first[kind]] - cc[second[kind]] + 1 - beaten[kind]
        if value >> CLASS == 0:
            low_total = total
            for k in range(26):
                cc[26 + k] = cc[k]
        i = j
    for i in range(many):
        kind = seq[i]
        low[kind] = low_total - cc[26 + first[kind]] - cc[26 + second[kind]] + (worth[i] >> CLASS == 0)


@part
def count_second(many: int, seq: I8, worth: I8, first: I8, second: I8, have: I8, beaten: I8, tied: I8, low: I8, cc: I8) -> None:
    """As `count_dealers`, when one of the dealer's cards is known. cc[x] is the dealer's worth with x as the other card,
    or -1 if there is no such card; the second half of `cc` is room.
    """
    total = lows = cards = 0
    for x in range(26):  # the other cards in the order of what they make
        if cc[x] >= 0:
            i = cards
            while i > 0 and cc[cc[26 + i - 1]] > cc[x]:
                cc[26 + i] = cc[26 + i - 1]
                i -= 1
            cc[26 + i] = x
            cards += 1
            if cc[x] >> CLASS == 0:
                lows += have[x]
    at = 0
    for i in range(many):
        kind, value = seq[i], worth[i]
        a, b = cc[first[kind]], cc[second[kind]]
        while at < cards and cc[cc[26 + at]] < value:
            total += have[cc[26 + at]]
            at += 1
        same = 0
        k = at
        while k < cards and cc[cc[26 + k]] == value:
            same += have[cc[26 + k]]
            k += 1
        beaten[kind] = total - (a < value) - (b < value)
        tied[kind] = same - (a == value) - (b == value)
        low[kind] = lows - (a >> CLASS == 0) - (b >> CLASS == 0)


@kernel("u4[:] u2[:] u2[:] u2[:,:] u1[:,:] i8[:]")
def sort_boards(number: U4, rows: U2, place: U2, worth: U2, order: U1, room: I8) -> int:
    """For each board by ranks: what each hole is worth where no flush can be made, and the holes in that order."""
    boards = 0
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        board = board_of(a, b, c, d, e)
                        base = np.uint32(number[a] + number[b] + number[c] + number[d] + number[e])
                        hole = 0
                        for x in range(13):
                            for y in range(x + 1):
                                there_x = (a == x) + (b == x) + (c == x) + (d == x) + (e == x)
                                there_y = (a == y) + (b == y) + (c == y) + (d == y) + (e == y)
                                if there_x + 1 + (x == y) <= 4 and there_y < 4:
                                    key = np.uint32(base + number[x] + number[y])
                                    value = place[(key ^ rows[key >> 19]) & 65535]
                                else:
                                    value = np.uint16(0)
                                worth[board, hole] = value
                                i = hole
                                while i > 0 and room[i - 1] >> 8 > value:
                                    room[i] = room[i - 1]
                                    i -= 1
                                room[i] = value << 8 | hole
                                hole += 1
                        for i in range(PAIRS):
                            order[board, i] = room[i] & 255
                        boards += 1
    return boards


@part
def worth_of(rates: I8, bet: int, made: int, low: int, beaten: int, tied: int) -> int:
    return (
        rates[bet, made, 0] * low + rates[bet, made, 1] * beaten + rates[bet, made, 2] * tied + rates[bet, made, 3]
    )


@part
def decide(rates: I8, made: int, low: int, beaten: int, tied: int, plays: U1, given: int, at: int) -> int:
    """What the river is worth, played best or as `plays` says (0 fold, 1 play); 2 is written where both are equal."""
    play = worth_of(rates, RIVER, made, low, beaten, tied)
    if given:
        return play if plays[at] == 1 else rates[FOLD, made, 3]
    plays[at] = 1 if play > rates[FOLD, made, 3] else 2 if play == rates[FOLD, made, 3] else 0
    return max(play, rates[FOLD, made, 3])


@kernel("u2[:,:] u1[:,:] i8[:] i8[:] i8[:,:,:] i8 i8 u1[:,:] i8[:,:,:] i8[:,:,:] i8[:,:] i8[:]")
def by_ranks(
    worth: U2, order: U1, first: I8, second: I8, rates: I8, seen: int, given: int, plays: U1, river: I8, tally: I8,
    sums: I8, room: I8,
) -> int:  # fmt: skip
    """Boards on which no flush can be made. `seen` is the rank of a dealer card that is known, or -1.

    `river[board, hole]` becomes the worth of the river decision and of 2x. `tally[board, hole]` becomes low, beaten and
    tied; `sums[hole, class]` their sums over all boards, and how many boards.
    """
    seq, value, have, cc = room[:KINDS], room[KINDS : 2 * KINDS], room[2 * KINDS : 2 * KINDS + 26], room[3 * KINDS :]
    cc, low, beaten, tied = cc[:52], room[4 * KINDS :], room[5 * KINDS :], room[6 * KINDS :]
    sums[:] = 0
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        board = board_of(a, b, c, d, e)
                        enough = True
                        for x in range(13):
                            have[x] = 4 - (a == x) - (b == x) - (c == x) - (d == x) - (e == x) - (x == seen)
                            enough = enough and have[x] >= 0
                            have[13 + x] = 0
                        river[board] = 0
                        tally[board] = 0
                        if not enough:
                            continue
                        many = 0
                        for i in range(PAIRS):
                            hole = order[board, i]
                            x, y = first[hole], second[hole]
                            if have[x] > (x == y) and have[y] > 0:
                                seq[many] = hole
                                value[many] = worth[board, hole]
                                many += 1
                        if seen < 0:
                            count_dealers(many, seq, value, first, second, have, beaten, tied, low, cc)
                        else:
                            for x in range(13):
                                cc[x] = worth[board, pair_of(seen, x)] if have[x] > 0 else -1
                                cc[13 + x] = -1
                            count_second(many, seq, value, first, second, have, beaten, tied, low, cc)
                        for i in range(many):
                            hole = seq[i]
                            made = value[i] >> CLASS
                            x, y = first[hole], second[hole]
                            river[board, hole, 0] = decide(
                                rates, made, low[hole], beaten[hole], tied[hole], plays[board], given, hole
                            )
                            river[board, hole, 1] = worth_of(rates, FLOP, made, low[hole], beaten[hole], tied[hole])
                            tally[board, hole, 0] = low[hole]
                            tally[board, hole, 1] = beaten[hole]
                            tally[board, hole, 2] = tied[hole]
                            ways = 1
                            for r in range(13):
                                there = 4 - (r == seen) - have[r]
                                if there:
                                    free = 4 - (r == seen) - (x == r) - (y == r)
                                    for j in range(there):
                                        ways = ways * (free - j)
                                    ways = ways // (1, 1, 2, 6, 24)[there]
                            sums[hole, made * 4] += ways * low[hole]
                            sums[hole, made * 4 + 1] += ways * beaten[hole]
                            sums[hole, made * 4 + 2] += ways * tied[hole]
                            sums[hole, made * 4 + 3] += ways
    return 0


@part
def line_up(
    mask: int, size: int, t: int, u: int, board: int, worth: U2, order: U1, have: I8, parts: int, part_worth: I8,
    part_x: I8, part_y: I8, seq: I8, value: I8, first: I8, second: I8,
) -> int:  # fmt: skip
    """All kinds of hole on a board that has `mask` in the suit and t, u elsewhere, in the order of their worth.

    Two lists that are in order already become one: holes by ranks, and what the suit makes with one or two cards more.
    """
    many = i = j = 0
    while i < PAIRS or j < parts:
        if j == parts or (i < PAIRS and worth[board, order[board, i]] < part_worth[j]):
            hole = order[board, i]
            x, y = first[hole], second[hole]
            now = worth[board, hole]
            i += 1
            if size == 5:
                continue
            if have[x] > (x == y) and have[y] > 0:
                seq[many], value[many] = hole, now
                many += 1
            if size == 3:
                if have[13 + x] > 0 and have[y] > 0:
                    seq[many], value[many] = 91 + 13 * x + y, now
                    many += 1
                if x != y and have[13 + y] > 0 and have[x] > 0:
                    seq[many], value[many] = 91 + 13 * y + x, now
                    many += 1
        else:
            x, y, now = part_x[j], part_y[j], part_worth[j]
            j += 1
            if y >= 0:  # two cards in the suit
                if have[13 + x] > 0 and have[13 + y] > 0:
                    seq[many], value[many] = 260 + x * (x - 1) // 2 + y, now
                    many += 1
            elif x >= 0:  # one, and any other card
                if have[13 + x] > 0:
                    for other in range(13):
                        if have[other] > 0:
                            seq[many], value[many] = 91 + 13 * x + other, now
                            many += 1
            else:  # none: the board's five
                for hole in range(PAIRS):
                    a, b = first[hole], second[hole]
                    if have[a] > (a == b) and have[b] > 0:
                        seq[many], value[many] = hole, now
                        many += 1
    return many


@part
def sort_parts(mask: int, size: int, suited: U2, part_worth: I8, part_x: I8, part_y: I8) -> int:
    """What the suit makes with none, one or two of the hole's cards, lowest first."""
    parts = 0
    for x in range(-1, 13):
        for y in range(-1, max(x, 0)):
            added = (x >= 0) + (y >= 0)
            if size + added < 5 or (x >= 0 and mask >> x & 1) or (y >= 0 and mask >> y & 1):
                continue
            whole = mask
            if x >= 0:
                whole |= 1 << x
            if y >= 0:
                whole |= 1 << y
            now = suited[whole]
            i = parts
            while i > 0 and part_worth[i - 1] > now:
                part_worth[i], part_x[i], part_y[i] = part_worth[i - 1], part_x[i - 1], part_y[i - 1]
                i -= 1
            part_worth[i], part_x[i], part_y[i] = now, x, y
            parts += 1
    return parts


@part
def suit_board(mask: int, size: int, other: int) -> int:
    """The number of a board with three, four or five of a suit; `other` numbers what it has besides."""
    if size == 3:
        return top(mask, 3) * 91 + other
    if size == 4:
        return SUIT_BOARDS3 + top(mask, 4) * 13 + other
    return SUIT_BOARDS3 + SUIT_BOARDS4 + top(mask, 5)


@part
def ways_for_others(t: int, u: int, left: I8, off: I8, ways: I8) -> None:
    """For each kind of hole, in how many ways t and u (-1 for none) can come in the other suits."""
    for kind in range(KINDS):
        if t < 0:
            ways[kind] = 1
        elif u < 0:
            ways[kind] = left[t] - off[t, kind]
        elif t == u:
            free = left[t] - off[t, kind]
            ways[kind] = free * (free - 1) // 2
        else:
            ways[kind] = (left[t] - off[t, kind]) * (left[u] - off[u, kind])


@part
def add(row: I8, vector: I8) -> None:
    for i in range(2 * KINDS):
        row[i] += vector[i]


@part
def times(vector: I8, ways: I8, out: I8) -> None:
    for i in range(KINDS):
        out[i] = vector[i] * ways[i]
        out[KINDS + i] = vector[KINDS + i] * ways[i]


@part
def to_flops(mask: int, size: int, t: int, u: int, left: I8, off: I8, change: I8, ways: I8, room: I8, one: I8, two: I8, three: I8) -> None:
    """Add what changes on this board to every flop it can come from: `one`, `two` or `three` of the suit on the flop.

    `ways` are those in which t and u can come after a flop of three in the suit.
    """
    times(change, ways, room)
    one_way = room[3 * KINDS :]
    if size == 3:
        add(three[top(mask, 3)], room)
    for x in range(13):
        if not mask >> x & 1:
            continue
        rest = mask ^ 1 << x
        if size == 3:
            add(one[x, pair_of(t, u)], change)
        elif size == 4:
            add(three[top(rest, 3)], room)
        for y in range(x):
            if not mask >> y & 1:
                continue
            if size == 4:
                add(two[top(rest ^ 1 << y, 2), t], change)
            elif size == 5:
                add(three[top(rest ^ 1 << y, 3)], change)
    if size == 3:  # a flop with two of the suit and t, then u; or u, then t
        for swap in range(1 + (t != u)):
            g, r = (u, t) if swap else (t, u)
            for kind in range(KINDS):
                one_way[kind] = left[r] - (g == r) - off[r, kind]
            times(change, one_way, room)
            for x in range(13):
                if mask >> x & 1:
                    add(two[top(mask ^ 1 << x, 2), g], room)


@kernel(
    "u2[:,:] u1[:,:] u2[:] i8[:] i8[:] i8[:] i8[:,:] i8[:,:,:] i8 i8 u1[:,:] i8[:,:,:] i8[:,:,:] i8[:,:,:] i8[:,:,:] "
    "i8[:,:] i8[:,:] i8[:,:] i8[:]"
)
def by_suit(
    worth: U2, order: U1, suited: U2, first: I8, second: I8, pair: I8, off: I8, rates: I8, seen: int, given: int,
    plays: U1, river: I8, tally: I8, one: I8, two: I8, three: I8, sums: I8, less: I8, room: I8,
) -> int:  # fmt: skip
    """Boards with three or more of a suit. `seen` is the kind of a dealer card that is known, or -1.

    `one[f, pair]`, `two[two ranks, g]` and `three[three ranks]` become, for each flop and kind of hole, the sum over turn
    and river of what the suit changes: first of the river decision, then of 2x. `sums[kind, class]` is as in `by_ranks`,
    less what `by_ranks` counts for these boards. `less[board by ranks, kind]` is how often it counts it.
    """
    seq, value, part_worth, part_x = room[:KINDS], room[KINDS:], room[2 * KINDS :], room[3 * KINDS :]
    part_y, low, beaten, tied = room[4 * KINDS :], room[5 * KINDS :], room[6 * KINDS :], room[7 * KINDS :]
    have, cc, left, ways = room[8 * KINDS :], room[9 * KINDS :], room[10 * KINDS :], room[11 * KINDS :]
    change, more = room[12 * KINDS : 14 * KINDS], room[14 * KINDS :]
    cc = cc[:52]
    one[:] = 0
    two[:] = 0
    three[:] = 0
    sums[:] = 0
    less[:] = 0
    for rank in range(13):
        left[rank] = 3 - (rank == seen)
    for mask in range(8192):
        size = count(mask)
        if size < 3 or size > 5 or (seen >= 13 and mask >> (seen - 13) & 1):
            continue
        parts = sort_parts(mask, size, suited, part_worth, part_x, part_y)
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                board = board_with(mask, t, u, more)
                number = suit_board(mask, size, pair_of(t, u) if size == 3 else t)
                enough = True
                for x in range(13):
                    have[x] = left[x] - (x == t) - (x == u)
                    have[13 + x] = 1 - (mask >> x & 1) - (13 + x == seen)
                    enough = enough and have[x] >= 0
                if not enough:
                    continue
                many = line_up(
                    mask, size, t, u, board, worth, order, have, parts, part_worth, part_x, part_y, seq, value, first, second
                )
                if seen < 0:
                    count_dealers(many, seq, value, first, second, have, beaten, tied, low, cc)
                else:
                    for x in range(26):
                        cc[x] = -1
                        if have[x] > 0:
                            whole = mask
                            if x >= 13:
                                whole |= 1 << (x - 13)
                            if seen >= 13:
                                whole |= 1 << (seen - 13)
                            if size + (x >= 13) + (seen >= 13) >= 5:
                                cc[x] = suited[whole]
                            else:
                                cc[x] = worth[board, pair_of(x % 13, seen % 13)]
                    count_second(many, seq, value, first, second, have, beaten, tied, low, cc)
                ways_for_others(t, u, left, off, ways)
                change[:] = 0
                for i in range(many):
                    kind = seq[i]
                    made = value[i] >> CLASS
                    now = decide(rates, made, low[kind], beaten[kind], tied[kind], plays[number], given, kind)
                    change[kind] = now - river[board, pair[kind], 0]
                    now = worth_of(rates, FLOP, made, low[kind], beaten[kind], tied[kind])
                    change[KINDS + kind] = now - river[board, pair[kind], 1]
                    sums[kind, made * 4] += ways[kind] * low[kind]
                    sums[kind, made * 4 + 1] += ways[kind] * beaten[kind]
                    sums[kind, made * 4 + 2] += ways[kind] * tied[kind]
                    sums[kind, made * 4 + 3] += ways[kind]
                    less[board, kind] += ways[kind]
                to_flops(mask, size, t, u, left, off, change, ways, more, one, two, three)
    for board in range(RANK_BOARDS):
        for kind in range(KINDS):
            often = less[board, kind]
            if often:
                hole = pair[kind]
                made = worth[board, hole] >> CLASS
                sums[kind, made * 4] -= often * tally[board, hole, 0]
                sums[kind, made * 4 + 1] -= often * tally[board, hole, 1]
                sums[kind, made * 4 + 2] -= often * tally[board, hole, 2]
                sums[kind, made * 4 + 3] -= often
    return 0


@kernel("i8[:,:,:] i8[:,:] i8 i8[:,:,:] i8[:]")
def to_rank_flops(river: I8, held: I8, seen: int, flops: I8, room: I8) -> int:
    """`flops[flop, hole]` becomes the sum over all turns and rivers by ranks. `held[rank, hole]` counts cards."""
    flops[:] = 0
    have = room
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                flop = flop_of(a, b, c)
                for x in range(13):
                    have[x] = 4 - (a == x) - (b == x) - (c == x) - (x == seen)
                for t in range(13):
                    for r in range(t + 1):
                        board = board_of_any(a, b, c, t, r, room[13:])
                        for hole in range(PAIRS):
                            if t == r:
                                free = have[t] - held[t, hole]
                                often = free * (free - 1) // 2
                            else:
                                often = (have[t] - held[t, hole]) * (have[r] - held[r, hole])
                            flops[flop, hole, 0] += often * river[board, hole, 0]
                            flops[flop, hole, 1] += often * river[board, hole, 1]
    return 0


@kernel(
    "i8[:,:] i8 i8[:,:,:] i8[:,:,:] i8[:,:,:] i8[:,:] i8[:,:,:] i8[:,:,:] i8[:,:] i8 u1[:,:] i8[:,:] i8[:,:]"
)
def at_flops(
    holes: I8, seen: int, flops: I8, one: I8, two: I8, three: I8, seen_one: I8, seen_two: I8, seen_three: I8,
    given: int, raises: U1, flop_worth: I8, out: I8,
) -> int:  # fmt: skip
    """For each hole (two cards) put together what every flop is worth, and decide.

    `seen` is a dealer card that is known, or -1; the tables `seen_...` are then those of its own suit. `raises[hole,
    flop]` is read if `given`, else written: 0 check, 1 raise, 2 both equal. Flops are numbered in ascending order of
    their cards, those that hold a known card left out. `out[hole]` becomes: the sum of what was decided for, flops
    raised, flops where both are equal, flops. With one hole, `flop_worth[flop]` keeps check and raise.
    """
    for line in range(holes.shape[0]):
        p, q = holes[line, 0], holes[line, 1]
        hole = pair_of(p >> 2, q >> 2)
        total = raised = equal = number = 0
        for a in range(52):
            if a == p or a == q or a == seen:
                continue
            for b in range(a + 1, 52):
                if b == p or b == q or b == seen:
                    continue
                for c in range(b + 1, 52):
                    if c == p or c == q or c == seen:
                        continue
                    x, y, z = a >> 2, b >> 2, c >> 2
                    flop = flop_of(x, y, z)
                    check, bet = flops[flop, hole, 0], flops[flop, hole, 1]
                    s, t, u = a & 3, b & 3, c & 3
                    if s == t and t == u:
                        kind = seen_from(p, q, s)
                        row = three[x + y * (y - 1) // 2 + z * (z - 1) * (z - 2) // 6]
                        if seen >= 0 and seen & 3 == s:
                            row = seen_three[x + y * (y - 1) // 2 + z * (z - 1) * (z - 2) // 6]
                        check += row[kind]
                        bet += row[KINDS + kind]
                    else:
                        for turn in range(3):  # each card of the flop, the other two beside it
                            kind = seen_from(p, q, s)
                            if s != t and s != u:
                                row = one[x, pair_of(y, z)]
                                if seen >= 0 and seen & 3 == s:
                                    row = seen_one[x, pair_of(y, z)]
                                check += row[kind]
                                bet += row[KINDS + kind]
                            elif s == t:
                                high, low = max(x, y), min(x, y)
                                row = two[high * (high - 1) // 2 + low, z]
                                if seen >= 0 and seen & 3 == s:
                                    row = seen_two[high * (high - 1) // 2 + low, z]
                                check += row[kind]
                                bet += row[KINDS + kind]
                            x, y, z, s, t, u = y, z, x, t, u, s
                    if not given:
                        raises[line, number] = 1 if bet > check else 2 if bet == check else 0
                    choice = raises[line, number]
                    total += bet if choice == 1 else check
                    raised += choice == 1
                    equal += choice == 2
                    if number < flop_worth.shape[0]:
                        flop_worth[number, 0] = check
                        flop_worth[number, 1] = bet
                    number += 1
        out[line, 0], out[line, 1], out[line, 2], out[line, 3] = total, raised, equal, number
    return 0


class Kinds(NamedTuple):
    """The 338 kinds of hole."""

    first: I8  # kinds of card
    second: I8
    pair: I8  # by ranks alone
    off: I8  # [rank, kind]: cards of the rank in other suits
    held: I8  # [rank, pair]: cards of the rank


@cache
def kinds() -> Kinds:
    first, second = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    off, held = np.zeros((13, KINDS), np.int64), np.zeros((13, PAIRS), np.int64)
    pair = np.zeros(KINDS, np.int64)
    for a in range(26):
        for b in range(a + 1):
            if a == b and a >= 13:
                continue
            kind = kind_of(a, b)
            first[kind], second[kind], pair[kind] = a, b, pair_of(a % 13, b % 13)
            for card in (a, b):
                if card < 13:
                    off[card, kind] += 1
                    if kind < PAIRS:
                        held[card, kind] += 1
    return Kinds(first, second, pair, off, held)


@cache
def sorted_boards() -> tuple[U2, U1]:
    made = tables(7)
    number = (made.card[:52:4] & 0xFFFFFFFF).astype(np.uint32)
    worth, order = np.zeros((RANK_BOARDS, PAIRS), np.uint16), np.zeros((RANK_BOARDS, PAIRS), np.uint8)
    sort_boards(number, made.rows, made.worth, worth, order, np.zeros(PAIRS, np.int64))
    return worth, order
