"""What a licensee elects at an Ultimate Texas Hold 'Em table, and which paragraph each election answers to."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Literal

import msgspec

from pitboss.common.house import CardHouse
from pitboss.engine.houses.house import Finding, amount
from pitboss.games.ultimate_texas_holdem.paragraphs import COUNTED_BY, DEALT_BY, ELECTED_BY
from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.table.money import TO_OR_WIN, Money, Odds, worded_otherwise
from pitboss.table.paytable import PayTable, whole_cents

LETTERS = ("A", "B", "C", "D")
ANTE, PLAY = "ante", "play"  # lines of the law's table of even odds
MOST_SEATS = 7  # the text names no number; other poker layouts of the chapter have six or seven
MOST_BEFORE_THE_FLOP, LEAST_BEFORE_THE_FLOP = 4, 3  # a play wager, in antes


class BetterPay(msgspec.Struct, frozen=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True):
    """Lines that the house pays better than the law asks; what is not named is paid as the law has it.

    Ante, play and blind have no better odds: 32.11(b) and (c) state theirs without "no less than".
    """

    trips: dict[str, str] = {}


class UltimateHouse(CardHouse, frozen=True, kw_only=True, rename="kebab"):
    odds_words: ClassVar[tuple[str, ...]] = TO_OR_WIN  # 32.11(a)
    dealt_by: ClassVar[dict[str, str]] = DEALT_BY
    counted_by: ClassVar[dict[str, str]] = COUNTED_BY
    elected_by: ClassVar[dict[str, str]] = ELECTED_BY
    means: ClassVar[dict[str, str]] = {
        "minimum": "The least you may put on the ante. The blind is as large as the ante.",
        "maximum": "The most you may put on the ante.",
        "trips": "Which of the lettered pay tables the trips wager has.",
        "trips-minimum": "The least you may put on trips.",
        "trips-maximum": "The most you may put on trips.",
        "pay": "Lines of the trips wager that the table pays better than the law asks.",
    }

    name: str = "Ultimate Texas Hold 'Em 1"
    game: str = "ultimate-texas-holdem"
    seats: int = 6
    minimum: Money = amount(500)
    maximum: Money = amount(50_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(10_000_000)
    trips: Literal["A", "B", "C", "D"] = "A"
    trips_minimum: Money = amount(500)
    trips_maximum: Money = amount(10_000)
    pay: BetterPay = BetterPay()

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        if not 1 <= self.seats <= MOST_SEATS:
            yield Finding(
                "seats",
                "house:seats",
                f"the table has {self.seats} betting positions",
                f"open 1 to {MOST_SEATS} of them",
            )
        if self.trips_maximum < self.trips_minimum or self.trips_minimum < 1:
            wrong = "the limits of the trips wager do not work"
            right = "set the minimum to one cent or more, and the maximum to the minimum or more"
            yield Finding("trips-maximum", "house:limits", wrong, right)
        if self.trips_minimum % max(self.smallest_chip, 1):
            wrong = "the trips minimum is not a multiple of the smallest chip"
            yield Finding("trips-minimum", "house:limits", wrong, "set it to a multiple")
        if rules.reads("odd-chip") == "exact":
            for rate in blind_table().lines.values():
                yield from self.uneven("smallest-chip", rate)
        yield from self._pay_findings()

    def most_won(self, rules: Rules) -> int:
        """Ante, the highest play wager, blind and trips together, within the payout limit."""
        ante, bonus = self.in_chips(self.maximum), self.in_chips(self.trips_maximum)
        blind, trips = blind_table(), trips_table(self)
        by_class = max(
            (blind_due(rules, self, blind.lines[made], ante) if made in blind.lines else 0)
            + (whole_cents(trips.lines[made], bonus) if made in trips.lines else 0)
            for made in (*blind.lines, *trips.lines)
        )
        antes = 1 + MOST_BEFORE_THE_FLOP
        own = (1 + antes) * ante + bonus if rules.reads("limit-counts") == "with-stakes" else 0
        return max(min(antes * ante + by_class, payout_limit(self, rules) - own), 0)

    def _pay_findings(self) -> Iterable[Finding]:
        floor = the_laws_tables()[self.trips]
        lines: dict[str, Odds | Money] = {}
        for made, line in self.pay.trips.items():
            key = f"pay.trips.{made}"
            if made not in floor.lines:
                wrong, right = f"the table has no line called {made!r}", f"the lines are {', '.join(floor.lines)}"
                yield Finding(key, floor.cite, wrong, right)
                continue
            try:
                lines[made] = Odds.parse(line, self.odds_words)
                yield from self.uneven(key, lines[made])
            except ValueError as wrong_odds:
                cite = "32.11(a)" if worded_otherwise(line, self.odds_words) else floor.cite
                yield Finding(key, cite, str(wrong_odds).partition(";")[0], 'write odds as in "3 to 1"')
        fitting = [letter for letter in LETTERS if not floor.better(lines).shortfalls(the_laws_tables()[letter])]
        right = f"pay no less than table {self.trips}" + (
            f", or select table {' or '.join(fitting)}" if fitting else ""
        )
        for made, short in floor.better(lines).shortfalls(floor):
            yield Finding(f"pay.trips.{made}", floor.cite, short, right)


def payout_limit(
    house: UltimateHouse, rules: Rules, blind: PayTable | None = None, even: PayTable | None = None
) -> int:
    """32.11(e), set by law: its amount, or what one patron betting the minimum could win, whichever is greater. What
    that is depends on the odds: the law's for ante, play and blind, unless one supposes others."""
    amount = least_limit()
    blind, even, trips = blind or blind_table(), even or even_table(), trips_table(house)
    with_play = rules.reads("most-a-patron-wins") == "with-play"
    against = whole_cents(even.lines[ANTE], house.minimum)
    against += whole_cents(even.lines[PLAY], MOST_BEFORE_THE_FLOP * house.minimum) if with_play else 0
    most = max(
        (blind_due(rules, house, blind.lines[made], house.minimum) if made in blind.lines else 0)
        + whole_cents(trips.lines[made], house.trips_minimum)
        for made in trips.lines
    )
    return max(amount, against + most)


def blind_due(rules: Rules, house: UltimateHouse, rate: Odds | Money, stake: int) -> int:
    """What a blind wins; odds like 3 to 2 may come to half a chip, which the reading odd-chip settles."""
    assert isinstance(rate, Odds)
    unit = 1 if rules.reads("odd-chip") == "exact" else house.smallest_chip
    whole, rest = divmod(stake * rate.win, rate.stake * unit)
    return (whole + (rest > 0 and rules.reads("odd-chip") == "up")) * unit


def least_limit() -> int:
    """What the limit never falls below, however little a table's minimum could win."""
    return number("32.11(e)", "at least", Money.parse(_law_values()["payout-limit"]["at-least"]))


def even_table() -> PayTable:
    return the_laws_tables()["even"]


def blind_table() -> PayTable:
    return the_laws_tables()["blind"]


def trips_table(house: UltimateHouse) -> PayTable:
    table, better = the_laws_tables()[house.trips], house.pay.trips
    if not better:
        return table
    return table.better({made: Odds.parse(line, house.odds_words) for made, line in better.items()})


@cache
def the_laws_tables() -> dict[str, PayTable]:
    """even (ante and play), blind, and the lettered tables of the trips wager."""
    raw = _law_values()
    tables = {name: PayTable(name, raw[name]["cite"], _odds(raw[name]["lines"])) for name in ("even", "blind")}
    lettered = raw["trips"]
    for letter in LETTERS:
        tables[letter] = PayTable(f"trips {letter}", lettered["cite"], _odds(lettered[letter]))
    return tables


@cache
def _law_values() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))


def _odds(lines: dict[str, str]) -> dict[str, Odds | Money]:
    return {line: Odds.parse(odds) for line, odds in lines.items()}
