"""The kernels that play millions of rounds of Three Card Poker.

In a unit, a seat has cards 3 x seat to 3 x seat + 2, and the dealer has the three after the last seat's. The strength
of a hand and whether it is played are looked up by the number of its three cards (`numeric.choices`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.numeric.choices import triple_number
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.draws import CARDS, LANES, deal
from pitboss.numeric.gpu.twin import Twin
from pitboss.numeric.hands import I8, U1, U2, U4

CLASSES = 6
RESULTS = 4  # the dealer does not play; or the player's hand is above, level or below
FOLDED, PLAYED = 0, CLASSES  # first codes: FOLDED + class, and PLAYED + class * RESULTS + result
CODES = CLASSES + CLASSES * RESULTS

part(triple_number)


@group("u2[:] u1[:] u1[:] u1[:,:]")
class Tables(NamedTuple):
    """Lookup tables, indexed by the number of a hand."""

    strength: U2  # [hand]: the higher wins
    made: U1  # [hand]: index of the class, from the lowest
    dealer_plays: U1  # [hand]
    plays: U1  # [seat, hand]


@part
def play_cards(cards: U1, lanes: int, seats: int, tables: Tables, codes: U2, begin: int) -> None:
    for lane in range(lanes):
        dealer = triple_number(cards[3 * seats, lane], cards[3 * seats + 1, lane], cards[3 * seats + 2, lane])
        theirs, plays = tables.strength[dealer], tables.dealer_plays[dealer]
        for seat in range(seats):
            hand = triple_number(cards[3 * seat, lane], cards[3 * seat + 1, lane], cards[3 * seat + 2, lane])
            ours = tables.strength[hand]
            result = (1 + (ours <= theirs) + (ours < theirs)) if plays else 0
            played = PLAYED + tables.made[hand] * RESULTS + result
            codes[seat, begin + lane] = played if tables.plays[seat, hand] else FOLDED + tables.made[hand]


@kernel("u1[:,:]", Tables, "u2[:,:]")
def play_dealt(cards: U1, tables: Tables, codes: U2) -> int:
    """Play units with the given cards, as [card, unit]; fill `codes`, as [seat, unit]."""
    play_cards(cards, cards.shape[1], codes.shape[0], tables, codes, 0)
    return 0


@kernel("u8 u8", Tables, "u2[:,:] u1[:,:] u4[:,:] u1[:,:]")
def play_units(key: int, first: int, tables: Tables, codes: U2, cards: U1, words: U4, taken: U1) -> int:
    """Deal and play units `first`, `first` + 1, ... until `codes` is full.

    `cards`, `words` and `taken` are work arrays for LANES units.
    """
    seats, units = codes.shape
    for begin in range(0, units, LANES):
        lanes = min(LANES, units - begin)
        deal(key, first + begin, lanes, 3 * seats + 3, cards, words, taken)
        play_cards(cards, lanes, seats, tables, codes, begin)
    return 0


@kernel("u1[:]", Tables, "i8[:]")
def dealers_left(known: U1, tables: Tables, against: I8) -> int:
    """Compare the hand in the first three `known` cards with every hand of the dealer's that has no known card.

    Adds the counts to `against`, indexed by result.
    """
    out = np.uint64(0)
    for i in range(known.shape[0]):
        out |= np.uint64(1) << np.uint64(known[i])
    ours = tables.strength[triple_number(known[0], known[1], known[2])]
    for c in range(2, CARDS):
        if out >> np.uint64(c) & np.uint64(1):
            continue
        for b in range(1, c):
            if out >> np.uint64(b) & np.uint64(1):
                continue
            two = b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
            for a in range(b):
                if not out >> np.uint64(a) & np.uint64(1):
                    dealer = a + two
                    theirs = tables.strength[dealer]
                    result = 1 + (ours <= theirs) + (ours < theirs)
                    against[result if tables.dealer_plays[dealer] else 0] += 1
    return 0


# --- players who share what they see


@group("u1[:] u2[:] i8[:]")
class Shared(NamedTuple):
    """Work arrays for one unit."""

    left: U1  # cards that no seat has
    ours: U2  # [seat]: the strength of its hand
    against: I8  # flat [seat, 2]: number of the dealer's playing hands that are level, and that are above


def room_to_share(seats: int) -> Shared:
    return Shared(np.empty(CARDS, np.uint8), np.empty(seats, np.uint16), np.empty(2 * seats, np.int64))


@part
def count_dealers(cards: U1, lane: int, seats: int, tables: Tables, desk: Shared) -> Any:
    """Compare every hand the dealer can have with every seat's; return how many there are, and how many do not play."""
    left, ours, against = desk.left, desk.ours, desk.against
    out = np.uint64(0)
    for i in range(3 * seats):
        out |= np.uint64(1) << np.uint64(cards[i, lane])
    hand_count = 0
    for card in range(CARDS):
        if not out >> np.uint64(card) & np.uint64(1):
            left[hand_count] = card
            hand_count += 1
    against[:] = 0
    idle = 0
    for k in range(2, hand_count):
        c = np.int64(left[k])
        high = c * (c - 1) * (c - 2) // 6
        for j in range(1, k):
            b = np.int64(left[j])
            two = b * (b - 1) // 2 + high
            for i in range(j):
                dealer = two + left[i]
                if not tables.dealer_plays[dealer]:
                    idle += 1
                    continue
                theirs = tables.strength[dealer]
                for seat in range(seats):
                    against[2 * seat] += ours[seat] == theirs
                    against[2 * seat + 1] += ours[seat] < theirs
    return hand_count * (hand_count - 1) * (hand_count - 2) // 6, idle


@kernel("u1[:,:]", Tables, "i8[:,:] u2[:,:]", Shared)
def share_dealt(cards: U1, tables: Tables, gains: I8, codes: U2, desk: Shared) -> int:
    """Play units with the given cards, at a table whose players know each other's cards.

    `gains` is what playing a hand gains over folding it, as [class, result].
    """
    seats = codes.shape[0]
    for lane in range(codes.shape[1]):
        for seat in range(seats):
            hand = triple_number(cards[3 * seat, lane], cards[3 * seat + 1, lane], cards[3 * seat + 2, lane])
            desk.ours[seat] = tables.strength[hand]
        dealers, idle = count_dealers(cards, lane, seats, tables, desk)
        theirs = triple_number(cards[3 * seats, lane], cards[3 * seats + 1, lane], cards[3 * seats + 2, lane])
        for seat in range(seats):
            hand = triple_number(cards[3 * seat, lane], cards[3 * seat + 1, lane], cards[3 * seat + 2, lane])
            level, above = desk.against[2 * seat], desk.against[2 * seat + 1]
            gain = gains[tables.made[hand]]
            worth = idle * gain[0] + (dealers - idle - level - above) * gain[1] + level * gain[2] + above * gain[3]
            mine, other = desk.ours[seat], tables.strength[theirs]
            result = (1 + (mine <= other) + (mine < other)) if tables.dealer_plays[theirs] else 0
            played = PLAYED + tables.made[hand] * RESULTS + result
            codes[seat, lane] = played if worth > 0 else FOLDED + tables.made[hand]
    return 0


def twin(made: Tables, gains: I8 | None = None) -> Twin:
    """Return the GPU version of these tables, with all data of a hand packed into one number."""
    packed = made.strength.astype(np.uint32) | made.made.astype(np.uint32) << 16
    packed |= made.dealer_plays.astype(np.uint32) << 19
    for seat, plays in enumerate(made.plays):
        packed |= plays.astype(np.uint32) << (20 + seat)
    tables: dict[str, Any] = {"hands": packed}
    if gains is not None:
        tables["gains"] = gains
    return Twin(
        Path(__file__).with_name("twin.cu"), {"MANY": 3 * len(made.plays) + 3}, tables, shares=gains is not None
    )


KERNELS = (play_dealt, play_units, dealers_left, share_dealt)
