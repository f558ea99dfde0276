"""The effect of every shake on a wager by the table's own rules, for exact edges, the hold and simulations."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from pitboss.counting.courses import Course, End
from pitboss.games.sic_bo.law.house import SicBoHouse, rate
from pitboss.games.sic_bo.law.layout import DICE, FACES, SINGLE, Area, areas_at
from pitboss.games.sic_bo.law.outcome import Result, wins
from pitboss.law.rules import Rules
from pitboss.table.paytable import worth

WINS, LOSES = "wins", End("loses", Fraction(-1))
ON_DICE = ("wins on one die", "wins on two dice", "wins on three dice")


@cache
def all_results() -> tuple[Result, ...]:
    """Return all 216 results of three dice, the last die changing first. The order within a result has no meaning."""
    return tuple(tuple(sorted(dice)) for dice in product(range(1, FACES + 1), repeat=DICE))


def fate(rules: Rules, house: SicBoHouse, area: Area, result: Result) -> End:
    """Return the end of a wager by a result."""
    if not wins(rules, area, result):
        return LOSES
    odds = rate(rules, house, area, result)
    name = ON_DICE[result.count(area.numbers[0]) - 1] if area.kind == SINGLE else WINS
    return End(name, worth(odds), str(odds))


def fates(rules: Rules, house: SicBoHouse, area: Area) -> Iterator[End]:
    known = {result: fate(rules, house, area, result) for result in sorted(set(all_results()))}
    return (known[result] for result in all_results())


def course(rules: Rules, house: SicBoHouse, spot: str, cents: int) -> Course:
    return Course(spot, cents, (tuple(fates(rules, house, areas_at(rules)[spot])),))
