"""The inscriptions of a Casino War layout."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.casino_war.law.house import (
    INITIAL,
    SPOTS,
    TIE,
    WAR,
    CasinoWarHouse,
    offers_tie,
    offers_tie_on_war,
    pay_table,
)
from pitboss.law.force import rule
from pitboss.law.rules import Rules
from pitboss.table.paytable import show
from pitboss.table.printed import Inscription, Pays, Printed, limit_inscription

LIMITS = "beyond:casino-war.5(e)"


def printed_layout(rules: Rules, house: CasinoWarHouse) -> Printed:
    return Printed(
        areas=areas(rules, house),
        pays=tuple(tables(rules, house)),
        motto=Inscription("beyond:casino-war.6(e)", "On a tie: surrender half, or go to war"),
        limits=(
            limit_inscription(house.minimum, house.maximum, "initial", LIMITS),
            *((limit_inscription(house.tie_minimum, house.tie_maximum, "tie", LIMITS),) if offers_tie(house) else ()),
        ),
    )


@rule("beyond:casino-war.2(d)", ())
def areas(rules: Rules, house: CasinoWarHouse) -> tuple[str, ...]:
    """Return the betting areas of each position, in the order in which they are named."""
    if offers_tie_on_war(rules, house):
        return SPOTS
    return (INITIAL, TIE, WAR) if offers_tie(house) else (INITIAL, WAR)


def tables(rules: Rules, house: CasinoWarHouse) -> Iterator[Pays]:
    """Yield what a war pays, the best first, and what a tie pays if the table offers a bet on it."""
    paid = pay_table(house, rules).lines
    won = [("Higher in war", show(paid["war"])), ("Higher card", show(paid["initial"]))]
    if rules.reads("second-war") == "ends":
        won.insert(0, ("Tie in war", show(paid["war tie"])))
    yield Pays("War pays", "beyond:casino-war.8(b)", tuple(won))
    if offers_tie(house):
        yield Pays("Tie pays", "beyond:casino-war.8(b)", (("Tie", show(paid["tie"])),))
