"""The chains of a database, and the newest line of each."""

from __future__ import annotations

import sqlite3

from pitboss.engine.record import START
from pitboss.store.chains.checkpoint_file import Heads
from pitboss.store.database.schema import WITH_REGISTER, WITH_STAFF, version_of

ACCOUNTS, STAFF, REGISTER = "accounts", "staff", "register"
# Those that are no table's -> where their lines are kept, and since which version.
CHAINS = {ACCOUNTS: "entries", STAFF: "staff_acts", REGISTER: "register"}
SINCE = {ACCOUNTS: 1, STAFF: WITH_STAFF, REGISTER: WITH_REGISTER}


def heads_of(db: sqlite3.Connection) -> Heads:
    """Return the head of every chain. This reads every table that was ever made."""
    rows = db.execute("SELECT id, number, head FROM tables").fetchall()
    return {str(each): (number, head) for each, number, head in rows} | house_heads(db)


def house_heads(db: sqlite3.Connection) -> Heads:
    """Return the heads of the chains that are no table's."""
    heads: Heads = {}
    version = version_of(db)
    for chain, kept in CHAINS.items():
        if version < SINCE[chain]:
            continue
        last = db.execute(f"SELECT number, hash FROM {kept} ORDER BY number DESC LIMIT 1").fetchone()
        heads[chain] = last or (0, START)
    return heads


class MovedHeads:
    """Reads, after each commit of one connection, the heads that it has moved, however many tables there are.

    The connection has triggers of its own that note which tables are written to. If another process has written to the
    database meanwhile, nobody has noted what, and every head is read."""

    def __init__(self, db: sqlite3.Connection) -> None:
        db.execute("CREATE TEMP TABLE moved (id INTEGER PRIMARY KEY) STRICT")
        for at, event in enumerate(("INSERT", "UPDATE OF id, number, head")):
            db.execute(
                f"CREATE TEMP TRIGGER moved_{at} AFTER {event} ON main.tables BEGIN "
                "INSERT OR IGNORE INTO moved VALUES (NEW.id); END"
            )
        self._others = _data_version(db)

    def read(self, db: sqlite3.Connection) -> Heads:
        """Return the heads that may have moved since the last call, those of the house among them."""
        others = _data_version(db)
        if others != self._others:
            found = heads_of(db)
        else:
            sql = "SELECT t.id, t.number, t.head FROM temp.moved m JOIN main.tables t ON t.id = m.id"
            found = {str(each): (number, head) for each, number, head in db.execute(sql)} | house_heads(db)
        db.execute("DELETE FROM temp.moved")
        self._others = others
        return found


def _data_version(db: sqlite3.Connection) -> int:
    """Return a number that changes when another connection has written to the database."""
    (number,) = db.execute("PRAGMA data_version").fetchone()
    return int(number)
