"""The acts that only a Sic Bo table has, beside the general ones of the physical table."""

from __future__ import annotations

from pitboss.common.open_layout import LATE, late_seats
from pitboss.games.sic_bo.law.facts import (
    ASTRAY,
    BETS_OPEN,
    BY_HAND,
    CALLED,
    ENTERED,
    FIXED_TO_TABLE,
    FLAWED,
    FOUND_FLAWED,
    LIGHTS_OUT,
    LIGHTS_TRIED,
    LIT,
    LOOKED_OVER,
    NO_ROLL,
    OUT_OF_USE,
    PUT_AWAY,
    RESULT,
    SEALED,
    SETTLED,
    SHAKES,
    TRIED,
    WAGERED,
    WHICH,
    WRONG_CALL,
    Astray,
    ChipMovement,
    LyingWager,
)
from pitboss.table.steps import Announce, CollectWager, PayWager, Step, quantity
from pitboss.table.table import Table


def in_words(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


# --- opening and closing


class TakeOutShaker(Step, frozen=True, tag="take out shaker"):
    """The table opens again."""

    def do(self, t: Table) -> None:
        PUT_AWAY.clear(t)
        OUT_OF_USE.clear(t)
        LOOKED_OVER.clear(t)

    def tell(self) -> str:
        return "The table is open."


class SealDice(Step, frozen=True, tag="seal dice"):
    dice: int

    def do(self, t: Table) -> None:
        SEALED.set(t, self.dice)

    def tell(self) -> str:
        return f"A floorperson puts {self.dice} inspected dice into the shaker before the dealer, who seals it."


class TryShaker(Step, frozen=True, tag="try shaker"):
    def do(self, t: Table) -> None:
        TRIED.set(t)

    def tell(self) -> str:
        return "The dealer shakes once. This shake decides nothing."


class TryLights(Step, frozen=True, tag="try lights"):
    numbers: tuple[int, ...]

    def do(self, t: Table) -> None:
        LIGHTS_TRIED.set(t)

    def tell(self) -> str:
        return f"The dealer tries the lights with {in_words(self.numbers)}, and puts them out again."


class PutAway(Step, frozen=True, tag="put shaker away"):
    """The table closes."""

    by: int  # the house itself, or a supervisor's order
    automated: bool

    def do(self, t: Table) -> None:
        PUT_AWAY.set(t, self.by)
        for mark in (SEALED, TRIED, LIGHTS_TRIED):
            mark.clear(t)
        if self.automated:
            FIXED_TO_TABLE.set(t)
        else:
            FIXED_TO_TABLE.clear(t)

    def tell(self) -> str:
        if self.automated:
            return "The table closes. The shaker stays fixed to it."
        return "The table closes. The shaker is locked away in the primary storage."


class LookOver(Step, frozen=True, tag="look over shaker"):
    flawed: bool  # something was found since the last look

    def do(self, t: Table) -> None:
        LOOKED_OVER.set(t, 2 if self.flawed else 1)
        FOUND_FLAWED.clear(t)

    def tell(self) -> str:
        if self.flawed:
            return "A pit boss looks over the shaker and reports what was found, with date, time, table and name."
        return "A pit boss looks over the shaker and finds no sign of tampering."


# --- the round


class OpenBets(Step, frozen=True, tag="open bets"):
    def do(self, t: Table) -> None:
        BETS_OPEN.set(t)

    def tell(self) -> str:
        return "The lights are off, and wagers may be made."


class FixWagers(Step, frozen=True, tag="fix wagers on areas"):
    """The chips count from here on for the areas where they lie."""

    lying: tuple[LyingWager, ...]

    def do(self, t: Table) -> None:
        WAGERED.set(t, self.lying)

    def tell(self) -> str:
        return f"The chips are wagered where they lie: {quantity(len(self.lying), 'wager')}, each for itself."


class Shake(Step, frozen=True, tag="shake"):
    shakes: int  # at least
    automated: bool

    def do(self, t: Table) -> None:
        SHAKES.set(t, self.shakes)

    def tell(self) -> str:
        times = "once" if self.shakes == 1 else f"{self.shakes} times"
        return f"The shaker runs and tumbles the dice {times}." if self.automated else f"The dealer shakes {times}."


class LieStill(Step, frozen=True, tag="dice lie still"):
    dice: tuple[int, ...]

    def do(self, t: Table) -> None:
        t.dice = self.dice

    def tell(self) -> str:
        return f"The dice come to rest: {'-'.join(map(str, self.dice))}."


class Uncover(Step, frozen=True, tag="uncover dice"):
    dice: tuple[int, ...]

    def do(self, t: Table) -> None:
        t.dice = self.dice

    def tell(self) -> str:
        return f"The dice are still, and the dealer takes the cover off: {'-'.join(map(str, self.dice))}."


class CallNumbers(Announce, frozen=True, tag="call numbers"):
    numbers: tuple[int, ...]

    def do(self, t: Table) -> None:
        super().do(t)
        CALLED.set(t, self.numbers)


class Enter(Step, frozen=True, tag="enter numbers"):
    numbers: tuple[int, ...]
    lit: tuple[str, ...]  # the areas that light up

    def do(self, t: Table) -> None:
        ENTERED.set(t, self.numbers)
        put_lights_out(t)
        for spot in self.lit:
            LIT.at(spot).set(t)

    def tell(self) -> str:
        lights = f"Lit are {', '.join(self.lit)}" if self.lit else "No area lights up"
        return f"The dealer enters {in_words(self.numbers)}. {lights}."


def lit_marks(t: Table) -> list[str]:
    """Return the marks of the areas that are lit."""
    return [word for word in t.marks if word.startswith(LIT.words.removesuffix("{}"))]


def put_lights_out(t: Table) -> None:
    """Clear the marks of all lit areas."""
    for word in lit_marks(t):
        del t.marks[word]


class Compare(Step, frozen=True, tag="compare lights"):
    """The dealer compares dice and lights before a wager is touched."""

    numbers: tuple[int, ...]

    def do(self, t: Table) -> None:
        RESULT.set(t, self.numbers)
        SETTLED.set(t, ())

    def tell(self) -> str:
        return f"The dealer compares lights and dice. The wagers are settled by {in_words(self.numbers)}."


class LightsOff(Step, frozen=True, tag="lights off"):
    def do(self, t: Table) -> None:
        put_lights_out(t)

    def tell(self) -> str:
        return "The lights go off."


# --- settlement: what each act does is noted, so that it can be undone. Records know these acts by their plain names.


class Collect(CollectWager, frozen=True, tag="collect wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        SETTLED.set(t, (*SETTLED.of(t), ChipMovement(self.seat, self.spot, self.cents)))


class Pay(PayWager, frozen=True, tag="pay wager"):
    def do(self, t: Table) -> None:
        super().do(t)
        SETTLED.set(t, (*SETTLED.of(t), ChipMovement(self.seat, self.spot, self.cents, self.stake)))


# --- what goes wrong


class LeadAstray(Step, frozen=True, tag="lead shake astray"):
    how: Astray
    die: int = 0

    def do(self, t: Table) -> None:
        ASTRAY.set(t, self.how)
        WHICH.set(t, self.die)

    def tell(self) -> str:
        return f"Something is wrong with the shake: {self.how}."

    @property
    def unnoticed(self) -> bool:
        return True  # until the dice lie still, or the shaker is looked at


class Misread(Step, frozen=True, tag="misread dice"):
    noticed_when: str

    def do(self, t: Table) -> None:
        WRONG_CALL.set(t, self.noticed_when)

    def tell(self) -> str:
        return "The dealer misreads a die."

    @property
    def unnoticed(self) -> bool:
        return True


class CallNoRoll(Announce, frozen=True, tag="call no roll"):
    """The shake does not count, whatever the dice show."""

    why: str

    def do(self, t: Table) -> None:
        super().do(t)
        NO_ROLL.set(t)
        t.dice = ()

    def tell(self) -> str:
        return f"The dealer announces: “{self.words}”. {self.why[0].upper()}{self.why[1:]}."


class InspectDice(Step, frozen=True, tag="inspect dice"):
    def do(self, t: Table) -> None:
        ASTRAY.set(t, None)

    def tell(self) -> str:
        return "The dice are inspected before they are used again, and the shaker is closed."


class ShakeAnew(Step, frozen=True, tag="shake again"):
    """The shake decided nothing, so the dice are shaken again."""

    told: str

    def do(self, t: Table) -> None:
        NO_ROLL.set(t, False)
        ASTRAY.set(t, None)
        SHAKES.set(t, 0)

    def tell(self) -> str:
        return f"Nothing was decided. {self.told}, and the dice are shaken again."


class ReadLeaning(Step, frozen=True, tag="read leaning die"):
    die: int  # counted from 1
    face: int

    def do(self, t: Table) -> None:
        t.dice = tuple(self.face if number == self.die else shown for number, shown in enumerate(t.dice, 1))

    def tell(self) -> str:
        return f"One die leans. It counts as {self.face}, the side opposite the one it leans with."


class PutRight(Announce, frozen=True, tag="put numbers right"):
    """Wrong numbers that were called and entered are corrected."""

    numbers: tuple[int, ...]
    lit: tuple[str, ...]

    def do(self, t: Table) -> None:
        super().do(t)
        CALLED.set(t, self.numbers)
        ENTERED.set(t, self.numbers)
        put_lights_out(t)
        for spot in self.lit:
            LIT.at(spot).set(t)

    def tell(self) -> str:
        return f"The call was wrong. The dealer announces: “{self.words}”, and enters it."


class FailLights(Step, frozen=True, tag="fail lights"):
    def do(self, t: Table) -> None:
        LIGHTS_OUT.set(t)
        put_lights_out(t)

    def tell(self) -> str:
        return "The lights of the table fail."


class SettleByHand(Step, frozen=True, tag="settle by hand"):
    def do(self, t: Table) -> None:
        BY_HAND.set(t)

    def tell(self) -> str:
        return "The result stands, and the dealer settles without the lights."


class RepairLights(Step, frozen=True, tag="repair lights"):
    def do(self, t: Table) -> None:
        LIGHTS_OUT.clear(t)

    def tell(self) -> str:
        return "The lights work again."


class FindFlaw(Step, frozen=True, tag="find flaw"):
    what: str

    def do(self, t: Table) -> None:
        FLAWED.set(t, self.what)

    def tell(self) -> str:
        return "A die is found to be flawed." if self.what == "die" else "The shaker is found to be tampered with."


class RemoveDice(Step, frozen=True, tag="remove dice"):
    def do(self, t: Table) -> None:
        for mark in (SEALED, TRIED, LIGHTS_TRIED):
            mark.clear(t)
        FOUND_FLAWED.set(t)

    def tell(self) -> str:
        return "Dice and shaker are removed. The table opens again with inspected dice."


class GiveUpShaker(Step, frozen=True, tag="give up shaker"):
    def do(self, t: Table) -> None:
        for mark in (SEALED, TRIED, LIGHTS_TRIED):
            mark.clear(t)
        OUT_OF_USE.set(t)

    def tell(self) -> str:
        return "The shaker cannot be started. The table closes until it has another."


class PushBack(Step, frozen=True, tag="push back late chips"):
    """Chips that came too late to be a wager go back."""

    seat: int

    def do(self, t: Table) -> None:
        t.said.append("Too late")
        LATE.set(t, tuple(seat for seat in late_seats(t) if seat != self.seat))

    def tell(self) -> str:
        return f"The dealer pushes back the chips that seat {self.seat} put down too late."
