"""The inscriptions of a Sic Bo layout, and its drawing."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.sic_bo.law.house import SicBoHouse, elected_table, has_cover, pay_table
from pitboss.games.sic_bo.law.layout import Area, areas_at, dice_in_the_shaker
from pitboss.games.sic_bo.law.outcome import lines_of
from pitboss.games.sic_bo.papers import layout_plans
from pitboss.law.rules import Rules
from pitboss.table.money import Odds
from pitboss.table.paytable import PayTable, show
from pitboss.table.printed import Drawing, Inscription, Pays, Printed, limit_inscription


def printed_layout(rules: Rules, house: SicBoHouse) -> Printed:
    table, known = pay_table(house, rules), areas_at(rules)
    odds = {spot: odds_in_cell(table, area) for spot, area in known.items()}
    return Printed(
        areas=tuple(known),
        pays=(Pays("Odds", table.cite, tuple((line, show(paid)) for line, paid in table.lines.items())),),
        says=tuple(_inscriptions(rules, house)),
        limits=(
            limit_inscription(house.small_big_minimum, house.small_big_maximum, "small and big", "beyond:sic-bo.5(g)"),
            limit_inscription(
                house.three_of_a_kind_minimum, house.three_of_a_kind_maximum, "three of a kind", "beyond:sic-bo.5(g)"
            ),
            limit_inscription(house.minimum, house.maximum, "all others", "beyond:sic-bo.5(g)"),
        ),
        drawing=Drawing(
            wide=layout_plans.wide(known, odds),
            narrow=layout_plans.narrow(known, odds),
            text=layout_plans.text(known),
            felt="#5c1f2b",
            dice=dice_in_the_shaker(),
        ),
    )


def odds_in_cell(table: PayTable, area: Area) -> str:
    """Return the odds of an area in words. Several odds to 1 are joined."""
    paid = [table.lines[line] for line in lines_of(area)]
    to_one = [str(odds.win) for odds in paid if isinstance(odds, Odds) and odds.stake == 1]
    if len(paid) > 1 and len(to_one) == len(paid):
        return f"{', '.join(to_one)} to 1"
    return ", ".join(map(show, paid))


def _inscriptions(rules: Rules, house: SicBoHouse) -> Iterator[Inscription]:
    yield Inscription("beyond:sic-bo.8(b)", f"Pay table {elected_table(rules, house)}")
    yield Inscription("beyond:sic-bo.7(d)", "Small and big lose on a three of a kind")
    if has_cover(rules, house):
        yield Inscription("beyond:sic-bo.6(d)", "The dice are covered until they lie still")
