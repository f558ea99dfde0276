"""Pay tables: the law's own, dated and cited, and a house's better ones.

A line pays at odds or, for the one-dollar bonus, a fixed amount. Each number of the law is read through the law's
seam, so that a test can change it by one and see who notices.
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
    name: str
    cite: str
    lines: dict[str, Odds | Money]

    def rate(self, hand_class: str) -> Odds | Money | None:
        """What the class pays, or None where the table has no line for it."""
        line = self.lines.get(hand_class)
        if force.watcher is None:  # always, outside tests
            return line
        if isinstance(line, Odds):
            return Odds(number(self.cite, f"{self.name}: {hand_class}", line.win), line.stake)
        return None if line is None else Money(number(self.cite, f"{self.name}: {hand_class}", line))

    def better(self, lines: dict[str, Odds | Money]) -> PayTable:
        """The same table with some lines paid better; `shortfalls` says where they are not."""
        return replace(self, lines=self.lines | lines)

    def shortfalls(self, floor: PayTable) -> list[tuple[str, str]]:
        """The lines that pay less than the floor, with a sentence each."""
        return [
            (hand_class, f"{hand_class} pays {show(mine)}, less than {show(least)}")
            for hand_class in floor.lines
            if (least := floor.rate(hand_class)) is not None
            and ((mine := self.lines.get(hand_class)) is None or worth(mine) < worth(least))
        ]


def worth(line: Odds | Money) -> Fraction:
    return Fraction(line.win, line.stake) if isinstance(line, Odds) else Fraction(line)


def winnings(rate: Odds | Money, stake: int) -> int:
    """What a wager wins at this rate, in cents."""
    return rate.pays(stake) if isinstance(rate, Odds) else int(rate)


def best_payment(table: PayTable, stake: int) -> int:
    """The most that a wager can win by the table, in whole cents."""
    return max(whole_cents(rate, stake) for rate in table.lines.values())


def whole_cents(rate: Odds | Money, stake: int) -> int:
    """The same as `winnings` where that comes out even. Odds that do not are found by the house check, and one may
    still ask what they would cost."""
    return stake * rate.win // rate.stake if isinstance(rate, Odds) else int(rate)


@lru_cache(1000)
def show(rate: Odds | Money | None) -> str:
    if rate is None:
        return "nothing"
    return str(rate) if isinstance(rate, Odds) else dollars(rate)
