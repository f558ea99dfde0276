"""Scenes of Sic Bo: a table in a line, with players seated and the dice as a test wants them, shake after shake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from kit.scene import CHIPS, Scene
from kit.scene import seated_carry as at_table
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Close, Input, TakeBack, Throw, Wager
from pitboss.games.sic_bo import GAME
from pitboss.games.sic_bo.law.facts import LIGHTS_TRIED, SEALED, TRIED
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.law.rules import Rules
from pitboss.table.money import chips_before

LIT = "lit "
MUCH: tuple[dict[str, object], dict[str, int]] = (
    {"pay-table": "b"},
    {"small": 1_000, "one of a kind 4": 500, "total 12": 200, "two-dice 2-5": 300, "any three of a kind": 100},
)


def carry_with(*seats: int, chips: int = CHIPS) -> Carry:
    """Return the carry of a table that is open, with dice in the shaker."""
    marks = {SEALED.word: 3, TRIED.word: 1, LIGHTS_TRIED.word: 1}
    return msgspec.structs.replace(at_table(*seats, chips=chips, backs=()), marks=marks)


def breaches_of(house: SicBoHouse, rules: Rules) -> set[str]:
    return {finding.cite for finding in house.breaches(rules)}


class SicBo(Scene):
    """A game of Sic Bo, shake by shake."""

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
        super().__init__(SicBoHouse(**house), self.start, readings)

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
        """Announce “No more bets” and shake the dice."""
        return self.give(Close())

    def rest(self, *dice: int) -> Self:
        return self.give(Throw(dice))

    def shake(self, *dice: int) -> Self:
        """End betting and let the dice come to lie like this."""
        return self.close_betting().rest(*dice)

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
        return self.chips(seat) + lying - self.start.accounts[chips_before(seat)]

    def wagers_of(self, seat: int) -> dict[str, int]:
        return {spot: cents for position, spot, cents in self.t.wagers() if position == seat}

    def offers_to(self, seat: int = 1) -> list[str]:
        return [offer.name for offer in GAME.offers(self.driver.round, seat)]

    def lit_areas(self) -> set[str]:
        return {word.removeprefix(LIT) for word in self.t.marks if word.startswith(LIT)}

    def acts(self, kind: type[Any] | None = None) -> list[Any]:
        """Return the acts of all rounds so far."""
        log = [item for driver in [*self.drivers, self.driver] for item in driver.log]
        return [item for item in log if not isinstance(item, Input) and (kind is None or isinstance(item, kind))]
