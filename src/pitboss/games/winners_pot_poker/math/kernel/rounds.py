"""Play Winner's Pot Poker by the million.

A unit is one round. A seat has cards 5 * seat to 5 * seat + 4 of the unit in the order in which it would be dealt them:
two face down, then three face up. The dealer has the five after the last seat's. Cards that a hand is not dealt because
it was folded go to nobody. Burned cards are not among them: the rest of the deck is as random without them.

Whether a seat places the bet or the double wager is looked up by its own cards, by how many others are still in, and by
the highest of the open hands of the others and the dealer (`SHOWN`). Players act in turn from the first after the
button, so each knows what those before him have done; a folded hand is no longer open. The button is with the dealer in
the first unit and moves from unit to unit through all seats and the dealer, as at a table.

The end of a seat's part in the pot is one code, the end of its jacks plus wager another.

Example: of two seats both stay. The cases of who is still in (`pot_case`) are numbered by those who stay, then by those
who folded with four cards: one stays and none or one folded with four (0, 1), or both stay (2).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.winners_pot_poker.math.kernel.pots import FOUR, STAYS, THREE
from pitboss.numeric import hands
from pitboss.numeric.choices import triple_number
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.draws import CARDS, LANES, deal
from pitboss.numeric.gpu.twin import Twin
from pitboss.numeric.hands import I8, SLOTS, SUIT_BITS, U1, U2, U4

SIZE = 5
RANKS = 13
SHOWN = 2 * RANKS  # numbers of open hands: the highest card of an unpaired hand, then the pairs

# The ends of the pot. For a seat without a share: what it did, if the dealer alone wins the pot; LOST + what it did, if
# a player wins. From SHARED on, for a seat with a share: SHARES for each case of who is in the pot (`pot_case`); among
# these, how many players share the pot, with or without the dealer, and which of them the seat is.
LOST = 3
SHARED = 2 * LOST
MOST_SHARERS = 4  # hands of equal strength hold the same ranks, and there are four cards of each
SHARES = MOST_SHARERS * MOST_SHARERS

# The codes of jacks plus: the class of the hand, and for royal flushes how many; then the class of a folded hand.
CLASSES = 11
ROYAL = CLASSES - 1
ON_FIVE = CLASSES + MOST_SHARERS - 1
JACKS_PLUS_CODES = ON_FIVE + CLASSES

part(triple_number)


@group("u2[:] u2[:] u4[:,:,:] u4[:,:,:] u1[:] u1[:] u1[:] u1[:] u2[:] u2[:] i8", hands.Tables)
class Tables(NamedTuple):
    """The tables that the kernels look up: the strategies of the seats, and the classes, strengths and codes of the
    game.
    """

    threes: U2  # [number of three cards]: the number of their sort; cards of a sort differ in names of suits only
    fours: U2  # [number of four cards]: the same
    bets: U4  # [way, others still in, sort of three cards]: a bit for each open hand, set to place the bet
    doubles: U4  # [way, others still in, sort of four cards]: the same for the double wager
    ways: U1  # [seat]: the number of the way it plays
    made_of_three: U1  # [sort of three cards]: the class for jacks plus
    made_of_four: U1  # [sort of four cards]: the same
    made_of_five: U1  # [worth]: the same
    order: U2  # [worth]: the strength at this game; the higher wins
    codes: U2  # [end of the pot, as numbered here]: the code
    button: int  # how many places the button has moved in the first unit
    five: hands.Tables


@part
def four_number(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Return the number of four cards."""
    first, second = np.int64(min(a, b)), np.int64(max(a, b))
    third, fourth = np.int64(min(c, d)), np.int64(max(c, d))
    first, third = min(first, third), max(first, third)
    second, fourth = min(second, fourth), max(second, fourth)
    second, third = min(second, third), max(second, third)
    lower = first + second * (second - 1) // 2 + third * (third - 1) * (third - 2) // 6
    return lower + fourth * (fourth - 1) * (fourth - 2) * (fourth - 3) // 24


@part
def worth_of(cards: U1, first: int, lane: int, evaluator: hands.Tables) -> Any:
    """Return the worth of five cards, from card `first` on."""
    total = np.uint64(evaluator.begin)
    for i in range(SIZE):
        total += evaluator.card[cards[first + i, lane]]
    if total & np.uint64(SUIT_BITS):
        mask = 0
        for i in range(SIZE):
            mask |= 1 << (cards[first + i, lane] >> 2)
        return evaluator.suited[mask]
    key = np.uint32(total)
    return evaluator.worth[(key ^ evaluator.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)]


@part
def open_hand(cards: U1, first: int, lane: int) -> Any:
    """Return what the third and fourth card show: RANKS + rank for a pair, or else the higher rank."""
    third_rank, fourth_rank = np.int64(cards[first + 2, lane] >> 2), np.int64(cards[first + 3, lane] >> 2)
    return RANKS + third_rank if third_rank == fourth_rank else max(third_rank, fourth_rank)


@part
def highest_open_hand(level: I8, did: I8, seats: int, seat: int) -> Any:
    """Return the highest open hand of the dealer and the other players who are still in."""
    best = level[seats]
    for other in range(seats):
        if other != seat and did[other] == STAYS:
            best = max(best, level[other])
    return best


@part
def decide(cards: U1, lane: int, seats: int, start: int, tables: Tables, did: I8, level: I8, held: I8) -> int:
    """Fill what every seat does, and held[seat] with the number of the cards by which it decided last. Return how many
    seats stay to the end.
    """
    staying = seats
    for seat in range(seats):
        did[seat] = STAYS
        level[seat] = cards[SIZE * seat + 2, lane] >> 2
    level[seats] = cards[SIZE * seats + 2, lane] >> 2
    for turn in range(seats):
        seat = start + turn - (seats if start + turn >= seats else 0)
        card = SIZE * seat
        held[seat] = tables.threes[triple_number(cards[card, lane], cards[card + 1, lane], cards[card + 2, lane])]
        bits = tables.bets[tables.ways[seat], staying - 1, held[seat]]
        if not bits >> np.uint32(highest_open_hand(level, did, seats, seat)) & np.uint32(1):
            did[seat] = THREE
            staying -= 1
    for seat in range(seats):
        level[seat] = open_hand(cards, SIZE * seat, lane)
    level[seats] = open_hand(cards, SIZE * seats, lane)
    for turn in range(seats):
        seat = start + turn - (seats if start + turn >= seats else 0)
        if did[seat] == STAYS:
            card = SIZE * seat
            four = four_number(cards[card, lane], cards[card + 1, lane], cards[card + 2, lane], cards[card + 3, lane])
            held[seat] = tables.fours[four]
            bits = tables.doubles[tables.ways[seat], staying - 1, held[seat]]
            if not bits >> np.uint32(highest_open_hand(level, did, seats, seat)) & np.uint32(1):
                did[seat] = FOUR
                staying -= 1
    return staying


@part
def pot_case(seats: int, staying: int, four: int) -> int:
    """Return the number of a case: how many players stay, one at least, and how many folded with four cards."""
    return (staying - 1) * (2 * seats - staying + 2) // 2 + four


@part
def award(
    cards: U1, lane: int, seats: int, start: int, tables: Tables, did: I8, worth: I8, staying: int, codes: U2, unit: int
) -> int:
    """Fill the code of every seat's part in the pot. Return how many royal flushes the players show."""
    best = np.int64(tables.order[worth_of(cards, SIZE * seats, lane, tables.five)])
    dealer, players, four, royals = 1, 0, 0, 0
    for seat in range(seats):
        if did[seat] == STAYS:
            worth[seat] = worth_of(cards, SIZE * seat, lane, tables.five)
            strength = np.int64(tables.order[worth[seat]])
            royals += tables.made_of_five[worth[seat]] == ROYAL
            if strength > best:
                best, dealer, players = strength, 0, 1
            elif strength == best:
                players += 1
        elif did[seat] == FOUR:
            four += 1
    lost = LOST if players else 0
    shared = SHARED
    if players:
        shared += pot_case(seats, staying, four) * SHARES + players * (players - 1) + dealer * players
    for turn in range(seats):
        seat = start + turn - (seats if start + turn >= seats else 0)
        if players and did[seat] == STAYS and tables.order[worth[seat]] == best:
            codes[seat, unit] = tables.codes[shared]
            shared += 1
        else:
            codes[seat, unit] = tables.codes[lost + did[seat]]
    return royals


@part
def judge(seats: int, tables: Tables, did: I8, held: I8, worth: I8, royals: int, codes: U2, unit: int) -> None:
    """Fill the code of every seat's jacks plus wager, codes[seats + seat, unit]."""
    for seat in range(seats):
        if did[seat] == STAYS:
            on_five = np.int64(tables.made_of_five[worth[seat]])
            code = on_five + (royals - 1 if on_five == ROYAL else 0)
        elif did[seat] == FOUR:
            code = ON_FIVE + np.int64(tables.made_of_four[held[seat]])
        else:
            code = ON_FIVE + np.int64(tables.made_of_three[held[seat]])
        codes[seats + seat, unit] = code


@part
def play_cards(cards: U1, lanes: int, first: Any, tables: Tables, codes: U2, begin: int, room: I8) -> None:
    """Play the units from number `first` on, and fill their codes from index `begin` on.

    A seat has a second row of codes if it makes the jacks plus wager.
    """
    seats = tables.ways.shape[0]
    did, level, held, worth = room[0], room[1], room[2], room[3]
    turn: Any = np.int64((np.uint64(first) + np.uint64(tables.button)) % np.uint64(seats + 1))
    for lane in range(lanes):
        start = 0 if turn == seats else turn
        staying = decide(cards, lane, seats, start, tables, did, level, held)
        royals = award(cards, lane, seats, start, tables, did, worth, staying, codes, begin + lane)
        if codes.shape[0] > seats:
            judge(seats, tables, did, held, worth, royals, codes, begin + lane)
        turn = 0 if turn == seats else turn + 1


@kernel("u1[:,:] u8", Tables, "u2[:,:] i8[:,:]")
def play_dealt(cards: U1, first: int, tables: Tables, codes: U2, room: I8) -> int:
    """Play units whose cards are given, as [card, unit]; fill `codes`. The button is where it is in the units from
    `first` on.
    """
    play_cards(cards, cards.shape[1], first, tables, codes, 0, room)
    return 0


@kernel("u8 u8", Tables, "u2[:,:] i8[:,:] u1[:,:] u4[:,:] u1[:,:]")
def play_units(key: int, first: int, tables: Tables, codes: U2, room: I8, cards: U1, words: U4, taken: U1) -> int:
    """Deal and play the units from number `first` on until `codes` is full. The other arrays are work arrays for LANES
    units.
    """
    units = codes.shape[1]
    for begin in range(0, units, LANES):
        lanes = min(LANES, units - begin)
        unit = np.uint64(first) + np.uint64(begin)
        deal(key, unit, lanes, cards.shape[0], cards, words, taken)
        play_cards(cards, lanes, unit, tables, codes, begin, room)
    return 0


def table_room(seats: int) -> I8:
    """Return the work array `room` [what, seat] of `play_dealt` and `play_units`; the last index is the dealer.

    The rows are what each seat did, what its open cards show, the number of the cards it decided by, and its worth.
    """
    return np.empty((4, seats + 1), np.int64)


def twin(kernel_tables: Tables) -> Twin:
    """Return the GPU version of the kernel with these tables."""
    sizes = {
        "MANY": SIZE * (len(kernel_tables.ways) + 1),
        "BUTTON": kernel_tables.button,
        "OTHERS": kernel_tables.bets.shape[1],
        "THREES": kernel_tables.bets.shape[2],
        "FOURS": kernel_tables.doubles.shape[2],
    }
    tables: dict[str, Any] = {
        "number": kernel_tables.five.card[:CARDS:4].astype(np.uint32),
        "ways": kernel_tables.ways,
        "rows": kernel_tables.five.rows,
        "by_ranks": kernel_tables.five.worth,
        "by_suit": kernel_tables.five.suited,
        "order": kernel_tables.order,
        "codes": kernel_tables.codes,
        "threes": kernel_tables.threes,
        "fours": kernel_tables.fours,
        "bets": kernel_tables.bets,
        "doubles": kernel_tables.doubles,
        "made_of_five": kernel_tables.made_of_five,
        "made_of_four": kernel_tables.made_of_four,
        "made_of_three": kernel_tables.made_of_three,
    }
    return Twin(Path(__file__).with_name("twin.cu"), sizes, tables)
