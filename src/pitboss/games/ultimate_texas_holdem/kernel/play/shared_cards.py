"""Rounds of players who share what they see: every seat decides by the cards of all seats.

From the flop on each deal is counted: every turn and river of the cards that are left, and on each of those boards
every hand that the dealer can have. That tells what the river is worth to each seat, what raising on the flop is worth,
and what to do on the river that comes. Before the flop that would take millions of boards. There a table says what a
raise gains over a check for a hole alone, and how much each card in another hand adds to that or takes from it; what
several cards do is taken to be the sum (`opening`, in ten-millionths of an ante).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.payments import FLOP, FOLD, RIVER
from pitboss.games.ultimate_texas_holdem.kernel.payments import worth_of as paid_of
from pitboss.games.ultimate_texas_holdem.kernel.play.dealt_rounds import (
    _FIVE,
    _THREE,
    AN_END,
    BOARD,
    FOLDED,
    Worths,
    board_sum,
    five_in_order,
    ranks_line,
    suit_line,
    worth_of,
)
from pitboss.games.ultimate_texas_holdem.kernel.play.strategy_lookup import Finder
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.draws import CARDS
from pitboss.numeric.hands import I4, I8, U1, U2
from pitboss.numeric.rank_worths import CLASS

ALONE = CARDS  # the place in a line of `opening` of what is gained where no other card is known
MOST_DEALERS = 990  # hands of two of the 45 cards that one player does not see


@group("u2[:] i4[:,:] u1[:] i8[:,:]")
class Sharing(NamedTuple):
    hole: U2  # [52 * a card + another]: the number of a hole
    opening: I4  # [hole, card]: before the flop, what a card in another hand does; and the hole itself, at ALONE
    raises: U1  # [hole]: one more than the place of the best raise before the flop
    rates: I8  # [bet, 4 * class]: see `payments`, over the dealer's hands on a board


@group("u1[:] u1[:,:] u2[:] i8[:,:]")
class Desk(NamedTuple):
    """Room for one unit."""

    left: U1  # cards that nobody at the seats has and that are not on the flop
    board: U1  # [card, 0]: one that may come
    theirs: U2  # what each hand of the dealer is worth on it
    seats: I8  # [seat, 3]: what the flop checked and raised come to, and whether the river is played


def new_desk(seats: int) -> Desk:
    return Desk(
        np.empty(CARDS, np.uint8),
        np.empty((BOARD, 1), np.uint8),
        np.empty(MOST_DEALERS, np.uint16),
        np.empty((seats, 3), np.int64),
    )


@part
def see(board: U1, find: Finder, worths: Worths) -> Any:
    """A board as hands on it are looked up."""
    total = board_sum(0, board, 0, worths.any_five.card, worths.any_five.begin)
    five = five_in_order(0, board, 0)
    threes = (total + np.uint64(_THREE)) & np.uint64(_FIVE)
    suit, mask, line = -1, np.int64(0), np.int64(0)
    if threes:
        suit = 0
        while not threes >> np.uint64(39 + 4 * suit) & np.uint64(1):
            suit += 1
        mask, line = suit_line(five, suit, find)
    else:
        line = ranks_line(five, find)
    return total, suit, mask, line


@part
def raised_first(lane: int, seat: int, cards: U1, seats: int, share: Sharing) -> Any:
    """One more than the place of a raise before the flop, or nothing."""
    hole = np.int64(share.hole[CARDS * np.int64(cards[2 * seat, lane]) + np.int64(cards[2 * seat + 1, lane])])
    gain = np.int64(share.opening[hole, ALONE])
    for i in range(2 * seats):
        if i >> 1 != seat:
            gain += share.opening[hole, cards[i, lane]]
    return np.int64(share.raises[hole]) if gain > 0 else np.int64(0)


@part
def count_board(
    lane: int,
    cards: U1,
    seats: int,
    t: int,
    r: int,
    many: int,
    find: Finder,
    worths: Worths,
    share: Sharing,
    desk: Desk,
) -> None:
    """Add a board to what each seat's choices come to: the flop and the cards at two places of those that are left."""
    left, board, theirs, found = desk.left, desk.board, desk.theirs, desk.seats
    board[3, 0], board[4, 0] = left[t], left[r]
    total, suit, mask, line = see(board, find, worths)
    dealers = 0
    low = np.int64(0)
    for i in range(1, many):
        for j in range(i if i != t and i != r else 0):
            if j != t and j != r:
                worth = worth_of(np.int64(left[i]), np.int64(left[j]), total, suit, mask, line, find, worths)
                theirs[dealers] = worth
                low += worth >> CLASS == 0
                dealers += 1
    turn, river = cards[2 * seats + 3, lane], cards[2 * seats + 4, lane]
    comes = (left[t] == turn and left[r] == river) or (left[t] == river and left[r] == turn)
    for seat in range(seats):
        p, q = np.int64(cards[2 * seat, lane]), np.int64(cards[2 * seat + 1, lane])
        mine = worth_of(p, q, total, suit, mask, line, find, worths)
        beaten = tied = np.int64(0)
        for i in range(dealers):
            beaten += mine > theirs[i]
            tied += mine == theirs[i]
        made = mine >> CLASS
        play = paid_of(share.rates, RIVER, made, low, beaten, tied)
        fold = paid_of(share.rates, FOLD, made, low, beaten, tied)
        found[seat, 0] += max(play, fold)
        found[seat, 1] += paid_of(share.rates, FLOP, made, low, beaten, tied)
        if comes:
            found[seat, 2] = np.int64(play > fold)


@part
def share_lane(
    lane: int, cards: U1, codes: U2, find: Finder, worths: Worths, share: Sharing, desk: Desk, places: I8
) -> None:
    """One round: every seat, from one deck."""
    seats = codes.shape[0]
    at = 2 * seats
    waits = 0
    for seat in range(seats):
        places[seat] = raised_first(lane, seat, cards, seats, share)
        waits += places[seat] == 0
    desk.seats[:] = 0
    if waits:
        out = np.uint64(0)
        for i in range(at + 3):
            out |= np.uint64(1) << np.uint64(cards[i, lane])
        many = 0
        for card in range(CARDS):
            if not out >> np.uint64(card) & np.uint64(1):
                desk.left[many] = card
                many += 1
        for i in range(3):
            desk.board[i, 0] = cards[at + i, lane]
        for t in range(1, many):
            for r in range(t):
                count_board(lane, cards, seats, t, r, many, find, worths, share, desk)
    for i in range(BOARD):
        desk.board[i, 0] = cards[at + i, lane]
    total, suit, mask, line = see(desk.board, find, worths)
    p, q = np.int64(cards[at + 5, lane]), np.int64(cards[at + 6, lane])
    theirs = worth_of(p, q, total, suit, mask, line, find, worths)
    for seat in range(seats):
        p, q = np.int64(cards[2 * seat, lane]), np.int64(cards[2 * seat + 1, lane])
        mine = worth_of(p, q, total, suit, mask, line, find, worths)
        place = places[seat]
        if place == 0:
            found = desk.seats[seat]
            place = 3 if found[1] > found[0] else 4 * found[2]
        code = FOLDED + (mine >> CLASS)
        if place > 0:
            outcome = np.int64(mine >= theirs) + np.int64(mine > theirs)
            code = (place - 1) * AN_END + (mine >> CLASS) * 6 + outcome * 2 + np.int64(theirs >> CLASS > 0)
        codes[seat, lane] = np.uint16(code)


@kernel("u1[:,:] u2[:,:]", Finder, Worths, Sharing, Desk, "i8[:]")
def share_dealt(cards: U1, codes: U2, find: Finder, worths: Worths, share: Sharing, desk: Desk, places: I8) -> int:
    """Units whose cards are given: [card, unit]. `places` is room for a number for each seat."""
    for unit in range(codes.shape[1]):
        share_lane(unit, cards, codes, find, worths, share, desk, places)
    return 0
