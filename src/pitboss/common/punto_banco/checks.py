"""The equipment that a table of punto banco may declare, and its checks. None of it is law, so all findings are
warnings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from pitboss.common.punto_banco.house import PuntoBancoHouse, pay_table_named, pay_tables
from pitboss.common.punto_banco.shoe import TEN
from pitboss.common.punto_banco.third_card_tables import value
from pitboss.engine.houses.house_checks import AtTable, Check, Declarations, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import odds_in_print, payout_limit
from pitboss.law.force import number
from pitboss.table.guide import SURFACES
from pitboss.table.money import Money


class PuntoBancoEquipment(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True
):
    """The cards as they came to the table, and how they are handled."""

    means: ClassVar[dict[str, str]] = {
        "backs": "The color of the backs of each deck that came.",
        "cutting-cards": "How many cutting cards there are.",
        "burned-for-a-ten": "How many cards are burned when the first card is a ten or a picture.",
        "ace-counts": "What an ace counts.",
        "picture-counts": "What a ten or a picture counts.",
        "dealers": "How many dealers there are.",
    }

    backs: tuple[str, ...] = ()
    cutting_cards: int | None = None
    burned_for_a_ten: int | None = None
    ace_counts: int | None = None
    picture_counts: int | None = None
    dealers: int | None = None


class PuntoBancoDeclared(Declarations, frozen=True, kw_only=True, rename="kebab"):
    """The declarations of a table of punto banco."""

    means: ClassVar[dict[str, str]] = {
        "equipment": "The decks, the cutting card and the counts.",
        "payout-limit": "A payout limit. The facts have none.",
        "payout-limit-covers": "The wagers that the payout limit covers. The facts have none.",
    }

    equipment: PuntoBancoEquipment = PuntoBancoEquipment()
    payout_limit: Money | None = None
    payout_limit_covers: tuple[str, ...] = ()


def check_decks(subject: AtTable) -> Iterator[Issue]:
    """Report decks that are too many, too few or not alike, and a missing cutting card."""
    house: PuntoBancoHouse = subject.house
    cite, equipment = "beyond:minibaccarat.2(a)", subject.declared.equipment
    if equipment.backs and len(equipment.backs) != house.packs:
        wrong = f"{len(equipment.backs)} decks came, and the shoe has {house.packs}"
        yield Issue("equipment.backs", cite, wrong, "bring as many decks as are dealt")
    if len(set(equipment.backs)) > 1:
        wrong = f"the backs are not alike: {', '.join(dict.fromkeys(equipment.backs))}"
        yield Issue("equipment.backs", cite, wrong, "use decks with the same backs")
    if equipment.cutting_cards == 0:
        yield Issue("equipment.cutting-cards", cite, "there is no cutting card", "have one")


def check_no_cutting_card(subject: AtTable) -> Iterator[Issue]:
    """Report a cutting card at a table with a continuous shuffler."""
    if subject.house.shuffler == "continuous" and subject.declared.equipment.cutting_cards:
        wrong = "a table with a continuous shuffler has a cutting card"
        yield Issue("equipment.cutting-cards", "beyond:minibaccarat.2(f)", wrong, "take it away")


def check_counts(subject: AtTable) -> Iterator[Issue]:
    """Report a wrong count of an ace, a ten or a picture."""
    cite, equipment = "beyond:minibaccarat.1(b)", subject.declared.equipment
    if equipment.ace_counts not in (None, value("As")):
        yield Issue("equipment.ace-counts", cite, f"an ace counts {equipment.ace_counts}", "have it count 1")
    if equipment.picture_counts not in (None, value("Ks")):
        wrong = f"a ten or a picture counts {equipment.picture_counts}"
        yield Issue("equipment.picture-counts", cite, wrong, "have it count nothing")


def check_burned_cards(subject: AtTable) -> Iterator[Issue]:
    """Report a wrong number of cards burned for a ten or a picture."""
    stated, expected = subject.declared.equipment.burned_for_a_ten, number("beyond:minibaccarat.4(f)", "for a ten", TEN)
    if stated is not None and stated != expected:
        wrong = f"{stated} cards are burned for a ten or a picture"
        yield Issue("equipment.burned-for-a-ten", "beyond:minibaccarat.4(f)", wrong, f"burn {expected}")


def paid_tables(subject: AtTable) -> dict[str, HousePayTable]:
    """Return the pay tables of a table, each with the one that the facts give."""
    tables = pay_tables(subject.house, subject.rules)
    return {name: HousePayTable(table, pay_table_named(subject.house, name)) for name, table in tables.items()}


def limit(subject: AtTable) -> Limit:
    """Return that no held text supports a payout limit."""
    return Limit("unsupported", "house:payout-limit")


in_print = odds_in_print("beyond:minibaccarat.8(a)", SURFACES, paid_tables)
COMMON: dict[str, tuple[Check, ...]] = {
    "beyond:minibaccarat.1(b)": (check_counts,),
    "beyond:minibaccarat.4(c)": (elections,),
    "beyond:minibaccarat.4(f)": (check_burned_cards,),
    "beyond:minibaccarat.5(d)": (elections, in_print),
    "beyond:minibaccarat.5(h)": (elections,),
    "beyond:minibaccarat.8(a)": (elections, in_print),
    "beyond:minibaccarat.8(b)": (elections, in_print),
    "beyond:minibaccarat.8(c)": (elections,),
    "beyond:minibaccarat.8(g)": (elections, in_print),
    "house:payout-limit": (payout_limit(limit),),
    "house:print": (in_print,),
}
