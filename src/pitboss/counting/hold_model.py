"""A game's hold model: what the house expects to win, and what each player decision is worth.

A model is the object `MODEL` of a game's module `hold.py`, which its registration names.

Amounts are exact, in cents. Wagers have the names of the rows of the game's exact model. Expected amounts are the
house's, under best play; the worth of an answer is the player's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeAlias

import msgspec

from pitboss.counting.exact_model import Advice, H
from pitboss.law.rules import Rules

Worths: TypeAlias = Mapping[str, Mapping[str, Fraction]]  # answer -> wager that it affects -> average net in cents


class Moments(NamedTuple):
    """The mean and the variance of what the house wins on a wager."""

    mean: Fraction  # cents that the house wins
    variance: Fraction  # in square cents


class Block(msgspec.Struct, frozen=True):
    """Wagers with known covariances: those of one hand, or all on a dice layout. The covariance between two blocks of
    one round is unknown."""

    wagers: dict[str, Moments]
    variance: Fraction  # of their sum


class Joint(msgspec.Struct, frozen=True):
    """The joint distribution of wagers of one unit each: `means[wager]` and `covariances[wager][other]` of what the
    house wins."""

    wagers: tuple[str, ...]
    means: tuple[Fraction, ...]
    covariances: tuple[tuple[Fraction, ...], ...]

    def with_stakes(self, *stakes: int) -> Block:
        """Return the block of these wagers with this many cents on each. A stake of 0 leaves its wager out."""
        played = [wager for wager, stake in enumerate(stakes) if stake]
        moments = {
            self.wagers[wager]: Moments(
                self.means[wager] * stakes[wager], self.covariances[wager][wager] * stakes[wager] ** 2
            )
            for wager in played
        }
        products = (
            self.covariances[first][second] * stakes[first] * stakes[second] for first in played for second in played
        )
        return Block(moments, sum(products, Fraction()))


Net: TypeAlias = int | Fraction


def joint(wagers: tuple[str, ...], outcomes: Iterable[tuple[Net, tuple[Net, ...]]], parts: int = 1) -> Joint:
    """Compute the joint distribution of wagers from all outcomes of a round.

    An outcome is its weight and the player's net on each wager, in units of 1/`parts` of the stake.
    """
    size = range(len(wagers))
    total: Net = 0
    sums: list[Net] = [0 for _ in size]
    products: list[list[Net]] = [[0 for _ in size] for _ in size]  # lower triangle: products[one][two], two <= one
    for weight, nets in outcomes:
        total += weight
        for first in size:
            weighted = weight * nets[first]
            sums[first] += weighted
            for second in range(first + 1):
                products[first][second] += weighted * nets[second]
    means = [Fraction(net) / (total * parts) for net in sums]

    def covariance(first: int, second: int) -> Fraction:
        product = Fraction(products[max(first, second)][min(first, second)]) / (total * parts**2)
        return product - means[first] * means[second]

    return Joint(
        wagers,
        tuple(-mean for mean in means),
        tuple(tuple(covariance(first, second) for second in size) for first in size),
    )


def blocks_of_one_event(wagers: Iterable[tuple[str, Iterable[int]]], weights: Sequence[int]) -> Iterator[Block]:
    """Yield one block with all wagers that one event decides, such as a spin; nothing if there are no wagers.

    A wager is its name and what it nets, in cents, for every possible result of the event; `weights` says how often
    each result comes. Wagers with the same name are added up.
    """
    sums: dict[str, list[int]] = {}
    for name, nets in wagers:
        sums[name] = [total + net for total, net in zip(sums.get(name, [0] * len(weights)), nets, strict=True)]
    if sums:
        ways: Counter[tuple[int, ...]] = Counter()
        for weight, nets in zip(weights, zip(*sums.values(), strict=True), strict=True):
            ways[nets] += weight
        outcomes = [(weight, nets) for nets, weight in ways.items()]
        yield joint(tuple(sums), outcomes).with_stakes(*(1 for _ in sums))


def worths_of(advice: Advice, wager: str) -> Worths:
    """Return the worth of each answer, where the advice is about one wager alone."""
    return {each.choice: {wager: each.value * advice.stake} for each in advice.worths}


class HoldModel(ABC, Generic[H]):
    """The part of a game's mathematics that says what the house expects to win on each wager, and the value of each
    answer of a player."""

    @abstractmethod
    def blocks(self, rules: Rules, house: H, view: Any) -> Iterable[Block]:
        """Return what the house expects to win on the wagers in a view, before cards or dice are known. Wagers without
        an exact count are left out."""

    def worths(self, rules: Rules, house: H, view: Any) -> Worths:
        """Return what each answer to the pending question nets the view's seat on average, by wager, given what that
        seat sees. Empty if no counted wager depends on the answer."""
        return {}
