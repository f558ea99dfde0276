"""Count how often each player changes something in the open round, not counting answers and leaving."""

from __future__ import annotations

from collections import Counter

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Input, Leave, Sit


class RoundChanges:
    """Counts changes by name, so that the count continues when a player changes seats. Reads each log entry once."""

    def __init__(self) -> None:
        self._driver: Driver | None = None
        self._upto = 0
        self._players: dict[int, str] = {}
        self._counts: Counter[str] = Counter()

    def count_of(self, driver: Driver, name: str) -> int:
        """Return the number of changes by this player in the driver's round."""
        if driver is not self._driver:
            self._driver, self._upto = driver, 0
            self._players, self._counts = dict(driver.carry.players), Counter()
        for item in driver.log[self._upto :]:
            if isinstance(item, Input) and not item.by:
                self._count(item)
        self._upto = len(driver.log)
        return self._counts[name]

    def _count(self, given: Input) -> None:
        if isinstance(given, Sit):
            self._players[given.seat] = given.player
        seat = getattr(given, "seat", 0)
        if type(given).by_player and not isinstance(given, Answer | Leave) and seat in self._players:
            self._counts[self._players[seat]] += 1
