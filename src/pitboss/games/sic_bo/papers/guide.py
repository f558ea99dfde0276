"""The contents of a Sic Bo table's papers. No text of the game is held, and the papers say so."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.sic_bo.law.house import SicBoHouse, elected_table, pay_table
from pitboss.games.sic_bo.law.layout import ANY_TRIPLE, BIG, COMBINATION, DOUBLE, SINGLE, SMALL, TRIPLE, Area, areas_at
from pitboss.games.sic_bo.law.outcome import lines_of
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.guide import SURFACES, Demand, Guide, GuideWager, Part, between
from pitboss.table.money import Money
from pitboss.table.paytable import PayTable, show
from pitboss.table.printed import Pays

WINS = {
    SMALL: ("The dice total 4 to 10 and do not all agree.", "beyond:sic-bo.5(c)6"),
    BIG: ("The dice total 11 to 17 and do not all agree.", "beyond:sic-bo.5(c)7"),
    SINGLE: ("Your number is on one die or more.", "beyond:sic-bo.5(c)8"),
    "total": ("The dice make your total.", "beyond:sic-bo.5(c)4"),
    COMBINATION: ("Both of your two numbers are shown.", "beyond:sic-bo.5(c)5"),
    DOUBLE: ("Your number is on two dice.", "beyond:sic-bo.5(c)2"),
    TRIPLE: ("Your number is on all three dice.", "beyond:sic-bo.5(c)1"),
    ANY_TRIPLE: ("All three dice agree.", "beyond:sic-bo.5(c)3"),
}
PARTS = (
    "Definitions",
    "Dice, shaker and layout",
    "Opening",
    "Before the shake",
    "Wagers",
    "The round",
    "Settlement",
    "Odds",
    "Irregularities",
)


def guide(rules: Rules, house: SicBoHouse) -> Guide:
    return Guide(
        about="Three dice are shaken in a sealed shaker. You bet on what they show: their total, single numbers, pairs "
        "or three of a kind.",
        offered=tuple(_offered_wagers(rules, house)),
        decide=(
            Sentence("Which bets you make. Nobody asks you. Make them before “No more bets”.", "beyond:sic-bo.5(f)"),
            Sentence("On as many areas as you like. Each bet is settled by itself.", "beyond:sic-bo.5(e)"),
        ),
        rankings=(),
        edge="The house has its advantage because winners are paid less than the dice would make fair.",
        posted=tuple(_posted_notices(rules, house)),
        demands=(
            Demand(SURFACES, "Odds are stated with “to” or “win”, never with “for”.", "beyond:sic-bo.8(a)"),
            Demand(("layout",), "An area for each wager, with its odds.", "beyond:sic-bo.2(f)"),
            Demand(("sign",), "The least and the most for each kind of wager.", "beyond:sic-bo.5(g)"),
        ),
        parts=tuple(Part(title, (f"beyond:sic-bo.{number}",)) for number, title in enumerate(PARTS, 1)),
        edges="House edge",
    )


def _offered_wagers(rules: Rules, house: SicBoHouse) -> Iterator[GuideWager]:
    table, known = pay_table(house, rules), areas_at(rules).values()
    for name, (wins, by) in WINS.items():
        areas = [area for area in known if area.kind.startswith(name)]
        least, most = house.limits(areas[0])
        limits = between(Money(least), Money(most), cite="beyond:sic-bo.5(g)")
        yield GuideWager(
            name.capitalize(),
            limits,
            Sentence(wins, by),
            (Pays(f"{name.capitalize()} pays", table.cite, tuple(_lines(table, areas))),),
        )


def _lines(table: PayTable, areas: list[Area]) -> Iterator[tuple[str, str]]:
    for line in dict.fromkeys(line for area in areas for line in lines_of(area)):
        yield line.capitalize(), show(table.lines[line])


def _posted_notices(rules: Rules, house: SicBoHouse) -> Iterator[Sentence]:
    yield Sentence(f"All wagers are paid by table {elected_table(rules, house)}.", "beyond:sic-bo.8(b)")
    yield Sentence("Small and big lose on a three of a kind.", "beyond:sic-bo.7(d)")
