"""Value every board with three or more cards of a suit, by how much that suit changes the results by ranks.

A suit board (see `numbering`) is seen from its suit. For each kind of hole the value on the board is counted with
flushes, and the value by ranks is subtracted. The difference, `change`, is added to every flop that the board can come
from (`runouts`). The table of these sums is the same for each of the four suits, so one suit is computed and used four
times.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.boards.boards_by_ranks import ByRanks
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.dealer_hands import count_dealers, count_dealers_holding
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.flush_board import (
    compare_flushes,
    fill_dealer_worths,
    line_up,
    line_up_three,
    sort_flushes,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.runouts import (
    add_to_flops,
    collect_from_flops,
    exchange_with_flops,
    fill_ways,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import Boards, Kinds
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    KINDS,
    PAIRS,
    RANK_BOARDS,
    SuitBoard,
    board_number_of_mask,
    first_suit_board,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.payments import (
    FLOP,
    FOLD,
    RIVER,
    RiverTerms,
    add_counts,
    bet_value,
    decide_river,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.work_arrays import Back, Deck, Desk, new_back, new_desk
from pitboss.numeric.compiler import group, kernel, part, run_in_threads, thread_count
from pitboss.numeric.hands import I4, I8, U1, U2, U4
from pitboss.numeric.rank_worths import CLASS, count_ranks, top


@group("u4[:,:] u1[:,:]")
class SuitCounts(NamedTuple):
    """The dealer's hands against each hole on each suit board, kept for `count_ends_by_suit`.

    The arrays have no rows if they are not wanted.
    """

    packed: U4  # [board, kind]: low, beaten and tied, in ten bits each (there are 990 dealer hands)
    classes: U1  # [board, kind]: 1 + the class of the hand; 0 if there is no such hole


@group("i8[:,:] i8[:,:] u1[:,:]", SuitCounts)
class BySuit(NamedTuple):
    """The changes that flushes in one suit make to the values and totals that were counted by ranks."""

    # [flop row, kind]: the change of the river decision, summed over turn and river; [flop row, KINDS + kind]: the
    # change of having raised on the flop.
    table: I8
    sums: I8  # [kind, 4 * class + (low, beaten, tied, boards)]: changes of the totals in `ByRanks.sums`
    less: (
        U1  # [board by ranks, kind]: how many of its boards were counted with the suit, and must be subtracted by ranks
    )
    counts: SuitCounts


@part
def remove_suit_board(board: SuitBoard, seen: int, deck: Deck) -> None:
    """Fill `deck.have` with the cards that are left without the board and the known dealer card.

    There are always enough: of the three cards of a rank in other suits at most one is known and two are on the board.
    """
    for x in range(13):
        deck.have[x] = deck.left[x] - (x == board.t) - (x == board.u)
        deck.have[13 + x] = 1 - (board.mask >> x & 1) - (13 + x == seen)


@part
def count_dealers_by_suit(
    board: SuitBoard, seen: int, flushes: int, boards: Boards, kinds: Kinds, tally: U2, desk: Desk
) -> int:
    """Arrange the kinds of hole possible on a board by worth, and count the dealer's hands against each.

    Return the number of kinds.

    `flushes` is the number of hands in `desk.flushes`, `tally` the row of `ByRanks.tally` for the board's ranks.
    """
    if board.size == 3 and seen < 0:
        return line_up_three(board, flushes, boards, kinds, tally, desk)
    count = line_up(board, flushes, boards, kinds, desk)
    if seen < 0:
        count_dealers(count, desk.line, desk.deck)
    else:
        fill_dealer_worths(board, seen, boards, desk.deck)
        count_dealers_holding(count, desk.line, desk.deck)
    return count


@part
def value_suit_board(
    board: SuitBoard,
    flushes: int,
    boards: Boards,
    kinds: Kinds,
    terms: RiverTerms,
    ranks: ByRanks,
    results: BySuit,
    desk: Desk,
) -> None:
    """Value one suit board: fill `desk.paths.change`, and add its counts to `results.sums`, `less` and `counts`."""
    line, ways, change = desk.line, desk.paths.ways[0], desk.paths.change
    river, keep = ranks.river[board.ranks], results.counts.packed.shape[0] > 0
    remove_suit_board(board, terms.seen, desk.deck)
    count = count_dealers_by_suit(board, terms.seen, flushes, boards, kinds, ranks.tally[board.ranks], desk)
    fill_ways(board, desk.deck.left, kinds.off, desk.paths.ways)
    change[:] = 0
    for i in range(count):
        kind = line.kind[i]
        hole, hand_class, boards_of_kind = kinds.pair[kind], line.worth[i] >> CLASS, ways[kind]
        low, beaten, tied = line.low[i], line.beaten[i], line.tied[i]
        play, fold = bet_value(terms.rates, RIVER, hand_class, low, beaten, tied), terms.rates[FOLD, 4 * hand_class + 3]
        checked_by_ranks, raised_by_ranks = river[hole, 0], river[hole, 1]
        raised = bet_value(terms.rates, FLOP, hand_class, low, beaten, tied)
        change[KINDS + kind] = raised - raised_by_ranks
        change[kind] = decide_river(terms, board.number, kind, play, fold) - checked_by_ranks
        add_counts(results.sums, kind, hand_class, boards_of_kind, low, beaten, tied)
        results.less[board.ranks, kind] += boards_of_kind
        if keep:
            results.counts.packed[board.number, kind] = low | beaten << 10 | tied << 20
            results.counts.classes[board.number, kind] = hand_class + 1


@part
def value_suit_ranks(
    mask: int, boards: Boards, kinds: Kinds, terms: RiverTerms, ranks: ByRanks, results: BySuit, desk: Desk
) -> None:
    """Value all boards with the ranks `mask` in the suit, and add the changes to all flops that they can come from."""
    size, deck, flushes = count_ranks(mask), desk.deck, desk.flushes
    for rank in range(13):
        deck.left[rank] = 3 - (rank == terms.seen)
    flush_count = sort_flushes(mask, size, boards, flushes)
    if size == 3 and terms.seen < 0:
        compare_flushes(flush_count, flushes)
    desk.paths.after[:] = 0
    number = first_suit_board(mask, size) - 1
    for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
        for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
            number += 1
            board = SuitBoard(mask, size, t, u, number, board_number_of_mask(mask, t, u, deck.five))
            value_suit_board(board, flush_count, boards, kinds, terms, ranks, results, desk)
            add_to_flops(board, desk.paths, results.table)
    exchange_with_flops(0, mask, size, desk.paths.after, results.table)


@part
def subtract_rank_counts(worth: U2, pair: U1, tally: U2, results: BySuit) -> None:
    """Subtract from `results.sums` the counts by ranks of the boards that were counted with the suit."""
    for board in range(RANK_BOARDS):
        for kind in range(KINDS):
            if results.less[board, kind]:
                minus_boards, hole = -np.int64(results.less[board, kind]), pair[kind]
                low, beaten, tied = tally[board, hole, 0], tally[board, hole, 1], tally[board, hole, 2]
                add_counts(results.sums, kind, worth[board, hole] >> CLASS, minus_boards, low, beaten, tied)


@kernel("i8 i8", Boards, Kinds, RiverTerms, ByRanks, BySuit, Desk)
def value_share_by_suit(
    share: int,
    shares: int,
    boards: Boards,
    kinds: Kinds,
    terms: RiverTerms,
    ranks: ByRanks,
    results: BySuit,
    desk: Desk,
) -> int:
    """Value one of `shares` equal shares of all suit boards.

    `results.table` is added to; the other results are filled.
    """
    results.sums[:] = 0
    results.less[:] = 0
    for mask in range(8192):
        size = count_ranks(mask)
        known = terms.seen >= 13 and mask >> (terms.seen - 13) & 1
        if 3 <= size <= 5 and not known and top(mask, size) % shares == share:
            value_suit_ranks(mask, boards, kinds, terms, ranks, results, desk)
    subtract_rank_counts(boards.worth, kinds.pair, ranks.tally, results)
    return 0


def value_by_suit(boards: Boards, kinds: Kinds, terms: RiverTerms, ranks: ByRanks, results: BySuit, desk: Desk) -> None:
    """Value all suit boards, with one thread for each share. `results.table` must be zeros."""
    shares = thread_count()
    further = [
        results._replace(
            table=np.zeros(results.table.shape, np.int64),
            sums=np.empty_like(results.sums),
            less=np.empty_like(results.less),
        )
        for _ in range(1, shares)
    ]
    calls = [
        (share, shares, boards, kinds, terms, ranks, part_of_results, new_desk() if share else desk)
        for share, part_of_results in enumerate([results, *further])
    ]
    run_in_threads(value_share_by_suit, calls)
    for part_of_results in further:
        np.add(results.table, part_of_results.table, results.table)
        np.add(results.sums, part_of_results.sums, results.sums)
        np.add(results.less, part_of_results.less, results.less)


@part
def count_ends_on_board(
    board: SuitBoard, pair: U1, plays: U1, counts: SuitCounts, change: I4, by_ranks: I8, sums: I8, river: I8
) -> None:
    """Add the ends of rounds on one suit board to `sums`, and subtract the same visits from the counts by ranks.

    change[kind] and change[KINDS + kind] are how often the board is reached, checked and raised on the flop.
    `river[pair, (checked, raised)]` gets minus the totals of these, by pair.
    """
    packed, classes = counts.packed[board.number], counts.classes[board.number]
    river[:] = 0
    for kind in range(KINDS):
        hand_class: Any = np.int64(classes[kind]) - 1
        checked, raised = np.int64(change[kind]), np.int64(change[KINDS + kind])
        if hand_class < 0 or (checked == 0 and raised == 0):
            continue
        counted: Any = np.int64(packed[kind])
        low, beaten, tied = counted & 1023, counted >> 10 & 1023, counted >> 20
        add_counts(sums, RIVER if plays[kind] == 1 else FOLD, hand_class, checked, low, beaten, tied)
        add_counts(sums, FLOP, hand_class, raised, low, beaten, tied)
        river[pair[kind], 0] += checked
        river[pair[kind], 1] += raised
    for hole in range(PAIRS):
        by_ranks[hole, 0] -= river[hole, 0]
        by_ranks[hole, 1] -= river[hole, 1]


@kernel("i8 i8", Kinds, "u1[:,:]", SuitCounts, "i8[:,:,:] i4[:,:] i8[:,:]", Deck, Back)
def count_ends_share(
    share: int,
    shares: int,
    kinds: Kinds,
    plays: U1,
    counts: SuitCounts,
    river: I8,
    table: I4,
    sums: I8,
    deck: Deck,
    back: Back,
) -> int:
    """Count the ends of rounds on one of `shares` equal shares of the suit boards, as `count_ends_by_suit` says."""
    deck.left[:] = 3
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5 or top(mask, size) % shares != share:
            continue
        back.after[:] = 0
        exchange_with_flops(1, mask, size, back.after, table)
        number = first_suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                board = SuitBoard(mask, size, t, u, number, board_number_of_mask(mask, t, u, deck.five))
                fill_ways(board, deck.left, kinds.off, back.ways)
                collect_from_flops(board, back, table)
                count_ends_on_board(
                    board, kinds.pair, plays[number], counts, back.change, river[board.ranks], sums, back.river
                )
    return 0


def count_ends_by_suit(kinds: Kinds, plays: U1, counts: SuitCounts, river: I8, table: I8, sums: I8) -> None:
    """Add the ends of rounds on suit boards to `sums[bet, 4 * class + (low, beaten, tied, boards)]`.

    This is the way back of `value_by_suit`, from the `counts` that it kept. `table[flop row, kind]`, and from KINDS on
    for raised hands, is how often each flop is reached. `river[board by ranks, pair, (checked, raised)]` is how often
    each board is reached; what belongs to a suit board is subtracted there.
    """
    shares, visits = thread_count(), table.astype(np.int32)
    results = [(river, sums), *((np.zeros(river.shape, np.int64), np.zeros_like(sums)) for _ in range(1, shares))]
    run_in_threads(
        count_ends_share,
        [
            (share, shares, kinds, plays, counts, minus_river, visits, share_sums, new_desk().deck, new_back())
            for share, (minus_river, share_sums) in enumerate(results)
        ],
    )
    for minus_river, share_sums in results[1:]:
        np.add(river, minus_river, river)
        np.add(sums, share_sums, sums)
