"""The elections of a house at a Sic Bo table. None of them is law: each is a default of the facts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from math import lcm
from typing import ClassVar, Literal

import msgspec

from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, House, amount, once
from pitboss.games.sic_bo.law.layout import BIG, SMALL, TRIPLE, Area, areas_at
from pitboss.games.sic_bo.law.outcome import Result, lines_of, lines_paid
from pitboss.law.force import rule
from pitboss.law.rules import Rules
from pitboss.table.money import TO_OR_WIN, Money, Odds, dollars
from pitboss.table.paytable import PayTable, whole_cents, worth

MOST_SEATS = 8
TABLES = ("atlantic-city", "a", "b")


class SicBoHouse(House, frozen=True, kw_only=True, rename="kebab"):
    odds_words: ClassVar[tuple[str, ...]] = TO_OR_WIN
    elections: ClassVar[tuple[Election, ...]] = (
        Election("seats", "How many players the table takes.", cites=("house:seats",)),
        Election(
            "minimum",
            "The least you may put on any area but small, big and a named three of a kind.",
            left_by="beyond:sic-bo.5(g)",
            cites=("beyond:sic-bo.5(g)",),
        ),
        Election(
            "maximum",
            "The most you may put on any area but small, big and a named three of a kind.",
            left_by="beyond:sic-bo.5(g)",
            cites=("beyond:sic-bo.5(g)",),
        ),
        Election(
            "shaker",
            "A shaker that the dealer works by hand, or one that runs by itself.",
            left_by="beyond:sic-bo.2(c)",
        ),
        Election(
            "covered",
            "Whether the dice are covered until they lie still. Left out, only where they are shaken first.",
            cites=("beyond:sic-bo.4(c)",),
        ),
        Election(
            "order",
            "Whether betting ends before the shake or after it. Left out, a reading says it.",
            left_by="beyond:sic-bo.4(b)",
            cites=("beyond:sic-bo.4(b)",),
        ),
        Election(
            "pay-table",
            "The pay table of all wagers. Left out, a reading says it.",
            left_by="beyond:sic-bo.8(b)",
        ),
        Election("small-big-minimum", "The least you may put on small or big.", cites=("beyond:sic-bo.5(g)",)),
        Election("small-big-maximum", "The most you may put on small or big.", cites=("beyond:sic-bo.5(g)",)),
        Election(
            "three-of-a-kind-minimum",
            "The least you may put on a named three of a kind.",
            cites=("beyond:sic-bo.5(g)",),
        ),
        Election(
            "three-of-a-kind-maximum",
            "The most you may put on a named three of a kind.",
            cites=("beyond:sic-bo.5(g)",),
        ),
        Election("pay", "Payout odds better than those of the elected table, by line."),
        Election("pay.*", cites=("beyond:sic-bo.8(a)", "beyond:sic-bo.8(b)", "house:file")),
    )

    name: str = "Sic Bo 1"
    game: str = "sic-bo"
    seats: int = 6
    shaker: Literal["manual", "automated"] = "manual"
    covered: bool | None = None
    order: Literal["call-then-shake", "shake-then-call"] | None = None
    pay_table: Literal["atlantic-city", "a", "b"] | None = None
    minimum: Money = amount(100)
    maximum: Money = amount(10_000)
    small_big_minimum: Money = amount(500)
    small_big_maximum: Money = amount(100_000)
    three_of_a_kind_minimum: Money = amount(100)
    three_of_a_kind_maximum: Money = amount(2_500)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(20_000_000)
    pay: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def decks(self) -> tuple[str, ...]:
        return ()

    def limits(self, area: Area) -> tuple[int, int]:
        if area.kind in (SMALL, BIG):
            return self.small_big_minimum, self.small_big_maximum
        if area.kind == TRIPLE:
            return self.three_of_a_kind_minimum, self.three_of_a_kind_maximum
        return self.minimum, self.maximum

    @property
    def posted(self) -> tuple[int, int]:
        least = min(self.minimum, self.small_big_minimum, self.three_of_a_kind_minimum)
        return least, max(self.maximum, self.small_big_maximum, self.three_of_a_kind_maximum)

    def read_for(self, key: str) -> str:
        return {"order": "shake-order", "pay-table": "pay-table"}.get(key, "")

    def findings(self, rules: Rules) -> Iterable[Finding]:
        for finding in super().findings(rules):
            yield Finding(finding.key, _cite_limits(finding.cite), finding.wrong, finding.right)
        if not 1 <= self.seats <= MOST_SEATS:
            problem = f"a table takes no {self.seats} players"
            yield Finding("seats", "house:seats", problem, f"use 1 to {MOST_SEATS}")
        yield from self._order_findings()
        yield from self._limit_findings()
        yield from self._odds_findings(rules)

    def _order_findings(self) -> Iterator[Finding]:
        if self.order != "shake-then-call":
            return
        if self.shaker == "automated":
            problem = "only a shaker that is worked by hand can be shaken before betting"
            yield Finding("order", "beyond:sic-bo.4(b)", problem, "use a manual shaker, or call-then-shake")
        if self.covered is False:
            problem = "players would see the dice while they bet"
            yield Finding("covered", "beyond:sic-bo.4(c)", problem, "cover the shaker, or use call-then-shake")

    def _limit_findings(self) -> Iterator[Finding]:
        chip = max(self.smallest_chip, 1)
        remedy = f"set it to a multiple of {dollars(chip)}, above zero"
        if self.small_big_minimum < 1 or self.small_big_minimum % chip:
            problem = f"the minimum is {dollars(self.small_big_minimum)}, which chips do not make"
            yield Finding("small-big-minimum", "beyond:sic-bo.5(g)", problem, remedy)
        if self.small_big_maximum < self.small_big_minimum:
            problem = "the maximum is below the minimum"
            yield Finding("small-big-maximum", "beyond:sic-bo.5(g)", problem, "set it to the minimum or more")
        if self.three_of_a_kind_minimum < 1 or self.three_of_a_kind_minimum % chip:
            problem = f"the minimum is {dollars(self.three_of_a_kind_minimum)}, which chips do not make"
            yield Finding("three-of-a-kind-minimum", "beyond:sic-bo.5(g)", problem, remedy)
        if self.three_of_a_kind_maximum < self.three_of_a_kind_minimum:
            problem = "the maximum is below the minimum"
            yield Finding("three-of-a-kind-maximum", "beyond:sic-bo.5(g)", problem, "set it to the minimum or more")

    def _odds_findings(self, rules: Rules) -> Iterator[Finding]:
        table = base_table(elected_table(rules, self))
        for line, paid in self.pay.items():
            if line not in table.lines:
                remedy = f"the lines are {'; '.join(table.lines)}"
                yield Finding(f"pay.{line}", "house:file", "there is no such line", remedy)
                continue
            try:
                odds = Odds.parse(paid, self.odds_words)
            except ValueError as wrong_odds:
                yield Finding(f"pay.{line}", "beyond:sic-bo.8(a)", *str(wrong_odds).split("; ", 1))
                continue
            least = table.rate(line)
            assert least is not None
            if worth(odds) < worth(least):
                problem = f"{line} pays {odds}, less than {least} of table {table.name}"
                yield Finding(f"pay.{line}", "beyond:sic-bo.8(b)", problem, f"pay {least} or more")
            elif worth(odds) > worth(least) and rules.reads("partial-tables") == "whole-table":
                problem = f"{line} pays {odds}, and table {table.name} pays {least}"
                remedy = f"pay {least}, or elect another table"
                yield Finding(f"pay.{line}", "beyond:sic-bo.8(b)", problem, remedy, "partial-tables")

    def most_won(self, rules: Rules) -> int:
        table = pay_table(self, rules)
        return max(
            whole_cents(rate, self.limits(area)[1])
            for area in areas_at(rules).values()
            for line in lines_of(area)
            if (rate := table.rate(line)) is not None
        )


def _cite_limits(cite: str) -> str:
    """Cite the paragraph on limits for a finding that other games base on plain sense."""
    return "beyond:sic-bo.5(g)" if cite == "house:limits" else cite


# --- the shaker


@rule("beyond:sic-bo.2(c)", False)
def is_automated(house: SicBoHouse) -> bool:
    return house.shaker == "automated"


@rule("beyond:sic-bo.4(b)", False)
def shakes_first(rules: Rules, house: SicBoHouse) -> bool:
    """Return whether the dice are shaken before betting, by hand and under a cover.

    The house elects it; if it elects nothing, a reading decides.
    """
    if is_automated(house) or house.covered is False:
        return False
    if house.order is None:
        return rules.reads("shake-order") == "shake-first"
    return house.order == "shake-then-call"


def has_cover(rules: Rules, house: SicBoHouse) -> bool:
    return house.covered or shakes_first(rules, house)


# --- what is paid


@cache
def _tables() -> dict[str, PayTable]:
    raw = tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))
    return {
        name: PayTable(name, table["cite"], {line: Odds.parse(paid) for line, paid in table["lines"].items()})
        for name, table in raw.items()
    }


def base_table(name: str) -> PayTable:
    match name:
        case "a":
            return _tables()["a"]
        case "b":
            return _tables()["b"]
    return _tables()["atlantic-city"]


@rule("beyond:sic-bo.8(b)", "atlantic-city")
def elected_table(rules: Rules, house: SicBoHouse) -> str:
    """Return the name of the pay table: as the house elects, or else as a reading says."""
    return house.pay_table or rules.reads("pay-table")


@once
def pay_table(house: SicBoHouse, rules: Rules) -> PayTable:
    """Return what every wager pays: the elected table, or better odds of the house."""
    better: dict[str, Odds | Money] = {line: Odds.parse(paid, TO_OR_WIN) for line, paid in house.pay.items()}
    return base_table(elected_table(rules, house)).better(better)


def rate(rules: Rules, house: SicBoHouse, area: Area, result: Result) -> Odds:
    """Return the odds that a winner is paid."""
    table = pay_table(house, rules)
    paid = sum(worth(odds) for line in lines_paid(rules, area, result) if (odds := table.rate(line)) is not None)
    return Odds(paid.numerator, paid.denominator)


def payable_unit(rules: Rules, house: SicBoHouse, area: Area) -> int:
    """Return the cents of which a wager must be a multiple so that chips can pay whatever it wins."""
    table, chip = pay_table(house, rules), int(house.smallest_chip)
    parts = {worth(odds).denominator for line in lines_of(area) if (odds := table.rate(line)) is not None}
    return chip * lcm(*parts)
