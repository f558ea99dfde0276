"""The arrays that counting works in: made once, filled anew for every board or for all boards alike in one suit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.numbering import KINDS, PAIRS
from pitboss.numeric.compiler import group, part
from pitboss.numeric.hands import I4, I8, U1, U2


@group("u2[:] u2[:] u1[:] u1[:] i8[:] i8[:] i8[:]")
class Line(NamedTuple):
    """The kinds of hole there can be on a board in the order of their worth, and the dealer's hands against each."""

    kind: U2
    worth: U2
    first: U1  # kinds of card; in `count_three` the first is the rank in the suit, or 13 for none
    second: U1
    low: I8  # dealer hands that do not qualify
    beaten: I8
    tied: I8


@group("i8[:] i8[:] i8[:] i8[:]")
class Deck(NamedTuple):
    """The cards that are neither on the board nor known."""

    left: I8  # [rank]: in other suits, before any card is on the board
    have: I8  # [kind of card]: now
    passed: I8  # counters by kind of card
    five: I8  # to sort a board's ranks


@group("i8[:] i8[:] i8[:] i8[:] i8[:] i8[:]")
class Flushes(NamedTuple):
    """What a suit makes of what it has on the board with none, one or two cards more, lowest first."""

    worth: I8
    first: I8  # the ranks added, the higher one first; -1 for none
    second: I8
    wins: I8  # with three on the board: the dealer's two in the suit that these two beat
    ties: I8
    holding: I8  # [rank]: how many of them are a flush and no more and have the rank added; in 13 all of these


@group("i8[:,:] i8[:] i8[:,:]")
class Paths(NamedTuple):
    """Between flops and the boards with some ranks in a suit that they can become; see `runouts`."""

    ways: I8  # [way, kind of hole]: how often
    change: I8  # [kind of hole], of one board: first of the river decision, then from KINDS on of 2x
    after: I8  # [rank or ALL_ON, kind of hole], the same for all boards with these ranks in the suit


@group("i4[:,:] i4[:] i4[:,:] i8[:,:]")
class Back(NamedTuple):
    """As `Paths`, for how often boards are come to. That is a few millions at the most: a kind of hole is 36 holes with
    19,600 flops each, and a board comes from a flop in nine ways or fewer.
    """

    ways: I4
    change: I4
    after: I4
    river: I8  # [hole], of one board: how often it is come to in all, checked and raised


def new_back() -> Back:
    ways, change, after = np.zeros((3, KINDS), np.int32), np.zeros(2 * KINDS, np.int32), (14, 2 * KINDS)
    return Back(ways, change, np.zeros(after, np.int32), np.zeros((PAIRS, 2), np.int64))


@group(Line, Deck, Flushes, Paths)
class Desk(NamedTuple):
    line: Line
    deck: Deck
    flushes: Flushes
    paths: Paths


def new_desk() -> Desk:
    def numbers(*shape: int) -> I8:
        return np.zeros(shape, np.int64)

    line = Line(
        kind=np.zeros(KINDS, np.uint16),
        worth=np.zeros(KINDS, np.uint16),
        first=np.zeros(KINDS, np.uint8),
        second=np.zeros(KINDS, np.uint8),
        low=numbers(KINDS),
        beaten=numbers(KINDS),
        tied=numbers(KINDS),
    )
    deck = Deck(left=numbers(13), have=numbers(26), passed=numbers(52), five=numbers(5))
    flushes = Flushes(*(numbers(places) for places in (50, 50, 50, 50, 50, 14)))
    paths = Paths(numbers(3, KINDS), numbers(2 * KINDS), numbers(14, 2 * KINDS))
    return Desk(line, deck, flushes, paths)


@part
def add(line: Line, many: int, kind: int, first: int, second: int, worth: int) -> int:
    """One hole more at the end of a line."""
    line.kind[many], line.worth[many], line.first[many], line.second[many] = kind, worth, first, second
    return many + 1
