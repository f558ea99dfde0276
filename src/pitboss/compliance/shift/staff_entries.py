"""The acts of the staff in a shift: rulings, fills and credits from the inputs of rounds, with who did it and why.

An input says what was done and when. The chain of staff acts, which was written at the same time, says who did it and
why.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TypeAlias

import msgspec

from pitboss.compliance.shift.round_events import OrderReason
from pitboss.compliance.shift.shift_report import ChipsMoved, Ruling
from pitboss.store.chains.hash_chain import find_break
from pitboss.store.database.schema import WITH_STAFF, version_of
from pitboss.store.rounds import round_rows
from pitboss.store.row_types import ToldStaffAct
from pitboss.store.staff_act_prefixes import classify_act


class _OrderInput(msgspec.Struct, tag_field="input", tag="order"):
    what: str
    positions: tuple[int, ...] = ()


class _FillInput(msgspec.Struct, tag_field="input", tag="fill"):
    cents: int


class _CreditInput(msgspec.Struct, tag_field="input", tag="credit"):
    cents: int


StaffInput: TypeAlias = _OrderInput | _FillInput | _CreditInput
_read = msgspec.json.Decoder(StaffInput).decode
KINDS = {_OrderInput: ("ruling", "order"), _FillInput: ("fill",), _CreditInput: ("credit",)}


class StaffChain:
    """The staff acts in a database; empty if a version that did not keep them wrote it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.kept = version_of(db) >= WITH_STAFF

    def in_round(self, table: int, round_: int) -> list[ToldStaffAct]:
        """Return the staff acts that belong to a round."""
        sql = "SELECT line FROM staff_acts WHERE \"table\" = ? AND json_extract(line, '$.round') = ? ORDER BY number"
        return self._read(sql, table, round_)

    def since(self, since: int) -> list[ToldStaffAct]:
        """Return the staff acts from this moment on."""
        return self._read("SELECT line FROM staff_acts WHERE json_extract(line, '$.at') >= ? ORDER BY number", since)

    def newest(self) -> list[int]:
        """Return the time of the newest staff act, in a list; empty if there is none."""
        sql = "SELECT max(json_extract(line, '$.at')) FROM staff_acts"
        return [time for (time,) in self._db.execute(sql) if time] if self.kept else []

    def broken_where(self) -> str | None:
        """Return where the chain is broken, in words; None if it is whole."""
        return find_break(self._db, "SELECT number, line, hash FROM staff_acts ORDER BY number") if self.kept else None

    def _read(self, sql: str, *values: int) -> list[ToldStaffAct]:
        if not self.kept:
            return []
        return [msgspec.json.decode(line, type=ToldStaffAct) for (line,) in self._db.execute(sql, values)]


def staff_inputs(rows: Sequence[round_rows.Row]) -> list[tuple[int, StaffInput]]:
    """Return the orders, fills and credits among the rows of a round, with their times. Other inputs, and those unknown
    to this version, are left out."""
    return [
        (row.at, staff_input)
        for row in rows
        if isinstance(row, round_rows.InputRow) and (staff_input := _decode_staff_input(row)) is not None
    ]


def _decode_staff_input(row: round_rows.InputRow) -> StaffInput | None:
    with suppress(msgspec.DecodeError):
        staff_input: StaffInput = _read(row.given)
        return staff_input
    return None


def is_order(staff_input: StaffInput) -> bool:
    return isinstance(staff_input, _OrderInput)


def match_with_acts(
    round_: int,
    timed_inputs: Sequence[tuple[int, StaffInput]],
    acts: Sequence[ToldStaffAct],
    reasons: Sequence[OrderReason],
) -> Iterator[Ruling | ChipsMoved]:
    """Yield what the staff did in a round, each with the next act of its kind in the chain.

    `reasons` are the reasons for the orders; empty if this version cannot tell.
    """
    remaining, reasons_left = list(acts), iter(reasons)
    for time, staff_input in timed_inputs:
        act = next((act for act in remaining if classify_act(act.what) in KINDS[type(staff_input)]), None)
        if act is not None:
            remaining.remove(act)
        staff_name, why = ("", "") if act is None else (act.name, act.why)
        if isinstance(staff_input, _OrderInput):
            reason = next(reasons_left, OrderReason())
            positions = f", positions {', '.join(map(str, staff_input.positions))}" if staff_input.positions else ""
            yield Ruling(time, round_, reason.paragraph, staff_input.what + positions, reason.question, staff_name, why)
        else:
            yield ChipsMoved(
                time,
                round_,
                staff_input.cents if isinstance(staff_input, _FillInput) else -staff_input.cents,
                staff_name,
                why,
            )
