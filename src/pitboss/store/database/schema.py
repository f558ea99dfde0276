"""The schema of the database, version by version. A released version never changes; a change is a new version."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from pitboss.store.chains import state_register
from pitboss.store.database import crash_points

PEOPLE = """
    -- A fourth role; people whom the house has banned or whose account is deleted; and which sessions are over.
    CREATE TABLE accounts_next (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        role TEXT NOT NULL CHECK (role IN ('player', 'auditor', 'supervisor', 'admin')),
        code TEXT NOT NULL,
        balance INTEGER NOT NULL CHECK (balance >= 0),
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'banned', 'gone')),
        signed_out INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO accounts_next (id, name, role, code, balance) SELECT id, name, role, code, balance FROM accounts;
    DROP TABLE accounts;
    ALTER TABLE accounts_next RENAME TO accounts;
    """

MIGRATIONS = (
    # 1
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

    -- People. A balance is what the chain of entries adds up to, kept beside it to be read at once.
    CREATE TABLE accounts (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        role TEXT NOT NULL CHECK (role IN ('player', 'admin')),
        code TEXT NOT NULL,
        balance INTEGER NOT NULL CHECK (balance >= 0)
    ) STRICT;
    CREATE TABLE entries (
        number INTEGER PRIMARY KEY,
        account INTEGER NOT NULL REFERENCES accounts (id),
        line TEXT NOT NULL,
        hash TEXT NOT NULL
    ) STRICT;
    CREATE INDEX entries_of_account ON entries (account, number);

    CREATE TABLE tables (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL CHECK (state IN ('open', 'paused', 'closed')),
        setting TEXT NOT NULL,
        epoch INTEGER NOT NULL DEFAULT 0,
        number INTEGER NOT NULL DEFAULT 0,
        head TEXT NOT NULL
    ) STRICT;
    -- One chain for each table. The number is unique: of two drivers of one table only one can write the next row.
    CREATE TABLE rows (
        "table" INTEGER NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        round INTEGER NOT NULL,
        client TEXT,
        line TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY ("table", number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rows_of_round ON rows ("table", round);
    CREATE UNIQUE INDEX rows_of_client ON rows ("table", client) WHERE client IS NOT NULL;
    -- The table as each round found it; the newest is where recovery begins.
    CREATE TABLE carries (
        "table" INTEGER NOT NULL REFERENCES tables (id),
        round INTEGER NOT NULL,
        carry TEXT NOT NULL,
        PRIMARY KEY ("table", round)
    ) STRICT, WITHOUT ROWID;
    -- Who sat at a round, so that a player's history is found at once.
    CREATE TABLE played (
        account INTEGER NOT NULL REFERENCES accounts (id),
        "table" INTEGER NOT NULL REFERENCES tables (id),
        round INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        PRIMARY KEY (account, "table", round, seat)
    ) STRICT, WITHOUT ROWID;
    """,
    # 2
    """
    -- The account of each finished round, compressed: what a later version tells it from, whatever that would play.
    CREATE TABLE told (
        "table" INTEGER NOT NULL REFERENCES tables (id),
        round INTEGER NOT NULL,
        account BLOB NOT NULL,
        PRIMARY KEY ("table", round)
    ) STRICT, WITHOUT ROWID;
    """,
    # 3
    """
    -- A third role. A check cannot be changed where it stands, so the table is written again.
    CREATE TABLE accounts_next (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        role TEXT NOT NULL CHECK (role IN ('player', 'supervisor', 'admin')),
        code TEXT NOT NULL,
        balance INTEGER NOT NULL CHECK (balance >= 0)
    ) STRICT;
    INSERT INTO accounts_next SELECT id, name, role, code, balance FROM accounts;
    DROP TABLE accounts;
    ALTER TABLE accounts_next RENAME TO accounts;
    -- A player who opened a table is its supervisor. A table that was put away is kept, with all its rounds.
    ALTER TABLE tables ADD COLUMN owner INTEGER REFERENCES accounts (id);
    ALTER TABLE tables ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
    -- What the staff did, who and why: one chain for the whole house.
    CREATE TABLE staff_acts (
        number INTEGER PRIMARY KEY,
        "table" INTEGER REFERENCES tables (id),
        line TEXT NOT NULL,
        hash TEXT NOT NULL
    ) STRICT;
    CREATE INDEX staff_acts_of_table ON staff_acts ("table", number);
    """,
    # 4
    PEOPLE
    + """
    -- Every state of accounts, tables and meta, as a chain: what the rows should be follows from it.
    CREATE TABLE register (
        number INTEGER PRIMARY KEY,
        line TEXT NOT NULL,
        hash TEXT NOT NULL
    ) STRICT;
    -- Which row of its table names it; 0: it was there before rows did.
    ALTER TABLE played ADD COLUMN "row" INTEGER NOT NULL DEFAULT 0;
    """,
)


WITH_ACCOUNTS = 2  # the first version that keeps accounts of rounds
WITH_STAFF = 3  # the first that keeps what the staff did
WITH_REGISTER = 4  # the first in which accounts, tables and who played are in a chain


class SchemaError(Exception):
    """The file is not a Pitboss database, or has a version that this program does not know."""


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of the database; 0 if it is empty. Raise `SchemaError` if it is newer than this program."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        wanted = "use the program that made it, or a newer one"
        raise SchemaError(
            f"the database has version {version}, but this program reads versions up to {len(MIGRATIONS)}; {wanted}"
        )
    return int(version)


def private_tables(db: sqlite3.Connection) -> set[int]:
    """Return the tables that somebody opened for himself. They are in no report of the house."""
    if version_of(db) < WITH_STAFF:
        return set()
    return {table for (table,) in db.execute("SELECT id FROM tables WHERE owner IS NOT NULL")}


def find_schema_differences(db: sqlite3.Connection, version: int) -> Iterator[str]:
    """Yield a sentence for each table or index that is missing, does not belong, or differs from what a database of
    this version has."""
    reference = sqlite3.connect(":memory:")
    try:
        reference.executescript(";".join(MIGRATIONS[:version]))
        existing, wanted = objects_in(db), objects_in(reference)
    finally:
        reference.close()
    yield from (f"the {kind} {name} is missing" for kind, name in sorted(wanted.keys() - existing.keys()))
    yield from (f"the {kind} {name} does not belong there" for kind, name in sorted(existing.keys() - wanted.keys()))
    for kind, name in sorted(wanted.keys() & existing.keys()):
        if existing[kind, name] != wanted[kind, name]:
            yield f"the {kind} {name} is not made as this program makes it"


def objects_in(db: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """Map the kind and name of each table, index and other object to its SQL. Objects that SQLite makes by itself have
    no SQL. Quotes are removed, because which names SQLite quotes depends on its version."""
    sql = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_stat*'"
    return {(kind, name): " ".join(text.replace('"', "").split()) for kind, name, text in db.execute(sql)}


def older_version(db: sqlite3.Connection) -> int:
    """Return the version of a database that is older than this program's; 0 if it is current or empty."""
    version = version_of(db)
    return version if version < len(MIGRATIONS) else 0


def migrate(db: sqlite3.Connection) -> None:
    """Bring the database to the newest version in one transaction."""
    version = version_of(db)
    if version == len(MIGRATIONS):
        return
    script = ";".join(MIGRATIONS[version:])
    db.execute("PRAGMA foreign_keys = OFF")  # otherwise a table that others refer to could not be rewritten
    db.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {len(MIGRATIONS)};")
    if version < WITH_REGISTER:
        state_register.write_first_lines(db)
    if dangling := db.execute("PRAGMA foreign_key_check").fetchone():
        db.execute("ROLLBACK")
        raise SchemaError(f"a row of {dangling[0]} refers to something that is not there; restore a copy")
    crash_points.point("mid-migration")
    db.execute("COMMIT")
    db.execute("PRAGMA foreign_keys = ON")
