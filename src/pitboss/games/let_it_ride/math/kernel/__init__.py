"""Play millions of rounds of Let It Ride.

A unit is one round. A seat has cards 3 * seat to 3 * seat + 2 of it. The two community cards come after the last seat's
cards; the burned card is not dealt.

The method is to look everything up. The order of cards does not matter, so three or four cards are numbered as sets:
the cards a < b < c < d, from 0 to 51, have the number a + C(b, 2) + C(c, 3) + C(d, 4). By the number of a seat's three
cards a table gives their class and whether bet 1 rides, by that of the four cards whether bet 2 rides. The class of
five cards comes from the evaluator's tables.

The code of a round is `class of three cards * BASE + bets riding besides the third * FIVES + class of five cards`.

Example: the cards 0, 1, 2 have the number 0 and, with card 4, the number C(4, 4) = 1. If the class of three cards is 1,
bet 1 rides and bet 2 rides beside it, and the five cards are of class 5, the code is 1 * 33 + 2 * 11 + 5 = 60.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.numeric import hands
from pitboss.numeric.choices import triple_number
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.draws import CARDS, LANES, deal
from pitboss.numeric.gpu.twin import Twin, distinct_rows
from pitboss.numeric.hands import I8, SLOTS, SUIT_BITS, U1, U2, U4, U8

FIVES = 11  # classes of five cards
BETS = 3  # the most bets in action
IN_A_WORD = 16  # pairs of bits in a word
BASE = FIVES * BETS  # codes for each class of three cards


part(triple_number)


@group("u1[:,:] u1[:,:] u8[:] u2[:] u1[:] u1[:] u8")
class Tables(NamedTuple):
    """Lookup tables of the kernels."""

    first: U1  # [seat, number of three cards]: bit 0 is whether bet 1 rides, the higher bits are the class of the cards
    second: U1  # [seat, number of four cards]: whether bet 2 rides, in bit 0 without bet 1, in bit 1 with it
    # The rest evaluates five cards as `numeric.hands.Tables` does, but to a class instead of a worth.
    card: U8  # [card]: what it adds to the sum of a hand
    rows: U2  # [high bits of a sum]: the displacement of its row
    by_ranks: U1  # [slot]: the class of a hand that is not of one suit
    by_suit: U1  # [set of ranks]: the class of a hand of one suit
    begin: int  # the sum before any card


@part
def choose_two(a: Any) -> Any:
    """Return the number of ways to choose two of `a` cards."""
    return np.uint32(a * (a - np.uint32(1))) // np.uint32(2)


@part
def choose_three(a: Any) -> Any:
    """Return the number of ways to choose three of `a` cards."""
    return np.uint32(np.uint32(a * (a - np.uint32(1))) * (a - np.uint32(2))) // np.uint32(6)


@part
def choose_four(a: Any) -> Any:
    """Return the number of ways to choose four of `a` cards."""
    product = np.uint32(np.uint32(a * (a - np.uint32(1))) * (a - np.uint32(2)))
    return np.uint32(product * (a - np.uint32(3))) // np.uint32(24)


@part
def number_sets(cards: U1, own: int, board: int, lanes: int, of_three: U4, of_four: U4) -> None:
    """Fill the numbers of a seat's three cards, and of these with the first community card, for all lanes.

    `own` and `board` are the indices of the seat's first card and of the first community card.
    """
    for lane in range(lanes):
        x, y, z, fourth = cards[own, lane], cards[own + 1, lane], cards[own + 2, lane], cards[board, lane]
        low, high = min(x, y), max(x, y)
        middle, high = min(high, z), max(high, z)
        low, middle = min(low, middle), max(low, middle)
        a, b, c = np.uint32(low), np.uint32(middle), np.uint32(high)
        of_three[lane] = np.uint32(a + choose_two(b)) + choose_three(c)
        high, fourth = max(high, fourth), min(high, fourth)
        middle, fourth = max(middle, fourth), min(middle, fourth)
        low, fourth = max(low, fourth), min(low, fourth)
        a, b, c, d = np.uint32(fourth), np.uint32(low), np.uint32(middle), np.uint32(high)
        of_four[lane] = np.uint32(np.uint32(a + choose_two(b)) + choose_three(c)) + choose_four(d)


@part
def five_class(a: Any, b: Any, c: Any, d: Any, e: Any, tables: Tables) -> Any:
    """Return the class of five cards."""
    total = np.uint64(tables.begin) + tables.card[a] + tables.card[b] + tables.card[c] + tables.card[d] + tables.card[e]
    if total & np.uint64(SUIT_BITS):
        bit = np.uint32(1)
        mask = bit << np.uint32(a >> 2) | bit << np.uint32(b >> 2) | bit << np.uint32(c >> 2)
        mask = mask | bit << np.uint32(d >> 2) | bit << np.uint32(e >> 2)
        return tables.by_suit[mask]
    key = np.uint32(total)
    return tables.by_ranks[(key ^ tables.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)]


@part
def round_code(first: Any, second: Any, five: Any) -> Any:
    """Return the code of a round. `first` and `second` are entries of the tables `first` and `second`."""
    rides = first & np.uint8(1)
    bets = rides + (second >> rides & np.uint8(1))
    return np.uint16(np.uint16(first >> np.uint8(1)) * BASE + np.uint16(bets) * FIVES + five)


@part
def play_cards(
    cards: U1, lanes: int, seats: int, tables: Tables, codes: U2, begin: int, of_three: U4, of_four: U4
) -> None:
    """Play `lanes` units whose cards are [card, unit]; fill `codes` [seat, unit] from unit `begin` on.

    `of_three` and `of_four` are work arrays [unit].
    """
    board = 3 * seats
    for seat in range(seats):
        own = 3 * seat
        number_sets(cards, own, board, lanes, of_three, of_four)
        for lane in range(lanes):
            five = five_class(
                cards[own, lane],
                cards[own + 1, lane],
                cards[own + 2, lane],
                cards[board, lane],
                cards[board + 1, lane],
                tables,
            )
            codes[seat, begin + lane] = round_code(
                tables.first[seat, of_three[lane]], tables.second[seat, of_four[lane]], five
            )


@kernel("u1[:,:]", Tables, "u2[:,:] u4[:] u4[:]")
def play_dealt(cards: U1, tables: Tables, codes: U2, of_three: U4, of_four: U4) -> int:
    """Play rounds with given cards, [card, unit], until the array of outcome codes, [seat, unit], is full."""
    play_cards(cards, cards.shape[1], codes.shape[0], tables, codes, 0, of_three, of_four)
    return 0


@kernel("u8 u8", Tables, "u2[:,:] u1[:,:] u4[:,:] u1[:,:] u4[:] u4[:]")
def play_units(
    key: int, first: int, tables: Tables, codes: U2, cards: U1, words: U4, taken: U1, of_three: U4, of_four: U4
) -> int:
    """Deal and play units `first`, `first` + 1, ... until `codes` is full.

    The other arrays are work arrays for LANES units.
    """
    seats, units = codes.shape
    for begin in range(0, units, LANES):
        lanes = min(LANES, units - begin)
        deal(key, first + begin, lanes, 3 * seats + 2, cards, words, taken)
        play_cards(cards, lanes, seats, tables, codes, begin, of_three, of_four)
    return 0


# --- players who share what they see


@part
def fill_values(
    cards: U1, lane: int, own: int, c: Any, count: int, left: U1, tables: Tables, net: I8, values: I8
) -> None:
    """Fill values[bets - 1] with what one, two and three bets net, with a seat's cards and the first community card
    `c`.

    The values are sums over every other card of the `count` cards in `left`.
    """
    values[:] = 0
    for j in range(count):
        d = left[j]
        if d != c:
            five = five_class(cards[own, lane], cards[own + 1, lane], cards[own + 2, lane], c, d, tables)
            for bets in range(BETS):
                values[bets] += net[five, bets]


@kernel("u1[:,:]", Tables, "i8[:,:] u2[:,:] u1[:] i8[:]")
def share_dealt(cards: U1, tables: Tables, net: I8, codes: U2, left: U1, values: I8) -> int:
    """Play units with the given cards, at a table whose players know each other's cards.

    `net` is indexed by class of five cards and bets in action less one. `left` is a work array for the cards left,
    `values` one for what one, two and three bets net.
    """
    seats = codes.shape[0]
    board = 3 * seats
    for lane in range(codes.shape[1]):
        dealt = np.uint64(0)
        for i in range(board):
            dealt |= np.uint64(1) << np.uint64(cards[i, lane])
        count = 0
        for card in range(CARDS):
            if not dealt >> np.uint64(card) & np.uint64(1):
                left[count] = card
                count += 1
        first, second = cards[board, lane], cards[board + 1, lane]
        for seat in range(seats):
            own = 3 * seat
            gain = np.int64(0)  # by bet 1
            for i in range(count):
                fill_values(cards, lane, own, left[i], count, left, tables, net, values)
                gain += max(values[1], values[2]) - max(values[0], values[1])
            rides = np.int64(gain > 0)
            fill_values(cards, lane, own, first, count, left, tables, net, values)
            bets = rides + np.int64(values[rides + 1] > values[rides])
            x, y, z = cards[own, lane], cards[own + 1, lane], cards[own + 2, lane]
            three_class = tables.first[seat, triple_number(x, y, z)] >> np.uint8(1)
            five = five_class(x, y, z, first, second, tables)
            codes[seat, lane] = np.uint16(three_class) * BASE + bets * FIVES + five
    return 0


def room_to_share() -> tuple[U1, I8]:
    """Return the work arrays `left` and `values` of `share_dealt`."""
    return np.empty(CARDS, np.uint8), np.empty(BETS, np.int64)


def room() -> tuple[U4, U4]:
    """Return the work arrays `of_three` and `of_four`."""
    return np.empty(LANES, np.uint32), np.empty(LANES, np.uint32)


def with_classes(first: U1, second: U1, of_worth: U1) -> Tables:
    """Return the kernel's tables for these choices of the seats. `of_worth` has the class of five cards, by their
    worth.
    """
    plain = hands.ranking_tables(5)
    return Tables(first, second, plain.card, plain.rows, of_worth[plain.worth], of_worth[plain.suited], plain.begin)


def twin(source: Tables, net: I8 | None = None) -> Twin:
    """Return the GPU version of these tables, with two bits for each four cards that say whether bet 2 rides."""
    rows = [np.concatenate([first, second]) for first, second in zip(source.first, source.second, strict=True)]
    different, row = distinct_rows(rows, "ROW")
    threes = source.first.shape[1]
    wide = np.zeros((len(different), -(-source.second.shape[1] // IN_A_WORD), IN_A_WORD), np.uint32)
    wide.reshape(len(different), -1)[:, : source.second.shape[1]] = different[:, threes:]
    second = (wide << np.arange(0, 32, 2, dtype=np.uint32)).sum(axis=2, dtype=np.uint32)
    sizes: dict[str, int | str] = {**row, "MANY": 3 * len(rows) + 2}
    tables = {"first": different[:, :threes], "second": second}
    if net is not None:
        tables = {"nets": net, **tables}
    return Twin(Path(__file__).with_name("twin.cu"), sizes, tables, shares=net is not None)


KERNELS = (play_dealt, play_units, share_dealt)
