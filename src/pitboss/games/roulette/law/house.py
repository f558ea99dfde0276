"""The elections of a house at a roulette table. None of them is law: each is a default of the facts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import ClassVar, Literal

import msgspec

from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, House, amount, once
from pitboss.games.roulette.law.layout import Area, areas, is_inside, layout, stops
from pitboss.law import force
from pitboss.law.force import rule
from pitboss.law.rules import Rules
from pitboss.table.money import TO_OR_WIN, Money, Odds, dollars
from pitboss.table.paytable import PayTable, worth

MOST_SEATS = 8  # as many as there are colors of chips


class RouletteHouse(House, frozen=True, kw_only=True, rename="kebab"):
    odds_words: ClassVar[tuple[str, ...]] = TO_OR_WIN
    elections: ClassVar[tuple[Election, ...]] = (
        Election(
            "seats",
            "How many players the table takes. Each has a color of chips.",
            cites=("beyond:roulette.4(a)",),
        ),
        Election(
            "inside-minimum",
            "The least you may put on an inside wager.",
            left_by="beyond:roulette.5(g)",
            cites=("beyond:roulette.5(g)",),
        ),
        Election(
            "inside-maximum",
            "The most you may put on an inside wager.",
            left_by="beyond:roulette.5(g)",
            cites=("beyond:roulette.5(g)",),
        ),
        Election("wheel", "A wheel with two zeros or with one.", left_by="beyond:roulette.2(e)"),
        Election(
            "used-as-single-zero",
            "Whether a wheel with two zeros serves as one with a single zero.",
            left_by="beyond:roulette.2(f)",
            cites=("beyond:roulette.2(f)",),
        ),
        Election(
            "zero-rule",
            "What an even-money wager loses on a zero of two: half or all. Left out, a reading says it.",
            left_by="beyond:roulette.7(d)",
            cites=("beyond:roulette.7(e)",),
        ),
        Election("value-chips", "Whether wagers may be made with value chips too.", left_by="beyond:roulette.4(e)"),
        Election("outside-minimum", "The least you may put on an outside wager.", cites=("beyond:roulette.5(g)",)),
        Election("outside-maximum", "The most you may put on an outside wager.", cites=("beyond:roulette.5(g)",)),
        Election(
            "number-maximum",
            "The most that one player may have on a single number, over all inside wagers that cover it.",
            left_by="beyond:roulette.5(g)",
            cites=("beyond:roulette.5(g)",),
        ),
        Election("pay", "Payout odds better than those of the table, by wager."),
        Election(
            "pay.*",
            cites=(
                "beyond:roulette.5(d)5",
                "beyond:roulette.8(a)",
                "beyond:roulette.8(b)",
                "house:file",
                "house:smallest-chip",
            ),
        ),
    )

    name: str = "Roulette 1"
    game: str = "roulette"
    seats: int = 6
    wheel: Literal["double-zero", "single-zero"] = "double-zero"
    used_as_single_zero: bool = False
    zero_rule: Literal["half", "all"] | None = None
    value_chips: bool = True
    minimum: Money = amount(500, "inside-minimum")
    maximum: Money = amount(50_000, "inside-maximum")
    outside_minimum: Money = amount(1_000)
    outside_maximum: Money = amount(500_000)
    number_maximum: Money | None = None
    smallest_chip: Money = amount(100)
    inventory: Money = amount(20_000_000)
    pay: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def decks(self) -> tuple[str, ...]:
        return ()

    @property
    def wheel_zeros(self) -> int:
        """The number of zeros on the wheel."""
        return zeros_on(self.wheel)

    @property
    def zeros(self) -> int:
        """The number of zeros on the layout."""
        return 1 if self.used_as_single_zero else self.wheel_zeros

    @property
    def stops(self) -> tuple[str, ...]:
        return stops(self.wheel_zeros)

    @property
    def areas(self) -> dict[str, Area]:
        return layout(self.zeros) if force.watcher is None else areas(self.zeros)

    def limits(self, area: Area) -> tuple[int, int]:
        if is_inside(area.kind):
            return self.minimum, self.maximum
        return self.outside_minimum, self.outside_maximum

    @property
    def posted(self) -> tuple[int, int]:
        return min(self.minimum, self.outside_minimum), max(self.maximum, self.outside_maximum)

    def read_for(self, key: str) -> str:
        return "" if key != "zero-rule" else "zero-rule" if self.zeros == 2 else "single-zero-half"

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from map(_name_inside_limits, super().findings(rules))
        if not 1 <= self.seats <= MOST_SEATS:
            problem = f"{self.seats} players cannot each have a color of chips"
            yield Finding("seats", "beyond:roulette.4(a)", problem, f"use 1 to {MOST_SEATS}")
        if self.used_as_single_zero and self.wheel != "double-zero":
            problem = "the wheel has a single zero already"
            yield Finding(
                "used-as-single-zero", "beyond:roulette.2(f)", problem, "leave it out, or use a double-zero wheel"
            )
        if self.zero_rule == "half" and self.zeros == 1:
            problem = "a table with a single zero elects no zero rule: even-money wagers lose all"
            yield Finding("zero-rule", "beyond:roulette.7(e)", problem, "set it to all, or leave it out")
        if self.outside_minimum < 1 or self.outside_minimum % max(self.smallest_chip, 1):
            problem = f"the minimum is {dollars(self.outside_minimum)}, which chips do not make"
            remedy = f"set it to a multiple of {dollars(max(self.smallest_chip, 1))}, above zero"
            yield Finding("outside-minimum", "beyond:roulette.5(g)", problem, remedy)
        if self.outside_maximum < self.outside_minimum:
            problem = "the maximum is below the minimum"
            yield Finding("outside-maximum", "beyond:roulette.5(g)", problem, "set it to the minimum or more")
        if self.number_maximum is not None and self.number_maximum < self.minimum:
            problem = "the most on one number is below the minimum of a wager on it"
            yield Finding("number-maximum", "beyond:roulette.5(g)", problem, "set it to the minimum or more")
        yield from self._odds_findings()

    def _odds_findings(self) -> Iterator[Finding]:
        law, drawn = base_table(), {area.kind for area in self.areas.values()}
        for line, paid in self.pay.items():
            if line not in law.lines:
                remedy = f"the lines are {', '.join(law.lines)}"
                yield Finding(f"pay.{line}", "house:file", "there is no such line", remedy)
                continue
            if line not in drawn:
                remedy = "leave it out, or use a double-zero wheel"
                yield Finding(f"pay.{line}", "beyond:roulette.5(d)5", f"a single-zero layout has no {line}", remedy)
                continue
            try:
                odds = Odds.parse(paid, self.odds_words)
            except ValueError as wrong_odds:
                yield Finding(f"pay.{line}", "beyond:roulette.8(a)", *str(wrong_odds).split("; ", 1))
                continue
            least = law.rate(line)
            assert least is not None
            if worth(odds) < worth(least):
                problem = f"{line} pays {odds}, less than {least}"
                yield Finding(f"pay.{line}", "beyond:roulette.8(b)", problem, f"pay {least} or more")
            elif self.smallest_chip > 0 and odds.stake > 1:
                problem = f"not every wager on {line} can be paid exactly at {odds}"
                yield Finding(f"pay.{line}", "house:smallest-chip", problem, "pay odds to 1")

    def most_won(self, rules: Rules) -> int:
        return max(paid.pays(self.limits(area)[1]) for area in self.areas.values() if (paid := rate(rules, self, area)))


@rule("beyond:roulette.2(e)", 0)
def zeros_on(wheel: str) -> int:
    """Return the number of zeros of the elected wheel."""
    return 2 if wheel == "double-zero" else 1


def _name_inside_limits(finding: Finding) -> Finding:
    """Name and cite a finding on the table's limits as one on inside wagers, which is what they are here."""
    if finding.cite != "house:limits":
        return finding
    return Finding(f"inside-{finding.key}", "beyond:roulette.5(g)", finding.wrong, finding.right)


@cache
def base_table() -> PayTable:
    raw = tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))["odds"]
    return PayTable("odds", raw["cite"], {line: Odds.parse(paid) for line, paid in raw["lines"].items()})


@once
def pay_table(house: RouletteHouse, rules: Rules) -> PayTable:
    """Return what every wager pays: the odds of the facts, or better ones of the house."""
    return base_table().better({line: Odds.parse(paid, TO_OR_WIN) for line, paid in house.pay.items()})


def rate(rules: Rules, house: RouletteHouse, area: Area) -> Odds:
    paid = pay_table(house, rules).rate(area.kind)
    assert isinstance(paid, Odds)
    return paid


def loses_half(rules: Rules, house: RouletteHouse) -> bool:
    """Return whether a zero takes half of an even-money wager."""
    if house.zeros == 1:
        return rules.reads("single-zero-half") == "half"
    return elected_half(rules, house)


@rule("beyond:roulette.7(d)", False)
def elected_half(rules: Rules, house: RouletteHouse) -> bool:
    """Return whether a wheel with two zeros takes half: as the house elects, or else as a reading says."""
    return (house.zero_rule or rules.reads("zero-rule")) == "half"
