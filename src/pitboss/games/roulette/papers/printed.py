"""The inscriptions of a roulette layout, and its drawing."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.roulette.law.chips import COLORS
from pitboss.games.roulette.law.house import RouletteHouse, loses_half, pay_table
from pitboss.games.roulette.law.layout import DOUBLE_ZERO, ZERO, color_of
from pitboss.games.roulette.papers import layout_plans
from pitboss.law.rules import Rules
from pitboss.table.money import dollars
from pitboss.table.paytable import show
from pitboss.table.printed import Drawing, Inscription, Pays, Printed, Wheel, limit_inscription


def printed_layout(rules: Rules, house: RouletteHouse) -> Printed:
    table = pay_table(house, rules)
    offered = {area.kind for area in house.areas.values()}
    return Printed(
        areas=tuple(house.areas),
        pays=(
            Pays(
                "Odds", table.cite, tuple((kind, show(paid)) for kind, paid in table.lines.items() if kind in offered)
            ),
        ),
        says=tuple(_inscriptions(rules, house)),
        limits=(
            limit_inscription(house.minimum, house.maximum, "inside", "beyond:roulette.5(g)"),
            limit_inscription(house.outside_minimum, house.outside_maximum, "outside", "beyond:roulette.5(g)"),
            *_on_a_number(house),
        ),
        drawing=Drawing(
            wide=layout_plans.wide(house.zeros),
            narrow=layout_plans.narrow(house.zeros),
            text=layout_plans.text(house.zeros),
            wheel=wheel(house),
            colors=COLORS,
        ),
    )


def wheel(house: RouletteHouse) -> Wheel:
    single = house.zeros == 1
    return Wheel(
        stops=house.stops,
        tones=tuple(color_of(number) or "" for number in house.stops),
        spots=tuple(f"straight {ZERO if single and number == DOUBLE_ZERO else number}" for number in house.stops),
    )


def _inscriptions(rules: Rules, house: RouletteHouse) -> Iterator[Inscription]:
    if house.used_as_single_zero:
        yield Inscription("beyond:roulette.2(f)", "This wheel is used with a single zero")
    half = loses_half(rules, house)
    if half and rules.reads("imprisonment") != "none":
        yield Inscription("reading:imprisonment", "Even-money wagers wait for the next spin on a zero")
    elif house.zeros == 2:
        yield Inscription("beyond:roulette.7(d)", f"Even-money wagers lose {'half' if half else 'all'} on 0 and 00")
    elif half:
        yield Inscription("reading:single-zero-half", "Even-money wagers lose half on 0")


def _on_a_number(house: RouletteHouse) -> Iterator[Inscription]:
    if house.number_maximum is not None:
        yield Inscription("beyond:roulette.5(g)", f"{dollars(house.number_maximum)} on one number")
