"""The results of a server's database, one round after the other."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from pitboss.engine.driver import Driver
from pitboss.record.gaming_day import GamingDay
from pitboss.record.hold_report import HoldReport, hold
from pitboss.record.other_version import COULD_NOT
from pitboss.record.round_playback import MismatchError, ReplayError, UnreadableError
from pitboss.record.round_result import Result, result_of
from pitboss.store.chains.hash_chain import find_break_in_table
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import SchemaError, private_tables, version_of
from pitboss.store.errors import StoreError, describe_error
from pitboss.store.rounds import round_rows
from pitboss.store.rounds.stored_replay import replay_stored_round, times_of
from pitboss.store.rounds.table_lines import lines_of
from pitboss.table.steps import quantity

ProgressListener = Callable[[int, int], None]  # told how many rounds have been read, and of how many


def hold_report_of(
    path: Path, day: GamingDay | None = None, going: ProgressListener | None = None, *, companions: bool = False
) -> HoldReport:
    """Every finished round of every table, also of tables that were put away. The database is only read. With
    `companions` the seats that the house plays itself count like others."""
    try:
        with open_read_only(path) as db:
            if not version_of(db):
                raise StoreError(f"{path} is not a Pitboss database")
            found = StoredResults(db, path, going, companions)
            report = hold(found.results(), day, found.notes(), found.warnings())
            return msgspec.structs.replace(report, unjudged=found.count_unjudged())
    except (sqlite3.DatabaseError, SchemaError) as wrong:
        raise StoreError(f"{path} cannot be read: {describe_error(wrong)}") from None


class StoredResults:
    """Goes through all rounds, and knows afterwards which were left out."""

    def __init__(self, db: sqlite3.Connection, path: Path, going: ProgressListener | None, companions: bool) -> None:
        self._db = db
        self._path = path
        self._companions = companions
        self._going = going
        self._people = {name.casefold() for (name,) in db.execute("SELECT name FROM accounts")}
        self._names: dict[int, str] = dict(db.execute("SELECT id, name FROM tables"))
        self._private = private_tables(db)
        self._wound_up = self._open = 0
        self._differing: dict[int, list[int]] = {}  # by table
        self._unjudged: dict[int, list[int]] = {}  # by table: rounds of another version

    def results(self) -> Iterator[Result]:
        every = self._db.execute('SELECT "table", round FROM carries ORDER BY "table", round').fetchall()
        every = [(table, round_) for table, round_ in every if table not in self._private]
        for number, (table, round_) in enumerate(every, 1):
            if self._going is not None:
                self._going(number, len(every))
            try:
                played = self._played(table, round_)
            except (ReplayError, msgspec.DecodeError) as wrong:
                name = self._names.get(table, f"table {table}")
                why = f"{name}, round {round_}, cannot be read: {wrong}"
                raise StoreError(f"{self._path}: {why}; run: pitboss verify --db {self._path}") from None
            if played is not None:
                yield result_of(played[0], self._names[table], played[1], self._is_ours)

    def _played(self, table: int, round_: int) -> tuple[Driver, list[int]] | None:
        """A round that is over, played again, and when it opened and each of its inputs came."""
        if not (lines := lines_of(self._db, table, round_)):
            return None
        if table not in self._names:
            raise UnreadableError("there are rows of a table that does not exist")
        read = round_rows.read(lines)
        if isinstance(read[-1], round_rows.WindUp):
            self._wound_up += 1
            return None
        if not isinstance(read[-1], round_rows.Closed):
            self._open += 1
            return None
        times = times_of(read)
        try:
            return replay_stored_round(self._db, table, round_, lines), times
        except MismatchError:
            held = self._unjudged if round_rows.is_of_another_version(read) else self._differing
            held.setdefault(table, []).append(round_)
            return None

    def _is_ours(self, player: str) -> bool:
        """The house's companions have no account."""
        return not self._companions and player.casefold() not in self._people

    def warnings(self) -> Iterator[str]:
        """What nobody should miss; to be read when all rounds have been. A chain costs little beside its replay."""
        check = f"run: pitboss verify --db {self._path}"
        for table, name in self._names.items():
            if table in self._private:
                continue
            if (wrong := find_break_in_table(self._db, table)) is not None:
                yield f"{name}: {wrong}; its rounds are counted as they stand; {check}"
            if numbers := self._differing.get(table):
                told = f"{quantity(len(numbers), 'round')} ({format_ranges(numbers)})"
                do, are = ("does", "is") if len(numbers) == 1 else ("do", "are")
                told += f" {do} not replay as written and {are} left out"
                yield f"{name}: {told}; {check}"

    def count_unjudged(self) -> int:
        """Return how many rounds another version wrote that this one would play otherwise."""
        return sum(map(len, self._unjudged.values()))

    def notes(self) -> Iterator[str]:
        """To be read when all rounds have been."""
        for table, numbers in self._unjudged.items():
            told = f"{quantity(len(numbers), 'round')} ({format_ranges(numbers)})"
            why = "another version wrote them, and this one would play them otherwise; left out"
            yield f"{self._names[table]}: {told} {COULD_NOT}: {why}"
        if self._private:
            yield f"{quantity(len(self._private), 'private table')} of players and staff left out"
        if self._wound_up:
            yield f"{quantity(self._wound_up, 'round')} wound up by the house and left out, with chips brought in them"
        if self._open:
            yield f"{quantity(self._open, 'round')} not over yet and left out, with chips brought in them"


def format_ranges(numbers: Sequence[int], most: int = 10) -> str:
    """Rising numbers, those that follow each other as from-to, and not more than so many of these."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    told = ["-".join(map(str, each)) for each in found[:most]]
    return ", ".join(told) + (" and others" if len(found) > most else "")
