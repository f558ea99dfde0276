"""Equipment that a Sic Bo house file may declare, and its checks. Nothing here is law, so findings are warnings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from pitboss.engine.houses.house_checks import AtTable, Check, Declarations, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import odds_in_print, payout_limit
from pitboss.games.sic_bo.law.house import base_table, elected_table, is_automated, pay_table
from pitboss.games.sic_bo.law.layout import dice_in_the_shaker, numbers_on_a_die, opposite
from pitboss.games.sic_bo.law.shaking import least_shakes
from pitboss.table.guide import SURFACES
from pitboss.table.money import Money


class DiceAndShaker(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True
):
    """Dice and shaker as they stand at the table."""

    means: ClassVar[dict[str, str]] = {
        "dice": "How many dice are in the shaker.",
        "faces": "How many numbered sides a die has.",
        "opposite-faces": "What two opposite sides of a die add up to.",
        "tumbles": "How often an automated shaker tumbles the dice.",
        "sealed": "Whether the shaker is sealed.",
    }

    dice: int | None = None
    faces: int | None = None
    opposite_faces: int | None = None
    tumbles: int | None = None
    sealed: bool = True


class SicBoDeclared(Declarations, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "equipment": "The dice and the shaker.",
        "commission": "Whether a commission is taken on winning wagers.",
        "payout-limit": "A payout limit. The facts have none.",
        "payout-limit-covers": "The wagers that the payout limit covers. The facts have none.",
    }

    equipment: DiceAndShaker = DiceAndShaker()
    commission: bool = False
    payout_limit: Money | None = None
    payout_limit_covers: tuple[str, ...] = ()


def check_dice(subject: AtTable) -> Iterator[Issue]:
    stated, wanted = subject.declared.equipment.dice, dice_in_the_shaker()
    if stated is not None and stated != wanted:
        yield Issue("equipment.dice", "beyond:sic-bo.2(a)", f"the shaker has {stated} dice", f"use {wanted}")


def check_faces(subject: AtTable) -> Iterator[Issue]:
    equipment, cite = subject.declared.equipment, "beyond:sic-bo.2(b)"
    wanted, together = len(numbers_on_a_die()), opposite(0)
    if equipment.faces is not None and equipment.faces != wanted:
        yield Issue("equipment.faces", cite, f"a die has {equipment.faces} sides", f"use dice with {wanted}")
    if equipment.opposite_faces is not None and equipment.opposite_faces != together:
        problem = f"opposite sides of a die add up to {equipment.opposite_faces}"
        yield Issue("equipment.opposite-faces", cite, problem, f"use dice on which they add up to {together}")


def check_seal(subject: AtTable) -> Iterator[Issue]:
    if not subject.declared.equipment.sealed:
        yield Issue("equipment.sealed", "beyond:sic-bo.2(c)", "the shaker is not sealed", "seal it")


def check_tumbles(subject: AtTable) -> Iterator[Issue]:
    stated, least = subject.declared.equipment.tumbles, least_shakes(subject.rules)
    if is_automated(subject.house) and stated is not None and stated < least:
        problem = f"the shaker tumbles the dice {stated} times"
        yield Issue("equipment.tumbles", "beyond:sic-bo.6(c)", problem, f"have it tumble them {least} times or more")


def commission(subject: AtTable) -> Iterator[Issue]:
    if subject.declared.commission:
        problem = "a commission is taken on winning wagers"
        yield Issue("commission", "beyond:sic-bo.8(f)", problem, "take none")


def pay_tables(subject: AtTable) -> dict[str, HousePayTable]:
    return {
        "odds": HousePayTable(
            pay_table(subject.house, subject.rules), base_table(elected_table(subject.rules, subject.house))
        )
    }


def limit(subject: AtTable) -> Limit:
    return Limit("unsupported", "house:payout-limit")


in_print = odds_in_print("beyond:sic-bo.8(a)", SURFACES, pay_tables)
DECLARED = SicBoDeclared
CHECKS: dict[str, tuple[Check, ...]] = {
    "beyond:sic-bo.2(a)": (check_dice,),
    "beyond:sic-bo.2(b)": (check_faces,),
    "beyond:sic-bo.2(c)": (check_seal,),
    "beyond:sic-bo.4(b)": (elections,),
    "beyond:sic-bo.4(c)": (elections,),
    "beyond:sic-bo.5(g)": (elections,),
    "beyond:sic-bo.6(c)": (check_tumbles,),
    "beyond:sic-bo.8(a)": (elections, in_print),
    "beyond:sic-bo.8(b)": (elections,),
    "beyond:sic-bo.8(c)": (in_print,),
    "beyond:sic-bo.8(d)": (in_print,),
    "beyond:sic-bo.8(e)": (in_print,),
    "beyond:sic-bo.8(f)": (commission,),
    "house:payout-limit": (payout_limit(limit),),
    "house:print": (in_print,),
}
UNBROKEN: dict[str, str] = {}
