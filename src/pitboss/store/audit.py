"""Is the database what it says it is? Everything is played again and every sum done again; findings, never a traceback.

An anchored head is one that the checkpoint file notes. A chain on which an anchored head is not to be found has been
rewritten; what stands after the last anchored head could have been, unnoticed, and is told as the tail.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import COMPANION, Sit
from pitboss.store import rounds
from pitboss.store.chain import START, digest
from pitboss.store.heads import HeadsError, file_of, parse
from pitboss.store.store import heads_of
from pitboss.table.money import dollars
from pitboss.table.steps import LeaveSeat, TakeSeat


class Check(msgspec.Struct, frozen=True):
    name: str
    ok: bool
    told: str


def audit(path: Path, heads: Path | None = None) -> list[Check]:
    """Every chain, every round, all money, as they are at one moment. The database is only read."""
    anchors = heads or file_of(path)
    noted = anchors.read_bytes() if anchors.exists() else None  # before the database, which only goes on
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    try:
        db.execute("BEGIN")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if not version:
            return [Check("database", False, "it has no tables of ours")]
        return [*_tables(db), *_accounts(db), *_anchors(db, anchors, noted)]
    except (sqlite3.DatabaseError, msgspec.DecodeError, KeyError) as wrong:
        return [Check("database", False, f"it cannot be read: {wrong}")]
    finally:
        db.close()


def _tables(db: sqlite3.Connection) -> Iterator[Check]:
    bought = _bought(db)
    for table, name, number, head in db.execute("SELECT id, name, number, head FROM tables").fetchall():
        broken = _broken(db, 'SELECT number, line, hash FROM rows WHERE "table" = ? ORDER BY number', (table,))
        last = db.execute('SELECT number, hash FROM rows WHERE "table" = ? ORDER BY number DESC LIMIT 1', (table,))
        newest = last.fetchone() or (0, START)
        if broken is None and newest != (number, head):
            broken = f"the chain ends at row {newest[0]}, not at {number}: rows are missing"
        try:
            told = broken or _rounds(db, table, bought.get(table, 0))
            yield Check(f"table {table}", broken is None, f"{name}: {told}")
        except rounds.ReplayError as wrong:
            yield Check(f"table {table}", False, f"{name}: {wrong}")


def _rounds(db: sqlite3.Connection, table: int, bought: int) -> str:
    """Every round begins as the one before it ended and comes out as it did; the chips that people brought and took
    away are those of their accounts."""
    before: Carry | None = None
    till = Till()
    count = rows = 0
    sql = 'SELECT round, carry FROM carries WHERE "table" = ? ORDER BY round'
    for round_, text in db.execute(sql, (table,)).fetchall():
        carry = rounds.read_carry(text)
        if before is not None and carry != before:
            raise rounds.ReplayError(f"round {round_} does not begin as the one before it ended")
        sql = 'SELECT line FROM rows WHERE "table" = ? AND round = ? ORDER BY number'
        lines = [line for (line,) in db.execute(sql, (table, round_))]
        if lines:
            driver = rounds.replay(carry, lines)
            till.count(driver)
            before = driver.next
            count, rows = count + 1, rows + len(lines)
    if till.brought != bought:
        wrong = f"people brought {dollars(till.brought)} here, their accounts say {dollars(bought)}"
        raise rounds.ReplayError(wrong)
    return f"{rows} rows, {count} rounds come out the same"


class Till:
    """What people have brought to a table and not taken away; what the house's companions have is not counted."""

    def __init__(self) -> None:
        self.brought = 0
        self._companions: set[int] = set()

    def count(self, driver: Driver) -> None:
        for item in driver.log:
            if isinstance(item, Sit):
                (self._companions.add if item.by == COMPANION else self._companions.discard)(item.seat)
            elif isinstance(item, TakeSeat | LeaveSeat) and item.seat not in self._companions:
                self.brought += item.chips if isinstance(item, TakeSeat) else -item.chips


def _accounts(db: sqlite3.Connection) -> Iterator[Check]:
    broken = _broken(db, "SELECT number, line, hash FROM entries ORDER BY number", ())
    if broken is not None:
        yield Check("accounts", False, broken)
        return
    sums: dict[int, int] = {}
    count = 0
    for account, line in db.execute("SELECT account, line FROM entries ORDER BY number"):
        body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        sums[account] = sums.get(account, 0) + body["cents"]
        count += 1
        if (body["account"], body["balance"]) != (account, sums[account]):
            yield Check("accounts", False, f"entry {body['number']} leaves {body['balance']}, not {sums[account]}")
            return
    for account, name, balance in db.execute("SELECT id, name, balance FROM accounts").fetchall():
        if sums.get(account, 0) != balance:
            yield Check("accounts", False, f"{name} holds {balance}; the entries add up to {sums.get(account, 0)}")
            return
    yield Check("accounts", True, f"{len(sums)} accounts hold what their {count} entries add up to")


def _bought(db: sqlite3.Connection) -> dict[int, int]:
    """What accounts have taken to each table and not taken away again."""
    bought: dict[int, int] = {}
    for (line,) in db.execute("SELECT line FROM entries"):
        body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        if "table" in body:
            bought[body["table"]] = bought.get(body["table"], 0) - body["cents"]
    return bought


def _broken(db: sqlite3.Connection, sql: str, values: tuple[object, ...]) -> str | None:
    """Where a chain does not hold, in words; None if it does."""
    before, wanted = START, 1
    for number, line, held in db.execute(sql, values):
        if number != wanted:
            return f"number {wanted} is missing"
        if not line.startswith(f'{{"prev":"{before}",') or digest(line) != held:
            return f"number {number} does not carry the hash of the one before it, or is not what was hashed"
        before, wanted = held, number + 1
    return None


def _anchors(db: sqlite3.Connection, path: Path, raw: bytes | None) -> Iterator[Check]:
    if raw is None:
        yield Check("anchors", False, f"there is no checkpoint file {path}: nothing shows that no chain was rewritten")
        return
    (database,) = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()
    try:
        known, _, noted = parse(path, raw, database)
    except HeadsError as wrong:
        yield Check("anchors", False, str(wrong))
        return
    count = 0
    for heads in noted:
        for chain, (number, head) in heads.items():
            count += 1
            if _hash_at(db, chain, number) != head:
                yield Check("anchors", False, f"ALARM: line {number} of {_named(chain)} is not the one anchored")
                return
    tails = {}
    for chain, (number, _) in heads_of(db).items():
        if number > known.get(chain, (0, START))[0]:
            tails[chain] = number - known.get(chain, (0, START))[0]
    tail = ", ".join(f"{many} of {_named(chain)}" for chain, many in tails.items())
    yield Check("anchors", True, f"{count} anchored heads are on their chains; unanchored: {tail or 'nothing'}")


def _named(chain: str) -> str:
    return chain if chain == "accounts" else f"table {chain}"


def _hash_at(db: sqlite3.Connection, chain: str, number: int) -> str | None:
    if number == 0:
        return START
    if chain == "accounts":
        row = db.execute("SELECT hash FROM entries WHERE number = ?", (number,)).fetchone()
    else:
        row = db.execute('SELECT hash FROM rows WHERE "table" = ? AND number = ?', (chain, number)).fetchone()
    return None if row is None else row[0]
