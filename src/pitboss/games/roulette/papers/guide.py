"""The contents of a roulette table's papers. No text of the game is held, and the papers say so."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.roulette.law.house import RouletteHouse, pay_table
from pitboss.games.roulette.law.layout import is_inside
from pitboss.games.roulette.papers.brief import even_money_on_a_zero
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.guide import SURFACES, Demand, Guide, GuideWager, Part, between
from pitboss.table.paytable import show
from pitboss.table.printed import Pays

WINS = {
    "straight": ("Your number comes.", "beyond:roulette.5(d)1"),
    "split": ("One of two numbers that border each other comes.", "beyond:roulette.5(d)2"),
    "three numbers": ("One of a row of three, or of three at the zeros, comes.", "beyond:roulette.5(d)3"),
    "four numbers": ("One of four that meet at a corner comes.", "beyond:roulette.5(d)4"),
    "five numbers": ("0, 00, 1, 2 or 3 comes.", "beyond:roulette.5(d)5"),
    "six numbers": ("One of two rows of three comes.", "beyond:roulette.5(d)6"),
    "column": ("One of the twelve numbers of your column comes.", "beyond:roulette.5(d)7"),
    "dozen": ("One of the twelve numbers of your dozen comes.", "beyond:roulette.5(d)8"),
    "red, black, odd, even, low, high": ("One of your eighteen numbers comes.", "beyond:roulette.5(d)9"),
}
ON_LINES = ("split", "three numbers", "four numbers", "five numbers", "six numbers")  # chips lie between areas
CHANCES = ("red", "black", "odd", "even", "low", "high")
PARTS = (
    "Definitions",
    "Wheel, ball and layout",
    "Opening and closing",
    "Chips",
    "Wagers",
    "The round",
    "Settlement",
    "Odds",
    "Irregularities",
)


def guide(rules: Rules, house: RouletteHouse) -> Guide:
    zeros = "two zeros" if house.zeros == 2 else "one zero"
    return Guide(
        about=f"A ball runs round a wheel with the numbers 1 to 36 and {zeros}. You bet on the number in which it "
        "comes to rest, alone or among others.",
        offered=tuple(_offered_wagers(rules, house)),
        decide=(
            Sentence("Which bets you make. Nobody asks you. Make them before “No more bets”.", "beyond:roulette.6(c)"),
            Sentence("Chips of your own color, and what one of them is worth.", "beyond:roulette.4(b)"),
        ),
        rankings=(),
        edge="The house has its advantage because winners are paid as if the wheel had no zero.",
        posted=tuple(_posted_notices(rules, house)),
        demands=(
            Demand(SURFACES, "Odds are stated with “to” or “win”, never with “for”.", "beyond:roulette.8(a)"),
            Demand(("sign",), "The least and the most for inside and for outside wagers.", "beyond:roulette.5(g)"),
            Demand(
                ("layout", "sign"),
                "That a double-zero wheel is used with a single zero, if it is.",
                "beyond:roulette.2(f)",
            ),
        ),
        parts=tuple(Part(title, (f"beyond:roulette.{number}",)) for number, title in enumerate(PARTS, 1)),
        edges="House edge",
        areas=tuple(spot for spot, area in house.areas.items() if area.kind not in ON_LINES),
    )


def _offered_wagers(rules: Rules, house: RouletteHouse) -> Iterator[GuideWager]:
    table = pay_table(house, rules)
    cite = "beyond:roulette.5(g)"
    inside = between(house.minimum, house.maximum, cite=cite)
    outside = between(house.outside_minimum, house.outside_maximum, cite=cite)
    kinds = {area.kind for area in house.areas.values()}
    for name, (wins, by) in WINS.items():
        lines = [kind for kind in (CHANCES if name not in table.lines else (name,)) if kind in kinds]
        if lines:
            paid = tuple((line.capitalize(), show(table.lines[line])) for line in lines)
            limits = inside if is_inside(lines[0]) else outside
            yield GuideWager(
                name.capitalize(), limits, Sentence(wins, by), (Pays(f"{name.capitalize()} pays", table.cite, paid),)
            )


def _posted_notices(rules: Rules, house: RouletteHouse) -> Iterator[Sentence]:
    yield even_money_on_a_zero(rules, house)
    if house.used_as_single_zero:
        yield Sentence("This wheel is used with a single zero: 00 does not count.", "beyond:roulette.2(f)")
