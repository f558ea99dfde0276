"""Adds lines to the chains: the rows of an action, acts of the staff, and money that moved."""

from __future__ import annotations

import sqlite3

from pitboss.engine.record import START
from pitboss.store.chains.hash_chain import digest, link
from pitboss.store.errors import AgainError, FencedError, StoreError
from pitboss.store.rounds import table_lines
from pitboss.store.row_types import Batch, Entry, StaffAct
from pitboss.table.money import dollars

# Entries for the chips of a private table that an account is given and gives back.
GIVEN, GIVEN_BACK = "chips of a private table", "chips of a private table, given back"
BOUGHT = "chips bought"  # the entry with which somebody sits down at a table


def append_batch(db: sqlite3.Connection, batch: Batch) -> int:
    """Write all rows that one action leads to, and return the number of the action's row. Raise `FencedError` if
    another server has taken the table, and `AgainError` if the action was counted already."""
    row = db.execute("SELECT epoch, number, head FROM tables WHERE id = ?", (batch.table,)).fetchone()
    epoch, number, head = row
    if epoch != batch.epoch:
        raise FencedError("another server has taken over this table")
    row_of_action, last = number + 1, number + len(batch.lines)
    for line in batch.lines:
        number += 1
        if line.client is not None:
            if (earlier := table_lines.find_action(db, batch.table, line.client)) is not None:
                raise AgainError(*earlier)
            row_of_action = number
        body = {"table": batch.table, "number": number, "epoch": epoch, "round": line.round, **line.body}
        if line.client is not None:
            body["client"] = line.client
        if number == last:
            body |= _digests_beside(batch)
        text, head = link(head, body)
        values = (batch.table, number, epoch, line.round, line.client, text, head)
        db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    db.execute("UPDATE tables SET number = ?, head = ? WHERE id = ?", (number, head, batch.table))
    for round_, carry in batch.carries:
        db.execute("INSERT INTO carries VALUES (?, ?, ?)", (batch.table, round_, carry))
    for round_, account_of_round in batch.told:
        db.execute("INSERT INTO told VALUES (?, ?, ?)", (batch.table, round_, account_of_round))
    for account, round_, seat in batch.played:
        db.execute("INSERT OR IGNORE INTO played VALUES (?, ?, ?, ?, ?)", (account, batch.table, round_, seat, number))
    for entry in batch.entries:
        move_chips(db, entry, batch.table, row_of_action)
    for act in batch.staff:
        add_staff_act(db, act)
    return int(row_of_action)


def _digests_beside(batch: Batch) -> dict[str, object]:
    """Return the digests of the data written beside the rows. They go into the last row, so that the chain shows what
    should be there."""
    digests: dict[str, object] = {}
    if batch.carries:
        digests["carries"] = [(round_, digest(carry)) for round_, carry in batch.carries]
    if batch.played:
        digests["played"] = list(batch.played)
    return digests


def add_staff_act(db: sqlite3.Connection, act: StaffAct | None) -> None:
    """Add a line to the chain of staff acts. Do nothing without an act."""
    if act is None:
        return
    row = db.execute("SELECT name FROM accounts WHERE id = ?", (act.account,)).fetchone()
    if row is None:
        raise StoreError("there is no such account")
    last = db.execute("SELECT number, hash FROM staff_acts ORDER BY number DESC LIMIT 1").fetchone() or (0, START)
    body = {
        "number": last[0] + 1,
        "at": act.at,
        "account": act.account,
        "name": row[0],
        "table": act.table,
        "round": act.round,
        "what": act.what,
        "why": act.why,
        "cite": act.cite,
    }
    line, head = link(last[1], body)
    db.execute("INSERT INTO staff_acts VALUES (?, ?, ?, ?)", (last[0] + 1, act.table, line, head))


def move_chips(db: sqlite3.Connection, entry: Entry, table: int, row: int) -> None:
    """Move chips between an account and a table.

    Chips of a private table belong to the table: they are given to whoever buys some and given back by whoever takes
    some away, so no account gains or loses anything there. Only chips that were paid for from the account, as in
    versions before 0.3.0, come back to it when their buyer gets up.
    """
    (owner,) = db.execute("SELECT owner FROM tables WHERE id = ?", (table,)).fetchone()
    of_row, of_private_table = {"table": table, "row": row}, {"private": table}
    if owner is None:
        add_entry(db, entry, of_row)
    elif entry.cents < 0:
        add_entry(db, Entry(entry.account, -entry.cents, GIVEN), of_private_table)
        add_entry(db, entry, of_row)
    else:
        paid = paid_for(db, entry.account, table)
        add_entry(db, entry, of_row)
        if entry.cents > paid:
            add_entry(db, Entry(entry.account, paid - entry.cents, GIVEN_BACK), of_private_table)


def paid_for(db: sqlite3.Connection, account: int, table: int) -> int:
    """Return the cents that a person has paid from the account for chips of a private table and has not got back since
    he last sat down there. Wins and losses before that do not count.
    """
    sql = """SELECT number FROM entries WHERE account = ? AND json_extract(line, '$.table') = ?
             AND json_extract(line, '$.what') = ? ORDER BY number DESC LIMIT 1"""
    if (first_purchase := db.execute(sql, (account, table, BOUGHT)).fetchone()) is None:
        return 0
    sql = """SELECT coalesce(sum(json_extract(line, '$.cents')), 0) FROM entries WHERE account = ? AND number >= ?
             AND ? IN (json_extract(line, '$.table'), json_extract(line, '$.private'))
             AND (number >= ? OR json_extract(line, '$.what') = ?)"""
    (received,) = db.execute(sql, (account, first_purchase[0] - 1, table, first_purchase[0], GIVEN)).fetchone()
    return max(0, -int(received))


def add_entry(db: sqlite3.Connection, entry: Entry, details: dict[str, int]) -> None:
    """Add a line to the chain of money and set the balance that it leaves. Raise `StoreError` if the balance would be
    negative."""
    row = db.execute("SELECT balance FROM accounts WHERE id = ?", (entry.account,)).fetchone()
    if row is None:
        raise StoreError("there is no such account")
    balance = row[0] + entry.cents
    if balance < 0:
        raise StoreError(f"the account holds {dollars(row[0])}, not {dollars(-entry.cents)}")
    last = db.execute("SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1").fetchone() or (0, START)
    body = {
        "number": last[0] + 1,
        "account": entry.account,
        "what": entry.what,
        "cents": entry.cents,
        "balance": balance,
        **details,
    }
    line, head = link(last[1], body)
    db.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (last[0] + 1, entry.account, line, head))
    db.execute("UPDATE accounts SET balance = ? WHERE id = ?", (balance, entry.account))


def update_one(db: sqlite3.Connection, sql: str, values: tuple[object, ...]) -> None:
    """Run an update of one row. Raise `StoreError` if there is no such row."""
    if not db.execute(sql, values).rowcount:
        raise StoreError("it does not exist")
