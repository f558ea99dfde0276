"""The compiled poker evaluator: it maps a hand to one number, its worth (see `numeric.rank_worths`).

A card is `4 * rank + suit`, with rank 0 for the deuce to 12 for the ace and suit 0 to 3.

The method is a perfect hash. Every rank has a 32-bit number such that the sum over a hand's cards identifies its ranks.
The upper bits of the sum select a row, the row holds a displacement, and the displacement XOR the lower bits is the
slot of that sum alone in one table. The same addition counts the suits. Each process builds the tables anew, in
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
MOST_RANK_SETS = 49_205  # multisets of seven ranks, the largest number for any size of hand
TEXT_TABLE = 1 + 13 + ROWS + SLOTS + 8192  # length of the tables of one size of hand in the array for `rank_text`
SUIT_BITS = 0x8888 << 36  # bits of a sum that are set if a suit has enough cards for a flush
NO_CARDS = 0xF << 56  # bits of a sum that count numbers which are not cards
SEED = 1  # a seed for which every sum gets a slot; with most others `make_tables` fails

for _function in rank_worths.PARTS:
    part(_function)


@kernel("i8 u4[:] u2[:] u2[:] u2[:] u4[:] u2[:] i8[:]")
def make_tables(size: int, number: U4, rows: U2, worth: U2, suited: U2, sums: U4, worths: U2, room: I8) -> int:
    """Fill the fields `rows`, `worth` and `suited` of `Tables` for hands of `size` cards. Return 0 if every sum has got
    a slot of its own, else 1.

    number[rank] are the ranks' numbers. Scratch: sums[i] and worths[i] of rank set i, and `room`, which holds
    hand[card], begins[row], sorted_sums[position] (indices of rank sets in order of their rows) and taken[slot].
    """
    hand, begins, sorted_sums = room[:8], room[8 : 10 + ROWS], room[10 + ROWS : 10 + ROWS + MOST_RANK_SETS]
    taken = room[10 + ROWS + MOST_RANK_SETS :]
    for mask in range(8192):
        if count_ranks(mask) >= min(size, 5):
            suited[mask] = by_suit3(mask) if size == 3 else by_suit(mask)
    set_count = 0  # number of rank sets so far
    hand[:] = 0
    begins[:] = 0
    taken[:] = 0
    while True:
        one = two = three = four = five = 0  # bits of the ranks held at least once, twice, ...
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
            sums[set_count] = key
            worths[set_count] = by_ranks3(one, two, three) if size == 3 else by_ranks(one, two, three, four)
            begins[(key >> 19) + 1] += 1
            set_count += 1
        i = size - 1
        while i >= 0 and hand[i] == 12:
            i -= 1
        if i < 0:
            break
        hand[i:size] = hand[i] + 1
    most = 0  # sums in the fullest row
    for row in range(ROWS):
        most = max(most, begins[row + 1])
        begins[row + 1] += begins[row]
    for line in range(set_count):  # sums in the order of their rows
        row = sums[line] >> 19
        sorted_sums[begins[row]] = line
        begins[row] += 1
    for in_row in range(most, 0, -1):  # place the fullest rows first, while most slots are free
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
                    slot = (sums[line] ^ shift) & (SLOTS - 1)
                    if taken[slot]:
                        return 1  # two sums of this row have the same lower bits
                    taken[slot] = 1
                    worth[slot] = worths[line]
                rows[row] = shift
            start = stop
    return 0


@group("u8[:] u2[:] u2[:] u2[:] i8")
class Tables(NamedTuple):
    """The tables for hands of one size."""

    card: U8  # [card]: the rank's number plus one in the suit's counter; a NO_CARDS bit if the number is not a card
    rows: U2  # [upper bits of the sum]: the displacement
    worth: U2  # [slot]: the worth by ranks alone
    suited: U2  # [set of ranks in one suit]: the worth as a flush or better
    begin: int  # initial sum: suit counters that reach their highest bit when a suit has enough cards for a flush


@part
def flush_worth(cards: U1, hand: int, total: np.uint64, suited: U2) -> Any:
    """Return the worth of cards[hand] with enough cards of one suit for a flush. The sum `total` says which suit."""
    suit = 0
    while not total >> np.uint64(39 + 4 * suit) & np.uint64(1):
        suit += 1
    mask = 0
    for i in range(cards.shape[1]):
        card = cards[hand, i]
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return suited[mask & 8191]


@kernel("u1[:,:] u2[:]", Tables)
def rank_hands(cards: U1, out: U2, tables: Tables) -> int:
    """Write the worth of cards[hand, i] to out[hand], and return the number of hands that contain an invalid card.

    The worth of such hands is left unset.
    """
    card, start = tables.card, np.uint64(tables.begin)
    special, no_card = np.uint64(SUIT_BITS | NO_CARDS), np.uint64(NO_CARDS)
    invalid = 0
    size = cards.shape[1]
    for hand in range(cards.shape[0]):
        if size == 7:  # the unrolled loop is twice as fast
            total = start + card[cards[hand, 0]] + card[cards[hand, 1]] + card[cards[hand, 2]] + card[cards[hand, 3]]
            total += card[cards[hand, 4]] + card[cards[hand, 5]] + card[cards[hand, 6]]
        else:
            total = start
            for i in range(size):
                total += card[cards[hand, i]]
        if total & special:
            if total & no_card:
                invalid += 1
            else:
                out[hand] = flush_worth(cards, hand, total, tables.suited)
        else:
            key = np.uint32(total)
            out[hand] = tables.worth[(key ^ tables.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)]
    return invalid


@kernel("u1[:] u8[:]")
def rank_text(text: U1, room: U8) -> int:
    """Return the worth of one hand written with single spaces between its cards, or -1 if it is not a valid hand.

    `room` holds rank[character] (256 entries, above 12: none), suit[character] (256 entries, above 3: none), then for
    each size of hand, TEXT_TABLE entries: the initial sum, number[rank], rows[upper bits], worth[slot], suited[set].
    """
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
    """Return the number of hands in cards[hand, i] that contain a card twice."""
    count = 0
    size = cards.shape[1]
    for hand in range(cards.shape[0]):
        held = np.uint64(0)
        twice = np.uint64(0)
        for i in range(size):
            bit = np.uint64(1) << np.uint64(cards[hand, i] & np.uint8(63))
            twice |= held & bit
            held |= bit
        count += twice != 0
    return count


def rank_numbers(seed: int) -> U4:
    """Return numbers[rank], pseudorandom 32-bit numbers derived from a seed."""
    numbers = np.zeros(13, np.uint32)
    for rank in range(13):
        mixed = (seed * 13 + rank + 1) * 0x9E3779B97F4A7C15 & 2**64 - 1
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 2**64 - 1
        numbers[rank] = (mixed ^ mixed >> 31) >> 32
    return numbers


@cache
def ranking_tables(size: int, seed: int = SEED) -> Tables:
    """Return the tables for hands of 3, 5, 6 or 7 cards. Raises ValueError if the seed does not work."""
    number = rank_numbers(seed)
    rows, worth, suited = np.zeros(ROWS, np.uint16), np.zeros(SLOTS, np.uint16), np.zeros(8192, np.uint16)
    room = np.empty(10 + ROWS + MOST_RANK_SETS + SLOTS, np.int64)
    sums, worths = np.empty(MOST_RANK_SETS, np.uint32), np.empty(MOST_RANK_SETS, np.uint16)
    if make_tables(size, number, rows, worth, suited, sums, worths, room):
        raise ValueError(f"with seed {seed} two sets of {size} ranks share a place")
    card = np.full(256, 1 << 56, np.uint64)
    for index in range(52):
        card[index] = int(number[index >> 2]) + (1 << 36 + 4 * (index & 3))
    return Tables(card, rows, worth, suited, (5 if size == 3 else 3) * 0x1111 << 36)


@cache
def text_ranker() -> Callable[[bytes], int]:
    """Return `rank_text` bound to its tables."""
    characters = np.full(512, 255, np.uint64)
    for offset, names in ((0, RANKS), (256, SUITS)):
        for number, name in enumerate(names):
            characters[offset + ord(name)] = number
    parts: list[NDArray[Any]] = [characters]
    for size in SIZES:
        tables = ranking_tables(size)
        parts += [np.array([tables.begin], np.uint64), rank_numbers(SEED), tables.rows, tables.worth, tables.suited]
    return rank_text.of_text(np.concatenate(parts, dtype=np.uint64))


def ranks(cards: U1) -> tuple[U2, int]:
    """Return the worth of each hand in cards[hand, i], and the number of hands that contain an invalid card."""
    out = np.empty(len(cards), np.uint16)
    return out, rank_hands(cards, out, ranking_tables(cards.shape[1]))


KERNELS = (make_tables, rank_hands, rank_text, count_repeats)
