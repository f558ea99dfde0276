"""Exact odds of Sic Bo: the cost of every wager over all 216 ways in which three dice can lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.counting.courses import Course
from pitboss.counting.exact_model import (
    Advice,
    Answer,
    Choice,
    Exposure,
    ImpossibleError,
    Row,
    Section,
    Situation,
    Standing,
    cache_by_readings,
    row,
)
from pitboss.counting.floors import Floor
from pitboss.counting.wager_costs import cheapest_first
from pitboss.engine.view import View
from pitboss.games.sic_bo.law.house import TABLES, SicBoHouse, base_table
from pitboss.games.sic_bo.law.layout import ORDER, SINGLE, Area, areas_at
from pitboss.games.sic_bo.law.outcome import lines_of
from pitboss.games.sic_bo.math import courses
from pitboss.law.rules import Rules

LINES = {"": tuple(base_table(TABLES[0]).lines)}
UNCOUNTED: dict[str, str] = {}
UNIT = "the wager"


def what_if(house: SicBoHouse) -> SicBoHouse:
    return house


def usual_bet(house: SicBoHouse) -> int:
    return house.small_big_minimum


def limits(house: SicBoHouse) -> tuple[int, int]:
    least = min(house.minimum, house.small_big_minimum, house.three_of_a_kind_minimum)
    return least, max(house.maximum, house.small_big_maximum, house.three_of_a_kind_maximum)


def limits_by_wager(house: SicBoHouse) -> Mapping[str, tuple[int, int]]:
    return {
        "small and big": (house.small_big_minimum, house.small_big_maximum),
        "three of a kind": (house.three_of_a_kind_minimum, house.three_of_a_kind_maximum),
        "all others": (house.minimum, house.maximum),
    }


def bet_matters(house: SicBoHouse) -> bool:
    return False  # every wager is paid its odds exactly


def houses(rules: Rules, house: SicBoHouse) -> list[tuple[str, SicBoHouse]]:
    return [("", house)]


def floors(rules: Rules, house: SicBoHouse) -> list[Floor]:
    """Return the least odds: those of the pay tables, of which a house elects one, or of the one that it
    has elected.
    """
    tables = {name: base_table(name) for name in ((house.pay_table,) if house.pay_table else TABLES)}
    cite = tables[house.pay_table].cite if house.pay_table else "beyond:sic-bo.8(b)"
    found = []
    for area in one_of_each(rules):
        lines = tuple(reversed(lines_of(area)))
        paid = {name: {line: odds for line in lines if (odds := table.rate(line))} for name, table in tables.items()}
        named = dict(zip(lines_of(area), courses.ON_DICE if area.kind == SINGLE else (courses.WINS,), strict=True))
        fixed = _why_fixed(rules, area)
        found.append(Floor(area.kind, "", cite, paid, fixed, election="pay-table", outcomes=named))
    return found


def _why_fixed(rules: Rules, area: Area) -> str:
    if rules.reads("partial-tables") == "whole-table":
        return "has three tables, and by the reading partial-tables a house pays one of them whole"
    if area.kind == SINGLE and rules.reads("single-on-triple") == "lines-added":
        return "has a line for each number of dice, and by the reading single-on-triple three dice add up all three"
    return ""


def pricing_cases() -> list[tuple[str, SicBoHouse, int]]:
    """Return a table that elects no pay table, so that the reading has a price, and one with each."""
    return [
        ("no table elected", SicBoHouse(), 500),
        ("table a", SicBoHouse(pay_table="a"), 500),
        ("table b", SicBoHouse(pay_table="b"), 500),
    ]


# --- every wager


def one_of_each(rules: Rules) -> list[Area]:
    """Return one area of each kind. Areas of one kind are one wager."""
    first: dict[str, Area] = {}
    for area in areas_at(rules).values():
        first.setdefault(area.kind, area)
    return list(first.values())


def wagers(rules: Rules, house: SicBoHouse, bet: int) -> Iterator[Row]:
    for area in one_of_each(rules):
        yield rows_without(rules, house, bet, area.spot)


@cache_by_readings
def rows_without(rules: Rules, house: SicBoHouse, bet: int, spot: str) -> Row:
    area = areas_at(rules)[spot]
    made = courses.course(rules, house, spot, bet)
    return row(area.kind, UNIT, made.outcomes(), asked=rules, most=int(house.limits(area)[1]))


def strategy(rules: Rules, house: SicBoHouse, bet: int) -> Iterator[Section]:
    """Yield the wagers in the order of their cost. The choice of wagers is the only decision at Sic Bo."""
    yield cheapest_first(wagers(rules, house, bet))


def ask(rules: Rules, house: SicBoHouse, bet: int, situation: Situation) -> Answer:
    """Return what wagers are worth: those named as lying there, or else one of each kind."""
    known = areas_at(rules)
    if situation.cards or situation.board or situation.dealer or situation.seen or situation.point:
        raise ImpossibleError("sic-bo has no cards and no point; name wagers with --wager, as in small=10")
    if strange := [spot for spot in situation.stakes if spot not in known]:
        raise ImpossibleError(
            f"there is no betting area called {strange[0]!r} at this table; areas are named as in 'small', 'total 9', "
            "'two-dice 2-5', 'one of a kind 2' and 'any three of a kind'"
        )
    if empty := [spot for spot, cents in situation.stakes.items() if not cents]:
        raise ImpossibleError(f"there is nothing on {empty[0]}; wager one cent or more")
    stakes = situation.stakes or dict.fromkeys((area.spot for area in one_of_each(rules)), bet)
    choices = []
    for spot in sorted(stakes, key=ORDER.__getitem__):
        made = courses.course(rules, house, spot, stakes[spot])
        choices.append(Choice(spot, value(made), stakes[spot], spot if situation.stakes else ""))
    return Answer("before the shake", "each wager", tuple(choices))


def value(course: Course) -> Fraction:
    """Return what a wager nets, in units."""
    (ends,) = course.states
    return sum((end.net for end in course.ends for _ in range(ends.count(end))), Fraction()) / len(ends)


# --- a player at the table


def advise(rules: Rules, house: SicBoHouse, view: View) -> Advice:
    raise ImpossibleError("No wager depends on what you answer.")


def offered_row(rules: Rules, house: SicBoHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
    (spot,) = spots
    most = int(house.limits(areas_at(rules)[spot])[1])
    return row(spot, UNIT, courses.course(rules, house, spot, stake).outcomes(), asked=rules, most=most)


def standing(rules: Rules, house: SicBoHouse, view: View) -> Standing | None:
    """Return what the standing wagers are worth over every shake."""
    stakes = view.wagers.get(view.seat, {})
    if not stakes:
        return None
    worth = sum((value(courses.course(rules, house, spot, c)) * c for spot, c in stakes.items()), Fraction())
    return Standing(
        out=sum(stakes.values()), each="shake", ways=len(courses.all_results()), next=worth, in_the_end=worth
    )


def exposure(rules: Rules, house: SicBoHouse, bet: int) -> Iterator[Exposure]:
    """Return nothing: Sic Bo has no face-down cards that could be seen too early."""
    return iter(())
