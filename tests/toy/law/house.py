"""The elections of a licensee at a High Card table, and the paragraph that each election must satisfy."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import ClassVar

from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, House, amount
from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.table.money import Money, Odds, dollars
from pitboss.table.paytable import PayTable, best_payment

LEAST_MINIMUM = 100


class HighCardHouse(House, frozen=True, kw_only=True, rename="kebab"):
    elections: ClassVar[tuple[Election, ...]] = (Election("minimum", cites=("house:limits", "99.2(a)")),)

    name: str = "High Card 1"
    game: str = "high-card"
    seats: int = 5
    minimum: Money = amount(500)
    maximum: Money = amount(50_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(1_000_000)

    def most_won(self, rules: Rules) -> int:
        return best_payment(base_table(), self.in_chips(self.maximum))

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        least = number("99.2(a)", "least minimum", LEAST_MINIMUM)
        if self.minimum < least:
            yield Finding(
                "minimum", "99.2(a)", f"the minimum is {dollars(self.minimum)}", f"use {dollars(least)} or more"
            )


@cache
def base_table() -> PayTable:
    raw = tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))["base"]
    return PayTable("base", raw["cite"], {line: Odds.parse(odds) for line, odds in raw["lines"].items()})
