"""Find the line and bit of a strategy table for a situation, fast enough for rounds dealt by the million.

Situations that differ only in suits that do not matter share one bit. Before the flop there are 169. On the flop, suits
are renamed so that the flop becomes the example of one of 1,755 classes, and the hole is renamed with it: 1,286,792
situations. On the river, boards and kinds of hole are those of `numbering`, because the value of a hole there depends
on nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.boards.solution import Strategy
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import kinds
from pitboss.games.ultimate_texas_holdem.math.kernel.holes import FLOPS, STARTING
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    RANK_BOARDS,
    SUIT_BOARDS,
    board_number,
    first_suit_board,
    hole_kind,
    kind_from_suit,
    pair_number,
)
from pitboss.numeric.choices import all_sets
from pitboss.numeric.compiler import group
from pitboss.numeric.hands import I4, I8, U1, U2

CLASSES = 1755  # classes of flops
HOLES = 1326
NAMES = 5  # bits of the number of a renaming of suits
FLOP_LINE, RANK_LINE, SUIT_LINE = 166, 12, 43  # bytes for a bit for each hole, each pair of ranks, each kind of hole
SUIT_LINES = RANK_BOARDS * RANK_LINE  # the first byte of suit boards


@group("u2[:] u2[:] u1[:] i4[:,:] i4[:,:] i4[:] u2[:]")
class Finder(NamedTuple):
    """The tables by which situations get their numbers: holes, flops, boards, and kinds of hole."""

    hole: U2  # [52 * card + other card]: the number of a hole
    flop: U2  # [flop]: its class and, in the low NAMES bits, the renaming that turns it into the class's example
    suits: U1  # [renaming]: the new suit of each suit, two bits each
    three: I4  # [place, card]: what a card adds to the number of a flop, cards in ascending order
    ranks: I4  # [place, rank]: what a rank adds to the number of a board by ranks, in ascending order
    first: I4  # [set of ranks]: the number of the first suit board with these ranks in the suit
    kinds: U2  # [26 * kind of card + other kind of card]: the kind of hole


@cache
def finder() -> Finder:
    """Return the tables by which situations get their numbers, computed once."""
    three = np.array([[comb(card, place) for card in range(52)] for place in (1, 2, 3)], np.int32)
    ranks = np.array([[comb(rank + place, place + 1) for rank in range(13)] for place in range(5)], np.int32)
    first = np.zeros(8192, np.int32)
    for mask in range(8192):
        if 3 <= mask.bit_count() <= 5:
            first[mask] = first_suit_board(mask, mask.bit_count())
    two = [hole_kind(a, b) if a != b or a < 13 else 0 for a in range(26) for b in range(26)]
    suits = (renamings() << np.array([0, 2, 4, 6])).sum(axis=1)
    return Finder(
        hole_numbers().ravel(),
        flop_classes(),
        suits.astype(np.uint8),
        three,
        ranks,
        first,
        np.array(two, np.uint16),
    )


# --- holes and flops


@cache
def renamings() -> I8:
    """Return [renaming, suit]: the suit that each renaming puts in the place of a suit. There is one for each order of
    the suits.
    """
    return np.array(list(permutations(range(4))), np.int64)


@cache
def holes() -> I8:
    """Return [hole, 2]: its cards, the lower one first."""
    return all_sets(2).astype(np.int64)


@cache
def hole_numbers() -> U2:
    """Return [card, card]: the number of a hole."""
    numbers = np.zeros((52, 52), np.uint16)
    low, high = holes().T
    numbers[low, high] = numbers[high, low] = np.arange(HOLES)
    return numbers


@cache
def flops() -> I8:
    """Return [flop, 3]: its cards in ascending order."""
    return all_sets(3).astype(np.int64)


def flop_numbers(cards: I8) -> I8:
    """Return the numbers of flops, whose cards are in any order."""
    low, middle, high = np.sort(cards, axis=-1).T
    numbers: I8 = low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6
    return numbers


def rename_suits(cards: I8, names: I8) -> I8:
    """Return cards with their suits renamed: all in the same way, or each row of cards in its own."""
    new_cards: I8 = cards & ~3 | (names[cards & 3] if names.ndim == 1 else np.take_along_axis(names, cards & 3, axis=1))
    return new_cards


@cache
def _alike() -> I8:
    """Return [renaming, flop]: the number that a flop has after the renaming of its suits."""
    return np.array([flop_numbers(rename_suits(flops(), names)) for names in renamings()])


@cache
def first_of_class() -> I8:
    """Return [class]: the number of its example, which is the lowest of the flops that are alike."""
    return np.unique(_alike().min(axis=0))


@cache
def flop_classes() -> U2:
    """Return [flop]: its class and, in the low NAMES bits, the renaming that turns it into the example."""
    renaming = _alike().argmin(axis=0)
    number = np.searchsorted(first_of_class(), _alike().min(axis=0))
    classes: U2 = (number << NAMES | renaming).astype(np.uint16)
    return classes


@cache
def same_holes() -> U2:
    """Return [class, hole]: the lowest hole that is equivalent beside the class's example flop."""
    lowest = np.tile(np.arange(HOLES, dtype=np.uint16), (CLASSES, 1))
    for names, numbers in zip(renamings(), _alike(), strict=True):
        unchanged = numbers[first_of_class()] == first_of_class()
        other = hole_numbers()[tuple(rename_suits(holes(), names).T)]
        lowest[unchanged] = np.minimum(lowest[unchanged], other[None, :])
    return lowest


@cache
def flop_situations() -> tuple[I8, I8]:
    """Return the class and the hole of every situation on the flop."""
    on_flop = np.zeros((CLASSES, 52), bool)
    np.put_along_axis(on_flop, flops()[first_of_class()], True, axis=1)
    low, high = holes().T
    free = ~(on_flop[:, low] | on_flop[:, high])
    number, hole = np.nonzero(free & (same_holes() == np.arange(HOLES, dtype=np.uint16)))
    return number, hole


# --- as the kernel that solves the game numbers them


@cache
def starting() -> tuple[I8, I8]:
    """Return [hole]: which starting hole it is; and [hole, suit]: the renaming of suits that turns it into that one."""
    starting_hole, names = np.zeros(HOLES, np.int64), np.zeros((HOLES, 4), np.int64)
    known = {hole.name: index for index, hole in enumerate(STARTING)}
    ranks = "23456789TJQKA"
    for number, (low, high) in enumerate(holes().tolist()):
        suited = low & 3 == high & 3
        kind = "" if low >> 2 == high >> 2 else "s" if suited else "o"
        starting_hole[number] = known[ranks[high >> 2] + ranks[low >> 2] + kind]
        order = dict.fromkeys((high & 3, low & 3, 0, 1, 2, 3))
        for new, old in enumerate(order):
            names[number, old] = new
    return starting_hole, names


@cache
def flop_places() -> tuple[U1, U2]:
    """Return for every situation on the flop its starting hole, and its index in `Strategy.flop`."""
    number, hole = flop_situations()
    place, names = starting()
    cards = np.sort(rename_suits(flops()[first_of_class()][number], names[hole]), axis=1)
    own = np.array([start.cards for start in STARTING])[place[hole]]
    cards -= (cards[:, :, None] > own[:, None, :]).sum(axis=2)
    # Flops after a hole are in ascending order of their fifty cards: counted from the last, the number is a sum.
    low, middle, high = (49 - cards).T
    after = low * (low - 1) * (low - 2) // 6 + middle * (middle - 1) // 2 + high
    return place[hole].astype(np.uint8), (FLOPS - 1 - after).astype(np.uint16)


def to_strategy(before: U1, flop: U1, by_ranks: U1, by_suit: U1, times: list[int]) -> Strategy:
    """Convert a strategy from the numbers of this module to one that the solving kernel can count.

    `times` has the multiple for each choice before the flop.
    """
    numbers = [int(hole_numbers()[hole.cards]) for hole in STARTING]
    on_flops = np.zeros((len(STARTING), FLOPS), np.uint8)
    for index, hole in enumerate(STARTING):
        left = np.array([card for card in range(52) if card not in hole.cards])
        known = finder().flop[flop_numbers(left[_threes_of_fifty()])].astype(np.int64)
        names = renamings()[known & (1 << NAMES) - 1]
        own = rename_suits(np.tile(np.array(hole.cards), (FLOPS, 1)), names)
        on_flops[index] = flop[known >> NAMES, hole_numbers()[tuple(own.T)]]
    return Strategy([times[int(before[number])] for number in numbers], on_flops, by_ranks, by_suit)


@cache
def _threes_of_fifty() -> I8:
    """Return every set of three of fifty numbers."""
    return np.array(list(combinations(range(50), 3)), np.int64)


# --- one situation


def flop_place(own: Sequence[int], board: Sequence[int]) -> tuple[int, int]:
    """Return the class of a flop and the number of the hole, with suits renamed to those of the class's example."""
    (known,) = finder().flop[flop_numbers(np.array([board]))].tolist()
    names = renamings()[known & (1 << NAMES) - 1].tolist()
    p, q = (card & ~3 | names[card & 3] for card in own)
    return known >> NAMES, int(hole_numbers()[p, q])


def river_place(own: Sequence[int], board: Sequence[int]) -> tuple[int, tuple[int, int]]:
    """Return the suit that is on a board three times or more, or -1; then the numbers of board and hole as seen from
    it.
    """
    (p, q), suits = own, [card & 3 for card in board]
    suit = max(suits, key=suits.count)
    if suits.count(suit) < 3:
        a, b, c, d, e = sorted(card >> 2 for card in board)
        return -1, (board_number(a, b, c, d, e), pair_number(p >> 2, q >> 2))
    mask = sum(1 << (card >> 2) for card in board if card & 3 == suit)
    others = sorted((card >> 2 for card in board if card & 3 != suit), reverse=True)
    elsewhere = pair_number(others[0], others[1]) if len(others) > 1 else sum(others)
    return suit, (first_suit_board(mask, suits.count(suit)) + elsewhere, kind_from_suit(p, q, suit))


# --- rivers: a board and a hole for each


@cache
def boards() -> I8:
    """Return [board, 5]: cards for every board by ranks, no three of a suit; then for every suit board, the suit being
    clubs.

    If there is no such board (five of a rank) the numbers are not cards.
    """
    cards = np.zeros((RANK_BOARDS + SUIT_BOARDS, 5), np.int64)
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d, 13):
                        cards[board_number(a, b, c, d, e)] = [4 * a, 4 * b + 1, 4 * c + 2, 4 * d + 3, 4 * e]
    row = RANK_BOARDS
    for mask in sorted((mask for mask in range(8192) if 3 <= mask.bit_count() <= 5), key=_first):
        inside = [4 * rank for rank in range(13) if mask >> rank & 1]
        others_count = 5 - len(inside)
        others = [(t, u) for t in range(13) for u in range(t + 1)] if others_count == 2 else [(t,) for t in range(13)]
        for ranks in others if others_count else [()]:
            cards[row] = inside + [4 * rank + 1 + index for index, rank in enumerate(ranks)]
            row += 1
    return cards


def _first(mask: int) -> int:
    """Return the number of the first suit board with these ranks in the suit."""
    return first_suit_board(mask, mask.bit_count())


def river_cards(lines: slice, line: I8, kind: I8) -> tuple[U1, U1]:
    """Return [situation, 2] and [situation, 5]: the cards of hole and board for kinds of hole on boards of one sort.

    `lines` are the rows of `boards` of that sort, `line` the board's number counted from the first of them. Seen from
    clubs, cards elsewhere are the free ones among diamonds, hearts and spades.
    """
    board, by_suit = boards()[lines], lines.start >= RANK_BOARDS
    taken = np.full((len(board), 13), int(by_suit), np.int64)
    for column in board.T:
        taken[np.arange(len(board)), column >> 2] |= 1 << (column & 3)
    # By rank and whether the other card of the hole has it too: the lowest suit that is free, or the next one.
    lowest = np.array([next((suit for suit in range(4) if not mask >> suit & 1), 0) for mask in range(16)])
    free = np.stack([lowest[taken], lowest[taken | 1 << lowest[taken]]])
    hole_cards = np.empty((len(line), 2), np.uint8)
    for index, card in enumerate((kinds().first, kinds().second)):
        twice = (kinds().first == kinds().second).astype(np.int64) * index
        rank, inside = (card % 13).astype(np.int64), card >= 13
        table = np.where(inside, 4 * rank, 4 * rank + free[twice, :, rank].T).astype(np.uint8)
        hole_cards[:, index] = table[line, kind]
    return hole_cards, board.astype(np.uint8)[line]
