"""What goes wrong with a spin, with the call and with chips: part 9 of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.common.open_layout import BETTING_OVER, HoldOnToChips, give_all_back, in_order, late_seats
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import Input
from pitboss.engine.round import Round
from pitboss.engine.seating import empty_seat_refusal, is_seated
from pitboss.engine.waits import Procedure, Refusal, never_here, void_round
from pitboss.games.roulette.facts import (
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
    Moved,
)
from pitboss.games.roulette.house import RouletteHouse
from pitboss.games.roulette.layout import DOUBLE_ZERO, ORDER, PRISON, ZERO, color_of, number_in
from pitboss.games.roulette.settle import settle
from pitboss.games.roulette.steps import (
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
    """Of the track, for a spin to count."""
    return number("beyond:roulette.6(e)", "rounds", LEAST_ROUNDS)


def rounds_counted(r: Round[RouletteHouse]) -> int:
    """How many rounds of the track count, of those that the ball made."""
    made = ROUNDS.get(r.table)
    if made is None:
        return least_rounds()
    return made - (r.rules.reads("four-rounds") == "from-first-round")


def too_few(r: Round[RouletteHouse]) -> bool:
    return ROUNDS.get(r.table) is not None and rounds_counted(r) < least_rounds()


# --- while the ball runs, and when it rests


def look_at_ball(r: Round[RouletteHouse]) -> Procedure:
    """What is seen before the ball rests: the dealer calls at once and takes the ball out."""
    t = r.table
    how = ASTRAY.get(t)
    if how in CAUGHT:
        yield from no_spin(CITED[how], WHY[how])
        yield TakeOutBall(CITED[how], True)
    elif how == "out of the wheel":
        yield from no_spin(CITED[how], WHY[how])
        yield InspectBall("beyond:roulette.9(e)")
    elif too_few(r):
        yield from no_spin("beyond:roulette.9(b)", "the ball has not gone round the track four times")
        yield TakeOutBall("beyond:roulette.9(b)", True)


def rests(t: Table) -> bool:
    """Whether the ball comes to lie in a compartment at all."""
    return ASTRAY.get(t) not in NOWHERE


def look_at_compartment(r: Round[RouletteHouse]) -> Procedure:
    """What is seen when the ball rests. An earlier fault is still one, unless a reading lets the number count."""
    t = r.table
    how = ASTRAY.get(t)
    landed = number_in(t.wheel or 0, r.house.wheel_zeros)
    if how in CAUGHT or too_few(r):
        cite = CITED[how] if how in CAUGHT else "beyond:roulette.9(b)"
        yield TakeOutBall(cite, False)
        if r.rules.reads("rested-before-removal") == "no-spin":
            yield from no_spin(
                cites(cite, "reading:rested-before-removal"), "the ball rested before it could be taken out"
            )
        else:
            yield PlayOn("reading:rested-before-removal", "The ball rested before it could be taken out, and it counts")
    elif how == "out of the wheel":
        yield from no_spin(CITED[how], WHY[how])
        yield InspectBall("beyond:roulette.9(e)")
    elif how is not None:
        yield from no_spin(CITED[how], WHY[how])
    unknown = landed == DOUBLE_ZERO and r.house.zeros == 1 and r.rules.reads("zero-on-single-layout") == "no-spin"
    if unknown and not NO_SPIN(t):
        yield from no_spin("beyond:roulette.9(g)", "this layout has no 00")


def no_spin(cite: str, why: str) -> Procedure:
    yield CallNoSpin(cite, no_spin_call(), why)


def after_no_spin(r: Round[RouletteHouse]) -> Procedure:
    """Nothing is announced or paid. Wagers stay, or go back by another reading, and betting is open again."""
    if r.rules.reads("wagers-after-no-spin") == "returned":
        for seat, spot, cents in (lying for lying in in_order(r.table, ORDER) if lying[1] not in PRISON):
            yield ReturnWager("reading:wagers-after-no-spin", seat, seat, spot, cents, "the spin did not count")
    yield SpinAnew("beyond:roulette.9(f)")


# --- the call, which may be wrong


def called(r: Round[RouletteHouse], stop: int) -> str:
    """The number of a compartment as it is played at this table."""
    found = number_in(stop, r.house.wheel_zeros)
    return ZERO if found == DOUBLE_ZERO and r.house.zeros == 1 else found


def words(found: str) -> str:
    color = color_of(found)
    return found if color == "green" else f"{found}, {color}"


def announce(r: Round[RouletteHouse]) -> Procedure:
    """The number is called and marked. A wrong call that somebody notices at once is put right before collecting."""
    t = r.table
    stop = t.wheel or 0
    if (when := WRONG_CALL.get(t)) is not None:
        stop = beside(r, stop)
    yield from call_and_mark(r, stop)
    if when == "at once":
        yield from put_right(r)


def beside(r: Round[RouletteHouse], stop: int) -> int:
    """What a dealer reads who looks at the wrong compartment: the next one whose number is on the layout."""
    after = (stop + 1) % len(r.house.stops)
    unknown = r.house.zeros == 1 and number_in(after, r.house.wheel_zeros) == DOUBLE_ZERO
    return beside(r, after) if unknown else after


def call_and_mark(r: Round[RouletteHouse], stop: int) -> Procedure:
    other = number_in(stop, r.house.wheel_zeros) != called(r, stop)
    cite = cites("beyond:roulette.6(f)", "reading:zero-on-single-layout" if other else "")
    yield CallNumber(cite, words(called(r, stop)), called(r, stop))
    yield SetMarker("beyond:roulette.6(g)", marked_stop(stop), called(r, stop))


@rule("beyond:roulette.1(h)", -1)
def marked_stop(stop: int) -> int:
    """The marker shows the number of the compartment on the layout."""
    return stop


def put_right(r: Round[RouletteHouse]) -> Procedure:
    t = r.table
    stop = t.wheel or 0
    yield PutRight("beyond:roulette.9(i)", words(called(r, stop)), called(r, stop))
    yield SetMarker("beyond:roulette.9(i)", marked_stop(stop), called(r, stop))


def put_right_after_paying(r: Round[RouletteHouse]) -> Procedure:
    """What was collected or paid by a wrong number is undone, the last thing first; then the right one is settled."""
    t = r.table
    if WRONG_CALL.get(t) != "after paying":
        return
    yield from put_right(r)
    for moved in reversed(SETTLED.of(t)):
        yield from undo(moved)
    yield BeginSettling("beyond:roulette.9(i)", called(r, t.wheel or 0))
    yield from settle(r)


def undo(moved: Moved) -> Procedure:
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


def wheel_given_up(r: Round[RouletteHouse]) -> Procedure:
    """How a void round is wound up."""
    yield from give_all_back(r, ORDER, "beyond:roulette.9(k)", "the wheel cannot be used further")
    yield GiveUpWheel("beyond:roulette.9(k)")
    yield CoverWheel("beyond:roulette.3(e)", BY_ORDER)


# --- what can happen, and when


def _closed(t: Table) -> bool:
    return COVERED(t) or BROKEN(t)


def _cannot(wrong: str) -> Refusal:
    return Refusal(BY_INCIDENT, wrong, "This cannot happen at the table now.")


def _spin_is_over(t: Table) -> bool:
    return t.wheel is not None or VALID(t) or NO_SPIN(t) or _closed(t) or MARKER(t)


def bar_straying(r: Round[RouletteHouse], given: SpinAstray) -> Iterator[Refusal]:
    t = r.table
    if given.how not in WHY:
        yield never_here("Nobody can touch the ball in its wheel so.")
    elif _spin_is_over(t):
        yield _cannot("No ball is running and none is about to run.")
    elif ASTRAY.get(t) or ROUNDS.get(t):
        yield _cannot("Something is wrong with this spin already.")
    elif given.how == "with the wheel" and BALL_RUNS(t):
        yield _cannot("The ball is already running against the wheel.")


def stray(r: Round[RouletteHouse], given: SpinAstray) -> Procedure:
    yield LeadAstray(BY_INCIDENT, given.how)


def bar_short(r: Round[RouletteHouse], given: ShortSpin) -> Iterator[Refusal]:
    t = r.table
    if _spin_is_over(t):
        yield _cannot("No ball is running and none is about to run.")
    elif ASTRAY.get(t) or ROUNDS.get(t):
        yield _cannot("Something is wrong with this spin already.")


def shorten(r: Round[RouletteHouse], given: ShortSpin) -> Procedure:
    yield FewRounds(BY_INCIDENT, given.rounds)
    if not too_few(r):
        yield PlayOn("beyond:roulette.6(e)", f"The ball goes round {given.rounds} times, which is enough")


def bar_miscalling(r: Round[RouletteHouse], given: WrongCall) -> Iterator[Refusal]:
    t = r.table
    if MARKER(t) or WRONG_CALL.get(t) or _closed(t) or ANNOUNCED.get(t) is not None:
        yield _cannot("The number has been called already.")


def miscall(r: Round[RouletteHouse], given: WrongCall) -> Procedure:
    yield Misread(BY_INCIDENT, given.noticed)


def bar_breaking(r: Round[RouletteHouse], given: WheelBroken) -> Iterator[Refusal]:
    t = r.table
    if t.wheel is not None or MARKER(t):
        yield _cannot("The ball has come to rest: the spin is decided.")
    elif _closed(t):
        yield _cannot("The table is closed already.")


def break_down(r: Round[RouletteHouse], given: WheelBroken) -> Procedure:
    yield from void_round("beyond:roulette.9(k)", "the wheel cannot be used further")


def bar_late(r: Round[RouletteHouse], given: LateChips) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.position):
        yield empty_seat_refusal(given.position)
    elif _closed(t):
        yield _cannot("There is no spin for which chips could come too late.")
    elif given.position in late_seats(t):
        yield _cannot("Chips of this player will come too late already.")


def come_late(r: Round[RouletteHouse], given: LateChips) -> Procedure:
    """Chips that come too late for a spin: while it is under way, or after the call that is still to come."""
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
    SpinAstray: stray,
    ShortSpin: shorten,
    WrongCall: miscall,
    WheelBroken: break_down,
    LateChips: come_late,
}
