"""The chains of a database, and the newest line of each."""

from __future__ import annotations

import sqlite3

from pitboss.engine.record import START
from pitboss.store.heads import Heads
from pitboss.store.schema import WITH_REGISTER, WITH_STAFF, version_of

ACCOUNTS, STAFF, REGISTER = "accounts", "staff", "register"
# Those that are no table's -> where their lines are kept, and since which version.
CHAINS = {ACCOUNTS: "entries", STAFF: "staff_acts", REGISTER: "register"}
SINCE = {ACCOUNTS: 1, STAFF: WITH_STAFF, REGISTER: WITH_REGISTER}


def heads_of(db: sqlite3.Connection) -> Heads:
    rows = db.execute("SELECT id, number, head FROM tables").fetchall()
    heads = {str(each): (number, head) for each, number, head in rows}
    version = version_of(db)
    for chain, kept in CHAINS.items():
        if version < SINCE[chain]:
            continue
        last = db.execute(f"SELECT number, hash FROM {kept} ORDER BY number DESC LIMIT 1").fetchone()
        heads[chain] = last or (0, START)
    return heads
