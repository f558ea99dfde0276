"""The value of counting the cards of a shoe (following it), estimated from sampled shoes.

A player who follows the shoe knows which cards remain, but not their order. Before each round an exact count over the
remaining cards gives the player's advantage on each wager, and he makes the wagers with a positive one. The average
sum of these advantages over a shoe is the value of following. They are exact and vary far less than actual wins and
losses, so a few hundred shoes say more than millions of simulated rounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any, Protocol

import msgspec

from pitboss.counting.confidence import Z
from pitboss.law.rules import Rules


class FollowedWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager made only when it favors the player, in sampled shoes. Sums are over shoes; gains are in wagers."""

    wager: str
    behind: int  # cards behind the cutting card
    shoes: int
    rounds: int
    bets: int  # rounds in which the wager was made
    bets2: int  # sum of the squared bets per shoe
    gain: Fraction
    gain2: Fraction  # sum of the squared gain per shoe
    both: Fraction  # sum of bets times gain per shoe

    @property
    def per_shoe(self) -> tuple[float, float]:
        """The average gain per shoe, and half the width of its 99 percent interval."""
        mean = self.gain / self.shoes
        return float(mean), Z * sqrt(max(self.gain2 / self.shoes - mean**2, Fraction()) / self.shoes)

    @property
    def per_bet(self) -> tuple[float, float] | None:
        """The player's edge per bet and half the width of its 99 percent interval (that of a ratio), or None if he
        never bets."""
        if not self.bets:
            return None
        edge = self.gain / self.bets
        spread = self.gain2 - 2 * edge * self.both + edge**2 * self.bets2
        return float(edge), Z * sqrt(max(spread, Fraction())) / self.bets


class FollowsShoes(Protocol):
    """The function of a game's module for following shoes, which its registration names."""

    def follow(self, rules: Rules, house: Any, bet: int, shoes: int, seed: int) -> Iterable[FollowedWager]:
        """Estimate the value of following the shoe for each wager alone and for several depths of the cutting card."""
