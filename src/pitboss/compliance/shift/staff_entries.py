"""What the staff did in a shift: rulings, fills and credits from the inputs of rounds, with who and why beside them.

An input says what was done and when. Who it was and why is in the chain of staff acts, which was written with it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TypeAlias

import msgspec

from pitboss.compliance.shift.round_events import Asked
from pitboss.compliance.shift.shift_report import ChipsMoved, Ruling
from pitboss.store.chains.hash_chain import broken
from pitboss.store.database.schema import WITH_STAFF, version_of
from pitboss.store.rounds import round_rows
from pitboss.store.row_types import ToldStaffAct
from pitboss.store.staff_act_prefixes import kind_of


class _Ordered(msgspec.Struct, tag_field="input", tag="order"):
    what: str
    positions: tuple[int, ...] = ()


class _Filled(msgspec.Struct, tag_field="input", tag="fill"):
    cents: int


class _Credited(msgspec.Struct, tag_field="input", tag="credit"):
    cents: int


Done: TypeAlias = _Ordered | _Filled | _Credited
_read = msgspec.json.Decoder(Done).decode
KINDS = {_Ordered: ("ruling", "order"), _Filled: ("fill",), _Credited: ("credit",)}


class StaffChain:
    """The acts of the staff in a database; none where it is of a version that did not keep them."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.kept = version_of(db) >= WITH_STAFF

    def in_round(self, table: int, round_: int) -> list[ToldStaffAct]:
        sql = "SELECT line FROM staff_acts WHERE \"table\" = ? AND json_extract(line, '$.round') = ? ORDER BY number"
        return self._read(sql, table, round_)

    def since(self, at: int) -> list[ToldStaffAct]:
        return self._read("SELECT line FROM staff_acts WHERE json_extract(line, '$.at') >= ? ORDER BY number", at)

    def newest(self) -> list[int]:
        sql = "SELECT max(json_extract(line, '$.at')) FROM staff_acts"
        return [at for (at,) in self._db.execute(sql) if at] if self.kept else []

    def broken(self) -> str | None:
        """Where the chain does not hold, in words."""
        return broken(self._db, "SELECT number, line, hash FROM staff_acts ORDER BY number") if self.kept else None

    def _read(self, sql: str, *values: int) -> list[ToldStaffAct]:
        if not self.kept:
            return []
        return [msgspec.json.decode(line, type=ToldStaffAct) for (line,) in self._db.execute(sql, values)]


def done_in(rows: Sequence[round_rows.Row]) -> list[tuple[int, Done]]:
    """Orders, fills and credits among the rows of a round, each with its moment. Other inputs do not concern this, nor
    do those that only another version knew."""
    return [(row.at, done) for row in rows if isinstance(row, round_rows.Given) and (done := _done(row)) is not None]


def _done(row: round_rows.Given) -> Done | None:
    with suppress(msgspec.DecodeError):
        done: Done = _read(row.given)
        return done
    return None


def is_order(done: Done) -> bool:
    return isinstance(done, _Ordered)


def with_names(
    round_: int, done: Sequence[tuple[int, Done]], acts: Sequence[ToldStaffAct], questions: Sequence[Asked]
) -> Iterator[Ruling | ChipsMoved]:
    """What was done in a round, each with the next act of its kind in the chain. `questions` are what stood behind the
    orders; none if this version cannot say."""
    left, behind = list(acts), iter(questions)
    for at, each in done:
        act = next((act for act in left if kind_of(act.what) in KINDS[type(each)]), None)
        if act is not None:
            left.remove(act)
        who, why = ("", "") if act is None else (act.name, act.why)
        if isinstance(each, _Ordered):
            question = next(behind, Asked())
            named = f", positions {', '.join(map(str, each.positions))}" if each.positions else ""
            yield Ruling(at, round_, question.paragraph, each.what + named, question.question, who, why)
        else:
            yield ChipsMoved(at, round_, each.cents if isinstance(each, _Filled) else -each.cents, who, why)
