"""Faults at a Sic Bo table and the moments at which they can happen: part 9 of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal

from pitboss.common.open_layout import BETTING_OVER, HoldOnToChips, give_all_back, late_seats
from pitboss.engine.incidents.incident_kinds import Incident
from pitboss.engine.incidents.spin_incidents import LateChips, WrongCall
from pitboss.engine.inputs import Input, Plain
from pitboss.engine.round import Round
from pitboss.engine.seating import empty_seat_refusal, is_seated
from pitboss.engine.waits import Procedure, Refusal, never_here, void_round
from pitboss.games.sic_bo.law.facts import (
    ASTRAY,
    BETS_OPEN,
    CALLED,
    ENTERED,
    FLAWED,
    LIGHTS_OUT,
    NO_ROLL,
    RESULT,
    SEALED,
    SHAKES,
    WRONG_CALL,
)
from pitboss.games.sic_bo.law.house import SicBoHouse, is_automated, shakes_first
from pitboss.games.sic_bo.law.layout import ORDER
from pitboss.games.sic_bo.law.opening import is_closed
from pitboss.games.sic_bo.law.shaking import CANNOT_RUN, after_no_roll, give_up_shaker, look_at_shaker, no_roll, shake
from pitboss.games.sic_bo.law.steps import (
    FailLights,
    FindFlaw,
    GiveUpShaker,
    LeadAstray,
    LightsOff,
    Misread,
    PushBack,
    RemoveDice,
    SettleByHand,
    ShakeAnew,
    lit_marks,
)
from pitboss.table.steps import PlayOn
from pitboss.table.table import Table

BY_INCIDENT = "house:incident"
FLAWS = {"die": "a die is flawed", "shaker": "the shaker was tampered with"}


class DieLies(Incident, frozen=True, tag="die lies"):
    """A die does not come to lie on the floor of the shaker. Counted from 1."""

    plain: ClassVar = Plain(
        r"(?:the )?die (?P<die>[1-3]) lies (?P<how>leaning|on another die)", "die 2 lies on another die", repeats=True
    )

    how: Literal["leaning", "on another die"]
    die: Literal[1, 2, 3] = 1


class ShakerOpens(Incident, frozen=True, tag="shaker opens"):
    """The shaker comes open, or a die leaves it."""

    plain: ClassVar = Plain(r"(?:the )?shaker fails: (?P<how>open|die out)", "the shaker fails: die out", repeats=True)

    how: Literal["open", "die out"]


class ShakerStops(Incident, frozen=True, tag="shaker stops"):
    """A shaker that runs by itself stops before it has run."""

    plain: ClassVar = Plain(
        r"(?:the )?shaker stops and (?P<then>runs again|cannot run)", "the shaker stops and runs again"
    )

    then: Literal["runs again", "cannot run"] = "runs again"


class UncoveredEarly(Incident, frozen=True, tag="uncovered early"):
    """The dice are uncovered before the call that ends betting."""

    plain: ClassVar = Plain(r"(?:the )?dice are uncovered too early", "the dice are uncovered too early")


class LightsFail(Incident, frozen=True, tag="lights fail"):
    """The lights of the table stop working."""

    plain: ClassVar = Plain(r"(?:the )?lights fail", "the lights fail")


class FlawFound(Incident, frozen=True, tag="flaw found"):
    """A die is found to be flawed, or the shaker to be tampered with."""

    plain: ClassVar = Plain(r"(?:a |the )?(?P<what>die|shaker) is found flawed", "a die is found flawed")

    what: Literal["die", "shaker"]


def _refuse_now(problem: str) -> Refusal:
    return Refusal(BY_INCIDENT, problem, "This cannot happen at the table now.")


def _is_playing(t: Table) -> bool:
    """Return whether a round is under way at an open table."""
    return BETS_OPEN(t) and not is_closed(t)


# --- the shake


def _bar_shake(t: Table) -> Iterator[Refusal]:
    """Refuse a fault of the shake unless a shake is under way or about to begin and nothing is wrong with it yet. Dice
    that were shaken but not called count as under way.
    """
    if CALLED.get(t) is not None or NO_ROLL(t) or not _is_playing(t):
        yield _refuse_now("No shake is under way and none is about to begin.")
    elif ASTRAY.get(t):
        yield _refuse_now("Something is wrong with this shake already.")


def bar_die_lies(r: Round[SicBoHouse], given: DieLies) -> Iterator[Refusal]:
    yield from _bar_shake(r.table)


def misplace_die(r: Round[SicBoHouse], given: DieLies) -> Procedure:
    yield LeadAstray(BY_INCIDENT, given.how, given.die)


def bar_opening(r: Round[SicBoHouse], given: ShakerOpens) -> Iterator[Refusal]:
    yield from _bar_shake(r.table)


def open_shaker(r: Round[SicBoHouse], given: ShakerOpens) -> Procedure:
    """Open the shaker. Dice that were shaken before betting are shaken again at once, since players could see them."""
    yield LeadAstray(BY_INCIDENT, given.how)
    if SHAKES.get(r.table) and not BETTING_OVER(r.table):
        yield from look_at_shaker(r)
        yield from after_no_roll(r)
        yield from shake(r)


def bar_stopping(r: Round[SicBoHouse], given: ShakerStops) -> Iterator[Refusal]:
    if not is_automated(r.house):
        yield never_here("The dealer works this shaker by hand.")
    elif r.table.dice:
        yield _refuse_now("The shaker has run, and the dice lie still.")
    else:
        yield from _bar_shake(r.table)


def stop_shaker(r: Round[SicBoHouse], given: ShakerStops) -> Procedure:
    if given.then == "runs again":
        yield LeadAstray(BY_INCIDENT, "stopped")
    else:
        yield from give_up_shaker(r)


def bar_uncovering(r: Round[SicBoHouse], given: UncoveredEarly) -> Iterator[Refusal]:
    t = r.table
    if not shakes_first(r.rules, r.house):
        yield never_here("The dice are not shaken before betting ends.")
    elif BETTING_OVER(t) or not SHAKES.get(t) or not _is_playing(t):
        yield _refuse_now("No shaken dice are covered while betting is open.")


def uncover_early(r: Round[SicBoHouse], given: UncoveredEarly) -> Procedure:
    yield from no_roll("beyond:sic-bo.9(j)", "the dice were uncovered before “No more bets”")
    yield ShakeAnew("beyond:sic-bo.9(j)", "Wagers may be changed")
    yield from shake(r)


# --- the call and the lights


def bar_miscalling(r: Round[SicBoHouse], given: WrongCall) -> Iterator[Refusal]:
    t = r.table
    if CALLED.get(t) is not None or WRONG_CALL.get(t) or not _is_playing(t):
        yield _refuse_now("The numbers have been called already, or none are to be called.")


def miscall(r: Round[SicBoHouse], given: WrongCall) -> Procedure:
    yield Misread(BY_INCIDENT, given.noticed)


def bar_failing(r: Round[SicBoHouse], given: LightsFail) -> Iterator[Refusal]:
    if LIGHTS_OUT(r.table) or not _is_playing(r.table):
        yield _refuse_now("The lights are not in use.")


def fail_lights(r: Round[SicBoHouse], given: LightsFail) -> Procedure:
    """Let the lights fail. Before the numbers are entered nothing follows yet; after that the dealer works without
    lights.
    """
    yield FailLights(BY_INCIDENT)
    if ENTERED.get(r.table) is not None:
        yield SettleByHand("beyond:sic-bo.9(e)")


# --- dice and chips


def bar_flaw(r: Round[SicBoHouse], given: FlawFound) -> Iterator[Refusal]:
    t = r.table
    if not SEALED(t) or not _is_playing(t):
        yield _refuse_now("No dice are in use.")


def find_flaw(r: Round[SicBoHouse], given: FlawFound) -> Procedure:
    """Void the round for a flaw and remove the dice. A round whose wagers are being settled stands."""
    yield FindFlaw("beyond:sic-bo.9(h)", given.what)
    if RESULT.get(r.table) is None:
        yield from void_round("beyond:sic-bo.9(h)", FLAWS[given.what])
    else:
        yield PlayOn("beyond:sic-bo.9(h)", "The round is being settled, and its result stands")
        yield RemoveDice("beyond:sic-bo.9(h)")


def bar_late(r: Round[SicBoHouse], given: LateChips) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.position):
        yield empty_seat_refusal(given.position)
    elif not _is_playing(t):
        yield _refuse_now("There is no shake for which chips could come too late.")
    elif given.position in late_seats(t):
        yield _refuse_now("Chips of this player will come too late already.")


def come_late(r: Round[SicBoHouse], given: LateChips) -> Procedure:
    """Push back chips that come after the call, or hold chips until the call if they come before it."""
    if BETTING_OVER(r.table):
        yield PushBack("beyond:sic-bo.9(i)", given.position)
    else:
        yield HoldOnToChips(BY_INCIDENT, given.position)


# --- a void round


def wind_up(r: Round[SicBoHouse]) -> Procedure:
    if what := FLAWED.get(r.table):
        yield from give_all_back(r, ORDER, "beyond:sic-bo.9(h)", FLAWS[what])
        if lit_marks(r.table):
            yield LightsOff("beyond:sic-bo.9(h)")
        yield RemoveDice("beyond:sic-bo.9(h)")
    else:
        yield from give_all_back(r, ORDER, "beyond:sic-bo.9(g)", CANNOT_RUN)
        yield GiveUpShaker("beyond:sic-bo.9(g)")


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    DieLies: bar_die_lies,
    ShakerOpens: bar_opening,
    ShakerStops: bar_stopping,
    UncoveredEarly: bar_uncovering,
    WrongCall: bar_miscalling,
    LightsFail: bar_failing,
    FlawFound: bar_flaw,
    LateChips: bar_late,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {
    DieLies: misplace_die,
    ShakerOpens: open_shaker,
    ShakerStops: stop_shaker,
    UncoveredEarly: uncover_early,
    WrongCall: miscall,
    LightsFail: fail_lights,
    FlawFound: find_flaw,
    LateChips: come_late,
}
