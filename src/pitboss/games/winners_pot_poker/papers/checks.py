"""Declarations that a Winner's Pot Poker house file may make, and the check of each paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pitboss.common.checks import (
    CardDeclared,
    check_alternation,
    check_cover_card,
    check_delivered_decks,
    check_methods,
    check_one_position,
    check_stack_size,
)
from pitboss.engine.houses.house_checks import AtTable, Check, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import odds_in_print
from pitboss.engine.houses.printed_odds import payout_limit as judged_limit
from pitboss.games.winners_pot_poker.law.house import MOST_SEATS, WinnersPotHouse, payout_limit
from pitboss.games.winners_pot_poker.law.paytables import jacks_plus_table, table_of_the_law
from pitboss.table.money import Money

JACKS_PLUS = "jacks-plus"  # as a house file names the wager


class WinnersPotDeclared(CardDeclared, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "payout-limit": "The payout limit of jacks plus as the house has it. The law sets it.",
        "payout-limit-covers": "The wagers that the payout limit covers. By law: jacks-plus, and never the pot.",
        "two-positions": "Whether a player may wager at two positions.",
    }

    payout_limit: Money | None = None
    two_positions: bool = False


def check_sizes(subject: AtTable) -> Iterator[Issue]:
    """Warn about a departure from the labeled default where 33.1 to 33.10(b), which are not held, would decide."""
    house: WinnersPotHouse = subject.house
    usual = WinnersPotHouse.usual()
    not_held = "the section that would say is not held"
    for key, mine, default in (
        ("bet-times", house.bet_times, usual.bet_times),
        ("double-times", house.double_times, usual.double_times),
    ):
        if mine != default:
            problem = f"it is {mine} times the ante, and the default is {default}; {not_held}"
            yield Issue(key, "house:sizes", problem, f"leave it at {default}, or be ready to show the text")
    if house.dealer_stake != usual.dealer_stake:
        problem = f"the house puts a stake of its own into the pot; {not_held}"
        yield Issue("dealer-stake", "house:dealer-stake", problem, "put in none, or be ready to show the text")
    if house.seats == MOST_SEATS:
        problem = f"with {MOST_SEATS} players a round takes all 52 cards, and one card found face up exhausts the deck"
        yield Issue("seats", "house:seats", problem, "open eight positions or fewer")


def pay_tables(subject: AtTable) -> dict[str, HousePayTable]:
    return {JACKS_PLUS: HousePayTable(jacks_plus_table(subject.house), table_of_the_law())}


def limit(subject: AtTable) -> Limit:
    return Limit("set", "33.11(c)", payout_limit(subject.house), covers=(JACKS_PLUS,))


DECLARED = WinnersPotDeclared
in_print = odds_in_print("33.11(a)", ("sign", "brochure", "publication"), pay_tables)
in_use = check_methods()
CHECKS: dict[str, tuple[Check, ...]] = {
    "33.10(h)2i": (elections,),
    "33.11(a)": (elections, in_print),
    "33.11(b)": (elections, in_print),
    "33.11(c)": (judged_limit(limit),),
    "33.12(k)": (in_use,),
    "33.13": (check_one_position("33.13"),),
    "reading:preparing-the-deck": (elections, check_alternation, check_cover_card),
    "reading:dealing-methods": (elections, in_use, check_stack_size("reading:dealing-methods", 1)),
    "house:equipment": (check_delivered_decks,),
    "house:sizes": (elections, check_sizes),
}
UNBROKEN: dict[str, str] = {}
