"""The register: a chain with one line for each state of an account, of a table, and of what the house keeps for itself.

Accounts and tables are rows that change, so a row that somebody edits or removes breaks nothing by itself. Each state
that the store gives such a row is therefore written down as a line of a chain, in the same transaction. What the rows
should be now follows from the chain alone; `differences` compares the two.

Nobody has to think of it: the connection that writes has triggers of its own, which note what a job has changed, and
what it found. If that is not what the newest line says, something else has changed the row, and a line says so: until
somebody decides to go on, it is a difference.
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
    """What of a table of the database is in the register. Balances and newest rows follow from other chains."""

    called: str  # one of its rows, in words
    key: str
    columns: tuple[str, ...]
    secret: tuple[str, ...] = ()  # kept as a digest


TRACKED = {
    "accounts": TrackedTable("account", "id", ("name", "role", "code", "state", "signed_out"), ("code",)),
    "meta": TrackedTable("entry of meta", "key", ("value",), ("value",)),
    "tables": TrackedTable("table", "id", ("name", "state", "setting", "owner", "gone", "epoch")),
}
MOST_SHOWN = 80  # characters of a value; a setting has many
BEFORE = "before"  # what a table had when the register was begun, in one digest for each kind
DECISION = "decision"  # that somebody went on
OUTSIDE = "outside"  # that something else than the store has changed a row, as it was found
NOTHING = sha256().hexdigest()

Key = int | str
Row = dict[str, Any]


class Line(msgspec.Struct, frozen=True):
    number: int
    at: int  # seconds since 1970
    of: str
    key: Key
    row: Row | None  # None: it is gone


class Before(msgspec.Struct, frozen=True):
    """What was there before lines named it: up to which row and round, and digests."""

    rows: int = 0
    round: int = 0
    clients: str = NOTHING
    carries: str = NOTHING
    played: str = NOTHING


_read = msgspec.json.Decoder(Line).decode
log = logging.getLogger("pitboss")


def install_triggers(db: sqlite3.Connection) -> None:
    """Have the connection note what is changed by it, and what it was, until the next `flush`."""
    db.execute("PRAGMA temp_store = MEMORY")
    db.execute("CREATE TEMP TABLE changed (of TEXT NOT NULL, key ANY NOT NULL, was TEXT, PRIMARY KEY (of, key)) STRICT")
    db.execute(
        "CREATE TEMP TABLE said (of TEXT NOT NULL, key ANY NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, "
        "PRIMARY KEY (of, key)) STRICT"
    )
    db.execute("CREATE INDEX temp.said_number ON said (number)")
    for name, kept in TRACKED.items():
        columns = ", ".join((kept.key, *kept.columns))
        was = f"json_array({', '.join(f'OLD.{column}' for column in kept.columns)})"
        updates = (f"UPDATE OF {columns}", "OLD", was), (f"UPDATE OF {kept.key}", "NEW", "NULL")
        events = ("INSERT", "NEW", "NULL"), *updates, ("DELETE", "OLD", was)
        for at, (event, which, found) in enumerate(events):
            db.execute(
                f"CREATE TEMP TRIGGER {name}_{at} AFTER {event} ON main.{name} BEGIN "
                f"INSERT OR IGNORE INTO changed VALUES ('{name}', {which}.{kept.key}, {found}); END"
            )
    _catch_up(db)  # now, and not while somebody waits for the first commit


def write_changes(db: sqlite3.Connection) -> None:
    """Write down what was changed since the last time, as it is now; and before that, if it was not as it was left."""
    changed = db.execute("SELECT of, key, was FROM changed ORDER BY rowid").fetchall()
    if not changed:
        return
    _catch_up(db)
    for told in (told for of, key, was in changed for told in _find_outside_change(db, of, key, was)):
        log.error("something else than the server has changed the database: %s", told)
        append_lines(db, [(OUTSIDE, last_number(db) + 1, {"told": told})])
    append_lines(db, ((of, key, _row(db, of, key)) for of, key, _ in changed))
    db.execute("DELETE FROM changed")


def _catch_up(db: sqlite3.Connection) -> None:
    """The newest line of everything, also what another process has written."""
    sql = "SELECT number, line FROM register WHERE number > (SELECT coalesce(max(number), 0) FROM said) ORDER BY number"
    for number, text in db.execute(sql).fetchall():
        try:
            line = _read(text)
        except msgspec.DecodeError:
            continue  # no start gets past it, and the audit says where; whoever writes goes on
        db.execute("INSERT OR REPLACE INTO said VALUES (?, ?, ?, ?)", (line.of, line.key, number, text))


def _find_outside_change(db: sqlite3.Connection, of: str, key: Key, was: str | None) -> Iterator[str]:
    """What a job found that was not as it was left, in words."""
    said = db.execute("SELECT line FROM said WHERE of = ? AND key = ?", (of, key)).fetchone()
    row = None if was is None else _as_registered(TRACKED[of], msgspec.json.decode(was))
    yield from _compare_row(TRACKED[of], key, row, None if said is None else _read(said[0]))


def last_number(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT coalesce(max(number), 0) FROM register").fetchone()[0])


def append_lines(db: sqlite3.Connection, states: Iterable[tuple[str, Key, Row | None]]) -> None:
    number, head = db.execute("SELECT number, hash FROM register ORDER BY number DESC LIMIT 1").fetchone() or (0, START)
    at = int(time.time())
    for of, key, row in states:
        number += 1
        line, head = link(head, {"number": number, "at": at, "of": of, "key": key, "row": row})
        db.execute("INSERT INTO register VALUES (?, ?, ?)", (number, line, head))
        crash_points.point("mid-register")


def write_first_lines(db: sqlite3.Connection) -> None:
    """The first lines, of all that an older database holds. From here on lines name what they bring."""
    append_lines(db, [(of, key, row) for of in TRACKED for key, row in _rows(db, of)])
    tables = [table for (table,) in db.execute("SELECT id FROM tables ORDER BY id")]
    append_lines(db, [(BEFORE, table, msgspec.to_builtins(summarize_before(db, table))) for table in tables])


def summarize_before(db: sqlite3.Connection, table: int, upto: Before | None = None) -> Before:
    """Of a table: what no line of its chain names; up to where it was when the register was begun."""
    sql = 'SELECT max(number) FROM rows WHERE "table" = ?'
    rows = db.execute(sql, (table,)).fetchone()[0] or 0 if upto is None else upto.rows
    sql = 'SELECT max(round) FROM carries WHERE "table" = ?'
    round_ = db.execute(sql, (table,)).fetchone()[0] or 0 if upto is None else upto.round

    def summed(sql: str, *values: int) -> str:
        sum_ = sha256()
        for row in db.execute(sql, (table, *values)):
            sum_.update(msgspec.json.encode(row) + b"\n")
        return sum_.hexdigest()

    clients = 'SELECT number, client FROM rows WHERE "table" = ? AND number <= ? AND client IS NOT NULL ORDER BY number'
    return Before(
        rows,
        round_,
        summed(clients, rows),
        summed('SELECT round, carry FROM carries WHERE "table" = ? AND round <= ? ORDER BY round', round_),
        summed('SELECT account, round, seat FROM played WHERE "table" = ? AND "row" = 0 ORDER BY 1, 2, 3'),
    )


class RegisterState(NamedTuple):
    """What the register says."""

    newest: dict[tuple[str, Key], Line]  # the last line of everything
    names: dict[str, int]  # every name that an account has had, in small letters -> the last account that had it
    outside: list[Line]  # what was found changed, and nobody has decided yet
    decided: list[str]  # what somebody went on with, in words

    def summary_before(self, table: int) -> Before:
        said = self.newest.get((BEFORE, table))
        return Before() if said is None else msgspec.convert(said.row, Before)


def read_register(db: sqlite3.Connection) -> RegisterState:
    found = RegisterState({}, {}, [], [])
    for (text,) in db.execute("SELECT line FROM register ORDER BY number"):
        line = _read(text)
        found.newest[line.of, line.key] = line
        if line.of == "accounts" and line.row is not None:
            found.names[line.row["name"].lower()] = int(line.key)
        elif line.of == OUTSIDE:
            found.outside.append(line)
        elif line.of == DECISION:
            found.outside.clear()
            found.decided.append((line.row or {})["found"])
    return found


def differences(db: sqlite3.Connection, found: RegisterState) -> Iterator[str]:
    """Where rows are not what the register says, or were not, in words."""
    for line in found.outside:
        day = datetime.fromtimestamp(line.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
        yield f"{(line.row or {})['told']}: so the server found it on {day}, as line {line.number} says"
    for of, kept in TRACKED.items():
        rows = dict(_rows(db, of))
        said = {key: line for (each, key), line in found.newest.items() if each == of}
        for key in (*said, *(rows.keys() - said.keys())):
            yield from _compare_row(kept, key, rows.get(key), said.get(key))


def _compare_row(kept: TrackedTable, key: Key, row: Row | None, line: Line | None) -> Iterator[str]:
    """A row, and what its newest line says."""
    if line is None:
        if row is not None:
            yield f"{kept.called} {key} is in no line of the register"
        return
    where = f"{kept.called} {row_name(line)}"
    if row is not None and line.row is not None:
        yield from _compare_columns(kept, where, row, line.row, line.number)
    elif line.row is not None:
        yield f"{where} is gone; line {line.number} of the register has it"
    elif row is not None:
        yield f"{where} is there again; line {line.number} of the register says it is gone"


def accept_rows(db: sqlite3.Connection) -> None:
    """Take rows for what they are, whatever the register said: somebody has looked at what differs and goes on."""
    found = read_register(db)
    states: list[tuple[str, Key, Row | None]] = []
    for of in TRACKED:
        rows = dict(_rows(db, of))
        said = {key: line.row for (each, key), line in found.newest.items() if each == of}
        states += [(of, key, row) for key, row in rows.items() if said.get(key) != row]
        states += [(of, key, None) for key, row in said.items() if row is not None and key not in rows]
    append_lines(db, states)


def _compare_columns(kept: TrackedTable, where: str, is_: Row, was: Row, number: int) -> Iterator[str]:
    for column in kept.columns:
        if is_[column] == was.get(column):
            continue
        if column in kept.secret:
            yield f"{where}: its {column} is not the one of line {number} of the register"
        else:
            now, said = shorten(repr(is_[column]), MOST_SHOWN), shorten(repr(was.get(column)), MOST_SHOWN)
            yield f"{where}: its {column} is {now}; line {number} of the register says {said}"


def shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def row_name(line: Line) -> str:
    """Which one it is: by its number, and by its name if it has one."""
    name = (line.row or {}).get("name")
    return str(line.key) if name is None else f"{line.key} (“{name}”)"


def _rows(db: sqlite3.Connection, of: str) -> Iterator[tuple[Key, Row]]:
    kept = TRACKED[of]
    for key, *values in db.execute(f"SELECT {kept.key}, {', '.join(kept.columns)} FROM {of} ORDER BY 1").fetchall():
        yield key, _as_registered(kept, values)


def _row(db: sqlite3.Connection, of: str, key: Key) -> Row | None:
    kept = TRACKED[of]
    found = db.execute(f"SELECT {', '.join(kept.columns)} FROM {of} WHERE {kept.key} = ?", (key,)).fetchone()
    return None if found is None else _as_registered(kept, found)


def _as_registered(kept: TrackedTable, values: Iterable[Any]) -> Row:
    return {
        column: sha256(str(value).encode()).hexdigest() if column in kept.secret else value
        for column, value in zip(kept.columns, values, strict=True)
    }
