"""The acts that only a Big Six table has, beside the general ones of the physical table."""

from __future__ import annotations

from pitboss.common.open_layout import BETTING_OVER, LATE, late_seats
from pitboss.games.big_six.law.facts import (
    ASTRAY,
    BROKEN,
    COVERED,
    FIXED,
    INSPECTED,
    OTHER_WAY,
    RESULT,
    ROUNDS,
    SETTLED,
    TURNS,
    VALID,
    VOID,
    WRONG_CALL,
    ChipMovement,
    LyingWager,
)
from pitboss.table.steps import Announce, CollectWager, PayWager, Step, quantity
from pitboss.table.table import Table

# --- opening and closing


class Inspect(Step, frozen=True, tag="inspect big six"):
    """One thing is inspected before the table opens."""

    number: int  # of the inspection, from 1
    words: str

    def do(self, t: Table) -> None:
        INSPECTED.set(t, self.number)

    def tell(self) -> str:
        return f"The casino supervisor {self.words}."


class OpenWheel(Step, frozen=True, tag="open wheel"):
    def do(self, t: Table) -> None:
        COVERED.clear(t)
        BROKEN.clear(t)

    def tell(self) -> str:
        return "The table is open."


class LockWheel(Step, frozen=True, tag="lock wheel"):
    by: int  # the house itself, or a supervisor's order

    def do(self, t: Table) -> None:
        COVERED.set(t, self.by)
        INSPECTED.clear(t)

    def tell(self) -> str:
        return "The table closes: the wheel is covered and locked."


# --- the spin


class FixWagers(Step, frozen=True, tag="fix big six wagers"):
    """The chips count from here on for the areas where they lie."""

    lying: tuple[LyingWager, ...]

    def do(self, t: Table) -> None:
        FIXED.set(t, self.lying)

    def tell(self) -> str:
        return f"The chips are wagered where they lie, each symbol by itself: {quantity(len(self.lying), 'wager')}."


class SpinWheel(Step, frozen=True, tag="spin wheel"):
    way: str  # clockwise or counterclockwise

    def do(self, t: Table) -> None:
        TURNS.set(t, self.way)

    def tell(self) -> str:
        return f"The dealer spins the wheel {self.way}."


class CountTurns(Step, frozen=True, tag="count turns"):
    """The wheel has made enough turns, so the spin counts."""

    turns: int  # at least

    def do(self, t: Table) -> None:
        VALID.set(t)

    def tell(self) -> str:
        return f"The wheel makes {self.turns} full turns or more: the spin counts."


class Stand(Step, frozen=True, tag="wheel stands"):
    stop: int
    symbol: str

    def do(self, t: Table) -> None:
        t.wheel = self.stop

    def tell(self) -> str:
        return f"The wheel stands still. The clapper lies in section {self.stop}: {self.symbol}."


class CallSymbol(Announce, frozen=True, tag="call symbol"):
    symbol: str

    def do(self, t: Table) -> None:
        super().do(t)
        RESULT.set(t, self.symbol)


class ShowSymbol(Step, frozen=True, tag="show symbol"):
    """The wheel shows its symbol, and nobody calls it."""

    symbol: str

    def do(self, t: Table) -> None:
        RESULT.set(t, self.symbol)

    def tell(self) -> str:
        return f"The clapper shows {self.symbol} to all, and the dealer settles by it."


# --- settlement


def _note(t: Table, moved: ChipMovement) -> None:
    SETTLED.set(t, (*(SETTLED.get(t) or ()), moved))


class Collect(CollectWager, frozen=True, tag="collect wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        _note(t, ChipMovement("collected", self.seat, self.spot, self.cents))


class Pay(PayWager, frozen=True, tag="pay wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        _note(t, ChipMovement("paid", self.seat, self.spot, self.cents, self.stake))


# --- what is out of the ordinary


class TurnOtherWay(Step, frozen=True, tag="turn other way"):
    def do(self, t: Table) -> None:
        OTHER_WAY.set(t)

    def tell(self) -> str:
        return "The dealer takes hold of the wheel to spin it counterclockwise."


class LeadAstray(Step, frozen=True, tag="lead wheel astray"):
    how: str

    def do(self, t: Table) -> None:
        ASTRAY.set(t, self.how)

    def tell(self) -> str:
        return f"Something is wrong with the spin: {self.how}."


class FewTurns(Step, frozen=True, tag="few turns"):
    turns: int

    def do(self, t: Table) -> None:
        ROUNDS.set(t, self.turns)

    def tell(self) -> str:
        return f"The wheel makes {quantity(self.turns, 'full turn')} and no more."


class Misread(Step, frozen=True, tag="misread symbol"):
    noticed_when: str

    def do(self, t: Table) -> None:
        WRONG_CALL.set(t, self.noticed_when)

    def tell(self) -> str:
        return "The dealer looks at the wrong section."

    @property
    def unnoticed(self) -> bool:
        return True


class VoidSpin(Announce, frozen=True, tag="void spin"):
    why: str

    def do(self, t: Table) -> None:
        super().do(t)
        VOID.set(t)

    def tell(self) -> str:
        return f"The dealer announces: “{self.words}”. {self.why[0].upper()}{self.why[1:]}, so the spin is void."


class SpinAgain(Step, frozen=True, tag="spin again"):
    """The spin decided nothing, so wagers may be changed and the wheel is spun again."""

    def do(self, t: Table) -> None:
        VOID.set(t, False)
        BETTING_OVER.set(t, False)
        TURNS.set(t, None)
        OTHER_WAY.set(t, False)
        ASTRAY.set(t, None)
        ROUNDS.set(t, None)

    def tell(self) -> str:
        return "Nothing was decided. Wagers may be changed, and the wheel is spun again."


class PutRight(Announce, frozen=True, tag="put symbol right"):
    """A wrong symbol that was announced is corrected."""

    symbol: str

    def do(self, t: Table) -> None:
        super().do(t)
        RESULT.set(t, self.symbol)

    def tell(self) -> str:
        return f"The call was wrong. The dealer announces: “{self.words}”."


class PushBack(Step, frozen=True, tag="push chips back"):
    """Chips that came too late to be a wager go back."""

    seat: int

    def do(self, t: Table) -> None:
        t.said.append("Too late")
        LATE.set(t, tuple(seat for seat in late_seats(t) if seat != self.seat))

    def tell(self) -> str:
        return f"The dealer pushes back the chips that seat {self.seat} put down too late."


class GiveUpWheel(Step, frozen=True, tag="give up big six wheel"):
    def do(self, t: Table) -> None:
        BROKEN.set(t)
        INSPECTED.clear(t)

    def tell(self) -> str:
        return "The wheel cannot be used further. The table closes until it has been inspected again."
