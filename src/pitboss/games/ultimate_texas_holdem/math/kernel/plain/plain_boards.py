"""Count every board, hole and dealer hand one by one, from any deck.

On each board every two cards of the deck are ranked once, and each hole asked for is compared with every dealer hand
that shares no card with it. No symmetry is used.

Example: the board is 2h 4d 7c 9s Jh, the hole Kd 9c, and 3d 8c Js are left. The player has a pair of nines. The
dealer's hands 3d Js and 8c Js beat it with a pair of jacks; 3d 8c is beaten and does not qualify. So `ends` for the
class of one pair is 0, 2 (lost), 0, 0 (tied), 1, 0 (won), each first without and then with a dealer who qualifies.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.ultimate_texas_holdem.math.kernel.payments import FLOP, RIVER
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, SLOTS, U1, Tables
from pitboss.numeric.rank_worths import CLASS

I4 = NDArray[np.int32]


@group("u1[:] u1[:] i8[:,:] i8 i8")
class Deal(NamedTuple):
    """The question: which holes are to be counted, which cards may still be dealt, and which are known."""

    deck: U1  # [position]: a card that is not known to be elsewhere
    known: U1  # [any]: the known cards of the board
    holes: I8  # [row, 2]: the positions in the deck of a hole's cards
    seen: int  # a known dealer card, which is not in the deck; or -1
    own: int  # how many of its own cards a hand must use: 0, or 2 (then the evaluator's tables are for five cards)


@group("i8[:,:,:,:] i8[:]")
class Payments(NamedTuple):
    """The player's result at each end of a round, in whole units."""

    stays: I8  # [bet, outcome, class, qualifies]
    fold: I8  # [class]


@group("i8[:,:,:] i8[:,:,:]")
class Counts(NamedTuple):
    """The results for each hole: values of flops, and how the hands compare. Flops are numbered by positions in the
    deck; if board cards are known there is only one.
    """

    flops: I8  # [row, flop, (checked, raised)]: the sum over its boards of the river played best, or of the flop raised
    ends: I8  # [row, class, 2 * outcome + qualifies]: dealer hands over all boards, if the player always stays


@group("i8[:] u1[:] i4[:,:] i8[:] i8[:]")
class Board(NamedTuple):
    """Work arrays for one board."""

    at: I8  # [5]: the positions in the deck of its cards that are not known, in ascending order
    taken: U1  # [position]: 1 if it is one of them
    # [position, position]: the worth of these two cards with the board, -1 if one is on the board; [i, i] is the worth
    # of this card and the dealer card seen.
    values: I4
    cells: I8  # [2 * outcome + qualifies]: dealer hands against one hole
    five: I8  # [5]: its cards


@part
def seven(evaluator: Tables, total: np.uint64, masks: int, x: int, y: int) -> Any:
    """Return the worth of the best five of seven cards: the board and the cards x and y.

    `total` is the board's sum for the evaluator, `masks` the board's ranks in each suit, 16 bits a suit.
    """
    total = total + evaluator.card[x] + evaluator.card[y]
    if total & np.uint64(0x8888000000000):
        suit = 0
        while not total >> np.uint64(39 + 4 * suit) & np.uint64(1):
            suit += 1
        mask = (masks >> 16 * suit) & 8191
        if x & 3 == suit:
            mask |= 1 << (x >> 2)
        if y & 3 == suit:
            mask |= 1 << (y >> 2)
        return evaluator.suited[mask]
    key = np.uint32(total)
    return evaluator.worth[(key ^ evaluator.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)]


@part
def two_and_three(evaluator: Tables, five: I8, x: int, y: int) -> Any:
    """Return the worth of two cards with those three of the board that make the best hand."""
    best = np.int64(0)
    for i in range(5):
        for j in range(i):  # all but these two
            total, mask = (
                np.uint64(evaluator.begin) + evaluator.card[x] + evaluator.card[y],
                1 << (x >> 2) | 1 << (y >> 2),
            )
            for k in range(5):
                if k != i and k != j:
                    total += evaluator.card[five[k]]
                    mask |= 1 << (five[k] >> 2)
            if total & np.uint64(0x8888000000000):
                best = max(best, np.int64(evaluator.suited[mask]))
            else:
                key = np.uint32(total)
                slot = (key ^ evaluator.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)
                best = max(best, np.int64(evaluator.worth[slot]))
    return best


@part
def worth_of(deal: Deal, evaluator: Tables, total: np.uint64, masks: int, five: I8, x: int, y: int) -> Any:
    """Return the worth of two cards on a board."""
    if deal.own:
        return two_and_three(evaluator, five, x, y)
    return np.int64(seven(evaluator, total, masks, x, y))


@part
def lay_board(deal: Deal, evaluator: Tables, board: Board) -> None:
    """Put the cards at the positions `board.at` on the board, and fill `board.values`."""
    deck, positions, taken, values = deal.deck, board.at, board.taken, board.values
    cards, fixed = deck.shape[0], deal.known.shape[0]
    total, masks = np.uint64(evaluator.begin), 0
    taken[:] = 0
    for i in range(5):
        card = int(deal.known[i] if i < fixed else deck[positions[i - fixed]])
        board.five[i] = card
        total += evaluator.card[card]
        masks |= 1 << (16 * (card & 3) + (card >> 2))
        if i >= fixed:
            taken[positions[i - fixed]] = 1
    for i in range(cards):
        first = int(deck[i])
        for j in range(i):
            value: Any = -1
            if not taken[i] and not taken[j]:
                value = worth_of(deal, evaluator, total, masks, board.five, first, int(deck[j]))
            values[i, j] = values[j, i] = value
        values[i, i] = -1
        if deal.seen >= 0 and not taken[i]:
            values[i, i] = worth_of(deal, evaluator, total, masks, board.five, first, deal.seen)


@part
def count_comparison(mine: int, theirs: int, times: int, cells: I8) -> None:
    """Count a comparison with dealer hands of the worth `theirs`, `times` times."""
    cells[2 * (int(mine >= theirs) + int(mine > theirs)) + int(theirs >> CLASS > 0)] += times


@part
def compare_with_known(p: int, q: int, values: I4, cells: I8) -> None:
    """Compare a hole with every dealer hand that contains the card seen."""
    mine = values[p, q]
    for i in range(values.shape[0]):
        if i != p and i != q and values[i, i] >= 0:
            count_comparison(mine, values[i, i], 1, cells)


@part
def compare_with_all(p: int, q: int, hands: int, values: I4, cells: I8) -> None:
    """Compare a hole with every dealer hand: all that the board leaves, less those that contain one of its own cards.

    `hands` is the number of dealer hands that share no card with hole or board.
    """
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
            count_comparison(mine, values[p, i], -1, cells)
        if i != q and i != p and values[q, i] >= 0:
            count_comparison(mine, values[q, i], -1, cells)


@part
def total_payment(stays: I8, bet: int, hand_class: int, cells: I8) -> int:
    """Return the sum of what a bet pays over all dealer hands that are counted in `cells`."""
    total = 0
    for outcome in range(3):
        for qualifies in range(2):
            total += cells[2 * outcome + qualifies] * stays[bet, outcome, hand_class, qualifies]
    return total


@part
def add_to_flops(flops: I8, positions: I8, river: int, raised: int) -> None:
    """Add a board's values to each of the ten flops that it can come from."""
    for k in range(2, 5):
        for j in range(1, k):
            for i in range(j):
                x, y, z = positions[i], positions[j], positions[k]
                flop = x + y * (y - 1) // 2 + z * (z - 1) * (z - 2) // 6
                flops[flop, 0] += river
                flops[flop, 1] += raised


@part
def next_board(positions: I8, free: int, cards: int) -> bool:
    """Advance to the next `free` positions of `cards`, in ascending order; return False after the last."""
    i = free - 1
    while i >= 0 and positions[i] == cards - free + i:
        i -= 1
    if i < 0:
        return False
    positions[i] += 1
    for j in range(i + 1, free):
        positions[j] = positions[j - 1] + 1
    return True


@part
def play_board(deal: Deal, pay: Payments, counts: Counts, board: Board) -> None:
    """Compare every hole that is asked for with the dealer's hands on the current board, and add the results to
    `counts`.
    """
    cells, cards_left = board.cells, deal.deck.shape[0] - 5 + deal.known.shape[0]
    for row in range(deal.holes.shape[0]):
        p, q = deal.holes[row, 0], deal.holes[row, 1]
        if board.values[p, q] < 0:
            continue
        cells[:] = 0
        if deal.seen >= 0:
            compare_with_known(p, q, board.values, cells)
        else:
            compare_with_all(p, q, cards_left * (cards_left - 1) // 2, board.values, cells)
        hand_class = board.values[p, q] >> CLASS
        hands = 0
        for i in range(6):
            hands += cells[i]
            counts.ends[row, hand_class, i] += cells[i]
        river = max(total_payment(pay.stays, RIVER, hand_class, cells), pay.fold[hand_class] * hands)
        raised = total_payment(pay.stays, FLOP, hand_class, cells)
        if deal.known.shape[0]:
            counts.flops[row, 0, 0] += river
            counts.flops[row, 0, 1] += raised
        else:
            add_to_flops(counts.flops[row], board.at, river, raised)


@kernel(Deal, Payments, Tables, Counts, Board)
def play_boards(deal: Deal, pay: Payments, evaluator: Tables, counts: Counts, board: Board) -> int:
    """Play every board that begins with the known cards and continues from the deck. Return the number of boards."""
    cards, free = deal.deck.shape[0], 5 - deal.known.shape[0]
    for i in range(free):
        board.at[i] = i
    boards = 1
    lay_board(deal, evaluator, board)
    play_board(deal, pay, counts, board)
    while next_board(board.at, free, cards):
        lay_board(deal, evaluator, board)
        play_board(deal, pay, counts, board)
        boards += 1
    return boards
