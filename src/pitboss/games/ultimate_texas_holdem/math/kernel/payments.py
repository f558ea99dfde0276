"""Turn the payments that a caller states into factors of the counts, so that the value of a bet is a sum of products.

Against all dealer hands a hole on a board is described by four numbers, always in this order:
    low     dealer hands that do not qualify (less than a pair)
    beaten  dealer hands that the hole beats
    tied    dealer hands that the hole ties
    1       one board

The value of a bet on that board is `low * r[0] + beaten * r[1] + tied * r[2] + r[3]`, where the factors r depend on
the class of the player's hand (`rates`). This works because of one observation: a hand of a pair or better beats every
dealer hand that does not qualify, and a hand below a pair beats and ties no hand that does. So the counts determine how
many dealer hands lose, tie and win with and without qualifying (`outcomes`).

Example: a player with two pair meets 990 dealer hands, of which 400 do not qualify, 800 are beaten (those 400 among
them) and 10 are tied. So 180 dealer hands win, 10 tie, 400 lose although they qualify and 400 lose without.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.holes import DEALERS, DEALS
from pitboss.numeric.compiler import group, part
from pitboss.numeric.hands import I8, U1

RIVER, FLOP, FOLD = 0, 1, 2  # bets: an axis of `rates` and of the counted ends


@dataclass(frozen=True)
class RoundPayments:
    """The payment of every end of a round: the result of all the player's wagers together, in whole units.

    The payments are arrays [outcome, class, qualifies]: outcome 0 lost, 1 tied, 2 won; class 0 (high card) to 9 (royal
    flush) of the player's seven cards; whether the dealer qualifies.
    """

    before: dict[int, I8]  # by the multiple that is played before the flop
    flop: I8 | None  # None if nothing may be played after the flop
    river: I8
    fold: I8  # [class]

    def __post_init__(self) -> None:
        for payment in (*self.before.values(), self.river, *([] if self.flop is None else [self.flop])):
            if payment.shape != (3, 10, 2) or payment.dtype != np.int64:
                raise ValueError("a payment is an int64 array [outcome, class, qualifies] of shape (3, 10, 2)")
        if self.fold.shape != (10,) or self.fold.dtype != np.int64:
            raise ValueError("what a fold brings is an int64 array by class, of shape (10,)")
        if self.most() * DEALS >= 2**62:
            raise ValueError(f"payments of {self.most()} units are too large to be added up; use a larger unit")

    def most(self) -> int:
        """Return the largest payment, regardless of its sign."""
        flop = [] if self.flop is None else [self.flop]
        return max(int(np.abs(payment).max()) for payment in (self.river, self.fold, *flop, *self.before.values()))


def rates(payment: I8, dealers: int) -> I8:
    """Return the factors [class, 4] of low, beaten, tied and one that give the value of a bet with this payment.

    `dealers` is the number of dealer hands on a board. Class 0 differs from the others: a hand below a pair loses to
    every dealer hand that qualifies, and a better hand beats every one that does not.
    """
    factors = np.zeros((10, 4), np.int64)
    lost, tied, won = payment[:, 1:, 1]
    factors[1:] = np.stack([payment[2, 1:, 0] - won, won - lost, tied - lost, dealers * lost], axis=1)
    low = payment[0, 0, 0]
    factors[0] = (low - payment[0, 0, 1], payment[2, 0, 0] - low, payment[1, 0, 0] - low, dealers * payment[0, 0, 1])
    return factors


def all_rates(pay: RoundPayments, dealers: int) -> I8:
    """Return the factors [bet, 4 * class + (low, beaten, tied, one)] for the bets RIVER, FLOP and FOLD."""
    factors = np.zeros((3, 10, 4), np.int64)
    factors[RIVER] = rates(pay.river, dealers)
    factors[FOLD, :, 3] = pay.fold * dealers
    if pay.flop is None:  # worse than any payment, so that it is never chosen
        factors[FLOP, :, 3] = -dealers * (pay.most() + 1)
    else:
        factors[FLOP] = rates(pay.flop, dealers)
    return factors.reshape(3, 40)


def total_payments(lines: list[list[list[int]]], payment: I8, dealers: int) -> list[int]:
    """Return what a payment brings each hole. `lines` is [hole][class] of low, beaten, tied and boards."""
    by_class = rates(payment, dealers).ravel().tolist()
    return [sum(map(mul, (n for counts in hole_counts for n in counts), by_class)) for hole_counts in lines]


def outcomes(line: list[list[int]], dealers: int = DEALERS) -> list[list[list[int]]]:
    """Convert [class] of low, beaten, tied and boards to the number of deals [class][outcome][qualifies]."""
    by_class = []
    for low, beaten, tied, boards in line[1:]:
        by_class.append([[0, dealers * boards - beaten - tied], [0, tied], [low, beaten - low]])
    low, beaten, tied, boards = line[0]
    return [[[low - beaten - tied, dealers * boards - low], [tied, 0], [beaten, 0]], *by_class]


@group("i8[:,:] i8 i8 u1[:,:]")
class RiverTerms(NamedTuple):
    """The factors of the payments, the dealer card that is known, and the decisions on the river."""

    rates: I8  # [bet, 4 * class + (low, beaten, tied, one)]: factors
    seen: int  # a dealer card that is known: by ranks its rank, seen from a suit its kind of card; -1 if none is
    given: int  # 1: decide as `plays` says; 0: decide for the best, and write that to `plays`
    plays: U1  # [board, hole]: 0 fold, 1 play, 2 both have the same value; by ranks or seen from a suit


@part
def bet_value(rates: I8, bet: int, hand_class: int, low: Any, beaten: Any, tied: Any) -> Any:
    """Return the value of a bet to a hole with a hand of this class, summed over the dealer's hands."""
    first = 4 * hand_class
    return (
        rates[bet, first] * low + rates[bet, first + 1] * beaten + rates[bet, first + 2] * tied + rates[bet, first + 3]
    )


@part
def decide_river(terms: RiverTerms, board: int, kind: int, play: Any, fold: Any) -> Any:
    """Return the value of the decision on the river, and write the decision to `terms.plays` unless it is given."""
    plays = terms.plays[board]
    if terms.given:
        return play if plays[kind] == 1 else fold
    plays[kind] = 1 if play > fold else 2 if play == fold else 0
    return max(play, fold)


@part
def add_counts(sums: I8, row: int, hand_class: int, times: Any, low: Any, beaten: Any, tied: Any) -> None:
    """Add the counts of a hand of this class to `sums[row]`, `times` times.

    `sums` is [row, 4 * class + (low, beaten, tied, boards)].
    """
    sums[row, hand_class * 4] += times * low
    sums[row, hand_class * 4 + 1] += times * beaten
    sums[row, hand_class * 4 + 2] += times * tied
    sums[row, hand_class * 4 + 3] += times
