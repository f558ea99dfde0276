"""Random changes to the database by somebody with access to the file, one at a time, behind the server's back.

The tamperer knows no more about the tables than SQLite does, except how to repair the hashes of the chains.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from pitboss.engine.record import START
from pitboss.store.chains.hash_chain import digest

CHAINS = ("rows", "entries", "staff_acts", "register")
# The words by which a finding names the changed place, by table of the database.
PLACES = {
    "accounts": ("account {id}", "{name} holds"),
    "carries": ("table {table}",),
    "entries": ("accounts: ", " of accounts", "accounts is good up to"),
    "meta": ("entry of meta {key}", "another database"),
    "played": ("table {table}",),
    "register": ("register",),
    "rows": ("table {table}",),
    "staff_acts": ("staff",),
    "tables": ("table {id}",),
    "told": ("table {table}",),
}


class NothingToDoError(Exception):
    """Raised if a change cannot be made here: there is nothing to swap, or a key is taken."""


class Tamperer:
    """Makes random changes to a database."""

    def __init__(self, db: sqlite3.Connection, chance: Random) -> None:
        self.db, self.chance = db, chance
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        self.tables = sorted(name for (name,) in names)
        db.execute("PRAGMA foreign_keys = OFF")

    def tamper(self, how: str) -> tuple[str, tuple[str, ...]]:
        """Make one change. Return its description, and words of which a finding must contain at least one."""
        while True:
            table = self.chance.choice(CHAINS if how == "rewrite" else self.tables)
            try:
                with self.db:
                    row = WAYS[how](self, table)
            except (NothingToDoError, sqlite3.IntegrityError):
                continue
            places = tuple(place.format(**row) for place in PLACES.get(table, (table,)))
            return f"{how} {table} {row}"[:300], places

    def _rows(self, table: str) -> tuple[list[str], list[dict[str, Any]]]:
        """Return the columns of the primary key, and all rows ordered by it."""
        columns = self.db.execute(f"PRAGMA table_info({table})").fetchall()
        key = [name for _, name, *_, index in sorted(columns, key=lambda column: column[5]) if index]
        cursor = self.db.execute(f"SELECT * FROM {table} ORDER BY {', '.join(map(quote, key))}")
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor]
        if not rows:
            raise NothingToDoError
        return key, rows

    def _set(self, table: str, key: list[str], row: dict[str, Any], values: dict[str, Any]) -> None:
        sets = ", ".join(f"{quote(name)} = ?" for name in values)
        which = " AND ".join(f"{quote(name)} = ?" for name in key)
        sql = f"UPDATE {table} SET {sets} WHERE {which}"
        assert self.db.execute(sql, (*values.values(), *(row[name] for name in key))).rowcount == 1

    def edit(self, table: str) -> dict[str, Any]:
        key, rows = self._rows(table)
        row = self.chance.choice(rows)
        column = self.chance.choice(list(row))
        self._set(table, key, row, {column: self._other(row[column])})
        return row

    def _other(self, value: Any) -> Any:
        match value:
            case None:
                return 1
            case int():
                return value + self.chance.choice((-1, 1, 1000))
            case bytes():
                index = self.chance.randrange(len(value))
                return value[:index] + bytes((value[index] ^ 1 << self.chance.randrange(8),)) + value[index + 1 :]
            case _:
                index = self.chance.randrange(len(value) + 1)
                other = value[:index] + self.chance.choice("0aZ ") + value[index + self.chance.randrange(2) :]
                if other == value:
                    raise NothingToDoError
                return other

    def delete(self, table: str) -> dict[str, Any]:
        key, rows = self._rows(table)
        row = self.chance.choice(rows)
        self._drop(table, key, [row])
        return row

    def _drop(self, table: str, key: list[str], rows: list[dict[str, Any]]) -> None:
        which = " AND ".join(f"{quote(name)} = ?" for name in key)
        for row in rows:
            self.db.execute(f"DELETE FROM {table} WHERE {which}", tuple(row[name] for name in key))

    def swap(self, table: str) -> dict[str, Any]:
        """Swap the values of two rows in a column outside the key."""
        key, rows = self._rows(table)
        columns = [column for column in rows[0] if column not in key]
        if len(rows) < 2 or not columns:
            raise NothingToDoError
        (one, other), column = self.chance.sample(rows, 2), self.chance.choice(columns)
        if one[column] == other[column]:
            raise NothingToDoError
        if isinstance(one[column], str) and isinstance(other[column], str):
            self._set(table, key, one, {column: "for a moment"})  # so that a unique value is never there twice
        self._set(table, key, other, {column: one[column]})
        self._set(table, key, one, {column: other[column]})
        return one

    def insert(self, table: str) -> dict[str, Any]:
        """Insert a copy of a row under a new key, or in a chain a line that follows the last one."""
        key, rows = self._rows(table)
        row = dict(self.chance.choice(rows))
        if table in CHAINS and self.chance.random() < 0.5:
            row = self._last(table, rows)
            self._append(table, row)
            return row
        for name in key if len(key) == 1 else [key[-1]]:
            row[name] = f"{row[name]}+" if isinstance(row[name], str) else max(other[name] for other in rows) + 1
        for name, value in row.items():
            if name in ("name", "client") and value is not None:
                row[name] = f"{value}+"
        marks = ", ".join("?" * len(row))
        self.db.execute(f"INSERT INTO {table} VALUES ({marks})", tuple(row.values()))
        return row

    def _last(self, table: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
        if table != "rows":
            return dict(rows[-1])
        chosen = self.chance.choice(rows)["table"]
        return dict([row for row in rows if row["table"] == chosen][-1])

    def _append(self, table: str, row: dict[str, Any]) -> None:
        body = json.loads(row["line"]) | {"prev": row["hash"], "number": row["number"] + 1}
        row |= {"number": row["number"] + 1, "line": json.dumps(body, separators=(",", ":"))}
        row["hash"] = digest(row["line"])
        if "client" in row:
            row["client"] = None
        self.db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", tuple(row.values()))
        self._mend(table, row)

    def truncate(self, table: str) -> dict[str, Any]:
        """Delete the last rows, and repair the end of a chain."""
        key, rows = self._rows(table)
        row = self._last(table, rows)
        if table == "rows":
            rows = [other for other in rows if other["table"] == row["table"]]
        count = self.chance.randint(1, max(1, len(rows) // 3))
        self._drop(table, key, rows[-count:])
        self._mend(table, row)
        return row

    def rewrite(self, table: str) -> dict[str, Any]:
        """Change a line of a chain, and repair the hashes of all lines after it."""
        key, rows = self._rows(table)
        row = self._last(table, rows)
        if table == "rows":
            rows = [other for other in rows if other["table"] == row["table"]]
        start = self.chance.randrange(len(rows))
        before = rows[start - 1]["hash"] if start else START
        for index, changed in enumerate(rows[start:]):
            body = json.loads(changed["line"]) | {"prev": before}
            if index == 0:
                name = self.chance.choice([name for name in body if name != "prev"])
                body[name] = self._other(body[name]) if isinstance(body[name], int | str) else "another"
            line = json.dumps(body, separators=(",", ":"))
            before = digest(line)
            self._set(table, key, changed, {"line": line, "hash": before})
        self._mend(table, row)
        return row

    def _mend(self, table: str, row: dict[str, Any]) -> None:
        """Repair what other tables say about a chain: where the rows of a table end, and the balance of an account."""
        if table == "rows":
            sql = 'SELECT number, hash FROM rows WHERE "table" = ? ORDER BY number DESC LIMIT 1'
            number, head = self.db.execute(sql, (row["table"],)).fetchone() or (0, START)
            self.db.execute("UPDATE tables SET number = ?, head = ? WHERE id = ?", (number, head, row["table"]))
        if table == "entries":
            total = "SELECT sum(json_extract(line, '$.cents')) FROM entries WHERE account = accounts.id"
            self.db.execute(f"UPDATE OR IGNORE accounts SET balance = coalesce(({total}), 0)")


WAYS: dict[str, Callable[[Tamperer, str], dict[str, Any]]] = {
    "edit": Tamperer.edit,
    "delete": Tamperer.delete,
    "swap": Tamperer.swap,
    "insert": Tamperer.insert,
    "truncate": Tamperer.truncate,
    "rewrite": Tamperer.rewrite,
}


def quote(name: str) -> str:
    return f'"{name}"'


def tamper_with(path: Path, how: str, seed: int) -> tuple[str, tuple[str, ...]]:
    """Make one change to the database. Return its description, and words of which a finding must contain one."""
    with closing(sqlite3.connect(path)) as db:
        return Tamperer(db, Random(f"{how} {seed}")).tamper(how)
