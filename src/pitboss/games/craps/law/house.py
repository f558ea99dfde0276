"""The elections of a licensee at a craps table. The payout odds (1.4) are not held: a labeled default it may change."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from math import gcd, lcm
from typing import ClassVar

import msgspec

from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding, House, amount, once
from pitboss.games.craps.law.layout import LAYOUT, Area
from pitboss.games.craps.law.roll import NUMBERS, pair
from pitboss.law.rules import Rules
from pitboss.table.money import Money, Odds, dollars
from pitboss.table.paytable import PayTable

MOST_PLAYERS, MOST_AT_MINI_CRAPS = 16, 9
MOST_TIMES = 100  # the largest multiple of odds heard of
FEE = Odds(1, 20)  # vigorish: five percent
CHARGED = ("buy", "lay")  # the kinds of wagers it may be taken on


class CrapsHouse(House, frozen=True, kw_only=True, rename="kebab"):
    elections: ClassVar[tuple[Election, ...]] = (
        Election("seats", "How many players the table takes.", cites=("house:seats",)),
        Election("minimum", "The least you may put on a line, come, place, buy, lay or field wager."),
        Election("maximum", "The most you may put on one of these."),
        Election("mini-craps", "Whether it is a mini-craps table.", left_by="1.2(a)"),
        Election(
            "proposition-minimum",
            "The least you may put on a hardway or another one-roll wager.",
            cites=("house:limits",),
        ),
        Election("proposition-maximum", "The most you may put on one of these.", cites=("house:limits",)),
        Election(
            "odds",
            "Supplemental odds up to so many times the bet, on 4 or 10, on 5 or 9, on 6 or 8; 0 for none.",
            left_by="reading:supplemental-odds",
            cites=("reading:supplemental-odds",),
        ),
        Election("buy-and-lay", "Whether buy and lay wagers are offered.", left_by="reading:vigorish"),
        Election("pay", "Payout odds other than the customary ones, by line of the pay table."),
        Election("pay.*", cites=("house:file", "reading:payout-odds")),
        Election("readings.vigorish", cites=("reading:vigorish",)),
    )

    name: str = "Craps 1"
    game: str = "craps"
    seats: int = MOST_PLAYERS
    mini_craps: bool = False
    minimum: Money = amount(500)
    maximum: Money = amount(100_000)
    proposition_minimum: Money = amount(100)
    proposition_maximum: Money = amount(20_000)
    smallest_chip: Money = amount(100)
    inventory: Money = amount(10_000_000)
    odds: tuple[int, int, int] = (3, 4, 5)
    buy_and_lay: bool = False
    pay: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def decks(self) -> tuple[str, ...]:
        return ()

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        most = MOST_AT_MINI_CRAPS if self.mini_craps else MOST_PLAYERS
        if not 1 <= self.seats <= most:
            which, by = ("mini-craps", ", by 13:69E-1.11") if self.mini_craps else ("craps", "")
            yield Finding("seats", "house:seats", f"{which} cannot have {self.seats} seats", f"use 1 to {most}{by}")
        if self.proposition_minimum < 1 or self.proposition_minimum % max(self.smallest_chip, 1):
            problem = "the minimum is not a multiple of the smallest chip"
            yield Finding("proposition-minimum", "house:limits", problem, "set it to a multiple")
        if self.proposition_maximum < self.proposition_minimum:
            problem = "the maximum is below the minimum"
            yield Finding("proposition-maximum", "house:limits", problem, "set it to the minimum or more")
        if not all(0 <= times <= MOST_TIMES for times in self.odds):
            yield Finding(
                "odds", "reading:supplemental-odds", "the odds are out of range", f"use 0 to {MOST_TIMES} times the bet"
            )
        wrong_odds = list(self._odds_findings())
        yield from wrong_odds
        if self.smallest_chip > 0:
            wrong_lines = {finding.key.removeprefix("pay.") for finding in wrong_odds}
            pay = {line: paid for line, paid in self.pay.items() if line not in wrong_lines}
            yield from msgspec.structs.replace(self, pay=pay)._amount_findings(rules)

    def unsound(self, rules: Rules) -> Iterator[Finding]:
        yield from super().unsound(rules)
        if self.buy_and_lay and rules.reads("vigorish") != "none":
            problem = (
                "the house takes vigorish, which the heading of section 1.5 calls prohibited; no more of it is held"
            )
            yield Finding("readings.vigorish", "reading:vigorish", problem, "set the reading vigorish to none")

    def _odds_findings(self) -> Iterable[Finding]:
        lines = customary_odds("customary")
        for line, paid in self.pay.items():
            if line not in lines:
                remedy = f"the lines are {', '.join(map(repr, lines))}"
                yield Finding(f"pay.{line}", "house:file", "there is no such line", remedy)
                continue
            try:
                if not Odds.parse(paid).win:
                    yield Finding(
                        f"pay.{line}", "reading:payout-odds", "a winner would get nothing", "write what a winner gets"
                    )
            except ValueError as problem:
                yield Finding(f"pay.{line}", "house:file", *str(problem).split("; ", 1))

    def _amount_findings(self, rules: Rules) -> Iterable[Finding]:
        """Yield offered wagers that could never be made, because no amount within the limits can be paid exactly."""
        unpaid: dict[str, dict[str, int]] = {}
        for area in LAYOUT.values():
            if area.kind in ("odds", "come point") or (area.kind in ("buy", "lay") and not self.buy_and_lay):
                continue
            (least, most), each = limits(self, area), unit(rules, self, area, 0)
            if most // each * each < least <= most:
                key = "maximum" if most == self.maximum else "proposition-maximum"
                unpaid.setdefault(key, {})[area.spot] = each
        for key, areas in unpaid.items():
            problem = f"no wager within the limits can be paid exactly on {', '.join(areas)}"
            multiples = " and of ".join(map(dollars, dict.fromkeys(areas.values())))
            yield Finding(key, "house:limits", problem, f"allow a multiple of {multiples}")

    def most_won(self, rules: Rules) -> int:
        """Return the most that one wager can win, on any area of the layout or as odds."""
        offered = [area for area in LAYOUT.values() if self.buy_and_lay or area.kind not in ("buy", "lay")]
        return max(self._wins(rules, area, point) for area in offered for point in points(area))

    def _wins(self, rules: Rules, area: Area, point: int) -> int:
        most = most_odds(rules, self, area, point, self.maximum) if area.kind == "odds" else limits(self, area)[1]
        each = unit(rules, self, area, point)
        lines = [line for line in area.lines if area.kind != "odds" or line.endswith(pair(point))]
        return max(rate(rules, self, line).pays(most // each * each) for line in lines)

    def times(self, number: int) -> int:
        """Return how many times a bet may stand behind it as odds."""
        return self.odds[("4 or 10", "5 or 9", "6 or 8").index(pair(number))]


@cache
def _tables() -> dict[str, dict[str, Odds]]:
    raw = tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))
    return {name: {line: Odds.parse(paid) for line, paid in table["lines"].items()} for name, table in raw.items()}


def customary_odds(reading: str) -> dict[str, Odds]:
    lines = _tables()["customary"]
    return lines | {"field 12": Odds(3, 1)} if reading == "field-twelve-triple" else lines


def customary_lines() -> tuple[str, ...]:
    """Return the lines whose odds a house may change."""
    return tuple(_tables()["customary"])


@cache
def _pay_table(reading: str, pay: tuple[tuple[str, str], ...]) -> PayTable:
    lines = customary_odds(reading) | {line: Odds.parse(paid) for line, paid in pay}
    return PayTable("odds", "reading:payout-odds", {**lines, **_tables()["true"]})


@once
def _pays(house: CrapsHouse, rules: Rules) -> PayTable:
    return _pay_table(rules.reads("payout-odds"), tuple(house.pay.items()))


def pay_table(rules: Rules, house: CrapsHouse) -> PayTable:
    """Return what every wager pays: the customary odds, as the house changes them, and true odds where
    those are due.
    """
    return _pays(house, rules)


def rate(rules: Rules, house: CrapsHouse, line: str) -> Odds:
    paid = _pays(house, rules).rate(line)
    assert isinstance(paid, Odds)
    return paid


def points(area: Area) -> tuple[int, ...]:
    """Return the points that a wager in an area may depend on."""
    return (area.number,) if area.number or area.kind != "odds" else NUMBERS


def limits(house: CrapsHouse, area: Area) -> tuple[int, int]:
    if area.kind == "hardway" or (area.kind == "one roll" and area.spot != "field"):
        return house.proposition_minimum, house.proposition_maximum
    return house.minimum, house.maximum


def most_odds(rules: Rules, house: CrapsHouse, area: Area, number: int, flat: int) -> int:
    """Return the most that may stand behind a wager on a number.

    That is a multiple of the wager, or as much as wins that multiple of it.
    """
    most = flat * house.times(number)
    if area.flat.startswith("don't") and rules.reads("supplemental-odds") == "by-the-win":
        paid = rate(rules, house, f"odds against {pair(number)}")
        return most * paid.stake // paid.win
    return most


# --- what can be paid exactly


def unit(rules: Rules, house: CrapsHouse, area: Area, point: int) -> int:
    """Return the least amount of which every multiple can be paid in the house's chips, whatever is thrown."""
    return units(house, rules)[area.spot, point]


class Units(dict[tuple[str, int], int]):
    """The payable units by betting area and point, computed on first use."""

    def __init__(self, house: CrapsHouse, rules: Rules) -> None:
        self._house, self._rules = house, rules

    def __missing__(self, at: tuple[str, int]) -> int:
        spot, point = at
        found = self[at] = _unit(self._rules, self._house, LAYOUT[spot], point)
        return found


units = once(Units)


def _unit(rules: Rules, house: CrapsHouse, area: Area, point: int) -> int:
    lines = area.lines
    if not lines:
        return house.smallest_chip
    if area.kind == "odds" and not area.number:
        lines = tuple([line for line in lines if line.endswith(pair(point))])
    fees = area.kind if area.kind in CHARGED and rules.reads("vigorish") != "none" else ""
    return house.smallest_chip * _chips(rules.reads("payout-odds"), tuple(house.pay.items()), lines, fees)


@cache
def _chips(reading: str, pay: tuple[tuple[str, str], ...], lines: tuple[str, ...], fees: str) -> int:
    """Return the least number of chips whose every multiple can be paid exactly at these lines and fees."""
    paid = _pay_table(reading, pay).lines
    odds = [each for line in lines if isinstance(each := paid[line], Odds)]
    if fees == "buy":
        odds.append(FEE)
    elif fees == "lay":
        odds = [Odds(each.win * FEE.win, each.stake * FEE.stake) for each in odds]
    return lcm(*(each.stake // gcd(each.win, each.stake) for each in odds))


def takes_fee(area: Area, rules: Rules, when: str) -> bool:
    """Return whether vigorish is taken on a wager in an area at this moment ("when-made" or "on-a-win")."""
    return area.kind in CHARGED and rules.reads("vigorish") == when


def fee(rules: Rules, house: CrapsHouse, area: Area, stake: int) -> int:
    """Return the vigorish: a share of a buy bet, or of what a lay bet may win."""
    base = stake if area.kind == "buy" else rate(rules, house, area.lines[0]).pays(stake)
    return FEE.pays(base)
