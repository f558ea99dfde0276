"""Ultimate Texas Hold 'Em, counted: the fast kernel for a deck of 52.

What a hole and a board are worth against all dealer hands depends on little. Where no suit is on the board three times,
no flush can be made and only ranks matter: 6,175 boards by 91 holes. Where one is, that suit matters against the other
three together: 36,608 boards (which ranks the suit has, which ranks the others) by at most 338 kinds of hole. The worth
of a hole on a flop is then the sum by ranks over all turns and rivers, corrected, for each suit on the flop, by what
changes where that suit comes to three or more. These corrections are sums over the same 36,608 boards and are shared by
all flops and holes that look alike from that suit.

Dealer hands are counted by walking all kinds of hole in the order of their worth: a hole beats what has passed, less
the hands that would need one of its own cards, which a counter for each kind of card tells.

Payments are an argument, `Pay`: what the whole round brings the player in whole units, by how it ended. Counting goes
both ways: `solve` from the river back to the first decision, `distribution` from the first decision to the river.

A kind of card, seen from a suit: 0 to 12 a rank in another suit, 13 to 25 a rank in this one. A kind of hole is a
pair of them: first the 91 with both cards elsewhere, then 169 with one card in the suit, then 78 with both in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from operator import mul
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.numeric.compiled import kernel, part
from pitboss.numeric.hands import CLASS, FLUSH, count, straight, tables, top

U1 = NDArray[np.uint8]
U2 = NDArray[np.uint16]
U4 = NDArray[np.uint32]
I8 = NDArray[np.int64]

PAIRS, KINDS, RANK_BOARDS, RANK_FLOPS = 91, 338, 6188, 455
SUIT_BOARDS3, SUIT_BOARDS4 = 286 * 91, 715 * 13
SUIT_BOARDS = SUIT_BOARDS3 + SUIT_BOARDS4 + 1287
TWO = 13 * 91  # where flops with two in the suit begin
THREE = TWO + 78 * 13
FLOP_ROWS = THREE + 286
RIVER, FLOP, FOLD = 0, 1, 2  # in `rates`
NOT_IN_SUIT = 45 * 44 // 2 - 8 * 7 // 2  # dealer hands but for two of the suit, with three on the board and two in hand


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
def count_dealers(many: int, worth: U2, first: U1, second: U1, have: I8, beaten: I8, tied: I8, low: I8, cc: I8) -> None:
    """For each hole in a line-up, in the order of `worth`: dealer hands it beats, ties, and that do not qualify.

    `first` and `second` are the hole's kinds of card; `have` says how many cards of each kind are neither on the
    board nor known. `cc` counts, for each kind of card, the hands passed so far that hold a particular card of that
    kind; its second half keeps what it was where pairs begin.
    """
    for i in range(52):
        cc[i] = 0
    total = low_total = 0
    i = lows = 0
    while i < many:
        j = i
        value = worth[i]
        while j < many and worth[j] == value:
            beaten[j] = total - cc[first[j]] - cc[second[j]]
            j += 1
        for k in range(i, j):
            a, b = first[k], second[k]
            if a == b:
                total += have[a] * (have[a] - 1) // 2
                cc[a] += have[a] - 1
            else:
                total += have[a] * have[b]
                cc[a] += have[b]
                cc[b] += have[a]
        for k in range(i, j):
            tied[k] = total - cc[first[k]] - cc[second[k]] + 1 - beaten[k]
        if value >> CLASS == 0:
            low_total, lows = total, j
            for k in range(26):
                cc[26 + k] = cc[k]
        i = j
    for i in range(many):
        low[i] = low_total - cc[26 + first[i]] - cc[26 + second[i]] + (i < lows)


@part
def count_second(many: int, worth: U2, first: U1, second: U1, have: I8, beaten: I8, tied: I8, low: I8, cc: I8) -> None:
    """As `count_dealers`, when one of the dealer's cards is known. cc[x] is the dealer's worth with x as the other
    card, or -1 if there is no such card; the second half of `cc` is room.
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
    at = i = 0
    while i < many:
        value = np.int64(worth[i])
        while at < cards and cc[cc[26 + at]] < value:
            total += have[cc[26 + at]]
            at += 1
        same = 0
        k = at
        while k < cards and cc[cc[26 + k]] == value:
            same += have[cc[26 + k]]
            k += 1
        while i < many and worth[i] == value:
            a, b = cc[first[i]], cc[second[i]]
            beaten[i] = total - (a < value) - (b < value)
            tied[i] = same - (a == value) - (b == value)
            low[i] = lows - (a >> CLASS == 0) - (b >> CLASS == 0)
            i += 1


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
def worth_of(rates: I8, bet: int, made: int, low: int, beaten: int, tied: int) -> Any:
    return (
        rates[bet, 4 * made + 0] * low
        + rates[bet, 4 * made + 1] * beaten
        + rates[bet, 4 * made + 2] * tied
        + rates[bet, 4 * made + 3]
    )


@part
def book(sums: I8, line: int, made: int, often: Any, low: int, beaten: int, tied: int) -> None:
    """Count a class of hand, and the dealer's hands against it, as often as it happens."""
    sums[line, made * 4] += often * low
    sums[line, made * 4 + 1] += often * beaten
    sums[line, made * 4 + 2] += often * tied
    sums[line, made * 4 + 3] += often


@part
def decide(rates: I8, made: int, low: int, beaten: int, tied: int, plays: U1, given: int, at: int) -> Any:
    """What the river is worth, played best or as `plays` says (0 fold, 1 play); 2 is written where both are equal."""
    play = worth_of(rates, RIVER, made, low, beaten, tied)
    if given:
        return play if plays[at] == 1 else rates[FOLD, 4 * made + 3]
    plays[at] = 1 if play > rates[FOLD, 4 * made + 3] else 2 if play == rates[FOLD, 4 * made + 3] else 0
    return max(play, rates[FOLD, 4 * made + 3])


@kernel("u2[:,:] u1[:,:] u1[:] u1[:] i8[:,:] i8 i8 u1[:,:] i8[:,:,:] u2[:,:,:] i8[:,:] u2[:,:] u1[:,:] i8[:]")
def by_ranks(
    worth: U2, order: U1, first: U1, second: U1, rates: I8, seen: int, given: int, plays: U1, river: I8, tally: U2,
    sums: I8, line: U2, cards: U1, room: I8,
) -> int:  # fmt: skip
    """Boards on which no flush can be made. `seen` is the rank of a dealer card that is known, or -1.

    `river[board, hole]` becomes the worth of the river decision and of 2x. `tally[board, hole]` becomes low, beaten and
    tied; `sums[hole, class]` their sums over all boards, and how many boards.
    """
    seq, value, one, two = line[0], line[1], cards[0], cards[1]
    have, cc, low, beaten, tied = room[:26], room[26:78], room[KINDS:], room[2 * KINDS :], room[3 * KINDS :]
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
                                seq[many], value[many], one[many], two[many] = hole, worth[board, hole], x, y
                                many += 1
                        if seen < 0:
                            count_dealers(many, value, one, two, have, beaten, tied, low, cc)
                        else:
                            for x in range(13):
                                cc[x] = worth[board, pair_of(seen, x)] if have[x] > 0 else -1
                                cc[13 + x] = -1
                            count_second(many, value, one, two, have, beaten, tied, low, cc)
                        for i in range(many):
                            hole = seq[i]
                            made = value[i] >> CLASS
                            x, y = one[i], two[i]
                            river[board, hole, 0] = decide(
                                rates, made, low[i], beaten[i], tied[i], plays[board], given, hole
                            )
                            river[board, hole, 1] = worth_of(rates, FLOP, made, low[i], beaten[i], tied[i])
                            tally[board, hole, 0] = low[i]
                            tally[board, hole, 1] = beaten[i]
                            tally[board, hole, 2] = tied[i]
                            # In how many ways the board can come: one card after another, equal ranks in any order.
                            ways = 4 - (a == x) - (a == y) - (a == seen)
                            ways *= 4 - (b == x) - (b == y) - (b == seen) - (b == a)
                            ways *= 4 - (c == x) - (c == y) - (c == seen) - (c == b) - (c == a)
                            ways *= 4 - (d == x) - (d == y) - (d == seen) - (d == c) - (d == b) - (d == a)
                            ways *= 4 - (e == x) - (e == y) - (e == seen) - (e == d) - (e == c) - (e == b)
                            book(sums, hole, made, ways // same_orders(a, b, c, d, e), low[i], beaten[i], tied[i])
    return 0


@part
def same_orders(a: int, b: int, c: int, d: int, e: int) -> int:
    """In how many orders five ranks, given in ascending order, read the same."""
    row = orders = 1
    row = row + 1 if b == a else 1
    orders *= row
    row = row + 1 if c == b else 1
    orders *= row
    row = row + 1 if d == c else 1
    orders *= row
    row = row + 1 if e == d else 1
    return orders * row


@part
def emit(many: int, kind: int, a: int, b: int, now: int, seq: U2, value: U2, one: U1, two: U1) -> int:
    seq[many], value[many], one[many], two[many] = kind, now, a, b
    return many + 1


@part
def line_up(
    size: int, board: int, worth: U2, order: U1, have: I8, parts: int, part_worth: I8, part_x: I8, part_y: I8,
    first: U1, second: U1, seq: U2, value: U2, one: U1, two: U1,
) -> int:  # fmt: skip
    """All kinds of hole on a board that has `size` cards in the suit, in the order of their worth.

    Two lists that are in order already become one: holes by ranks, and what the suit makes with one or two cards more.
    """
    many = j = 0
    i = PAIRS if size == 5 else 0
    while i < PAIRS or j < parts:
        if j == parts or (i < PAIRS and worth[board, order[board, i]] < part_worth[j]):
            hole = order[board, i]
            x, y, now = first[hole], second[hole], worth[board, hole]
            i += 1
            if have[x] > (x == y) and have[y] > 0:
                many = emit(many, hole, x, y, now, seq, value, one, two)
            if size == 3:
                if have[13 + x] > 0 and have[y] > 0:
                    many = emit(many, 91 + 13 * x + y, 13 + x, y, now, seq, value, one, two)
                if x != y and have[13 + y] > 0 and have[x] > 0:
                    many = emit(many, 91 + 13 * y + x, 13 + y, x, now, seq, value, one, two)
        else:
            s, t, best = part_x[j], part_y[j], part_worth[j]
            j += 1
            if t >= 0:  # two cards in the suit
                if have[13 + s] > 0 and have[13 + t] > 0:
                    many = emit(many, 260 + s * (s - 1) // 2 + t, 13 + s, 13 + t, best, seq, value, one, two)
            elif s >= 0:  # one, and any other card
                if have[13 + s] > 0:
                    for other in range(13):
                        if have[other] > 0:
                            many = emit(many, 91 + 13 * s + other, 13 + s, other, best, seq, value, one, two)
            else:  # none: the board's five
                for hole in range(PAIRS):
                    x, y = first[hole], second[hole]
                    if have[x] > (x == y) and have[y] > 0:
                        many = emit(many, hole, x, y, best, seq, value, one, two)
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
def suit_board(mask: int, size: int) -> int:
    """The number of the first board with these three, four or five ranks in a suit."""
    if size == 3:
        return top(mask, 3) * 91
    if size == 4:
        return SUIT_BOARDS3 + top(mask, 4) * 13
    return SUIT_BOARDS3 + SUIT_BOARDS4 + top(mask, 5)


# From a board with three or more of a suit to a flop: which number is added to the flop's first row, and in which of
# four ways the rest can come (see `ways_to_come`).
BY_PAIR, BY_NONE, BY_T, BY_U, BY_LAST, AS_IT_IS = range(6)


@part
def flop_rows(mask: int, size: int, rows: I8, how: I8) -> int:
    """The flops that boards with these ranks in the suit can come from."""
    many = 0
    if size == 3:
        rows[many], how[many] = THREE + top(mask, 3), BY_NONE
        many += 1
    for x in range(13):
        if not mask >> x & 1:
            continue
        rest = mask ^ 1 << x
        if size == 3:
            rows[many], how[many] = x * 91, BY_PAIR
            rows[many + 1], how[many + 1] = TWO + top(rest, 2) * 13, BY_T
            rows[many + 2], how[many + 2] = TWO + top(rest, 2) * 13, BY_U
            many += 3
        elif size == 4:
            rows[many], how[many] = THREE + top(rest, 3), BY_NONE
            many += 1
        for y in range(x):
            if mask >> y & 1 and size == 4:
                rows[many], how[many] = TWO + top(rest ^ 1 << y, 2) * 13, BY_LAST
                many += 1
            elif mask >> y & 1 and size == 5:
                rows[many], how[many] = THREE + top(rest ^ 1 << y, 3), AS_IT_IS
                many += 1
    return many


@part
def ways_to_come(size: int, t: int, u: int, left: I8, off: I8, ways: I8) -> None:
    """For each kind of hole, in how many ways the other suits' cards can come: 1 both of them after the flop, or just
    one; 2 u after t on the flop; 3 t after u.
    """
    if size == 5:
        for kind in range(KINDS):
            ways[1, kind] = 1
    elif size == 4:
        for kind in range(KINDS):
            ways[1, kind] = left[t] - off[t, kind]
    else:
        equal = int(t == u)
        for kind in range(KINDS):
            ways[2, kind] = left[u] - off[u, kind] - equal
            ways[3, kind] = left[t] - off[t, kind] - equal
            ways[1, kind] = (left[t] - off[t, kind]) * ways[2, kind] // (1 + equal)


@part
def to_flops(
    back: int, size: int, t: int, u: int, many: int, rows: I8, how: I8, ways: I8, change: I8, table: I8
) -> None:
    """Add what changes on this board, change[0], to every flop it can come from; or, going back, add up in it how often
    it is come to. The other lines of `change` are for the other ways the board can come.
    """
    kinds_of_ways = 4 if size == 3 else 2 if size == 4 else 1
    for way in range(kinds_of_ways):
        if back:
            change[way] = 0
        elif way:
            for i in range(KINDS):
                change[way, i] = change[0, i] * ways[way, i]
                change[way, KINDS + i] = change[0, KINDS + i] * ways[way, i]
    for place in range(many):
        row, way = rows[place], 0
        if how[place] == BY_PAIR:
            row += pair_of(t, u)
        elif how[place] == BY_NONE:
            way = 1
        elif how[place] == BY_T:
            row, way = row + t, 2
        elif how[place] == BY_U:
            if t == u:
                continue
            row, way = row + u, 3
        elif how[place] == BY_LAST:
            row += t
        here, there = change[way], table[row]
        if back:
            for i in range(2 * KINDS):
                here[i] += there[i]
        else:
            for i in range(2 * KINDS):
                there[i] += here[i]
    if back:
        for way in range(1, kinds_of_ways):
            for i in range(KINDS):
                change[0, i] += change[way, i] * ways[way, i]
                change[0, KINDS + i] += change[way, KINDS + i] * ways[way, i]


@part
def second_cards(mask: int, size: int, board: int, seen: int, have: I8, worth: U2, suited: U2, cc: I8) -> None:
    """What the dealer has with the card that is known and each kind of card; -1 where there is no such card."""
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


@part
def among_flushes(parts: int, part_worth: I8, part_x: I8, part_y: I8, wins: I8, ties: I8, flushes: I8) -> None:
    """For two cards that make a flush of three on the board, the dealer's two in that suit they beat and tie.

    `flushes[rank]` becomes how many of these make a flush and no more with the rank among them, flushes[13] how many
    do without.
    """
    for k in range(14):
        flushes[k] = 0
    for i in range(parts):
        x, y, mine = part_x[i], part_y[i], part_worth[i]
        wins[i] = ties[i] = 0
        for k in range(parts):
            if part_x[k] != x and part_x[k] != y and part_y[k] != x and part_y[k] != y:
                wins[i] += part_worth[k] < mine
                ties[i] += part_worth[k] == mine
        if mine >> CLASS == FLUSH:
            flushes[x] += 1
            flushes[y] += 1
            flushes[13] += 1


@part
def count_three(
    board: int, worth: U2, order: U1, tally: U2, have: I8, parts: int, part_worth: I8, part_x: I8, part_y: I8,
    wins: I8, ties: I8, flushes: I8, first: U1, second: U1, seq: U2, value: U2, one: U1, beaten: I8, tied: I8,
    low: I8, passed: I8,
) -> int:  # fmt: skip
    """`line_up` and `count_dealers` at once for a board with three in the suit, by what has been counted by ranks.

    Of the dealer's hands only those with two cards in the suit make something else than their ranks do. They are
    counted as they are passed, less those with the card in the suit that the hole has: `one`, or 13 for none.
    passed[:14] counts them by card, its second part keeps what it was where pairs begin, and its third counts, by
    rank, dealer hands that beat a flush; two in the suit are never among these.
    """
    kind: Any
    own: Any
    for k in range(42):
        passed[k] = 0
    many = i = total = lows = above = 0
    while i < PAIRS:
        now = worth[board, order[board, i]]
        made = now >> CLASS
        start, j = many, i
        while j < PAIRS and worth[board, order[board, j]] == now:
            hole = order[board, j]
            x, y = first[hole], second[hole]
            for way in range(2 if x == y else 3):
                if way == 0:
                    there, kind, own = have[x] > (x == y) and have[y] > 0, np.int64(hole), 13
                elif way == 1:
                    there, kind, own = have[13 + x] > 0 and have[y] > 0, 91 + 13 * x + y, np.int64(x)
                else:
                    there, kind, own = have[13 + y] > 0 and have[x] > 0, 91 + 13 * y + x, np.int64(y)
                if there:
                    seq[many], value[many], one[many] = kind, now, own
                    low[many] = tally[board, hole, 0]
                    beaten[many] = tally[board, hole, 1] - total + passed[own]
                    tied[many] = np.int64(tally[board, hole, 1]) + tally[board, hole, 2]
                    many += 1
            j += 1
        for k in range(i, j):
            x, y = first[order[board, k]], second[order[board, k]]
            if x != y and have[13 + x] > 0 and have[13 + y] > 0:
                total += 1
                passed[x] += 1
                passed[y] += 1
            if made > FLUSH:
                here, there_too = have[x] + have[13 + x], have[y] + have[13 + y]
                if x == y:
                    above += here * (here - 1) // 2
                    passed[28 + x] += max(here - 1, 0)
                else:
                    above += here * there_too
                    passed[28 + x] += there_too
                    passed[28 + y] += here
        for k in range(start, many):
            tied[k] -= total - passed[one[k]] + beaten[k]
            if made > FLUSH:
                beaten[k] += flushes[13] - (flushes[one[k]] if one[k] < 13 else 0)
        if made == 0:
            lows = total
            for k in range(13):
                passed[14 + k] = passed[k]
        i = j
    for k in range(many):
        low[k] -= lows - passed[14 + one[k]]
    for k in range(parts):
        x, y = part_x[k], part_y[k]
        hole = pair_of(x, y)
        seq[many], value[many] = 260 + x * (x - 1) // 2 + y, part_worth[k]
        low[many] = tally[board, hole, 0] - lows + passed[14 + x] + passed[14 + y] - (worth[board, hole] >> CLASS == 0)
        beaten[many] = wins[k] + NOT_IN_SUIT
        if part_worth[k] >> CLASS == FLUSH:
            beaten[many] -= above - passed[28 + x] - passed[28 + y]
        tied[many] = ties[k]
        many += 1
    return many


@kernel(
    "u2[:,:] u1[:,:] u2[:] u1[:] u1[:] u1[:] i8[:,:] i8[:,:] i8 i8 u1[:,:] i8[:,:,:] u2[:,:,:] i8[:,:] i8[:,:] "
    "u4[:,:] u1[:,:] u1[:,:] u2[:,:] u1[:,:] i8[:,:] i8[:,:] i8[:]"
)
def by_suit(
    worth: U2, order: U1, suited: U2, first: U1, second: U1, pair: U1, off: I8, rates: I8, seen: int, given: int,
    plays: U1, river: I8, tally: U2, table: I8, sums: I8, counts: U4, classes: U1, less: U1, line: U2, cards: U1,
    ways: I8, change: I8, room: I8,
) -> int:  # fmt: skip
    """Boards with three or more of a suit. `seen` is the kind of a dealer card that is known, or -1.

    `table` becomes, for each flop and kind of hole, the sum over turn and river of what the suit changes: first of the
    river decision, then of 2x. A flop is a row: with one rank in the suit and a pair of ranks elsewhere, from TWO on
    with two ranks in the suit and one elsewhere, from THREE on with three. `sums[kind, class]` is as in `by_ranks`,
    less what `by_ranks` counts for these boards. `less[board by ranks, kind]` is how often it counts it.

    For `book_suits`, if they have lines, `counts[board, kind]` becomes low, beaten and tied in ten bits each (there are
    990 dealer hands) and `classes[board, kind]` the class of hand and one more; it stays 0 where there is no such hole.
    """
    seq, value, one, two = line[0], line[1], cards[0], cards[1]
    part_worth, part_x, part_y = room[:100], room[100:200], room[200:300]
    have, cc, left, five = room[300:326], room[326:378], room[378:391], room[391:400]
    rows, how, flushes, wins, ties = room[400:430], room[430:460], room[460:474], room[474:524], room[524:574]
    low, beaten, tied = room[2 * KINDS :], room[3 * KINDS :], room[4 * KINDS :]
    sums[:] = 0
    table[:] = 0
    less[:] = 0
    keep = counts.shape[0] > 0
    for rank in range(13):
        left[rank] = 3 - (rank == seen)
    for mask in range(8192):
        size = count(mask)
        if size < 3 or size > 5 or (seen >= 13 and mask >> (seen - 13) & 1):
            continue
        parts = sort_parts(mask, size, suited, part_worth, part_x, part_y)
        if size == 3 and seen < 0:
            among_flushes(parts, part_worth, part_x, part_y, wins, ties, flushes)
        flops = flop_rows(mask, size, rows, how)
        number = suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                board = board_with(mask, t, u, five)
                enough = True
                for x in range(13):
                    have[x] = left[x] - (x == t) - (x == u)
                    have[13 + x] = 1 - (mask >> x & 1) - (13 + x == seen)
                    enough = enough and have[x] >= 0
                if not enough:
                    continue
                if size == 3 and seen < 0:
                    many = count_three(
                        board, worth, order, tally, have, parts, part_worth, part_x, part_y, wins, ties, flushes,
                        first, second, seq, value, one, beaten, tied, low, cc,
                    )  # fmt: skip
                else:
                    many = line_up(
                        size, board, worth, order, have, parts, part_worth, part_x, part_y, first, second, seq, value,
                        one, two,
                    )  # fmt: skip
                    if seen < 0:
                        count_dealers(many, value, one, two, have, beaten, tied, low, cc)
                    else:
                        second_cards(mask, size, board, seen, have, worth, suited, cc)
                        count_second(many, value, one, two, have, beaten, tied, low, cc)
                ways_to_come(size, t, u, left, off, ways)
                change[0] = 0
                for i in range(many):
                    kind = seq[i]
                    made = value[i] >> CLASS
                    now = decide(rates, made, low[i], beaten[i], tied[i], plays[number], given, kind)
                    change[0, kind] = now - river[board, pair[kind], 0]
                    now = worth_of(rates, FLOP, made, low[i], beaten[i], tied[i])
                    change[0, KINDS + kind] = now - river[board, pair[kind], 1]
                    book(sums, kind, made, ways[1, kind], low[i], beaten[i], tied[i])
                    less[board, kind] += ways[1, kind]
                    if keep:
                        counts[number, kind] = low[i] | beaten[i] << 10 | tied[i] << 20
                        classes[number, kind] = made + 1
                to_flops(0, size, t, u, flops, rows, how, ways, change, table)
    for board in range(RANK_BOARDS):
        for kind in range(KINDS):
            if less[board, kind]:
                often, hole = -np.int64(less[board, kind]), pair[kind]
                made = worth[board, hole] >> CLASS
                book(sums, kind, made, often, tally[board, hole, 0], tally[board, hole, 1], tally[board, hole, 2])
    return 0


@kernel("u1[:] i8[:,:] u1[:,:] u4[:,:] u1[:,:] i8[:,:,:] i8[:,:] i8[:,:] i8[:,:] i8[:,:] i8[:]")
def book_suits(
    pair: U1, off: I8, plays: U1, counts: U4, classes: U1, river: I8, table: I8, sums: I8, ways: I8, change: I8,
    room: I8,
) -> int:  # fmt: skip
    """The way back of `by_suit`, by what it has counted: `table` says how often each flop is come to, checked and
    raised; `river` how often each board, from which is taken what belongs to a suit; and to `sums[bet]` is added what
    happened there.
    """
    rows, how, left, five = room[:30], room[30:60], room[60:73], room[73:78]
    left[:] = 3
    for mask in range(8192):
        size = count(mask)
        if size < 3 or size > 5:
            continue
        flops = flop_rows(mask, size, rows, how)
        number = suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                board = board_with(mask, t, u, five)
                ways_to_come(size, t, u, left, off, ways)
                to_flops(1, size, t, u, flops, rows, how, ways, change, table)
                for kind in range(KINDS):
                    made: Any = np.int64(classes[number, kind]) - 1
                    if made < 0 or (change[0, kind] == 0 and change[0, KINDS + kind] == 0):
                        continue
                    here: Any = np.int64(counts[number, kind])
                    low, beaten, tied = here & 1023, here >> 10 & 1023, here >> 20
                    often = change[0, kind]
                    river[board, pair[kind], 0] -= often
                    book(sums, RIVER if plays[number, kind] == 1 else FOLD, made, often, low, beaten, tied)
                    often = change[0, KINDS + kind]
                    river[board, pair[kind], 1] -= often
                    book(sums, FLOP, made, often, low, beaten, tied)
    return 0


@kernel("i8 i8[:,:,:] i8[:,:] i8 i8[:,:,:] i8[:]")
def to_rank_flops(back: int, river: I8, held: I8, seen: int, flops: I8, room: I8) -> int:
    """`flops[flop, hole]` becomes the sum over all turns and rivers by ranks. `held[rank, hole]` counts cards.

    With `back`, `river[board, hole]` becomes how often each board is come to, by how often each flop is.
    """
    if back:
        river[:] = 0
    else:
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
                            if back:
                                river[board, hole, 0] += often * flops[flop, hole, 0]
                                river[board, hole, 1] += often * flops[flop, hole, 1]
                            else:
                                flops[flop, hole, 0] += often * river[board, hole, 0]
                                flops[flop, hole, 1] += often * river[board, hole, 1]
    return 0


@kernel("i8[:,:,:] u2[:,:] u1[:,:] u2[:,:,:] i8[:,:]")
def book_ranks(river: I8, worth: U2, plays: U1, tally: U2, sums: I8) -> int:
    """Add to `sums[bet]` what happened on boards without a flush, come to as often as `river` says."""
    for board in range(RANK_BOARDS):
        for hole in range(PAIRS):
            made = worth[board, hole] >> CLASS
            low, beaten, tied = tally[board, hole, 0], tally[board, hole, 1], tally[board, hole, 2]
            bet = RIVER if plays[board, hole] == 1 else FOLD
            book(sums, bet, made, river[board, hole, 0], low, beaten, tied)
            book(sums, FLOP, made, river[board, hole, 1], low, beaten, tied)
    return 0


@kernel("i8 i8[:,:] i8 i8[:,:,:] i8[:,:,:] i8 u1[:,:] i8[:] i8[:,:] i8[:,:] i8[:,:,:]")
def at_flops(
    back: int, holes: I8, seen: int, flops: I8, table: I8, given: int, raises: U1, weight: I8, flop_worth: I8, out: I8,
    column: I8,
) -> int:  # fmt: skip
    """For each hole (two cards) put together what every flop is worth, and decide.

    `seen` is a dealer card that is known, or -1; `table[1]` is then the one for its suit, `table[0]` for the others.
    `raises[hole, flop]` is read if `given`, else written: 0 check, 1 raise, 2 both equal. Flops are numbered in
    ascending order of their cards, those that hold a known card left out. `out[hole]` becomes: the sum of what was
    decided for, flops raised, flops where both are equal, flops. `flop_worth[flop]` keeps check and raise, if it has
    lines.

    With `back`, each flop is instead added to `flops` and `table` as often as `weight[hole]` says, where its choice
    says. `column[suit, row]` is room for what the table has for this hole; its last row stands for a suit not there.
    """
    for line in range(holes.shape[0]):
        if back and weight[line] == 0:
            continue
        p, q = holes[line, 0], holes[line, 1]
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
                xy = y * (y + 1) // 2 + x
                for c in range(b + 1, 52):
                    if c == p or c == q or c == seen:  # noqa: SIM109
                        continue
                    z, u = c >> 2, c & 3
                    xz, yz = z * (z + 1) // 2 + x, z * (z + 1) // 2 + y
                    i = j = k = FLOP_ROWS  # rows of the table: from the suit of a, of b, of c
                    if s == t and t == u:
                        i = THREE + z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x
                    elif s == t:
                        i, k = TWO + (xy - y) * 13 + z, z * 91 + xy
                    elif s == u:
                        i, j = TWO + (xz - z) * 13 + y, y * 91 + xz
                    elif t == u:
                        j, i = TWO + (yz - z) * 13 + x, x * 91 + yz
                    else:
                        i, j, k = x * 91 + yz, y * 91 + xz, z * 91 + xy
                    flop = flop_of(x, y, z)
                    if back:
                        choice = int(raises[line, number] == 1)
                        flops[flop, hole, choice] += weight[line]
                        column[s, i, choice] += weight[line]
                        column[t, j, choice] += weight[line]
                        column[u, k, choice] += weight[line]
                        number += 1
                        continue
                    check = flops[flop, hole, 0] + column[s, i, 0] + column[t, j, 0] + column[u, k, 0]
                    bet = flops[flop, hole, 1] + column[s, i, 1] + column[t, j, 1] + column[u, k, 1]
                    if not given:
                        raises[line, number] = (bet > check) + 2 * (bet == check)
                    total += bet if raises[line, number] == 1 else check
                    raised += raises[line, number] == 1
                    equal += bet == check
                    if number < flop_worth.shape[0]:
                        flop_worth[number, 0] = check
                        flop_worth[number, 1] = bet
                    number += 1
        out[line, 0], out[line, 1], out[line, 2], out[line, 3] = total, raised, equal, number
        if back:
            for s in range(4):
                kind, own = seen_from(p, q, s), int(seen >= 0 and seen & 3 == s)
                for i in range(FLOP_ROWS):
                    table[own, i, kind] += column[s, i, 0]
                    table[own, i, KINDS + kind] += column[s, i, 1]
    return 0


@part
def cards_ahead(six: I8, have: I8, mine: Any) -> int:
    """How many cards make more with the board alone than a hand is worth."""
    many = 0
    for x in range(26):
        if six[x] > mine:
            many += have[x]
    return many


@kernel("u2[:,:] u2[:] u1[:] u1[:] u1[:] u4[:] u2[:] u2[:] u1[:,:] u1[:,:] u1[:,:] u1[:,:] i8[:]")
def look_at_rivers(
    worth: U2, suited: U2, first: U1, second: U1, pair: U1, number: U4, rows: U2, place: U2, rank_outs: U1,
    rank_hidden: U1, suit_outs: U1, suit_hidden: U1, room: I8,
) -> int:  # fmt: skip
    """What a player can count on the river, for every board and hole; 255 outs where there is no such hole.

    Outs are the unseen cards any one of which makes the dealer, with the board alone, a better hand than the player's.
    `hidden` is 1 where a hole card pairs the board or the other, or the hand is of a better class than the board's.
    """
    have, six, five, ranks, ahead = room[:26], room[26:52], room[52:57], room[57:70], room[70 : 70 + PAIRS]
    rank_outs[:] = 255
    suit_outs[:] = 255
    for mask in range(8192):  # which ranks are in the suit; none of them where no flush can be made
        size = count(mask)
        if size > 5 or size == 1 or size == 2:
            continue
        boards = RANK_BOARDS if size == 0 else 91 if size == 3 else 13 if size == 4 else 1
        t = u = -1
        if size == 3:
            t = u = 0
        elif size == 4:
            t = 0
        for i in range(5):
            five[i] = 0
        for other in range(boards):
            for x in range(13):
                ranks[x] = (mask >> x & 1) + (x == t) + (x == u)
            if size == 0:
                for i in range(5):
                    ranks[five[i]] += 1
            enough = True
            base = np.uint32(0)
            paired = best = 0
            for x in range(13):
                enough = enough and ranks[x] <= 4 and (size == 0 or ranks[x] - (mask >> x & 1) <= 3)
                base = np.uint32(base + ranks[x] * number[x])
                have[x] = 4 - ranks[x] if size == 0 else 3 - ranks[x] + (mask >> x & 1)
                have[13 + x] = 0 if size == 0 else 1 - (mask >> x & 1)
                paired, best = paired + (ranks[x] >= 2), max(best, ranks[x])
            if enough:
                board = number_of_ranks(ranks)
                own = 7 if best == 4 else 6 if best == 3 and paired == 2 else 3 if best == 3 else paired
                in_order = 0
                for x in range(13):
                    in_order |= (ranks[x] > 0) << x
                if paired == 0 and straight(in_order) >= 0:
                    own = 4
                if size == 5:
                    own = suited[mask] >> CLASS
                for x in range(26):
                    six[x] = -1
                    if have[x] > 0:
                        key = np.uint32(base + number[x % 13])
                        six[x] = place[(key ^ rows[key >> 19]) & 65535]
                        if size + (x >= 13) >= 5:
                            six[x] = suited[mask | 1 << (x - 13)] if x >= 13 else suited[mask]
                for hole in range(PAIRS):
                    ahead[hole] = cards_ahead(six, have, np.int64(worth[board, hole]))
                for kind in range(PAIRS if size == 0 else KINDS):
                    a, b = first[kind], second[kind]
                    if not (have[a] > (a == b) and have[b] > 0):
                        continue
                    mine = np.int64(worth[board, pair[kind]])
                    whole = mask
                    if a >= 13:
                        whole |= 1 << (a - 13)
                    if b >= 13:
                        whole |= 1 << (b - 13)
                    if size > 0 and count(whole) >= 5:
                        mine = np.int64(suited[whole])
                        outs = cards_ahead(six, have, mine)
                    else:
                        outs = ahead[pair[kind]]
                    outs -= (six[a] > mine) + (six[b] > mine)
                    p, q = a % 13, b % 13
                    hidden = p == q or ranks[p] > 0 or ranks[q] > 0 or mine >> CLASS > own
                    if size == 0:
                        rank_outs[board, kind], rank_hidden[board, kind] = outs, hidden
                    else:
                        line = suit_board(mask, size) + other
                        suit_outs[line, kind], suit_hidden[line, kind] = outs, hidden
            if size == 0:  # the next five ranks in ascending order
                i = 0
                while i < 4 and five[i] == five[i + 1]:
                    i += 1
                five[i] += 1
                for j in range(i):
                    five[j] = 0
            elif size == 3 and u == t:
                t, u = t + 1, 0
            elif size == 3:
                u += 1
            elif size == 4:
                t += 1
    return 0


@part
def number_of_ranks(ranks: I8) -> int:
    """The number of a board, from how many cards of each rank it has."""
    number = many = 0
    for rank in range(13):
        for _ in range(ranks[rank]):
            many += 1
            choose = 1
            for i in range(many):
                choose = choose * (rank + many - 1 - i) // (i + 1)
            number += choose
    return number


class Kinds(NamedTuple):
    """The 338 kinds of hole."""

    first: U1  # kinds of card
    second: U1
    pair: U1  # by ranks alone
    off: I8  # [rank, kind]: cards of the rank in other suits
    held: I8  # [rank, pair]: cards of the rank


@cache
def kinds() -> Kinds:
    first, second, pair = (np.zeros(KINDS, np.uint8) for _ in range(3))
    off, held = np.zeros((13, KINDS), np.int64), np.zeros((13, PAIRS), np.int64)
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


# A payment: payment[outcome, class, qualifies] in whole units, outcome 0 lost, 1 tied, 2 won.
RANKS = "23456789TJQKA"
FLOPS, RUNOUTS, DEALERS = comb(50, 3), comb(47, 2), comb(45, 2)
DEALS = FLOPS * RUNOUTS * DEALERS  # for one hole: flop, then turn and river, then dealer
HOLES = 1326


class Hole(NamedTuple):
    """One of 169: what two cards are before the flop."""

    name: str  # as "AA", "AKs", "AKo"
    cards: tuple[int, int]  # one of them
    weight: int  # how many there are: 6, 4 or 12


def starting_holes() -> list[Hole]:
    """The grid row by row from the aces: pairs on the diagonal, suited above it."""
    holes = []
    for row in range(12, -1, -1):
        for column in range(12, -1, -1):
            high, low = max(row, column), min(row, column)
            name = RANKS[high] + RANKS[low]
            if row == column:
                holes.append(Hole(name, (4 * high, 4 * high + 1), 6))
            elif row > column:
                holes.append(Hole(name + "s", (4 * high, 4 * low), 4))
            else:
                holes.append(Hole(name + "o", (4 * high, 4 * low + 1), 12))
    return holes


STARTING = starting_holes()


@dataclass(frozen=True)
class Pay:
    """What every end of a round brings the player, all wagers of the round together, in whole units.

    Each array but `fold` is [outcome, class, qualifies]: outcome 0 lost, 1 tied, 2 won; class 0 (high card) to 9 (royal
    flush) of the player's seven cards; whether the dealer qualifies. `fold` is by class. `before` has one array for
    each multiple that may be played before the flop; `flop` is None where nothing may be played after it.
    """

    before: dict[int, I8]
    flop: I8 | None
    river: I8
    fold: I8

    def __post_init__(self) -> None:
        for each in (*self.before.values(), self.river, *([] if self.flop is None else [self.flop])):
            if each.shape != (3, 10, 2) or each.dtype != np.int64:
                raise ValueError("a payment is an int64 array [outcome, class, qualifies] of shape (3, 10, 2)")
        if self.fold.shape != (10,) or self.fold.dtype != np.int64:
            raise ValueError("what a fold brings is an int64 array by class, of shape (10,)")
        if self.most() * DEALS >= 2**62:
            raise ValueError(f"payments of {self.most()} units are too large to be added up; use a larger unit")

    def most(self) -> int:
        flop = [] if self.flop is None else [self.flop]
        return max(int(np.abs(each).max()) for each in (self.river, self.fold, *flop, *self.before.values()))


@dataclass(frozen=True)
class Strategy:
    """What is done everywhere. 1 is to play, anything else is not (2 marks that both are worth the same)."""

    before: list[int]  # for each starting hole: the multiple, or 0 to check
    flop: U1  # [starting hole, flop], flops in ascending order of their cards, those with a hole card left out
    by_ranks: U1  # [board, hole] where no flush can be made
    by_suit: U1  # [board, kind of hole] elsewhere


@dataclass(frozen=True)
class Solution:
    """Numerators over DEALS for one hole, over HOLES * DEALS for all."""

    pay: Pay
    checked: list[int]  # for each starting hole: checked before the flop, then played best
    played: dict[int, list[int]]  # for each multiple: played before the flop
    value: int  # of the whole game
    flops_raised: list[int]  # of FLOPS
    flops_equal: list[int]  # where raising and checking are worth exactly the same
    classes: list[list[list[int]]]  # for each starting hole and class: low, beaten, tied, boards; see `outcomes`
    strategy: Strategy
    flop_sums: I8
    table: I8
    tally: U2  # see `by_ranks`
    suit_counts: U4  # and `by_suit`
    suit_classes: U1

    def holes_equal(self) -> list[str]:
        """Starting holes whose two best choices are worth exactly the same."""
        equal = []
        for i, hole in enumerate(STARTING):
            best = sorted([self.checked[i], *(line[i] for line in self.played.values())])
            if best[-1] == best[-2]:
                equal.append(hole.name)
        return equal


def rates(payment: I8, dealers: int) -> I8:
    """The payment by class as factors of low, beaten, tied and one.

    A hand of a pair or better beats all that do not qualify; a lesser hand beats none that do.
    """
    made = np.zeros((10, 4), np.int64)
    lost, tied, won = payment[:, 1:, 1]
    made[1:] = np.stack([payment[2, 1:, 0] - won, won - lost, tied - lost, dealers * lost], axis=1)
    low = payment[0, 0, 0]
    made[0] = (low - payment[0, 0, 1], payment[2, 0, 0] - low, payment[1, 0, 0] - low, dealers * payment[0, 0, 1])
    return made


def all_rates(pay: Pay, dealers: int) -> I8:
    made = np.zeros((3, 10, 4), np.int64)
    made[RIVER] = rates(pay.river, dealers)
    made[FOLD, :, 3] = pay.fold * dealers
    if pay.flop is None:  # worse than anything
        made[FLOP, :, 3] = -dealers * (pay.most() + 1)
    else:
        made[FLOP] = rates(pay.flop, dealers)
    return made.reshape(3, 40)


def outcomes(line: list[list[int]], dealers: int = DEALERS) -> list[list[list[int]]]:
    """[class][outcome][qualifies] from [class] of low, beaten, tied, boards."""
    made = []
    for low, beaten, tied, boards in line[1:]:
        made.append([[0, dealers * boards - beaten - tied], [0, tied], [low, beaten - low]])
    low, beaten, tied, boards = line[0]
    return [[[low - beaten - tied, dealers * boards - low], [tied, 0], [beaten, 0]], *made]


@dataclass
class Work:
    """Arrays the kernels work in."""

    river: I8
    tally: U2
    less: U1
    flops: I8
    rank_sums: I8
    line: U2
    cards: U1
    ways: I8
    change: I8
    column: I8
    room: I8


def work() -> Work:
    return Work(
        river=np.zeros((RANK_BOARDS, PAIRS, 2), np.int64),
        tally=np.zeros((RANK_BOARDS, PAIRS, 3), np.uint16),
        less=np.zeros((RANK_BOARDS, KINDS), np.uint8),
        flops=np.zeros((RANK_FLOPS, PAIRS, 2), np.int64),
        rank_sums=np.zeros((PAIRS, 40), np.int64),
        line=np.zeros((2, KINDS), np.uint16),
        cards=np.zeros((2, KINDS), np.uint8),
        ways=np.ones((4, KINDS), np.int64),
        change=np.zeros((4, 2 * KINDS), np.int64),
        column=np.zeros((4, FLOP_ROWS + 1, 2), np.int64),
        room=np.zeros(5 * KINDS, np.int64),
    )


def class_counts(hole: tuple[int, int], rank_sums: I8, suit_sums: list[I8]) -> list[list[int]]:
    """[class] of low, beaten, tied, boards for one hole: by ranks, and what each suit changes."""
    p, q = hole
    whole = rank_sums[pair_of(p >> 2, q >> 2)].copy()
    for suit in range(4):
        whole += suit_sums[suit][seen_from(p, q, suit)]
    found: list[list[int]] = whole.reshape(10, 4).tolist()
    return found


def paid(lines: list[list[list[int]]], payment: I8, dealers: int) -> list[int]:
    """What the counts of each hole bring."""
    by_class = rates(payment, dealers).ravel().tolist()
    return [sum(map(mul, (n for counts in line for n in counts), by_class)) for line in lines]


def solve(pay: Pay, given: Strategy | None = None) -> Solution:
    """The game played best; or with `given`, as it says at flop and river (before the flop it is still played best)."""
    worth, order = sorted_boards()
    kind, use, rate = kinds(), work(), all_rates(pay, DEALERS)
    plan = given or Strategy(
        [],
        np.zeros((len(STARTING), FLOPS), np.uint8),
        np.zeros((RANK_BOARDS, PAIRS), np.uint8),
        np.zeros((SUIT_BOARDS, KINDS), np.uint8),
    )
    fixed = int(given is not None)
    table, suit_sums = np.zeros((1, FLOP_ROWS, 2 * KINDS), np.int64), np.zeros((KINDS, 40), np.int64)
    counted, classes = np.zeros((SUIT_BOARDS, KINDS), np.uint32), np.zeros((SUIT_BOARDS, KINDS), np.uint8)
    by_ranks(
        worth, order, kind.first, kind.second, rate, -1, fixed, plan.by_ranks, use.river, use.tally, use.rank_sums,
        use.line, use.cards, use.room,
    )  # fmt: skip
    by_suit(
        worth, order, tables(7).suited, kind.first, kind.second, kind.pair, kind.off, rate, -1, fixed, plan.by_suit,
        use.river, use.tally, table[0], suit_sums, counted, classes, use.less, use.line, use.cards, use.ways,
        use.change, use.room,
    )  # fmt: skip
    to_rank_flops(0, use.river, kind.held, -1, use.flops, use.room)
    holes = np.array([hole.cards for hole in STARTING], np.int64)
    out = np.zeros((len(STARTING), 4), np.int64)
    none = np.zeros((0, 2), np.int64)
    at_flops(0, holes, -1, use.flops, table, fixed, plan.flop, np.zeros(len(holes), np.int64), none, out, use.column)
    checked = [int(line[0]) for line in out]
    counts = [class_counts(hole.cards, use.rank_sums, [suit_sums] * 4) for hole in STARTING]
    played = {times: [10 * n for n in paid(counts, payment, DEALERS)] for times, payment in pay.before.items()}
    before, value = [], 0
    for i, hole in enumerate(STARTING):
        best = max(checked[i], *(line[i] for line in played.values()), checked[i])
        choice = 0 if checked[i] == best else min(times for times, line in played.items() if line[i] == best)
        before.append(choice)
        value += hole.weight * best
    return Solution(
        pay, checked, played, value, [int(line[1]) for line in out], [int(line[2]) for line in out], counts,
        Strategy(before, plan.flop, plan.by_ranks, plan.by_suit), use.flops, table, use.tally, counted,
        classes,
    )  # fmt: skip


def flop_values(solution: Solution, hole: tuple[int, int]) -> I8:
    """[flop, (check, raise)], numerators over RUNOUTS * DEALERS, flops in ascending order of their cards."""
    worths = np.zeros((FLOPS, 2), np.int64)
    at_flops(
        0, np.array([hole], np.int64), -1, solution.flop_sums, solution.table, 0, np.zeros((1, FLOPS), np.uint8),
        np.zeros(1, np.int64), worths, np.zeros((1, 4), np.int64), np.zeros((4, FLOP_ROWS + 1, 2), np.int64),
    )  # fmt: skip
    return worths


class Distribution(NamedTuple):
    """How many of all HOLES * DEALS deals end how, for one strategy.

    `ends[multiple]` is [class][outcome][qualifies]: multiples before the flop as they are, "flop" and "river".
    """

    ends: dict[int | str, list[list[list[int]]]]
    folds: list[int]  # by class


def distribution(solution: Solution, strategy: Strategy | None = None) -> Distribution:
    """Every end of a round, counted: for the best strategy, or for another."""
    plan = strategy or solution.strategy
    worth, _ = sorted_boards()
    kind, use = kinds(), work()
    table, sums = np.zeros((1, FLOP_ROWS, 2 * KINDS), np.int64), np.zeros((3, 40), np.int64)
    holes = np.array([hole.cards for hole in STARTING], np.int64)
    weight = np.array([0 if plan.before[i] else hole.weight for i, hole in enumerate(STARTING)], np.int64)
    out, none = np.zeros((len(STARTING), 4), np.int64), np.zeros((0, 2), np.int64)
    at_flops(1, holes, -1, use.flops, table, 1, plan.flop, weight, none, out, use.column)
    to_rank_flops(1, use.river, kind.held, -1, use.flops, use.room)
    book_suits(
        kind.pair, kind.off, plan.by_suit, solution.suit_counts, solution.suit_classes, use.river, table[0], sums,
        use.ways, use.change, use.room,
    )  # fmt: skip
    book_ranks(use.river, worth, plan.by_ranks, solution.tally, sums)
    lines: dict[int | str, list[list[int]]] = {times: [[0] * 4 for _ in range(10)] for times in solution.pay.before}
    for i, hole in enumerate(STARTING):
        if plan.before[i]:
            for made, counts in enumerate(solution.classes[i]):
                for place, number in enumerate(counts):
                    lines[plan.before[i]][made][place] += 10 * hole.weight * number
    whole = sums.reshape(3, 10, 4).tolist()
    lines["flop"], lines["river"] = whole[FLOP], whole[RIVER]
    folds = [DEALERS * counts[3] for counts in whole[FOLD]]
    return Distribution({bet: outcomes(line) for bet, line in lines.items()}, folds)


class Rivers(NamedTuple):
    """What a player can count on the river, in the order of a `Strategy`; 255 outs where there is no such hole."""

    rank_outs: U1
    rank_hidden: U1
    suit_outs: U1
    suit_hidden: U1

    def rule(self, outs_below: int) -> tuple[U1, U1]:
        """Play with a hidden pair or better, or with fewer outs against one than this: `by_ranks` and `by_suit`."""
        ranks = (self.rank_hidden == 1) | (self.rank_outs < outs_below)
        suits = (self.suit_hidden == 1) | (self.suit_outs < outs_below)
        return ranks.astype(np.uint8), suits.astype(np.uint8)


def rivers() -> Rivers:
    made, six, kind = tables(7), tables(6), kinds()
    worth, _ = sorted_boards()
    ranks, suits = (RANK_BOARDS, PAIRS), (SUIT_BOARDS, KINDS)
    found = Rivers(*(np.zeros(shape, np.uint8) for shape in (ranks, ranks, suits, suits)))
    number = (made.card[:52:4] & 0xFFFFFFFF).astype(np.uint32)
    look_at_rivers(
        worth, made.suited, kind.first, kind.second, kind.pair, number, six.rows, six.worth, *found,
        np.zeros(70 + PAIRS, np.int64),
    )  # fmt: skip
    return found


SEEN_FLOPS, SEEN_DEALERS = comb(49, 3), 44
SEEN_DEALS = SEEN_FLOPS * comb(46, 2) * SEEN_DEALERS  # for one hole and one dealer card that is seen


class SeenHole(NamedTuple):
    """One starting hole and one dealer card, and all that look like them."""

    hole: int  # in STARTING
    card: int  # the dealer's
    weight: int  # how many such holes and cards there are, of HOLES * 50
    checked: int  # over SEEN_DEALS
    played: dict[int, int]

    def best(self) -> int:
        return max(self.checked, *self.played.values(), self.checked)


def alike(hole: Hole, rank: int) -> list[tuple[int, int]]:
    """Dealer cards of a rank that are not alike to this hole, each with how many are."""
    high, low = hole.cards
    if high & 3 == low & 3:
        groups = [(0, 1), (1, 3)]
    elif high >> 2 == low >> 2:
        groups = [(0, 2), (2, 2)]
    else:
        groups = [(0, 1), (1, 1), (2, 2)]
    return [(4 * rank + suit, many) for suit, many in groups if 4 * rank + suit not in hole.cards]


class Seen(NamedTuple):
    """What `solve` keeps, when a dealer card of one rank is known. Tables and sums: from another suit, from its own."""

    flop_sums: I8
    table: I8
    rank_sums: I8
    suit_sums: I8


def seen_rank(pay: Pay, rank: int, use: Work) -> Seen:
    """Everything for a dealer card of this rank."""
    worth, order = sorted_boards()
    kind, rate = kinds(), all_rates(pay, SEEN_DEALERS)
    table, sums = np.zeros((2, FLOP_ROWS, 2 * KINDS), np.int64), np.zeros((2, KINDS, 40), np.int64)
    rank_plays, suit_plays = np.zeros((RANK_BOARDS, PAIRS), np.uint8), np.zeros((SUIT_BOARDS, KINDS), np.uint8)
    by_ranks(
        worth, order, kind.first, kind.second, rate, rank, 0, rank_plays, use.river, use.tally, use.rank_sums,
        use.line, use.cards, use.room,
    )  # fmt: skip
    for own in range(2):
        by_suit(
            worth, order, tables(7).suited, kind.first, kind.second, kind.pair, kind.off, rate, rank + 13 * own,
            0, suit_plays, use.river, use.tally, table[own], sums[own], np.zeros((0, KINDS), np.uint32),
            np.zeros((0, KINDS), np.uint8), use.less, use.line, use.cards, use.ways, use.change, use.room,
        )  # fmt: skip
    to_rank_flops(0, use.river, kind.held, rank, use.flops, use.room)
    return Seen(use.flops, table, use.rank_sums, sums)


def seen_flop_values(seen: Seen, card: int, hole: tuple[int, int]) -> I8:
    """As `flop_values`, with the dealer's card known; over C(46, 2) * SEEN_DEALERS."""
    worths = np.zeros((SEEN_FLOPS, 2), np.int64)
    at_flops(
        0, np.array([hole], np.int64), card, seen.flop_sums, seen.table, 0, np.zeros((1, SEEN_FLOPS), np.uint8),
        np.zeros(1, np.int64), worths, np.zeros((1, 4), np.int64), np.zeros((4, FLOP_ROWS + 1, 2), np.int64),
    )  # fmt: skip
    return worths


def seen_card(pay: Pay) -> list[SeenHole]:
    """One dealer card is seen before the first decision, and everything after is played best with it in mind.

    The value of the game is the sum of `weight * best()` over HOLES * 50 * SEEN_DEALS.
    """
    use = work()
    raises, none = np.zeros((len(STARTING), SEEN_FLOPS), np.uint8), np.zeros((0, 2), np.int64)
    lines = []
    for rank in range(13):
        seen = seen_rank(pay, rank, use)
        for suit in range(3):
            card = 4 * rank + suit
            asked = [(i, many) for i, hole in enumerate(STARTING) for each, many in alike(hole, rank) if each == card]
            holes = np.array([STARTING[i].cards for i, _ in asked], np.int64)
            out, weight = np.zeros((len(asked), 4), np.int64), np.zeros(len(asked), np.int64)
            at_flops(0, holes, card, seen.flop_sums, seen.table, 0, raises, weight, none, out, use.column)
            by_suits = [seen.suit_sums[int(each == suit)] for each in range(4)]
            counts = [class_counts(STARTING[i].cards, seen.rank_sums, by_suits) for i, _ in asked]
            played = {times: paid(counts, payment, SEEN_DEALERS) for times, payment in pay.before.items()}
            for at, (i, many) in enumerate(asked):
                here = {times: 10 * numbers[at] for times, numbers in played.items()}
                lines.append(SeenHole(i, card, many * STARTING[i].weight, int(out[at, 0]), here))
    return lines


KERNELS = (sort_boards, by_ranks, by_suit, book_suits, to_rank_flops, book_ranks, at_flops, look_at_rivers)
