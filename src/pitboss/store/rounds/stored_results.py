"""The results of the rounds of a server's database, one after the other."""

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

ProgressListener = Callable[[int, int], None]  # called with the number of rounds read, and of all rounds


def hold_report_of(
    path: Path, day: GamingDay | None = None, progress: ProgressListener | None = None, *, companions: bool = False
) -> HoldReport:
    """Return the hold report of every finished round of every table, including tables that were put away. The database
    is only read. With `companions`, seats that the house plays itself count like others."""
    try:
        with open_read_only(path) as db:
            if not version_of(db):
                raise StoreError(f"{path} is not a Pitboss database")
            stored_results = StoredResults(db, path, progress, companions)
            report = hold(stored_results.results(), day, stored_results.notes(), stored_results.warnings())
            return msgspec.structs.replace(report, unjudged=stored_results.count_unjudged())
    except (sqlite3.DatabaseError, SchemaError) as error:
        raise StoreError(f"{path} cannot be read: {describe_error(error)}") from None


class StoredResults:
    """Yields the results of all rounds, and knows afterwards which were left out."""

    def __init__(self, db: sqlite3.Connection, path: Path, progress: ProgressListener | None, companions: bool) -> None:
        self._db = db
        self._path = path
        self._companions = companions
        self._progress = progress
        self._people = {name.casefold() for (name,) in db.execute("SELECT name FROM accounts")}
        self._names: dict[int, str] = dict(db.execute("SELECT id, name FROM tables"))
        self._private = private_tables(db)
        self._wound_up = self._open = 0
        self._differing: dict[int, list[int]] = {}  # by table
        self._unjudged: dict[int, list[int]] = {}  # by table: rounds of another version

    def results(self) -> Iterator[Result]:
        """Yield the result of each finished round that this version can replay."""
        rounds = self._db.execute('SELECT "table", round FROM carries ORDER BY "table", round').fetchall()
        rounds = [(table, round_) for table, round_ in rounds if table not in self._private]
        for number, (table, round_) in enumerate(rounds, 1):
            if self._progress is not None:
                self._progress(number, len(rounds))
            try:
                played = self._replay(table, round_)
            except (ReplayError, msgspec.DecodeError) as error:
                name = self._names.get(table, f"table {table}")
                reason = f"{name}, round {round_}, cannot be read: {error}"
                raise StoreError(f"{self._path}: {reason}; run: pitboss verify --db {self._path}") from None
            if played is not None:
                yield result_of(played[0], self._names[table], played[1], self._is_ours)

    def _replay(self, table: int, round_: int) -> tuple[Driver, list[int]] | None:
        """Return the replay of a finished round, with the times at which it opened and at which each input came. Return
        None for a round that is left out."""
        if not (lines := lines_of(self._db, table, round_)):
            return None
        if table not in self._names:
            raise UnreadableError("there are rows of a table that does not exist")
        read = round_rows.read(lines)
        if isinstance(read[-1], round_rows.WindUp):
            self._wound_up += 1
            return None
        if not isinstance(read[-1], round_rows.CloseRow):
            self._open += 1
            return None
        times = times_of(read)
        try:
            return replay_stored_round(self._db, table, round_, lines), times
        except MismatchError:
            left_out = self._unjudged if round_rows.is_of_another_version(read) else self._differing
            left_out.setdefault(table, []).append(round_)
            return None

    def _is_ours(self, player: str) -> bool:
        """Return whether the house plays this player itself. Companions have no account."""
        return not self._companions and player.casefold() not in self._people

    def warnings(self) -> Iterator[str]:
        """Yield warnings about broken chains and altered rounds. Call it after all results have been read. Checking a
        chain costs little compared with replaying it."""
        check = f"run: pitboss verify --db {self._path}"
        for table, name in self._names.items():
            if table in self._private:
                continue
            if (fault := find_break_in_table(self._db, table)) is not None:
                yield f"{name}: {fault}; its rounds are counted as they stand; {check}"
            if numbers := self._differing.get(table):
                rounds = f"{quantity(len(numbers), 'round')} ({format_ranges(numbers)})"
                do, are = ("does", "is") if len(numbers) == 1 else ("do", "are")
                rounds += f" {do} not replay as written and {are} left out"
                yield f"{name}: {rounds}; {check}"

    def count_unjudged(self) -> int:
        """Return how many rounds were written by another version and would be played differently by this one."""
        return sum(map(len, self._unjudged.values()))

    def notes(self) -> Iterator[str]:
        """Yield remarks about what was left out. Call it after all results have been read."""
        for table, numbers in self._unjudged.items():
            rounds = f"{quantity(len(numbers), 'round')} ({format_ranges(numbers)})"
            reason = "another version wrote them, and this one would play them otherwise; left out"
            yield f"{self._names[table]}: {rounds} {COULD_NOT}: {reason}"
        if self._private:
            yield f"{quantity(len(self._private), 'private table')} of players and staff left out"
        if self._wound_up:
            yield f"{quantity(self._wound_up, 'round')} wound up by the house and left out, with chips brought in them"
        if self._open:
            yield f"{quantity(self._open, 'round')} not over yet and left out, with chips brought in them"


def format_ranges(numbers: Sequence[int], most: int = 10) -> str:
    """Format rising numbers as ranges, such as "1-3, 7", with at most `most` of them."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1][1:] = [number]
        else:
            ranges.append([number])
    texts = ["-".join(map(str, ends)) for ends in ranges[:most]]
    return ", ".join(texts) + (" and others" if len(ranges) > most else "")
