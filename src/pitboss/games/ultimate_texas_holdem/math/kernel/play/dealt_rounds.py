"""Play dealt rounds by the million: every seat decides by tables, and the end of its round is one number.

A unit is one round. Its cards are two for each seat, then the five community cards, then the dealer's two. The *code*
of a hand that was played is AN_END * place + 6 * class + 2 * outcome + qualifies: places 0 to 3 are play wagers of 4,
3, 2 and 1 times the ante; outcomes are 0 lost, 1 tied, 2 won. A hand that was folded has FOLDED + class.

Example: a flush (class 5) that won against a dealer who qualifies, played for one ante on the river, has the code
60 * 3 + 6 * 5 + 2 * 2 + 1 = 215.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.play.strategy_lookup import (
    FLOP_LINE,
    NAMES,
    RANK_LINE,
    SUIT_LINE,
    SUIT_LINES,
    Finder,
)
from pitboss.numeric.choices import all_sets
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.draws import CARDS, LANES, deal, scratch
from pitboss.numeric.gpu.twin import Twin, index_expression
from pitboss.numeric.hands import I8, SLOTS, U1, U2, U4, U8, Tables
from pitboss.numeric.rank_worths import CLASS

PLACES = 4  # the play wagers: 4x and 3x before the flop, 2x on the flop, 1x on the river
AN_END = 60  # codes for each place: 10 classes, 3 outcomes, and whether the dealer qualifies
FOLDED = PLACES * AN_END
CODES = FOLDED + 10
BOARD, DEALER = 5, 2

_THREE = 0x2222 << 36  # added to a board's sum: three cards of a suit set the suit's highest bit
_FIVE = 0x8888 << 36


@group("i8[:] u1[:,:] u1[:,:] u1[:,:]")
class Ways(NamedTuple):
    """The strategies of the seats as tables of bits: a set bit means to place the play wager."""

    of_seat: I8  # [seat]: the number of the way it plays
    before: U1  # [way, 52 * card + other card]: 0 to check, or 1 + the place of the play wager
    flop: U1  # [way, byte]: a bit for each flop class and hole, see `strategy_lookup`
    river: U1  # [way, byte]: a bit for each board and kind of hole


@group(Tables, "u2[:,:] u2[:,:] i8")
class Worths(NamedTuple):
    """Tables for the worth of seven cards."""

    any_five: Tables  # the evaluator's, for the best five of seven cards
    by_ranks: U2  # [board by ranks, pair]: used if both own cards must be used, otherwise without rows
    by_suit: U2  # [suit board, kind of hole]: the same
    own: int  # how many of its own cards a hand must use: 0 or 2


@group("u1[:,:] u4[:,:] u1[:,:]")
class Room(NamedTuple):
    """Work arrays for dealing cards (`numeric.draws.deal`)."""

    cards: U1  # [card, lane]: see `numeric.draws.deal`, as for the others
    words: U4
    taken: U1


@part
def board_sum(lane: int, cards: U1, first: int, card: U8, begin: int) -> Any:
    """Return the board's sum, as the evaluator adds cards. `first` is the index of its first card, card[card] what one
    adds.
    """
    total = np.uint64(begin)
    for i in range(5):
        total += card[cards[first + i, lane]]
    return total


@part
def five_in_order(lane: int, cards: U1, first: int) -> Any:
    """Return the community cards in ascending order."""
    a, b, c = np.int64(cards[first, lane]), np.int64(cards[first + 1, lane]), np.int64(cards[first + 2, lane])
    d, e = np.int64(cards[first + 3, lane]), np.int64(cards[first + 4, lane])
    a, d = min(a, d), max(a, d)
    b, e = min(b, e), max(b, e)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    a, b = min(a, b), max(a, b)
    c, e = min(c, e), max(c, e)
    b, c = min(b, c), max(b, c)
    d, e = min(d, e), max(d, e)
    c, d = min(c, d), max(c, d)
    return a, b, c, d, e


@part
def ranks_line(five: Any, find: Finder) -> Any:
    """Return the number of a board by ranks."""
    a, b, c, d, e = five
    ranks = find.ranks
    return np.int64(ranks[0, a >> 2] + ranks[1, b >> 2] + ranks[2, c >> 2] + ranks[3, d >> 2] + ranks[4, e >> 2])


@part
def suit_line(five: Any, suit: int, find: Finder) -> Any:
    """Return the ranks of a board in a suit that is there three times or more, as bits, and the suit board's number."""
    mask = np.int64(0)
    high = low = np.int64(-1)
    for card in five:
        if card & 3 == suit:
            mask |= np.int64(1) << (card >> 2)
        else:
            low = high
            high = card >> 2
    line = np.int64(find.first[mask])
    if low >= 0:
        line += high * (high + 1) // 2 + low
    elif high >= 0:
        line += high
    return mask, line


@part
def kind_seen(p: Any, q: Any, suit: int, find: Finder) -> Any:
    """Return the kind of hole that two cards are, seen from a suit; with suit -1, the pair of ranks."""
    first, second = (p >> 2) + 13 * (p & 3 == suit), (q >> 2) + 13 * (q & 3 == suit)
    return np.int64(find.kinds[26 * first + second])


@part
def is_set(table: U1, line: Any, bit: Any) -> Any:
    """Return one bit of a table, counted from the byte `line`."""
    return np.int64(table[line + (bit >> 3)]) >> (bit & 7) & 1


@part
def worth_of(p: Any, q: Any, total: Any, suit: int, mask: Any, line: Any, find: Finder, worths: Worths) -> Any:
    """Return the worth of two cards on a board.

    `total` is the board's sum, `suit` the suit that it has three times or more, or -1; `mask` and `line` are as
    `suit_line` or `ranks_line` give them.
    """
    evaluator = worths.any_five
    if worths.own:
        kind = kind_seen(p, q, suit, find)
        return np.int64(worths.by_ranks[line, kind]) if suit < 0 else np.int64(worths.by_suit[line, kind])
    total = total + evaluator.card[p] + evaluator.card[q]
    if suit >= 0 and total & np.uint64(_FIVE):
        if p & 3 == suit:
            mask |= np.int64(1) << (p >> 2)
        if q & 3 == suit:
            mask |= np.int64(1) << (q >> 2)
        return np.int64(evaluator.suited[mask])
    key = np.uint32(total)
    return np.int64(evaluator.worth[(key ^ evaluator.rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)])


@part
def plays_flop(p: Any, q: Any, flop: Any, way: int, find: Finder, ways: Ways) -> Any:
    """Return 1 if the hand is played for two antes on the flop. `flop` is as `flop_seen` gives it."""
    names = np.int64(find.suits[flop & ((1 << NAMES) - 1)])
    first, second = p & 0xFC | names >> 2 * (p & 3) & 3, q & 0xFC | names >> 2 * (q & 3) & 3
    return is_set(ways.flop[way], (flop >> NAMES) * FLOP_LINE, np.int64(find.hole[52 * first + second]))


@part
def flop_seen(lane: int, cards: U1, first: int, find: Finder) -> Any:
    """Return the class of the flop and, in the low NAMES bits, the renaming of suits that turns it into that class's
    example.
    """
    a, b, c = np.int64(cards[first, lane]), np.int64(cards[first + 1, lane]), np.int64(cards[first + 2, lane])
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return np.int64(find.flop[find.three[0, a] + find.three[1, b] + find.three[2, c]])


@part
def play_lane(lane: int, cards: U1, codes: U2, unit: int, find: Finder, ways: Ways, worths: Worths) -> None:
    """Play one round at every seat, and fill codes[seat, unit]."""
    seats = codes.shape[0]
    board = 2 * seats
    total = board_sum(lane, cards, board, worths.any_five.card, worths.any_five.begin)
    five = five_in_order(lane, cards, board)
    threes = (total + np.uint64(_THREE)) & np.uint64(_FIVE)
    suit, mask, line = -1, np.int64(0), np.int64(0)
    if threes:
        suit = 0
        while not threes >> np.uint64(39 + 4 * suit) & np.uint64(1):
            suit += 1
        mask, line = suit_line(five, suit, find)
    else:
        line = ranks_line(five, find)
    p, q = np.int64(cards[board + 5, lane]), np.int64(cards[board + 6, lane])
    theirs = worth_of(p, q, total, suit, mask, line, find, worths)
    qualifies = np.int64(theirs >> CLASS > 0)
    flop = flop_seen(lane, cards, board, find)
    for seat in range(seats):
        way = ways.of_seat[seat]
        p, q = np.int64(cards[2 * seat, lane]), np.int64(cards[2 * seat + 1, lane])
        mine = worth_of(p, q, total, suit, mask, line, find, worths)
        hand_class = mine >> CLASS
        place = np.int64(ways.before[way, 52 * p + q]) - 1
        if place < 0:
            if plays_flop(p, q, flop, way, find, ways):
                place = np.int64(2)
            else:
                kind = kind_seen(p, q, suit, find)
                begin = line * RANK_LINE if suit < 0 else SUIT_LINES + line * SUIT_LINE
                if is_set(ways.river[way], begin, kind):
                    place = np.int64(3)
        code = FOLDED + hand_class
        if place >= 0:
            outcome = np.int64(mine >= theirs) + np.int64(mine > theirs)
            code = place * AN_END + hand_class * 6 + outcome * 2 + qualifies
        codes[seat, unit] = np.uint16(code)


@kernel("u8 u8 u2[:,:]", Finder, Ways, Worths, Room)
def play_units(key: int, first: int, codes: U2, find: Finder, ways: Ways, worths: Worths, room: Room) -> int:
    """Deal and play the units from number `first` on, until `codes` [seat, unit] is full."""
    units, card_count = codes.shape[1], 2 * codes.shape[0] + BOARD + DEALER
    for begin in range(0, units, LANES):
        lanes = min(LANES, units - begin)
        deal(key, np.uint64(first) + np.uint64(begin), lanes, card_count, room.cards, room.words, room.taken)
        for lane in range(lanes):
            play_lane(lane, room.cards, codes, begin + lane, find, ways, worths)
    return 0


@kernel("u1[:,:] u2[:,:]", Finder, Ways, Worths)
def play_dealt(cards: U1, codes: U2, find: Finder, ways: Ways, worths: Worths) -> int:
    """Play units whose cards are given, as [card, unit]; fill `codes` [seat, unit]."""
    for unit in range(codes.shape[1]):
        play_lane(unit, cards, codes, unit, find, ways, worths)
    return 0


def new_room(seats: int) -> Room:
    """Return work arrays for dealing."""
    return Room(*scratch(2 * seats + BOARD + DEALER))


def twin(find: Finder, ways: Ways, worths: Worths, shared: Mapping[str, Any] | None = None) -> Twin:
    """Return the GPU version of the kernel with these tables.

    Worths by ranks come from the evaluator's tables or, if own cards must be used, from those of boards. `shared` has
    the tables of players who share what they see.
    """
    low, high = all_sets(2).astype(np.int64).T
    evaluator, own = worths.any_five, worths.own
    by_ranks = {"by_ranks": worths.by_ranks} if own else {"rows": evaluator.rows, "worth_of": evaluator.worth}
    by_suit = {"by_suit": worths.by_suit} if own else {"suited": evaluator.suited}
    sizes = {
        "MANY": 2 * len(ways.of_seat) + BOARD + DEALER,
        "OWN": own,
        "ROW(seat)": index_expression("seat", ways.of_seat.tolist()),
        "RANK_KINDS": worths.by_ranks.shape[1],
        "SUIT_KINDS": worths.by_suit.shape[1],
        "SUIT_LINES": SUIT_LINES,
        "FLOP_BYTES": ways.flop.shape[1],
        "RIVER_BYTES": ways.river.shape[1],
    }
    tables: dict[str, Any] = {
        "number": evaluator.card[:CARDS:4].astype(np.uint32),
        "before": ways.before[:, 52 * low + high],
        "kinds": find.kinds,
        "suits": find.suits,
        "ranks": find.ranks.astype(np.uint16),
        **by_ranks,
        "flop": find.flop,
        **by_suit,
        "first": find.first.astype(np.uint16),
        "on_flop": ways.flop,
        "on_river": ways.river,
    }
    if shared is not None:
        tables |= shared
    return Twin(Path(__file__).parent.with_name("twin.cu"), sizes, tables, shares=shared is not None)
