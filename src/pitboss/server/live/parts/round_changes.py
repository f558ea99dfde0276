"""How often each player has changed something in the open round, apart from answers and from leaving."""

from __future__ import annotations

from collections import Counter

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Input, Leave, Sit


class RoundChanges:
    """Counts by name, so that somebody who changes seats counts on. Each entry of a log is looked at once."""

    def __init__(self) -> None:
        self._driver: Driver | None = None
        self._upto = 0
        self._players: dict[int, str] = {}
        self._found: Counter[str] = Counter()

    def of(self, driver: Driver, name: str) -> int:
        if driver is not self._driver:
            self._driver, self._upto = driver, 0
            self._players, self._found = dict(driver.carry.players), Counter()
        for item in driver.log[self._upto :]:
            if isinstance(item, Input) and not item.by:
                self._count(item)
        self._upto = len(driver.log)
        return self._found[name]

    def _count(self, given: Input) -> None:
        if isinstance(given, Sit):
            self._players[given.seat] = given.player
        seat = getattr(given, "seat", 0)
        if type(given).by_player and not isinstance(given, Answer | Leave) and seat in self._players:
            self._found[self._players[seat]] += 1
