"""Charts of a strategy as data: exact numbers and words, independent of how they are drawn.

The object `MODEL` of the module that a game's registration names as `pictures` returns them and the words of its
strategy card. The module is imported when first needed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from typing import Generic, NamedTuple, TypeAlias

import msgspec

from pitboss.counting.decimals import percent
from pitboss.counting.exact_model import H
from pitboss.law.rules import Rules


class Square(NamedTuple):
    """A type of hand in a grid: the best choice with it, and its gain over the next best."""

    row: str
    column: str
    name: str
    best: str
    gain: Fraction


class Grid(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A square chart of the best choice for each type of hand."""

    title: str
    unit: str
    labels: tuple[str, ...]  # of the rows from the top and of the columns from the left
    choices: tuple[str, ...]  # that can be the best, the boldest first
    squares: tuple[Square, ...]


class Span(NamedTuple):
    """A group of similar hands, and the range of the gain of one choice with them."""

    name: str
    what: str  # the best choice, in a word
    low: Fraction
    high: Fraction
    hands: int  # number of hands in the group; 0: not stated


class Spans(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A chart of ranges, one bar per group of hands."""

    title: str
    unit: str
    axis: str  # what is measured
    choices: tuple[str, ...]  # all choices, always in the same order
    spans: tuple[Span, ...]  # from top to bottom
    percent: bool = False
    wide: bool = False  # whether values run from fractions of a unit to many units, too wide for a linear scale


class Point(NamedTuple):
    """Hands of equal rank, and the range of a value over them."""

    name: str
    made: str  # the class of hand
    hands: int
    low: Fraction
    high: Fraction


class Curve(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A chart of a value over all hands, from the lowest to the highest."""

    title: str
    unit: str
    axis: str
    points: tuple[Point, ...]
    above: str  # the choice where the value is positive
    below: str  # the choice where it is negative


class Dot(NamedTuple):
    """A wager in a scatter chart."""

    name: str
    house_edge: Fraction
    variance: Fraction


class Scatter(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A chart of wagers by house edge and standard deviation."""

    title: str
    unit: str
    dots: tuple[Dot, ...]


Picture: TypeAlias = Grid | Spans | Curve | Scatter


class Step(msgspec.Struct, frozen=True):
    """A part of a strategy card: a decision, and what to do about it, in sentences for a player."""

    when: str
    say: tuple[str, ...]


def describe_edge(edge: Fraction, base: str) -> str:
    """Describe who gains what share of a wager on average, as part of a sentence: "the house keeps 1.41% of the
    bet"."""
    return f"the house keeps {percent(edge, 2)} of {base}" if edge >= 0 else f"you gain {percent(-edge, 2)} of {base}"


class PictureModel(ABC, Generic[H]):
    """The strategy of a game as charts and as words."""

    @abstractmethod
    def pictures(self, rules: Rules, house: H, bet: int) -> Iterable[Picture]:
        """Return the charts of the exact model's strategy."""

    @abstractmethod
    def card(self, rules: Rules, house: H, bet: int) -> Iterable[Step]:
        """Return the same strategy in plain words that fit on a page with the charts."""
