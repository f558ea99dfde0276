"""The effect of three dice on each wager: parts 1, 5(c) and 7(d) to (g) of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from pitboss.games.sic_bo.law.layout import (
    ANY_TRIPLE,
    BIG,
    COMBINATION,
    DOUBLE,
    ENDS,
    LINES_OF_SINGLE,
    SINGLE,
    SMALL,
    TRIPLE,
    Area,
    is_total,
)
from pitboss.law.force import rule
from pitboss.law.rules import Rules

Result: TypeAlias = tuple[int, ...]  # upward


@rule("beyond:sic-bo.1(c)", ())
def result_of(dice: Iterable[int]) -> Result:
    """Return the numbers without the order of the dice."""
    return tuple(sorted(dice))


@rule("beyond:sic-bo.1(a)", 0)
def total_of(result: Result) -> int:
    return sum(result)


@rule("beyond:sic-bo.1(b)", False)
def is_triple(result: Result) -> bool:
    return len(set(result)) < 2


# --- the wagers, without what part 7 says of a three of a kind


@rule("beyond:sic-bo.5(c)1", False)
def is_named_triple(area: Area, result: Result) -> bool:
    return is_triple(result) and set(area.numbers).issubset(result)


@rule("beyond:sic-bo.5(c)2", False)
def is_named_double(area: Area, result: Result) -> bool:
    (named,) = area.numbers
    return result.count(named) == 2


@rule("beyond:sic-bo.5(c)3", False)
def is_any_triple(area: Area, result: Result) -> bool:
    return is_triple(result)


@rule("beyond:sic-bo.5(c)4", False)
def makes_total(area: Area, result: Result) -> bool:
    return total_of(result) in area.numbers


@rule("beyond:sic-bo.5(c)5", False)
def shows_both(area: Area, result: Result) -> bool:
    return all(named in result for named in area.numbers)


@rule("beyond:sic-bo.5(c)6", False)
def is_small(area: Area, result: Result) -> bool:
    return total_of(result) in area.numbers


@rule("beyond:sic-bo.5(c)7", False)
def is_big(area: Area, result: Result) -> bool:
    return total_of(result) in area.numbers


@rule("beyond:sic-bo.5(c)8", False)
def shows(area: Area, result: Result) -> bool:
    (named,) = area.numbers
    return named in result


DECIDED_BY: dict[str, Callable[[Area, Result], bool]] = {
    TRIPLE: is_named_triple,
    DOUBLE: is_named_double,
    ANY_TRIPLE: is_any_triple,
    COMBINATION: shows_both,
    SMALL: is_small,
    BIG: is_big,
    SINGLE: shows,
}


# --- on a three of a kind


@rule("beyond:sic-bo.7(d)", False)
def loses_to_triple(area: Area, result: Result) -> bool:
    """Return whether a triple beats a wager that wins otherwise. It beats only small and big."""
    return area.kind in (SMALL, BIG) and is_triple(result)


@rule("beyond:sic-bo.7(e)", False)
def won_by_triple(rules: Rules, area: Area, result: Result) -> bool:
    """Return whether two of a kind wins on a three of a kind of its number."""
    return is_triple_of(area, result) and rules.reads("double-on-triple") == "wins-once"


def is_triple_of(area: Area, result: Result) -> bool:
    return area.kind == DOUBLE and is_triple(result) and set(area.numbers).issubset(result)


# --- every wager


def wins(rules: Rules, area: Area, result: Result) -> bool:
    decided = makes_total if is_total(area) else DECIDED_BY[area.kind]
    if decided(area, result):
        return not loses_to_triple(area, result)
    return won_by_triple(rules, area, result)


@rule("beyond:sic-bo.7(f)", 0)
def times_paid(area: Area, result: Result) -> int:
    """Return how many times a winner is paid: once for a two-dice combination, even if one number shows twice."""
    return 1


@rule("beyond:sic-bo.7(g)", LINES_OF_SINGLE[0])
def line_by_dice(area: Area, result: Result) -> str:
    """Return the line of one of a kind, by the number of dice that show it."""
    (named,) = area.numbers
    return LINES_OF_SINGLE[result.count(named) - 1]


def lines_paid(rules: Rules, area: Area, result: Result) -> tuple[str, ...]:
    """Return the lines of the pay table that a winner is paid by."""
    if area.kind == COMBINATION:
        return (COMBINATION,) * times_paid(area, result)
    if area.kind != SINGLE:
        return lines_of(area)
    if is_triple(result) and rules.reads("single-on-triple") == "lines-added":
        return LINES_OF_SINGLE
    return (line_by_dice(area, result),)


def lines_of(area: Area) -> tuple[str, ...]:
    """Return all lines by which a wager may be paid."""
    if area.kind in (SMALL, BIG):
        return ("small, big",)
    if area.kind == ENDS:
        return (TRIPLE,)
    return LINES_OF_SINGLE if area.kind == SINGLE else (area.kind,)
