"""What the law says of what a wager pays: no less than a table or one of several, exactly a table, or nothing held."""

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


class Decided(NamedTuple):
    """A wager whose player decides something that depends on what is paid: what it costs under best play, by what every
    line pays, where no payout limit is reached."""

    edge: Callable[[Mapping[str, int]], Fraction]  # quickly, for a search
    row: Callable[[Mapping[str, int]], Row]


@dataclass(frozen=True)
class Floor:
    """Of one wager. Its lines are the results that its row is about, the best hand first."""

    wager: str
    table: str  # its key under `pay`, as in LINES
    cite: str
    tables: Mapping[str, Rates]  # by letter; under "" where there is one table
    fixed: str = ""  # why no other table may be paid; empty where more may be paid than the law's
    election: str = ""  # the key under which a house elects a letter
    variant: str = ""  # of the row that is meant, where several rows of a wager differ by more than the letter
    beyond: Fraction = Fraction()  # what a winner nets beyond what the line says
    added: Mapping[str, Collection[str]] = field(default_factory=dict)  # by letter, lines that it does not print
    outcomes: Mapping[str, str] = field(default_factory=dict)  # by line, the result in its row if it has another name
    decided: Decided | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(next(iter(self.tables.values())))


def rates(table: PayTable) -> dict[str, Odds | Money]:
    """Every line as it is read where it is paid."""
    return dict(_rates(table))


def _rates(table: PayTable) -> Iterator[tuple[str, Odds | Money]]:
    for line in table.lines:
        if (rate := table.rate(line)) is not None:
            yield line, rate
