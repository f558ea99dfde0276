"""Count all deals of three hands of five cards by what happens to the pot.

For every ten ranks that the two players take out of the deck, the ways in which the dealer can hold each set of ranks
are counted once and summed up in the order of strength. Each way to divide the ten ranks between the players then only
looks up sums. There are 566,280 multisets of ten ranks, divided in 38 million ways, for 3.4 * 10**18 deals.

That is by ranks. Which hands are of one suit is corrected afterwards, by adding and subtracting. With `suits` suits,
let `suited` be suits**4:

- Of the ways in which three hands hold their ranks, one in `suited` has a certain one of them suited.
- Two hands are suited in different suits or, if they share no rank, in the same one; the third holds its ranks in the
  cards that are left.
- Three hands are suited if each two of them are. (All three in one suit would take fifteen ranks.)

A hand that is counted as suited is subtracted where it was counted as plain.

Example: the players can divide 2 2 2 2 3 3 3 3 4 4 in 13 ways, which stand for C(10, 5) = 252 ways with these cards.
One of the 13 gives the first player 2 2 2 2 3, in 4 ways, for any of four threes.
"""

from __future__ import annotations

from hashlib import sha256
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.winners_pot_poker.math.kernel.hands import (
    BLOCK,
    DIFFERENT,
    EACH,
    HANDS,
    I8,
    PADDED,
    RANKS,
    SIZE,
    STRENGTHS,
    U4,
    Deck,
    Hands,
)
from pitboss.numeric.compiler import cached_result, group, kernel, part

SHARED = 2 * SIZE  # cards of the two players
BLOCKS = PADDED // BLOCK
SMALLER = sum(comb(RANKS + size - 1, size) for size in range(SIZE))  # sets of up to four ranks
LINES = 1024  # more than the ways to divide some of ten cards

# The counts for the first player's hand. He stays: who has the highest hand while the second player stays, ...
COLUMNS = (
    "first",
    "first and dealer",
    "both",
    "both and dealer",
    "second",
    "second and dealer",
    "dealer",
    # ... while that one has folded with three cards, ...
    "first, second out on three",
    "first and dealer, second out on three",
    "dealer, second out on three",
    # ... with four.
    "first, second out on four",
    "first and dealer, second out on four",
    "dealer, second out on four",
    # He folds: the same among those who stay.
    "second, first out",
    "second and dealer, first out",
    "dealer, first out",
    "second out on three, first out",
    "second out on four, first out",
)
STAYS, THREE, FOUR = range(3)  # the second index of the weights: the hand stays, folds with three cards, or with four


@group("i8[:] i8[:,:] u4[:] u4[:] u4[:] u4[:] i8[:] i8[:,:] i8[:,:] i8[:] i8[:] i8[:]")
class Room(NamedTuple):
    """Work arrays for counting the dealer's hands beside ten cards of the players."""

    held: I8  # [rank]: cards that the players hold
    choose: I8  # [n, k]: ways to choose k of n cards, n up to 4
    left: U4  # [EACH * rank + count]: ways to choose `count` of the cards of a rank that are left
    ways: U4  # [set of up to four ranks]: ways of the dealer to hold it
    below: U4  # [hand]: ways of the dealer to hold the ranks of a lower hand; below[HANDS] is the total
    different: U4  # [number]: ways of the dealer to hold the ranks of a hand whose ranks differ
    below_different: I8  # [number]: ways to hold the ranks of such a hand with a lower number; the last is the total
    lines: I8  # [line, 4]: ways to divide: the first player's cards so far, the sums that find the two hands, and ways
    more: I8  # [line, 4]: the same, after one more rank
    first: I8  # [block]: see `sum_blocks`: the dealer's hands that are suited if the first player's is
    second: I8  # [block]: the same if the second player's is
    sums: I8  # [6]: the dealer's hands below certain strengths, see `count_outcomes`


@part
def first_ten(deck: Deck, held: I8) -> int:
    """Fill `held` with the first ten ranks, the lowest. Return how many cards are missing in a smaller deck."""
    missing = SHARED
    for rank in range(RANKS):
        held[rank] = min(deck.copies[rank], missing)
        missing -= held[rank]
    return missing


@part
def next_ten(deck: Deck, held: I8) -> int:
    """Advance `held` to the next ten ranks: one card moves up a rank, and all below it as low as possible.

    Return 0 if there are none.
    """
    lower = 0
    for rank in range(RANKS - 1):
        lower += held[rank]
        if lower and held[rank + 1] < deck.copies[rank + 1]:
            held[rank + 1] += 1
            cards = lower - 1
            for low in range(rank + 1):
                held[low] = min(deck.copies[low], cards)
                cards -= held[low]
            return 1
    return 0


@part
def count_dealers(hands: Hands, deck: Deck, room: Room) -> int:
    """Fill the dealer's hands beside these ten ranks. Return the number of ways to hold all ten as one hand."""
    together = 1
    for rank in range(RANKS):
        together *= room.choose[deck.copies[rank], room.held[rank]]
        for count in range(EACH):
            room.left[EACH * rank + count] = room.choose[deck.copies[rank] - room.held[rank], count]
    smaller, before, top = room.ways.shape[0], hands.before, hands.top
    room.ways[0] = 1
    for index in range(1, smaller):
        room.ways[index] = room.ways[before[index]] * room.left[top[index]]
    before, top, total = before[smaller:], top[smaller:], 0
    for index in range(HANDS):
        room.below[index] = total
        total += room.ways[before[index]] * room.left[top[index]]
    room.below[HANDS] = total
    total = 0
    for index in range(DIFFERENT):
        room.below_different[index] = total
        ways = room.below[hands.hand[index] + 1] - room.below[hands.hand[index]]
        room.different[index] = ways
        total += ways
    room.below_different[DIFFERENT] = total
    return together


@part
def divide_ranks(hands: Hands, room: Room) -> int:
    """Fill `room.lines` with every way to divide the ten ranks between the players, and return how many there are."""
    lines, next_lines, count, given = room.lines, room.more, 1, 0
    lines[0, 0] = lines[0, 1] = lines[0, 2] = 0
    lines[0, 3] = 1
    for rank in range(RANKS):
        of_rank = room.held[rank]
        if not of_rank:
            continue
        next_count = 0
        for line in range(count):
            first = lines[line, 0]
            second = given - first
            for to_first in range(max(0, second + of_rank - SIZE), min(of_rank, SIZE - first) + 1):
                next_lines[next_count, 0] = first + to_first
                next_lines[next_count, 1] = lines[line, 1] + hands.adds[rank, first, to_first]
                next_lines[next_count, 2] = lines[line, 2] + hands.adds[rank, second, of_rank - to_first]
                next_lines[next_count, 3] = lines[line, 3] * room.choose[of_rank, to_first]
                next_count += 1
        for line in range(next_count):
            for field in range(4):
                lines[line, field] = next_lines[line, field]
        count = next_count
        given += of_rank
    return count


@part
def sum_blocks(share: U4, ways: U4, into: I8) -> None:
    """Fill into[block] with the sum of share[hand] * ways[hand] over the hands before the block; into[BLOCKS] is the
    total.
    """
    total = np.int64(0)
    for block in range(BLOCKS):
        into[block] = total
        shares, hands, in_block = share[block * BLOCK :], ways[block * BLOCK :], np.uint32(0)
        for index in range(BLOCK):
            in_block = np.uint32(in_block + shares[index] * hands[index])
        total += np.int64(in_block)
    into[BLOCKS] = total


@part
def sum_below(share: U4, ways: U4, blocks: I8, number: int) -> Any:
    """Return the sum of share[hand] * ways[hand] over the hands below a number.

    `blocks` is as `sum_blocks` fills it.
    """
    block = number // BLOCK
    shares, hands, in_block = share[block * BLOCK :], ways[block * BLOCK :], np.uint32(0)
    for index in range(number % BLOCK):
        in_block = np.uint32(in_block + shares[index] * hands[index])
    return blocks[block] + np.int64(in_block)


@part
def count_outcomes(
    counts: I8,
    weights: I8,
    hand: int,
    first_strength: int,
    second_strength: int,
    total: int,
    sums: I8,
    firsts: int,
    seconds: int,
) -> None:
    """Count what happens to the first player's hand while the second player holds `hand`.

    sums[0] is the number of the dealer's hands below the higher of the two, sums[1] that up to it. sums[firsts] and
    sums[firsts + 1] are the same for the first player's hand, sums[seconds] and sums[seconds + 1] for the second
    player's. `total` is all hands of the dealer.
    """
    lower, level = sums[0], sums[1] - sums[0]
    lower_own, level_own = sums[firsts], sums[firsts + 1] - sums[firsts]
    lower_his, level_his = sums[seconds], sums[seconds + 1] - sums[seconds]
    highest = 0 if first_strength > second_strength else 2 if first_strength == second_strength else 4
    for way in range(weights.shape[0]):
        stays, three, four = weights[way, STAYS, hand], weights[way, THREE, hand], weights[way, FOUR, hand]
        if stays:
            counts[first_strength, way, highest] += stays * lower
            counts[first_strength, way, highest + 1] += stays * level
            counts[first_strength, way, 6] += stays * (total - lower - level)
            counts[first_strength, way, 13] += stays * lower_his
            counts[first_strength, way, 14] += stays * level_his
            counts[first_strength, way, 15] += stays * (total - lower_his - level_his)
        if three:
            counts[first_strength, way, 7] += three * lower_own
            counts[first_strength, way, 8] += three * level_own
            counts[first_strength, way, 9] += three * (total - lower_own - level_own)
            counts[first_strength, way, 16] += three * total
        if four:
            counts[first_strength, way, 10] += four * lower_own
            counts[first_strength, way, 11] += four * level_own
            counts[first_strength, way, 12] += four * (total - lower_own - level_own)
            counts[first_strength, way, 17] += four * total


@part
def count_two_hands(
    hands: Hands,
    deck: Deck,
    room: Room,
    weights: I8,
    counts: I8,
    deals: int,
    first_hand: int,
    second_hand: int,
    ways: int,
) -> None:
    """Count two hands of the players, held in `ways` ways by their ranks, against every hand of the dealer."""
    suits, suited = deck.suits, deck.suits**4
    parts = deck.suits**5 * (deck.suits - 1) ** 5
    first, second = hands.different[first_hand], hands.different[second_hand]
    alone = ways // suited  # ways in which a certain one of the two hands is suited
    both = triple = 0  # ways in which both are suited, and in which all three are, per set of ranks of the dealer's
    if first >= 0:
        sum_blocks(deck.share[first], room.different, room.first)
    if second >= 0:
        sum_blocks(deck.share[second], room.different, room.second)
    if first >= 0 and second >= 0:
        apart = deck.apart[first, second + 1] - deck.apart[first, second]
        both = suits * (suits - 1 + apart)
        triple = suits * (suits - 1) * (suits - 2 + apart)
    for first_suited in range(1 + (first >= 0)):
        first_strength = hands.suited[first_hand] if first_suited else hands.plain[first_hand]
        for second_suited in range(1 + (second >= 0)):
            second_strength = hands.suited[second_hand] if second_suited else hands.plain[second_hand]
            if first_suited and second_suited:
                deals_of_both = both
            elif first_suited or second_suited:
                deals_of_both = alone - both
            else:
                deals_of_both = ways + both - alone * ((first >= 0) + (second >= 0))
            higher = max(first_strength, second_strength)
            # Fill sums[query]: below and up to the higher hand, the first player's, and the second player's.
            for query in range(6):
                strength = (higher if query < 2 else first_strength if query < 4 else second_strength) + query % 2
                lower_plain, lower_suited = hands.lower_plain[strength], hands.lower_suited[strength]
                total = deals_of_both * room.below[hands.lower[strength]]
                if not first_suited and not second_suited:
                    total += ways * (room.below_different[lower_suited] - room.below_different[lower_plain]) // suited
                if first >= 0 and not second_suited:
                    share = deck.share[first]
                    change = sum_below(share, room.different, room.first, lower_suited)
                    change = alone * (change - sum_below(share, room.different, room.first, lower_plain)) // parts
                    total += change if first_suited else -change
                if second >= 0 and not first_suited:
                    share = deck.share[second]
                    change = sum_below(share, room.different, room.second, lower_suited)
                    change = alone * (change - sum_below(share, room.different, room.second, lower_plain)) // parts
                    total += change if second_suited else -change
                if first >= 0 and second >= 0:
                    change = triple * (deck.known[lower_suited] - deck.known[lower_plain])
                    change += suits * (suits - 1) * (deck.apart[first, lower_suited] - deck.apart[first, lower_plain])
                    change += suits * (suits - 1) * (deck.apart[second, lower_suited] - deck.apart[second, lower_plain])
                    total += change if first_suited == second_suited else -change
                room.sums[query] = total
            count_outcomes(
                counts, weights, second_hand, first_strength, second_strength, deals_of_both * deals, room.sums, 2, 4
            )
            if first_hand != second_hand:
                count_outcomes(
                    counts, weights, first_hand, second_strength, first_strength, deals_of_both * deals, room.sums, 4, 2
                )


@kernel(Hands, Deck, Room, "i8[:,:,:] i8[:,:,:] i8")
def count_pots(hands: Hands, deck: Deck, room: Room, weights: I8, counts: I8, deals: int) -> int:
    """Fill counts[strength of the first player's hand, way in which the second folds, column], and return the number of
    ten ranks.

    `weights` is [way, (STAYS, THREE, FOUR), hand]. `deals` is the number of hands of the dealer beside two others.
    """
    if first_ten(deck, room.held):
        return 0
    count = 1
    while True:
        together = count_dealers(hands, deck, room)
        for line in range(divide_ranks(hands, room)):
            first_hand, second_hand = hands.found[room.lines[line, 1]], hands.found[room.lines[line, 2]]
            if first_hand <= second_hand:
                ways = together * room.lines[line, 3]
                count_two_hands(hands, deck, room, weights, counts, deals, first_hand, second_hand, ways)
        if not next_ten(deck, room.held):
            return count
        count += 1


def cached_counts(hands: Hands, deck: Deck, weights: I8) -> I8:
    """Return the counts [strength of the first player's hand, way in which the second folds, column] of `COLUMNS`.

    They are deals of a hand to each of three, weighted with how many of the second player's twenty orders of cards lead
    to what he does. A whole deck takes a while, so the result is cached.
    """
    inputs = sha256()
    for array in (*hands, *deck, weights):
        inputs.update(repr(np.shape(array)).encode() + np.asarray(array).tobytes())
    shape = STRENGTHS, len(weights), len(COLUMNS)
    # The price of another ranking needs a count of its own, so this may be read twice.
    message = "counting all deals of three hands, once for each way to rank them (about 20 seconds each)"
    content = cached_result(f"pots-{inputs.hexdigest()[:32]}", message, lambda: count(hands, deck, weights).tobytes())
    return np.frombuffer(content, np.int64).reshape(shape)


def new_room() -> Room:
    """Return work arrays."""
    return Room(
        held=np.zeros(RANKS, np.int64),
        choose=np.array([[comb(cards, chosen) for chosen in range(EACH)] for cards in range(EACH)]),
        left=np.zeros(RANKS * EACH, np.uint32),
        ways=np.zeros(SMALLER, np.uint32),
        below=np.zeros(HANDS + 1, np.uint32),
        different=np.zeros(PADDED, np.uint32),
        below_different=np.zeros(DIFFERENT + 1, np.int64),
        lines=np.zeros((LINES, 4), np.int64),
        more=np.zeros((LINES, 4), np.int64),
        first=np.zeros(BLOCKS + 1, np.int64),
        second=np.zeros(BLOCKS + 1, np.int64),
        sums=np.zeros(6, np.int64),
    )


def count(hands: Hands, deck: Deck, weights: I8) -> I8:
    """Return the same as `cached_counts`, without a cache."""
    room = new_room()
    counts = np.zeros((STRENGTHS, len(weights), len(COLUMNS)), np.int64)
    count_pots(hands, deck, room, weights, counts, comb(int(deck.copies.sum()) - SHARED, SIZE))
    return counts
