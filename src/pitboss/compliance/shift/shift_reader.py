"""A shift read from a server's database, round by round. The database is only read, even while a server writes."""

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
from pitboss.compliance.shift.round_events import asked, voids_of, voids_told
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
from pitboss.compliance.shift.staff_entries import Done, StaffChain, done_in, is_order, with_names
from pitboss.compliance.shift.stub_counts import COUNTED, StubCounts, stub_of
from pitboss.engine.driver import Driver
from pitboss.engine.record import START
from pitboss.record.account import Account, unpack
from pitboss.record.drop import Chips, new_chips
from pitboss.record.gaming_day import FIRST, LAST, GamingDay, zone_of
from pitboss.record.hold_report import Ledger, title_of
from pitboss.record.other_version import COULD_NOT
from pitboss.record.round_playback import MismatchError, ReplayError
from pitboss.record.round_result import Result, chips_of, result_of
from pitboss.store.chains.hash_chain import cut_short, digest
from pitboss.store.database.read_only import reading
from pitboss.store.database.schema import WITH_ACCOUNTS, SchemaError, private_tables, version_of
from pitboss.store.errors import StoreError, in_words
from pitboss.store.rounds import round_rows
from pitboss.store.rounds.stored_replay import played_again, times_of
from pitboss.store.rounds.stored_results import in_ranges
from pitboss.store.row_types import ToldStaffAct
from pitboss.store.staff_act_prefixes import OPENED, TO_COME
from pitboss.table.steps import quantity

Going = Callable[[int, int], None]  # told how many rounds have been read, and of how many
FIRST_YEAR, LAST_YEAR = 1971, 9997  # within which every clock shows a gaming day

NOBODY = str(NobodyPlays.__struct_config__.tag)
_AT = (
    '(SELECT json_extract(line, \'$.at\') FROM rows INDEXED BY rows_of_round WHERE "table" = c."table" '
    "AND round = c.round AND json_extract(line, '$.at') IS NOT NULL ORDER BY number {} LIMIT 1)"
)


class NoShiftError(ValueError):
    """What was asked for is no gaming day, no shift or no table of this house."""


def shift_report(
    path: Path,
    day: GamingDay | None = None,
    *,
    date: str | None = None,
    shift: str = "",
    tables: Sequence[str] = (),
    going: Going | None = None,
) -> ShiftReport:
    """A gaming day of a server's database, or one shift of it; by default the newest day on which anything happened.
    Tables are asked for by number or name. A `NoShiftError` if there is no such day, shift or table, and a `StoreError`
    if the database cannot be read."""
    day = day or GamingDay()
    try:
        with reading(path) as db:
            if not version_of(db):
                raise StoreError(f"{path} is not a Pitboss database")
            asked_for = _day(date) if date is not None else _day(day.day_of(_newest(db)))
            if shift and shift not in day.shifts:
                known = f"shifts are {', '.join(day.in_order())}" if day.shifts else "no shifts are set"
                raise NoShiftError(f"there is no shift {shift!r}; {known}; they stand under [gaming-day.shifts]")
            return Reader(db, path, day, asked_for, shift, tables, going).report()
    except (sqlite3.DatabaseError, SchemaError) as wrong:
        raise StoreError(f"{path} cannot be read: {in_words(wrong)}") from None
    except msgspec.DecodeError as wrong:
        raise StoreError(f"{path} cannot be read: {wrong}; run: pitboss verify --db {path}") from None


def _day(text: str) -> date:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise NoShiftError(f"{text!r} is not a day; write it as 2026-11-15") from None
    if not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise NoShiftError(f"{text} is no day of a casino; use one from {FIRST_YEAR} on")
    return found


def _newest(db: sqlite3.Connection) -> int:
    """When something last happened; now, where nothing ever did."""
    sql = (
        "SELECT json_extract(line, '$.at') FROM rows WHERE \"table\" = ? AND json_extract(line, '$.at') IS NOT NULL "
        "ORDER BY number DESC LIMIT 1"
    )
    found = [row[0] for (table,) in db.execute("SELECT id FROM tables").fetchall() for row in db.execute(sql, (table,))]
    shown = [at for at in (*found, *StaffChain(db).newest()) if isinstance(at, int) and FIRST <= at <= LAST]
    return max(shown, default=int(time.time()))


class Row(NamedTuple):
    """A table of the database."""

    id: int
    name: str
    gone: bool


class Span(NamedTuple):
    """A round, and when it was first and last acted in."""

    table: int
    round: int
    first: int
    last: int


@dataclass
class Found:
    """What was found of one table so far."""

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
    upgraded: list[int] = field(default_factory=list)  # rounds of another version, told from their accounts
    differing: list[int] = field(default_factory=list)  # rounds of this version that replay otherwise
    unlinked: list[int] = field(default_factory=list)  # rounds whose rows were altered or are missing
    lost: list[int] = field(default_factory=list)  # rounds of which no row is left, of whatever day


class Reader:
    def __init__(
        self,
        db: sqlite3.Connection,
        path: Path,
        day: GamingDay,
        date: date,
        shift: str,
        only: Sequence[str],
        going: Going | None,
    ) -> None:
        self._db, self._path, self._going = db, path, going
        self._now = int(time.time())
        self._check = f"run: pitboss verify --db {path}"
        self._staff = StaffChain(db)
        self._day, self._date, self._shift = day, date, shift
        self._begins, self._ends = day.span(date, shift)
        self._since, _ = day.span(date)  # chips that were taken away earlier on the day come back
        gone = "gone" if self._staff.kept else "0"
        self._private = private_tables(db)
        rows = [Row(*row) for row in db.execute(f"SELECT id, name, {gone} FROM tables ORDER BY id").fetchall()]
        rows = [row for row in rows if row.id not in self._private]
        self._found = {row.id: Found(row) for row in rows}
        self._only = _chosen(rows, only)
        self._people = {name.casefold() for (name,) in db.execute("SELECT name FROM accounts")}
        self._ledger = Ledger(day)
        self._moved: list[tuple[Span, str, Chips]] = []  # the game, and chips that moved
        self._house: list[Act] = []
        self._texts: set[str] = set()  # by which the rounds were dealt

    def report(self) -> ShiftReport:
        every = list(self._spans())
        for number, span in enumerate(every, 1):
            if self._going is not None:
                self._going(number, len(every))
            try:
                self._read(span)
            except (ReplayError, msgspec.DecodeError) as wrong:
                where = f"{self._name(span.table)}, round {span.round}"
                raise StoreError(f"{self._path}: {where}, cannot be read: {wrong}; {self._check}") from None
        self._add_drop()
        late = set(self._staff_acts())
        unjudged = sum(len(found.upgraded) for found in self._found.values())
        hold = msgspec.structs.replace(self._ledger.report(), unjudged=unjudged)
        held = {row.name: row for row in hold.by("table")}
        told = [self._told(found) for found in self._shown(late)]
        return ShiftReport(
            source=self._path.name,
            date=self._date.isoformat(),
            shift=self._shift,
            begins=self._begins,
            ends=self._ends,
            day=self._day,
            tables=tuple(msgspec.structs.replace(each, hold=held.get(each.name)) for each in told),
            house=tuple(self._house),
            hold=hold,
            only=tuple(self._name(table) for table in self._only) if len(self._only) < len(self._found) else (),
            notes=tuple(self._notes()),
            warnings=tuple(self._warnings()),
            made=datetime.fromtimestamp(self._now, zone_of(self._day.time_zone)).date().isoformat(),
            over=self._now >= self._ends,
        )

    # --- which rounds

    def _spans(self) -> Iterator[Span]:
        """Rounds that were acted in on this gaming day before the shift was over."""
        sql = f'SELECT c."table", c.round, {_AT.format("")}, {_AT.format("DESC")} FROM carries c ORDER BY 1, 2'
        empty = (0, 0)  # the newest round without rows
        for table, round_, first, last in self._db.execute(sql):
            if table in self._private:
                continue
            if empty == (table, round_ - 1) and table in self._found:
                self._found[table].lost.append(round_ - 1)  # it is over, for the next one has begun
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

    def _within(self, at: int) -> bool:
        return self._begins <= at < self._ends

    # --- one round

    def _read(self, span: Span) -> None:
        if span.table not in self._found:
            raise ReplayError("there are rows of a table that does not exist")
        lines, linked = self._lines(span)
        read = round_rows.read(lines)
        times = times_of(read)
        opened, end = read[0], read[-1]
        over = isinstance(end, round_rows.Closed | round_rows.WindUp)
        done = done_in(read)
        replays = (
            isinstance(opened, round_rows.Open) and not isinstance(end, round_rows.WindUp) and (over or bool(done))
        )
        driver = self._again(span, lines) if replays else None
        if driver is not None and over:
            self._moved += ((span, driver.game.name, chips) for chips in chips_of(driver, times))
        if span.table not in self._only:
            return
        found, inside = self._found[span.table], over and self._within(span.last)
        self._name_staff(span, done, driver)
        if not inside:
            found.open_after += [span.round] if span.last >= self._begins or not over else []
            return
        found.open_before += [span.round] if span.first < self._begins else []
        found.unlinked += [] if linked else [span.round]
        if isinstance(opened, round_rows.Open):
            found.game = opened.game
            found.versions[opened.code] += 1
        if isinstance(end, round_rows.WindUp):
            found.wound_up.append(WoundUp(end.at, span.round, self._person(end.by) or "the server", end.why))
            return
        found.rounds += 1
        if driver is not None:
            self._add(found, span, driver, times)
        elif isinstance(opened, round_rows.Open) and isinstance(end, round_rows.Closed):
            self._tell(found, span, end, linked and round_rows.is_of_another_version(read))

    def _lines(self, span: Span) -> tuple[list[str], bool]:
        """The rows of a round, and whether each has the hash of the one before it."""
        sql = (
            "SELECT number, line, hash FROM rows INDEXED BY rows_of_round "
            'WHERE "table" = ? AND round = ? ORDER BY number'
        )
        rows = self._db.execute(sql, (span.table, span.round)).fetchall()
        first = rows[0][0]
        sql = 'SELECT hash FROM rows WHERE "table" = ? AND number = ?'
        (prev,) = self._db.execute(sql, (span.table, first - 1)).fetchone() or (START,)
        linked = True
        for at, (number, line, held) in enumerate(rows):
            linked &= number == first + at and line.startswith(f'{{"prev":"{prev}",') and digest(line) == held
            prev = held
        return [line for _, line, _ in rows], linked

    def _again(self, span: Span, lines: Sequence[str]) -> Driver | None:
        try:
            return played_again(self._db, span.table, span.round, lines)
        except MismatchError:
            return None

    def _is_ours(self, player: str) -> bool:
        """The house's companions have no account."""
        return player.casefold() not in self._people

    def _add(self, found: Found, span: Span, driver: Driver, times: list[int]) -> None:
        """A round that this version plays as it was written."""
        self._texts.add(law_in_words(driver.game, driver.rules))
        voids = list(voids_of(driver, times))
        found.voids += voids
        found.not_played += bool(driver.table.void) and all(void.hand for void in voids)
        found.stub = found.stub.plus(span.round, stub_of(driver))
        result = result_of(driver, found.row.name, times, self._is_ours)
        self._ledger.add(msgspec.structs.replace(result, chips=()))

    def _tell(self, found: Found, span: Span, end: round_rows.Closed, upgraded: bool) -> None:
        """A round that this version would play otherwise: what its account says, if it is the one that was noted."""
        (found.upgraded if upgraded else found.differing).append(span.round)
        account = self._account(span, end)
        if account is None:
            found.unknown += 1
            return
        found.voids += voids_told(account, span.last)
        found.not_played += any(act.act == NOBODY for act in account.acts)
        found.stub = found.stub.plus_unknown(any(act.act == COUNTED for act in account.acts))

    def _account(self, span: Span, end: round_rows.Closed) -> Account | None:
        if version_of(self._db) < WITH_ACCOUNTS:
            return None
        sql = 'SELECT account FROM told WHERE "table" = ? AND round = ?'
        kept = self._db.execute(sql, (span.table, span.round)).fetchone()
        if kept is None or round_rows.account_digest(kept[0]) != end.account:
            return None
        with suppress(zlib.error, msgspec.DecodeError):
            return unpack(kept[0])
        return None

    # --- what the staff did

    def _name_staff(self, span: Span, done: Sequence[tuple[int, Done]], driver: Driver | None) -> None:
        """Rulings, fills and credits of a round, as far as they were in the shift."""
        found = self._found[span.table]
        questions = asked(driver) if driver is not None and any(is_order(each) for _, each in done) else []
        for each in with_names(span.round, done, self._staff.in_round(span.table, span.round), questions):
            if not self._within(each.at):
                continue
            if isinstance(each, Ruling):
                found.rulings.append(each)
            else:
                found.chips.append(each)

    def _staff_acts(self) -> Iterator[int]:
        """Sorts what the staff did in the shift under its tables. Gives the tables that were opened after it."""
        for act in self._staff.since(self._begins):
            told = Act(act.at, act.round, act.name, act.what, act.why, act.cite)
            if act.at >= self._ends:
                if act.table is not None and act.what.startswith(OPENED):
                    yield act.table
            elif act.table is None:
                self._house += [told] if len(self._only) == len(self._found) else []
            elif act.table in self._only and not self._waits(act):
                self._found[act.table].acts.append(told)

    def _waits(self, act: ToldStaffAct) -> bool:
        """Return whether an incident may still wait for its moment: whoever reads a report learns of it when it has
        happened, or when the round is over."""
        if not act.what.startswith(TO_COME):
            return False
        newest = self._db.execute('SELECT max(round) FROM carries WHERE "table" = ?', (act.table,)).fetchone()
        return bool(newest == (act.round,))

    def _person(self, account: int) -> str:
        row = self._db.execute("SELECT name FROM accounts WHERE id = ?", (account,)).fetchone()
        return "" if row is None else str(row[0])

    # --- added up

    def _add_drop(self) -> None:
        """Chips go to the moment at which they came; those that a player took away earlier on the day are not new."""
        moved = sorted(self._moved, key=lambda each: each[2].at or 0)
        moved = [
            each
            for each in moved
            if self._since <= (each[2].at or 0) < self._ends and not self._is_ours(each[2].player)
        ]
        for place, cents in new_chips(("", chips.player, chips.cents) for _, _, chips in moved):
            span, game, chips = moved[place]
            if cents and span.table in self._only and self._within(chips.at or 0):
                new = (Chips(chips.player, cents, chips.at),)
                self._ledger.add(
                    Result(game=game, table=self._name(span.table), round=span.round, at=chips.at, chips=new)
                )

    def _shown(self, late: set[int]) -> Iterator[Found]:
        """The tables of the report: not those that were opened later, or had been put away before."""
        for table in self._only:
            found = self._found[table]
            happened = found.rounds or found.acts or found.chips or found.wound_up or found.open_after
            if happened or (table not in late and not found.row.gone):
                yield found

    def _told(self, found: Found) -> TableShift:
        game = found.game or self._set_to(found.row.id)
        return TableShift(
            table=found.row.id,
            name=found.row.name,
            game=game,
            title=title_of(game) if game else "",
            rounds=found.rounds,
            not_played=found.not_played,
            unknown=found.unknown,
            open_before=tuple(found.open_before),
            open_after=tuple(found.open_after),
            versions=dict(found.versions),
            voids=tuple(found.voids),
            wound_up=tuple(found.wound_up),
            stub=found.stub,
            rulings=tuple(found.rulings),
            chips=tuple(found.chips),
            acts=tuple(found.acts),
        )

    def _set_to(self, table: int) -> str:
        """The game of a table at which nobody played."""
        sql = "SELECT json_extract(setting, '$.game') FROM tables WHERE id = ?"
        (game,) = self._db.execute(sql, (table,)).fetchone()
        return str(game or "")

    def _name(self, table: int) -> str:
        return self._found[table].row.name if table in self._found else f"table {table}"

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
        if upgraded := [found for found in self._found.values() if found.upgraded]:
            count = quantity(sum(len(found.upgraded) for found in upgraded), "round")
            yield (
                f"{count} of another version {COULD_NOT}, because this one would play them otherwise: shown from the "
                "account that was kept, if one was, and left out of the hold; whether a count of the stub was due is "
                "not known. These "
                "are " + "; ".join(f"{found.row.name} {in_ranges(found.upgraded)}" for found in upgraded)
            )
        yield "tables are named as they are now; the rows of these rounds were checked by their hashes, and no others"

    def _warnings(self) -> Iterator[str]:
        check = self._check
        for found in self._found.values():
            if found.unlinked:
                told = f"{quantity(len(found.unlinked), 'round')} ({in_ranges(found.unlinked)})"
                yield f"{found.row.name}: rows were altered or are missing in {told}; {check}"
            if found.lost:
                told = f"{quantity(len(found.lost), 'round')} ({in_ranges(found.lost)})"
                yield f"{found.row.name}: no row is left of {told}, of this day or another; {check}"
            if found.row.id in self._only and (wrong := cut_short(self._db, found.row.id)) is not None:
                yield f"{found.row.name}: {wrong}; {check}"
            if found.differing:
                told = f"{quantity(len(found.differing), 'round')} ({in_ranges(found.differing)})"
                do = "does" if len(found.differing) == 1 else "do"
                yield f"{found.row.name}: {told} {do} not replay as written; left out of the hold; {check}"
        if (wrong := self._staff.broken()) is not None:
            yield f"what the staff did: {wrong}; {check}"


def _chosen(rows: Sequence[Row], only: Sequence[str]) -> list[int]:
    """The tables that are asked for, by number or name; all, if none is."""
    if not only:
        return [row.id for row in rows]
    chosen = []
    for asked_for in only:
        fitting = [row.id for row in rows if asked_for in (str(row.id), row.name)]
        if not fitting:
            there = ", ".join(f"{row.id} ({row.name})" for row in rows if not row.gone) or "none"
            raise NoShiftError(f"there is no table {asked_for!r}; tables are {there}")
        chosen += fitting
    return sorted(set(chosen))
