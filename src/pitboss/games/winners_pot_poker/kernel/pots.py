"""All deals of three hands of five cards, counted by what becomes of a pot.

For every ten ranks that the two players take out of the deck, the ways in which the dealer can hold each set of ranks
are counted and added up in the order of strength, once. Each way to divide the ten ranks between the players then only
looks up sums: 566,280 times ten ranks, divided in 38 million ways, stand for 3.4 million million million deals.

That is by ranks. Which hands are of one suit is put right afterwards, by adding and taking off. `suits`**4 is `suited`:

- Of the ways in which three hands hold their ranks, one in `suited` has a certain one of them suited.
- Two are suited in different suits or, if they share no rank, in one; the third holds its ranks in what is left.
- Three are suited if each two of them are. (All three in one suit would take fifteen ranks.)

A hand that is counted as suited is taken off where it was counted as plain.
"""

from __future__ import annotations

from hashlib import sha256
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.winners_pot_poker.kernel.hands import (
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
LINES = 1024  # more than there are ways to begin to divide ten cards

# What is counted for the first player's hand. He stays: who has the highest hand while the second player stays, ...
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
STAYS, THREE, FOUR = range(3)  # what a hand does, in the weights


@group("i8[:] i8[:,:] u4[:] u4[:] u4[:] u4[:] i8[:] i8[:,:] i8[:,:] i8[:] i8[:] i8[:]")
class Room(NamedTuple):
    """To count in."""

    held: I8  # by rank: cards that the players hold
    choose: I8  # how many ways to choose some of some, up to four of four
    left: U4  # by rank and number: ways to choose so many of the cards left
    ways: U4  # by set of up to four ranks: ways of the dealer to hold it
    below: U4  # by hand: ways of the dealer to hold lower ones, all as plain hands
    different: U4  # by hand whose ranks differ: ways of the dealer to hold its ranks
    below_different: I8  # and to hold those of lower ones
    lines: I8  # ways to divide: cards of the first player, sums that find the two hands, ways
    more: I8  # the same, one rank on
    first: I8  # by block: the share of the dealer's hands that are suited while the first player's is
    second: I8  # and while the second player's is
    sums: I8  # the dealer's hands below certain strengths


@part
def begin(deck: Deck, held: I8) -> int:
    """The first ten ranks: the lowest."""
    rest = SHARED
    for rank in range(RANKS):
        held[rank] = min(deck.copies[rank], rest)
        rest -= held[rank]
    return rest


@part
def go_on(deck: Deck, held: I8) -> int:
    """The next ten ranks: one card goes a rank up, and all below it as low as they can. 0 if there are none."""
    lower = 0
    for rank in range(RANKS - 1):
        lower += held[rank]
        if lower and held[rank + 1] < deck.copies[rank + 1]:
            held[rank + 1] += 1
            rest = lower - 1
            for low in range(rank + 1):
                held[low] = min(deck.copies[low], rest)
                rest -= held[low]
            return 1
    return 0


@part
def dealers(hands: Hands, deck: Deck, room: Room) -> int:
    """The dealer's hands beside these ten ranks. In how many ways players can hold them, all in one hand."""
    together = 1
    for rank in range(RANKS):
        together *= room.choose[deck.copies[rank], room.held[rank]]
        for some in range(EACH):
            room.left[EACH * rank + some] = room.choose[deck.copies[rank] - room.held[rank], some]
    smaller, before, top = room.ways.shape[0], hands.before, hands.top
    room.ways[0] = 1
    for at in range(1, smaller):
        room.ways[at] = room.ways[before[at]] * room.left[top[at]]
    before, top, total = before[smaller:], top[smaller:], 0
    for at in range(HANDS):
        room.below[at] = total
        total += room.ways[before[at]] * room.left[top[at]]
    room.below[HANDS] = total
    total = 0
    for at in range(DIFFERENT):
        room.below_different[at] = total
        ways = room.below[hands.hand[at] + 1] - room.below[hands.hand[at]]
        room.different[at] = ways
        total += ways
    room.below_different[DIFFERENT] = total
    return together


@part
def divide(hands: Hands, room: Room) -> int:
    """Every way to divide the ten ranks between the players. How many there are, in `room.lines`."""
    lines, more, many, given = room.lines, room.more, 1, 0
    lines[0, 0] = lines[0, 1] = lines[0, 2] = 0
    lines[0, 3] = 1
    for rank in range(RANKS):
        of_it = room.held[rank]
        if not of_it:
            continue
        new = 0
        for line in range(many):
            first = lines[line, 0]
            second = given - first
            for some in range(max(0, second + of_it - SIZE), min(of_it, SIZE - first) + 1):
                more[new, 0] = first + some
                more[new, 1] = lines[line, 1] + hands.adds[rank, first, some]
                more[new, 2] = lines[line, 2] + hands.adds[rank, second, of_it - some]
                more[new, 3] = lines[line, 3] * room.choose[of_it, some]
                new += 1
        for line in range(new):
            for field in range(4):
                lines[line, field] = more[line, field]
        many = new
        given += of_it
    return many


@part
def add_up(share: U4, ways: U4, into: I8) -> None:
    """Sums by blocks."""
    total = np.int64(0)
    for block in range(BLOCKS):
        into[block] = total
        shares, hands, some = share[block * BLOCK :], ways[block * BLOCK :], np.uint32(0)
        for at in range(BLOCK):
            some = np.uint32(some + shares[at] * hands[at])
        total += np.int64(some)
    into[BLOCKS] = total


@part
def up_to(share: U4, ways: U4, blocks: I8, number: int) -> Any:
    """The sum over the hands below a number."""
    block = number // BLOCK
    shares, hands, some = share[block * BLOCK :], ways[block * BLOCK :], np.uint32(0)
    for at in range(number % BLOCK):
        some = np.uint32(some + shares[at] * hands[at])
    return blocks[block] + np.int64(some)


@part
def book(counts: I8, weights: I8, hand: int, mine: int, other: int, total: int, sums: I8, own: int, his: int) -> None:
    """Enter what becomes of the first player's hand of strength `mine` while the second holds `hand`, of strength
    `other`. `sums` has the dealer's hands below the higher of the two and up to it, and the same from `own` on for the
    first player's and from `his` on for the second's."""
    lower, level = sums[0], sums[1] - sums[0]
    lower_own, level_own = sums[own], sums[own + 1] - sums[own]
    lower_his, level_his = sums[his], sums[his + 1] - sums[his]
    highest = 0 if mine > other else 2 if mine == other else 4
    for way in range(weights.shape[0]):
        stays, three, four = weights[way, STAYS, hand], weights[way, THREE, hand], weights[way, FOUR, hand]
        if stays:
            counts[mine, way, highest] += stays * lower
            counts[mine, way, highest + 1] += stays * level
            counts[mine, way, 6] += stays * (total - lower - level)
            counts[mine, way, 13] += stays * lower_his
            counts[mine, way, 14] += stays * level_his
            counts[mine, way, 15] += stays * (total - lower_his - level_his)
        if three:
            counts[mine, way, 7] += three * lower_own
            counts[mine, way, 8] += three * level_own
            counts[mine, way, 9] += three * (total - lower_own - level_own)
            counts[mine, way, 16] += three * total
        if four:
            counts[mine, way, 10] += four * lower_own
            counts[mine, way, 11] += four * level_own
            counts[mine, way, 12] += four * (total - lower_own - level_own)
            counts[mine, way, 17] += four * total


@part
def count_two(
    hands: Hands, deck: Deck, room: Room, weights: I8, counts: I8, deals: int, one: int, two: int, ways: int
) -> None:
    """Two hands of the players that can be held in so many ways by their ranks, and every hand of the dealer's."""
    suits, suited = deck.suits, deck.suits**4
    parts = deck.suits**5 * (deck.suits - 1) ** 5
    first, second = hands.different[one], hands.different[two]
    alone = ways // suited  # in which one of them is suited, if it can be
    both = triple = 0
    if first >= 0:
        add_up(deck.share[first], room.different, room.first)
    if second >= 0:
        add_up(deck.share[second], room.different, room.second)
    if first >= 0 and second >= 0:
        apart = deck.apart[first, second + 1] - deck.apart[first, second]
        both = suits * (suits - 1 + apart)
        triple = suits * (suits - 1) * (suits - 2 + apart)
    for first_suited in range(1 + (first >= 0)):
        mine = hands.suited[one] if first_suited else hands.plain[one]
        for second_suited in range(1 + (second >= 0)):
            other = hands.suited[two] if second_suited else hands.plain[two]
            if first_suited and second_suited:
                often = both
            elif first_suited or second_suited:
                often = alone - both
            else:
                often = ways + both - alone * ((first >= 0) + (second >= 0))
            for query in range(6):
                strength = (max(mine, other) if query < 2 else mine if query < 4 else other) + query % 2
                plain, same = hands.lower_plain[strength], hands.lower_suited[strength]
                total = often * room.below[hands.lower[strength]]
                if not first_suited and not second_suited:
                    total += ways * (room.below_different[same] - room.below_different[plain]) // suited
                if first >= 0 and not second_suited:
                    share = deck.share[first]
                    more = up_to(share, room.different, room.first, same)
                    more = alone * (more - up_to(share, room.different, room.first, plain)) // parts
                    total += more if first_suited else -more
                if second >= 0 and not first_suited:
                    share = deck.share[second]
                    more = up_to(share, room.different, room.second, same)
                    more = alone * (more - up_to(share, room.different, room.second, plain)) // parts
                    total += more if second_suited else -more
                if first >= 0 and second >= 0:
                    more = triple * (deck.known[same] - deck.known[plain])
                    more += suits * (suits - 1) * (deck.apart[first, same] - deck.apart[first, plain])
                    more += suits * (suits - 1) * (deck.apart[second, same] - deck.apart[second, plain])
                    total += more if first_suited == second_suited else -more
                room.sums[query] = total
            book(counts, weights, two, mine, other, often * deals, room.sums, 2, 4)
            if one != two:
                book(counts, weights, one, other, mine, often * deals, room.sums, 4, 2)


@kernel(Hands, Deck, Room, "i8[:,:,:] i8[:,:,:] i8")
def count_pots(hands: Hands, deck: Deck, room: Room, weights: I8, counts: I8, deals: int) -> int:
    """For each of the first player's hands by strength, each way in which the second folds, and each column: in how
    many ways it comes to that. `deals` is how many hands of the dealer there are beside two others."""
    if begin(deck, room.held):
        return 0
    seen = 1
    while True:
        together = dealers(hands, deck, room)
        for line in range(divide(hands, room)):
            one, two = hands.found[room.lines[line, 1]], hands.found[room.lines[line, 2]]
            if one <= two:
                ways = together * room.lines[line, 3]
                count_two(hands, deck, room, weights, counts, deals, one, two, ways)
        if not go_on(deck, room.held):
            return seen
        seen += 1


def counted(hands: Hands, deck: Deck, weights: I8) -> I8:
    """By strength of the first player's hand, by way in which the second folds, and by column: the deals of a hand to
    each of three, weighted with how many of the second player's twenty orders of cards lead to what he does.

    A whole deck takes a while, so what was counted is kept.
    """
    given = sha256()
    for each in (*hands, *deck, weights):
        given.update(repr(np.shape(each)).encode() + np.asarray(each).tobytes())
    shape = STRENGTHS, len(weights), len(COLUMNS)
    # The price of another ranking needs a count of its own, so this may be read twice.
    told = "counting all deals of three hands, once for each way to rank them (about 20 seconds each)"
    kept = cached_result(f"pots-{given.hexdigest()[:32]}", told, lambda: count(hands, deck, weights).tobytes())
    return np.frombuffer(kept, np.int64).reshape(shape)


def count(hands: Hands, deck: Deck, weights: I8) -> I8:
    room = Room(
        held=np.zeros(RANKS, np.int64),
        choose=np.array([[comb(every, some) for some in range(EACH)] for every in range(EACH)]),
        left=np.zeros(RANKS * EACH, np.uint32),
        ways=np.zeros(len(hands.before) - HANDS, np.uint32),
        below=np.zeros(HANDS + 1, np.uint32),
        different=np.zeros(PADDED, np.uint32),
        below_different=np.zeros(DIFFERENT + 1, np.int64),
        lines=np.zeros((LINES, 4), np.int64),
        more=np.zeros((LINES, 4), np.int64),
        first=np.zeros(BLOCKS + 1, np.int64),
        second=np.zeros(BLOCKS + 1, np.int64),
        sums=np.zeros(6, np.int64),
    )
    counts = np.zeros((STRENGTHS, len(weights), len(COLUMNS)), np.int64)
    count_pots(hands, deck, room, weights, counts, comb(int(deck.copies.sum()) - SHARED, SIZE))
    return counts
