"""Checks the money of all people at one moment: everything that was granted is in accounts or on tables, or was lost to
the house.

No round is replayed for it. Grants and chips taken to tables are in the chain of entries, the balance of an account is
in its row, and what people have on a table is in its newest carry. A table or an account that is gone leaves a gap.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterator
from typing import Any

import msgspec

from pitboss.record.verify import Check
from pitboss.store.chains.hash_chain import find_break, join_first
from pitboss.store.rounds import round_rows
from pitboss.store.rounds.wind_up import chips_standing
from pitboss.table.money import chips_before, dollars

MONEY = "money"


def check_accounts(db: sqlite3.Connection) -> Iterator[Check]:
    """Check that the chain of entries holds, and that the balance of every account is the sum of its entries."""
    fault = find_break(db, "SELECT number, line, hash FROM entries ORDER BY number")
    if fault is not None:
        yield Check("accounts", False, told=fault)
        return
    sums: dict[int, int] = {}
    count = 0
    for number, account, line in db.execute("SELECT number, account, line FROM entries ORDER BY number"):
        body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        if (body["number"], body["account"]) != (number, account):
            message = f"entry {number} is kept under another number or account than its line says"
            yield Check("accounts", False, told=message)
            return
        sums[account] = sums.get(account, 0) + body["cents"]
        count += 1
        if body["balance"] != sums[account]:
            message = f"entry {number} says the balance is {dollars(body['balance'])}, not {dollars(sums[account])}"
            yield Check("accounts", False, told=message)
            return
    if fault := join_first(_compare_balances(db, sums)):
        yield Check("accounts", False, told=fault)
    else:
        yield Check("accounts", True, told=f"{len(sums)} accounts hold what their {count} entries add up to")


def _compare_balances(db: sqlite3.Connection, sums: dict[int, int]) -> Iterator[str]:
    """Yield a sentence for each account whose balance is not the sum of its entries."""
    stored = {
        account: (name, balance) for account, name, balance in db.execute("SELECT id, name, balance FROM accounts")
    }
    for account in sorted(sums.keys() | stored.keys()):
        total = dollars(sums.get(account, 0))
        if account not in stored:
            yield f"account {account} has entries that add up to {total}, but the account is gone"
        elif stored[account][1] != sums.get(account, 0):
            name, balance = stored[account]
            yield f"account {account} (“{name}”) holds {dollars(balance)}; its entries add up to {total}"


def check_closing_sum(db: sqlite3.Connection, people: Container[str]) -> Iterator[Check]:
    """Check that everything granted is in accounts, on tables, or was won and lost. `people` are the names, in lower
    case, of all who ever had an account; anybody else at a table belongs to the house."""
    granted = 0
    taken: dict[int, list[tuple[int, int]]] = {}  # table -> (row, cents that went to the table)
    for (line,) in db.execute("SELECT line FROM entries"):
        body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        if "table" in body:
            taken.setdefault(body["table"], []).append((body["row"], -body["cents"]))
        else:
            granted += body["cents"]
    (balances,) = db.execute("SELECT coalesce(sum(balance), 0) FROM accounts").fetchone()
    on_tables = lost = 0
    missing_tables = []
    existing = {table for (table,) in db.execute("SELECT id FROM tables")}
    for table, moves in sorted(taken.items()):
        if table not in existing:
            missing_tables.append(
                f"{dollars(sum(cents for _, cents in moves))} went to table {table}, which is not there"
            )
            continue
        chips, since = _chips_on_table(db, table, people)
        lost += sum(cents for row, cents in moves if row < since) - chips
        on_tables += chips + sum(cents for row, cents in moves if row >= since)
    won = f"{dollars(lost)} lost" if lost >= 0 else f"less {dollars(-lost)} won"
    parts = f"{dollars(balances)} in accounts, {dollars(on_tables)} on tables, {won}"
    gap = granted - balances - on_tables - lost
    if gap:
        why = "".join(f"; {sentence}" for sentence in missing_tables)
        missing = f"{dollars(gap)} is missing" if gap > 0 else f"{dollars(-gap)} is too much"
        yield Check(MONEY, False, told=f"{dollars(granted)} was granted; {parts}: {missing}{why}")
    else:
        yield Check(MONEY, True, told=f"{dollars(granted)} was granted: {parts}")


def _chips_on_table(db: sqlite3.Connection, table: int, people: Container[str]) -> tuple[int, int]:
    """Return the chips that people have on a table as its newest round found it, and the first row of that round."""
    sql = 'SELECT round, carry FROM carries WHERE "table" = ? ORDER BY round DESC LIMIT 1'
    newest = db.execute(sql, (table,)).fetchone()
    if newest is None:
        return 0, 0
    carry = round_rows.read_carry(newest[1])
    seats = [seat for seat, name in carry.players.items() if name.lower() in people]
    chips = sum(carry.accounts.get(chips_before(seat), 0) + chips_standing(carry, seat) for seat in seats)
    sql = 'SELECT min(number) FROM rows WHERE "table" = ? AND round = ?'
    (first,) = db.execute(sql, (table, newest[0])).fetchone()
    (last,) = db.execute('SELECT coalesce(max(number), 0) FROM rows WHERE "table" = ?', (table,)).fetchone()
    return chips, last + 1 if first is None else first
