"""Casino War played by the million, shoe by shoe.

The first card of a shoe is burned. Then rounds are dealt until the cutting card has come out: a card to each seat and
one to the dealer, and the wars of those that tie and want one. What becomes of a seat's wagers in a round is three
numbers: the end of its initial wager, whether it tied, and what a tie wager on the war would have come to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U1, U2
from pitboss.numeric.shoes import RAN_OUT, draw_card, fill_shoe

HIGHER, LOWER, GIVEN_UP, WAR_WON, WAR_TIED, WAR_LOST = range(6)  # the ends of an initial wager
INITIAL_ENDS, TIE_ENDS = 6, 2
NO_WAR, TIED_IN_WAR, NOT_TIED_IN_WAR = range(3)
BURNED = 3
INITIAL, TIED, ON_WAR = range(3)  # what is noted of a seat
RANK = 2  # bits of a card's number that are its suit


@group("u1[:,:] i8 i8 i8 i8")
class Table(NamedTuple):
    """How it is played. The switches are readings."""

    wars: U1  # by seat and rank: whether it goes to war with such a tie
    behind: int  # cards behind the cutting card
    in_turn: int  # each has his war before the next decides
    each: int  # three cards are burned before every card of a war
    again: int  # after a tie in a war there is another


@part
def fight(key: Any, unit: Any, shoe: U1, at: Any, only: Any, table: Table, ends: I8) -> Any:
    """The war of one seat, or where `only` is below 0 of all at war: their end is WAR_TIED until it is decided.
    The next card's number is returned."""
    seats, going, first_deal = ends.shape[0], True, True
    while going:
        burned = False
        for seat in range(seats):
            if ends[seat, INITIAL] != WAR_TIED or (only >= 0 and seat != only):
                continue
            if table.each or not burned:
                for _ in range(BURNED):
                    draw_card(key, unit, shoe, at)
                    at += 1
                burned = True
            ends[seat, INITIAL] = -1 - (np.int64(draw_card(key, unit, shoe, at)) >> RANK)
            at += 1
        dealers = np.int64(draw_card(key, unit, shoe, at)) >> RANK
        at += 1
        going = False
        for seat in range(seats):
            if ends[seat, INITIAL] >= 0:
                continue
            mine = -1 - ends[seat, INITIAL]
            if first_deal:
                ends[seat, ON_WAR] = TIED_IN_WAR if mine == dealers else NOT_TIED_IN_WAR
            ends[seat, INITIAL] = WAR_WON if mine > dealers else WAR_LOST if mine < dealers else WAR_TIED
            if mine == dealers and table.again:
                going = True
        first_deal = False
        going = going and at <= shoe.shape[0]
    return at


@part
def play_round(key: Any, unit: Any, shoe: U1, at: Any, table: Table, ends: I8) -> Any:
    """One round from card number `at` on; the number of the next one is returned."""
    seats = ends.shape[0]
    for seat in range(seats):
        ends[seat, TIED] = np.int64(draw_card(key, unit, shoe, at)) >> RANK
        ends[seat, ON_WAR] = NO_WAR
        at += 1
    dealers = np.int64(draw_card(key, unit, shoe, at)) >> RANK
    at += 1
    fighting = False
    for turn in range(seats):
        seat = seats - 1 - turn
        mine = ends[seat, TIED]
        ends[seat, TIED] = mine == dealers
        if mine != dealers:
            ends[seat, INITIAL] = HIGHER if mine > dealers else LOWER
        else:
            ends[seat, INITIAL] = WAR_TIED if table.wars[seat, mine] else GIVEN_UP
            fighting |= table.wars[seat, mine] != 0
    if not fighting:
        return at
    if not table.in_turn:
        return fight(key, unit, shoe, at, -1, table, ends)
    for turn in range(seats):
        seat = seats - 1 - turn
        if ends[seat, TIED] and ends[seat, INITIAL] == WAR_TIED:
            at = fight(key, unit, shoe, at, seat, table, ends)
    return at


@kernel("u8 u8", Table, "u2[:,:] u1[:] i8[:,:] i8[:]")
def play_shoes(key: int, first: int, table: Table, codes: U2, shoe: U1, ends: I8, bets: I8) -> int:
    """As many shoes as there are codes, from `first` on: how often each end came, by seat, wager and end. `bets` has
    for each of the three wagers whether it is made. The number of rounds is returned, or that a shoe ran out."""
    seats, rounds = ends.shape[0], 0
    columns = codes.shape[0] // seats
    for one in range(codes.shape[1]):
        unit = np.uint64(first) + np.uint64(one)
        fill_shoe(shoe)
        draw_card(key, unit, shoe, 0)
        for column in range(codes.shape[0]):
            codes[column, one] = 0
        at = 1
        while at == 1 or shoe.shape[0] - (at - 1) > table.behind:
            at = play_round(key, unit, shoe, at, table, ends)
            if at > shoe.shape[0]:
                return RAN_OUT
            rounds += 1
            for seat in range(seats):
                column = seat * columns
                codes[column + ends[seat, INITIAL], one] += 1
                column += INITIAL_ENDS
                if bets[TIED]:
                    codes[column + 1 - ends[seat, TIED], one] += 1
                    column += TIE_ENDS
                if bets[ON_WAR] and ends[seat, ON_WAR] != NO_WAR:
                    codes[column + ends[seat, ON_WAR] - 1, one] += 1
    return rounds


@kernel("u8 u8", Table, "u1[:] i8[:,:] i8[:,:,:]")
def play_one(key: int, unit: int, table: Table, shoe: U1, ends: I8, noted: I8) -> int:
    """One shoe, round by round: what is noted of each seat. The number of rounds is returned, or that it ran out."""
    fill_shoe(shoe)
    which = np.uint64(unit)
    draw_card(key, which, shoe, 0)
    at, rounds = 1, 0
    while at == 1 or shoe.shape[0] - (at - 1) > table.behind:
        at = play_round(key, which, shoe, at, table, ends)
        if at > shoe.shape[0]:
            return RAN_OUT
        for seat in range(ends.shape[0]):
            for what in range(ends.shape[1]):
                noted[rounds, seat, what] = ends[seat, what]
        rounds += 1
    return rounds


KERNELS = (play_shoes, play_one)
