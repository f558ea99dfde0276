"""Judges whether a count of the stub was due in a finished round, and whether it was made.

It judges from what the round left behind, not by the procedure that dealt it: the rounds dealt since the last count,
the house's election, the law's maximum, and what was ordered or excused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from pitboss.common.house import MOST_ROUNDS_UNCOUNTED, CardHouse
from pitboss.common.steps import OrderCount
from pitboss.common.stub import COUNTER
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.law.force import number
from pitboss.law.rules import Rules
from pitboss.record.account import act_kind
from pitboss.table.card_steps import CountStub, DeviceCount
from pitboss.table.steps import Step

ORDERED, COUNTED, DEVICE = (str(kind.__struct_config__.tag) for kind in (OrderCount, CountStub, DeviceCount))


class StubRound(NamedTuple):
    """The stub count of one round in which cards were dealt."""

    paragraph: str
    due: bool
    made: bool
    ordered: bool
    excused: bool  # a device counted the cards, which the text accepts instead


def judge_stub(driver: Driver) -> StubRound | None:
    """Judge the stub count of a finished round from its driver."""
    assert driver.next is not None
    kinds = {act_kind(item) for item in driver.log if isinstance(item, Step)}
    return judge_stub_count(kinds, driver.carry.marks, driver.next.marks, driver.house, driver.rules)


def judge_stub_count(
    kinds: Collection[str], before: Mapping[str, int], after: Mapping[str, int], house: House, rules: Rules
) -> StubRound | None:
    """Judge the stub count of a round from the kinds of its acts and the table's marks before and after it.

    None if no cards were dealt, or the game has none.
    """
    if not isinstance(house, CardHouse):
        return None
    was_counted = COUNTED in kinds
    dealt_since = _rounds_since_count(before, after, was_counted=was_counted)
    if not dealt_since:
        return None
    ids = rules.ids
    ordered, excused = ORDERED in kinds, bool(ids.device_count) and DEVICE in kinds
    interval = min(house.stub_count_every, number(ids.stub_count, "rounds", MOST_ROUNDS_UNCOUNTED))
    return StubRound(
        ids.stub_count, ordered or (not excused and dealt_since >= interval), was_counted, ordered, excused
    )


def _rounds_since_count(before: Mapping[str, int], after: Mapping[str, int], *, was_counted: bool) -> int:
    """Return the rounds dealt since the last count, including this one; 0 if none was dealt now.

    A count resets the mark of its deck to 0; without a count the mark grows. Where two decks have marks of their own,
    the mark of the other deck stays.
    """
    marks = {mark: value for mark, value in after.items() if mark.startswith(COUNTER)}
    if was_counted:
        return max((before.get(mark, 0) + 1 for mark, value in marks.items() if not value), default=1)
    return max((value for mark, value in marks.items() if value != before.get(mark, 0)), default=0)


class StubCounts(msgspec.Struct, frozen=True):
    """The stub counts of many rounds."""

    dealt: int = 0  # rounds in which cards were dealt
    due: int = 0
    made: int = 0
    ordered: int = 0
    excused: int = 0
    unknown: int = 0  # rounds of another version, for which it is unknown whether a count was due
    missed: tuple[int, ...] = ()  # rounds in which a count was due and none was made
    paragraph: str = ""

    def plus(self, round_: int, stub: StubRound | None) -> StubCounts:
        """Return the counts with one more round."""
        if stub is None:
            return self
        missed = (round_,) if stub.due and not stub.made else ()
        return StubCounts(
            self.dealt + 1,
            self.due + stub.due,
            self.made + stub.made,
            self.ordered + stub.ordered,
            self.excused + stub.excused,
            self.unknown,
            self.missed + missed,
            stub.paragraph,
        )

    def plus_unknown(self, was_counted: bool) -> StubCounts:
        """Return the counts with one more round of another version, whose account says only whether the stub was
        counted."""
        return msgspec.structs.replace(self, made=self.made + was_counted, unknown=self.unknown + 1)
