"""The effect of each compartment on a wager by the table's own rules, for exact edges, the hold and simulations."""

from __future__ import annotations

from fractions import Fraction

from pitboss.counting.courses import Course, End
from pitboss.games.roulette.law.house import RouletteHouse, loses_half, rate
from pitboss.games.roulette.law.layout import DOUBLE_ZERO, PRISON, ZERO, Area, is_even_money, is_zero
from pitboss.games.roulette.law.settle import half_in_chips, wins
from pitboss.law.rules import Rules
from pitboss.table.paytable import worth

LOSES, FREE = End("loses", Fraction(-1)), End("comes back", Fraction())
WINS = "wins"
HELD, AGAIN = "held", "again"  # the wager waits in prison; the spin does not count


def fate(rules: Rules, house: RouletteHouse, area: Area, number: str, cents: int) -> End | str:
    """Return the end of a wager, or a word if it goes on, when the ball rests in this compartment."""
    if number == DOUBLE_ZERO and house.zeros == 1:
        if rules.reads("zero-on-single-layout") == "no-spin":
            return AGAIN
        number = ZERO
    if wins(area, number):
        odds = rate(rules, house, area)
        return End(WINS, worth(odds), str(odds))
    if not (is_zero(number) and is_even_money(area.kind) and loses_half(rules, house)):
        return LOSES
    if rules.reads("imprisonment") != "none":
        return HELD
    return End("loses half", -Fraction(half_in_chips(rules, house, cents)[0], cents))


def fate_in_prison(rules: Rules, house: RouletteHouse, area: Area, number: str) -> End | str:
    if number == DOUBLE_ZERO and house.zeros == 1 and rules.reads("zero-on-single-layout") == "no-spin":
        return AGAIN
    if wins(area, number):
        return FREE
    stays = is_zero(number) and rules.reads("imprisonment") == "second-zero-stays"
    return HELD if stays else LOSES


def course(rules: Rules, house: RouletteHouse, spot: str, cents: int) -> Course:
    """Return the course of a wager. State 0 is the wager as made, or in prison already; state 1 is in prison."""
    area = house.areas[PRISON.get(spot, spot)]
    held = [fate_in_prison(rules, house, area, number) for number in house.stops]
    if spot in PRISON:
        return Course(spot, cents, (_states(held, 0, 0),))
    free = [fate(rules, house, area, number, cents) for number in house.stops]
    first = _states(free, 0, 1)
    return Course(spot, cents, (first, _states(held, 1, 1)) if 1 in first else (first,))


def _states(fates: list[End | str], here: int, prison: int) -> tuple[int | End, ...]:
    return tuple(each if isinstance(each, End) else prison if each == HELD else here for each in fates)
