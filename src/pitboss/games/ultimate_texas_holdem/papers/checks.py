"""The declarations of an Ultimate Texas Hold 'Em table beyond what is played, and the checks of each paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from pitboss.common.checks import (
    CardDeclared,
    check_alternation,
    check_delivered_decks,
    check_methods,
    check_one_position,
    check_stack_size,
)
from pitboss.common.house import color
from pitboss.engine.houses.house_checks import AtTable, Check, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import fixed_odds, odds_in_print
from pitboss.engine.houses.printed_odds import payout_limit as check_payout_limit
from pitboss.games.ultimate_texas_holdem.law.house import payout_limit
from pitboss.games.ultimate_texas_holdem.law.paytables import blind_table, even_table, the_laws_tables, trips_table
from pitboss.games.ultimate_texas_holdem.law.wagers import ANTE, BLIND, PLAY, TRIPS
from pitboss.law.force import number
from pitboss.table.money import Money

COVER_CARDS = 2
COLORS = ("yellow", "green")
STACK = 2


class FixedPay(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    even: dict[str, str] = {}
    blind: dict[str, str] = {}


class UltimateDeclared(CardDeclared, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "pay": "The odds of ante and play (as even) and of the blind, as they are paid. The law fixes them.",
        "payout-limit": "The payout limit as the house has it. The law sets it.",
        "payout-limit-covers": "The wagers that the payout limit covers. By law: ante, play, blind and trips.",
        "two-positions": "Whether a player may wager at two positions.",
    }

    pay: FixedPay = FixedPay()
    payout_limit: Money | None = None
    two_positions: bool = False


def cover_cards(subject: AtTable) -> Iterator[Issue]:
    """Check 32.2(a): two cover cards, solid yellow or solid green."""
    equipment, key, cite = subject.declared.equipment, "equipment.cover-cards", "32.2(a)"
    colors = equipment.cover_cards
    required = number(cite, "cover cards", COVER_CARDS)
    if colors is not None and len(colors) != required:
        yield Issue(key, cite, f"the number of cover cards is {len(colors)}", f"use {required}")
    for index, name in enumerate(colors or ()):
        if color(name) not in COLORS:
            yield Issue(f"{key}.{index}", cite, f"a cover card is {name}", f"use {' or '.join(COLORS)}")
    if not equipment.cover_cards_solid:
        yield Issue(f"{key}-solid", cite, "the cover cards are not of one solid color", "use solid ones")


def pay_tables(subject: AtTable) -> dict[str, HousePayTable]:
    law = the_laws_tables()
    return {
        "even": HousePayTable(even_table(), law["even"], fixed=True),
        "blind": HousePayTable(blind_table(), law["blind"], fixed=True),
        "trips": HousePayTable(trips_table(subject.house), law[subject.house.trips]),
    }


def limit(subject: AtTable) -> Limit:
    return Limit("set", "32.11(e)", payout_limit(subject.house, subject.rules), covers=(ANTE, PLAY, BLIND, TRIPS))


DECLARED = UltimateDeclared
in_print = odds_in_print("32.11(a)", ("sign", "brochure", "publication"), pay_tables)
fixed = fixed_odds(pay_tables)
in_use = check_methods(board_from_the_hand=True)  # 32.9(d)
CHECKS: dict[str, tuple[Check, ...]] = {
    "32.2(a)": (elections, cover_cards),
    "32.2(b)": (elections,),
    "32.2(b)2": (elections,),
    "32.2(b)4": (check_alternation,),
    "32.7(f)": (elections,),
    "32.8(b)1": (elections, in_use),
    "32.8(e)": (elections,),
    "32.9(a)": (check_stack_size("32.9(a)", STACK),),
    "32.9(e)": (elections,),
    "32.11(a)": (elections, in_print),
    "32.11(b)": (fixed, in_print),
    "32.11(c)": (fixed, in_print),
    "32.11(d)": (elections, in_print),
    "32.11(e)": (check_payout_limit(limit),),
    "32.12": (check_one_position("32.12"),),
    "32.13(g)": (in_use,),
    "house:equipment": (check_delivered_decks,),
}
UNBROKEN = {"32.8(a)": "Dealing from the hand is the licensee's choice. Its condition is 32.8(b)1."}
