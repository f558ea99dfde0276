"""Checks the state that a server starts from: it must agree with the chains, because the server would play on from any
state.

An anchored head proves a chain only to whoever follows the hashes, and proves nothing about the columns. Following
every chain from its first line is the work of the audit. A start checks what the next action rests on: the pages of the
file, the register, the balances of accounts, and for each table the newest carry and the rows since the previous round
began.
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
    """A point in which the database differs from what its chains say."""

    told: str
    chain: str = ""  # a table's number, or the name of one of the house's


def find_undecided_faults(db: sqlite3.Connection) -> Iterator[Fault]:
    """Yield the faults on which nobody has decided yet. A fault that cannot be mended needs a decision only once, not
    at every start."""
    version = version_of(db)
    register = read_register(db) if version >= WITH_REGISTER else None
    decided = [] if register is None else [f"; {decision}; " for decision in register.decided]
    for fault in _find_faults(db, version, register):
        if not any(f"; {fault.told}; " in decision for decision in decided):
            yield fault


def _find_faults(db: sqlite3.Connection, version: int, register: RegisterState | None) -> Iterator[Fault]:
    """Yield all faults, decided or not."""
    (report,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if report != "ok":
        yield Fault(f"the file is damaged: {report.splitlines()[-1]}")
    yield from (Fault(fault) for fault in find_schema_differences(db, version))
    if register is not None and (fault := find_break(db, "SELECT number, line, hash FROM register ORDER BY number")):
        yield Fault(f"register: {fault}", "register")
    yield from (Fault(fault, "accounts") for fault in _compare_balances(db))
    for table, name in db.execute("SELECT id, name FROM tables ORDER BY id").fetchall():
        for fault in _check_newest_round(db, table, register):
            yield Fault(f"table {table} (“{name}”): {fault}", str(table))


class _Entry(msgspec.Struct):
    balance: int


_read_entry = msgspec.json.Decoder(_Entry).decode


def _compare_balances(db: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for each account whose balance is not what its newest entry left."""
    sql = (
        "SELECT a.id, a.name, a.balance, e.number, e.line, e.hash FROM accounts a LEFT JOIN entries e "
        "ON e.number = (SELECT max(number) FROM entries WHERE account = a.id) ORDER BY a.id"
    )
    for account, name, balance, number, line, hash_ in db.execute(sql):
        name_of_account = f"account {account} (“{name}”)"
        if line is None:
            if balance:
                yield f"{name_of_account} holds {dollars(balance)}, and no entry says so"
        elif digest(line) != hash_:
            yield f"entry {number} of {name_of_account} was changed after it was hashed"
        elif (balance_left := _read_entry(line).balance) != balance:
            yield f"{name_of_account} holds {dollars(balance)}; entry {number} left it with {dollars(balance_left)}"


def _check_newest_round(db: sqlite3.Connection, table: int, register: RegisterState | None) -> Iterator[str]:
    """Yield what is wrong with the newest round of a table: its carry must be the one that its row names, and the rows
    since must be an unbroken chain."""
    sql = 'SELECT round, carry FROM carries WHERE "table" = ? ORDER BY round DESC LIMIT 1'
    round_, carry = db.execute(sql, (table,)).fetchone() or (0, "")
    rows = 'FROM rows INDEXED BY rows_of_round WHERE "table" = ? AND round >= ?'
    (first,) = db.execute(f"SELECT min(number) {rows}", (table, round_ - 1)).fetchone()
    sql = 'SELECT number, hash FROM rows WHERE "table" = ? AND number < ? ORDER BY number DESC LIMIT 1'
    previous = db.execute(sql, (table, first or 0)).fetchone() or (0, START)
    sql = 'SELECT number, line, hash FROM rows WHERE "table" = ? AND number >= ? ORDER BY number'
    if fault := find_break(db, sql, (table, first or 0), previous) or find_wrong_end(db, table):
        yield fault
    elif register is not None:
        sql = f"SELECT line {rows} ORDER BY number"
        named = carry_digests(line for (line,) in db.execute(sql, (table, round_ - 1)))
        if (newest := max(named, default=0)) > round_:
            yield f"the carry of round {newest} is missing"
        elif round_ > register.summary_before(table).round and round_ not in named:
            yield f"there is a carry of round {round_} that no row names"
        elif named.get(round_, digest(carry)) != digest(carry):
            yield f"the carry of round {round_} is not the one that a row names"
