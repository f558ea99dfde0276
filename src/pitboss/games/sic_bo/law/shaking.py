"""The shake and the faults that make it “No roll”: parts 6(b), 6(c), 9(a) to (c), (f) and (g) of the facts."""

from __future__ import annotations

from pitboss.common.open_layout import BETTING_OVER, OpenBetting, give_all_back
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, void_round
from pitboss.games.sic_bo.law.facts import ASTRAY, WHICH
from pitboss.games.sic_bo.law.house import SicBoHouse, is_automated
from pitboss.games.sic_bo.law.layout import ORDER, opposite
from pitboss.games.sic_bo.law.steps import CallNoRoll, InspectDice, ReadLeaning, Shake, ShakeAnew
from pitboss.law.force import cites, number, rule
from pitboss.law.rules import Rules
from pitboss.table.steps import PlayOn

LEAST_SHAKES = 3
CANNOT_RUN = "the shaker stopped and cannot be started again"


@rule("beyond:sic-bo.1(d)", "")
def no_roll_call() -> str:
    return "No roll"


def least_shakes(rules: Rules) -> int:
    if rules.reads("three-shakes") == "any":
        return 1
    return number("beyond:sic-bo.6(c)", "shakes", LEAST_SHAKES)


def shake(r: Round[SicBoHouse]) -> Procedure:
    shakes_cite = "beyond:sic-bo.6(c)" if r.rules.reads("three-shakes") == "three" else "reading:three-shakes"
    yield Shake(cites("beyond:sic-bo.6(b)", shakes_cite), least_shakes(r.rules), is_automated(r.house))


def no_roll(cite: str, why: str) -> Procedure:
    yield CallNoRoll(cite, no_roll_call(), why)


def look_at_shaker(r: Round[SicBoHouse]) -> Procedure:
    """Call “No roll” for a fault that is seen whether or not the dice are covered."""
    match ASTRAY.get(r.table):
        case "open":
            yield from no_roll("beyond:sic-bo.9(f)", "the shaker has come open")
            yield InspectDice("beyond:sic-bo.9(f)")
        case "die out":
            yield from no_roll("beyond:sic-bo.9(f)", "a die has left the shaker")
            yield InspectDice("beyond:sic-bo.9(f)")
        case "stopped":
            yield from no_roll("beyond:sic-bo.9(g)", "the shaker has stopped too soon")


def look_at_dice(r: Round[SicBoHouse]) -> Procedure:
    """Call “No roll” for a fault that is seen once the dice are still, or read a leaning die."""
    t = r.table
    match ASTRAY.get(t):
        case "leaning" if r.rules.reads("leaning-die") == "opposite-face":
            die = WHICH.of(t)
            yield ReadLeaning("reading:leaning-die", die, opposite(t.dice[die - 1]))
        case "leaning":
            yield from no_roll("beyond:sic-bo.9(a)", "a die does not lie flat on the floor of the shaker")
        case "on another die" if r.rules.reads("die-on-die") == "read-it":
            yield PlayOn("reading:die-on-die", "A die lies on another, and every die is read as it lies")
        case "on another die":
            yield from no_roll("beyond:sic-bo.9(b)", "a die lies on another")
        case _:
            yield from look_at_shaker(r)


def after_no_roll(r: Round[SicBoHouse]) -> Procedure:
    """Go on after “No roll”: nothing is called or paid. Wagers stay as they are, or a reading opens betting again.

    Betting that was open when the shaker came open goes on.
    """
    if not BETTING_OVER(r.table):
        yield ShakeAnew("beyond:sic-bo.9(f)", "Wagers may be changed")
        return
    match r.rules.reads("wagers-after-no-roll"):
        case "back":
            yield from give_all_back(r, ORDER, "reading:wagers-after-no-roll", "the shake did not count")
            yield OpenBetting("reading:wagers-after-no-roll")
            yield ShakeAnew("reading:wagers-after-no-roll", "Wagers went back")
        case "changed":
            yield OpenBetting("reading:wagers-after-no-roll")
            yield ShakeAnew("reading:wagers-after-no-roll", "Wagers stay and may be changed")
        case _:
            yield ShakeAnew("beyond:sic-bo.9(c)", "Wagers stay, and none is changed")


def give_up_shaker(r: Round[SicBoHouse]) -> Procedure:
    yield from no_roll("beyond:sic-bo.9(g)", CANNOT_RUN)
    yield from void_round("beyond:sic-bo.9(g)", CANNOT_RUN)
