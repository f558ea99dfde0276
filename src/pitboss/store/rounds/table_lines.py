"""Reads lines of a table: those of a round, of an action that was counted, and of chips that moved."""

from __future__ import annotations

import sqlite3

import msgspec

from pitboss.store.rounds.wind_up import ChipMove
from pitboss.store.row_types import TableAsLeft, TableRow


def lines_of(db: sqlite3.Connection, table: int, round_: int) -> list[str]:
    """Return the rows of a round. The query names its index, because otherwise SQLite reads the whole chain of the
    table."""
    sql = 'SELECT line FROM rows INDEXED BY rows_of_round WHERE "table" = ? AND round = ? ORDER BY number'
    return [line for (line,) in db.execute(sql, (table, round_))]


def chip_moves(db: sqlite3.Connection, table: int) -> list[tuple[int, ChipMove]]:
    """Return the chips that moved between accounts and a table, each with the row that moved them."""
    sql = (
        "SELECT json_extract(line, '$.row'), account, json_extract(line, '$.cents') FROM entries "
        "WHERE json_extract(line, '$.table') = ? ORDER BY number"
    )
    return [(row, ChipMove(account, cents)) for row, account, cents in db.execute(sql, (table,))]


def read_table(db: sqlite3.Connection, table: int) -> TableAsLeft:
    """Return a table as it was left."""
    sql = "SELECT id, name, state, setting, number, head, owner, epoch FROM tables WHERE id = ?"
    *row, epoch = db.execute(sql, (table,)).fetchone()
    sql = 'SELECT round, carry FROM carries WHERE "table" = ? ORDER BY round DESC LIMIT 1'
    round_, carry = db.execute(sql, (table,)).fetchone() or (0, None)
    lines = lines_of(db, table, round_)
    return TableAsLeft(TableRow(*row), epoch, round_, carry, lines)


def find_action(db: sqlite3.Connection, table: int, client: str) -> tuple[int, bytes, int] | None:
    """Return the row number, the input and the round of an action that was counted already, or None."""
    sql = 'SELECT number, line, round FROM rows WHERE "table" = ? AND client = ?'
    row = db.execute(sql, (table, client)).fetchone()
    if row is None:
        return None
    return row[0], bytes(msgspec.json.decode(row[1], type=dict[str, msgspec.Raw])["given"]), row[2]
