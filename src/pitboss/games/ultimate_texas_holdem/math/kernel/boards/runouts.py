"""Connect a flop with the boards that it can become, in both directions.

Forwards, values on boards are added up on the flops they can come from. Back, numbers of visits of flops are spread
over the boards that follow. Both directions use the same coefficients: the number of ways in which turn and river can
make a board from a flop, given the cards of the hole.

A board can come from ten flops, C(5, 3), so seen from a suit it touches up to ten rows of the flop table. Boards with
the same set of ranks in the suit, `mask`, touch the same rows where the flop has two or three cards in the suit. So
sums for these rows are first collected in `after`, over all boards with that mask, and transferred once
(`exchange_with_flops`).
"""

from __future__ import annotations

from typing import TypeAlias

from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    KINDS,
    PAIRS,
    THREE_IN_SUIT,
    TWO_IN_SUIT,
    SuitBoard,
    board_number_any_order,
    flop_number,
    pair_number,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.work_arrays import Back, Deck, Paths
from pitboss.numeric.compiler import kernel, part
from pitboss.numeric.hands import I4, I8
from pitboss.numeric.rank_worths import count_ranks, top

Many: TypeAlias = I4 | I8  # values of all hands, or numbers of visits

ALL_ON = 13  # the row of `Paths.after` for flops with three cards in the suit


@part
def fill_ways(board: SuitBoard, left: I8, off: I8, ways: Many) -> None:
    """Fill `ways[way, kind of hole]`: in how many ways the cards elsewhere can come.

    ways[0] is for all of them after the flop, ways[1] for u if t was on the flop, ways[2] for t if u was. `left[rank]`
    is cards left elsewhere, `off[rank, kind]` those of them that the hole has.
    """
    t, u = board.t, board.u
    if board.size == 5:
        for kind in range(KINDS):
            ways[0, kind] = 1
    elif board.size == 4:
        for kind in range(KINDS):
            ways[0, kind] = left[t] - off[t, kind]
    else:
        equal = int(t == u)
        for kind in range(KINDS):
            ways[1, kind] = left[u] - off[u, kind] - equal
            ways[2, kind] = left[t] - off[t, kind] - equal
            ways[0, kind] = ((left[t] - off[t, kind]) * ways[1, kind]) >> equal  # two of a rank in either order


@part
def add_weighted(row: Many, change: Many, ways: Many) -> None:
    """Add `change` to a row, multiplied for each kind of hole by `ways`; both halves of the row alike."""
    for i in range(KINDS):
        row[i] += change[i] * ways[i]
        row[KINDS + i] += change[KINDS + i] * ways[i]


@part
def add_row(row: Many, addend: Many) -> None:
    """Add one row to another."""
    for i in range(2 * KINDS):
        row[i] += addend[i]


@part
def add_to_flops(board: SuitBoard, paths: Paths, table: I8) -> None:
    """Add the changes on this board to the flops that it can come from.

    Flops with one card in the suit have both of the others, so they are complete: they get them at once. The rest goes
    to `paths.after`.
    """
    change, after, ways = paths.change, paths.after, paths.ways
    add_weighted(after[ALL_ON], change, ways[0])
    if board.size == 4:
        add_row(after[board.t], change)
    elif board.size == 3:
        add_weighted(after[board.t], change, ways[1])
        if board.t != board.u:
            add_weighted(after[board.u], change, ways[2])
        for x in range(13):
            if board.mask >> x & 1:
                add_row(table[x * 91 + pair_number(board.t, board.u)], change)


@part
def collect_from_flops(board: SuitBoard, paths: Back, table: I4) -> None:
    """Fill `paths.change` with how often this board is reached. This is the way back of `add_to_flops`."""
    change, after, ways = paths.change, paths.after, paths.ways
    change[:] = 0
    add_weighted(change, after[ALL_ON], ways[0])
    if board.size == 4:
        add_row(change, after[board.t])
    elif board.size == 3:
        add_weighted(change, after[board.t], ways[1])
        if board.t != board.u:
            add_weighted(change, after[board.u], ways[2])
        for x in range(13):
            if board.mask >> x & 1:
                add_row(change, table[x * 91 + pair_number(board.t, board.u)])


@part
def exchange_with_flops(back: int, mask: int, size: int, after: Many, table: Many) -> None:
    """Transfer sums between `after` and the flop rows with two or three cards of `mask` in the suit.

    Forwards, rows of `after` are added to `table`; with `back`, rows of `table` are added to `after`.
    """
    subset = mask
    while subset:
        size_on_flop = count_ranks(subset)
        for t in range(14):
            row = -1
            if size_on_flop == 3 and t == ALL_ON:
                row = THREE_IN_SUIT + top(subset, 3)
            elif size_on_flop == 2 and size < 5 and t < ALL_ON:
                row = TWO_IN_SUIT + top(subset, 2) * 13 + t
            if row >= 0:
                if back:
                    add_row(after[t], table[row])
                else:
                    add_row(table[row], after[t])
        subset = (subset - 1) & mask


@kernel("i8 i8 i8[:,:] i8[:,:,:] i8[:,:,:]", Deck)
def sum_rank_runouts(back: int, seen: int, held: I8, river: I8, flops: I8, deck: Deck) -> int:
    """Fill `flops[flop by ranks, pair, (checked, raised)]` with the sums of `river` over all turns and rivers, by
    ranks.

    `river` is [board by ranks, pair, (checked, raised)]. `held[rank, pair]` counts a hole's cards, `seen` is the rank
    of a known dealer card or -1. With `back`, `river` is filled instead: how often each board is reached, given in
    `flops` how often each flop is.
    """
    if back:
        river[:] = 0
    else:
        flops[:] = 0
    have = deck.have
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                flop = flop_number(a, b, c)
                for x in range(13):
                    have[x] = 4 - (a == x) - (b == x) - (c == x) - (x == seen)
                for t in range(13):
                    for r in range(t + 1):
                        board = board_number_any_order(a, b, c, t, r, deck.five)
                        for hole in range(PAIRS):
                            if t == r:
                                left = have[t] - held[t, hole]
                                ways = left * (left - 1) // 2
                            else:
                                ways = (have[t] - held[t, hole]) * (have[r] - held[r, hole])
                            if back:
                                river[board, hole, 0] += ways * flops[flop, hole, 0]
                                river[board, hole, 1] += ways * flops[flop, hole, 1]
                            else:
                                flops[flop, hole, 0] += ways * river[board, hole, 0]
                                flops[flop, hole, 1] += ways * river[board, hole, 1]
    return 0
