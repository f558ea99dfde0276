"""The acts that only a roulette table has, beside the general ones of the physical table."""

from __future__ import annotations

from pitboss.common.open_layout import BETTING_OVER, LATE, late_seats
from pitboss.engine.incidents.spin_incidents import Astray
from pitboss.games.roulette.law.facts import (
    ANNOUNCED,
    ASTRAY,
    BALL_RUNS,
    BROKEN,
    COLOR_VALUE,
    COVERED,
    FIXED,
    INSPECTED,
    MARKER,
    NO_SPIN,
    RESULT,
    ROUNDS,
    SETTLED,
    TURNING,
    VALID,
    WRONG_CALL,
    ChipMovement,
    LyingWager,
)
from pitboss.table.money import area, chips_before, dollars
from pitboss.table.steps import (
    Announce,
    CollectWager,
    MoveWager,
    PayStanding,
    PayWager,
    ReturnWager,
    Step,
    WagerStep,
    quantity,
    seat_name,
)
from pitboss.table.table import Table

# --- opening and closing


class Inspect(Step, frozen=True, tag="inspect"):
    """One thing is inspected before the table opens."""

    number: int  # of the inspection, from 1
    words: str

    def do(self, t: Table) -> None:
        INSPECTED.set(t, self.number)

    def tell(self) -> str:
        return f"The casino supervisor {self.words}."


class UncoverWheel(Step, frozen=True, tag="uncover wheel"):
    def do(self, t: Table) -> None:
        COVERED.clear(t)
        BROKEN.clear(t)

    def tell(self) -> str:
        return "The table is open."


class CoverWheel(Step, frozen=True, tag="cover wheel"):
    by: int  # the house itself, or a supervisor's order

    def do(self, t: Table) -> None:
        COVERED.set(t, self.by)
        INSPECTED.clear(t)

    def tell(self) -> str:
        return "The table closes: the whole wheel is covered and the cover is locked to the table."


class LogWork(Step, frozen=True, tag="log work"):
    what: str

    def do(self, t: Table) -> None:
        t.said.append(self.tell())

    def tell(self) -> str:
        return f"The log notes the day, this table, {self.what}, and a signature."


class InspectAgain(Step, frozen=True, tag="inspect again"):
    def do(self, t: Table) -> None:
        INSPECTED.clear(t)

    def tell(self) -> str:
        return "The table must be inspected again before it opens."


# --- chips


class GiveColor(Step, frozen=True, tag="give color chips"):
    seat: int
    color: str

    def do(self, t: Table) -> None:
        COLOR_VALUE.at(self.seat).set(t, 0)  # the player has yet to say what one is worth

    def tell(self) -> str:
        return f"The dealer gives seat {self.seat} {self.color} chips. Nobody else at the table has that color."


class ShowValue(Step, frozen=True, tag="show value of color"):
    seat: int
    color: str
    value: int

    def do(self, t: Table) -> None:
        COLOR_VALUE.at(self.seat).set(t, self.value)

    def tell(self) -> str:
        return f"The dealer marks for all to see that {self.color} chips are worth {dollars(self.value)} each."


class BuyBackColor(Step, frozen=True, tag="buy back color chips"):
    seat: int
    color: str

    def do(self, t: Table) -> None:
        COLOR_VALUE.at(self.seat).clear(t)

    def tell(self) -> str:
        return f"The dealer buys back all {self.color} chips of seat {self.seat}."


# --- the spin


class TurnWheel(Step, frozen=True, tag="turn wheel"):
    def do(self, t: Table) -> None:
        TURNING.set(t)

    def tell(self) -> str:
        return "The dealer turns the wheel."


class SpinBall(Step, frozen=True, tag="spin ball"):
    against: bool  # the turning of the wheel

    def do(self, t: Table) -> None:
        BALL_RUNS.set(t)

    def tell(self) -> str:
        return f"The dealer spins the ball {'against' if self.against else 'with'} the turning of the wheel."


class FixWagers(Step, frozen=True, tag="fix wagers"):
    """The chips count from here on for the areas where they lie."""

    lying: tuple[LyingWager, ...]

    def do(self, t: Table) -> None:
        FIXED.set(t, self.lying)

    def tell(self) -> str:
        return f"The chips are wagered where they lie: {quantity(len(self.lying), 'wager')}."


class Rest(Step, frozen=True, tag="ball rests"):
    stop: int
    number: str

    def do(self, t: Table) -> None:
        t.wheel = self.stop
        BALL_RUNS.set(t, False)

    def tell(self) -> str:
        return f"The ball comes to rest in the compartment of {self.number}."


class CountRounds(Step, frozen=True, tag="count rounds"):
    """The ball has made enough rounds of the track, so the spin counts."""

    rounds: int  # at least

    def do(self, t: Table) -> None:
        VALID.set(t)

    def tell(self) -> str:
        return f"The ball has gone round the track {self.rounds} times or more: the spin counts."


class CallNumber(Announce, frozen=True, tag="call number"):
    number: str

    def do(self, t: Table) -> None:
        super().do(t)
        ANNOUNCED.set(t, self.number)


class SetMarker(Step, frozen=True, tag="set marker"):
    stop: int
    number: str

    def do(self, t: Table) -> None:
        MARKER.set(t, self.stop + 1)

    def tell(self) -> str:
        return f"The dealer puts the marker on {self.number}."


class LiftMarker(Step, frozen=True, tag="lift marker"):
    def do(self, t: Table) -> None:
        MARKER.clear(t)

    def tell(self) -> str:
        return "The dealer lifts the marker, and wagers may be made again."


# --- settlement: what each act does is noted, so that it can be undone. Records know these acts by their plain names.


class BeginSettling(Step, frozen=True, tag="begin settling"):
    number: str

    def do(self, t: Table) -> None:
        RESULT.set(t, self.number)
        SETTLED.set(t, ())

    def tell(self) -> str:
        return f"The wagers are settled by {self.number}."


def _note(t: Table, moved: ChipMovement) -> None:
    SETTLED.set(t, (*(SETTLED.get(t) or ()), moved))


class Collect(CollectWager, frozen=True, tag="collect wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        _note(t, ChipMovement("collected", self.seat, self.spot, self.cents))


class CollectHalf(Collect, frozen=True, tag="collect wager"):
    pass


class GiveBack(ReturnWager, frozen=True, tag="return wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        _note(t, ChipMovement("returned", self.seat, self.spot, self.cents))


class GiveBackHalf(WagerStep, frozen=True, tag="return wager"):
    """The rest of a wager goes back after half of it was lost."""

    cents: int

    def do(self, t: Table) -> None:
        t.ledger.move(area(self.position, self.spot), chips_before(self.seat), self.cents)
        _note(t, ChipMovement("returned", self.seat, self.spot, self.cents))

    def tell(self) -> str:
        return f"The other {dollars(self.cents)} on {self.spot} goes back to {seat_name(self.seat, self.position)}."


class Imprison(MoveWager, frozen=True, tag="move wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        _note(t, ChipMovement("imprisoned", self.seat, self.spot, self.cents))


class Pay(PayWager, frozen=True, tag="pay wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        _note(t, ChipMovement("paid", self.seat, self.spot, self.cents, self.stake))


class PayAndLeave(PayStanding, frozen=True, tag="pay standing wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        _note(t, ChipMovement("paid", self.seat, self.spot, self.cents))


# --- what goes wrong


class LeadAstray(Step, frozen=True, tag="lead spin astray"):
    how: Astray

    def do(self, t: Table) -> None:
        ASTRAY.set(t, self.how)

    def tell(self) -> str:
        return f"Something is wrong with the spin: {self.how}."


class FewRounds(Step, frozen=True, tag="few rounds"):
    rounds: int

    def do(self, t: Table) -> None:
        ROUNDS.set(t, self.rounds)

    def tell(self) -> str:
        return f"The ball goes round the track {self.rounds} times."


class Misread(Step, frozen=True, tag="misread number"):
    noticed_when: str

    def do(self, t: Table) -> None:
        WRONG_CALL.set(t, self.noticed_when)

    def tell(self) -> str:
        return "The dealer looks at the wrong compartment."

    @property
    def unnoticed(self) -> bool:
        return True


class CallNoSpin(Announce, frozen=True, tag="no spin"):
    """The dealer calls off the spin. The number of the compartment, if there is one, is not named."""

    why: str

    def do(self, t: Table) -> None:
        super().do(t)
        NO_SPIN.set(t)
        VALID.set(t, False)
        BALL_RUNS.set(t, False)
        t.wheel = None

    def tell(self) -> str:
        return f"The dealer announces: “{self.words}”. {self.why[0].upper()}{self.why[1:]}."


class TakeOutBall(Step, frozen=True, tag="take out ball"):
    caught: bool  # before it rests

    def do(self, t: Table) -> None:
        BALL_RUNS.set(t, False)

    def tell(self) -> str:
        caught = "takes the ball out before it rests" if self.caught else "tries to catch the ball, but it rests first"
        return f"The dealer {caught}."


class InspectBall(Step, frozen=True, tag="inspect ball"):
    def do(self, t: Table) -> None:
        ASTRAY.set(t, None)

    def tell(self) -> str:
        return "The ball is found, and the pit supervisor inspects it before it is used again."


class SpinAnew(Step, frozen=True, tag="spin again"):
    """The spin decided nothing, so wagers may be changed and the ball is spun again."""

    def do(self, t: Table) -> None:
        NO_SPIN.set(t, False)
        BETTING_OVER.set(t, False)
        ASTRAY.set(t, None)
        ROUNDS.set(t, None)

    def tell(self) -> str:
        return "Nothing was decided. Wagers may be changed, and the ball is spun again."


class PutRight(Announce, frozen=True, tag="put right"):
    """A wrong number that was announced or marked is corrected."""

    number: str

    def do(self, t: Table) -> None:
        super().do(t)
        ANNOUNCED.set(t, self.number)
        MARKER.clear(t)

    def tell(self) -> str:
        return f"The call was wrong. The dealer announces: “{self.words}”, and takes the marker up again."


class PushBack(Step, frozen=True, tag="push back"):
    """Chips that came too late to be a wager go back."""

    seat: int

    def do(self, t: Table) -> None:
        t.said.append("Too late")
        LATE.set(t, tuple(seat for seat in late_seats(t) if seat != self.seat))

    def tell(self) -> str:
        return f"The dealer pushes back the chips that seat {self.seat} put down too late."


class GiveUpWheel(Step, frozen=True, tag="give up wheel"):
    def do(self, t: Table) -> None:
        BROKEN.set(t)
        INSPECTED.clear(t)
        MARKER.clear(t)

    def tell(self) -> str:
        return "The wheel cannot be used further. The table closes until it has been inspected again."
