"""What a server goes on from: what it reads at a start must be what the chains say, for it would play on from anything.

An anchored head proves a chain only to whoever follows the hashes, and what stands beside a chain not at all. To follow
every chain from its first line is for the audit. Here it is what the next action rests on: the register, what accounts
hold, of each table the newest carry and the rows since the round before it began, and that the file's pages hold
together.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from pitboss.engine.record import START
from pitboss.store.audit.column_check import carry_digests
from pitboss.store.chains.hash_chain import digest, find_break, find_wrong_end
from pitboss.store.chains.state_register import RegisterState, read_register
from pitboss.store.database.schema import WITH_REGISTER, find_schema_differences, version_of
from pitboss.table.money import dollars


class Fault(NamedTuple):
    told: str
    chain: str = ""  # a table's number, or the name of one of the house's


def find_undecided_faults(db: sqlite3.Connection) -> Iterator[Fault]:
    """What nobody has decided on yet. What cannot be mended is decided once and not asked about at every start."""
    version = version_of(db)
    said = read_register(db) if version >= WITH_REGISTER else None
    decided = [] if said is None else [f"; {each}; " for each in said.decided]
    for wrong in _find_faults(db, version, said):
        if not any(f"; {wrong.told}; " in each for each in decided):
            yield wrong


def _find_faults(db: sqlite3.Connection, version: int, said: RegisterState | None) -> Iterator[Fault]:
    (said_of_file,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if said_of_file != "ok":
        yield Fault(f"the file is damaged: {said_of_file.splitlines()[-1]}")
    yield from (Fault(told) for told in find_schema_differences(db, version))
    if said is not None and (told := find_break(db, "SELECT number, line, hash FROM register ORDER BY number")):
        yield Fault(f"register: {told}", "register")
    yield from (Fault(told, "accounts") for told in _compare_balances(db))
    for table, name in db.execute("SELECT id, name FROM tables ORDER BY id").fetchall():
        for told in _check_newest_round(db, table, said):
            yield Fault(f"table {table} (“{name}”): {told}", str(table))


class _Entry(msgspec.Struct):
    balance: int


_read_entry = msgspec.json.Decoder(_Entry).decode


def _compare_balances(db: sqlite3.Connection) -> Iterator[str]:
    """Every account holds what its newest entry left it with."""
    sql = (
        "SELECT a.id, a.name, a.balance, e.number, e.line, e.hash FROM accounts a LEFT JOIN entries e "
        "ON e.number = (SELECT max(number) FROM entries WHERE account = a.id) ORDER BY a.id"
    )
    for account, name, balance, number, line, hash_ in db.execute(sql):
        where = f"account {account} (“{name}”)"
        if line is None:
            if balance:
                yield f"{where} holds {dollars(balance)}, and no entry says so"
        elif digest(line) != hash_:
            yield f"entry {number} of {where} was changed after it was hashed"
        elif (left := _read_entry(line).balance) != balance:
            yield f"{where} holds {dollars(balance)}; entry {number} left it with {dollars(left)}"


def _check_newest_round(db: sqlite3.Connection, table: int, said: RegisterState | None) -> Iterator[str]:
    """The carry from which recovery begins is the one that its row names, and the rows since are whole."""
    sql = 'SELECT round, carry FROM carries WHERE "table" = ? ORDER BY round DESC LIMIT 1'
    round_, carry = db.execute(sql, (table,)).fetchone() or (0, "")
    rows = 'FROM rows INDEXED BY rows_of_round WHERE "table" = ? AND round >= ?'
    (first,) = db.execute(f"SELECT min(number) {rows}", (table, round_ - 1)).fetchone()
    sql = 'SELECT number, hash FROM rows WHERE "table" = ? AND number < ? ORDER BY number DESC LIMIT 1'
    since = db.execute(sql, (table, first or 0)).fetchone() or (0, START)
    sql = 'SELECT number, line, hash FROM rows WHERE "table" = ? AND number >= ? ORDER BY number'
    if told := find_break(db, sql, (table, first or 0), since) or find_wrong_end(db, table):
        yield told
    elif said is not None:
        sql = f"SELECT line {rows} ORDER BY number"
        named = carry_digests(line for (line,) in db.execute(sql, (table, round_ - 1)))
        if (newest := max(named, default=0)) > round_:
            yield f"the carry of round {newest} is missing"
        elif round_ > said.summary_before(table).round and round_ not in named:
            yield f"there is a carry of round {round_} that no row names"
        elif named.get(round_, digest(carry)) != digest(carry):
            yield f"the carry of round {round_} is not the one that a row names"
