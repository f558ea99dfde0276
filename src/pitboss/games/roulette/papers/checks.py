"""Equipment that a roulette house file may declare, and its checks. Nothing here is law, so findings are warnings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from pitboss.engine.houses.house_checks import AtTable, Check, Declarations, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import odds_in_print, payout_limit
from pitboss.games.roulette.law.house import RouletteHouse, base_table, pay_table
from pitboss.games.roulette.law.layout import W1, W2
from pitboss.law.force import number
from pitboss.table.guide import SURFACES
from pitboss.table.money import Money

LEAST_INCHES = 30
BALL = {"wider": (6, 14), "narrower": (12, 14)}  # sixteenths of an inch


class Wheel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True):
    """The wheel and the ball as they stand at the table."""

    means: ClassVar[dict[str, str]] = {
        "inches": "How many inches the wheel is across.",
        "order": "The numbers of the compartments, clockwise from 0.",
        "ball-sixteenths": "How thick the ball is, in sixteenths of an inch.",
        "ball-metal": "Whether any part of the ball is metal.",
    }

    inches: int | None = None
    order: tuple[str, ...] = ()
    ball_sixteenths: int | None = None
    ball_metal: bool = False


class RouletteDeclared(Declarations, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "equipment": "The wheel and the ball.",
        "commission": "Whether a commission is taken on winning wagers.",
        "says-single-zero": "Whether layout and sign say that a double-zero wheel is used as a single-zero one.",
        "payout-limit": "A payout limit. The facts have none.",
        "payout-limit-covers": "The wagers that the payout limit covers. The facts have none.",
    }

    equipment: Wheel = Wheel()
    commission: bool = False
    says_single_zero: bool | None = None
    payout_limit: Money | None = None
    payout_limit_covers: tuple[str, ...] = ()


def size(subject: AtTable) -> Iterator[Issue]:
    inches, least = subject.declared.equipment.inches, number("beyond:roulette.2(a)", "inches", LEAST_INCHES)
    if inches is not None and inches < least:
        problem = f"the wheel is {inches} inches across"
        yield Issue("equipment.inches", "beyond:roulette.2(a)", problem, f"use one of {least} inches or more")


def order(subject: AtTable) -> Iterator[Issue]:
    house: RouletteHouse = subject.house
    stated = subject.declared.equipment.order
    cite, wanted = ("beyond:roulette.2(b)", W1) if house.wheel_zeros == 2 else ("beyond:roulette.2(c)", W2)
    if stated and list(stated) != wanted.split():
        problem = f"the compartments do not follow each other as on a {house.wheel} wheel"
        yield Issue("equipment.order", cite, problem, f"clockwise they are {wanted}")


def ball(subject: AtTable) -> Iterator[Issue]:
    equipment, cite = subject.declared.equipment, "beyond:roulette.2(d)"
    fewest, most = BALL[subject.rules.reads("ball-size")]
    least, largest = number(cite, "least", fewest), number(cite, "most", most)
    if equipment.ball_metal:
        yield Issue("equipment.ball-metal", cite, "a part of the ball is metal", "use a ball without metal")
    if equipment.ball_sixteenths is not None and not least <= equipment.ball_sixteenths <= largest:
        problem = f"the ball is {equipment.ball_sixteenths} sixteenths of an inch thick"
        yield Issue("equipment.ball-sixteenths", cite, problem, f"use one of {least} to {largest} sixteenths")


def single_zero_sign(subject: AtTable) -> Iterator[Issue]:
    if subject.house.used_as_single_zero and subject.declared.says_single_zero is False:
        problem = "neither layout nor sign says that the wheel is used with a single zero"
        yield Issue("says-single-zero", "beyond:roulette.2(f)", problem, "have both say so")


def commission(subject: AtTable) -> Iterator[Issue]:
    if subject.declared.commission:
        problem = "a commission is taken on winning wagers"
        yield Issue("commission", "beyond:roulette.8(d)", problem, "take none")


def pay_tables(subject: AtTable) -> dict[str, HousePayTable]:
    return {"odds": HousePayTable(pay_table(subject.house, subject.rules), base_table())}


def limit(subject: AtTable) -> Limit:
    return Limit("unsupported", "house:payout-limit")


in_print = odds_in_print("beyond:roulette.8(a)", SURFACES, pay_tables)
DECLARED = RouletteDeclared
CHECKS: dict[str, tuple[Check, ...]] = {
    "beyond:roulette.2(a)": (size,),
    "beyond:roulette.2(b)": (order,),
    "beyond:roulette.2(c)": (order,),
    "beyond:roulette.2(d)": (ball,),
    "beyond:roulette.2(e)": (elections,),
    "beyond:roulette.2(f)": (elections, single_zero_sign),
    "beyond:roulette.4(a)": (elections,),
    "beyond:roulette.5(d)5": (elections,),
    "beyond:roulette.5(g)": (elections,),
    "beyond:roulette.7(d)": (elections,),
    "beyond:roulette.7(e)": (elections,),
    "beyond:roulette.8(a)": (elections, in_print),
    "beyond:roulette.8(b)": (elections,),
    "beyond:roulette.8(c)": (in_print,),
    "beyond:roulette.8(d)": (commission,),
    "house:payout-limit": (payout_limit(limit),),
    "house:print": (in_print,),
}
UNBROKEN: dict[str, str] = {
    "beyond:roulette.4(e)": "Either may be elected.",
    "beyond:roulette.6(e)": "It is about a spin. No file declares how often a ball goes round.",
}
