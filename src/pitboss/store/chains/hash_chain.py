"""Lines that carry the hash of the line before."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice

import msgspec

from pitboss.engine.record import START

_encode = msgspec.json.Encoder(enc_hook=int).encode  # Money goes down as plain cents


def link(prev: str, body: object) -> tuple[str, str]:
    """The line of a body after a hash, and its own hash."""
    line = f'{{"prev":"{prev}",{_encode(body).decode()[1:]}'
    return line, digest(line)


def digest(line: str) -> str:
    return sha256(line.encode()).hexdigest()


def find_break(
    db: sqlite3.Connection, sql: str, values: tuple[object, ...] = (), since: tuple[int, str] = (0, START)
) -> str | None:
    """Where a chain of numbers, lines and hashes does not hold, in words; None if it does. `since` is the line before
    the first that is looked at."""
    wanted, before = since[0] + 1, since[1]
    for number, line, held in db.execute(sql, values):
        if number != wanted:
            return f"number {wanted} is missing"
        if not line.startswith(f'{{"prev":"{before}",') or digest(line) != held:
            return f"number {number} does not have the hash of the one before it, or was changed after it was hashed"
        before, wanted = held, number + 1
    return None


def find_break_in_table(db: sqlite3.Connection, table: int) -> str | None:
    """The same of the rows of a table, which must end where the table says."""
    sql = 'SELECT number, line, hash FROM rows WHERE "table" = ? ORDER BY number'
    if (wrong := find_break(db, sql, (table,))) is not None:
        return wrong
    return find_wrong_end(db, table)


def find_wrong_end(db: sqlite3.Connection, table: int) -> str | None:
    """Whether the rows of a table end where it says; nothing but the last one is looked at."""
    ends = db.execute("SELECT number, head FROM tables WHERE id = ?", (table,)).fetchone()
    sql = 'SELECT number, hash FROM rows WHERE "table" = ? ORDER BY number DESC LIMIT 1'
    newest = db.execute(sql, (table,)).fetchone() or (0, START)
    if newest == ends:
        return None
    if newest[0] == ends[0]:
        return f"the table names another hash for its newest row, {newest[0]}"
    wrong = "rows are missing" if newest[0] < ends[0] else "rows were added, or the table was set back"
    return f"the chain ends at row {newest[0]}, not at {ends[0]}: {wrong}"


MOST_LISTED = 5  # of what is wrong in one place; more would only hide where to look


def join_first(wrong: Iterator[str]) -> str:
    """The first few of all that is wrong somewhere."""
    told = list(islice(wrong, MOST_LISTED))
    return "; ".join(told) + ("; and more" if next(wrong, None) else "")
