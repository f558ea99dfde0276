"""The errors of the store, in words for whoever asked."""

from __future__ import annotations

import errno
import sqlite3

FULL, READ_ONLY, FAILS = "the disk is full", "it is read-only", "the disk fails"
BUSY = "another program holds the database"
CODES = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: FULL,  # no room for the shared-memory file
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: FAILS,
    sqlite3.SQLITE_BUSY: BUSY,
}
NUMBERS = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY, errno.EIO: FAILS}


def describe_error(error: Exception) -> str:
    """Describe what is wrong with a database or its disk, for somebody who can fix it. When SQLite cannot decode a
    text, its message repeats the whole text, which may be a deck of cards: that part is cut off."""
    if isinstance(error, OSError):
        return NUMBERS.get(error.errno or 0) or str(error)
    code = getattr(error, "sqlite_errorcode", None)  # the lowest byte is the kind of error
    known = CODES.get(code) or CODES.get(code & 0xFF) if code is not None else None
    return str(error).partition(" with text ")[0] if known is None else known


class StoreError(Exception):
    """Raised if something cannot be written or read. The message says why, for whoever asked."""


class TooLateError(StoreError):
    """Raised if something that the request relies on has changed meanwhile."""


class UnopenedError(StoreError):
    """Raised for a file that is not a database, or not one that can be read here."""


class InUseError(StoreError):
    """Raised if another server is running on the database."""


class FencedError(StoreError):
    """Raised if another process has taken over the table."""


class AgainError(StoreError):
    """Raised if this action was counted already. `number` is its row, `given` its input as JSON, and `round` its
    round."""

    def __init__(self, number: int, given: bytes, round_: int) -> None:
        super().__init__("counted already")
        self.number, self.given, self.round = number, given, round_
