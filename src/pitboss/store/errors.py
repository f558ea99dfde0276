"""What can go wrong with writing, in words for whoever asked for it."""

from __future__ import annotations

import errno
import sqlite3

FULL, READ_ONLY, FAILS = "the disk is full", "it is read-only", "the disk fails"
BUSY = "another program holds the database"
CODES = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: FULL,  # no room for the file beside the log
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: FAILS,
    sqlite3.SQLITE_BUSY: BUSY,
}
NUMBERS = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY, errno.EIO: FAILS}


def describe_error(wrong: Exception) -> str:
    """What is wrong with a database or its disk, as somebody says it who can put it right. What SQLite could not decode
    it repeats whole, and that may be a deck of cards."""
    if isinstance(wrong, OSError):
        return NUMBERS.get(wrong.errno or 0) or str(wrong)
    code = getattr(wrong, "sqlite_errorcode", None)  # the lowest byte is the kind, the others say more
    known = CODES.get(code) or CODES.get(code & 0xFF) if code is not None else None
    return str(wrong).partition(" with text ")[0] if known is None else known


class StoreError(Exception):
    """Something cannot be written, in words for whoever asked for it."""


class TooLateError(StoreError):
    """What was asked for rests on something that has changed meanwhile."""


class UnopenedError(StoreError):
    """This is no database, or none that can be read here."""


class InUseError(StoreError):
    """Another server is running on the database."""


class FencedError(StoreError):
    """Another process has taken the table since."""


class AgainError(StoreError):
    """This action was counted already: the number of its row, what was given, as JSON, and in which round."""

    def __init__(self, number: int, given: bytes, round_: int) -> None:
        super().__init__("counted already")
        self.number, self.given, self.round = number, given, round_
