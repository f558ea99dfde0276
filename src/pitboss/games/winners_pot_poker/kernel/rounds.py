"""Winner's Pot Poker played by the million.

A seat has cards 5 x seat to 5 x seat + 4 of a unit in the order in which it would be dealt them: two face down, then
three face up. The dealer has the five after the last seat's. Cards that a hand is not dealt because it was folded come
to nobody. Burned cards are none of them: what is left of a deck is as random without them.

Whether a seat places the bet or the double wager is looked up by its own cards, by how many others are still in, and by
the highest of the hands that lie open before the others and the dealer (`SHOWN`). Players are asked in turn from the
first after the button, so that each knows what those before him have done; a folded hand lies open no more. The button
is with the dealer in the first unit and moves on from unit to unit, through all seats and the dealer, as at a table.

What becomes of a seat's part in the pot is one code, what becomes of its jacks plus wager another.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.winners_pot_poker.kernel.pots import FOUR, STAYS, THREE
from pitboss.numeric import hands
from pitboss.numeric.choices import triple_number
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.draws import CARDS, LANES, deal
from pitboss.numeric.gpu.twin import Twin
from pitboss.numeric.hands import I8, SLOTS, SUIT_BITS, U1, U2, U4

SIZE = 5
RANKS = 13
SHOWN = 2 * RANKS  # what lies open: the highest card of an unpaired hand, or above all of them a pair

# The ends of the pot: by what a seat did that has no share, the pot going to the dealer alone or not; then by who is in
# it (`in_the_pot`), SHARES for each: how many players share it, with the dealer or not, and whose turn it is.
LOST = 3
SHARED = 2 * LOST
MOST_SHARERS = 4  # hands of equal strength hold the same ranks, and there are four cards of each
SHARES = MOST_SHARERS * MOST_SHARERS

# The codes of jacks plus: by class of the hand, royal flushes by how many there are; then by class of a folded hand.
CLASSES = 11
ROYAL = CLASSES - 1
ON_FIVE = CLASSES + MOST_SHARERS - 1
JACKS_PLUS_CODES = ON_FIVE + CLASSES

part(triple_number)


@group("u2[:] u2[:] u4[:,:,:] u4[:,:,:] u1[:] u1[:] u1[:] u1[:] u2[:] u2[:] i8", hands.Tables)
class Tables(NamedTuple):
    threes: U2  # by the number of three cards: which of those they are that differ in more than names of suits
    fours: U2
    bets: U4  # by way to play, others still in and three cards: a bit for each that may be shown
    doubles: U4  # the same by four
    ways: U1  # by seat
    made_of_three: U1  # by three cards: the class for jacks plus
    made_of_four: U1
    made_of_five: U1  # by worth
    order: U2  # by worth: the higher wins
    codes: U2  # by end of the pot, as they are numbered here
    button: int  # how far on it is in the first unit
    five: hands.Tables


@part
def of_four(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The number of four cards."""
    one, two = np.int64(min(a, b)), np.int64(max(a, b))
    three, four = np.int64(min(c, d)), np.int64(max(c, d))
    one, three = min(one, three), max(one, three)
    two, four = min(two, four), max(two, four)
    two, three = min(two, three), max(two, three)
    lower = one + two * (two - 1) // 2 + three * (three - 1) * (three - 2) // 6
    return lower + four * (four - 1) * (four - 2) * (four - 3) // 24


@part
def worth_of(cards: U1, first: int, lane: int, made: hands.Tables) -> Any:
    """What five cards are worth."""
    total = np.uint64(made.begin)
    for i in range(SIZE):
        total += made.card[cards[first + i, lane]]
    if total & np.uint64(SUIT_BITS):
        mask = 0
        for i in range(SIZE):
            mask |= 1 << (cards[first + i, lane] >> 2)
        return made.suited[mask]
    key = np.uint32(total)
    return made.worth[(key ^ made.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)]


@part
def open_two(cards: U1, first: int, lane: int) -> Any:
    """What the third and fourth card show."""
    one, two = np.int64(cards[first + 2, lane] >> 2), np.int64(cards[first + 3, lane] >> 2)
    return RANKS + one if one == two else max(one, two)


@part
def others_show(level: I8, did: I8, seats: int, seat: int) -> Any:
    """The highest that lies open before the dealer and the other players who are still in."""
    best = level[seats]
    for other in range(seats):
        if other != seat and did[other] == STAYS:
            best = max(best, level[other])
    return best


@part
def decide(cards: U1, lane: int, seats: int, start: int, made: Tables, did: I8, level: I8, held: I8) -> int:
    """What every seat does. `held` tells the cards that each decided by. How many stay to the end."""
    staying = seats
    for seat in range(seats):
        did[seat] = STAYS
        level[seat] = cards[SIZE * seat + 2, lane] >> 2
    level[seats] = cards[SIZE * seats + 2, lane] >> 2
    for turn in range(seats):
        seat = start + turn - (seats if start + turn >= seats else 0)
        at = SIZE * seat
        held[seat] = made.threes[triple_number(cards[at, lane], cards[at + 1, lane], cards[at + 2, lane])]
        word = made.bets[made.ways[seat], staying - 1, held[seat]]
        if not word >> np.uint32(others_show(level, did, seats, seat)) & np.uint32(1):
            did[seat] = THREE
            staying -= 1
    for seat in range(seats):
        level[seat] = open_two(cards, SIZE * seat, lane)
    level[seats] = open_two(cards, SIZE * seats, lane)
    for turn in range(seats):
        seat = start + turn - (seats if start + turn >= seats else 0)
        if did[seat] == STAYS:
            at = SIZE * seat
            four = of_four(cards[at, lane], cards[at + 1, lane], cards[at + 2, lane], cards[at + 3, lane])
            held[seat] = made.fours[four]
            word = made.doubles[made.ways[seat], staying - 1, held[seat]]
            if not word >> np.uint32(others_show(level, did, seats, seat)) & np.uint32(1):
                did[seat] = FOUR
                staying -= 1
    return staying


@part
def in_the_pot(seats: int, staying: int, four: int) -> int:
    """Which of all numbers of players who stay, one at least, and of those who folded with four cards, it is."""
    return (staying - 1) * (2 * seats - staying + 2) // 2 + four


@part
def award(
    cards: U1, lane: int, seats: int, start: int, made: Tables, did: I8, worth: I8, staying: int, codes: U2, unit: int
) -> int:
    """The code of every seat's part in the pot. How many royal flushes are shown by players."""
    best = np.int64(made.order[worth_of(cards, SIZE * seats, lane, made.five)])
    dealer, players, four, royals = 1, 0, 0, 0
    for seat in range(seats):
        if did[seat] == STAYS:
            worth[seat] = worth_of(cards, SIZE * seat, lane, made.five)
            strength = np.int64(made.order[worth[seat]])
            royals += made.made_of_five[worth[seat]] == ROYAL
            if strength > best:
                best, dealer, players = strength, 0, 1
            elif strength == best:
                players += 1
        elif did[seat] == FOUR:
            four += 1
    lost = LOST if players else 0
    shared = SHARED
    if players:
        shared += in_the_pot(seats, staying, four) * SHARES + players * (players - 1) + dealer * players
    for turn in range(seats):
        seat = start + turn - (seats if start + turn >= seats else 0)
        if players and did[seat] == STAYS and made.order[worth[seat]] == best:
            codes[seat, unit] = made.codes[shared]
            shared += 1
        else:
            codes[seat, unit] = made.codes[lost + did[seat]]
    return royals


@part
def judge(seats: int, made: Tables, did: I8, held: I8, worth: I8, royals: int, codes: U2, unit: int) -> None:
    """The code of every seat's jacks plus wager."""
    for seat in range(seats):
        if did[seat] == STAYS:
            on_five = np.int64(made.made_of_five[worth[seat]])
            code = on_five + (royals - 1 if on_five == ROYAL else 0)
        elif did[seat] == FOUR:
            code = ON_FIVE + np.int64(made.made_of_four[held[seat]])
        else:
            code = ON_FIVE + np.int64(made.made_of_three[held[seat]])
        codes[seats + seat, unit] = code


@part
def play_cards(cards: U1, lanes: int, first: Any, made: Tables, codes: U2, begin: int, room: I8) -> None:
    """The units from `first` on, their codes from `begin` on. A seat has a second row of codes if it has jacks plus."""
    seats = made.ways.shape[0]
    did, level, held, worth = room[0], room[1], room[2], room[3]
    turn: Any = np.int64((np.uint64(first) + np.uint64(made.button)) % np.uint64(seats + 1))
    for lane in range(lanes):
        start = 0 if turn == seats else turn
        staying = decide(cards, lane, seats, start, made, did, level, held)
        royals = award(cards, lane, seats, start, made, did, worth, staying, codes, begin + lane)
        if codes.shape[0] > seats:
            judge(seats, made, did, held, worth, royals, codes, begin + lane)
        turn = 0 if turn == seats else turn + 1


@kernel("u1[:,:] u8", Tables, "u2[:,:] i8[:,:]")
def play_dealt(cards: U1, first: int, made: Tables, codes: U2, room: I8) -> int:
    """Units whose cards are given; the button is where it is in unit `first` and those after it."""
    play_cards(cards, cards.shape[1], first, made, codes, 0, room)
    return 0


@kernel("u8 u8", Tables, "u2[:,:] i8[:,:] u1[:,:] u4[:,:] u1[:,:]")
def play_units(key: int, first: int, made: Tables, codes: U2, room: I8, cards: U1, words: U4, taken: U1) -> int:
    """As many units as there are codes, from `first` on; the rest is room for LANES units."""
    units = codes.shape[1]
    for begin in range(0, units, LANES):
        lanes = min(LANES, units - begin)
        unit = np.uint64(first) + np.uint64(begin)
        deal(key, unit, lanes, cards.shape[0], cards, words, taken)
        play_cards(cards, lanes, unit, made, codes, begin, room)
    return 0


def table_room(seats: int) -> I8:
    """What `play_dealt` and `play_units` note down of the seats and the dealer in one unit."""
    return np.empty((4, seats + 1), np.int64)


def twin(made: Tables) -> Twin:
    """The same for a graphics card."""
    sizes = {
        "MANY": SIZE * (len(made.ways) + 1),
        "BUTTON": made.button,
        "OTHERS": made.bets.shape[1],
        "THREES": made.bets.shape[2],
        "FOURS": made.doubles.shape[2],
    }
    tables: dict[str, Any] = {
        "number": made.five.card[:CARDS:4].astype(np.uint32),
        "ways": made.ways,
        "rows": made.five.rows,
        "by_ranks": made.five.worth,
        "by_suit": made.five.suited,
        "order": made.order,
        "codes": made.codes,
        "threes": made.threes,
        "fours": made.fours,
        "bets": made.bets,
        "doubles": made.doubles,
        "made_of_five": made.made_of_five,
        "made_of_four": made.made_of_four,
        "made_of_three": made.made_of_three,
    }
    return Twin(Path(__file__).with_name("twin.cu"), sizes, tables)
