"""What a game has drawn of its strategy, as data: exact numbers and words, nothing of how it looks.

The module `pictures.py` of a game gives them, beside the words of its strategy card. It is named in the registration
and imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec

from pitboss.counting.decimals import percent
from pitboss.law.rules import Rules


class Square(NamedTuple):
    """A sort of hand in a grid: what is best with it, and what that gains over the next best."""

    row: str
    column: str
    name: str
    best: str
    gain: Fraction


class Grid(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    title: str
    unit: str
    labels: tuple[str, ...]  # of the rows from above and of the columns from the left
    choices: tuple[str, ...]  # that can be the best, from the boldest on
    squares: tuple[Square, ...]


class Span(NamedTuple):
    """Hands that are alike: from what to what something gains with them, and how many there are (0: not told)."""

    name: str
    what: str  # to do, in a word
    low: Fraction
    high: Fraction
    hands: int


class Spans(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    title: str
    unit: str
    axis: str  # what is measured
    choices: tuple[str, ...]  # what there can be to do, always in the same order
    spans: tuple[Span, ...]  # from above
    percent: bool = False
    wide: bool = False  # from parts of a unit to many of them: no even scale shows both


class Point(NamedTuple):
    """Hands of one rank."""

    name: str
    made: str  # the class of hand
    hands: int
    low: Fraction
    high: Fraction


class Curve(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something along all hands, from the lowest to the highest."""

    title: str
    unit: str
    axis: str
    points: tuple[Point, ...]
    above: str  # what is done where it gains
    below: str  # and what where it loses


class Dot(NamedTuple):
    name: str
    house_edge: Fraction
    variance: Fraction


class Scatter(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Wagers by what they cost and how far they swing."""

    title: str
    unit: str
    dots: tuple[Dot, ...]


Picture: TypeAlias = Grid | Spans | Curve | Scatter


class Step(msgspec.Struct, frozen=True):
    """A part of a strategy card: when something is decided, and what to do, in sentences for a player."""

    when: str
    say: tuple[str, ...]


def keeps(edge: Fraction, of: str) -> str:
    """What a wager costs on average, in words that go on in a sentence; also where it costs the house."""
    return f"the house keeps {percent(edge, 2)} of {of}" if edge >= 0 else f"you gain {percent(-edge, 2)} of {of}"


class Drawn(Protocol):
    def pictures(self, rules: Rules, house: Any, bet: int) -> Iterable[Picture]:
        """The strategy of the exact model, drawn."""

    def card(self, rules: Rules, house: Any, bet: int) -> Iterable[Step]:
        """The same in plain words that fit on a page with the pictures."""
