"""Play millions of rounds of Three Card Poker.

A unit is one round. A seat has cards 3 * seat to 3 * seat + 2 of it, and the dealer has the three after the last
seat's.

The method is to look everything up. The order of cards does not matter, so a hand is numbered as a set: the cards a < b
< c, from 0 to 51, have the number a + C(b, 2) + C(c, 3). Tables by this number give the strength and class of a hand,
and whether it is played.

The *result* of a comparison is 0 if the dealer does not play, 1 if the player's hand is above the dealer's, 2 if they
are level, 3 if it is below. The code of a round is FOLDED + class, or PLAYED + class * RESULTS + result.

Example: the player has Jh Js Ac, and the cards left for the dealer are 5c 9h Jc Jd As, which make ten hands. With jack
high two do not play (J-9-5). Seven are below the player's: five with ace high, and J-J-5 and J-J-9. J-J-A is level. So
`dealers_left` counts 2, 7, 1 and 0.
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
    """Play `lanes` units whose cards are [card, unit]; fill `codes` [seat, unit] from unit `begin` on."""
    for lane in range(lanes):
        dealer = triple_number(cards[3 * seats, lane], cards[3 * seats + 1, lane], cards[3 * seats + 2, lane])
        dealer_strength, plays = tables.strength[dealer], tables.dealer_plays[dealer]
        for seat in range(seats):
            hand = triple_number(cards[3 * seat, lane], cards[3 * seat + 1, lane], cards[3 * seat + 2, lane])
            own_strength = tables.strength[hand]
            result = (1 + (own_strength <= dealer_strength) + (own_strength < dealer_strength)) if plays else 0
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
    own_strength = tables.strength[triple_number(known[0], known[1], known[2])]
    for c in range(2, CARDS):
        if out >> np.uint64(c) & np.uint64(1):
            continue
        for b in range(1, c):
            if out >> np.uint64(b) & np.uint64(1):
                continue
            of_two = b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
            for a in range(b):
                if not out >> np.uint64(a) & np.uint64(1):
                    dealer = a + of_two
                    dealer_strength = tables.strength[dealer]
                    result = 1 + (own_strength <= dealer_strength) + (own_strength < dealer_strength)
                    against[result if tables.dealer_plays[dealer] else 0] += 1
    return 0


# --- players who share what they see


@group("u1[:] u2[:] i8[:]")
class UnitArrays(NamedTuple):
    """Work arrays for one unit."""

    left: U1  # cards that no seat has
    ours: U2  # [seat]: the strength of its hand
    against: I8  # flat [seat, 2]: number of the dealer's playing hands that are level, and that are above


def room_to_share(seats: int) -> UnitArrays:
    """Return the work arrays for a table with this number of seats whose players share their cards."""
    return UnitArrays(np.empty(CARDS, np.uint8), np.empty(seats, np.uint16), np.empty(2 * seats, np.int64))


@part
def count_dealers(cards: U1, lane: int, seats: int, tables: Tables, desk: UnitArrays) -> Any:
    """Compare every hand the dealer can have with every seat's; return how many there are, and how many do not play."""
    left, ours, against = desk.left, desk.ours, desk.against
    dealt = np.uint64(0)
    for i in range(3 * seats):
        dealt |= np.uint64(1) << np.uint64(cards[i, lane])
    count = 0
    for card in range(CARDS):
        if not dealt >> np.uint64(card) & np.uint64(1):
            left[count] = card
            count += 1
    against[:] = 0
    idle = 0
    for k in range(2, count):
        c = np.int64(left[k])
        high = c * (c - 1) * (c - 2) // 6
        for j in range(1, k):
            b = np.int64(left[j])
            of_two = b * (b - 1) // 2 + high
            for i in range(j):
                dealer = of_two + left[i]
                if not tables.dealer_plays[dealer]:
                    idle += 1
                    continue
                dealer_strength = tables.strength[dealer]
                for seat in range(seats):
                    against[2 * seat] += ours[seat] == dealer_strength
                    against[2 * seat + 1] += ours[seat] < dealer_strength
    return count * (count - 1) * (count - 2) // 6, idle


@kernel("u1[:,:]", Tables, "i8[:,:] u2[:,:]", UnitArrays)
def share_dealt(cards: U1, tables: Tables, gains: I8, codes: U2, desk: UnitArrays) -> int:
    """Play units with the given cards, at a table whose players know each other's cards.

    `gains` is what playing a hand gains over folding it, as [class, result].
    """
    seats = codes.shape[0]
    for lane in range(codes.shape[1]):
        for seat in range(seats):
            hand = triple_number(cards[3 * seat, lane], cards[3 * seat + 1, lane], cards[3 * seat + 2, lane])
            desk.ours[seat] = tables.strength[hand]
        dealers, idle = count_dealers(cards, lane, seats, tables, desk)
        dealer = triple_number(cards[3 * seats, lane], cards[3 * seats + 1, lane], cards[3 * seats + 2, lane])
        for seat in range(seats):
            hand = triple_number(cards[3 * seat, lane], cards[3 * seat + 1, lane], cards[3 * seat + 2, lane])
            level, above = desk.against[2 * seat], desk.against[2 * seat + 1]
            gain = gains[tables.made[hand]]
            worth = idle * gain[0] + (dealers - idle - level - above) * gain[1] + level * gain[2] + above * gain[3]
            own_strength, dealer_strength = desk.ours[seat], tables.strength[dealer]
            result = (
                (1 + (own_strength <= dealer_strength) + (own_strength < dealer_strength))
                if tables.dealer_plays[dealer]
                else 0
            )
            played = PLAYED + tables.made[hand] * RESULTS + result
            codes[seat, lane] = played if worth > 0 else FOLDED + tables.made[hand]
    return 0


def twin(source: Tables, gains: I8 | None = None) -> Twin:
    """Return the GPU version of these tables, with all data of a hand packed into one number."""
    packed = source.strength.astype(np.uint32) | source.made.astype(np.uint32) << 16
    packed |= source.dealer_plays.astype(np.uint32) << 19
    for seat, plays in enumerate(source.plays):
        packed |= plays.astype(np.uint32) << (20 + seat)
    tables: dict[str, Any] = {"hands": packed}
    if gains is not None:
        tables["gains"] = gains
    return Twin(
        Path(__file__).with_name("twin.cu"), {"MANY": 3 * len(source.plays) + 3}, tables, shares=gains is not None
    )


KERNELS = (play_dealt, play_units, dealers_left, share_dealt)
