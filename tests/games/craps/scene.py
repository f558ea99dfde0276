"""Scenes of craps: a table in a line, with players seated, dice as a test wants them, one roll after the other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Self

import msgspec

from kit.scene import CHIPS, Scene
from kit.scene import seated_carry as at_table
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Close, Input, TakeBack, Throw, Wager
from pitboss.games.craps import GAME
from pitboss.games.craps.law.facts import POINT, SHOOTER
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.steps import ComeToRest
from pitboss.games.craps.law.wagers import Call
from pitboss.table.money import OUTSIDE, area, chips_before
from pitboss.table.steps import CollectWager, MoveWager, PayWager, ReturnWager, StandWager, Step

FREE = {"shooter-wagers": "need-not"}  # for scenes in which nobody bets on the line
ROLLS = tuple(product(range(1, 7), range(1, 7)))


def dice(total: int) -> tuple[int, int]:
    """Return a roll of this total; not the hardway, where there is another."""
    return max(total - 6, 1), min(total - 1, 6)


def carry_with(
    *seats: int,
    chips: int = CHIPS,
    point: int = 0,
    shooter: int = 0,
    standing: Mapping[int, Mapping[str, int]] | None = None,
    marks: Mapping[str, int] | None = None,
) -> Carry:
    """Return the carry of a game in full swing. `standing` is seat -> betting area -> cents, as it lies from earlier
    rolls."""
    carry = at_table(*seats, chips=chips, backs=())
    accounts = dict(carry.accounts)
    for seat, wagers in (standing or {}).items():
        accounts |= {area(seat, spot): cents for spot, cents in wagers.items()}
    accounts[OUTSIDE] = -sum(cents for account, cents in accounts.items() if account != OUTSIDE)
    here = {"shooter": shooter or seats[0], "come out made": 1} if seats else {}
    here |= {"point": point} if point else {}
    return msgspec.structs.replace(carry, accounts=accounts, marks={**here, **(marks or {})})


class Craps(Scene):
    """A game of craps, roll by roll."""

    game = GAME

    def __init__(
        self,
        *seats: int,
        point: int = 0,
        shooter: int = 0,
        readings: Mapping[str, str] | None = None,
        chips: int = CHIPS,
        standing: Mapping[int, Mapping[str, int]] | None = None,
        marks: Mapping[str, int] | None = None,
        carry: Carry | None = None,
        **house: Any,
    ) -> None:
        if carry is None:
            carry = carry_with(
                *(seats or (1, 2)), chips=chips, point=point, shooter=shooter, standing=standing, marks=marks
            )
        self.start = carry
        self.drivers: list[Driver] = []  # the rolls that are over, in order
        super().__init__(CrapsHouse(**house), carry, readings)

    # --- going on

    def give(self, *given: Input) -> Self:
        """Give inputs one after the other. When a roll is over, wagers for the next one are taken."""
        for each in given:
            super().give(each)
            if self.driver.done:
                self.open()
        return self

    def open(self, **house: Any) -> Self:
        """Open the next roll, with other settings of the house if it changes them."""
        if self.driver.done:
            assert self.driver.next is not None
            self.drivers.append(self.driver)
            carry = self.driver.next
        else:
            assert not self.driver.log, "settings change between rolls"
            carry = self.driver.carry
        self.house = msgspec.structs.replace(self.house, **house)
        self.driver = Driver(GAME, self.rules, self.house, carry)
        return self

    def bet(self, seat: int, spot: str, cents: int = 500) -> Self:
        return self.give(Wager(seat, {spot: cents}))

    def take_down(self, seat: int, spot: str) -> Self:
        return self.give(TakeBack(seat, spot))

    def call(self, seat: int, spot: str) -> Self:
        return self.give(Call(seat, spot))

    def roll(self, first: int, second: int) -> Self:
        """Send the dice out and let them come to rest. Then wagers for the next roll are taken."""
        return self.give(Close(), Throw((first, second)))

    def roll_totals(self, *totals: int) -> Self:
        """Roll these totals, none of them the hardway where there is another way."""
        for total in totals:
            self.roll(*dice(total))
        return self

    # --- looking

    @property
    def rounds(self) -> list[Driver]:
        return self.drivers

    @property
    def last(self) -> Driver:
        """The roll that was over last."""
        return self.drivers[-1]

    @property
    def point(self) -> int:
        return POINT.get(self.t) or 0

    @property
    def shooter(self) -> int | None:
        return SHOOTER.get(self.t)

    def wagers_of(self, seat: int) -> dict[str, int]:
        """Return what a seat has on the layout: betting area -> cents."""
        return {spot: cents for position, spot, cents in self.driver.table.wagers() if position == seat}

    def net(self, seat: int) -> int:
        """Return the change, since the scene began, of a seat's chips before him and on the layout together."""
        return sum(_worth(self.driver.table.ledger.accounts, seat)) - sum(_worth(self.start.accounts, seat))

    def steps(self, kind: type[Step] = Step) -> list[Any]:
        """Return the acts of all rolls so far."""
        return [item for driver in (*self.drivers, self.driver) for item in driver.log if isinstance(item, kind)]


def _worth(accounts: Mapping[str, int], seat: int) -> list[int]:
    return [
        cents for account, cents in accounts.items() if account == chips_before(seat) or account.endswith(f" @{seat}")
    ]


def fates_of(driver: Driver) -> dict[int, dict[str, tuple[str, int, int]]]:
    """Return what a roll made of each wager: seat -> betting area -> what became of it, the stake, what it won.

    Raise AssertionError if anything is accounted for twice.
    """
    found: dict[int, dict[str, tuple[str, int, int]]] = {}
    came_to_rest = False
    for step in driver.log:
        match step:
            case ComeToRest():
                came_to_rest = True
                continue
            case CollectWager():
                told = ("lost", step.cents, 0)
            case PayWager():
                told = ("won", step.stake, step.cents)
            case ReturnWager():
                told = ("back", step.cents, 0)
            case MoveWager():
                told = ("moved", step.cents, 0)
            case StandWager():
                told = ("off" if step.off else "stands", step.cents, 0)
            case _:
                continue
        if came_to_rest:
            assert step.spot not in found.setdefault(step.seat, {}), f"{step.spot} twice"
            found[step.seat][step.spot] = told
    return found
