"""Between a flop and the boards it can become: what is worth on boards is added up on flops, or how often flops come is
spread over boards.
"""

from __future__ import annotations

from pitboss.games.ultimate_texas_holdem.kernel.desk import Deck, Paths
from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    KINDS,
    PAIRS,
    THREE,
    TWO,
    SuitBoard,
    board_of_any,
    flop_of,
    pair_of,
)
from pitboss.numeric.compiled import kernel, part
from pitboss.numeric.hands import I8
from pitboss.numeric.worth import top

# From a board with three or more of a suit to a flop: which number is added to the flop's first row, and in which of
# four ways the rest can come (see `ways_to_come`).
BY_PAIR, BY_NONE, BY_T, BY_U, BY_LAST, AS_IT_IS = range(6)


@part
def flop_rows(mask: int, size: int, paths: Paths) -> int:
    """The flops that boards with these ranks in the suit can come from; how many."""
    rows, how = paths.rows, paths.how
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
def ways_to_come(at: SuitBoard, left: I8, off: I8, ways: I8) -> None:
    """For each kind of hole, in how many ways the other suits' cards can come: 1 both of them after the flop, or just
    one; 2 u after t on the flop; 3 t after u.
    """
    t, u = at.t, at.u
    if at.size == 5:
        for kind in range(KINDS):
            ways[1, kind] = 1
    elif at.size == 4:
        for kind in range(KINDS):
            ways[1, kind] = left[t] - off[t, kind]
    else:
        equal = int(t == u)
        for kind in range(KINDS):
            ways[2, kind] = left[u] - off[u, kind] - equal
            ways[3, kind] = left[t] - off[t, kind] - equal
            ways[1, kind] = (left[t] - off[t, kind]) * ways[2, kind] // (1 + equal)


@part
def to_flops(back: int, at: SuitBoard, many: int, paths: Paths, table: I8) -> None:
    """Add what changes on this board, change[0], to every flop it can come from; or, going back, add up in it how often
    it is come to. The other lines of `change` are for the other ways the board can come.
    """
    ways, change = paths.ways, paths.change
    kinds_of_ways = 4 if at.size == 3 else 2 if at.size == 4 else 1
    for way in range(kinds_of_ways):
        if back:
            change[way] = 0
        elif way:
            for i in range(KINDS):
                change[way, i] = change[0, i] * ways[way, i]
                change[way, KINDS + i] = change[0, KINDS + i] * ways[way, i]
    for place in range(many):
        row, how, way = paths.rows[place], paths.how[place], 0
        if how == BY_PAIR:
            row += pair_of(at.t, at.u)
        elif how == BY_NONE:
            way = 1
        elif how == BY_T:
            row, way = row + at.t, 2
        elif how == BY_U:
            if at.t == at.u:
                continue
            row, way = row + at.u, 3
        elif how == BY_LAST:
            row += at.t
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


@kernel("i8 i8 i8[:,:] i8[:,:,:] i8[:,:,:]", Deck)
def to_rank_flops(back: int, seen: int, held: I8, river: I8, flops: I8, deck: Deck) -> int:
    """`flops[flop, hole]` becomes the sum over all turns and rivers by ranks. `held[rank, hole]` counts cards.

    With `back`, `river[board, hole]` becomes how often each board is come to, by how often each flop is.
    """
    if back:
        river[:] = 0
    else:
        flops[:] = 0
    have = deck.have
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                flop = flop_of(a, b, c)
                for x in range(13):
                    have[x] = 4 - (a == x) - (b == x) - (c == x) - (x == seen)
                for t in range(13):
                    for r in range(t + 1):
                        board = board_of_any(a, b, c, t, r, deck.five)
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
