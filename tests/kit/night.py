"""A night at a casino, written to a database as a server does, at times that a test chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kit.patience import PATIENCE
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Input, Sit
from pitboss.engine.record import encode_item
from pitboss.engine.runner import act_for, submit_or_raise
from pitboss.games import load
from pitboss.record.account import account_of, pack
from pitboss.store.rounds import round_rows
from pitboss.store.row_types import Batch, Line
from pitboss.store.store import Store


class Night:
    """A database of tables at which strategies play. Close it before reading it."""

    def __init__(self, path: Path) -> None:
        self.store = Store(path)

    def table(self, name: str, game: str, *, seed: int = 1, **elected: Any) -> NightTable:
        return NightTable(self.store, name, game, seed, elected)

    def people(self, *names: str) -> None:
        """Create accounts with these names."""
        for name in names:
            self.store.accounts.create(name, "code", "player", 0).result(timeout=PATIENCE)

    def close(self) -> None:
        self.store.close()


class NightTable:
    """A table whose rounds are played and written at once."""

    def __init__(self, store: Store, name: str, game: str, seed: int, elected: Mapping[str, Any]) -> None:
        self._store, self._source = store, seeded_source(seed)
        self.game = load(game)
        self.house = self.game.house.usual(**{"name": name, **elected})
        self.rules = self.game.rules(self.house.readings)
        self.id = store.tables.create(name, "{}").result(timeout=PATIENCE)
        self._epoch = store.tables.take(self.id).result(timeout=PATIENCE).epoch
        self._carry = self.game.opening(self.house)
        self.drivers: list[Driver] = []

    def play(
        self, at: int, seats: Mapping[int, str], sit: Mapping[int, Input] | None = None, sat_at: int | None = None
    ) -> Driver:
        """Play a round that ends at a given time, with strategies of these names at the seats. Players who sit down do
        so at the same time, or at `sat_at`."""
        driver = Driver(self.game, self.rules, self.house, self._carry)
        for given in (sit or {}).values():
            submit_or_raise(driver, given)
        players = {seat: self.game.strategies[name] for seat, name in seats.items()}
        while not driver.done:
            act_for(driver, self._source, players)
        early = len(sit or {})
        self._write(driver, at, lambda number: at if sat_at is None or number >= early else sat_at)
        return driver

    def _write(self, driver: Driver, at: int, when: Callable[[int], int]) -> None:
        assert driver.next is not None
        round_, log = driver.carry.round, driver.log
        inputs = [number for number, item in enumerate(log) if isinstance(item, Input)]
        first = Driver(self.game, self.rules, self.house, driver.carry)  # played up to its first wait
        bodies = [round_rows.open_body(first, self._source.label, self._source.salt(), at - 60)]
        for count, (number, until) in enumerate(zip(inputs, [*inputs[1:], len(log)], strict=True)):
            given = log[number]
            assert isinstance(given, Input), encode_item(given)
            bodies.append(round_rows.input_body(given, log[number + 1 : until], when(count)))
        account = pack(account_of(driver))
        bodies.append(round_rows.close_body(driver, account))
        carries = [(round_ + 1, round_rows.carry_text(driver.next))]
        if not self.drivers:
            carries.insert(0, (round_, round_rows.carry_text(driver.carry)))
        batch = Batch(
            self.id, self._epoch, [Line(round_, body) for body in bodies], carries=carries, told=[(round_, account)]
        )
        self._store.tables.append(batch).result(timeout=PATIENCE)
        self._carry = driver.next
        self.drivers.append(driver)


def sits(seat: int, player: str, chips: int = 100_000, by: str = "") -> dict[int, Input]:
    """Return the input with which a player sits down, by seat."""
    return {seat: Sit(seat, player, chips, by=by)}
