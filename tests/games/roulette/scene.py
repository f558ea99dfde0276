"""Scenes of roulette: a table in a line, with players seated and the ball where a test wants it, spin after spin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from kit.scene import CHIPS, Scene
from kit.scene import seated_carry as at_table
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Close, Input, Spin, TakeBack, Wager
from pitboss.games.roulette import GAME
from pitboss.games.roulette.law.chips import BuyColor
from pitboss.games.roulette.law.facts import INSPECTED
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.table.money import OUTSIDE, area, chips_before

# Much at once, for simulations: elections, and bets in cents.
MUCH: tuple[dict[str, object], dict[str, int]] = (
    {},
    {"straight 17": 500, "five numbers 0-00-1-2-3": 1_000, "dozen 2": 1_000, "red": 1_500, "even": 1_000},
)


def carry_with(
    *seats: int, chips: int = CHIPS, standing: Mapping[int, Mapping[str, int]] | None = None, **marks: int
) -> Carry:
    """Return the carry of a table that has been inspected. `standing` is seat -> betting area -> cents, from an earlier
    round."""
    carry = at_table(*seats, chips=chips, backs=())
    accounts = dict(carry.accounts)
    for seat, wagers in (standing or {}).items():
        accounts |= {area(seat, spot): cents for spot, cents in wagers.items()}
    accounts[OUTSIDE] = -sum(cents for account, cents in accounts.items() if account != OUTSIDE)
    return msgspec.structs.replace(carry, accounts=accounts, marks={INSPECTED.word: 4, **marks})


class Roulette(Scene):
    """A game of roulette, spin by spin."""

    game = GAME

    def __init__(
        self,
        *seats: int,
        readings: Mapping[str, str] | None = None,
        chips: int = CHIPS,
        standing: Mapping[int, Mapping[str, int]] | None = None,
        carry: Carry | None = None,
        **house: Any,
    ) -> None:
        self.start = carry or carry_with(*(seats or (1, 2)), chips=chips, standing=standing)
        self.drivers: list[Driver] = []  # the rounds that are over, in order
        super().__init__(RouletteHouse(**house), self.start, readings)

    def give(self, *given: Input) -> Self:
        """Give inputs one after the other. When a round is over, the next one begins."""
        for each in given:
            super().give(each)
            if self.driver.done:
                self.open()
        return self

    def open(self) -> Self:
        assert self.driver.next is not None
        self.drivers.append(self.driver)
        self.driver = Driver(GAME, self.rules, self.house, self.driver.next)
        return self

    def bet(self, seat: int, spot: str, cents: int = 1_000) -> Self:
        return self.give(Wager(seat, {spot: cents}))

    def take_down(self, seat: int, spot: str) -> Self:
        return self.give(TakeBack(seat, spot))

    def color(self, seat: int, value: int = 500) -> Self:
        return self.give(BuyColor(seat, value))

    def spin(self, number: str | int) -> Self:
        """Send the ball, end betting, and let the ball rest in the compartment of a number."""
        return self.give(Close(), Close(), Spin(self.stop(number)))

    def stop(self, number: str | int) -> int:
        stops: tuple[str, ...] = self.house.stops
        return stops.index(str(number))

    def ball(self) -> Self:
        """Send the ball; wagers are still taken."""
        return self.give(Close())

    def close_betting(self) -> Self:
        """Announce “No more bets”, once the ball runs."""
        return self.give(Close())

    def rest(self, number: str | int) -> Self:
        return self.give(Spin(self.stop(number)))

    # --- looking

    @property
    def last(self) -> Driver:
        """The round that was settled last."""
        return self.drivers[-1]

    @property
    def rounds(self) -> list[Driver]:
        return self.drivers

    def net(self, seat: int) -> int:
        """Return the change of a seat's chips since the scene began, counting those on the layout."""
        lying = sum(cents for position, _, cents in self.t.wagers() if position == seat)
        stood = sum(cents for name, cents in self.start.accounts.items() if name.endswith(f" @{seat}"))
        return self.chips(seat) + lying - self.start.accounts[chips_before(seat)] - stood

    def wagers_of(self, seat: int) -> dict[str, int]:
        return {spot: cents for position, spot, cents in self.t.wagers() if position == seat}

    def acts(self, kind: type[Any] | None = None) -> list[Any]:
        """Return the acts of all rounds so far."""
        log = [item for driver in [*self.drivers, self.driver] for item in driver.log]
        return [item for item in log if not isinstance(item, Input) and (kind is None or isinstance(item, kind))]
