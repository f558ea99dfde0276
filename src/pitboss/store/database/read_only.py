"""Opens a database for reading only: while a server writes to it, after a server has stopped, or on read-only media."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.store.errors import FULL, StoreError, UnopenedError, describe_error


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database as it is at one moment. While a server runs there is a -wal file beside it. Without that file
    nobody writes, so SQLite needs no lock and creates no file, and the media may be read-only. Raise `UnopenedError` if
    the database cannot be opened, and `StoreError` if a server began to write in the meantime."""
    if path.is_dir():
        raise UnopenedError(f"{path} is a folder; name the database file")
    no_writer = not wal_path(path).exists()
    state_before = _state(path)
    db = _connect(path, immutable=no_writer)
    try:
        yield db
    finally:
        db.close()
    if no_writer and (wal_path(path).exists() or _state(path) != state_before):
        raise StoreError(f"a server began to write to {path} while it was being read; try again")


def wal_path(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _connect(path: Path, *, immutable: bool) -> sqlite3.Connection:
    """Connect to a file whose name may hold characters that a URI may not."""
    if not path.exists():
        raise UnopenedError(f"{path} does not exist")
    db = None
    try:
        address = f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' * immutable}"
        db = sqlite3.connect(address, uri=True, isolation_level=None)
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        if db is not None:
            db.close()
        reason = f"{path} cannot be read: {describe_error(error)}"
        if not immutable and FULL not in reason:
            reason += (
                f"; {wal_path(path).name} belongs to it: on read-only media, copy both to a folder you can write to"
            )
        raise UnopenedError(reason) from None
    return db


def _state(path: Path) -> tuple[int, int] | None:
    return (path.stat().st_size, path.stat().st_mtime_ns) if path.exists() else None
