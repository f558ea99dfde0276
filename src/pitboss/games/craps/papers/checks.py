"""Declarations that a craps house file may make, and their checks. The sections on odds and limits are not held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pitboss.engine.houses.house_checks import AtTable, Check, Declarations, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import odds_in_print, payout_limit
from pitboss.games.craps.law.house import CrapsHouse, customary_odds, pay_table
from pitboss.table.money import Money, Odds
from pitboss.table.paytable import worth


class CrapsDeclared(Declarations, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "payout-limit": "A payout limit. No held text has one.",
        "payout-limit-covers": "The wagers that the payout limit covers. No held text has one.",
    }

    payout_limit: Money | None = None
    payout_limit_covers: tuple[str, ...] = ()


def check_odds(subject: AtTable) -> Iterator[Issue]:
    """Warn that section 1.4 is not held, so nobody can say whether the odds are below the law's minimum."""
    house: CrapsHouse = subject.house
    usual = customary_odds(subject.rules.reads("payout-odds"))
    for line, paid in house.pay.items():
        if worth(Odds.parse(paid)) != worth(usual[line]):
            problem = f"it pays {paid}, and {usual[line]} is customary; whether that is below the law's minimum cannot "
            problem += "be said, because 1.4 is not held"
            remedy = "pay the customary odds, or be ready to show the text"
            yield Issue(f"pay.{line}", "reading:payout-odds", problem, remedy)


def check_permissions(subject: AtTable) -> Iterator[Issue]:
    """Warn about a departure from the labeled default where sections 1.5 and 1.6, which are not held, would decide."""
    house: CrapsHouse = subject.house
    usual = CrapsHouse.usual()
    if house.odds != usual.odds:
        mine, default = (", ".join(map(str, odds)) for odds in (house.odds, usual.odds))
        problem = f"supplemental odds are {mine} times the bet, and the default is {default}; 1.6 is not held"
        yield Issue("odds", "reading:supplemental-odds", problem, f"take {default}, or be ready to show the text")
    if house.buy_and_lay:
        problem = "buy and lay wagers are offered; 1.2(a) as it is held has none, and 1.5 is not held"
        yield Issue("buy-and-lay", "reading:vigorish", problem, "offer none, or be ready to show the text")


def pay_tables(subject: AtTable) -> dict[str, HousePayTable]:
    return {"odds": HousePayTable(pay_table(subject.rules, subject.house))}


def limit(subject: AtTable) -> Limit:
    return Limit("unsupported", "house:payout-limit")


DECLARED = CrapsDeclared
CHECKS: dict[str, tuple[Check, ...]] = {
    "reading:payout-odds": (elections, check_odds),
    "reading:supplemental-odds": (elections, check_permissions),
    "reading:vigorish": (check_permissions,),
    "house:payout-limit": (payout_limit(limit),),
    "house:print": (odds_in_print("", (), pay_tables),),
}
UNBROKEN: dict[str, str] = {}
