"""The texts printed on a layout of punto banco, and its drawing."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.punto_banco import layout_drawing
from pitboss.common.punto_banco.house import (
    BANKER,
    PuntoBancoHouse,
    is_without_vigorish,
    offered_spots,
    pay_tables,
    percent,
    rate,
    takes_vigorish,
)
from pitboss.law.rules import Rules
from pitboss.table.paytable import show
from pitboss.table.printed import Inscription, Printed, limit_inscription, printed_pay_table

TITLES = {
    "odds": "Odds",
    "pairs": "Pairs",
    "without-vigorish": "Without vigorish",
    "half-on-6": "Half on 6",
}
LIMITS = "beyond:minibaccarat.5(h)"


def printed_layout(rules: Rules, house: PuntoBancoHouse, button: str = "") -> Printed:
    """Return what is printed on the layout. `button` is the text that explains the button, if the game has one."""
    areas = offered_spots(house)
    odds = {area: show(rate(rules, house, area)) for area in areas}
    if takes_vigorish(house):
        odds[BANKER] += f", less {percent(rules, house)} percent"
    return Printed(
        areas=areas,
        pays=tuple(printed_pay_table(TITLES[name], table) for name, table in pay_tables(house, rules).items()),
        says=tuple(_says(rules, house)),
        limits=(
            limit_inscription(house.minimum, house.maximum, "player or banker", LIMITS),
            limit_inscription(house.tie_minimum, house.tie_maximum, "all others", LIMITS),
        ),
        drawing=layout_drawing.drawing(areas, odds, button),
    )


def _says(rules: Rules, house: PuntoBancoHouse) -> Iterator[Inscription]:
    yield Inscription("beyond:minibaccarat.7(c)", "On a tie, bets on player and banker go back")
    if is_without_vigorish(house):
        yield Inscription("beyond:minibaccarat.8(g)", "A banker's 7 of three cards gives bets on banker back")
    elif takes_vigorish(house):
        kept = f"The house keeps {percent(rules, house)} percent of what banker wins"
        yield Inscription("beyond:minibaccarat.8(c)", kept)
