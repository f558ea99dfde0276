"""Between a flop and the boards it can become: what is worth on boards is added up on flops, or how often flops come is
spread over boards.
"""

from __future__ import annotations

from typing import TypeAlias

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
from pitboss.games.ultimate_texas_holdem.kernel.work_arrays import Back, Deck, Paths
from pitboss.numeric.compiler import kernel, part
from pitboss.numeric.hands import I4, I8
from pitboss.numeric.rank_worths import count_ranks, top

Many: TypeAlias = I4 | I8  # amounts, or how often

ALL_ON = 13  # the line of `Paths.after` for flops that have three in the suit


@part
def ways_to_come(at: SuitBoard, left: I8, off: I8, ways: Many) -> None:
    """For each kind of hole, in how many ways the other suits' cards can come: 0 all of them after the flop; 1 u after
    t on the flop; 2 t after u.
    """
    t, u = at.t, at.u
    if at.size == 5:
        for kind in range(KINDS):
            ways[0, kind] = 1
    elif at.size == 4:
        for kind in range(KINDS):
            ways[0, kind] = left[t] - off[t, kind]
    else:
        equal = int(t == u)
        for kind in range(KINDS):
            ways[1, kind] = left[u] - off[u, kind] - equal
            ways[2, kind] = left[t] - off[t, kind] - equal
            ways[0, kind] = ((left[t] - off[t, kind]) * ways[1, kind]) >> equal  # two of a rank in either order


@part
def add_ways(line: Many, change: Many, ways: Many) -> None:
    for i in range(KINDS):
        line[i] += change[i] * ways[i]
        line[KINDS + i] += change[KINDS + i] * ways[i]


@part
def add_line(line: Many, more: Many) -> None:
    for i in range(2 * KINDS):
        line[i] += more[i]


@part
def to_flops(at: SuitBoard, paths: Paths, table: I8) -> None:
    """Add what changes on this board to the flops it can come from: at once where the flop has one card in the suit,
    for then it has both of the others; else to what is left `after` all boards with these ranks in the suit.
    """
    change, after, ways = paths.change, paths.after, paths.ways
    add_ways(after[ALL_ON], change, ways[0])
    if at.size == 4:
        add_line(after[at.t], change)
    elif at.size == 3:
        add_ways(after[at.t], change, ways[1])
        if at.t != at.u:
            add_ways(after[at.u], change, ways[2])
        for x in range(13):
            if at.mask >> x & 1:
                add_line(table[x * 91 + pair_of(at.t, at.u)], change)


@part
def from_flops(at: SuitBoard, paths: Back, table: I4) -> None:
    """The way back of `to_flops`: in `change`, how often this board is come to."""
    change, after, ways = paths.change, paths.after, paths.ways
    change[:] = 0
    add_ways(change, after[ALL_ON], ways[0])
    if at.size == 4:
        add_line(change, after[at.t])
    elif at.size == 3:
        add_ways(change, after[at.t], ways[1])
        if at.t != at.u:
            add_ways(change, after[at.u], ways[2])
        for x in range(13):
            if at.mask >> x & 1:
                add_line(change, table[x * 91 + pair_of(at.t, at.u)])


@part
def spread(back: int, mask: int, size: int, after: Many, table: Many) -> None:
    """Add what is left `after` all boards with these ranks in the suit to the flops with three of them, and to those
    with two and a rank elsewhere; or, going back, add these up in it.
    """
    some = mask
    while some:
        many = count_ranks(some)
        for t in range(14):
            row = -1
            if many == 3 and t == ALL_ON:
                row = THREE + top(some, 3)
            elif many == 2 and size < 5 and t < ALL_ON:
                row = TWO + top(some, 2) * 13 + t
            if row >= 0:
                if back:
                    add_line(after[t], table[row])
                else:
                    add_line(table[row], after[t])
        some = (some - 1) & mask


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
