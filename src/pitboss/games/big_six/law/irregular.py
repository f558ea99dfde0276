"""Faults of a spin, of the call and of chips, and what is ruled: part 9 of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from pitboss.common.open_layout import BETTING_OVER, HoldOnToChips, give_all_back, late_seats
from pitboss.engine.incidents.incident_kinds import Incident
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import Input, Plain
from pitboss.engine.round import Round
from pitboss.engine.seating import empty_seat_refusal, is_seated
from pitboss.engine.waits import NeverHere, Procedure, Refusal, never_here, void_round
from pitboss.games.big_six.law.facts import (
    ASTRAY,
    OTHER_WAY,
    RESULT,
    ROUNDS,
    SETTLED,
    TURNS,
    VALID,
    VOID,
    WRONG_CALL,
    ChipMovement,
)
from pitboss.games.big_six.law.house import BigSixHouse, stops, wheel_of
from pitboss.games.big_six.law.layout import ORDER, winning_symbol
from pitboss.games.big_six.law.opening import is_closed
from pitboss.games.big_six.law.settle import settle
from pitboss.games.big_six.law.steps import (
    CallSymbol,
    FewTurns,
    GiveUpWheel,
    LeadAstray,
    Misread,
    PushBack,
    PutRight,
    ShowSymbol,
    SpinAgain,
    TurnOtherWay,
    VoidSpin,
)
from pitboss.law.force import cites, number, rule
from pitboss.table.steps import PlayOn, UndoCollection, UndoPayment
from pitboss.table.table import Table

BY_INCIDENT = "house:incident"
LEAST_TURNS = 3
NO_SPIN = "No spin"
WHY = {
    "between two stops": "the clapper lies on a peg between two sections",
    "in no stop": "the wheel is at fault and the clapper lies in no section",
    "touched": "somebody touched the wheel before it stood still",
    "object in the wheel": "something touched the wheel before it stood still",
}
CITED = {
    "between two stops": "beyond:big-six.9(b)",
    "in no stop": "beyond:big-six.9(c)",
    "touched": "beyond:big-six.9(d)",
    "object in the wheel": "beyond:big-six.9(d)",
}
CALLED = {"$1": "one", "$2": "two", "$5": "five", "$10": "ten", "$20": "twenty"}  # a picture by its name


class SpinCounterclockwise(Incident, frozen=True, tag="spin counterclockwise"):
    """The dealer spins the wheel the other way this time."""

    plain: ClassVar = Plain(r"(?:the )?dealer spins counterclockwise", "the dealer spins counterclockwise")


class LookAtWheel(Incident, frozen=True, tag="look at wheel"):
    """The dealer would look at the wheel while spinning it."""

    plain: ClassVar = Plain(r"(?:the )?dealer looks at the wheel", "the dealer looks at the wheel")


class TouchWheel(Input, frozen=True, tag="touch wheel"):
    """Reaches out for the wheel while it turns."""

    plain: ClassVar = Plain(r"seat (?P<seat>\d{1,3}) touches the wheel", "seat 3 touches the wheel")
    by_player: ClassVar[bool] = True

    seat: int


# --- a spin that does not count


def least_turns() -> int:
    """Return how many full turns a spin needs to count."""
    return number("beyond:big-six.6(c)", "turns", LEAST_TURNS)


def turns_counted(r: Round[BigSixHouse]) -> int:
    """Return how many of the full turns that the wheel made count."""
    turns = ROUNDS.get(r.table)
    if turns is None:
        return least_turns()
    return turns - (r.rules.reads("turns-counted") == "until-braked")


def reading_on_turns(r: Round[BigSixHouse]) -> str:
    """Return the reading that decides if one turn more or less matters; empty if it does not."""
    return "reading:turns-counted" if ROUNDS.get(r.table) == least_turns() else ""


def look_at_spin(r: Round[BigSixHouse]) -> Procedure:
    """Void the spin for a fault that is seen when the wheel stands still. The section does not matter then."""
    fault = ASTRAY.get(r.table)
    if fault is not None:
        yield VoidSpin(CITED[fault], NO_SPIN, WHY[fault])
    elif turns_counted(r) < least_turns():
        cite = cites("beyond:big-six.9(a)", reading_on_turns(r))
        yield VoidSpin(cite, NO_SPIN, "the wheel made fewer than three full turns")


@rule("beyond:big-six.1(g)", False)
def is_void(t: Table) -> bool:
    """Return whether the spin decides nothing and is made again."""
    return VOID(t)


def after_void(r: Round[BigSixHouse]) -> Procedure:
    """Open betting again after a void spin. Wagers stay, or by another reading go back."""
    if r.rules.reads("void-wagers") == "returned":
        yield from give_all_back(r, ORDER, "reading:void-wagers", "the spin was void")
    yield SpinAgain(cites("beyond:big-six.9(e)", "reading:void-wagers"))


# --- the call, which may be wrong


def announce(r: Round[BigSixHouse]) -> Procedure:
    """Call the symbol. A wrong call that somebody notices at once is put right before collecting."""
    t = r.table
    symbol = winning_symbol(wheel_of(r.rules, r.house), t.wheel or 0)
    if r.rules.reads("announce") == "no":
        yield ShowSymbol("reading:announce", symbol)
        return
    if (when := WRONG_CALL.get(t)) is not None:
        symbol = next_symbol(r, t.wheel or 0)
    yield CallSymbol("beyond:big-six.6(f)", call_in_words(symbol), symbol)
    if when == "at once":
        yield from put_right(r)


def call_in_words(symbol: str) -> str:
    return CALLED.get(symbol, symbol)


def next_symbol(r: Round[BigSixHouse], section: int) -> str:
    """Return the symbol of the next section, which a dealer who misreads the wheel calls."""
    symbols = stops(r.rules, r.house)
    return symbols[(section + 1) % len(symbols)]


def put_right(r: Round[BigSixHouse]) -> Procedure:
    symbol = winning_symbol(wheel_of(r.rules, r.house), r.table.wheel or 0)
    yield PutRight("beyond:big-six.9(g)", call_in_words(symbol), symbol)


def put_right_after_paying(r: Round[BigSixHouse]) -> Procedure:
    """Undo what was collected or paid by a wrong symbol, the last act first, and settle by the right one."""
    if WRONG_CALL.get(r.table) != "after paying":
        return
    yield from put_right(r)
    for moved in reversed(SETTLED.get(r.table) or ()):
        yield undo_settlement(moved)
    yield from settle(r)


def undo_settlement(moved: ChipMovement) -> UndoCollection | UndoPayment:
    cite, seat, spot = "beyond:big-six.9(g)", moved.seat, moved.spot
    if moved.what == "collected":
        return UndoCollection(cite, seat, seat, spot, moved.cents)
    return UndoPayment(cite, seat, seat, spot, moved.cents, moved.stake)


# --- the wheel is given up


def give_up_wheel(r: Round[BigSixHouse]) -> Procedure:
    """Wind up a void round: return all wagers and take the wheel out of use."""
    yield from give_all_back(r, ORDER, "beyond:big-six.9(h)", "the wheel cannot be used further")
    yield GiveUpWheel("beyond:big-six.9(h)")


# --- what can happen, and when


def _refuse_now(problem: str) -> Refusal:
    return Refusal(BY_INCIDENT, problem, "This cannot happen at the table now.")


def _judge_spin(t: Table) -> Iterator[Refusal]:
    """Refuse a fault unless a spin is still to come or under way, and nothing is wrong with it so far."""
    if is_closed(t) or VALID(t) or VOID(t):
        yield _refuse_now("The wheel is not turning and is not about to.")
    elif ASTRAY.get(t) or ROUNDS.get(t):
        yield _refuse_now("Something is wrong with this spin already.")


def bar_straying(r: Round[BigSixHouse], given: SpinAstray) -> Iterator[Refusal]:
    if given.how not in WHY:
        yield never_here("There is no ball at this wheel.")
    else:
        yield from _judge_spin(r.table)


def lead_wheel_astray(r: Round[BigSixHouse], given: SpinAstray) -> Procedure:
    yield LeadAstray(BY_INCIDENT, given.how)


def bar_short(r: Round[BigSixHouse], given: ShortSpin) -> Iterator[Refusal]:
    yield from _judge_spin(r.table)


def shorten_spin(r: Round[BigSixHouse], given: ShortSpin) -> Procedure:
    yield FewTurns(BY_INCIDENT, given.rounds)
    if turns_counted(r) >= least_turns():
        yield PlayOn("beyond:big-six.6(c)", f"The wheel makes {given.rounds} full turns, which is enough")


def bar_other_way(r: Round[BigSixHouse], given: SpinCounterclockwise) -> Iterator[Refusal]:
    t = r.table
    if r.rules.reads("direction") == "clockwise":
        yield NeverHere("reading:direction", "The wheel is spun clockwise here.", "Spin it that way.")
    elif is_closed(t) or BETTING_OVER(t) or OTHER_WAY(t):
        yield _refuse_now("The wheel is not about to be spun, or that way already.")


def turn_other_way(r: Round[BigSixHouse], given: SpinCounterclockwise) -> Procedure:
    yield TurnOtherWay(BY_INCIDENT)
    yield PlayOn(cites("beyond:big-six.6(b)", "reading:direction"), "The wheel may be spun either way")


def bar_looking(r: Round[BigSixHouse], given: LookAtWheel) -> Iterator[Refusal]:
    t = r.table
    if is_closed(t) or t.wheel is not None:
        yield never_here("The wheel is not being spun, and the dealer never looks at it while it is.")
    else:
        problem = "The dealer does not look at the wheel while spinning it."
        yield NeverHere("beyond:big-six.4(d)", problem, "Look at the wheel when it stands still.")


def bar_touching(r: Round[BigSixHouse], given: TouchWheel) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat)
    elif is_closed(t) or TURNS.get(t) is None or t.wheel is not None:
        yield _refuse_now("The wheel does not turn.")
    else:
        problem = "Nobody touches the wheel before it stands still."
        yield Refusal("beyond:big-six.6(d)", problem, "Leave the wheel to the dealer.")


def do_nothing(r: Round[BigSixHouse], given: Input) -> Procedure:
    yield from ()


def bar_miscalling(r: Round[BigSixHouse], given: WrongCall) -> Iterator[Refusal]:
    t = r.table
    if r.rules.reads("announce") == "no":
        yield never_here("Nobody calls the symbol at this table.")
    elif WRONG_CALL.get(t) or is_closed(t) or RESULT.get(t) is not None:
        yield _refuse_now("The symbol has been called already, or will not be.")


def miscall(r: Round[BigSixHouse], given: WrongCall) -> Procedure:
    yield Misread(BY_INCIDENT, given.noticed)


def bar_breaking(r: Round[BigSixHouse], given: WheelBroken) -> Iterator[Refusal]:
    if r.table.wheel is not None:
        yield _refuse_now("The wheel stands still: the spin is decided.")
    elif is_closed(r.table):
        yield _refuse_now("The table is closed already.")


def break_down(r: Round[BigSixHouse], given: WheelBroken) -> Procedure:
    yield from void_round("beyond:big-six.9(h)", "the wheel cannot be used further")


def bar_late(r: Round[BigSixHouse], given: LateChips) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.position):
        yield empty_seat_refusal(given.position)
    elif is_closed(t):
        yield _refuse_now("There is no spin for which chips could come too late.")
    elif given.position in late_seats(t):
        yield _refuse_now("Chips of this player will come too late already.")


def come_late(r: Round[BigSixHouse], given: LateChips) -> Procedure:
    """Push back chips that come too late for a spin under way, or hold them until the call."""
    if BETTING_OVER(r.table):
        yield PushBack("beyond:big-six.9(f)", given.position)
    else:
        yield HoldOnToChips(BY_INCIDENT, given.position)


def push_back(r: Round[BigSixHouse]) -> Procedure:
    for seat in late_seats(r.table):
        if is_seated(r.table, seat):
            yield PushBack("beyond:big-six.9(f)", seat)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    SpinAstray: bar_straying,
    ShortSpin: bar_short,
    SpinCounterclockwise: bar_other_way,
    LookAtWheel: bar_looking,
    TouchWheel: bar_touching,
    WrongCall: bar_miscalling,
    WheelBroken: bar_breaking,
    LateChips: bar_late,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {
    SpinAstray: lead_wheel_astray,
    ShortSpin: shorten_spin,
    SpinCounterclockwise: turn_other_way,
    LookAtWheel: do_nothing,
    TouchWheel: do_nothing,
    WrongCall: miscall,
    WheelBroken: break_down,
    LateChips: come_late,
}
