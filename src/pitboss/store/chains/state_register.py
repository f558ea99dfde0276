"""The register: a chain with one line for each state of an account, of a table, and of what the house keeps for itself.

Accounts and tables are rows that change, so editing or removing such a row breaks no chain. Therefore each state that
the store gives such a row is written down as a line of the register, in the same transaction. The register alone
determines what the rows should be now, and `differences` compares the two.

This is automatic: the writing connection has triggers of its own, which note what a job has changed and what was there
before. If the row was not as its newest line says, something else has changed it, and a line records that. It counts as
a difference until somebody decides to go on.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from pitboss.engine.record import START
from pitboss.store.chains.hash_chain import link
from pitboss.store.database import crash_points


class TrackedTable(NamedTuple):
    """The columns of a database table that are in the register. Balances and newest rows follow from other chains."""

    called: str  # what one of its rows is called
    key: str
    columns: tuple[str, ...]
    secret: tuple[str, ...] = ()  # the columns that are kept as a digest


TRACKED = {
    "accounts": TrackedTable("account", "id", ("name", "role", "code", "state", "signed_out"), ("code",)),
    "meta": TrackedTable("entry of meta", "key", ("value",), ("value",)),
    "tables": TrackedTable("table", "id", ("name", "state", "setting", "owner", "gone", "epoch")),
}
MOST_SHOWN = 80  # characters of a value that are shown; a setting has many
BEFORE = "before"  # what a table had when the register was begun, in one digest for each kind
DECISION = "decision"  # somebody decided to go on
OUTSIDE = "outside"  # something other than the store has changed a row
NOTHING = sha256().hexdigest()

Key = int | str
Row = dict[str, Any]


class Line(msgspec.Struct, frozen=True):
    """One line of the register."""

    number: int
    at: int  # seconds since 1970
    of: str
    key: Key
    row: Row | None  # None if the row is gone


class Before(msgspec.Struct, frozen=True):
    """The state of a table before its lines named what is stored beside them: the last such row and round, and
    digests."""

    rows: int = 0
    round: int = 0
    clients: str = NOTHING
    carries: str = NOTHING
    played: str = NOTHING


_read = msgspec.json.Decoder(Line).decode
log = logging.getLogger("pitboss")


def install_triggers(db: sqlite3.Connection) -> None:
    """Have the connection note what it changes, and what was there before, until the next `write_changes`."""
    db.execute("PRAGMA temp_store = MEMORY")
    db.execute("CREATE TEMP TABLE changed (of TEXT NOT NULL, key ANY NOT NULL, was TEXT, PRIMARY KEY (of, key)) STRICT")
    db.execute(
        "CREATE TEMP TABLE said (of TEXT NOT NULL, key ANY NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, "
        "PRIMARY KEY (of, key)) STRICT"
    )
    db.execute("CREATE INDEX temp.said_number ON said (number)")
    for name, tracked in TRACKED.items():
        columns = ", ".join((tracked.key, *tracked.columns))
        old_values = f"json_array({', '.join(f'OLD.{column}' for column in tracked.columns)})"
        updates = (f"UPDATE OF {columns}", "OLD", old_values), (f"UPDATE OF {tracked.key}", "NEW", "NULL")
        events = ("INSERT", "NEW", "NULL"), *updates, ("DELETE", "OLD", old_values)
        for index, (event, source, old) in enumerate(events):
            db.execute(
                f"CREATE TEMP TRIGGER {name}_{index} AFTER {event} ON main.{name} BEGIN "
                f"INSERT OR IGNORE INTO changed VALUES ('{name}', {source}.{tracked.key}, {old}); END"
            )
    _catch_up(db)  # now, so that the first commit need not wait for it


def write_changes(db: sqlite3.Connection) -> None:
    """Write a line for each row that was changed since the last call. If a row differed from its newest line before the
    change, write that down first."""
    changed = db.execute("SELECT of, key, was FROM changed ORDER BY rowid").fetchall()
    if not changed:
        return
    _catch_up(db)
    for sentence in (
        sentence
        for table_name, key, old_values in changed
        for sentence in _find_outside_change(db, table_name, key, old_values)
    ):
        log.error("something else than the server has changed the database: %s", sentence)
        append_lines(db, [(OUTSIDE, last_number(db) + 1, {"told": sentence})])
    append_lines(db, ((table_name, key, _row(db, table_name, key)) for table_name, key, _ in changed))
    db.execute("DELETE FROM changed")


def _catch_up(db: sqlite3.Connection) -> None:
    """Load the newest line of everything, including lines that another process has written."""
    sql = "SELECT number, line FROM register WHERE number > (SELECT coalesce(max(number), 0) FROM said) ORDER BY number"
    for number, text in db.execute(sql).fetchall():
        try:
            line = _read(text)
        except msgspec.DecodeError:
            continue  # a start refuses this, and the audit says where; writing goes on
        db.execute("INSERT OR REPLACE INTO said VALUES (?, ?, ?, ?)", (line.of, line.key, number, text))


def _find_outside_change(db: sqlite3.Connection, table_name: str, key: Key, old_values: str | None) -> Iterator[str]:
    """Yield, in words, how a row differed from its newest line before a job changed it."""
    newest_line = db.execute("SELECT line FROM said WHERE of = ? AND key = ?", (table_name, key)).fetchone()
    row = None if old_values is None else _as_registered(TRACKED[table_name], msgspec.json.decode(old_values))
    yield from _compare_row(TRACKED[table_name], key, row, None if newest_line is None else _read(newest_line[0]))


def last_number(db: sqlite3.Connection) -> int:
    """Return the number of the newest line of the register."""
    return int(db.execute("SELECT coalesce(max(number), 0) FROM register").fetchone()[0])


def append_lines(db: sqlite3.Connection, states: Iterable[tuple[str, Key, Row | None]]) -> None:
    """Add a line to the register for each state."""
    number, head = db.execute("SELECT number, hash FROM register ORDER BY number DESC LIMIT 1").fetchone() or (0, START)
    now = int(time.time())
    for table_name, key, row in states:
        number += 1
        line, head = link(head, {"number": number, "at": now, "of": table_name, "key": key, "row": row})
        db.execute("INSERT INTO register VALUES (?, ?, ?)", (number, line, head))
        crash_points.point("mid-register")


def write_first_lines(db: sqlite3.Connection) -> None:
    """Write the first lines of the register, with everything that an older database holds. Later lines name what they
    bring."""
    append_lines(db, [(table_name, key, row) for table_name in TRACKED for key, row in _rows(db, table_name)])
    tables = [table for (table,) in db.execute("SELECT id FROM tables ORDER BY id")]
    append_lines(db, [(BEFORE, table, msgspec.to_builtins(summarize_before(db, table))) for table in tables])


def summarize_before(db: sqlite3.Connection, table: int, limit: Before | None = None) -> Before:
    """Return digests of the data that no line of a table's chain names, up to the row that the table had when the
    register was begun."""
    sql = 'SELECT max(number) FROM rows WHERE "table" = ?'
    rows = db.execute(sql, (table,)).fetchone()[0] or 0 if limit is None else limit.rows
    sql = 'SELECT max(round) FROM carries WHERE "table" = ?'
    round_ = db.execute(sql, (table,)).fetchone()[0] or 0 if limit is None else limit.round

    def digest_of(sql: str, *values: int) -> str:
        digest = sha256()
        for row in db.execute(sql, (table, *values)):
            digest.update(msgspec.json.encode(row) + b"\n")
        return digest.hexdigest()

    clients = 'SELECT number, client FROM rows WHERE "table" = ? AND number <= ? AND client IS NOT NULL ORDER BY number'
    return Before(
        rows,
        round_,
        digest_of(clients, rows),
        digest_of('SELECT round, carry FROM carries WHERE "table" = ? AND round <= ? ORDER BY round', round_),
        digest_of('SELECT account, round, seat FROM played WHERE "table" = ? AND "row" = 0 ORDER BY 1, 2, 3'),
    )


class RegisterState(NamedTuple):
    """The contents of the register."""

    newest: dict[tuple[str, Key], Line]  # the newest line of everything
    names: dict[str, int]  # every name that an account has had, in small letters -> the last account that had it
    outside: list[Line]  # outside changes on which nobody has decided yet
    decided: list[str]  # differences with which somebody decided to go on

    def summary_before(self, table: int) -> Before:
        """Return the state of a table when the register was begun."""
        line = self.newest.get((BEFORE, table))
        return Before() if line is None else msgspec.convert(line.row, Before)


def read_register(db: sqlite3.Connection) -> RegisterState:
    """Read the whole register."""
    state = RegisterState({}, {}, [], [])
    for (text,) in db.execute("SELECT line FROM register ORDER BY number"):
        line = _read(text)
        state.newest[line.of, line.key] = line
        if line.of == "accounts" and line.row is not None:
            state.names[line.row["name"].lower()] = int(line.key)
        elif line.of == OUTSIDE:
            state.outside.append(line)
        elif line.of == DECISION:
            state.outside.clear()
            state.decided.append((line.row or {})["found"])
    return state


def differences(db: sqlite3.Connection, state: RegisterState) -> Iterator[str]:
    """Describe each row that differs from the register, or once did."""
    for line in state.outside:
        day = datetime.fromtimestamp(line.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
        yield f"{(line.row or {})['told']}: so the server found it on {day}, as line {line.number} says"
    for table_name, tracked in TRACKED.items():
        rows = dict(_rows(db, table_name))
        newest_lines = {key: line for (kind, key), line in state.newest.items() if kind == table_name}
        for key in (*newest_lines, *(rows.keys() - newest_lines.keys())):
            yield from _compare_row(tracked, key, rows.get(key), newest_lines.get(key))


def _compare_row(tracked: TrackedTable, key: Key, row: Row | None, line: Line | None) -> Iterator[str]:
    """Yield, in words, how a row differs from its newest line."""
    if line is None:
        if row is not None:
            yield f"{tracked.called} {key} is in no line of the register"
        return
    name = f"{tracked.called} {row_name(line)}"
    if row is not None and line.row is not None:
        yield from _compare_columns(tracked, name, row, line.row, line.number)
    elif line.row is not None:
        yield f"{name} is gone; line {line.number} of the register has it"
    elif row is not None:
        yield f"{name} is there again; line {line.number} of the register says it is gone"


def accept_rows(db: sqlite3.Connection) -> None:
    """Write lines that accept all rows that differ from the register as they are: somebody has looked at the
    differences and goes on."""
    state = read_register(db)
    states: list[tuple[str, Key, Row | None]] = []
    for table_name in TRACKED:
        rows = dict(_rows(db, table_name))
        registered_rows = {key: line.row for (kind, key), line in state.newest.items() if kind == table_name}
        states += [(table_name, key, row) for key, row in rows.items() if registered_rows.get(key) != row]
        states += [
            (table_name, key, None) for key, row in registered_rows.items() if row is not None and key not in rows
        ]
    append_lines(db, states)


def _compare_columns(tracked: TrackedTable, name: str, row: Row, registered_row: Row, number: int) -> Iterator[str]:
    """Yield a sentence for each column of a row whose value is not the one on the row's newest line in the register.
    The values of secret columns are not shown.
    """
    for column in tracked.columns:
        if row[column] == registered_row.get(column):
            continue
        if column in tracked.secret:
            yield f"{name}: its {column} is not the one of line {number} of the register"
        else:
            value, registered_value = (
                shorten(repr(row[column]), MOST_SHOWN),
                shorten(repr(registered_row.get(column)), MOST_SHOWN),
            )
            yield f"{name}: its {column} is {value}; line {number} of the register says {registered_value}"


def shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def row_name(line: Line) -> str:
    """Name a row by its key, and by its name if it has one."""
    name = (line.row or {}).get("name")
    return str(line.key) if name is None else f"{line.key} (“{name}”)"


def _rows(db: sqlite3.Connection, table_name: str) -> Iterator[tuple[Key, Row]]:
    tracked = TRACKED[table_name]
    for key, *values in db.execute(
        f"SELECT {tracked.key}, {', '.join(tracked.columns)} FROM {table_name} ORDER BY 1"
    ).fetchall():
        yield key, _as_registered(tracked, values)


def _row(db: sqlite3.Connection, table_name: str, key: Key) -> Row | None:
    tracked = TRACKED[table_name]
    values = db.execute(
        f"SELECT {', '.join(tracked.columns)} FROM {table_name} WHERE {tracked.key} = ?", (key,)
    ).fetchone()
    return None if values is None else _as_registered(tracked, values)


def _as_registered(tracked: TrackedTable, values: Iterable[Any]) -> Row:
    return {
        column: sha256(str(value).encode()).hexdigest() if column in tracked.secret else value
        for column, value in zip(tracked.columns, values, strict=True)
    }
