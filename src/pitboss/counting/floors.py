"""The odds that the law requires for each wager: a minimum table, one of several tables, or one fixed table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.table.money import Money, Odds
from pitboss.table.paytable import PayTable

if TYPE_CHECKING:
    from pitboss.counting.exact_model import Row

Rates = Mapping[str, Odds | Money]


class EdgeUnderBestPlay(NamedTuple):
    """The cost under best play of a wager whose strategy depends on its odds. Both functions take the odds of every
    line and assume that no payout limit is reached."""

    edge: Callable[[Mapping[str, int]], Fraction]  # fast, for searching many tables
    row: Callable[[Mapping[str, int]], Row]


@dataclass(frozen=True)
class Floor:
    """The odds that the law requires for one wager. Its lines are the winning results, the best hand first."""

    wager: str
    table: str  # its key under `pay`, as in LINES
    cite: str
    tables: Mapping[str, Rates]  # by the table's letter; the key is "" if there is only one table
    fixed: str = ""  # why the house may pay no other odds; empty if it may pay more than the law requires
    election: str = ""  # the house key that elects a letter
    variant: str = ""  # the variant of the row, if a wager's rows differ by more than the letter
    beyond: Fraction = Fraction()  # what a winner nets on top of the line's odds
    added: Mapping[str, Collection[str]] = field(default_factory=dict)  # by letter: lines that its table omits
    outcomes: Mapping[str, str] = field(default_factory=dict)  # by line: the result's name in the row, if different
    decided: EdgeUnderBestPlay | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of the lines."""
        return tuple(next(iter(self.tables.values())))


def rates(table: PayTable) -> dict[str, Odds | Money]:
    """Return the odds or the amount of every line of a pay table."""
    return dict(_rates(table))


def _rates(table: PayTable) -> Iterator[tuple[str, Odds | Money]]:
    for line in table.lines:
        if (rate := table.rate(line)) is not None:
            yield line, rate
