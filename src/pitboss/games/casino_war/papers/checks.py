"""Equipment that a Casino War house file may declare, and its checks. Nothing here is law, so findings are warnings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from pitboss.engine.houses.house_checks import AtTable, Check, Declarations, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import odds_in_print, payout_limit
from pitboss.games.casino_war.law.house import pay_table, table_called
from pitboss.table.guide import SURFACES
from pitboss.table.money import Money


class CasinoWarEquipment(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True
):
    """The cards as they came to the table."""

    means: ClassVar[dict[str, str]] = {
        "backs": "The color of the backs of each deck that came.",
        "cover-cards": "How many cover cards there are.",
    }

    backs: tuple[str, ...] = ()
    cover_cards: int | None = None


class CasinoWarDeclared(Declarations, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "equipment": "The decks and the cover card.",
        "war-wager-times": "How many times the initial wager a war wager is.",
        "payout-limit": "A payout limit. The facts have none.",
        "payout-limit-covers": "The wagers that the payout limit covers. The facts have none.",
    }

    equipment: CasinoWarEquipment = CasinoWarEquipment()
    war_wager_times: int | None = None
    payout_limit: Money | None = None
    payout_limit_covers: tuple[str, ...] = ()


def check_decks(table: AtTable) -> Iterator[Issue]:
    cite, equipment = "beyond:casino-war.2(a)", table.declared.equipment
    if equipment.backs and len(equipment.backs) != table.house.packs:
        problem = f"{len(equipment.backs)} decks came, and the shoe has {table.house.packs}"
        yield Issue("equipment.backs", cite, problem, "bring as many decks as are dealt")
    if len(set(equipment.backs)) > 1:
        problem = f"the backs are not alike: {', '.join(dict.fromkeys(equipment.backs))}"
        yield Issue("equipment.backs", cite, problem, "use decks with the same backs")
    if equipment.cover_cards == 0:
        yield Issue("equipment.cover-cards", cite, "there is no cover card", "have one")


def check_war_wager(table: AtTable) -> Iterator[Issue]:
    if table.declared.war_wager_times not in (None, 1):
        problem = f"a war wager is {table.declared.war_wager_times} times the initial wager"
        yield Issue("war-wager-times", "beyond:casino-war.1(e)", problem, "it is as large as the initial wager")


def pay_tables(table: AtTable) -> dict[str, HousePayTable]:
    least = table_called("plain" if table.house.is_plain else "odds")
    return {"odds": HousePayTable(pay_table(table.house, table.rules), least)}


def limit(table: AtTable) -> Limit:
    return Limit("unsupported", "house:payout-limit")


in_print = odds_in_print("beyond:casino-war.8(a)", SURFACES, pay_tables)
DECLARED = CasinoWarDeclared
CHECKS: dict[str, tuple[Check, ...]] = {
    "beyond:casino-war.1(e)": (check_war_wager,),
    "beyond:casino-war.2(a)": (elections, check_decks),
    "beyond:casino-war.2(c)": (elections,),
    "beyond:casino-war.4(c)": (elections,),
    "beyond:casino-war.5(e)": (elections,),
    "beyond:casino-war.8(a)": (elections, in_print),
    "beyond:casino-war.8(b)": (elections, in_print),
    "reading:decks": (elections,),
    "reading:tie-on-war": (elections,),
    "house:payout-limit": (payout_limit(limit),),
    "house:print": (in_print,),
}
UNBROKEN: dict[str, str] = {
    "beyond:casino-war.2(f)": "Either may be elected.",
    "beyond:casino-war.3(c)": "Either may be elected.",
    "beyond:casino-war.5(g)": "Either may be elected. Whether it may be offered at all is the reading tie-on-war.",
    "beyond:casino-war.5(h)": "Either may be elected.",
}
