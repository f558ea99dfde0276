"""Tables in the store, and what is written to them.

What is written is inputs; events follow from them. `append` is the only way to write to a table, and it insists on the
epoch that `take` gave: whoever took the table last is the only one who can.
"""

from __future__ import annotations

import sqlite3
from concurrent.futures import Future
from dataclasses import replace

from pitboss.engine.record import START
from pitboss.store import appending, lines
from pitboss.store.errors import FencedError, StoreError
from pitboss.store.names import skeleton
from pitboss.store.rows import Batch, StaffAct, TableRow, Taken
from pitboss.store.writer import Writer


class Tables(Writer):
    def create_table(
        self, name: str, setting: str, owner: int | None = None, most: int = 0, act: StaffAct | None = None
    ) -> Future[int]:
        """A new table. With an owner, one of at most so many that he has open."""

        def run(db: sqlite3.Connection) -> int:
            if owner is not None:
                sql = "SELECT count(*) FROM tables WHERE owner = ? AND state <> 'closed' AND NOT gone"
                (open_,) = db.execute(sql, (owner,)).fetchone()
                if open_ >= most:
                    raise StoreError(f"you have {open_} tables open, and {most} is the most; close one first")
            _must_look_otherwise(db, name)
            sql = "INSERT INTO tables (name, state, setting, head, owner) VALUES (?, 'open', ?, ?, ?)"
            try:
                made = db.execute(sql, (name, setting, START, owner)).lastrowid
            except sqlite3.IntegrityError:
                raise StoreError(f"there is already a table {name!r}; choose another name") from None
            assert made is not None
            appending.note(db, None if act is None else replace(act, table=made))
            return made

        return self.submit(run)

    def tables(self, *, gone: bool = False) -> list[TableRow]:
        """Those that nobody has put away; or these as well, for their rounds are kept."""
        with self.read() as db:
            sql = "SELECT id, name, state, setting, number, head, owner FROM tables WHERE ? OR NOT gone ORDER BY id"
            return [TableRow(*row) for row in db.execute(sql, (gone,))]

    def table(self, table: int, *, gone: bool = False) -> TableRow | None:
        return next((row for row in self.tables(gone=gone) if row.id == table), None)

    def take(self, table: int) -> Future[Taken]:
        """Become the one that drives a table; whoever did before can write no more."""

        def run(db: sqlite3.Connection) -> Taken:
            appending.change(db, "UPDATE tables SET epoch = epoch + 1 WHERE id = ?", (table,))
            return lines.left(db, table)

        return self.submit(run)

    def left(self, table: int) -> Taken:
        """A table as what is written leaves it, without taking it."""
        with self.read() as db:
            return lines.left(db, table)

    def append(self, batch: Batch) -> Future[int]:
        """Write what an action comes to; the number of the row that a client's action has, or of the first."""
        return self.submit(lambda db: appending.append(db, batch))

    def acted(self, table: int, client: str) -> tuple[int, bytes, int] | None:
        """The row of an action that was counted already, what was given, and in which round."""
        with self.read() as db:
            return lines.acted(db, table, client)

    # --- changes by whoever drives the table

    def set_state(self, table: int, epoch: int, state: str, act: StaffAct | None = None) -> Future[None]:
        return self._change("state = ?", state, table, epoch, act)

    def set_setting(self, table: int, epoch: int, setting: str, act: StaffAct | None = None) -> Future[None]:
        return self._change("setting = ?", setting, table, epoch, act)

    def rename(self, table: int, epoch: int, name: str, act: StaffAct | None = None) -> Future[None]:
        return self._change("name = ?", name, table, epoch, act, renamed=True)

    def put_away(self, table: int, epoch: int, act: StaffAct | None = None) -> Future[None]:
        """The table is in no list any more, and its name is free. All that happened there stays."""
        return self._change("gone = 1, name = name || ?", f" (table {table})", table, epoch, act)

    def _change(
        self, what: str, value: str, table: int, epoch: int, act: StaffAct | None, *, renamed: bool = False
    ) -> Future[None]:
        def run(db: sqlite3.Connection) -> None:
            if renamed:
                _must_look_otherwise(db, value, table)
            try:
                _mine(db, f"UPDATE tables SET {what}", value, table, epoch)
            except sqlite3.IntegrityError:
                raise StoreError(f"there is already a table {value!r}; choose another name") from None
            appending.note(db, act)

        return self.submit(run)


def _must_look_otherwise(db: sqlite3.Connection, name: str, table: int = 0) -> None:
    """Raise a `StoreError` if another table's name is easily taken for this one. The same name is for the database to
    refuse."""
    look = skeleton(name)
    for (other,) in db.execute("SELECT name FROM tables WHERE NOT gone AND id <> ?", (table,)):
        if look and other != name and skeleton(other) == look:
            raise StoreError(f"there is already a table {other!r}, and {name!r} looks like it; choose another name")


def _mine(db: sqlite3.Connection, sql: str, value: str, table: int, epoch: int) -> None:
    """A change of a table by whoever drives it."""
    if not db.execute(f"{sql} WHERE id = ? AND epoch = ?", (value, table, epoch)).rowcount:
        raise FencedError("another server has taken over this table")
