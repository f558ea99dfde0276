"""The elections of a house at a Big Six table. None of them is law: each is a default of the facts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import ClassVar, Literal

import msgspec

from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, House, amount, once
from pitboss.games.big_six.law.layout import FLAG, JOKER, OTHER, USUAL, is_named, is_other_picture, pictures, sections
from pitboss.law.force import rule
from pitboss.law.rules import Rules
from pitboss.table.money import TO_OR_WIN, Money, Odds
from pitboss.table.paytable import PayTable, best_payment, worth

MOST_SEATS = 8
NEVADA = "nevada"  # the alternative that the facts name: 40 to 1 for the pictures
WHEEL_READ = {"23-8": USUAL, "24-7": OTHER}
TABLE_READ = {"45": "odds", "40": NEVADA}


class BigSixHouse(House, frozen=True, kw_only=True, rename="kebab"):
    odds_words: ClassVar[tuple[str, ...]] = TO_OR_WIN
    elections: ClassVar[tuple[Election, ...]] = (
        Election("seats", "How many players the table takes.", cites=("house:seats",)),
        Election(
            "minimum",
            "The least you may put on a symbol.",
            left_by="beyond:big-six.5(g)",
            cites=("beyond:big-six.5(g)",),
        ),
        Election(
            "maximum",
            "The most you may put on a symbol.",
            left_by="beyond:big-six.5(g)",
            cites=("beyond:big-six.5(g)",),
        ),
        Election(
            "wheel",
            "How many sections show $1, $2, $5, $10 and $20. Left out, a reading says it.",
            left_by="beyond:big-six.2(c), beyond:big-six.2(g)",
        ),
        Election(
            "picture-odds",
            "What joker and flag pay: 45 to 1 or more, or nevada for 40 to 1. Left out, a reading says it.",
            left_by="beyond:big-six.8(b)",
            cites=("beyond:big-six.8(a)", "beyond:big-six.8(b)", "house:smallest-chip"),
        ),
        Election("pay", "Payout odds better than those of the table, by wager."),
        Election("pay.*", cites=("beyond:big-six.8(a)", "beyond:big-six.8(b)", "house:file", "house:smallest-chip")),
    )

    name: str = "Big Six 1"
    game: str = "big-six"
    seats: int = 6
    wheel: Literal["23-15-8-4-2", "24-15-7-4-2"] | None = None
    picture_odds: str | None = None
    minimum: Money = amount(100)
    maximum: Money = amount(50_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(5_000_000)
    pay: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def decks(self) -> tuple[str, ...]:
        return ()

    @property
    def is_nevada(self) -> bool:
        """Return whether it elects the alternative odds, which the facts have only by name."""
        return self.picture_odds == NEVADA

    def read_for(self, key: str) -> str:
        return {"wheel": "wheel-count", "picture-odds": "picture-odds"}.get(key, "")

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from map(_cite_posted_limits, super().findings(rules))
        if not 1 <= self.seats <= MOST_SEATS:
            yield Finding("seats", "house:seats", f"the table has {self.seats} seats", f"use 1 to {MOST_SEATS}")
        if self.picture_odds is not None and not self.is_nevada:
            yield from self._odds_findings(rules, "picture-odds", JOKER, self.picture_odds)
        for line, paid in self.pay.items():
            if line in table_called("odds").lines:
                yield from self._odds_findings(rules, f"pay.{line}", line, paid)
            else:
                remedy = f"the lines are {', '.join(table_called('odds').lines)}"
                yield Finding(f"pay.{line}", "house:file", "there is no such line", remedy)

    def _odds_findings(self, rules: Rules, key: str, line: str, paid: str) -> Iterator[Finding]:
        try:
            odds = Odds.parse(paid, self.odds_words)
        except ValueError as wrong_odds:
            problem, _, remedy = str(wrong_odds).partition("; ")
            yield Finding(key, "beyond:big-six.8(a)", problem, f'write "{paid} to 1"' if paid.isdecimal() else remedy)
            return
        least = least_table(self, rules).rate(line)
        assert least is not None
        named = ", or nevada for 40 to 1" if key == "picture-odds" else ""
        if worth(odds) < worth(least):
            problem = f"{line} pays {odds}, less than {least}"
            yield Finding(key, "beyond:big-six.8(b)", problem, f"pay {least} or more{named}")
        elif odds.stake > 1:
            problem = f"not every wager on {line} can be paid exactly at {odds}"
            yield Finding(key, "house:smallest-chip", problem, "pay odds to 1")

    def most_won(self, rules: Rules) -> int:
        return best_payment(pay_table(self, rules), self.in_chips(self.maximum))


def _cite_posted_limits(finding: Finding) -> Finding:
    """Cite the paragraph on posted limits for a finding that other games base on plain sense."""
    if finding.cite != "house:limits":
        return finding
    return Finding(finding.key, "beyond:big-six.5(g)", finding.wrong, finding.right)


# --- the wheel


@rule("beyond:big-six.2(g)", USUAL)
def wheel_of(rules: Rules, house: BigSixHouse) -> str:
    """Return the name of the table's wheel, which says how often it has each symbol: as the house elects, or else as a
    reading says.
    """
    return house.wheel or WHEEL_READ[rules.reads("wheel-count")]


def stops(rules: Rules, house: BigSixHouse) -> tuple[str, ...]:
    """Return the symbol of each section of the table's wheel, clockwise."""
    return sections(wheel_of(rules, house))


# --- odds


@cache
def table_called(name: str) -> PayTable:
    raw = tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))[name]
    return PayTable(name, raw["cite"], {line: Odds.parse(paid) for line, paid in raw["lines"].items()})


def least_table(house: BigSixHouse, rules: Rules) -> PayTable:
    """Return the least odds that this table may pay: a table of the facts, as the house elects, or else as a reading
    says. Under the alternative odds the two pictures pay less.
    """
    return table_called(NEVADA if house.is_nevada else TABLE_READ[rules.reads("picture-odds")])


@once
def pay_table(house: BigSixHouse, rules: Rules) -> PayTable:
    """Return what every wager pays: the odds of the facts, or better ones of the house."""
    better: dict[str, Odds | Money] = {line: Odds.parse(paid, TO_OR_WIN) for line, paid in house.pay.items()}
    if (elected := elected_odds(house)) is not None:
        better = {**dict.fromkeys((JOKER, FLAG), elected), **better}
    return least_table(house, rules).better(better)


def elected_odds(house: BigSixHouse) -> Odds | None:
    """Return what the pictures pay if the house states it in figures; None otherwise. The house check reports bad
    figures.
    """
    if house.picture_odds is None or house.is_nevada:
        return None
    try:
        return Odds.parse(house.picture_odds, TO_OR_WIN)
    except ValueError:
        return None


def rate(rules: Rules, house: BigSixHouse, spot: str) -> Odds:
    paid = pay_table(house, rules).rate(spot)
    assert isinstance(paid, Odds)
    return paid


def reading_behind_rate(house: BigSixHouse, spot: str) -> str:
    """Return the reading that sets odds which the house has not elected; empty if there is none."""
    return "reading:picture-odds" if spot in pictures() and not (house.picture_odds or spot in house.pay) else ""


# --- what wins


def wins(rules: Rules, spot: str, symbol: str) -> bool:
    if is_other_picture(spot, symbol):
        return not loses_on_other_picture(rules)
    return is_named(spot, symbol)


@rule("beyond:big-six.5(d)", False)
def loses_on_other_picture(rules: Rules) -> bool:
    return rules.reads("picture-each") == "own-only"
