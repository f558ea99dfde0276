"""One table on its present gaming day, from the accounts of its rounds: voids by paragraph, counts due and made.

Nothing is played again, so that a server can answer at any time. What it found is kept, and only new rounds are read.
"""

from __future__ import annotations

import zlib
from collections import Counter
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.shift.round_events import VOID_HAND, VOID_ROUND
from pitboss.compliance.shift.stub_counts import StubCounts, judged
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.store.rounds.round_rows import setting_of
from pitboss.store.store import Store

WIND_UP = "wind up"
MOST_SETTINGS = 200  # kept between two questions


class _Act(msgspec.Struct, frozen=True):
    act: str
    cite: str


class _Account(msgspec.Struct, frozen=True):
    """As much of an account as is needed."""

    acts: tuple[_Act, ...]


class _Carry(msgspec.Struct, frozen=True):
    marks: dict[str, int]


_read_account = msgspec.json.Decoder(_Account).decode
_read_carry = msgspec.json.Decoder(_Carry).decode


class Voided(NamedTuple):
    paragraph: str
    rounds: int
    hands: int


class TableDay(msgspec.Struct, frozen=True):
    date: str  # of the gaming day
    rounds: int  # that ended on it
    wound_up: int
    unread: int  # of them nothing more is known
    voids: tuple[Voided, ...]
    stub: StubCounts


class _Sums:
    """What was added up so far."""

    def __init__(self, date: str, after: int) -> None:
        self.date = date
        self.newest = after  # the newest round that was read, or the last of the day before
        self.rounds = self.wound_up = self.unread = 0
        self.void_rounds: Counter[str] = Counter()
        self.void_hands: Counter[str] = Counter()
        self.stub = StubCounts()

    def told(self) -> TableDay:
        cites = sorted({*self.void_rounds, *self.void_hands})
        voids = tuple(Voided(cite, self.void_rounds[cite], self.void_hands[cite]) for cite in cites)
        return TableDay(self.date, self.rounds, self.wound_up, self.unread, voids, self.stub)


class TableDays:
    """The present gaming day of every table of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sums: dict[int, _Sums] = {}
        self._settings: dict[bytes, tuple[Rules, House] | None] = {}
        self._lock = Lock()

    def of(self, table: int, date: str, begins: int) -> TableDay:
        """The day of this date, which began at that moment."""
        with self._lock:
            sums = self._sums.get(table)
            over = self._store.rounds.newest(table) - 1
            if sums is None or sums.date != date:
                sums = self._sums[table] = _Sums(date, self._before(table, over, begins))
            while sums.newest < over:
                sums.newest += 1
                self._add(sums, table, sums.newest)
            return sums.told()

    def _before(self, table: int, newest: int, begins: int) -> int:
        """The last round that ended before the day began."""
        while newest > 0 and self._store.rounds.acted_at(table, newest) >= begins:
            newest -= 1
        return newest

    def _add(self, sums: _Sums, table: int, round_: int) -> None:
        found, after = self._store.rounds.lines(table, round_), self._store.rounds.lines(table, round_ + 1)
        kept = self._store.rounds.told(table, round_)
        account = None
        if kept is not None:
            with suppress(zlib.error, msgspec.DecodeError):  # what was tampered with is for the audit to find
                account = _read_account(zlib.decompress(kept))
        if account is None or found is None or after is None:
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
        played = self._played_by(found[1])
        if played is None:
            sums.unread += 1
            return
        rules, house = played
        before, now = _read_carry(found[0].encode()), _read_carry(after[0].encode())
        sums.stub = sums.stub.plus(round_, judged(kinds, before.marks, now.marks, house, rules))

    def _played_by(self, lines: list[str]) -> tuple[Rules, House] | None:
        """By which law and house a round was dealt. Most rounds of a table share them, so they are made once."""
        if not lines:
            return None
        opened: dict[str, Any] = msgspec.json.decode(lines[0])
        key = msgspec.json.encode([opened.get(each) for each in ("game", "as_of", "assumed", "readings", "house")])
        if len(self._settings) > MOST_SETTINGS:
            self._settings.clear()
        if key not in self._settings:
            played = setting_of(lines[0])
            self._settings[key] = None if played is None else (played[1], played[2])
        return self._settings[key]
