"""Boards with three or more of a suit, by what that suit changes against counting by ranks."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.boards.boards_by_ranks import ByRanks
from pitboss.games.ultimate_texas_holdem.kernel.boards.dealer_hands import count_dealers, count_second
from pitboss.games.ultimate_texas_holdem.kernel.boards.flush_board import (
    among_flushes,
    count_three,
    line_up,
    second_cards,
    sort_flushes,
)
from pitboss.games.ultimate_texas_holdem.kernel.boards.runouts import from_flops, spread, to_flops, ways_to_come
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import Boards, Kinds
from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    KINDS,
    PAIRS,
    RANK_BOARDS,
    SuitBoard,
    board_with,
    suit_board,
)
from pitboss.games.ultimate_texas_holdem.kernel.payments import FLOP, FOLD, RIVER, Terms, book, decide, worth_of
from pitboss.games.ultimate_texas_holdem.kernel.work_arrays import Back, Deck, Desk, new_back, new_desk
from pitboss.numeric.compiler import group, kernel, part, run_in_threads, thread_count
from pitboss.numeric.hands import I4, I8, U1, U2, U4
from pitboss.numeric.rank_worths import CLASS, count_ranks, top


@group("u4[:,:] u1[:,:]")
class SuitCounts(NamedTuple):
    """What happens on each board, kept for `book_suits`; or nothing, where they have no lines."""

    packed: U4  # [board, kind]: low, beaten and tied in ten bits each (there are 990 dealer hands)
    classes: U1  # [board, kind]: the class of hand and one more; 0 where there is no such hole


@group("i8[:,:] i8[:,:] u1[:,:]", SuitCounts)
class BySuit(NamedTuple):
    """What a suit changes."""

    table: I8  # [flop, kind]: the sum over turn and river, first of the river decision, then from KINDS on of 2x
    sums: I8  # [kind, 4 * class]: as in `ByRanks`, less what is counted there for these boards
    less: U1  # [board by ranks, kind]: how often it is
    counts: SuitCounts


@part
def take_board(at: SuitBoard, seen: int, deck: Deck) -> None:
    """What the deck has without the board and the card that is known. There is always enough: of three cards of a rank
    in other suits one may be known, and two on the board.
    """
    for x in range(13):
        deck.have[x] = deck.left[x] - (x == at.t) - (x == at.u)
        deck.have[13 + x] = 1 - (at.mask >> x & 1) - (13 + x == seen)


@part
def count_by_suit(
    at: SuitBoard, seen: int, many_flushes: int, boards: Boards, kinds: Kinds, tally: U2, desk: Desk
) -> int:
    """Line up the kinds of hole there can be on a board, and count the dealer's hands against each; how many kinds."""
    if at.size == 3 and seen < 0:
        return count_three(at, many_flushes, boards, kinds, tally, desk)
    many = line_up(at, many_flushes, boards, kinds, desk)
    if seen < 0:
        count_dealers(many, desk.line, desk.deck)
    else:
        second_cards(at, seen, boards, desk.deck)
        count_second(many, desk.line, desk.deck)
    return many


@part
def one_board(
    at: SuitBoard,
    many_flushes: int,
    boards: Boards,
    kinds: Kinds,
    terms: Terms,
    ranks: ByRanks,
    found: BySuit,
    desk: Desk,
) -> None:
    """Everything of `by_suit` for one board, but that what changes is left in `change`."""
    line, ways, change = desk.line, desk.paths.ways[0], desk.paths.change
    river, keep = ranks.river[at.ranks], found.counts.packed.shape[0] > 0
    take_board(at, terms.seen, desk.deck)
    many = count_by_suit(at, terms.seen, many_flushes, boards, kinds, ranks.tally[at.ranks], desk)
    ways_to_come(at, desk.deck.left, kinds.off, desk.paths.ways)
    change[:] = 0
    for i in range(many):
        kind = line.kind[i]
        hole, made, often = kinds.pair[kind], line.worth[i] >> CLASS, ways[kind]
        low, beaten, tied = line.low[i], line.beaten[i], line.tied[i]
        play, fold = worth_of(terms.rates, RIVER, made, low, beaten, tied), terms.rates[FOLD, 4 * made + 3]
        raised, checked, less = worth_of(terms.rates, FLOP, made, low, beaten, tied), river[hole, 0], river[hole, 1]
        change[KINDS + kind] = raised - less
        change[kind] = decide(terms, at.number, kind, play, fold) - checked
        book(found.sums, kind, made, often, low, beaten, tied)
        found.less[at.ranks, kind] += often
        if keep:
            found.counts.packed[at.number, kind] = low | beaten << 10 | tied << 20
            found.counts.classes[at.number, kind] = made + 1


@part
def one_suit(mask: int, boards: Boards, kinds: Kinds, terms: Terms, ranks: ByRanks, found: BySuit, desk: Desk) -> None:
    """All boards with these ranks in the suit: what the suit changes there, added to every flop they can come from."""
    size, deck, flushes = count_ranks(mask), desk.deck, desk.flushes
    for rank in range(13):
        deck.left[rank] = 3 - (rank == terms.seen)
    many_flushes = sort_flushes(mask, size, boards, flushes)
    if size == 3 and terms.seen < 0:
        among_flushes(many_flushes, flushes)
    desk.paths.after[:] = 0
    number = suit_board(mask, size) - 1
    for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
        for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
            number += 1
            at = SuitBoard(mask, size, t, u, number, board_with(mask, t, u, deck.five))
            one_board(at, many_flushes, boards, kinds, terms, ranks, found, desk)
            to_flops(at, desk.paths, found.table)
    spread(0, mask, size, desk.paths.after, found.table)


@part
def take_away(worth: U2, pair: U1, tally: U2, found: BySuit) -> None:
    """From the sums, what is counted by ranks for boards that belong to the suit."""
    for board in range(RANK_BOARDS):
        for kind in range(KINDS):
            if found.less[board, kind]:
                often, hole = -np.int64(found.less[board, kind]), pair[kind]
                low, beaten, tied = tally[board, hole, 0], tally[board, hole, 1], tally[board, hole, 2]
                book(found.sums, kind, worth[board, hole] >> CLASS, often, low, beaten, tied)


@kernel("i8 i8", Boards, Kinds, Terms, ByRanks, BySuit, Desk)
def share_by_suit(
    share: int, shares: int, boards: Boards, kinds: Kinds, terms: Terms, ranks: ByRanks, found: BySuit, desk: Desk
) -> int:
    """One of some equal shares of all boards with three or more of a suit, forwards; the table is added to."""
    found.sums[:] = 0
    found.less[:] = 0
    for mask in range(8192):
        size = count_ranks(mask)
        known = terms.seen >= 13 and mask >> (terms.seen - 13) & 1
        if 3 <= size <= 5 and not known and top(mask, size) % shares == share:
            one_suit(mask, boards, kinds, terms, ranks, found, desk)
    take_away(boards.worth, kinds.pair, ranks.tally, found)
    return 0


def by_suit(boards: Boards, kinds: Kinds, terms: Terms, ranks: ByRanks, found: BySuit, desk: Desk) -> None:
    """All boards with three or more of a suit, forwards, side by side. Give a table of zeros."""
    shares = thread_count()
    more = [
        found._replace(
            table=np.zeros(found.table.shape, np.int64), sums=np.empty_like(found.sums), less=np.empty_like(found.less)
        )
        for _ in range(1, shares)
    ]
    calls = [
        (share, shares, boards, kinds, terms, ranks, each, new_desk() if share else desk)
        for share, each in enumerate([found, *more])
    ]
    run_in_threads(share_by_suit, calls)
    for each in more:
        np.add(found.table, each.table, found.table)
        np.add(found.sums, each.sums, found.sums)
        np.add(found.less, each.less, found.less)


@part
def book_board(
    at: SuitBoard, pair: U1, plays: U1, counts: SuitCounts, change: I4, by_ranks: I8, sums: I8, river: I8
) -> None:
    """What happens on a board that is come to as often as `change` says; by ranks, that often less."""
    packed, classes = counts.packed[at.number], counts.classes[at.number]
    river[:] = 0
    for kind in range(KINDS):
        made: Any = np.int64(classes[kind]) - 1
        checked, raised = np.int64(change[kind]), np.int64(change[KINDS + kind])
        if made < 0 or (checked == 0 and raised == 0):
            continue
        here: Any = np.int64(packed[kind])
        low, beaten, tied = here & 1023, here >> 10 & 1023, here >> 20
        book(sums, RIVER if plays[kind] == 1 else FOLD, made, checked, low, beaten, tied)
        book(sums, FLOP, made, raised, low, beaten, tied)
        river[pair[kind], 0] += checked
        river[pair[kind], 1] += raised
    for hole in range(PAIRS):
        by_ranks[hole, 0] -= river[hole, 0]
        by_ranks[hole, 1] -= river[hole, 1]


@kernel("i8 i8", Kinds, "u1[:,:]", SuitCounts, "i8[:,:,:] i4[:,:] i8[:,:]", Deck, Back)
def share_booked(
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
    """One of some equal shares of `book_suits`."""
    deck.left[:] = 3
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5 or top(mask, size) % shares != share:
            continue
        back.after[:] = 0
        spread(1, mask, size, back.after, table)
        number = suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                number += 1
                at = SuitBoard(mask, size, t, u, number, board_with(mask, t, u, deck.five))
                ways_to_come(at, deck.left, kinds.off, back.ways)
                from_flops(at, back, table)
                book_board(at, kinds.pair, plays[number], counts, back.change, river[at.ranks], sums, back.river)
    return 0


def book_suits(kinds: Kinds, plays: U1, counts: SuitCounts, river: I8, table: I8, sums: I8) -> None:
    """The way back of `by_suit`, by what it has counted: `table` says how often each flop is come to, checked and
    raised; `river` how often each board, from which is taken what belongs to a suit; and to `sums[bet]` is added what
    happened there.
    """
    shares, often = thread_count(), table.astype(np.int32)
    rooms = [(river, sums), *((np.zeros(river.shape, np.int64), np.zeros_like(sums)) for _ in range(1, shares))]
    run_in_threads(
        share_booked,
        [
            (share, shares, kinds, plays, counts, less, often, booked, new_desk().deck, new_back())
            for share, (less, booked) in enumerate(rooms)
        ],
    )
    for less, booked in rooms[1:]:
        np.add(river, less, river)
        np.add(sums, booked, sums)
