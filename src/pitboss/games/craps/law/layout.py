"""The layout: every betting area with the paragraph that permits its wager, and how a roll is judged there.

Supplemental odds, and buy and lay wagers, are in sections that are not held (1.5, 1.6). Readings stand in their place
and are cited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from pitboss.games.craps.law import fates
from pitboss.games.craps.law.fates import HARDWAYS, against_the_number, on_the_number
from pitboss.games.craps.law.roll import NUMBERS, SEVEN, Fate, Roll, pair
from pitboss.law.force import cites
from pitboss.law.rules import Rules
from pitboss.table.table import Table

PASS, DONT_PASS, COME, DONT_COME = "pass", "don't pass", "come", "don't come"
ODDS, BUY_AND_LAY = "reading:supplemental-odds", "reading:vigorish"

Kind = Literal["line", "come", "come point", "odds", "place", "place to lose", "buy", "lay", "hardway", "one roll"]
# What is offered together, where it has another name than its kind.
GROUPS: dict[Kind, str] = {
    "line": "line and come",
    "come": "line and come",
    "place": "numbers",
    "place to lose": "numbers, to lose",
    "buy": "buy and lay",
    "lay": "buy and lay",
    "hardway": "hardways",
}
Judge: TypeAlias = Callable[[Roll, Rules, bool], Fate]  # the last: whether the wager was called on


class Area(NamedTuple):
    spot: str
    kind: Kind
    cite: str  # the paragraph that permits the wager
    judge: Judge
    lines: tuple[str, ...]  # of the pay table by which it may be paid
    number: int = 0  # on or against which it is, where that is fixed
    flat: str = ""  # of supplemental odds: the wager they stand behind


def odds_of(flat: str) -> str:
    return f"{flat} odds"


def _ignore_rules(judge: Callable[[Roll], Fate]) -> Judge:
    return lambda roll, rules, called_on: judge(roll)


def _place(number: int) -> Judge:
    return lambda roll, rules, called_on: fates.place_to_win(roll, number, called_on=called_on)


def _cite_reading(fate: Fate, reading: str) -> Fate:
    """Cite beside the paragraph the reading that decided whether the roll counts for a wager."""
    return fate if fate.what == "stands" else fate._replace(cite=cites(fate.cite, f"reading:{reading}"))


def _place_to_lose(number: int) -> Judge:
    def judge(roll: Roll, rules: Rules, called_on: bool) -> Fate:
        if not roll.come_out or called_on:
            return fates.place_to_lose(roll, number, works=True)
        works = rules.reads("place-to-lose-on-come-out") == "works"
        return _cite_reading(fates.place_to_lose(roll, number, works=works), "place-to-lose-on-come-out")

    return judge


def _hardway(number: int) -> Judge:
    def judge(roll: Roll, rules: Rules, called_on: bool) -> Fate:
        if roll.come_out and not called_on and rules.reads("hardways-on-come-out") == "off":
            return Fate("off", "reading:hardways-on-come-out", "off on a come out roll unless called on")
        fate = fates.hardway(roll, number, loses=rules.reads("hardways-lost") == "lost")
        return _cite_reading(fate, "hardways-on-come-out") if roll.come_out and not called_on else fate

    return judge


def _line_odds(roll: Roll, rules: Rules, called_on: bool) -> Fate:
    return on_the_number(roll, roll.point, f"odds on {pair(roll.point)}", ODDS, ODDS)


def _line_odds_against(roll: Roll, rules: Rules, called_on: bool) -> Fate:
    return against_the_number(roll, roll.point, f"odds against {pair(roll.point)}", ODDS, ODDS)


def _come_odds(number: int) -> Judge:
    def judge(roll: Roll, rules: Rules, called_on: bool) -> Fate:
        if roll.come_out and not called_on and rules.reads("odds-on-come-out") == "off":
            if roll.total in (number, SEVEN):
                return Fate("back", "reading:odds-on-come-out", f"off on a come out roll, and {roll} decides the bet")
            return Fate("off", "reading:odds-on-come-out", "off on a come out roll unless called on")
        fate = on_the_number(roll, number, f"odds on {pair(number)}", ODDS, ODDS)
        return _cite_reading(fate, "odds-on-come-out") if roll.come_out and not called_on else fate

    return judge


def _odds_against(number: int) -> Judge:
    return lambda roll, rules, called_on: against_the_number(roll, number, f"odds against {pair(number)}", ODDS, ODDS)


def _buy(number: int) -> Judge:
    """Judge a buy bet: a place bet at true odds, inactive when place bets are."""

    def judge(roll: Roll, rules: Rules, called_on: bool) -> Fate:
        if roll.come_out and not called_on:
            return Fate("off", BUY_AND_LAY, "inactive on a come out roll, as place bets are")
        return on_the_number(roll, number, f"odds on {pair(number)}", BUY_AND_LAY, BUY_AND_LAY)

    return judge


def _lay(number: int) -> Judge:
    def judge(roll: Roll, rules: Rules, called_on: bool) -> Fate:
        if roll.come_out and not called_on and rules.reads("lay-on-come-out") == "off":
            return Fate("off", "reading:lay-on-come-out", "off on a come out roll unless called on")
        fate = against_the_number(roll, number, f"odds against {pair(number)}", BUY_AND_LAY, BUY_AND_LAY)
        return _cite_reading(fate, "lay-on-come-out") if roll.come_out and not called_on else fate

    return judge


ONE_ROLL: tuple[tuple[str, str, Callable[[Roll], Fate], tuple[str, ...]], ...] = (
    ("field", "1.2(a)11", fates.field_bet, ("field 2", "field 3, 4, 9, 10 or 11", "field 12")),
    ("any seven", "1.2(a)12", fates.any_seven, ("any seven",)),
    ("any craps", "1.2(a)13", fates.any_craps, ("any craps",)),
    ("craps two", "1.2(a)14", fates.craps_two, ("craps two",)),
    ("craps three", "1.2(a)15", fates.craps_three, ("craps three",)),
    ("craps twelve", "1.2(a)16", fates.craps_twelve, ("craps twelve",)),
    ("eleven", "1.2(a)17", fates.eleven, ("eleven",)),
    ("c and e", "1.2(a)18", fates.c_and_e, ("c and e, craps", "c and e, eleven")),
    ("horn", "1.2(a)19", fates.horn_bet, ("horn, 3 or 11", "horn, 2 or 12")),
)


def _areas() -> Iterator[Area]:
    yield Area(PASS, "line", "1.2(a)1", _ignore_rules(fates.pass_bet), (PASS,))
    yield Area(odds_of(PASS), "odds", ODDS, _line_odds, tuple(f"odds on {pair(n)}" for n in NUMBERS), flat=PASS)
    yield Area(DONT_PASS, "line", "1.2(a)2", _ignore_rules(fates.dont_pass_bet), (DONT_PASS,))
    against = tuple(f"odds against {pair(number)}" for number in NUMBERS)
    yield Area(odds_of(DONT_PASS), "odds", ODDS, _line_odds_against, against, flat=DONT_PASS)
    yield Area(COME, "come", "1.2(a)3", _ignore_rules(fates.come_bet), (COME,))
    yield Area(DONT_COME, "come", "1.2(a)4", _ignore_rules(fates.dont_come_bet), (DONT_COME,))
    for number in NUMBERS:
        on, against = (f"odds on {pair(number)}",), (f"odds against {pair(number)}",)
        come, dont_come = f"{COME} {number}", f"{DONT_COME} {number}"
        yield Area(come, "come point", "1.2(a)3", _ignore_rules(fates.come_at(number)), (COME,), number)
        yield Area(odds_of(come), "odds", ODDS, _come_odds(number), on, number, come)
        yield Area(dont_come, "come point", "1.2(a)4", _ignore_rules(fates.dont_come_at(number)), (DONT_COME,), number)
        yield Area(odds_of(dont_come), "odds", ODDS, _odds_against(number), against, number, dont_come)
        line = f"place {pair(number)} to win"
        yield Area(f"place {number}", "place", "1.2(a)5", _place(number), (line,), number)
        line = f"place {pair(number)} to lose"
        yield Area(f"place {number} to lose", "place to lose", "1.2(a)6", _place_to_lose(number), (line,), number)
        yield Area(f"buy {number}", "buy", BUY_AND_LAY, _buy(number), on, number)
        yield Area(f"lay {number}", "lay", BUY_AND_LAY, _lay(number), against, number)
    for number, cite in HARDWAYS.items():
        yield Area(f"hard {number}", "hardway", cite, _hardway(number), (f"hard {pair(number)}",), number)
    for spot, cite, judge, lines in ONE_ROLL:
        yield Area(spot, "one roll", cite, _ignore_rules(judge), lines)


LAYOUT = {area.spot: area for area in _areas()}
SPOTS = tuple(LAYOUT)
ORDER = {spot: number for number, spot in enumerate(SPOTS)}


def in_order(t: Table) -> list[tuple[int, str, int]]:
    """Return all wagers on the layout, seat by seat, a bet before the odds behind it."""
    return sorted(t.wagers(), key=lambda lying: (lying[0], ORDER[lying[1]]))


def off_on_come_out(area: Area, rules: Rules) -> bool:
    """Return whether a wager in an area is off on a come out roll unless it is called on."""
    match area.kind:
        case "place" | "buy":
            return True
        case "place to lose":
            return rules.reads("place-to-lose-on-come-out") == "off"
        case "lay":
            return rules.reads("lay-on-come-out") == "off"
        case "hardway":
            return rules.reads("hardways-on-come-out") == "off"
        case "odds":
            return area.flat.startswith(f"{COME} ") and rules.reads("odds-on-come-out") == "off"
    return False
