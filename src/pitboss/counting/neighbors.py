"""The value of seeing the neighbors' hands before deciding, estimated from sampled deals.

In each sampled deal a player without that knowledge plays optimally. At each of his decisions the exact count over the
remaining cards says how much he loses against the best choice of a player who knows them. The average sum of these
losses over a deal is the value of knowing. The losses are exact and vary little, so a few thousand deals are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Protocol

from pitboss.counting.confidence import Z
from pitboss.law.rules import Rules


@dataclass(frozen=True)
class Part:
    """The losses at some decisions, summed over sampled deals, in units."""

    deals: int
    lost: Fraction
    squares: Fraction  # the sum of the squared losses

    @property
    def mean(self) -> Fraction:
        """The average loss per deal."""
        return self.lost / self.deals

    @property
    def error2(self) -> float:
        """The square of the standard error of the mean."""
        return float(self.squares / self.deals - self.mean**2) / self.deals


def sum_losses(losses: Sequence[Fraction]) -> Part:
    """Sum the losses of several deals, one number per deal."""
    return Part(len(losses), sum(losses, Fraction()), sum((loss**2 for loss in losses), Fraction()))


@dataclass(frozen=True)
class NeighborsGain:
    """The value of seeing the hands of this many neighbors, in units."""

    neighbors: int
    unit: str
    without: Fraction  # the exact house edge for a player who sees none of them
    parts: tuple[Part, ...]  # by decision, each sampled in deals of its own

    @property
    def gain(self) -> Fraction:
        """The estimated gain per deal: the sum over all decisions."""
        return sum((part.mean for part in self.parts), Fraction())

    @property
    def half(self) -> float:
        """Half the width of the 99 percent interval of the gain, assuming a normal sum. No two parts share a deal, so
        their errors are independent."""
        return Z * sqrt(sum(part.error2 for part in self.parts))


class SeesNeighbors(Protocol):
    """The function of a game's module `neighbors.py`, which its registration names."""

    def neighbors(self, rules: Rules, house: Any, bet: int, seen: int, deals: int, seed: int) -> NeighborsGain:
        """Estimate the value of seeing the hands of `seen` neighbors from `deals` sampled deals."""
