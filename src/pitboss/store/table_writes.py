"""Creates tables in the store and writes to them.

Only inputs are written; events follow from them. `append` is the only way to write to a table, and it requires the
epoch that `take` gave: only the last one to take a table can write.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from pitboss.engine.record import START
from pitboss.store.account_names import visual_key
from pitboss.store.chains import chain_entries
from pitboss.store.database.writer import Writer
from pitboss.store.errors import FencedError, StoreError
from pitboss.store.rounds import table_lines
from pitboss.store.row_types import Batch, StaffAct, TableAsLeft, TableRow

DAY = 24 * 3600  # seconds
TABLE = "id, name, state, setting, number, head, owner"  # the columns of a `TableRow`


class Tables:
    """The tables of a database."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._owned: dict[int, list[int]] = {}  # account -> its private tables in order; for the writing thread only
        self._known_tables: list[int] = []  # tables up to `_known_up_to` that were not put away at the last look
        self._known_up_to = 0

    def create(
        self,
        name: str,
        setting: str,
        owner: int | None = None,
        act: StaffAct | None = None,
        *,
        most: int = 0,
        a_day: int = 0,
    ) -> Future[int]:
        """Create a table and return its id. A private table has an owner, who may have at most `most` tables and make
        `a_day` in a day. Raise `StoreError` if the name is taken or the limit is reached."""

        def run(db: sqlite3.Connection) -> int:
            if owner is not None:
                self._check_limits(db, owner, most, a_day, int(time.time()) if act is None else act.at)
            _refuse_lookalike(db, name)
            sql = "INSERT INTO tables (name, state, setting, head, owner) VALUES (?, 'open', ?, ?, ?)"
            try:
                table = db.execute(sql, (name, setting, START, owner)).lastrowid
            except sqlite3.IntegrityError:
                raise StoreError(f"there is already a table {name!r}; choose another name") from None
            assert table is not None
            if owner is not None:
                self._owned.setdefault(owner, []).append(table)
            chain_entries.add_staff_act(db, None if act is None else replace(act, table=table))
            return table

        return self._writer.submit(run)

    def _check_limits(self, db: sqlite3.Connection, owner: int, most: int, a_day: int, now: int) -> None:
        """Raise a `StoreError` if the owner may not make another table. Only his own tables are read."""
        if not self._owned:
            for table, table_owner in db.execute("SELECT id, owner FROM tables WHERE owner IS NOT NULL ORDER BY id"):
                self._owned.setdefault(table_owner, []).append(table)
        own_tables = dict.fromkeys(self._owned.get(owner, ()))
        # A table whose transaction failed does not count.
        sql = "SELECT gone FROM tables WHERE id = ? AND owner = ?"
        deleted = {
            table: row[0] for table in own_tables if (row := db.execute(sql, (table, owner)).fetchone()) is not None
        }
        if (count := len(deleted) - sum(deleted.values())) >= most:
            raise StoreError(f"you have {count} tables, and {most} is the most; close and delete one first")
        sql = "SELECT json_extract(line, '$.at') FROM staff_acts WHERE \"table\" = ? ORDER BY number LIMIT 1"
        opened = (db.execute(sql, (table,)).fetchone() for table in [*deleted][-a_day:])
        if sum(row is not None and row[0] > now - DAY for row in opened) >= a_day:
            raise StoreError(f"you have made {a_day} tables in a day, and that is the most; wait until tomorrow")

    def rows(self, *, include_deleted: bool = False) -> list[TableRow]:
        """Return the tables that were not put away; with `include_deleted` also the others, whose rounds are kept."""
        with self._writer.read() as db:
            sql = f"SELECT {TABLE} FROM tables ORDER BY id"
            return [TableRow(*row) for row in (db.execute(sql) if include_deleted else self._present_rows(db))]

    def _present_rows(self, db: sqlite3.Connection) -> list[tuple[Any, ...]]:
        """Return the rows of tables that were not put away. Once put away, a table stays so and is not read again."""
        (newest,) = db.execute("SELECT coalesce(max(id), 0) FROM tables").fetchone()
        sql = f"SELECT {TABLE} FROM tables WHERE id = ? AND NOT gone"
        rows = [row for table in self._known_tables for row in db.execute(sql, (table,))]
        sql = f"SELECT {TABLE} FROM tables WHERE id > ? AND NOT gone ORDER BY id"
        rows += db.execute(sql, (self._known_up_to,))
        self._known_tables = [row[0] for row in rows]
        self._known_up_to = max(newest, *self._known_tables, 0)
        return rows

    def find(self, table: int, *, include_deleted: bool = False) -> TableRow | None:
        """Return one table, or None. No other table is read."""
        with self._writer.read() as db:
            sql = f"SELECT {TABLE} FROM tables WHERE id = ? AND (? OR NOT gone)"
            row = db.execute(sql, (table, include_deleted)).fetchone()
        return None if row is None else TableRow(*row)

    def names(self, tables: Iterable[int]) -> dict[int, str]:
        """Return the names of these tables, including those that were put away."""
        with self._writer.read() as db:
            sql = "SELECT name FROM tables WHERE id = ?"
            return {table: str(name) for table in tables for (name,) in db.execute(sql, (table,))}

    def private(self, tables: Iterable[int]) -> set[int]:
        """Return which of these are somebody's own, also those that were put away."""
        with self._writer.read() as db:
            sql = "SELECT 1 FROM tables WHERE id = ? AND owner IS NOT NULL"
            return {table for table in tables if db.execute(sql, (table,)).fetchone()}

    def take(self, table: int) -> Future[TableAsLeft]:
        """Take over a table for writing. Its previous driver can write no more."""

        def run(db: sqlite3.Connection) -> TableAsLeft:
            chain_entries.update_one(db, "UPDATE tables SET epoch = epoch + 1 WHERE id = ?", (table,))
            return table_lines.read_table(db, table)

        return self._writer.submit(run)

    def read_as_written(self, table: int) -> TableAsLeft:
        """Return a table as its rows leave it, without taking it."""
        with self._writer.read() as db:
            return table_lines.read_table(db, table)

    def append(self, batch: Batch) -> Future[int]:
        """Write the rows of an action. Return the number of the row with a client's action, or of the first row."""
        return self._writer.submit(lambda db: chain_entries.append_batch(db, batch))

    def row_of_action(self, table: int, client: str) -> tuple[int, bytes, int] | None:
        """Return the row number, the input and the round of an action that was counted already, or None."""
        with self._writer.read() as db:
            return table_lines.find_action(db, table, client)

    # --- changes by the driver of the table

    def set_state(self, table: int, epoch: int, state: str, act: StaffAct | None = None) -> Future[None]:
        return self._change("state = ?", state, table, epoch, act)

    def set_setting(self, table: int, epoch: int, setting: str, act: StaffAct | None = None) -> Future[None]:
        return self._change("setting = ?", setting, table, epoch, act)

    def rename(self, table: int, epoch: int, name: str, act: StaffAct | None = None) -> Future[None]:
        return self._change("name = ?", name, table, epoch, act, renamed=True)

    def put_away(self, table: int, epoch: int, act: StaffAct | None = None) -> Future[None]:
        """Put a table away: it is in no list any more, and its name is free. All its rounds stay."""
        return self._change("gone = 1, name = name || ?", f" (table {table})", table, epoch, act)

    def _change(
        self, change: str, value: str, table: int, epoch: int, act: StaffAct | None, *, renamed: bool = False
    ) -> Future[None]:
        def run(db: sqlite3.Connection) -> None:
            if renamed:
                _refuse_lookalike(db, value, table)
            try:
                _update_own_table(db, f"UPDATE tables SET {change}", value, table, epoch)
            except sqlite3.IntegrityError:
                raise StoreError(f"there is already a table {value!r}; choose another name") from None
            chain_entries.add_staff_act(db, act)

        return self._writer.submit(run)


def _refuse_lookalike(db: sqlite3.Connection, name: str, table: int = 0) -> None:
    """Raise a `StoreError` if another table's name is easily mistaken for this one. The very same name does not count,
    because the database itself refuses that.
    """
    key = visual_key(name)
    for (other_name,) in db.execute("SELECT name FROM tables WHERE NOT gone AND id <> ?", (table,)):
        if key and other_name != name and visual_key(other_name) == key:
            raise StoreError(
                f"there is already a table {other_name!r}, and {name!r} looks like it; choose another name"
            )


def _update_own_table(db: sqlite3.Connection, sql: str, value: str, table: int, epoch: int) -> None:
    """Change a table. Raise `FencedError` unless the caller still drives it."""
    if not db.execute(f"{sql} WHERE id = ? AND epoch = ?", (value, table, epoch)).rowcount:
        raise FencedError("another server has taken over this table")
