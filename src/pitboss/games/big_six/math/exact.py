"""Exact odds of Big Six: the cost of every wager, section by section."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

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
from pitboss.games.big_six.law.house import BigSixHouse, least_table, stops, table_called
from pitboss.games.big_six.law.layout import SPOTS
from pitboss.games.big_six.math.courses import WINS, course, fate
from pitboss.law.rules import Rules

LINES = {"": tuple(table_called("odds").lines)}
UNCOUNTED: dict[str, str] = {}
UNIT = "the wager"


def what_if(house: BigSixHouse) -> BigSixHouse:
    return house


def usual_bet(house: BigSixHouse) -> int:
    return house.minimum


def limits(house: BigSixHouse) -> tuple[int, int]:
    return house.minimum, house.maximum


def bet_matters(house: BigSixHouse) -> bool:
    return False


def houses(rules: Rules, house: BigSixHouse) -> list[tuple[str, BigSixHouse]]:
    return [("", house)]


def floors(rules: Rules, house: BigSixHouse) -> list[Floor]:
    table = least_table(house, rules)
    paid = {line: table.rate(line) for line in table.lines}
    return [
        Floor(line, "", table.cite, {"": {line: odds}}, outcomes={line: WINS})
        for line, odds in paid.items()
        if odds is not None
    ]


def pricing_cases() -> list[tuple[str, BigSixHouse, int]]:
    """Return a table that elects nothing, so that the readings of wheel and odds decide, and one with the
    other wheel.
    """
    return [("", BigSixHouse(), 100), ("24 sections of $1", BigSixHouse(wheel="24-15-7-4-2"), 100)]


# --- every wager


def wagers(rules: Rules, house: BigSixHouse, bet: int) -> Iterator[Row]:
    for spot in SPOTS:
        yield rows_without(rules, house, bet, spot)


@cache_by_readings
def rows_without(rules: Rules, house: BigSixHouse, bet: int, spot: str) -> Row:
    return row(spot, UNIT, course(rules, house, spot, bet).outcomes(), asked=rules, most=int(house.maximum))


def strategy(rules: Rules, house: BigSixHouse, bet: int) -> Iterator[Section]:
    """Yield the wagers in the order of their cost. The choice of wagers is the only decision at Big Six."""
    yield cheapest_first(wagers(rules, house, bet))


def ask(rules: Rules, house: BigSixHouse, bet: int, situation: Situation) -> Answer:
    """Return what wagers are worth: those named as lying there, or else one on each symbol."""
    if situation.cards or situation.board or situation.dealer or situation.seen or situation.point:
        raise ImpossibleError("Big Six has no cards and no point; name wagers with --wager, as in joker=10")
    if strange := [spot for spot in situation.stakes if spot not in SPOTS]:
        raise ImpossibleError(f"there is no betting area called {strange[0]!r}; the areas are {', '.join(SPOTS)}")
    if empty := [spot for spot, cents in situation.stakes.items() if not cents]:
        raise ImpossibleError(f"there is nothing on {empty[0]}; wager one cent or more")
    stakes = situation.stakes or dict.fromkeys(SPOTS, bet)
    choices = tuple(
        Choice(spot, value(rules, house, spot), stakes[spot], spot if situation.stakes else "")
        for spot in SPOTS
        if spot in stakes
    )
    return Answer("before the spin", "each wager", choices)


def value(rules: Rules, house: BigSixHouse, spot: str) -> Fraction:
    """Return what a wager nets, in units."""
    symbols = stops(rules, house)
    return sum((fate(rules, house, spot, symbol).net for symbol in symbols), Fraction()) / len(symbols)


# --- a player at the table


def advise(rules: Rules, house: BigSixHouse, view: View) -> Advice:
    raise ImpossibleError("No wager depends on what you answer.")


def offered_row(rules: Rules, house: BigSixHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
    (spot,) = spots
    return rows_without(rules, house, stake, spot)


def standing(rules: Rules, house: BigSixHouse, view: View) -> Standing | None:
    stakes = view.wagers.get(view.seat, {})
    if not stakes:
        return None
    expected = sum((value(rules, house, spot) * cents for spot, cents in stakes.items()), Fraction())
    ways = len(stops(rules, house))
    return Standing(out=sum(stakes.values()), each="spin", ways=ways, next=expected, in_the_end=expected)


def exposure(rules: Rules, house: BigSixHouse, bet: int) -> Iterator[Exposure]:
    """Return nothing: Big Six has no face-down cards that could be seen too early."""
    return iter(())
