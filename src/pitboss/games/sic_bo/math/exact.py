"""The mathematics of Sic Bo: exact edges, the hold and simulations, over all 216 ways in which three dice can lie."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import ClassVar

from pitboss.common.spin_model import SpinModel, one_of_each
from pitboss.counting.courses import Course, End
from pitboss.counting.floors import Floor
from pitboss.games.sic_bo.law.house import TABLES, SicBoHouse, base_table, payable_unit, rate
from pitboss.games.sic_bo.law.layout import DICE, FACES, SINGLE, Area, areas_at
from pitboss.games.sic_bo.law.outcome import Result, lines_of, wins
from pitboss.games.sic_bo.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.paytable import worth

WINS, LOSES = "wins", End("loses", Fraction(-1))
ON_DICE = ("wins on one die", "wins on two dice", "wins on three dice")


class SicBo(SpinModel[SicBoHouse]):
    LINES: ClassVar = {"": tuple(base_table(TABLES[0]).lines)}
    EVENT = "shake"
    WAGERS = WAGERS
    NO_CARDS = "sic-bo has no cards and no point; name wagers with --wager, as in small=10"
    NO_AREA = (
        " at this table; areas are named as in 'small', 'total 9', 'two-dice 2-5', 'one of a kind 2' and 'any three of "
        "a kind'"
    )
    BET_ON = "bet on an area of the layout (beyond:sic-bo.5(d))"

    def spots(self, rules: Rules, house: SicBoHouse) -> Collection[str]:
        return areas_at(rules)

    def course(self, rules: Rules, house: SicBoHouse, spot: str, cents: int) -> Course:
        area = areas_at(rules)[spot]
        ends = {result: fate(rules, house, area, result) for result in sorted(set(all_results()))}
        return Course(spot, cents, (tuple(ends[result] for result in all_results()),))

    def most(self, rules: Rules, house: SicBoHouse, spot: str) -> int:
        return int(house.limits(areas_at(rules)[spot])[1])

    def usual_bet(self, house: SicBoHouse) -> int:
        return house.small_big_minimum

    def limits(self, house: SicBoHouse) -> tuple[int, int]:
        return house.posted

    def limits_by_wager(self, house: SicBoHouse) -> Mapping[str, tuple[int, int]]:
        return {
            "small and big": (house.small_big_minimum, house.small_big_maximum),
            "three of a kind": (house.three_of_a_kind_minimum, house.three_of_a_kind_maximum),
            "all others": (house.minimum, house.maximum),
        }

    def floors(self, rules: Rules, house: SicBoHouse) -> list[Floor]:
        """Return the least odds of each kind of wager: those of the pay table that the house has elected, or, if it
        elects none, those of every table that it may elect.
        """
        tables = {name: base_table(name) for name in ((house.pay_table,) if house.pay_table else TABLES)}
        cite = tables[house.pay_table].cite if house.pay_table else "beyond:sic-bo.8(b)"
        floors = []
        for area in (areas_at(rules)[spot] for spot in one_of_each(self, rules, house)):
            lines = tuple(reversed(lines_of(area)))
            paid = {
                name: {line: odds for line in lines if (odds := table.rate(line))} for name, table in tables.items()
            }
            named = dict(zip(lines_of(area), ON_DICE if area.kind == SINGLE else (WINS,), strict=True))
            fixed = why_fixed(rules, area)
            floors.append(Floor(area.kind, "", cite, paid, fixed, election="pay-table", outcomes=named))
        return floors

    def pricing_cases(self) -> list[tuple[str, SicBoHouse, int]]:
        """Return a table that elects no pay table, so that the reading has a price, and one with each."""
        return [
            ("no table elected", SicBoHouse(), 500),
            ("table a", SicBoHouse(pay_table="a"), 500),
            ("table b", SicBoHouse(pay_table="b"), 500),
        ]

    def usual_bets(self, rules: Rules, house: SicBoHouse) -> dict[str, int]:
        step = payable_unit(rules, house, areas_at(rules)["small"])
        return {"small": -(-house.small_big_minimum // step) * step}


def why_fixed(rules: Rules, area: Area) -> str:
    """Return why a house may pay no other odds for a kind of wager, or nothing if it may pay more."""
    if rules.reads("partial-tables") == "whole-table":
        return "has three tables, and by the reading partial-tables a house pays one of them whole"
    if area.kind == SINGLE and rules.reads("single-on-triple") == "lines-added":
        return "has a line for each number of dice, and by the reading single-on-triple three dice add up all three"
    return ""


@cache
def all_results() -> tuple[Result, ...]:
    """Return all 216 results of three dice, the last die changing first. The order within a result has no meaning."""
    return tuple(tuple(sorted(dice)) for dice in product(range(1, FACES + 1), repeat=DICE))


def fate(rules: Rules, house: SicBoHouse, area: Area, result: Result) -> End:
    """Return how a wager ends, and what it nets, when the dice show this result."""
    if not wins(rules, area, result):
        return LOSES
    odds = rate(rules, house, area, result)
    name = ON_DICE[result.count(area.numbers[0]) - 1] if area.kind == SINGLE else WINS
    return End(name, worth(odds), str(odds))


MODEL = SicBo()
