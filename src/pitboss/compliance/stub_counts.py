"""Whether a count of the stub was due in a finished round, and whether it was made.

It is judged from what a round left, and not by the procedure that dealt it: from the rounds dealt since the last count,
what the house elects, what the law allows at most, and what was ordered or excused.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pitboss.common.facts import COUNT_ORDERED, DEALING
from pitboss.common.house import MOST_ROUNDS_UNCOUNTED, CardHouse
from pitboss.common.stub import COUNTER
from pitboss.engine.driver import Driver
from pitboss.law.force import number
from pitboss.table.card_steps import CountStub
from pitboss.table.facts import DEVICE_COUNTS


class StubRound(NamedTuple):
    """One round in which cards were dealt."""

    paragraph: str
    due: bool
    made: bool
    ordered: bool
    excused: bool  # a device had counted the cards, and the text takes that instead


def stub_of(driver: Driver) -> StubRound | None:
    """None if nothing was dealt, or there are no cards."""
    if not isinstance(driver.house, CardHouse) or not DEALING(driver.table):
        return None
    t, ids = driver.table, driver.rules.ids
    ordered, excused = COUNT_ORDERED(t), bool(ids.device_count) and DEVICE_COUNTS.get(t) is not None
    counts = [item.counter for item in driver.log if isinstance(item, CountStub)]
    every = min(driver.house.stub_count_every, number(ids.stub_count, "rounds", MOST_ROUNDS_UNCOUNTED))
    due = ordered or (not excused and _rounds(driver, counts) >= every)
    return StubRound(ids.stub_count, due, bool(counts), ordered, excused)


def _rounds(driver: Driver, counts: list[str]) -> int:
    """Rounds dealt since the last count, with this one. A count sets its mark back; without one it has grown."""
    before, after = driver.carry.marks, {} if driver.next is None else driver.next.marks
    if counts:
        return before.get(counts[0], 0) + 1
    grown = (value for mark, value in after.items() if mark.startswith(COUNTER) and value != before.get(mark, 0))
    return max(grown, default=0)


class StubCounts(msgspec.Struct, frozen=True):
    """Of many rounds."""

    dealt: int = 0  # rounds in which cards were dealt
    due: int = 0
    made: int = 0
    ordered: int = 0
    excused: int = 0
    unknown: int = 0  # rounds of another version, of which it is not known whether a count was due
    missed: tuple[int, ...] = ()  # rounds in which a count was due and none was made
    paragraph: str = ""

    def plus(self, round_: int, found: StubRound | None) -> StubCounts:
        if found is None:
            return self
        missed = (round_,) if found.due and not found.made else ()
        return StubCounts(
            self.dealt + 1,
            self.due + found.due,
            self.made + found.made,
            self.ordered + found.ordered,
            self.excused + found.excused,
            self.unknown,
            self.missed + missed,
            found.paragraph,
        )

    def plus_unknown(self, made: bool) -> StubCounts:
        """A round that another version played: what its account tells is that the stub was counted, or that not."""
        return msgspec.structs.replace(self, made=self.made + made, unknown=self.unknown + 1)
