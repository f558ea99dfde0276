"""What a poker hand is worth, as one number: the compiled evaluator.

A card is `4 * rank + suit`, rank 0 for the deuce to 12 for the ace, suit 0 to 3. What a hand is worth, `numeric.worth`
says.

How it is fast: every rank has a 32-bit number, and the sum over the hand's cards tells one set of ranks from every
other. The sum's upper bits choose a row, the row holds a displacement, and that turns the lower bits into a place in
one table that no other sum occupies. The same addition counts the suits. The tables are made anew in each process, in
milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.numeric import rank_worths
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.rank_worths import by_ranks, by_ranks3, by_suit, by_suit3, count_ranks
from pitboss.numeric.single_hand import RANKS, SIZES, SUITS

U1 = NDArray[np.uint8]
U2 = NDArray[np.uint16]
U4 = NDArray[np.uint32]
U8 = NDArray[np.uint64]
I4 = NDArray[np.int32]
I8 = NDArray[np.int64]


ROWS, SLOTS = 1 << 13, 1 << 16
MOST_RANK_SETS = 49_205  # sets of seven ranks, the most there are
TEXT_TABLE = 1 + 13 + ROWS + SLOTS + 8192  # what a size of hand takes up for `rank_text`
SUIT_BITS = 0x8888 << 36  # set where a suit has enough cards for a flush
NO_CARDS = 0xF << 56
SEED = 1  # one for which every sum finds a place; others are refused

for _each in rank_worths.PARTS:
    part(_each)


@kernel("i8 u4[:] u2[:] u2[:] u2[:] u4[:] u2[:] i8[:]")
def make_tables(size: int, number: U4, rows: U2, worth: U2, suited: U2, sums: U4, worths: U2, room: I8) -> int:
    """Fill `rows`, `worth` and `suited` for hands of `size` cards. 0 if every sum has found a place of its own.

    `sums` and `worths` hold a line for each set of ranks; `room` is for sorting them and for what is taken.
    """
    hand, begins, sorted_sums = room[:8], room[8 : 10 + ROWS], room[10 + ROWS : 10 + ROWS + MOST_RANK_SETS]
    taken = room[10 + ROWS + MOST_RANK_SETS :]
    for mask in range(8192):
        if count_ranks(mask) >= min(size, 5):
            suited[mask] = by_suit3(mask) if size == 3 else by_suit(mask)
    many = 0
    hand[:] = 0
    begins[:] = 0
    taken[:] = 0
    while True:
        one = two = three = four = five = 0
        key = np.uint32(0)
        for i in range(size):
            bit = 1 << hand[i]
            five |= four & bit
            four |= three & bit
            three |= two & bit
            two |= one & bit
            one |= bit
            key = np.uint32(key + number[hand[i]])
        if five == 0:
            sums[many] = key
            worths[many] = by_ranks3(one, two, three) if size == 3 else by_ranks(one, two, three, four)
            begins[(key >> 19) + 1] += 1
            many += 1
        i = size - 1
        while i >= 0 and hand[i] == 12:
            i -= 1
        if i < 0:
            break
        hand[i:size] = hand[i] + 1
    most = 0
    for row in range(ROWS):
        most = max(most, begins[row + 1])
        begins[row + 1] += begins[row]
    for line in range(many):  # sums in the order of their rows
        row = sums[line] >> 19
        sorted_sums[begins[row]] = line
        begins[row] += 1
    for in_row in range(most, 0, -1):  # the fullest rows first, while there is most space
        start = 0
        for row in range(ROWS):
            stop = begins[row]
            if stop - start == in_row:
                shift = 0
                while shift < SLOTS:
                    free = 0
                    while free < in_row and not taken[(sums[sorted_sums[start + free]] ^ shift) & (SLOTS - 1)]:
                        free += 1
                    if free == in_row:
                        break
                    shift += 1
                if shift == SLOTS:
                    return 1
                for i in range(start, stop):
                    line = sorted_sums[i]
                    place = (sums[line] ^ shift) & (SLOTS - 1)
                    if taken[place]:
                        return 1  # two sums of this row share their lower bits
                    taken[place] = 1
                    worth[place] = worths[line]
                rows[row] = shift
            start = stop
    return 0


@group("u8[:] u2[:] u2[:] u2[:] i8")
class Tables(NamedTuple):
    """For hands of one size."""

    card: U8  # by card: the rank's number, and one in its suit's bits; for numbers that are no card, one of NO_CARDS
    rows: U2  # by the sum's upper bits: the displacement
    worth: U2  # by place: the worth by ranks
    suited: U2  # by set of ranks in one suit: the worth as a flush or better
    begin: int  # the suit bits before any card: so that enough of a suit sets its highest bit


@part
def flush_worth(cards: U1, hand: int, total: np.uint64, suited: U2) -> Any:
    """The worth of a hand with enough cards of one suit, which `total` tells."""
    suit = 0
    while not total >> np.uint64(39 + 4 * suit) & np.uint64(1):
        suit += 1
    mask = 0
    for i in range(cards.shape[1]):
        each = cards[hand, i]
        if each & 3 == suit:
            mask |= 1 << (each >> 2)
    return suited[mask & 8191]


@kernel("u1[:,:] u2[:]", Tables)
def rank_hands(cards: U1, out: U2, made: Tables) -> int:
    """The worth of every hand, and how many hands hold a number that is no card."""
    card, start = made.card, np.uint64(made.begin)
    special, no_card = np.uint64(SUIT_BITS | NO_CARDS), np.uint64(NO_CARDS)
    wrong = 0
    size = cards.shape[1]
    for hand in range(cards.shape[0]):
        if size == 7:  # written out, for it is twice as fast
            total = start + card[cards[hand, 0]] + card[cards[hand, 1]] + card[cards[hand, 2]] + card[cards[hand, 3]]
            total += card[cards[hand, 4]] + card[cards[hand, 5]] + card[cards[hand, 6]]
        else:
            total = start
            for i in range(size):
                total += card[cards[hand, i]]
        if total & special:
            if total & no_card:
                wrong += 1
            else:
                out[hand] = flush_worth(cards, hand, total, made.suited)
        else:
            key = np.uint32(total)
            out[hand] = made.worth[(key ^ made.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)]
    return wrong


@kernel("u1[:] u8[:]")
def rank_text(text: U1, room: U8) -> int:
    """The worth of one hand written with one space between two cards; -1 if it is no such text, or no hand.

    `room` holds what every character means as a rank and as a suit, then the tables of each size of hand."""
    size = (text.shape[0] + 1) // 3
    if text.shape[0] != 3 * size - 1 or (size != 3 and size != 5 and size != 7):
        return -1
    table = 512 + (size - 3) // 2 * TEXT_TABLE
    total = room[table]
    held = np.uint64(0)
    for i in range(size):
        rank, suit = room[text[3 * i]], room[256 + text[3 * i + 1]]
        if rank > 12 or suit > 3 or (i and text[3 * i - 1] != 32):
            return -1
        bit = np.uint64(1) << (rank * np.uint64(4) + suit)
        if held & bit:
            return -1
        held |= bit
        total += room[table + 1 + rank] + (np.uint64(1) << (np.uint64(36) + np.uint64(4) * suit))
    table += 14
    if total & np.uint64(SUIT_BITS):
        suit = np.uint64(0)
        while not total >> (np.uint64(39) + np.uint64(4) * suit) & np.uint64(1):
            suit += np.uint64(1)
        mask = 0
        for rank in range(13):
            mask |= int(held >> (np.uint64(4 * rank) + suit) & np.uint64(1)) << rank
        return int(room[table + ROWS + SLOTS + mask])
    key = np.uint32(total)
    shift = np.uint32(room[table + (key >> np.uint32(19))])
    return int(room[table + ROWS + ((key ^ shift) & np.uint32(SLOTS - 1))])


@kernel("u1[:,:]")
def count_repeats(cards: U1) -> int:
    """How many hands hold a card twice."""
    many = 0
    size = cards.shape[1]
    for hand in range(cards.shape[0]):
        held = np.uint64(0)
        twice = np.uint64(0)
        for i in range(size):
            bit = np.uint64(1) << np.uint64(cards[hand, i] & np.uint8(63))
            twice |= held & bit
            held |= bit
        many += twice != 0
    return many


def rank_numbers(seed: int) -> U4:
    """A 32-bit number for each rank, mixed from a seed."""
    numbers = np.zeros(13, np.uint32)
    for rank in range(13):
        mixed = (seed * 13 + rank + 1) * 0x9E3779B97F4A7C15 & 2**64 - 1
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 2**64 - 1
        numbers[rank] = (mixed ^ mixed >> 31) >> 32
    return numbers


@cache
def ranking_tables(size: int, seed: int = SEED) -> Tables:
    """For hands of 3, 5, 6 or 7 cards."""
    number = rank_numbers(seed)
    rows, worth, suited = np.zeros(ROWS, np.uint16), np.zeros(SLOTS, np.uint16), np.zeros(8192, np.uint16)
    room = np.empty(10 + ROWS + MOST_RANK_SETS + SLOTS, np.int64)
    sums, worths = np.empty(MOST_RANK_SETS, np.uint32), np.empty(MOST_RANK_SETS, np.uint16)
    if make_tables(size, number, rows, worth, suited, sums, worths, room):
        raise ValueError(f"with seed {seed} two sets of {size} ranks share a place")
    card = np.full(256, 1 << 56, np.uint64)
    for each in range(52):
        card[each] = int(number[each >> 2]) + (1 << 36 + 4 * (each & 3))
    return Tables(card, rows, worth, suited, (5 if size == 3 else 3) * 0x1111 << 36)


@cache
def text_ranker() -> Callable[[bytes], int]:
    """`rank_text` with its tables."""
    room = np.full(512, 255, np.uint64)
    for at, names in ((0, RANKS), (256, SUITS)):
        for number, name in enumerate(names):
            room[at + ord(name)] = number
    parts: list[NDArray[Any]] = [room]
    for size in SIZES:
        made = ranking_tables(size)
        parts += [np.array([made.begin], np.uint64), rank_numbers(SEED), made.rows, made.worth, made.suited]
    return rank_text.of_text(np.concatenate(parts, dtype=np.uint64))


def ranks(cards: U1) -> tuple[U2, int]:
    """The worth of each hand, one hand a line; and how many lines hold a number that is no card."""
    out = np.empty(len(cards), np.uint16)
    return out, rank_hands(cards, out, ranking_tables(cards.shape[1]))


KERNELS = (make_tables, rank_hands, rank_text, count_repeats)
