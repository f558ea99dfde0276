"""The results of the rounds of a record, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import COMPANION, Sit
from pitboss.record.replay import RoundRecord, replayed
from pitboss.record.round_result import Result, nobody, result_of


class Recorded:
    """The result of every round that is over. A record has no clock, so that no result knows when it was. With
    `companions` the seats that the house plays itself count like others."""

    def __init__(self, records: Iterable[RoundRecord], *, companions: bool = False) -> None:
        self._records = records
        self._companions = companions
        self._open = False

    def __iter__(self) -> Iterator[Result]:
        ours: set[str] = set()
        for record in self._records:
            driver = replayed(record)
            ours = _company(driver, ours)
            self._open = record.closing is None and not driver.done
            if driver.done:
                yield result_of(driver, left_out=nobody if self._companions else ours.__contains__)

    def notes(self) -> Iterator[str]:
        """To be read when all rounds have been."""
        if self._open:
            yield "the last round is not over in this record and is left out, with chips brought in it"


def _company(driver: Driver, known: set[str]) -> set[str]:
    """The players that the house plays itself: they sat down so in this round or in an earlier one."""
    sat = {item.player: item.by == COMPANION for item in driver.log if isinstance(item, Sit)}
    return {name for name in known if sat.get(name, True)} | {name for name, house in sat.items() if house}
