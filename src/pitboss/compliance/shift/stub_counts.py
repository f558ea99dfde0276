"""Whether a count of the stub was due in a finished round, and whether it was made.

It is judged from what a round left, and not by the procedure that dealt it: from the rounds dealt since the last count,
what the house elects, what the law allows at most, and what was ordered or excused.
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
    """One round in which cards were dealt."""

    paragraph: str
    due: bool
    made: bool
    ordered: bool
    excused: bool  # a device had counted the cards, and the text takes that instead


def stub_of(driver: Driver) -> StubRound | None:
    """Of a round that is over."""
    assert driver.next is not None
    kinds = {act_kind(item) for item in driver.log if isinstance(item, Step)}
    return judged(kinds, driver.carry.marks, driver.next.marks, driver.house, driver.rules)


def judged(
    kinds: Collection[str], before: Mapping[str, int], after: Mapping[str, int], house: House, rules: Rules
) -> StubRound | None:
    """From the kinds of acts of a round and the table's marks before and after it. None if nothing was dealt, or there
    are no cards."""
    if not isinstance(house, CardHouse):
        return None
    made = COUNTED in kinds
    since = _since(before, after, made=made)
    if not since:
        return None
    ids = rules.ids
    ordered, excused = ORDERED in kinds, bool(ids.device_count) and DEVICE in kinds
    every = min(house.stub_count_every, number(ids.stub_count, "rounds", MOST_ROUNDS_UNCOUNTED))
    return StubRound(ids.stub_count, ordered or (not excused and since >= every), made, ordered, excused)


def _since(before: Mapping[str, int], after: Mapping[str, int], *, made: bool) -> int:
    """Rounds dealt since the last count, with this one; 0 if none was dealt now. A count sets the mark of its deck back
    to nothing; without one the mark has grown. Where two decks have marks of their own, the other one stays."""
    marks = {mark: value for mark, value in after.items() if mark.startswith(COUNTER)}
    if made:
        return max((before.get(mark, 0) + 1 for mark, value in marks.items() if not value), default=1)
    return max((value for mark, value in marks.items() if value != before.get(mark, 0)), default=0)


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
