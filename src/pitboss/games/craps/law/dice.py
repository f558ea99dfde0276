"""The dice: the shooter, the throw and what counts as a roll.

The sections on dice, throw, invalid roll and shooter (1.7 to 1.11) are not held. The procedure here is a labeled
default, taken from another state's rules under the same headings, and cited by its reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.engine.incidents.incident_kinds import DiceAstray, DieCocked
from pitboss.engine.inputs import Input
from pitboss.engine.round import Round
from pitboss.engine.seating import is_seated
from pitboss.engine.waits import Procedure, Refusal, ThrowWanted
from pitboss.games.craps.law.facts import ASTRAY, COCKED, POINT, SHOOTER, Die
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.roll import FACES_TOGETHER, Roll
from pitboss.games.craps.law.steps import (
    CallTotal,
    Cock,
    ComeToRest,
    DiceOut,
    LeadAstray,
    NoRoll,
    NoShooter,
    OfferDice,
    ReadCocked,
)
from pitboss.table.table import Table

BY_INCIDENT = "house:incident"
DICE: tuple[Die, Die] = (1, 2)
DICE_OFFERED = 5  # at least so many, of which the shooter picks two
CALLS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


# --- who throws


def next_shooter(r: Round[CrapsHouse], after: int) -> int | None:
    """Return the next seat around the table after a seat; after 0, at the opening, the first from the dealer's left."""
    t = r.table
    seats = [seat for seat in sorted(t.players) if is_seated(t, seat)]
    if r.rules.reads("next-shooter") == "counterclockwise" and after:
        seats.reverse()
        later_seats = [seat for seat in seats if seat < after]
    else:
        later_seats = [seat for seat in seats if seat > after]
    return next(iter(later_seats or seats), None)


def offer_dice(r: Round[CrapsHouse], after: int) -> Procedure:
    """Offer the dice to the next shooter after a seat, if anybody is there."""
    seat = next_shooter(r, after)
    if seat is None:
        yield NoShooter("reading:next-shooter")
    else:
        yield OfferDice("reading:next-shooter", seat, DICE_OFFERED)


# --- the throw


def throw(r: Round[CrapsHouse]) -> Procedure:
    t = r.table
    yield DiceOut("reading:the-throw", SHOOTER.of(t))
    dice = yield ThrowWanted("reading:the-throw")
    yield ComeToRest("reading:the-throw", dice)
    yield from check_throw(r)
    total = sum(t.dice)
    hard = ", the hardway" if t.dice[0] == t.dice[1] and total in (4, 6, 8, 10) else ""
    yield CallTotal("reading:the-throw", CALLS[total - 2] + hard)


def check_throw(r: Round[CrapsHouse]) -> Procedure:
    """Void the roll if the dice went astray or lean on too much, and read a die that leans on one side."""
    t = r.table
    if (fault := ASTRAY.get(t)) and (fault == "off the table" or r.rules.reads("the-throw") == "every-fault"):
        yield from void_roll("reading:the-throw", f"the dice went astray, {fault}")
    for die in DICE:
        match COCKED.get(t, die):
            case 1 if r.rules.reads("cocked-die") == "opposite-face":
                yield ReadCocked("reading:cocked-die", die, FACES_TOGETHER - t.dice[die - 1])
            case 1 | 2:
                yield from void_roll("reading:cocked-die", "a die is cocked")


def void_roll(cite: str, why: str) -> Procedure:
    """End the roll here: the driver stops the procedure and has every wager stand.

    A test that has switched the paragraph off is the only case in which the procedure goes on.
    """
    yield NoRoll(cite, why)


def point_of(t: Table) -> int:
    """Return the come out point; 0 before a come out roll."""
    return POINT.get(t) or 0


def roll_of(t: Table) -> Roll:
    return Roll(t.dice[0], t.dice[1], point_of(t))


# --- what can go wrong with a throw


def _refuse_too_late(t: Table) -> Refusal:
    problem = "The dice have already come to rest." if t.dice else "This is already going to happen."
    return Refusal(BY_INCIDENT, problem, "This cannot happen at the table now.")


def bar_cocking(r: Round[CrapsHouse], given: DieCocked) -> Iterator[Refusal]:
    t = r.table
    if t.dice or COCKED.get(t, given.die):
        yield _refuse_too_late(t)


def cock_die(r: Round[CrapsHouse], given: DieCocked) -> Procedure:
    sides = "one side" if given.sides == 1 else "more than one side"
    words = f"Something lies in the way: a die will lean against it with {sides}."
    yield Cock(BY_INCIDENT, "cocked 1" if given.die == 1 else "cocked 2", "1" if given.sides == 1 else "2", words)


def bar_straying(r: Round[CrapsHouse], given: DiceAstray) -> Iterator[Refusal]:
    t = r.table
    if t.dice or ASTRAY.get(t):
        yield _refuse_too_late(t)


def lead_dice_astray(r: Round[CrapsHouse], given: DiceAstray) -> Procedure:
    yield LeadAstray(BY_INCIDENT, "dice astray", given.how, f"The dice will go astray: {given.how}.")


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {DieCocked: bar_cocking, DiceAstray: bar_straying}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {DieCocked: cock_die, DiceAstray: lead_dice_astray}
