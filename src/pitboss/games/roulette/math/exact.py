"""Exact odds of roulette: the cost of every wager, compartment by compartment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.counting.courses import Course, End
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
from pitboss.games.roulette.law.house import RouletteHouse, base_table
from pitboss.games.roulette.law.layout import ORDER, PRISON, ZERO, Area
from pitboss.games.roulette.math import courses
from pitboss.games.roulette.math.courses import AGAIN, WINS
from pitboss.law.rules import Rules

LINES = {"": tuple(base_table().lines)}
UNCOUNTED: dict[str, str] = {}
UNIT = "the wager"


def what_if(house: RouletteHouse) -> RouletteHouse:
    return house


def usual_bet(house: RouletteHouse) -> int:
    return house.outside_minimum


def limits(house: RouletteHouse) -> tuple[int, int]:
    return min(house.minimum, house.outside_minimum), max(house.maximum, house.outside_maximum)


def limits_by_wager(house: RouletteHouse) -> Mapping[str, tuple[int, int]]:
    outside = (house.outside_minimum, house.outside_maximum)
    return {"inside": (house.minimum, house.maximum), "outside": outside}


def bet_matters(house: RouletteHouse) -> bool:
    return house.zero_rule != "all"  # half of a bet may not come out even in chips


def houses(rules: Rules, house: RouletteHouse) -> list[tuple[str, RouletteHouse]]:
    return [("", house)]


def floors(rules: Rules, house: RouletteHouse) -> list[Floor]:
    table = base_table()
    found = []
    for line in table.lines:
        paid = table.rate(line)
        if paid is not None and any(area.kind == line for area in house.areas.values()):
            found.append(Floor(line, "", table.cite, {"": {line: paid}}, outcomes={line: WINS}))
    return found


def pricing_cases() -> list[tuple[str, RouletteHouse, int]]:
    """Return a table of every wheel, and even-money wagers of $15, whose half $1 chips do not make."""
    return [
        ("double zero", RouletteHouse(), 1_000),
        ("double zero, bets of $15", RouletteHouse(), 1_500),
        ("single zero", RouletteHouse(wheel="single-zero"), 1_000),
        ("double zero used as single zero", RouletteHouse(used_as_single_zero=True), 1_000),
    ]


# --- every wager


def wagers(rules: Rules, house: RouletteHouse, bet: int) -> Iterator[Row]:
    """Yield a row for each kind of wager, or two if a reading makes numbers of one kind come at different rates."""
    for kind in LINES[""]:
        alike: dict[tuple[frozenset[tuple[End, int | Fraction]], bool], list[Area]] = {}
        for area in house.areas.values():
            if area.kind == kind:
                made = courses.course(rules, house, area.spot, bet)
                ends = frozenset(zip(made.ends, made.weights(), strict=True))
                alike.setdefault((ends, house.used_as_single_zero and ZERO in area.numbers), []).append(area)
        for same in alike.values():
            yield rows_without(rules, house, bet, same[0].spot, _variant(same, len(alike)))


def _variant(same: list[Area], groups: int) -> str:
    if groups == 1:
        return ""
    return "with a zero" if "0" in same[0].numbers else "without a zero"


@cache_by_readings
def rows_without(rules: Rules, house: RouletteHouse, bet: int, spot: str, variant: str = "") -> Row:
    area = house.areas[spot]
    made = courses.course(rules, house, spot, bet)
    return row(area.kind, UNIT, made.outcomes(), variant=variant, asked=rules, most=int(house.limits(area)[1]))


def strategy(rules: Rules, house: RouletteHouse, bet: int) -> Iterator[Section]:
    """Yield the wagers in the order of their cost. The choice of wagers is the only decision at roulette."""
    yield cheapest_first(wagers(rules, house, bet))


def ask(rules: Rules, house: RouletteHouse, bet: int, situation: Situation) -> Answer:
    """Return what wagers are worth: those named as lying there, or else one of each kind."""
    if situation.cards or situation.board or situation.dealer or situation.seen or situation.point:
        raise ImpossibleError("roulette has no cards and no point; name wagers with --wager, as in red=10")
    if strange := [spot for spot in situation.stakes if spot not in house.areas and spot not in PRISON]:
        raise ImpossibleError(
            f"there is no betting area called {strange[0]!r} at this table; areas are named as in 'straight 17', "
            "'split 17-20', 'dozen 2' and 'red'"
        )
    if empty := [spot for spot, cents in situation.stakes.items() if not cents]:
        raise ImpossibleError(f"there is nothing on {empty[0]}; wager one cent or more")
    stakes = situation.stakes or dict.fromkeys(one_of_each(house), bet)
    choices = []
    for spot in sorted(stakes, key=ORDER.__getitem__):
        made = courses.course(rules, house, spot, stakes[spot])
        choices.append(Choice(spot, value(made), stakes[spot], spot if situation.stakes else ""))
    return Answer("before the spin", "each wager", tuple(choices))


def one_of_each(house: RouletteHouse) -> list[str]:
    first: dict[str, str] = {}
    for area in house.areas.values():
        first.setdefault(area.kind, area.spot)
    return list(first.values())


def value(course: Course) -> Fraction:
    """Return what a wager nets in the end, in units."""
    weights = course.weights()
    nets = (weight * end.net for weight, end in zip(weights, course.ends, strict=True))
    return sum(nets, Fraction()) / sum(weights)


# --- a player at the table


def advise(rules: Rules, house: RouletteHouse, view: View) -> Advice:
    raise ImpossibleError("No wager depends on what you answer.")


def offered_row(rules: Rules, house: RouletteHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
    (spot,) = spots
    found = rows_without(rules, house, stake, spot)
    return row(spot, UNIT, courses.course(rules, house, spot, stake).outcomes(), asked=rules, most=found.most)


def standing(rules: Rules, house: RouletteHouse, view: View) -> Standing | None:
    """Return what the standing wagers are worth: after the next spin, and when each is decided."""
    stakes = view.wagers.get(view.seat, {})
    if not stakes:
        return None
    ways = counted_numbers(rules, house)
    total = sum(won_by_spin(rules, house, number, spot, cents) for number in ways for spot, cents in stakes.items())
    in_the_end = sum((value(courses.course(rules, house, spot, c)) * c for spot, c in stakes.items()), Fraction())
    return Standing(
        out=sum(stakes.values()), each="spin", ways=len(ways), next=Fraction(total, len(ways)), in_the_end=in_the_end
    )


def counted_numbers(rules: Rules, house: RouletteHouse) -> list[str]:
    """Return the numbers of the compartments that count at this table."""
    straight = house.areas["straight 0"]
    return [number for number in house.stops if courses.fate(rules, house, straight, number, 100) != AGAIN]


def won_by_spin(rules: Rules, house: RouletteHouse, number: str, spot: str, cents: int) -> int:
    """Return the cents that one spin moves from the house to the player on a wager."""
    area = house.areas[PRISON.get(spot, spot)]
    fate = courses.fate(rules, house, area, number, cents)
    if spot in PRISON:
        fate = courses.fate_in_prison(rules, house, area, number)
    return 0 if isinstance(fate, str) else int(fate.net * cents)


def exposure(rules: Rules, house: RouletteHouse, bet: int) -> Iterator[Exposure]:
    """Return nothing: roulette has no face-down cards that could be seen too early."""
    return iter(())
