"""The inscriptions of a craps layout. The odds (1.4) are not held: a labeled default, and cited as one."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.craps.law.house import CrapsHouse, pay_table
from pitboss.games.craps.law.layout import SPOTS
from pitboss.law.rules import Rules
from pitboss.table.paytable import show
from pitboss.table.printed import Inscription, Pays, Printed, limit_inscription


def printed_layout(rules: Rules, house: CrapsHouse) -> Printed:
    table = pay_table(rules, house)
    return Printed(
        areas=SPOTS,
        pays=(Pays("Odds", table.cite, tuple((line, show(rate)) for line, rate in table.lines.items())),),
        says=(
            Inscription("1.2(a)2", "Don't pass bar 12"),
            Inscription("1.2(a)4", "Don't come bar 12"),
        ),
        limits=(
            limit_inscription(house.minimum, house.maximum),
            limit_inscription(house.proposition_minimum, house.proposition_maximum, "propositions"),
            *_odds(house),
        ),
    )


def _odds(house: CrapsHouse) -> Iterator[Inscription]:
    if any(house.odds):
        times = dict.fromkeys(house.odds) if len(set(house.odds)) == 1 else house.odds
        yield Inscription("reading:supplemental-odds", f"{'-'.join(map(str, times))} times odds")
