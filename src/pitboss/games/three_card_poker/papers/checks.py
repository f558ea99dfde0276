"""The declarations of a Three Card Poker table beyond what is played, and the checks of each paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from pitboss.common.checks import (
    CardDeclared,
    check_alternation,
    check_cover_card,
    check_delivered_decks,
    check_methods,
    check_stack_size,
)
from pitboss.engine.houses.house_checks import AtTable, Check, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import fixed_odds, odds_in_print, payout_limit
from pitboss.games.three_card_poker.law.paytables import against_the_dealer, ante_bonus, pair_plus
from pitboss.table.money import Money

STACK = 3


class FixedPay(msgspec.Struct, frozen=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True):
    against_the_dealer: dict[str, str] = {}
    pair_plus: dict[str, str] = {}
    ante_bonus: dict[str, str] = {}


class ThreeCardPokerDeclared(CardDeclared, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "pay": "The odds as they are paid, as against-the-dealer, pair-plus and ante-bonus. The law fixes them all.",
        "payout-limit": "A payout limit. The held text has none.",
        "payout-limit-covers": "The wagers that the payout limit covers. The held text has no limit.",
        "two-positions": "Whether a player may wager at two positions. The section on that is not held.",
    }

    pay: FixedPay = FixedPay()
    payout_limit: Money | None = None
    two_positions: bool = False


def positions(subject: AtTable) -> Iterator[Issue]:
    """Check the number of positions a player may take. Section 20.6 is not held; the default reading allows one."""
    if subject.declared.two_positions and subject.rules.reads("positions") == "one":
        problem = "a player may wager at two positions; no held paragraph allows or forbids it, and one is the default"
        yield Issue("two-positions", "reading:positions", problem, "allow one, or set the reading positions")


def pay_tables(subject: AtTable) -> dict[str, HousePayTable]:
    return {
        table.name: HousePayTable(table, table, fixed=True)
        for table in (against_the_dealer(), pair_plus(), ante_bonus())
    }


def limit(subject: AtTable) -> Limit:
    return Limit("unsupported", "house:payout-limit")


DECLARED = ThreeCardPokerDeclared
fixed = fixed_odds(pay_tables)
in_print = odds_in_print("", (), pay_tables)
in_use = check_methods()
CHECKS: dict[str, tuple[Check, ...]] = {
    "20.7(e)": (elections,),
    "20.8(b)1": (elections, in_use),
    "20.8(e)": (elections,),
    "20.9(a)": (check_stack_size("20.9(a)", STACK),),
    "20.9(e)": (elections,),
    "20.11(a)1": (fixed, in_print),
    "20.11(a)2": (fixed, in_print),
    "20.11(a)3": (fixed, in_print),
    "20.12(g)": (in_use,),
    "reading:decks": (elections, check_alternation),
    "reading:positions": (positions,),
    "reading:shuffle-and-cut": (check_cover_card,),
    "house:equipment": (check_delivered_decks,),
    "house:payout-limit": (payout_limit(limit),),
    "house:print": (in_print,),
}
UNBROKEN = {"20.8(a)": "Dealing from the hand is the licensee's choice. Its condition is 20.8(b)1."}
