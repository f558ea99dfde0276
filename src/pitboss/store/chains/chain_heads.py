"""The chains of a database, and the newest line of each."""

from __future__ import annotations

import sqlite3

from pitboss.engine.record import START
from pitboss.store.chains.checkpoint_file import Heads
from pitboss.store.database.schema import WITH_REGISTER, WITH_STAFF, version_of

ACCOUNTS, STAFF, REGISTER = "accounts", "staff", "register"
# The chains of the house -> the database table of their lines; SINCE has the version that began each.
CHAINS = {ACCOUNTS: "entries", STAFF: "staff_acts", REGISTER: "register"}
SINCE = {ACCOUNTS: 1, STAFF: WITH_STAFF, REGISTER: WITH_REGISTER}


def heads_of(db: sqlite3.Connection) -> Heads:
    """Return the head of every chain. This reads every table that was ever made."""
    rows = db.execute("SELECT id, number, head FROM tables").fetchall()
    return {str(table): (number, head) for table, number, head in rows} | house_heads(db)


def house_heads(db: sqlite3.Connection) -> Heads:
    """Return the heads of the chains that belong to the house and not to a table."""
    heads: Heads = {}
    version = version_of(db)
    for chain, kept in CHAINS.items():
        if version < SINCE[chain]:
            continue
        last = db.execute(f"SELECT number, hash FROM {kept} ORDER BY number DESC LIMIT 1").fetchone()
        heads[chain] = last or (0, START)
    return heads


class MovedHeads:
    """Reads the heads that one connection has moved, after each of its commits, without reading every table.

    The connection has triggers of its own that note which tables are written to. If another process has written to the
    database in the meantime, nothing noted what it wrote, so every head is read.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        db.execute("CREATE TEMP TABLE moved (id INTEGER PRIMARY KEY) STRICT")
        for index, event in enumerate(("INSERT", "UPDATE OF id, number, head")):
            db.execute(
                f"CREATE TEMP TRIGGER moved_{index} AFTER {event} ON main.tables BEGIN "
                "INSERT OR IGNORE INTO moved VALUES (NEW.id); END"
            )
        self._last_data_version = _data_version(db)

    def read(self, db: sqlite3.Connection) -> Heads:
        """Return the heads that may have moved since the last call, always including those of the house."""
        version = _data_version(db)
        if version != self._last_data_version:
            heads = heads_of(db)
        else:
            sql = "SELECT t.id, t.number, t.head FROM temp.moved m JOIN main.tables t ON t.id = m.id"
            heads = {str(table): (number, head) for table, number, head in db.execute(sql)} | house_heads(db)
        db.execute("DELETE FROM temp.moved")
        self._last_data_version = version
        return heads


def _data_version(db: sqlite3.Connection) -> int:
    """Return a number that changes when another connection has written to the database."""
    (number,) = db.execute("PRAGMA data_version").fetchone()
    return int(number)
