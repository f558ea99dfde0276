"""The declarations of a Let It Ride table beyond what is played, and the checks of each paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from pitboss.common.checks import (
    CardDeclared,
    check_alternation,
    check_delivered_decks,
    check_methods,
    check_stack_size,
)
from pitboss.common.house import color
from pitboss.engine.houses.house_checks import AtTable, Check, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import odds_in_print, payout_limit
from pitboss.games.let_it_ride.law.house import ONE_DOLLAR, LetItRideHouse, limit_floor, three_card_rate
from pitboss.games.let_it_ride.law.paytables import base_table, bonus_table, the_laws_tables, three_card_table
from pitboss.games.let_it_ride.law.ranking import MINI_ROYAL
from pitboss.law.force import number
from pitboss.law.rules import section_of
from pitboss.table.money import Money, dollars

COVER_CARDS = 1
STACK = 3


class LetItRideDeclared(CardDeclared, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "bonus-amount": "The amount of the bonus wager, as it is posted.",
        "second-position": "Which second position a player may take, where two are allowed.",
        "payout-limit-covers": "The wagers that the payout limit covers: base, bonus or three-card-bonus.",
    }

    bonus_amount: Money | None = None
    second_position: Literal["adjacent", "any"] = "adjacent"


def cover_cards(subject: AtTable) -> Iterator[Issue]:
    """Check 18.2(a): one cover card, opaque, of one solid color that differs from the backs."""
    equipment, key, cite = subject.declared.equipment, "equipment.cover-cards", "18.2(a)"
    colors = equipment.cover_cards
    required = number(cite, "cover cards", COVER_CARDS)
    if colors is not None and len(colors) != required:
        yield Issue(key, cite, f"the number of cover cards is {len(colors)}", f"use {required}")
    for index, name in enumerate(colors or ()):
        if color(name) in map(color, subject.house.backs):
            problem = f"the cover card is {color(name)}, as the backs of the cards are"
            yield Issue(f"{key}.{index}", cite, problem, "use a color that stands out from backs and edges")
    if not equipment.cover_cards_opaque:
        yield Issue(f"{key}-opaque", cite, "the cover card is not opaque", "use an opaque one")
    if not equipment.cover_cards_solid:
        yield Issue(f"{key}-solid", cite, "the cover card is not of one solid color", "use one of a solid color")


def second_deck(subject: AtTable) -> Iterator[Issue]:
    """Warn about a second deck under the unheld text of 18.2(b): whether it was allowed then is unknown."""
    cite = "18.2(b)"
    if (
        len(subject.house.backs) == 2
        and subject.house.shuffler is not None
        and section_of(cite) in subject.rules.defaults
    ):
        problem = (
            f"there are two decks, and no held text says whether a second one was allowed on {subject.rules.as_of}"
        )
        yield Issue("backs", cite, problem, "use one deck", "warning")


def second_position(subject: AtTable) -> Iterator[Issue]:
    """Check 18.6(e): a second position must be adjacent to the first."""
    if subject.house.two_positions and subject.declared.second_position != "adjacent":
        problem = "a player may wager at two positions that are not next to each other"
        yield Issue("second-position", "18.6(e)", problem, "allow only two adjacent ones")


def bonus_amount(subject: AtTable) -> Iterator[Issue]:
    """Check 18.6A(b): the bonus wager is one dollar."""
    amount = subject.declared.bonus_amount
    required = number("18.6A(b)", "amount", ONE_DOLLAR)
    if subject.house.bonus and amount not in (None, required):
        yield Issue("bonus-amount", "18.6A(b)", f"the bonus wager is {dollars(amount)}", f"make it {dollars(required)}")


def approved_limit(subject: AtTable) -> Iterator[Issue]:
    """Note the payout limits that need the Commission's approval under 18.11(c), and the notice they need."""
    house: LetItRideHouse = subject.house
    cite = "18.11(c)"
    if house.payout_limit is None:
        return
    counts_minimum, floor = subject.rules.provision("limit counts the minimum"), limit_floor(house, subject.rules)
    if not counts_minimum and house.payout_limit > floor:
        problem = f"a payout limit above {dollars(floor)} needs the Commission's approval"
        yield Issue("payout-limit", cite, problem, "keep the approval at hand; a house file cannot show it", "note")
    elif counts_minimum:
        problem = "a payout limit needs the Commission's approval, and notice if it goes down and is not on the layout"
        yield Issue("payout-limit", cite, problem, "keep the approval at hand; a house file cannot show it", "note")


def pay_tables(subject: AtTable) -> dict[str, HousePayTable]:
    house, law = subject.house, the_laws_tables()
    tables = {"base": HousePayTable(base_table(house), law["base"])}
    if house.bonus:
        tables["bonus"] = HousePayTable(bonus_table(house), law["bonus"])
    if house.three_card_bonus is not None:
        paid = three_card_table(house)
        if (mini_royal := three_card_rate(subject.rules, paid, MINI_ROYAL)) is not None:
            paid = paid.better({MINI_ROYAL: mini_royal})  # a reading sets the rate if the table has no line for it
        tables["three-card-bonus"] = HousePayTable(paid, law[house.three_card_bonus])
    return tables


def limit(subject: AtTable) -> Limit:
    """Return the payout limit of the table. Only the later text excludes bonus wagers from it."""
    covers = ("base",) if subject.rules.provision("limit counts the minimum") else ("base", "bonus", "three-card-bonus")
    return Limit("elected", "18.11(c)", subject.house.payout_limit, limit_floor(subject.house, subject.rules), covers)


DECLARED = LetItRideDeclared
in_print = odds_in_print("18.11(a)", ("layout", "brochure", "publication"), pay_tables)
in_use = check_methods()
CHECKS: dict[str, tuple[Check, ...]] = {
    "18.2(a)": (elections, cover_cards),
    "18.2(b)": (elections, second_deck),
    "18.2(b)2": (elections,),
    "18.2(b)4": (check_alternation,),
    "18.5(a)": (elections,),
    "18.6(e)": (second_position,),
    "18.6A(b)": (elections, bonus_amount),
    "18.7(e)": (elections,),
    "18.8(b)1": (elections, in_use),
    "18.8(e)": (elections,),
    "18.9(a)": (check_stack_size("18.9(a)", STACK),),
    "18.9(e)": (elections,),
    "18.11(a)": (elections, in_print),
    "18.11(b)": (elections, in_print),
    "18.11(c)": (elections, payout_limit(limit), approved_limit),
    "18.11(d)": (elections, in_print),
    "18.11(e)": (elections, in_print),
    "18.12(f)": (in_use,),
    "house:equipment": (check_delivered_decks,),
}
UNBROKEN = {
    "18.6A(a)": "Offering the wager is the licensee's choice. A file that offers it before its day is found as "
    "house:editions; withdrawing it takes two files, and 'pitboss diff' tells of the notice.",
    "18.6B(a)": "As 18.6A(a).",
    "18.8(a)": "Dealing from the hand is the licensee's choice. Its condition is 18.8(b)1.",
}
