"""Faults of a spin, of the call and of chips, and what is ruled: part 9 of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.common.open_layout import BETTING_OVER, HoldOnToChips, give_all_back, in_order, late_seats
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import Input
from pitboss.engine.round import Round
from pitboss.engine.seating import empty_seat_refusal, is_seated
from pitboss.engine.waits import Procedure, Refusal, never_here, void_round
from pitboss.games.roulette.law.facts import (
    ANNOUNCED,
    ASTRAY,
    BALL_RUNS,
    BROKEN,
    BY_ORDER,
    COVERED,
    MARKER,
    NO_SPIN,
    ROUNDS,
    SETTLED,
    VALID,
    WRONG_CALL,
    ChipMovement,
)
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.layout import DOUBLE_ZERO, ORDER, PRISON, ZERO, color_of, number_in
from pitboss.games.roulette.law.settle import settle
from pitboss.games.roulette.law.steps import (
    BeginSettling,
    CallNoSpin,
    CallNumber,
    CoverWheel,
    FewRounds,
    GiveUpWheel,
    InspectBall,
    LeadAstray,
    Misread,
    PushBack,
    PutRight,
    SetMarker,
    SpinAnew,
    TakeOutBall,
)
from pitboss.law.force import cites, number, rule
from pitboss.table.steps import MoveWager, PlayOn, ReturnWager, UndoCollection, UndoPayment
from pitboss.table.table import Table

BY_INCIDENT = "house:incident"
LEAST_ROUNDS = 4
WHY = {
    "with the wheel": "the ball runs with the wheel",
    "object in the wheel": "something has fallen into the wheel",
    "out of the wheel": "the ball has left the wheel",
    "between two stops": "the ball lies between two compartments",
    "in no stop": "the ball has stopped on the rim",
}
CITED = {
    "with the wheel": "beyond:roulette.9(a)",
    "object in the wheel": "beyond:roulette.9(c)",
    "out of the wheel": "beyond:roulette.9(d)",
    "between two stops": "beyond:roulette.9(h)",
    "in no stop": "beyond:roulette.9(h)",
}
CAUGHT = ("with the wheel", "object in the wheel")  # after which the dealer tries to take the ball out
NOWHERE = ("out of the wheel", "between two stops", "in no stop")  # after which the ball is in no compartment


@rule("beyond:roulette.1(i)", "")
def no_spin_call() -> str:
    return "No spin"


def least_rounds() -> int:
    """Return how many rounds of the track a spin needs to count."""
    return number("beyond:roulette.6(e)", "rounds", LEAST_ROUNDS)


def rounds_counted(r: Round[RouletteHouse]) -> int:
    """Return how many of the rounds that the ball made count."""
    rounds = ROUNDS.get(r.table)
    if rounds is None:
        return least_rounds()
    return rounds - (r.rules.reads("four-rounds") == "from-first-round")


def has_too_few_rounds(r: Round[RouletteHouse]) -> bool:
    return ROUNDS.get(r.table) is not None and rounds_counted(r) < least_rounds()


# --- while the ball runs, and when it rests


def look_at_ball(r: Round[RouletteHouse]) -> Procedure:
    """Call off the spin at once, and take the ball out, for a fault that is seen before the ball rests."""
    t = r.table
    fault = ASTRAY.get(t)
    if fault in CAUGHT:
        yield from no_spin(CITED[fault], WHY[fault])
        yield TakeOutBall(CITED[fault], True)
    elif fault == "out of the wheel":
        yield from no_spin(CITED[fault], WHY[fault])
        yield InspectBall("beyond:roulette.9(e)")
    elif has_too_few_rounds(r):
        yield from no_spin("beyond:roulette.9(b)", "the ball has not gone round the track four times")
        yield TakeOutBall("beyond:roulette.9(b)", True)


def ball_rests(t: Table) -> bool:
    """Return whether the ball comes to rest in a compartment at all."""
    return ASTRAY.get(t) not in NOWHERE


def look_at_compartment(r: Round[RouletteHouse]) -> Procedure:
    """Call off the spin for a fault that is still one when the ball rests, unless a reading lets the number count."""
    t = r.table
    fault = ASTRAY.get(t)
    landed = number_in(t.wheel or 0, r.house.wheel_zeros)
    if fault in CAUGHT or has_too_few_rounds(r):
        cite = CITED[fault] if fault in CAUGHT else "beyond:roulette.9(b)"
        yield TakeOutBall(cite, False)
        if r.rules.reads("rested-before-removal") == "no-spin":
            yield from no_spin(
                cites(cite, "reading:rested-before-removal"), "the ball rested before it could be taken out"
            )
        else:
            yield PlayOn("reading:rested-before-removal", "The ball rested before it could be taken out, and it counts")
    elif fault == "out of the wheel":
        yield from no_spin(CITED[fault], WHY[fault])
        yield InspectBall("beyond:roulette.9(e)")
    elif fault is not None:
        yield from no_spin(CITED[fault], WHY[fault])
    unknown = landed == DOUBLE_ZERO and r.house.zeros == 1 and r.rules.reads("zero-on-single-layout") == "no-spin"
    if unknown and not NO_SPIN(t):
        yield from no_spin("beyond:roulette.9(g)", "this layout has no 00")


def no_spin(cite: str, why: str) -> Procedure:
    yield CallNoSpin(cite, no_spin_call(), why)


def after_no_spin(r: Round[RouletteHouse]) -> Procedure:
    """Open betting again after a spin that does not count. Wagers stay, or by another reading go back."""
    if r.rules.reads("wagers-after-no-spin") == "returned":
        for seat, spot, cents in (lying for lying in in_order(r.table, ORDER) if lying[1] not in PRISON):
            yield ReturnWager("reading:wagers-after-no-spin", seat, seat, spot, cents, "the spin did not count")
    yield SpinAnew("beyond:roulette.9(f)")


# --- the call, which may be wrong


def number_at_stop(r: Round[RouletteHouse], stop: int) -> str:
    """Return the number of a compartment as it is played at this table."""
    number = number_in(stop, r.house.wheel_zeros)
    return ZERO if number == DOUBLE_ZERO and r.house.zeros == 1 else number


def call_in_words(number: str) -> str:
    color = color_of(number)
    return number if color == "green" else f"{number}, {color}"


def announce(r: Round[RouletteHouse]) -> Procedure:
    """Call and mark the number. A wrong call that somebody notices at once is put right before collecting."""
    t = r.table
    stop = t.wheel or 0
    if (when := WRONG_CALL.get(t)) is not None:
        stop = next_stop_on_layout(r, stop)
    yield from call_and_mark(r, stop)
    if when == "at once":
        yield from put_right(r)


def next_stop_on_layout(r: Round[RouletteHouse], stop: int) -> int:
    """Return the compartment that a dealer reads by mistake: the next one whose number is on the layout."""
    next_stop = (stop + 1) % len(r.house.stops)
    is_unknown = r.house.zeros == 1 and number_in(next_stop, r.house.wheel_zeros) == DOUBLE_ZERO
    return next_stop_on_layout(r, next_stop) if is_unknown else next_stop


def call_and_mark(r: Round[RouletteHouse], stop: int) -> Procedure:
    other = number_in(stop, r.house.wheel_zeros) != number_at_stop(r, stop)
    cite = cites("beyond:roulette.6(f)", "reading:zero-on-single-layout" if other else "")
    yield CallNumber(cite, call_in_words(number_at_stop(r, stop)), number_at_stop(r, stop))
    yield SetMarker("beyond:roulette.6(g)", marked_stop(stop), number_at_stop(r, stop))


@rule("beyond:roulette.1(h)", -1)
def marked_stop(stop: int) -> int:
    """Return the compartment whose number the marker shows: by 1(h), the one that was called. Return -1 if a test has
    switched 1(h) off.
    """
    return stop


def put_right(r: Round[RouletteHouse]) -> Procedure:
    t = r.table
    stop = t.wheel or 0
    yield PutRight("beyond:roulette.9(i)", call_in_words(number_at_stop(r, stop)), number_at_stop(r, stop))
    yield SetMarker("beyond:roulette.9(i)", marked_stop(stop), number_at_stop(r, stop))


def put_right_after_paying(r: Round[RouletteHouse]) -> Procedure:
    """Undo what was collected or paid by a wrong number, the last act first, and settle by the right number."""
    t = r.table
    if WRONG_CALL.get(t) != "after paying":
        return
    yield from put_right(r)
    for moved in reversed(SETTLED.of(t)):
        yield from undo_settlement(moved)
    yield BeginSettling("beyond:roulette.9(i)", number_at_stop(r, t.wheel or 0))
    yield from settle(r)


def undo_settlement(moved: ChipMovement) -> Procedure:
    cite, seat, spot = "beyond:roulette.9(i)", moved.seat, moved.spot
    match moved.what:
        case "collected":
            yield UndoCollection(cite, seat, seat, spot, moved.cents)
        case "paid":
            yield UndoPayment(cite, seat, seat, spot, moved.cents, moved.stake)
        case "returned":
            yield UndoPayment(cite, seat, seat, spot, 0, moved.cents)
        case "imprisoned":
            yield MoveWager(cite, seat, seat, f"{spot} in prison", spot, moved.cents, "the call was wrong")


# --- the wheel is given up


def give_up_wheel(r: Round[RouletteHouse]) -> Procedure:
    """Wind up a void round: return all wagers and cover the wheel."""
    yield from give_all_back(r, ORDER, "beyond:roulette.9(k)", "the wheel cannot be used further")
    yield GiveUpWheel("beyond:roulette.9(k)")
    yield CoverWheel("beyond:roulette.3(e)", BY_ORDER)


# --- what can happen, and when


def _is_closed(t: Table) -> bool:
    return COVERED(t) or BROKEN(t)


def _refuse_now(problem: str) -> Refusal:
    return Refusal(BY_INCIDENT, problem, "This cannot happen at the table now.")


def _spin_is_over(t: Table) -> bool:
    return t.wheel is not None or VALID(t) or NO_SPIN(t) or _is_closed(t) or MARKER(t)


def bar_straying(r: Round[RouletteHouse], given: SpinAstray) -> Iterator[Refusal]:
    t = r.table
    if given.how not in WHY:
        yield never_here("Nobody can touch the ball in its wheel so.")
    elif _spin_is_over(t):
        yield _refuse_now("No ball is running and none is about to run.")
    elif ASTRAY.get(t) or ROUNDS.get(t):
        yield _refuse_now("Something is wrong with this spin already.")
    elif given.how == "with the wheel" and BALL_RUNS(t):
        yield _refuse_now("The ball is already running against the wheel.")


def lead_ball_astray(r: Round[RouletteHouse], given: SpinAstray) -> Procedure:
    yield LeadAstray(BY_INCIDENT, given.how)


def bar_short(r: Round[RouletteHouse], given: ShortSpin) -> Iterator[Refusal]:
    t = r.table
    if _spin_is_over(t):
        yield _refuse_now("No ball is running and none is about to run.")
    elif ASTRAY.get(t) or ROUNDS.get(t):
        yield _refuse_now("Something is wrong with this spin already.")


def shorten_spin(r: Round[RouletteHouse], given: ShortSpin) -> Procedure:
    yield FewRounds(BY_INCIDENT, given.rounds)
    if not has_too_few_rounds(r):
        yield PlayOn("beyond:roulette.6(e)", f"The ball goes round {given.rounds} times, which is enough")


def bar_miscalling(r: Round[RouletteHouse], given: WrongCall) -> Iterator[Refusal]:
    t = r.table
    if MARKER(t) or WRONG_CALL.get(t) or _is_closed(t) or ANNOUNCED.get(t) is not None:
        yield _refuse_now("The number has been called already.")


def miscall(r: Round[RouletteHouse], given: WrongCall) -> Procedure:
    yield Misread(BY_INCIDENT, given.noticed)


def bar_breaking(r: Round[RouletteHouse], given: WheelBroken) -> Iterator[Refusal]:
    t = r.table
    if t.wheel is not None or MARKER(t):
        yield _refuse_now("The ball has come to rest: the spin is decided.")
    elif _is_closed(t):
        yield _refuse_now("The table is closed already.")


def break_down(r: Round[RouletteHouse], given: WheelBroken) -> Procedure:
    yield from void_round("beyond:roulette.9(k)", "the wheel cannot be used further")


def bar_late(r: Round[RouletteHouse], given: LateChips) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.position):
        yield empty_seat_refusal(given.position)
    elif _is_closed(t):
        yield _refuse_now("There is no spin for which chips could come too late.")
    elif given.position in late_seats(t):
        yield _refuse_now("Chips of this player will come too late already.")


def come_late(r: Round[RouletteHouse], given: LateChips) -> Procedure:
    """Push back chips that come too late for a spin under way, or hold them until the call."""
    if BETTING_OVER(r.table):
        yield PushBack("beyond:roulette.9(j)", given.position)
    else:
        yield HoldOnToChips(BY_INCIDENT, given.position)


def push_back(r: Round[RouletteHouse]) -> Procedure:
    for seat in late_seats(r.table):
        if is_seated(r.table, seat):
            yield PushBack("beyond:roulette.9(j)", seat)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    SpinAstray: bar_straying,
    ShortSpin: bar_short,
    WrongCall: bar_miscalling,
    WheelBroken: bar_breaking,
    LateChips: bar_late,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {
    SpinAstray: lead_ball_astray,
    ShortSpin: shorten_spin,
    WrongCall: miscall,
    WheelBroken: break_down,
    LateChips: come_late,
}
