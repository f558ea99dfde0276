"""Equipment that a Big Six house file may declare, and its checks. Nothing here is law, so findings are warnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

import msgspec

from pitboss.engine.houses.house_checks import AtTable, Check, Declarations, HousePayTable, Issue, Limit, elections
from pitboss.engine.houses.printed_odds import odds_in_print, payout_limit
from pitboss.games.big_six.law.house import least_table, pay_table, stops, wheel_of
from pitboss.games.big_six.law.layout import SPOTS, USUAL, counts, section_count
from pitboss.law.force import number
from pitboss.table.guide import SURFACES
from pitboss.table.money import Money

LEAST_INCHES = 60


class BigSixWheel(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True
):
    """The wheel as it stands at the table."""

    means: ClassVar[dict[str, str]] = {
        "inches": "How many inches the wheel is across.",
        "upright": "Whether the wheel stands upright.",
        "sections": "How many sections the rim has.",
        "pegs": "How many pegs the rim has.",
        "clapper": "Whether the wheel has a clapper.",
        "order": "The symbols of the sections, clockwise from the joker.",
    }

    inches: int | None = None
    upright: bool = True
    sections: int | None = None
    pegs: int | None = None
    clapper: bool = True
    order: tuple[str, ...] = ()


class BigSixDeclared(Declarations, frozen=True, kw_only=True, rename="kebab"):
    means: ClassVar[dict[str, str]] = {
        "equipment": "The wheel.",
        "commission": "Whether a commission is taken on winning wagers.",
        "payout-limit": "A payout limit. The facts have none.",
        "payout-limit-covers": "The wagers that the payout limit covers. The facts have none.",
    }

    equipment: BigSixWheel = BigSixWheel()
    commission: bool = False
    payout_limit: Money | None = None
    payout_limit_covers: tuple[str, ...] = ()


def check_stand(subject: AtTable) -> Iterator[Issue]:
    cite, equipment = "beyond:big-six.2(a)", subject.declared.equipment
    least = number("beyond:big-six.2(a)", "inches", LEAST_INCHES)
    if equipment.inches is not None and equipment.inches < least:
        problem = f"the wheel is {equipment.inches} inches across"
        yield Issue("equipment.inches", cite, problem, f"use one of {least} inches or more")
    if not equipment.upright:
        yield Issue("equipment.upright", cite, "the wheel does not stand upright", "use one that does")


def check_rim(subject: AtTable) -> Iterator[Issue]:
    cite, equipment, remedy = "beyond:big-six.2(b)", subject.declared.equipment, section_count()
    if equipment.sections not in (None, remedy):
        problem = f"the rim has {equipment.sections} sections"
        yield Issue("equipment.sections", cite, problem, f"use a wheel with {remedy}")
    if equipment.pegs not in (None, remedy):
        problem = f"the rim has {equipment.pegs} pegs"
        yield Issue("equipment.pegs", cite, problem, f"have a peg between each two of the {remedy} sections")


def check_written_rim(subject: AtTable) -> Iterator[Issue]:
    """Check a rim that is written down: the count of each symbol, and their order."""
    stated, wheel = subject.declared.equipment.order, wheel_of(subject.rules, subject.house)
    if not stated:
        return
    there, wanted = Counter(stated), counts(wheel)
    problem = [f"{there[each]} sections of {each}" for each in SPOTS if there[each] != wanted[each]]
    problem += [f"{there[each]} sections of {each}" for each in there if each not in wanted]
    if problem:
        remedy = ", ".join(f"{many} of {symbol}" for symbol, many in wanted.items())
        cite = "beyond:big-six.2(c)" if wheel == USUAL else "beyond:big-six.2(g)"
        yield Issue("equipment.order", cite, f"the rim has {', '.join(problem)}", f"it has {remedy}")
    elif stated != stops(subject.rules, subject.house):
        remedy = " ".join(stops(subject.rules, subject.house))
        said = f"the sections do not follow each other as on a wheel of {wheel}"
        yield Issue("equipment.order", "beyond:big-six.2(d)", said, f"clockwise they are {remedy}")


def check_clapper(subject: AtTable) -> Iterator[Issue]:
    if not subject.declared.equipment.clapper:
        yield Issue("equipment.clapper", "beyond:big-six.2(e)", "the wheel has no clapper", "use a wheel with one")


def commission(subject: AtTable) -> Iterator[Issue]:
    if subject.declared.commission:
        yield Issue("commission", "beyond:big-six.8(c)", "a commission is taken on winning wagers", "take none")


def pay_tables(subject: AtTable) -> dict[str, HousePayTable]:
    return {"odds": HousePayTable(pay_table(subject.house, subject.rules), least_table(subject.house, subject.rules))}


def limit(subject: AtTable) -> Limit:
    return Limit("unsupported", "house:payout-limit")


in_print = odds_in_print("beyond:big-six.8(a)", SURFACES, pay_tables)
DECLARED = BigSixDeclared
CHECKS: dict[str, tuple[Check, ...]] = {
    "beyond:big-six.2(a)": (check_stand,),
    "beyond:big-six.2(b)": (check_rim,),
    "beyond:big-six.2(c)": (check_written_rim,),
    "beyond:big-six.2(d)": (check_written_rim,),
    "beyond:big-six.2(e)": (check_clapper,),
    "beyond:big-six.2(g)": (check_written_rim,),
    "beyond:big-six.5(g)": (elections,),
    "beyond:big-six.8(a)": (elections, in_print),
    "beyond:big-six.8(b)": (elections, in_print),
    "beyond:big-six.8(c)": (commission,),
    "house:payout-limit": (payout_limit(limit),),
    "house:print": (in_print,),
    "house:seats": (elections,),
}
UNBROKEN: dict[str, str] = {
    "beyond:big-six.6(c)": "It is about a spin. No file declares how often a wheel turns.",
}
