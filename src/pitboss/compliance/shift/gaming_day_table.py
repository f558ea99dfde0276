"""Sums of one table on its current gaming day, from the accounts of its rounds: voids by paragraph, stub counts due and
made.

No round is replayed, so that a server can answer at any time. The sums are kept, and only new rounds are read.
"""

from __future__ import annotations

import zlib
from collections import Counter
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.shift.round_events import VOID_HAND, VOID_ROUND
from pitboss.compliance.shift.stub_counts import StubCounts, judge_stub_count
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.store.rounds.round_rows import setting_of
from pitboss.store.store import Store

WIND_UP = "wind up"
MOST_SETTINGS = 200  # rules and houses that are cached


class _Act(msgspec.Struct, frozen=True):
    act: str
    cite: str


class _Account(msgspec.Struct, frozen=True):
    """The part of an account that is needed here."""

    acts: tuple[_Act, ...]


class _Carry(msgspec.Struct, frozen=True):
    marks: dict[str, int]


_read_account = msgspec.json.Decoder(_Account).decode
_read_carry = msgspec.json.Decoder(_Carry).decode


class VoidedRounds(NamedTuple):
    paragraph: str
    rounds: int
    hands: int


class TableDay(msgspec.Struct, frozen=True):
    date: str  # of the gaming day
    rounds: int  # rounds that ended on it
    wound_up: int
    unread: int  # rounds of which nothing more is known
    voids: tuple[VoidedRounds, ...]
    stub: StubCounts


class _Sums:
    """The sums of one table over the rounds of its gaming day that were read so far."""

    def __init__(self, date: str, after: int) -> None:
        self.date = date
        self.newest = after  # the newest round that was read; at first the last one of the day before
        self.rounds = self.wound_up = self.unread = 0
        self.void_rounds: Counter[str] = Counter()
        self.void_hands: Counter[str] = Counter()
        self.stub = StubCounts()

    def as_table_day(self) -> TableDay:
        """Return the sums as the value that callers get."""
        cites = sorted({*self.void_rounds, *self.void_hands})
        voids = tuple(VoidedRounds(cite, self.void_rounds[cite], self.void_hands[cite]) for cite in cites)
        return TableDay(self.date, self.rounds, self.wound_up, self.unread, voids, self.stub)


class TableDays:
    """The current gaming days of all tables of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sums: dict[int, _Sums] = {}
        self._settings: dict[bytes, tuple[Rules, House] | None] = {}
        self._lock = Lock()

    def sums_of(self, table: int, date: str, begins: int) -> TableDay:
        """Return the sums of a table for the gaming day `date`, which began at `begins`. Reads the rounds since the
        last call."""
        with self._lock:
            sums = self._sums.get(table)
            newest_over = self._store.rounds.newest(table) - 1
            if sums is None or sums.date != date:
                sums = self._sums[table] = _Sums(date, self._last_before(table, newest_over, begins))
            while sums.newest < newest_over:
                sums.newest += 1
                self._add(sums, table, sums.newest)
            return sums.as_table_day()

    def _last_before(self, table: int, newest: int, begins: int) -> int:
        """Return the last round that ended before the day began."""
        while newest > 0 and self._store.rounds.last_action_time(table, newest) >= begins:
            newest -= 1
        return newest

    def _add(self, sums: _Sums, table: int, round_: int) -> None:
        before_lines, after_lines = self._store.rounds.lines(table, round_), self._store.rounds.lines(table, round_ + 1)
        packed = self._store.rounds.account_of(table, round_)
        account = None
        if packed is not None:
            with suppress(zlib.error, msgspec.DecodeError):  # the audit reports altered accounts, not this
                account = _read_account(zlib.decompress(packed))
        if account is None or before_lines is None or after_lines is None:
            sums.rounds += 1
            sums.unread += 1
            return
        kinds = {act.act for act in account.acts}
        if WIND_UP in kinds:
            sums.wound_up += 1
            return
        sums.rounds += 1
        sums.void_rounds.update(act.cite for act in account.acts if act.act == VOID_ROUND)
        sums.void_hands.update(act.cite for act in account.acts if act.act == VOID_HAND)
        rules_and_house = self._rules_and_house(before_lines[1])
        if rules_and_house is None:
            sums.unread += 1
            return
        rules, house = rules_and_house
        before, after = _read_carry(before_lines[0].encode()), _read_carry(after_lines[0].encode())
        sums.stub = sums.stub.plus(round_, judge_stub_count(kinds, before.marks, after.marks, house, rules))

    def _rules_and_house(self, lines: list[str]) -> tuple[Rules, House] | None:
        """Return the rules and the house by which a round was dealt. They are cached, because most rounds of a table
        share them."""
        if not lines:
            return None
        opening: dict[str, Any] = msgspec.json.decode(lines[0])
        key = msgspec.json.encode([opening.get(key) for key in ("game", "as_of", "assumed", "readings", "house")])
        if len(self._settings) > MOST_SETTINGS:
            self._settings.clear()
        if key not in self._settings:
            setting = setting_of(lines[0])
            self._settings[key] = None if setting is None else (setting[1], setting[2])
        return self._settings[key]
