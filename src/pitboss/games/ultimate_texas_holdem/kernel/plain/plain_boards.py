"""Every board, hole and dealer hand, plainly, from any deck.

Board by board all holes are ranked, and each hole asked for meets every dealer hand that shares no card with it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.ultimate_texas_holdem.kernel.payments import FLOP, RIVER
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, SLOTS, U1, Tables
from pitboss.numeric.rank_worths import CLASS

I4 = NDArray[np.int32]


@group("u1[:] u1[:] i8[:,:] i8 i8")
class Deal(NamedTuple):
    """What is asked."""

    deck: U1
    known: U1  # cards of the board
    holes: I8  # [line]: two positions in the deck
    seen: int  # a dealer card not in the deck, or -1
    own: int  # how many of its own cards a hand must have: none, or both; then the tables are for five cards


@group("i8[:,:,:,:] i8[:]")
class Payments(NamedTuple):
    stays: I8  # [bet, outcome, class, qualifies]
    fold: I8  # [class]


@group("i8[:,:,:] i8[:,:,:]")
class Counts(NamedTuple):
    """What is found. Flops are numbered by positions in the deck, or there is only one."""

    flops: I8  # [line, flop]: the sum over all boards from it of the river played best and of the flop raised
    ends: I8  # [line, class]: the boards' ends, [outcome, qualifies], for one who always stays


@group("i8[:] u1[:] i4[:,:] i8[:] i8[:]")
class Board(NamedTuple):
    """Room for one board."""

    at: I8  # the positions in the deck of its cards that are not known
    taken: U1  # [position]: whether it is one of them
    values: I4  # [position, position]: what two cards make with it, -1 for no such hand; [i, i] with the card seen
    cells: I8  # [outcome, qualifies]: dealer hands against one hole
    five: I8  # its cards


@part
def seven(made: Tables, total: np.uint64, masks: int, x: int, y: int) -> Any:
    """The worth of a board and two cards. `masks` has the board's ranks in each suit, 16 bits a suit."""
    total = total + made.card[x] + made.card[y]
    if total & np.uint64(0x8888000000000):
        suit = 0
        while not total >> np.uint64(39 + 4 * suit) & np.uint64(1):
            suit += 1
        mask = (masks >> 16 * suit) & 8191
        if x & 3 == suit:
            mask |= 1 << (x >> 2)
        if y & 3 == suit:
            mask |= 1 << (y >> 2)
        return made.suited[mask]
    key = np.uint32(total)
    return made.worth[(key ^ made.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)]


@part
def two_and_three(made: Tables, five: I8, x: int, y: int) -> Any:
    """The worth of two cards with the three of the board that make the best hand."""
    best = np.int64(0)
    for i in range(5):
        for j in range(i):  # all but these two
            total, mask = np.uint64(made.begin) + made.card[x] + made.card[y], 1 << (x >> 2) | 1 << (y >> 2)
            for k in range(5):
                if k != i and k != j:
                    total += made.card[five[k]]
                    mask |= 1 << (five[k] >> 2)
            if total & np.uint64(0x8888000000000):
                best = max(best, np.int64(made.suited[mask]))
            else:
                key = np.uint32(total)
                slot = (key ^ made.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)
                best = max(best, np.int64(made.worth[slot]))
    return best


@part
def worth_of(deal: Deal, made: Tables, total: np.uint64, masks: int, five: I8, x: int, y: int) -> Any:
    if deal.own:
        return two_and_three(made, five, x, y)
    return np.int64(seven(made, total, masks, x, y))


@part
def lay_board(deal: Deal, made: Tables, board: Board) -> None:
    """Put the board's cards where they are, and fill `values`."""
    deck, at, taken, values = deal.deck, board.at, board.taken, board.values
    cards, fixed = deck.shape[0], deal.known.shape[0]
    total, masks = np.uint64(made.begin), 0
    taken[:] = 0
    for i in range(5):
        each = int(deal.known[i] if i < fixed else deck[at[i - fixed]])
        board.five[i] = each
        total += made.card[each]
        masks |= 1 << (16 * (each & 3) + (each >> 2))
        if i >= fixed:
            taken[at[i - fixed]] = 1
    for i in range(cards):
        one = int(deck[i])
        for j in range(i):
            value: Any = -1
            if not taken[i] and not taken[j]:
                value = worth_of(deal, made, total, masks, board.five, one, int(deck[j]))
            values[i, j] = values[j, i] = value
        values[i, i] = -1
        if deal.seen >= 0 and not taken[i]:
            values[i, i] = worth_of(deal, made, total, masks, board.five, one, deal.seen)


@part
def meet(mine: int, theirs: int, often: int, cells: I8) -> None:
    """One dealer hand."""
    cells[2 * (int(mine >= theirs) + int(mine > theirs)) + int(theirs >> CLASS > 0)] += often


@part
def meet_second(p: int, q: int, values: I4, cells: I8) -> None:
    """Every dealer hand that the card seen is one of."""
    mine = values[p, q]
    for i in range(values.shape[0]):
        if i != p and i != q and values[i, i] >= 0:
            meet(mine, values[i, i], 1, cells)


@part
def meet_all(p: int, q: int, hands: int, values: I4, cells: I8) -> None:
    """Every dealer hand: all `hands` that the board leaves, less those that would need one of these two cards."""
    mine, cards = values[p, q], values.shape[0]
    lost = tied = low = low_lost = low_tied = 0
    for i in range(cards):
        for j in range(i):
            theirs = values[i, j]
            lost += theirs > mine
            tied += theirs == mine
            low += (theirs >= 0) & (theirs < 4096)
            low_lost += (theirs > mine) & (theirs < 4096)
            low_tied += (theirs == mine) & (theirs < 4096)
    cells[0], cells[1] = low_lost, lost - low_lost
    cells[2], cells[3] = low_tied, tied - low_tied
    cells[4] = low - low_lost - low_tied
    cells[5] = hands - lost - tied - cells[4]
    for i in range(cards):
        if i != p and values[p, i] >= 0:
            meet(mine, values[p, i], -1, cells)
        if i != q and i != p and values[q, i] >= 0:
            meet(mine, values[q, i], -1, cells)


@part
def settle(stays: I8, bet: int, made: int, cells: I8) -> int:
    total = 0
    for outcome in range(3):
        for qualifies in range(2):
            total += cells[2 * outcome + qualifies] * stays[bet, outcome, made, qualifies]
    return total


@part
def add_to_flops(flops: I8, at: I8, river: int, raised: int) -> None:
    """A board to each of the ten flops it can come from."""
    for k in range(2, 5):
        for j in range(1, k):
            for i in range(j):
                x, y, z = at[i], at[j], at[k]
                flop = x + y * (y - 1) // 2 + z * (z - 1) * (z - 2) // 6
                flops[flop, 0] += river
                flops[flop, 1] += raised


@part
def next_board(at: I8, free: int, cards: int) -> bool:
    """The next `free` positions of as many cards, in ascending order; False after the last."""
    i = free - 1
    while i >= 0 and at[i] == cards - free + i:
        i -= 1
    if i < 0:
        return False
    at[i] += 1
    for j in range(i + 1, free):
        at[j] = at[j - 1] + 1
    return True


@part
def play_board(deal: Deal, pay: Payments, found: Counts, board: Board) -> None:
    """Every hole that is asked for on the board that lies."""
    cells, left = board.cells, deal.deck.shape[0] - 5 + deal.known.shape[0]
    for line in range(deal.holes.shape[0]):
        p, q = deal.holes[line, 0], deal.holes[line, 1]
        if board.values[p, q] < 0:
            continue
        cells[:] = 0
        if deal.seen >= 0:
            meet_second(p, q, board.values, cells)
        else:
            meet_all(p, q, left * (left - 1) // 2, board.values, cells)
        made = board.values[p, q] >> CLASS
        hands = 0
        for i in range(6):
            hands += cells[i]
            found.ends[line, made, i] += cells[i]
        river = max(settle(pay.stays, RIVER, made, cells), pay.fold[made] * hands)
        raised = settle(pay.stays, FLOP, made, cells)
        if deal.known.shape[0]:
            found.flops[line, 0, 0] += river
            found.flops[line, 0, 1] += raised
        else:
            add_to_flops(found.flops[line], board.at, river, raised)


@kernel(Deal, Payments, Tables, Counts, Board)
def play_boards(deal: Deal, pay: Payments, made: Tables, found: Counts, board: Board) -> int:
    """Every board that begins with the known cards and goes on from the deck; how many."""
    cards, free = deal.deck.shape[0], 5 - deal.known.shape[0]
    for i in range(free):
        board.at[i] = i
    boards = 1
    lay_board(deal, made, board)
    play_board(deal, pay, found, board)
    while next_board(board.at, free, cards):
        lay_board(deal, made, board)
        play_board(deal, pay, found, board)
        boards += 1
    return boards
