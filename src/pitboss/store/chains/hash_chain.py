"""Chains of lines that each carry the hash of the line before."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice

import msgspec

from pitboss.engine.record import START

_encode = msgspec.json.Encoder(enc_hook=int).encode  # Money goes down as plain cents


def link(prev: str, body: object) -> tuple[str, str]:
    """Return the line of a body that follows a hash, and the line's own hash."""
    line = f'{{"prev":"{prev}",{_encode(body).decode()[1:]}'
    return line, digest(line)


def digest(line: str) -> str:
    return sha256(line.encode()).hexdigest()


def find_break(
    db: sqlite3.Connection, sql: str, values: tuple[object, ...] = (), previous: tuple[int, str] = (0, START)
) -> str | None:
    """Describe where a chain of numbers, lines and hashes does not hold, or return None. `previous` is the number and
    hash of the line before the first row."""
    expected_number, previous_hash = previous[0] + 1, previous[1]
    for number, line, stored_hash in db.execute(sql, values):
        if number != expected_number:
            return f"number {expected_number} is missing"
        if not line.startswith(f'{{"prev":"{previous_hash}",') or digest(line) != stored_hash:
            return f"number {number} does not have the hash of the one before it, or was changed after it was hashed"
        previous_hash, expected_number = stored_hash, number + 1
    return None


def find_break_in_table(db: sqlite3.Connection, table: int) -> str | None:
    """Describe where the chain of a table does not hold, or return None. It must end where the table's row says."""
    sql = 'SELECT number, line, hash FROM rows WHERE "table" = ? ORDER BY number'
    if (fault := find_break(db, sql, (table,))) is not None:
        return fault
    return find_wrong_end(db, table)


def find_wrong_end(db: sqlite3.Connection, table: int) -> str | None:
    """Describe how the last row of a table differs from the head that the table's own row names, or return None. Only
    the last row is read."""
    expected = db.execute("SELECT number, head FROM tables WHERE id = ?", (table,)).fetchone()
    sql = 'SELECT number, hash FROM rows WHERE "table" = ? ORDER BY number DESC LIMIT 1'
    newest = db.execute(sql, (table,)).fetchone() or (0, START)
    if newest == expected:
        return None
    if newest[0] == expected[0]:
        return f"the table names another hash for its newest row, {newest[0]}"
    reason = "rows are missing" if newest[0] < expected[0] else "rows were added, or the table was set back"
    return f"the chain ends at row {newest[0]}, not at {expected[0]}: {reason}"


MOST_LISTED = 5  # faults that are listed of one place; more would only hide where to look


def join_first(faults: Iterator[str]) -> str:
    """Join the first few sentences, and say if there are more."""
    listed = list(islice(faults, MOST_LISTED))
    return "; ".join(listed) + ("; and more" if next(faults, None) else "")
