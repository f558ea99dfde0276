"""What a game says of the hold: what the house expects of wagers as they lie, and what each answer is worth.

Amounts are cents and exact. Wagers are called as the rows of the game's exact model are. What is expected is the
house's, under the best play; what an answer is worth is the player's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec

from pitboss.law.rules import Rules

Worths: TypeAlias = Mapping[str, Mapping[str, Fraction]]  # an answer -> each wager it bears on -> what that nets


class Moments(NamedTuple):
    mean: Fraction  # cents that the house wins
    variance: Fraction  # in square cents


class Block(msgspec.Struct, frozen=True):
    """Wagers of which it is known exactly how they go together: those of one hand, or all on a layout of dice. How two
    blocks of one round go together is not known."""

    wagers: dict[str, Moments]
    variance: Fraction  # of all of them together


class Joint(msgspec.Struct, frozen=True):
    """What wagers of one unit each net the house, and how they go together."""

    wagers: tuple[str, ...]
    means: tuple[Fraction, ...]
    covariances: tuple[tuple[Fraction, ...], ...]

    def staked(self, *stakes: int) -> Block:
        """The same for so many cents on each; a wager with none is not made."""
        made = [at for at, stake in enumerate(stakes) if stake]
        moments = {
            self.wagers[at]: Moments(self.means[at] * stakes[at], self.covariances[at][at] * stakes[at] ** 2)
            for at in made
        }
        together = (self.covariances[one][two] * stakes[one] * stakes[two] for one in made for two in made)
        return Block(moments, sum(together, Fraction()))


Net: TypeAlias = int | Fraction


def joint(wagers: tuple[str, ...], outcomes: Iterable[tuple[Net, tuple[Net, ...]]], parts: int = 1) -> Joint:
    """Added up from every outcome: how often, and what it nets the player on each wager, in parts of a unit."""
    size = range(len(wagers))
    total: Net = 0
    sums: list[Net] = [0 for _ in size]
    products: list[list[Net]] = [[0 for _ in size] for _ in size]
    for often, nets in outcomes:
        total += often
        for one in size:
            weighed = often * nets[one]
            sums[one] += weighed
            for two in range(one + 1):
                products[one][two] += weighed * nets[two]
    means = [Fraction(each) / (total * parts) for each in sums]

    def covariance(one: int, two: int) -> Fraction:
        product = Fraction(products[max(one, two)][min(one, two)]) / (total * parts**2)
        return product - means[one] * means[two]

    return Joint(
        wagers,
        tuple(-mean for mean in means),
        tuple(tuple(covariance(one, two) for two in size) for one in size),
    )


class HoldModel(Protocol):
    """The module `hold.py` of a game, named in its registration."""

    def named(self, spot: str) -> str:
        """The wager to which a betting area belongs; several areas may be one wager."""

    def blocks(self, rules: Rules, house: Any, view: Any) -> Iterable[Block]:
        """What the house expects of the wagers in this view, before cards or dice are known. A wager that nobody has
        counted is in none of them."""

    def worths(self, rules: Rules, house: Any, view: Any) -> Worths:
        """What every answer to the question that this view's seat is asked nets on average, wager by wager, from what
        that seat sees. Nothing if no wager that is counted depends on it."""
