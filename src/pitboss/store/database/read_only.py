"""A database that is only read: while a server writes to it, after a server, and on media that nobody can write to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.store.errors import FULL, StoreError, UnopenedError, describe_error


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """The database, as it is at one moment. While a server runs there is a -wal file beside it. Where there is none
    nobody writes: then SQLite locks nothing and makes no file, and the media may be read-only. An `UnopenedError` if it
    cannot be opened; a `StoreError` if a server began to write in the meantime."""
    if path.is_dir():
        raise UnopenedError(f"{path} is a folder; name the database file")
    quiet = not wal_path(path).exists()
    before = _state(path)
    db = _connect(path, immutable=quiet)
    try:
        yield db
    finally:
        db.close()
    if quiet and (wal_path(path).exists() or _state(path) != before):
        raise StoreError(f"a server began to write to {path} while it was being read; try again")


def wal_path(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _connect(path: Path, *, immutable: bool) -> sqlite3.Connection:
    """Its name may hold anything that an address may not."""
    if not path.exists():
        raise UnopenedError(f"{path} does not exist")
    db = None
    try:
        address = f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' * immutable}"
        db = sqlite3.connect(address, uri=True, isolation_level=None)
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as wrong:
        if db is not None:
            db.close()
        why = f"{path} cannot be read: {describe_error(wrong)}"
        if not immutable and FULL not in why:
            why += f"; {wal_path(path).name} belongs to it: on read-only media, copy both to a folder you can write to"
        raise UnopenedError(why) from None
    return db


def _state(path: Path) -> tuple[int, int] | None:
    return (path.stat().st_size, path.stat().st_mtime_ns) if path.exists() else None
