"""Where a way to play is looked up: which line and bit of a table a situation has, for one who deals by the million.

Situations that differ only in suits that do not matter are one. Before the flop there are 169. On the flop suits are
renamed so that it is one of 1,755 classes, and the hole is renamed with it: 1,286,792 situations. On the river boards
and kinds of hole are those of `numbering`, for what a hole is worth there depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.boards.solution import Strategy
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import kinds
from pitboss.games.ultimate_texas_holdem.kernel.holes import FLOPS, STARTING
from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    RANK_BOARDS,
    SUIT_BOARDS,
    board_of,
    kind_of,
    pair_of,
    seen_from,
    suit_board,
)
from pitboss.numeric.choices import all_sets
from pitboss.numeric.compiler import group
from pitboss.numeric.hands import I4, I8, U1, U2

CLASSES = 1755  # of flops
HOLES = 1326
NAMES = 5  # bits that say how suits are renamed
FLOP_LINE, RANK_LINE, SUIT_LINE = 166, 12, 43  # bytes with a bit for each hole, each hole by ranks, each kind of hole
SUIT_LINES = RANK_BOARDS * RANK_LINE  # where boards with three or more of a suit begin


@group("u2[:] u2[:] u1[:] i4[:,:] i4[:,:] i4[:] u2[:]")
class Finder(NamedTuple):
    """How numbers are found."""

    hole: U2  # [52 * a card + another]: the number of a hole
    flop: U2  # [number of a flop]: its class, and below that how suits are renamed to make it so
    suits: U1  # [renaming]: the new suit of each, two bits for one
    three: I4  # [place, card]: what it adds to the number of a flop in ascending order
    ranks: I4  # [place, rank]: what it adds to the number of a board by ranks in ascending order
    first: I4  # [ranks in a suit]: the number of the first board that has these
    kinds: U2  # [26 * a kind of card + another]: the kind of hole


@cache
def finder() -> Finder:
    three = np.array([[comb(card, place) for card in range(52)] for place in (1, 2, 3)], np.int32)
    ranks = np.array([[comb(rank + place, place + 1) for rank in range(13)] for place in range(5)], np.int32)
    first = np.zeros(8192, np.int32)
    for mask in range(8192):
        if 3 <= mask.bit_count() <= 5:
            first[mask] = suit_board(mask, mask.bit_count())
    two = [kind_of(a, b) if a != b or a < 13 else 0 for a in range(26) for b in range(26)]
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
    """[renaming, suit]: the new suit."""
    return np.array(list(permutations(range(4))), np.int64)


@cache
def holes() -> I8:
    """[number, 2]: the lower card first."""
    return all_sets(2).astype(np.int64)


@cache
def hole_numbers() -> U2:
    """[card, card]"""
    found = np.zeros((52, 52), np.uint16)
    low, high = holes().T
    found[low, high] = found[high, low] = np.arange(HOLES)
    return found


@cache
def flops() -> I8:
    """[number, 3]: in ascending order."""
    return all_sets(3).astype(np.int64)


def flop_numbers(cards: I8) -> I8:
    """Of flops in any order."""
    low, middle, high = np.sort(cards, axis=-1).T
    found: I8 = low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6
    return found


def renamed(cards: I8, names: I8) -> I8:
    """Cards when suits are renamed, all in the same way or each line in its own."""
    found: I8 = cards & ~3 | (names[cards & 3] if names.ndim == 1 else np.take_along_axis(names, cards & 3, axis=1))
    return found


@cache
def _alike() -> I8:
    """[renaming, flop]: the number it has then."""
    return np.array([flop_numbers(renamed(flops(), names)) for names in renamings()])


@cache
def first_of_class() -> I8:
    """[class]: the number of the flop that stands for it, the lowest of those that are alike."""
    return np.unique(_alike().min(axis=0))


@cache
def flop_classes() -> U2:
    which = _alike().argmin(axis=0)
    number = np.searchsorted(first_of_class(), _alike().min(axis=0))
    found: U2 = (number << NAMES | which).astype(np.uint16)
    return found


@cache
def same_holes() -> U2:
    """[class, hole]: the lowest hole that is the same to the flop that stands for the class."""
    found = np.tile(np.arange(HOLES, dtype=np.uint16), (CLASSES, 1))
    for names, numbers in zip(renamings(), _alike(), strict=True):
        still = numbers[first_of_class()] == first_of_class()
        other = hole_numbers()[tuple(renamed(holes(), names).T)]
        found[still] = np.minimum(found[still], other[None, :])
    return found


@cache
def flop_situations() -> tuple[I8, I8]:
    """Of every situation on the flop the class and the hole."""
    on_flop = np.zeros((CLASSES, 52), bool)
    np.put_along_axis(on_flop, flops()[first_of_class()], True, axis=1)
    low, high = holes().T
    free = ~(on_flop[:, low] | on_flop[:, high])
    number, hole = np.nonzero(free & (same_holes() == np.arange(HOLES, dtype=np.uint16)))
    return number, hole


# --- as the kernel that solves the game numbers them


@cache
def starting() -> tuple[I8, I8]:
    """[hole]: which of the 169 starting holes it is, and how suits are renamed to make it the one of these."""
    place, names = np.zeros(HOLES, np.int64), np.zeros((HOLES, 4), np.int64)
    known = {hole.name: at for at, hole in enumerate(STARTING)}
    ranks = "23456789TJQKA"
    for number, (low, high) in enumerate(holes().tolist()):
        suited = low & 3 == high & 3
        kind = "" if low >> 2 == high >> 2 else "s" if suited else "o"
        place[number] = known[ranks[high >> 2] + ranks[low >> 2] + kind]
        order = dict.fromkeys((high & 3, low & 3, 0, 1, 2, 3))
        for new, old in enumerate(order):
            names[number, old] = new
    return place, names


@cache
def flop_places() -> tuple[U1, U2]:
    """Of every situation on the flop: the starting hole, and which flop of `Strategy.flop` it is."""
    number, hole = flop_situations()
    place, names = starting()
    cards = np.sort(renamed(flops()[first_of_class()][number], names[hole]), axis=1)
    own = np.array([each.cards for each in STARTING])[place[hole]]
    cards -= (cards[:, :, None] > own[:, None, :]).sum(axis=2)
    # Flops after a hole are in ascending order of their fifty cards: counted from the last, the number is a sum.
    low, middle, high = (49 - cards).T
    after = low * (low - 1) * (low - 2) // 6 + middle * (middle - 1) // 2 + high
    return place[hole].astype(np.uint8), (FLOPS - 1 - after).astype(np.uint16)


def to_strategy(before: U1, flop: U1, by_ranks: U1, by_suit: U1, times: list[int]) -> Strategy:
    """A way to play in the numbering of this module as one that the solving kernel can count; `times` has the multiples
    by choice before the flop."""
    numbers = [int(hole_numbers()[hole.cards]) for hole in STARTING]
    every = np.zeros((len(STARTING), FLOPS), np.uint8)
    for at, hole in enumerate(STARTING):
        left = np.array([card for card in range(52) if card not in hole.cards])
        known = finder().flop[flop_numbers(left[_threes_of_fifty()])].astype(np.int64)
        names = renamings()[known & (1 << NAMES) - 1]
        own = renamed(np.tile(np.array(hole.cards), (FLOPS, 1)), names)
        every[at] = flop[known >> NAMES, hole_numbers()[tuple(own.T)]]
    return Strategy([times[int(before[number])] for number in numbers], every, by_ranks, by_suit)


@cache
def _threes_of_fifty() -> I8:
    return np.array(list(combinations(range(50), 3)), np.int64)


# --- one situation


def flop_place(own: Sequence[int], board: Sequence[int]) -> tuple[int, int]:
    """The class of a flop and the hole beside it: suits are renamed so that the flop's number is the least."""
    (known,) = finder().flop[flop_numbers(np.array([board]))].tolist()
    names = renamings()[known & (1 << NAMES) - 1].tolist()
    p, q = (card & ~3 | names[card & 3] for card in own)
    return known >> NAMES, int(hole_numbers()[p, q])


def river_place(own: Sequence[int], board: Sequence[int]) -> tuple[int, tuple[int, int]]:
    """The suit that is on a board three times or more, or -1; and the numbers of board and hole seen from there."""
    (p, q), suits = own, [card & 3 for card in board]
    suit = max(suits, key=suits.count)
    if suits.count(suit) < 3:
        a, b, c, d, e = sorted(card >> 2 for card in board)
        return -1, (board_of(a, b, c, d, e), pair_of(p >> 2, q >> 2))
    mask = sum(1 << (card >> 2) for card in board if card & 3 == suit)
    others = sorted((card >> 2 for card in board if card & 3 != suit), reverse=True)
    more = pair_of(others[0], others[1]) if len(others) > 1 else sum(others)
    return suit, (suit_board(mask, suits.count(suit)) + more, seen_from(p, q, suit))


# --- rivers: a board and a hole for each


@cache
def boards() -> I8:
    """[board, 5]: cards for every board by ranks, of no suit three; then for every one that has three or more of a
    suit, which are clubs. Where there is no such board (five of a rank) the cards are no cards."""
    found = np.zeros((RANK_BOARDS + SUIT_BOARDS, 5), np.int64)
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d, 13):
                        found[board_of(a, b, c, d, e)] = [4 * a, 4 * b + 1, 4 * c + 2, 4 * d + 3, 4 * e]
    line = RANK_BOARDS
    for mask in sorted((each for each in range(8192) if 3 <= each.bit_count() <= 5), key=_first):
        inside = [4 * rank for rank in range(13) if mask >> rank & 1]
        many = 5 - len(inside)
        others = [(t, u) for t in range(13) for u in range(t + 1)] if many == 2 else [(t,) for t in range(13)]
        for ranks in others if many else [()]:
            found[line] = inside + [4 * rank + 1 + at for at, rank in enumerate(ranks)]
            line += 1
    return found


def _first(mask: int) -> int:
    return suit_board(mask, mask.bit_count())


def river_cards(lines: slice, line: I8, kind: I8) -> tuple[U1, U1]:
    """[situation, 2] and [situation, 5]: cards for kinds of hole on boards of one sort, counted from the first of these
    lines. Seen from clubs, cards elsewhere are those that are left of diamonds, hearts and spades."""
    board, by_suit = boards()[lines], lines.start >= RANK_BOARDS
    taken = np.full((len(board), 13), int(by_suit), np.int64)
    for column in board.T:
        taken[np.arange(len(board)), column >> 2] |= 1 << (column & 3)
    # By rank and whether the other card of the hole has it too: the lowest suit that is free, or the next one.
    lowest = np.array([next((suit for suit in range(4) if not mask >> suit & 1), 0) for mask in range(16)])
    free = np.stack([lowest[taken], lowest[taken | 1 << lowest[taken]]])
    found = np.empty((len(line), 2), np.uint8)
    for at, card in enumerate((kinds().first, kinds().second)):
        twice = (kinds().first == kinds().second).astype(np.int64) * at
        rank, inside = (card % 13).astype(np.int64), card >= 13
        table = np.where(inside, 4 * rank, 4 * rank + free[twice, :, rank].T).astype(np.uint8)
        found[:, at] = table[line, kind]
    return found, board.astype(np.uint8)[line]
