"""The database for one server at a time. This module needs POSIX, and no other of this folder does.

Two files are locked: one that is there for nothing else, and the checkpoint file, which earlier versions lock. Whoever
removes one of them lets no second server in.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from pitboss.store.errors import InUseError


def lock_path(database: Path) -> Path:
    """Return the file to lock for a database. A link and the file that it leads to have the same one."""
    database = database.resolve()
    return database.with_name(database.name + ".lock")


def lock(path: Path) -> BinaryIO:
    """The file, locked for as long as it is open. It is made if it is not there."""
    while True:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b", buffering=0)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise InUseError(f"{path} is in use: another server is running on this database") from None
        if _is_at(file, path):
            return file
        file.close()  # it was removed by whoever had it before


def release(held: BinaryIO, path: Path) -> None:
    """Remove a file that is there for nothing but the lock."""
    with suppress(OSError):
        if _is_at(held, path):
            path.unlink()
    held.close()


def _is_at(file: BinaryIO, path: Path) -> bool:
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return False
    here = os.fstat(file.fileno())
    return (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)
