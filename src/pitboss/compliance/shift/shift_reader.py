"""Reads a shift from a server's database, round by round. The database is only read, even while a server writes to
it."""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss.common.steps import NobodyPlays
from pitboss.compliance.papers.paper import law_in_words
from pitboss.compliance.shift.round_events import order_reasons, voids_from_account, voids_from_replay
from pitboss.compliance.shift.shift_report import (
    NO_DISPUTES,
    Act,
    ChipsMoved,
    Ruling,
    ShiftReport,
    TableShift,
    Void,
    WoundUp,
)
from pitboss.compliance.shift.staff_entries import StaffChain, StaffInput, is_order, match_with_acts, staff_inputs
from pitboss.compliance.shift.stub_counts import COUNTED, StubCounts, judge_stub
from pitboss.engine.driver import Driver
from pitboss.engine.record import START
from pitboss.record.account import Account, unpack
from pitboss.record.drop import Chips, new_chips
from pitboss.record.gaming_day import FIRST, LAST, GamingDay, zone_of
from pitboss.record.hold_report import Ledger, title_of
from pitboss.record.other_version import COULD_NOT
from pitboss.record.round_playback import MismatchError, ReplayError
from pitboss.record.round_result import Result, chips_of, result_of
from pitboss.store.chains.hash_chain import digest, find_wrong_end
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import WITH_ACCOUNTS, SchemaError, private_tables, version_of
from pitboss.store.errors import StoreError, describe_error
from pitboss.store.rounds import round_rows
from pitboss.store.rounds.stored_replay import replay_stored_round, times_of
from pitboss.store.rounds.stored_results import format_ranges
from pitboss.store.row_types import ToldStaffAct
from pitboss.store.staff_act_prefixes import OPENED, TO_COME
from pitboss.table.steps import quantity

Progress = Callable[[int, int], None]  # called with the number of rounds read so far, and of all rounds
FIRST_YEAR, LAST_YEAR = 1971, 9997  # years in which datetime can represent a gaming day in any time zone

NOBODY = str(NobodyPlays.__struct_config__.tag)
_AT = (
    '(SELECT json_extract(line, \'$.at\') FROM rows INDEXED BY rows_of_round WHERE "table" = c."table" '
    "AND round = c.round AND json_extract(line, '$.at') IS NOT NULL ORDER BY number {} LIMIT 1)"
)


class NoShiftError(ValueError):
    """Raised if the house has no such gaming day, shift or table."""


def shift_report(
    path: Path,
    day: GamingDay | None = None,
    *,
    date: str | None = None,
    shift: str = "",
    tables: Sequence[str] = (),
    on_progress: Progress | None = None,
) -> ShiftReport:
    """Report a gaming day of a server's database or one shift of it; by default the newest day with any event.

    Tables are named by number or name. Raises NoShiftError if there is no such day, shift or table, and StoreError if
    the database cannot be read.
    """
    day = day or GamingDay()
    try:
        with open_read_only(path) as db:
            if not version_of(db):
                raise StoreError(f"{path} is not a Pitboss database")
            gaming_day = _day(date) if date is not None else _day(day.day_of(_newest_time(db)))
            if shift and shift not in day.shifts:
                hint = f"shifts are {', '.join(day.in_order())}" if day.shifts else "no shifts are set"
                raise NoShiftError(f"there is no shift {shift!r}; {hint}; they stand under [gaming-day.shifts]")
            return Reader(db, path, day, gaming_day, shift, tables, on_progress).report()
    except (sqlite3.DatabaseError, SchemaError) as error:
        raise StoreError(f"{path} cannot be read: {describe_error(error)}") from None
    except msgspec.DecodeError as error:
        raise StoreError(f"{path} cannot be read: {error}; run: pitboss verify --db {path}") from None


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NoShiftError(f"{text!r} is not a day; write it as 2026-11-15") from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise NoShiftError(f"{text} is no day of a casino; use one from {FIRST_YEAR} on")
    return day


def _newest_time(db: sqlite3.Connection) -> int:
    """Return the time of the newest event in the database; the current time if there is none."""
    sql = (
        "SELECT json_extract(line, '$.at') FROM rows WHERE \"table\" = ? AND json_extract(line, '$.at') IS NOT NULL "
        "ORDER BY number DESC LIMIT 1"
    )
    times = [row[0] for (table,) in db.execute("SELECT id FROM tables").fetchall() for row in db.execute(sql, (table,))]
    valid_times = [
        moment for moment in (*times, *StaffChain(db).newest()) if isinstance(moment, int) and FIRST <= moment <= LAST
    ]
    return max(valid_times, default=int(time.time()))


class Row(NamedTuple):
    """A table of the database."""

    id: int
    name: str
    gone: bool


class Span(NamedTuple):
    """A round, with the times of its first and its last row."""

    table: int
    round: int
    first: int
    last: int


@dataclass
class TableSums:
    """The sums of one table over the rounds read so far."""

    row: Row
    game: str = ""
    rounds: int = 0
    not_played: int = 0
    unknown: int = 0
    open_before: list[int] = field(default_factory=list)
    open_after: list[int] = field(default_factory=list)
    versions: Counter[str] = field(default_factory=Counter)
    voids: list[Void] = field(default_factory=list)
    wound_up: list[WoundUp] = field(default_factory=list)
    stub: StubCounts = field(default_factory=StubCounts)
    rulings: list[Ruling] = field(default_factory=list)
    chips: list[ChipsMoved] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    upgraded: list[int] = field(default_factory=list)  # rounds of another version, described from their accounts
    differing: list[int] = field(default_factory=list)  # rounds of this version that replay differently
    unlinked: list[int] = field(default_factory=list)  # rounds whose rows were altered or are missing
    lost: list[int] = field(default_factory=list)  # rounds without any row left, of any day


class Reader:
    """Reads the rounds and staff acts of one shift, and builds the report."""

    def __init__(
        self,
        db: sqlite3.Connection,
        path: Path,
        day: GamingDay,
        date: date,
        shift: str,
        only: Sequence[str],
        on_progress: Progress | None,
    ) -> None:
        self._db, self._path, self._on_progress = db, path, on_progress
        self._now = int(time.time())
        self._check = f"run: pitboss verify --db {path}"
        self._staff = StaffChain(db)
        self._day, self._date, self._shift = day, date, shift
        self._begins, self._ends = day.span(date, shift)
        self._since, _ = day.span(date)  # from the start of the day: chips taken away earlier may come back
        gone_column = "gone" if self._staff.kept else "0"
        self._private = private_tables(db)
        rows = [Row(*row) for row in db.execute(f"SELECT id, name, {gone_column} FROM tables ORDER BY id").fetchall()]
        rows = [row for row in rows if row.id not in self._private]
        self._tables = {row.id: TableSums(row) for row in rows}
        self._only = _select_tables(rows, only)
        self._people = {name.casefold() for (name,) in db.execute("SELECT name FROM accounts")}
        self._ledger = Ledger(day)
        self._moved: list[tuple[Span, str, Chips]] = []  # (round, game, chips that moved)
        self._house: list[Act] = []
        self._texts: set[str] = set()  # the texts of the law that the rounds were dealt by

    def report(self) -> ShiftReport:
        spans = list(self._spans())
        for number, span in enumerate(spans, 1):
            if self._on_progress is not None:
                self._on_progress(number, len(spans))
            try:
                self._read_round(span)
            except (ReplayError, msgspec.DecodeError) as error:
                where = f"{self._name(span.table)}, round {span.round}"
                raise StoreError(f"{self._path}: {where}, cannot be read: {error}; {self._check}") from None
        self._add_drop()
        opened_later = set(self._staff_acts())
        unjudged = sum(len(sums.upgraded) for sums in self._tables.values())
        hold = msgspec.structs.replace(self._ledger.report(), unjudged=unjudged)
        hold_by_name = {row.name: row for row in hold.by("table")}
        tables = [self._table_shift(sums) for sums in self._tables_to_show(opened_later)]
        return ShiftReport(
            source=self._path.name,
            date=self._date.isoformat(),
            shift=self._shift,
            begins=self._begins,
            ends=self._ends,
            day=self._day,
            tables=tuple(msgspec.structs.replace(table, hold=hold_by_name.get(table.name)) for table in tables),
            house=tuple(self._house),
            hold=hold,
            only=tuple(self._name(table) for table in self._only) if len(self._only) < len(self._tables) else (),
            notes=tuple(self._notes()),
            warnings=tuple(self._warnings()),
            made=datetime.fromtimestamp(self._now, zone_of(self._day.time_zone)).date().isoformat(),
            over=self._now >= self._ends,
        )

    # --- which rounds

    def _spans(self) -> Iterator[Span]:
        """Yield the rounds that have rows of this gaming day before the end of the shift."""
        sql = f'SELECT c."table", c.round, {_AT.format("")}, {_AT.format("DESC")} FROM carries c ORDER BY 1, 2'
        empty = (0, 0)  # the newest round without rows
        for table, round_, first, last in self._db.execute(sql):
            if table in self._private:
                continue
            if empty == (table, round_ - 1) and table in self._tables:
                self._tables[table].lost.append(round_ - 1)  # it is over, because the next one has begun
            if first is None:
                empty = (table, round_)
                continue  # nobody has acted in it yet
            if not isinstance(first, int) or not isinstance(last, int):
                where = f"{self._name(table)}, round {round_}"
                raise StoreError(
                    f"{self._path}: {where}, cannot be read: a row has a time that no clock shows; {self._check}"
                )
            if last >= self._since and first < self._ends:
                yield Span(table, round_, first, last)

    def _is_in_shift(self, moment: int) -> bool:
        return self._begins <= moment < self._ends

    # --- one round

    def _read_round(self, span: Span) -> None:
        if span.table not in self._tables:
            raise ReplayError("there are rows of a table that does not exist")
        lines, is_intact = self._rows(span)
        rows = round_rows.read(lines)
        times = times_of(rows)
        opening, end = rows[0], rows[-1]
        is_over = isinstance(end, round_rows.CloseRow | round_rows.WindUp)
        staff_done = staff_inputs(rows)
        replays = (
            isinstance(opening, round_rows.Open)
            and not isinstance(end, round_rows.WindUp)
            and (is_over or bool(staff_done))
        )
        driver = self._replay(span, lines) if replays else None
        if driver is not None and is_over:
            self._moved += ((span, driver.game.name, chips) for chips in chips_of(driver, times))
        if span.table not in self._only:
            return
        table, is_inside = self._tables[span.table], is_over and self._is_in_shift(span.last)
        self._add_staff(span, staff_done, driver)
        if not is_inside:
            table.open_after += [span.round] if span.last >= self._begins or not is_over else []
            return
        table.open_before += [span.round] if span.first < self._begins else []
        table.unlinked += [] if is_intact else [span.round]
        if isinstance(opening, round_rows.Open):
            table.game = opening.game
            table.versions[opening.code] += 1
        if isinstance(end, round_rows.WindUp):
            table.wound_up.append(WoundUp(end.at, span.round, self._person(end.by) or "the server", end.why))
            return
        table.rounds += 1
        if driver is not None:
            self._add(table, span, driver, times)
        elif isinstance(opening, round_rows.Open) and isinstance(end, round_rows.CloseRow):
            self._add_from_account(table, span, end, is_intact and round_rows.is_of_another_version(rows))

    def _rows(self, span: Span) -> tuple[list[str], bool]:
        """Return the rows of a round, and whether the hash chain through them is intact."""
        sql = (
            "SELECT number, line, hash FROM rows INDEXED BY rows_of_round "
            'WHERE "table" = ? AND round = ? ORDER BY number'
        )
        rows = self._db.execute(sql, (span.table, span.round)).fetchall()
        first = rows[0][0]
        sql = 'SELECT hash FROM rows WHERE "table" = ? AND number = ?'
        (prev,) = self._db.execute(sql, (span.table, first - 1)).fetchone() or (START,)
        is_intact = True
        for index, (number, line, hash_) in enumerate(rows):
            is_intact &= number == first + index and line.startswith(f'{{"prev":"{prev}",') and digest(line) == hash_
            prev = hash_
        return [line for _, line, _ in rows], is_intact

    def _replay(self, span: Span, lines: Sequence[str]) -> Driver | None:
        try:
            return replay_stored_round(self._db, span.table, span.round, lines)
        except MismatchError:
            return None

    def _is_companion(self, player: str) -> bool:
        """Return whether a player is a companion of the house: companions have no account."""
        return player.casefold() not in self._people

    def _add(self, table: TableSums, span: Span, driver: Driver, times: list[int]) -> None:
        """Add a round that this version replays as it was written."""
        self._texts.add(law_in_words(driver.game, driver.rules))
        voids = list(voids_from_replay(driver, times))
        table.voids += voids
        table.not_played += bool(driver.table.void) and all(void.hand for void in voids)
        table.stub = table.stub.plus(span.round, judge_stub(driver))
        result = result_of(driver, table.row.name, times, self._is_companion)
        self._ledger.add(msgspec.structs.replace(result, chips=()))

    def _add_from_account(self, table: TableSums, span: Span, end: round_rows.CloseRow, is_upgraded: bool) -> None:
        """Add a round that this version would play otherwise, from its account if the digest of the account matches."""
        (table.upgraded if is_upgraded else table.differing).append(span.round)
        account = self._account(span, end)
        if account is None:
            table.unknown += 1
            return
        table.voids += voids_from_account(account, span.last)
        table.not_played += any(act.act == NOBODY for act in account.acts)
        table.stub = table.stub.plus_unknown(any(act.act == COUNTED for act in account.acts))

    def _account(self, span: Span, end: round_rows.CloseRow) -> Account | None:
        """Return the account of a round, if it was kept and its digest matches."""
        if version_of(self._db) < WITH_ACCOUNTS:
            return None
        sql = 'SELECT account FROM told WHERE "table" = ? AND round = ?'
        row = self._db.execute(sql, (span.table, span.round)).fetchone()
        if row is None or round_rows.account_digest(row[0]) != end.account:
            return None
        with suppress(zlib.error, msgspec.DecodeError):
            return unpack(row[0])
        return None

    # --- what the staff did

    def _add_staff(self, span: Span, staff_done: Sequence[tuple[int, StaffInput]], driver: Driver | None) -> None:
        """Add the rulings, fills and credits of a round that were made in the shift."""
        table = self._tables[span.table]
        reasons = (
            order_reasons(driver) if driver is not None and any(is_order(entry) for _, entry in staff_done) else []
        )
        for entry in match_with_acts(span.round, staff_done, self._staff.in_round(span.table, span.round), reasons):
            if not self._is_in_shift(entry.at):
                continue
            if isinstance(entry, Ruling):
                table.rulings.append(entry)
            else:
                table.chips.append(entry)

    def _staff_acts(self) -> Iterator[int]:
        """Sort the staff acts of the shift by table. Yields the tables that were opened after the shift."""
        for act in self._staff.since(self._begins):
            shown_act = Act(act.at, act.round, act.name, act.what, act.why, act.cite)
            if act.at >= self._ends:
                if act.table is not None and act.what.startswith(OPENED):
                    yield act.table
            elif act.table is None:
                self._house += [shown_act] if len(self._only) == len(self._tables) else []
            elif act.table in self._only and not self._is_pending(act):
                self._tables[act.table].acts.append(shown_act)

    def _is_pending(self, act: ToldStaffAct) -> bool:
        """Return whether a staff act planned an incident that may still happen. Such an act is reported only once the
        incident has happened or the round is over.
        """
        if not act.what.startswith(TO_COME):
            return False
        newest = self._db.execute('SELECT max(round) FROM carries WHERE "table" = ?', (act.table,)).fetchone()
        return bool(newest == (act.round,))

    def _person(self, account: int) -> str:
        """Return the name of an account."""
        row = self._db.execute("SELECT name FROM accounts WHERE id = ?", (account,)).fetchone()
        return "" if row is None else str(row[0])

    # --- added up

    def _add_drop(self) -> None:
        """Add the drop: chips count when they are brought, but not chips that the player took away earlier on the same
        day."""
        moved = sorted(self._moved, key=lambda move: move[2].at or 0)
        moved = [
            move
            for move in moved
            if self._since <= (move[2].at or 0) < self._ends and not self._is_companion(move[2].player)
        ]
        for index, cents in new_chips(("", chips.player, chips.cents) for _, _, chips in moved):
            span, game, chips = moved[index]
            if cents and span.table in self._only and self._is_in_shift(chips.at or 0):
                new = (Chips(chips.player, cents, chips.at),)
                self._ledger.add(
                    Result(game=game, table=self._name(span.table), round=span.round, at=chips.at, chips=new)
                )

    def _tables_to_show(self, opened_later: set[int]) -> Iterator[TableSums]:
        """Yield the tables of the report. Tables opened later, or removed before, are left out."""
        for table in self._only:
            sums = self._tables[table]
            has_events = sums.rounds or sums.acts or sums.chips or sums.wound_up or sums.open_after
            if has_events or (table not in opened_later and not sums.row.gone):
                yield sums

    def _table_shift(self, table: TableSums) -> TableShift:
        game = table.game or self._game_of(table.row.id)
        return TableShift(
            table=table.row.id,
            name=table.row.name,
            game=game,
            title=title_of(game) if game else "",
            rounds=table.rounds,
            not_played=table.not_played,
            unknown=table.unknown,
            open_before=tuple(table.open_before),
            open_after=tuple(table.open_after),
            versions=dict(table.versions),
            voids=tuple(table.voids),
            wound_up=tuple(table.wound_up),
            stub=table.stub,
            rulings=tuple(table.rulings),
            chips=tuple(table.chips),
            acts=tuple(table.acts),
        )

    def _game_of(self, table: int) -> str:
        """Return the game of a table at which nobody played."""
        sql = "SELECT json_extract(setting, '$.game') FROM tables WHERE id = ?"
        (game,) = self._db.execute(sql, (table,)).fetchone()
        return str(game or "")

    def _name(self, table: int) -> str:
        return self._tables[table].row.name if table in self._tables else f"table {table}"

    def _notes(self) -> Iterator[str]:
        if self._now < self._ends:
            yield f"the {'shift' if self._shift else 'gaming day'} is not over yet"
        yield (
            "a round belongs to the shift in which it ended, with its voids and its count; what the staff did and "
            "chips that moved belong to their own moment"
        )
        if self._texts:
            yield f"paragraphs are those of {'; '.join(sorted(self._texts))}"
        yield NO_DISPUTES
        if self._private:
            yield f"{quantity(len(self._private), 'private table')} of players and staff left out"
        if not self._staff.kept:
            yield "this database is of a version that did not keep what the staff did: who ruled and why is not known"
        if upgraded := [table for table in self._tables.values() if table.upgraded]:
            count = quantity(sum(len(table.upgraded) for table in upgraded), "round")
            yield (
                f"{count} of another version {COULD_NOT}, because this one would play them otherwise: shown from the "
                "account that was kept, if one was, and left out of the hold; whether a count of the stub was due is "
                "not known. These "
                "are " + "; ".join(f"{table.row.name} {format_ranges(table.upgraded)}" for table in upgraded)
            )
        yield "tables are named as they are now; the rows of these rounds were checked by their hashes, and no others"

    def _warnings(self) -> Iterator[str]:
        check = self._check
        for table in self._tables.values():
            if table.unlinked:
                rounds = f"{quantity(len(table.unlinked), 'round')} ({format_ranges(table.unlinked)})"
                yield f"{table.row.name}: rows were altered or are missing in {rounds}; {check}"
            if table.lost:
                rounds = f"{quantity(len(table.lost), 'round')} ({format_ranges(table.lost)})"
                yield f"{table.row.name}: no row is left of {rounds}, of this day or another; {check}"
            if table.row.id in self._only and (fault := find_wrong_end(self._db, table.row.id)) is not None:
                yield f"{table.row.name}: {fault}; {check}"
            if table.differing:
                rounds = f"{quantity(len(table.differing), 'round')} ({format_ranges(table.differing)})"
                do = "does" if len(table.differing) == 1 else "do"
                yield f"{table.row.name}: {rounds} {do} not replay as written; left out of the hold; {check}"
        if (fault := self._staff.broken_where()) is not None:
            yield f"what the staff did: {fault}; {check}"


def _select_tables(rows: Sequence[Row], only: Sequence[str]) -> list[int]:
    """Return the tables that are asked for by number or name, or all of them."""
    if not only:
        return [row.id for row in rows]
    ids = []
    for asked_for in only:
        matching = [row.id for row in rows if asked_for in (str(row.id), row.name)]
        if not matching:
            names = ", ".join(f"{row.id} ({row.name})" for row in rows if not row.gone) or "none"
            raise NoShiftError(f"there is no table {asked_for!r}; tables are {names}")
        ids += matching
    return sorted(set(ids))
