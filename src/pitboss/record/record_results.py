"""The results of the rounds of a record, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import COMPANION, Sit
from pitboss.record.replay import RoundRecord, replay_to_end
from pitboss.record.round_result import Result, no_companions, result_of


class RecordResults:
    """Yields the result of every finished round. A record has no clock, so no result has a time. With `companions`,
    seats that the house plays itself count like others."""

    def __init__(self, records: Iterable[RoundRecord], *, companions: bool = False) -> None:
        self._records = records
        self._companions = companions
        self._open = False

    def __iter__(self) -> Iterator[Result]:
        companions: set[str] = set()
        for record in self._records:
            driver = replay_to_end(record)
            companions = _companions_after(driver, companions)
            self._open = record.closing is None and not driver.done
            if driver.done:
                yield result_of(driver, left_out=no_companions if self._companions else companions.__contains__)

    def notes(self) -> Iterator[str]:
        """Yield remarks about what was left out. Call it after all rounds have been read."""
        if self._open:
            yield "the last round is not over in this record and is left out, with chips brought in it"


def _companions_after(driver: Driver, companions: set[str]) -> set[str]:
    """Return the names of the players that the house plays itself: those who last sat down that way, in this round or
    an earlier one."""
    by_house = {item.player: item.by == COMPANION for item in driver.log if isinstance(item, Sit)}
    return {name for name in companions if by_house.get(name, True)} | {
        name for name, is_house in by_house.items() if is_house
    }
