"""The rules of a Sic Bo table in brief, and the contents of its papers.

No text of the game is held, and the papers say so. Each sentence cites a fact of other sources.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.sic_bo.law.house import SicBoHouse, elected_table, pay_table, shakes_first
from pitboss.games.sic_bo.law.layout import ANY_TRIPLE, BIG, COMBINATION, DOUBLE, SINGLE, SMALL, TRIPLE, Area, areas_at
from pitboss.games.sic_bo.law.outcome import lines_of
from pitboss.law.rules import Rules
from pitboss.table.brief import Chapter, Sentence
from pitboss.table.guide import SURFACES, Demand, Guide, GuideWager, Part, between
from pitboss.table.money import Money
from pitboss.table.paytable import PayTable, show
from pitboss.table.printed import Pays

# --- the rules in brief

AFTER_NO_ROLL = {
    "fixed": ("After “No roll” your bets stay, you cannot change them, and the dice are shaken again.", "9(c)"),
    "changed": ("After “No roll” your bets stay, and you may change them before the next shake.", ""),
    "back": ("After “No roll” all bets go back.", ""),
}


def brief(rules: Rules, house: SicBoHouse) -> tuple[Chapter, ...]:
    return (
        Chapter("What you can bet", tuple(_bets(rules))),
        Chapter("How a round goes", tuple(_round(rules, house))),
        Chapter("On three of a kind", tuple(_triple_rules(rules))),
        Chapter("When you are paid", tuple(_payouts(rules, house))),
    )


def _bets(rules: Rules) -> Iterator[Sentence]:
    yield Sentence(
        "Small, 4 to 10, or big, 11 to 17, but not on three of a kind.", "beyond:sic-bo.5(c)6, beyond:sic-bo.5(c)7"
    )
    if rules.reads("total-three-eighteen") == "areas":
        yield Sentence("A total from 3 to 18.", "reading:total-three-eighteen")
    else:
        yield Sentence("A total from 4 to 17.", "beyond:sic-bo.5(c)4")
    yield Sentence("One number, on one die or more.", "beyond:sic-bo.5(c)8")
    yield Sentence("One number on two dice, or two different numbers.", "beyond:sic-bo.5(c)2, beyond:sic-bo.5(c)5")
    yield Sentence("Three of a kind, of a number that you name or of any.", "beyond:sic-bo.5(c)1, beyond:sic-bo.5(c)3")


def _round(rules: Rules, house: SicBoHouse) -> Iterator[Sentence]:
    if shakes_first(rules, house):
        yield Sentence(
            "The dice are shaken under a cover. You bet until “No more bets”, and then the cover comes off.",
            "beyond:sic-bo.4(b), beyond:sic-bo.6(d)",
        )
    else:
        yield Sentence("You bet until “No more bets”, and then the dice are shaken.", "beyond:sic-bo.4(b)")
    yield Sentence("The dealer calls and enters the numbers, and the areas that win light up.", "beyond:sic-bo.6(g)")
    words, paragraph = AFTER_NO_ROLL[rules.reads("wagers-after-no-roll")]
    yield Sentence(words, "beyond:sic-bo.9(c)" if paragraph else "reading:wagers-after-no-roll")


def _triple_rules(rules: Rules) -> Iterator[Sentence]:
    yield Sentence("Small and big lose. The total it makes wins.", "beyond:sic-bo.7(d)")
    if rules.reads("double-on-triple") == "wins-once":
        yield Sentence("Two of a kind on its number wins too, once.", "beyond:sic-bo.7(e)")
    else:
        yield Sentence("Two of a kind on its number loses.", "reading:double-on-triple")
    if rules.reads("single-on-triple") == "one-line":
        yield Sentence("One of a kind is paid the line for three dice.", "beyond:sic-bo.7(g)")
    else:
        yield Sentence("One of a kind is paid the lines for one, two and three dice.", "reading:single-on-triple")


def _payouts(rules: Rules, house: SicBoHouse) -> Iterator[Sentence]:
    yield Sentence(f"The odds are those of table {elected_table(rules, house)}.", "beyond:sic-bo.8(b)")
    yield Sentence("Losing bets are collected first, then winners are paid.", "beyond:sic-bo.7(a), beyond:sic-bo.7(b)")
    yield Sentence("What you staked comes back with what you won.", "beyond:sic-bo.7(h)")


# --- the papers

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
