"""Work arrays of the kernels. They are allocated once, and filled again for every board or for all boards that have the
same ranks in one suit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import KINDS, PAIRS
from pitboss.numeric.compiler import group, part
from pitboss.numeric.hands import I4, I8, U1, U2


@group("u2[:] u2[:] u1[:] u1[:] i8[:] i8[:] i8[:]")
class Line(NamedTuple):
    """The kinds of hole that are possible on a board in ascending order of worth, and the dealer's hands against each.

    Every array is indexed by the place in this order.
    """

    kind: U2  # [place]: the kind of hole; by ranks alone the pair
    worth: U2  # [place]: the worth of its hand
    first: U1  # [place]: its first kind of card; in `line_up_three` its rank in the suit, or 13 for none
    second: U1  # [place]: its second kind of card
    low: I8  # [place]: dealer hands that do not qualify
    beaten: I8  # [place]: dealer hands that it beats
    tied: I8  # [place]: dealer hands that it ties


@group("i8[:] i8[:] i8[:] i8[:]")
class Deck(NamedTuple):
    """The cards that are neither on the board nor known."""

    left: I8  # [rank]: cards in the other suits, before any card is on the board
    have: I8  # [kind of card]: cards that are left with the board dealt
    passed: I8  # [52]: counters by kind of card; each user says what its parts are
    five: I8  # [5]: room to sort the ranks of a board


@group("i8[:] i8[:] i8[:] i8[:] i8[:] i8[:]")
class Flushes(NamedTuple):
    """The hands of five or more cards in one suit that a hole can make with a board, in ascending order of worth. The
    hole has none, one or two cards in the suit.
    """

    worth: I8  # [place]
    first: I8  # [place]: the higher rank that is added to the board's; -1 for none
    second: I8  # [place]: the lower rank that is added; -1 for none
    wins: I8  # [place], with three on the board: dealer hands of two cards in the suit that these two beat
    ties: I8  # [place]: such dealer hands that these two tie
    holding: I8  # [rank]: plain flushes (no straight flush) with this rank added; holding[13] is all plain flushes


@group("i8[:,:] i8[:] i8[:,:]")
class Paths(NamedTuple):
    """Sums between flops and the boards with the same ranks in a suit that they can become; see `runouts`."""

    ways: I8  # [way, kind of hole]: how many ways there are, see `fill_ways`
    # The change on one board: [kind of hole] of the river decision, [KINDS + kind of hole] of raising on the flop.
    change: I8
    # [row, as `change`]: the sum over all boards with the same ranks in the suit. Row `rank` (0 to 12) is for flops
    # with two cards in the suit and that rank elsewhere; row ALL_ON = 13 is the total over all cards elsewhere.
    after: I8


@group("i4[:,:] i4[:] i4[:,:] i8[:,:]")
class Back(NamedTuple):
    """The numbers of times that boards are reached, on the way back from flops to boards; arranged as in `Paths`.

    These numbers are a few million at most: a kind of hole is at most 36 holes with 19,600 flops each, and a board is
    reached from a flop in at most nine ways. So 32 bits are enough.
    """

    ways: I4  # [way, kind of hole]
    change: I4  # [kind of hole], checked on the flop, and [KINDS + kind of hole], raised on the flop
    after: I4  # [last rank elsewhere or ALL_ON, as `change`]
    river: I8  # [pair, (checked, raised)]: how often one board is reached in all


def new_back() -> Back:
    """Return work arrays for the way back."""
    ways, change, after = np.zeros((3, KINDS), np.int32), np.zeros(2 * KINDS, np.int32), (14, 2 * KINDS)
    return Back(ways, change, np.zeros(after, np.int32), np.zeros((PAIRS, 2), np.int64))


@group(Line, Deck, Flushes, Paths)
class Desk(NamedTuple):
    """All work arrays of one thread."""

    line: Line
    deck: Deck
    flushes: Flushes
    paths: Paths


def new_desk() -> Desk:
    """Return work arrays for one thread."""

    def numbers(*shape: int) -> I8:
        """Return an array of zeros."""
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
def append_hole(line: Line, count: int, kind: int, first: int, second: int, worth: int) -> int:
    """Append a hole to a line of `count` holes, and return the new number of holes."""
    line.kind[count], line.worth[count], line.first[count], line.second[count] = kind, worth, first, second
    return count + 1
