"""The inscriptions of a Big Six layout, and its drawing on a wide page, on a phone and in a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.games.big_six.law.house import BigSixHouse, pay_table, stops
from pitboss.games.big_six.law.layout import FLAG, JOKER, SPOTS
from pitboss.law.rules import Rules
from pitboss.table.paytable import show
from pitboss.table.printed import Cell, Drawing, Pays, Plan, Printed, Tone, Wheel, limit_inscription

# --- the drawing

AMOUNTS = SPOTS[:5]
TONES: dict[str, Tone] = {
    "$1": "",
    "$2": "green",
    "$5": "red",
    "$10": "black",
    "$20": "gold",
    JOKER: "gold",
    FLAG: "gold",
}


def cells(left: float, top: float, width: float, high: float, low: float, odds: Mapping[str, str]) -> tuple[Cell, ...]:
    """Return the cells: the two pictures above, the five amounts below."""
    half, fifth = width / 2, width / len(AMOUNTS)
    above = [
        Cell(spot, left + index * half, top, half, high, spot.upper(), odds[spot], TONES[spot])
        for index, spot in enumerate((JOKER, FLAG))
    ]
    below = [
        Cell(spot, left + index * fifth, top + high, fifth, low, spot, odds[spot], TONES[spot])
        for index, spot in enumerate(AMOUNTS)
    ]
    return (*above, *below)


def wide(odds: Mapping[str, str]) -> Plan:
    return Plan(960, 608, cells(450, 115, 480, 130, 180, odds), wheel=(222, 275, 186))


def narrow(odds: Mapping[str, str]) -> Plan:
    return Plan(390, 560, cells(10, 312, 370, 104, 130, odds), wheel=(195, 161, 130))


def text(odds: Mapping[str, str]) -> Plan:
    """Return the plan for a terminal: seven areas side by side, each with its odds and room for chips."""
    row = tuple(Cell(spot, index * 11, 0, 11, 3, spot, odds[spot], TONES[spot]) for index, spot in enumerate(SPOTS))
    return Plan(78, 4, row)


# --- the inscriptions


def printed_layout(rules: Rules, house: BigSixHouse) -> Printed:
    table = pay_table(house, rules)
    odds = {spot: show(table.lines[spot]) for spot in SPOTS}
    return Printed(
        areas=SPOTS,
        pays=(Pays("Odds", table.cite, tuple(odds.items())),),
        limits=(limit_inscription(house.minimum, house.maximum, "a symbol", "beyond:big-six.5(g)"),),
        drawing=Drawing(
            wide=wide(odds),
            narrow=narrow(odds),
            text=text(odds),
            wheel=wheel(rules, house),
        ),
    )


def wheel(rules: Rules, house: BigSixHouse) -> Wheel:
    around = stops(rules, house)
    return Wheel(stops=around, tones=tuple(TONES[symbol] for symbol in around), spots=around, upright=True)
