"""What is printed on a layout of punto banco, and how it is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.punto_banco import plans
from pitboss.common.punto_banco.house import (
    BANKER,
    PuntoBancoHouse,
    is_without_vigorish,
    offered,
    pay_tables,
    percent,
    rate,
    takes_vigorish,
)
from pitboss.law.rules import Rules
from pitboss.table.paytable import show
from pitboss.table.printed import Inscription, Pays, Printed, limit


def printed(rules: Rules, house: PuntoBancoHouse, button: str = "") -> Printed:
    """`button` says what it means to have the button, where there is one."""
    areas = offered(house)
    odds = {area: show(rate(rules, house, area)) for area in areas}
    if takes_vigorish(house):
        odds[BANKER] += f", less {percent(rules, house)} percent"
    tables = pay_tables(house, rules)
    return Printed(
        areas=areas,
        pays=tuple(
            Pays(
                name.capitalize().replace("-", " "),
                table.cite,
                tuple((line, show(paid)) for line, paid in table.lines.items()),
            )
            for name, table in tables.items()
        ),
        says=tuple(_says(rules, house)),
        limits=(limit(house.minimum, house.maximum, "on a hand", "beyond:minibaccarat.5(h)"),),
        drawing=plans.drawing(areas, odds, button),
    )


def _says(rules: Rules, house: PuntoBancoHouse) -> Iterator[Inscription]:
    yield Inscription("beyond:minibaccarat.7(c)", "On a tie, bets on player and banker go back")
    if is_without_vigorish(house):
        yield Inscription("beyond:minibaccarat.8(g)", "A banker's 7 of three cards gives bets on banker back")
