"""The arrays that counting works in: made once, filled anew for every board or for all boards alike in one suit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.numbering import KINDS
from pitboss.numeric.compiled import group, part
from pitboss.numeric.hands import I8, U1, U2


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


@group("i8[:] i8[:] i8[:,:] i8[:,:]")
class Paths(NamedTuple):
    """From the flops that boards with some ranks in a suit come from, to one of these boards; see `runouts`."""

    rows: I8  # the first row of each flop
    how: I8  # what is added to it, and in which of four ways the rest comes
    ways: I8  # [way, kind of hole]: how often
    change: I8  # [way, kind of hole]: first of the river decision, then of 2x


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
    paths = Paths(numbers(30), numbers(30), np.ones((4, KINDS), np.int64), numbers(4, 2 * KINDS))
    return Desk(line, deck, flushes, paths)


@part
def add(line: Line, many: int, kind: int, first: int, second: int, worth: int) -> int:
    """One hole more at the end of a line."""
    line.kind[many], line.worth[many], line.first[many], line.second[many] = kind, worth, first, second
    return many + 1
