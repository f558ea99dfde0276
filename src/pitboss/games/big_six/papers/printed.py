"""The inscriptions of a Big Six layout, and its drawing."""

from __future__ import annotations

from pitboss.games.big_six.law.house import BigSixHouse, pay_table, stops
from pitboss.games.big_six.law.layout import SPOTS
from pitboss.games.big_six.papers import layout_plans
from pitboss.law.rules import Rules
from pitboss.table.paytable import show
from pitboss.table.printed import Drawing, Pays, Printed, Wheel, limit_inscription


def printed_layout(rules: Rules, house: BigSixHouse) -> Printed:
    table = pay_table(house, rules)
    odds = {spot: show(table.lines[spot]) for spot in SPOTS}
    return Printed(
        areas=SPOTS,
        pays=(Pays("Odds", table.cite, tuple(odds.items())),),
        limits=(limit_inscription(house.minimum, house.maximum, "a symbol", "beyond:big-six.5(g)"),),
        drawing=Drawing(
            wide=layout_plans.wide(odds),
            narrow=layout_plans.narrow(odds),
            text=layout_plans.text(odds),
            wheel=wheel(rules, house),
        ),
    )


def wheel(rules: Rules, house: BigSixHouse) -> Wheel:
    around = stops(rules, house)
    return Wheel(stops=around, tones=tuple(layout_plans.TONES[symbol] for symbol in around), spots=around, upright=True)
