"""What it is worth to follow the cards of a shoe, estimated from sampled shoes.

Whoever sees every card that is turned up knows what is left, but for the order. Before each round the exact count of
what is left says whether a wager gains, and how much; he makes those that do. What that adds up to in a shoe is, on
average, what following is worth. The amounts are exact and small beside what one wins and loses, so a few hundred shoes
tell what millions of rounds would not.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any, Protocol

import msgspec

from pitboss.counting.confidence import Z
from pitboss.law.rules import Rules


class Followed(msgspec.Struct, frozen=True, kw_only=True):
    """A wager in so many shoes, with so many cards behind the cutting card. Sums over shoes, in wagers."""

    wager: str
    behind: int
    shoes: int
    rounds: int
    bets: int
    bets2: int  # squares
    gain: Fraction
    gain2: Fraction
    both: Fraction  # products

    @property
    def per_shoe(self) -> tuple[float, float]:
        """What a shoe is worth, and half of the interval that holds it in 99 of 100 such samples."""
        mean = self.gain / self.shoes
        return float(mean), Z * sqrt(max(self.gain2 / self.shoes - mean**2, Fraction()) / self.shoes)

    @property
    def per_bet(self) -> tuple[float, float] | None:
        """The player's edge on what he bets. The interval is that of a ratio; none where he never bets."""
        if not self.bets:
            return None
        edge = self.gain / self.bets
        spread = self.gain2 - 2 * edge * self.both + edge**2 * self.bets2
        return float(edge), Z * sqrt(max(spread, Fraction())) / self.bets


class FollowsShoes(Protocol):
    def follow(self, rules: Rules, house: Any, bet: int, shoes: int, seed: int) -> Iterable[Followed]:
        """Every wager of the table by itself, in so many shoes of this seed, the cutting card at several depths."""
