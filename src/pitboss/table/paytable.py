"""Pay tables: the law's own, dated and cited, and a house's better ones.

A line pays at odds or, for the one-dollar bonus, a fixed amount. Each number of the law is read through the law's seam,
so that a test can change it by one and see which test notices.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pitboss.law import force
from pitboss.law.force import number
from pitboss.table.money import Money, Odds, dollars


@dataclass(frozen=True, slots=True)
class PayTable:
    """A pay table: what each class of hands pays."""

    name: str
    cite: str
    lines: dict[str, Odds | Money]

    def rate(self, hand_class: str) -> Odds | Money | None:
        """Return what the class pays, or None where the table has no line for it."""
        line = self.lines.get(hand_class)
        if force.watcher is None:  # always, outside tests
            return line
        if isinstance(line, Odds):
            return Odds(number(self.cite, f"{self.name}: {hand_class}", line.win), line.stake)
        return None if line is None else Money(number(self.cite, f"{self.name}: {hand_class}", line))

    def better(self, lines: dict[str, Odds | Money]) -> PayTable:
        """Return the same table with some lines replaced. `shortfalls` says where a line pays less than the law
        wants."""
        return replace(self, lines=self.lines | lines)

    def shortfalls(self, floor: PayTable) -> list[tuple[str, str]]:
        """List the lines that pay less than the floor, each with a sentence that compares the two payments."""
        return [
            (hand_class, f"{hand_class} pays {show(own)}, less than {show(least)}")
            for hand_class in floor.lines
            if (least := floor.rate(hand_class)) is not None
            and ((own := self.lines.get(hand_class)) is None or worth(own) < worth(least))
        ]


def worth(line: Odds | Money) -> Fraction:
    """Return what a line pays as a number: of stakes, or of cents for a fixed amount."""
    return Fraction(line.win, line.stake) if isinstance(line, Odds) else Fraction(line)


def winnings(rate: Odds | Money, stake: int) -> int:
    """Return what a wager wins at this rate, in cents. Raises ValueError if it is not a whole number of cents."""
    return rate.pays(stake) if isinstance(rate, Odds) else int(rate)


def best_payment(table: PayTable, stake: int) -> int:
    """Return the most that a wager can win by the table, in whole cents."""
    return max(whole_cents(rate, stake) for rate in table.lines.values())


def whole_cents(rate: Odds | Money, stake: int) -> int:
    """Return what a wager wins, rounded down to whole cents.

    The house check finds odds that cannot be paid exactly, and one may still ask what they would cost.
    """
    return stake * rate.win // rate.stake if isinstance(rate, Odds) else int(rate)


@lru_cache(1000)
def show(rate: Odds | Money | None) -> str:
    """Write a rate as text: "3 to 2", "$50" or "nothing"."""
    if rate is None:
        return "nothing"
    return str(rate) if isinstance(rate, Odds) else dollars(rate)
