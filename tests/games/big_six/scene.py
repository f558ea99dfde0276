"""Scenes of Big Six: a table in a line, with players seated and the wheel where a test wants it, spin after spin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from kit.scene import CHIPS, Scene
from kit.scene import seated_carry as at_table
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Close, Input, Spin, TakeBack, Wager
from pitboss.games.big_six import GAME
from pitboss.games.big_six.law.facts import INSPECTED
from pitboss.games.big_six.law.house import BigSixHouse, stops
from pitboss.table.money import chips_before

# Much at once, for simulations: elections, and bets in cents.
MUCH: tuple[dict[str, object], dict[str, int]] = (
    {"wheel": "24-15-7-4-2", "picture-odds": "nevada"},
    {"$1": 500, "$2": 300, "$5": 100, "$20": 200, "joker": 100, "flag": 400},
)


def carry_with(*seats: int, chips: int = CHIPS, **marks: int) -> Carry:
    """Return the carry of a table that has been inspected."""
    return msgspec.structs.replace(at_table(*seats, chips=chips, backs=()), marks={INSPECTED.word: 2, **marks})


class BigSix(Scene):
    """A game of Big Six, spin by spin."""

    game = GAME

    def __init__(
        self,
        *seats: int,
        readings: Mapping[str, str] | None = None,
        chips: int = CHIPS,
        carry: Carry | None = None,
        **house: Any,
    ) -> None:
        self.start = carry or carry_with(*(seats or (1, 2)), chips=chips)
        self.drivers: list[Driver] = []  # the rounds that are over, in order
        super().__init__(BigSixHouse(**house), self.start, readings)

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

    def close_betting(self) -> Self:
        """Announce “No more bets” and turn the wheel."""
        return self.give(Close())

    def rest(self, where: str | int) -> Self:
        """Let the wheel come to rest at a section, or at the first one with a symbol."""
        return self.give(Spin(self.stop(where)))

    def spin(self, where: str | int) -> Self:
        return self.close_betting().rest(where)

    def stop(self, where: str | int) -> int:
        return where if isinstance(where, int) else stops(self.rules, self.house).index(where)

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
        return self.chips(seat) + sum(self.wagers_of(seat).values()) - self.start.accounts[chips_before(seat)]

    def wagers_of(self, seat: int) -> dict[str, int]:
        return {spot: cents for position, spot, cents in self.t.wagers() if position == seat}

    def acts(self, kind: type[Any] | None = None) -> list[Any]:
        """Return the acts of all rounds so far."""
        log = [item for driver in [*self.drivers, self.driver] for item in driver.log]
        return [item for item in log if not isinstance(item, Input) and (kind is None or isinstance(item, kind))]
