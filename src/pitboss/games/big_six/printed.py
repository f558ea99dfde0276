"""The inscriptions of a Big Six layout, and its drawing."""

from __future__ import annotations

from pitboss.games.big_six import plans
from pitboss.games.big_six.house import BigSixHouse, pay_table, stops
from pitboss.games.big_six.layout import SPOTS
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
            wide=plans.wide(odds), narrow=plans.narrow(odds), text=plans.text(odds), wheel=wheel(rules, house)
        ),
    )


def wheel(rules: Rules, house: BigSixHouse) -> Wheel:
    around = stops(rules, house)
    return Wheel(stops=around, tones=tuple(plans.TONES[symbol] for symbol in around), spots=around, upright=True)
