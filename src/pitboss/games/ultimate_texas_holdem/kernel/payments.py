"""What a round brings: stated by whoever asks, turned into factors of what is counted, and added up.

Against all dealer hands a hole on a board is four numbers: how many do not qualify (low), how many it beats, how many
it ties, and one. What any bet brings is a sum of four products, with factors (`rates`) that the class of hand gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.holes import DEALERS, DEALS
from pitboss.numeric.compiler import group, part
from pitboss.numeric.hands import I8, U1

RIVER, FLOP, FOLD = 0, 1, 2  # bets, in `rates` and in what is booked


@dataclass(frozen=True)
class Pay:
    """What every end of a round brings the player, all wagers of the round together, in whole units.

    Each array but `fold` is [outcome, class, qualifies]: outcome 0 lost, 1 tied, 2 won; class 0 (high card) to 9 (royal
    flush) of the player's seven cards; whether the dealer qualifies. `fold` is by class. `before` has one array for
    each multiple that may be played before the flop; `flop` is None where nothing may be played after it.
    """

    before: dict[int, I8]
    flop: I8 | None
    river: I8
    fold: I8

    def __post_init__(self) -> None:
        for each in (*self.before.values(), self.river, *([] if self.flop is None else [self.flop])):
            if each.shape != (3, 10, 2) or each.dtype != np.int64:
                raise ValueError("a payment is an int64 array [outcome, class, qualifies] of shape (3, 10, 2)")
        if self.fold.shape != (10,) or self.fold.dtype != np.int64:
            raise ValueError("what a fold brings is an int64 array by class, of shape (10,)")
        if self.most() * DEALS >= 2**62:
            raise ValueError(f"payments of {self.most()} units are too large to be added up; use a larger unit")

    def most(self) -> int:
        flop = [] if self.flop is None else [self.flop]
        return max(int(np.abs(each).max()) for each in (self.river, self.fold, *flop, *self.before.values()))


def rates(payment: I8, dealers: int) -> I8:
    """The payment by class as factors of low, beaten, tied and one.

    A hand of a pair or better beats all that do not qualify; a lesser hand beats none that do.
    """
    made = np.zeros((10, 4), np.int64)
    lost, tied, won = payment[:, 1:, 1]
    made[1:] = np.stack([payment[2, 1:, 0] - won, won - lost, tied - lost, dealers * lost], axis=1)
    low = payment[0, 0, 0]
    made[0] = (low - payment[0, 0, 1], payment[2, 0, 0] - low, payment[1, 0, 0] - low, dealers * payment[0, 0, 1])
    return made


def all_rates(pay: Pay, dealers: int) -> I8:
    made = np.zeros((3, 10, 4), np.int64)
    made[RIVER] = rates(pay.river, dealers)
    made[FOLD, :, 3] = pay.fold * dealers
    if pay.flop is None:  # worse than anything
        made[FLOP, :, 3] = -dealers * (pay.most() + 1)
    else:
        made[FLOP] = rates(pay.flop, dealers)
    return made.reshape(3, 40)


def paid(lines: list[list[list[int]]], payment: I8, dealers: int) -> list[int]:
    """What the counts of each hole bring."""
    by_class = rates(payment, dealers).ravel().tolist()
    return [sum(map(mul, (n for counts in line for n in counts), by_class)) for line in lines]


def outcomes(line: list[list[int]], dealers: int = DEALERS) -> list[list[list[int]]]:
    """[class][outcome][qualifies] from [class] of low, beaten, tied, boards."""
    made = []
    for low, beaten, tied, boards in line[1:]:
        made.append([[0, dealers * boards - beaten - tied], [0, tied], [low, beaten - low]])
    low, beaten, tied, boards = line[0]
    return [[[low - beaten - tied, dealers * boards - low], [tied, 0], [beaten, 0]], *made]


@group("i8[:,:] i8 i8 u1[:,:]")
class Terms(NamedTuple):
    """What is paid, what is known of the dealer's cards, and what is done on the river."""

    rates: I8  # [bet, 4 * class]: factors of low, beaten, tied and one
    seen: int  # by ranks: the rank of a dealer card that is known; seen from a suit: its kind; or -1
    given: int  # whether `plays` is read; else the best is done and written there
    plays: U1  # [board, hole]: 0 fold, 1 play, 2 both are worth the same


@part
def worth_of(rates: I8, bet: int, made: int, low: Any, beaten: Any, tied: Any) -> Any:
    """What a bet is worth to a hole with this class of hand, its dealer hands counted."""
    at = 4 * made
    return rates[bet, at] * low + rates[bet, at + 1] * beaten + rates[bet, at + 2] * tied + rates[bet, at + 3]


@part
def decide(terms: Terms, board: int, kind: int, play: Any, fold: Any) -> Any:
    """What the river is worth, played best or as `plays` says."""
    plays = terms.plays[board]
    if terms.given:
        return play if plays[kind] == 1 else fold
    plays[kind] = 1 if play > fold else 2 if play == fold else 0
    return max(play, fold)


@part
def book(sums: I8, line: int, made: int, often: Any, low: Any, beaten: Any, tied: Any) -> None:
    """Count a class of hand, and the dealer's hands against it, as often as it happens."""
    sums[line, made * 4] += often * low
    sums[line, made * 4 + 1] += often * beaten
    sums[line, made * 4 + 2] += often * tied
    sums[line, made * 4 + 3] += often
