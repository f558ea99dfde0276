"""Play Casino War by the million, shoe by shoe.

The first card of a shoe is burned. Then rounds are dealt until the cutting card has come out: a card to each seat and
one to the dealer, and the wars of those that tie and want one. The end of a seat's wagers in a round is three numbers:
the end of its initial wager, whether it tied, and what a tie wager on the war would have come to.

There is no symmetry to use: only ranks matter (a card's number is 4 * rank + suit), and a shoe is played as it is.

Example: one seat draws a seven against a seven and goes to war; three cards are burned, and it draws a nine against an
eight. Its ends are WAR_WON, 1 (tied) and NOT_TIED_IN_WAR, after 2 + 3 + 2 cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U1, U2
from pitboss.numeric.shoes import RAN_OUT, draw_card, fill_shoe

HIGHER, LOWER, GIVEN_UP, WAR_WON, WAR_TIED, WAR_LOST = range(6)  # the ends of an initial wager
INITIAL_ENDS, TIE_ENDS = 6, 2
NO_WAR, TIED_IN_WAR, NOT_TIED_IN_WAR = range(3)  # the ends of a tie wager on the war
BURNED = 3  # cards burned before a card of a war
# The second index of `ends`: the initial wager's end; 1 if the first cards tied; the end of a tie wager on the war.
INITIAL, TIED, ON_WAR = range(3)
RANK = 2  # a card's number shifted right by this is its rank


@group("u1[:,:] i8 i8 i8 i8")
class Table(NamedTuple):
    """The rules in use at the table. The switches are readings."""

    wars: U1  # [seat, rank]: 1 if the seat goes to war after a tie of this rank
    behind: int  # cards behind the cutting card
    in_turn: int  # 1 if each seat has its war before the next decides
    each: int  # 1 if three cards are burned before every card of a war, not once for all
    again: int  # 1 if a tie in a war leads to another war


@part
def fight(key: Any, unit: Any, shoe: U1, card: Any, only: Any, table: Table, ends: I8) -> Any:
    """Play the war of the seat `only`, or of all seats at war if `only` is negative. Return the number of the next
    card.

    A seat is at war while ends[seat, INITIAL] is WAR_TIED. While a war is dealt, -1 - rank is kept there.
    """
    seats, is_undecided, first_deal = ends.shape[0], True, True
    while is_undecided:
        burned = False
        for seat in range(seats):
            if ends[seat, INITIAL] != WAR_TIED or (only >= 0 and seat != only):
                continue
            if table.each or not burned:
                for _ in range(BURNED):
                    draw_card(key, unit, shoe, card)
                    card += 1
                burned = True
            ends[seat, INITIAL] = -1 - (np.int64(draw_card(key, unit, shoe, card)) >> RANK)
            card += 1
        dealer_rank = np.int64(draw_card(key, unit, shoe, card)) >> RANK
        card += 1
        is_undecided = False
        for seat in range(seats):
            if ends[seat, INITIAL] >= 0:
                continue
            rank = -1 - ends[seat, INITIAL]
            if first_deal:
                ends[seat, ON_WAR] = TIED_IN_WAR if rank == dealer_rank else NOT_TIED_IN_WAR
            ends[seat, INITIAL] = WAR_WON if rank > dealer_rank else WAR_LOST if rank < dealer_rank else WAR_TIED
            if rank == dealer_rank and table.again:
                is_undecided = True
        first_deal = False
        is_undecided = is_undecided and card <= shoe.shape[0]
    return card


@part
def play_round(key: Any, unit: Any, shoe: U1, card: Any, table: Table, ends: I8) -> Any:
    """Play one round from card number `card` on: fill `ends` [seat, what]. Return the number of the next card."""
    seats = ends.shape[0]
    for seat in range(seats):
        ends[seat, TIED] = np.int64(draw_card(key, unit, shoe, card)) >> RANK
        ends[seat, ON_WAR] = NO_WAR
        card += 1
    dealer_rank = np.int64(draw_card(key, unit, shoe, card)) >> RANK
    card += 1
    fighting = False
    for turn in range(seats):
        seat = seats - 1 - turn
        rank = ends[seat, TIED]
        ends[seat, TIED] = rank == dealer_rank
        if rank != dealer_rank:
            ends[seat, INITIAL] = HIGHER if rank > dealer_rank else LOWER
        else:
            ends[seat, INITIAL] = WAR_TIED if table.wars[seat, rank] else GIVEN_UP
            fighting |= table.wars[seat, rank] != 0
    if not fighting:
        return card
    if not table.in_turn:
        return fight(key, unit, shoe, card, -1, table, ends)
    for turn in range(seats):
        seat = seats - 1 - turn
        if ends[seat, TIED] and ends[seat, INITIAL] == WAR_TIED:
            card = fight(key, unit, shoe, card, seat, table, ends)
    return card


@kernel("u8 u8", Table, "u2[:,:] u1[:] i8[:,:] i8[:]")
def play_shoes(key: int, first: int, table: Table, codes: U2, shoe: U1, ends: I8, bets: I8) -> int:
    """Play shoes from number `first` on: fill codes[seat's columns of wager ends, shoe] with how often each end came.

    `bets` [wager] is 1 if the wager is made, for INITIAL, TIED and ON_WAR. Return the number of rounds, or RAN_OUT if a
    shoe ran out of cards. `shoe` and `ends` are work arrays.
    """
    seats, rounds = ends.shape[0], 0
    columns = codes.shape[0] // seats
    for index in range(codes.shape[1]):
        unit = np.uint64(first) + np.uint64(index)
        fill_shoe(shoe)
        draw_card(key, unit, shoe, 0)
        for column in range(codes.shape[0]):
            codes[column, index] = 0
        card = 1
        while card == 1 or shoe.shape[0] - (card - 1) > table.behind:
            card = play_round(key, unit, shoe, card, table, ends)
            if card > shoe.shape[0]:
                return RAN_OUT
            rounds += 1
            for seat in range(seats):
                column = seat * columns
                codes[column + ends[seat, INITIAL], index] += 1
                column += INITIAL_ENDS
                if bets[TIED]:
                    codes[column + 1 - ends[seat, TIED], index] += 1
                    column += TIE_ENDS
                if bets[ON_WAR] and ends[seat, ON_WAR] != NO_WAR:
                    codes[column + ends[seat, ON_WAR] - 1, index] += 1
    return rounds


@kernel("u8 u8", Table, "u1[:] i8[:,:] i8[:,:,:]")
def play_one(key: int, unit: int, table: Table, shoe: U1, ends: I8, noted: I8) -> int:
    """Play one shoe, and fill noted[round, seat, what]. Return the number of rounds, or RAN_OUT."""
    fill_shoe(shoe)
    number = np.uint64(unit)
    draw_card(key, number, shoe, 0)
    card, rounds = 1, 0
    while card == 1 or shoe.shape[0] - (card - 1) > table.behind:
        card = play_round(key, number, shoe, card, table, ends)
        if card > shoe.shape[0]:
            return RAN_OUT
        for seat in range(ends.shape[0]):
            for index in range(ends.shape[1]):
                noted[rounds, seat, index] = ends[seat, index]
        rounds += 1
    return rounds


KERNELS = (play_shoes, play_one)
