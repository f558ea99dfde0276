"""What a craps table may declare besides what is played. Of the sections on odds and limits none is held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pitboss.engine.checks import AtTable, Check, Declared, Limit, Paid, Said, elections
from pitboss.engine.in_print import odds_in_print, payout_limit
from pitboss.games.craps.house import CrapsHouse, customary, pay_table
from pitboss.table.money import Money, Odds
from pitboss.table.paytable import worth


class CrapsDeclared(Declared, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "payout-limit": "A payout limit. No held text has one.",
        "payout-limit-covers": "The wagers that the payout limit covers. No held text has one.",
    }

    payout_limit: Money | None = None
    payout_limit_covers: tuple[str, ...] = ()


def other_odds(at: AtTable) -> Iterator[Said]:
    """1.4 is not held: nobody here can say whether odds are below the law's minimum."""
    house: CrapsHouse = at.house
    usual = customary(at.rules.reads("payout-odds"))
    for line, paid in house.pay.items():
        if worth(Odds.parse(paid)) != worth(usual[line]):
            wrong = f"it pays {paid}, and {usual[line]} is customary; whether that is below the law's minimum cannot "
            wrong += "be said, because 1.4 is not held"
            right = "pay the customary odds, or be ready to show the text"
            yield Said(f"pay.{line}", "reading:payout-odds", wrong, right)


def pay_tables(at: AtTable) -> dict[str, Paid]:
    return {"odds": Paid(pay_table(at.rules, at.house))}


def limit(at: AtTable) -> Limit:
    return Limit("unsupported", "house:payout-limit")


DECLARED = CrapsDeclared
CHECKS: dict[str, tuple[Check, ...]] = {
    "reading:payout-odds": (elections, other_odds),
    "house:payout-limit": (payout_limit(limit),),
    "house:print": (odds_in_print("", (), pay_tables),),
}
UNBROKEN: dict[str, str] = {}
