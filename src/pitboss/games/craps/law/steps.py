"""The acts that only a craps table has, beside the general ones of the physical table."""

from __future__ import annotations

from typing import Literal

from pitboss.games.craps.law.facts import (
    ASTRAY,
    CALLED,
    CLOSING,
    COCKED,
    COME_OUT_MADE,
    DICE_OUT,
    ON_BUTTON,
    POINT,
    SHOOTER,
    STOOD,
    VIGORISH,
    Astray,
)
from pitboss.games.craps.law.roll import FACES_TOGETHER
from pitboss.table.money import INVENTORY, chips_before, dollars
from pitboss.table.steps import Announce, PlaceWager, ReturnWager, Step, VoidRound, WagerStep
from pitboss.table.table import Table

# --- wagers


class PutDown(PlaceWager, frozen=True, tag="put down wager"):
    def do(self, t: Table) -> None:
        at = (self.spot, self.position)
        if STOOD.get(t, at) is None:
            STOOD.set(t, at, t.wager(self.position, self.spot))
        PlaceWager.do(self, t)


class PutDownWithFee(PutDown, frozen=True, tag="put down wager with fee"):
    fee: int

    def do(self, t: Table) -> None:
        super().do(t)
        t.ledger.move(chips_before(self.seat), INVENTORY, self.fee)
        taken = VIGORISH.at(self.spot, self.position)
        taken.set(t, (taken.get(t) or 0) + self.fee)

    def tell(self) -> str:
        return self._with_fee(super().tell())

    def tell_players(self) -> str:
        return self._with_fee(super().tell_players())

    def _with_fee(self, words: str) -> str:
        return words.removesuffix(".") + f", and the dealer takes {dollars(self.fee)} as vigorish."


class ReturnWithFee(ReturnWager, frozen=True, tag="return wager with fee"):
    """A wager goes back together with the vigorish that was taken for it."""

    fee: int

    def do(self, t: Table) -> None:
        t.ledger.move(INVENTORY, chips_before(self.seat), self.fee)  # first: if it is not there, nothing has moved
        super().do(t)
        taken = VIGORISH.at(self.spot, self.position)
        if left := taken.of(t) - self.fee:
            taken.set(t, left)
        else:
            taken.clear(t)

    def tell(self) -> str:
        return super().tell().removesuffix(".") + f", along with the {dollars(self.fee)} vigorish."


class KeepFee(WagerStep, frozen=True, tag="keep fee"):
    """The wager is decided, so the house keeps the vigorish that was taken for it."""

    cents: int

    def do(self, t: Table) -> None:
        VIGORISH.at(self.spot, self.position).clear(t)

    def tell(self) -> str:
        return f"The house keeps the {dollars(self.cents)} vigorish that seat {self.seat} paid on {self.spot}."


class CallOn(WagerStep, frozen=True, tag="call on"):
    """The player calls a wager on and the dealer confirms it with a button."""

    def do(self, t: Table) -> None:
        ON_BUTTON.at(self.spot, self.position).set(t)
        CALLED.set(t, (self.spot, self.position))

    def tell(self) -> str:
        return f"Seat {self.seat} calls {self.spot} on; the dealer confirms it and puts an “on” button on the chips."


class TakeButton(WagerStep, frozen=True, tag="take button"):
    def do(self, t: Table) -> None:
        ON_BUTTON.at(self.spot, self.position).clear(t)

    def tell(self) -> str:
        return f"The dealer takes the “on” button off seat {self.seat}'s {self.spot} wager."


# --- the table


class CloseTable(Step, frozen=True, tag="close table"):
    def do(self, t: Table) -> None:
        CLOSING.set(t)

    def tell(self) -> str:
        return "The house closes the table. No more wagers are taken."


class ReopenTable(Step, frozen=True, tag="reopen table"):
    def do(self, t: Table) -> None:
        CLOSING.clear(t)

    def tell(self) -> str:
        return "The house opens the table again and takes wagers."


# --- the dice


class OfferDice(Step, frozen=True, tag="offer dice"):
    seat: int
    dice: int

    def do(self, t: Table) -> None:
        SHOOTER.set(t, self.seat)

    def tell(self) -> str:
        return f"The stickperson offers {self.dice} dice to seat {self.seat}, the shooter, who picks two."


class NoShooter(Step, frozen=True, tag="no shooter"):
    def do(self, t: Table) -> None:
        SHOOTER.clear(t)

    def tell(self) -> str:
        return "Nobody is here to throw, so the stickperson keeps the dice."


class DiceOut(Step, frozen=True, tag="dice out"):
    seat: int

    def do(self, t: Table) -> None:
        DICE_OUT.set(t)

    def tell(self) -> str:
        return f"Seat {self.seat} throws both dice toward the far end of the table."


# Something about the coming throw is not as it should be. Records know both acts by one name.


class LeadAstray(Step, frozen=True, tag="disturb"):
    about: Literal["dice astray"]
    how: Astray
    told: str

    def do(self, t: Table) -> None:
        ASTRAY.set(t, self.how)

    def tell(self) -> str:
        return self.told


class Cock(Step, frozen=True, tag="disturb"):
    about: Literal["cocked 1", "cocked 2"]  # which die
    how: Literal["1", "2"]  # how many sides
    told: str

    def do(self, t: Table) -> None:
        COCKED.set(t, 1 if self.about == "cocked 1" else 2, 1 if self.how == "1" else 2)

    def tell(self) -> str:
        return self.told


class ComeToRest(Step, frozen=True, tag="come to rest"):
    dice: tuple[int, ...]

    def do(self, t: Table) -> None:
        t.dice = self.dice

    def tell(self) -> str:
        return f"The dice come to rest: {'-'.join(map(str, self.dice))}."


class ReadCocked(Step, frozen=True, tag="read cocked die"):
    die: int  # counted from 1
    face: int

    def do(self, t: Table) -> None:
        t.dice = tuple(self.face if number == self.die else shown for number, shown in enumerate(t.dice, 1))

    def tell(self) -> str:
        opposite = FACES_TOGETHER - self.face
        return f"One die is cocked and leans on its {opposite}; it counts as the opposite face, {self.face}."


class CallTotal(Announce, frozen=True, tag="call total"):
    def tell(self) -> str:
        return f"The stickperson calls: “{self.words}”."


class NoRoll(VoidRound, frozen=True, tag="no roll"):
    def tell(self) -> str:
        return f"No roll: {self.why}. Every wager stays as it was, and the dice are thrown again."


class SetPoint(Step, frozen=True, tag="set point"):
    point: int

    def do(self, t: Table) -> None:
        POINT.set(t, self.point)

    def tell(self) -> str:
        return f"The point is {self.point}; the dealer moves the puck there."


class PuckOff(Step, frozen=True, tag="puck off"):
    why: str

    def do(self, t: Table) -> None:
        POINT.clear(t)

    def tell(self) -> str:
        return f"{self.why}: the dealer turns the puck off, and the next roll is a come out roll."


class FirstRoll(Step, frozen=True, tag="first roll"):
    """The first come out roll has been made, so the game is open from here on."""

    def do(self, t: Table) -> None:
        COME_OUT_MADE.set(t)

    def tell(self) -> str:
        return "The first come out roll of the game has been thrown."
