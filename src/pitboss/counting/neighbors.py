"""What it is worth to see the neighbors' hands before you decide, estimated from sampled deals.

Whoever has seen nothing plays the optimal way. Along that way, at each decision, the exact count for the cards that are
left says how much better another choice would have been for one who knows them. What that adds up to in a deal is, on
average, what knowing is worth: whoever plays best from here on loses by a choice what it is worth less than the best
one, and nothing else. The amounts are exact and small, so a few thousand deals tell much.
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
    """Of some decisions: in how many deals they were counted, the sum of what was lost and of its square, in units."""

    deals: int
    lost: Fraction
    squares: Fraction

    @property
    def mean(self) -> Fraction:
        return self.lost / self.deals

    @property
    def error2(self) -> float:
        """The square of the standard error."""
        return float(self.squares / self.deals - self.mean**2) / self.deals


def summed(lost: Sequence[Fraction]) -> Part:
    return Part(len(lost), sum(lost, Fraction()), sum((each**2 for each in lost), Fraction()))


@dataclass(frozen=True)
class Seen:
    """What knowing is worth, in units."""

    neighbors: int
    unit: str
    without: Fraction  # the house edge without it, exact
    parts: tuple[Part, ...]  # decisions, each counted in deals of its own; a gain is the sum of theirs

    @property
    def gain(self) -> Fraction:
        return sum((part.mean for part in self.parts), Fraction())

    @property
    def half(self) -> float:
        """Half of the interval that holds the gain in 99 of 100 such samples, as far as their sum is normal. No two
        parts share a deal, so their errors are independent."""
        return Z * sqrt(sum(part.error2 for part in self.parts))


class SeesNeighbors(Protocol):
    def neighbors(self, rules: Rules, house: Any, bet: int, seen: int, deals: int, seed: int) -> Seen:
        """So many deals in which one has seen the hands of so many neighbors."""
