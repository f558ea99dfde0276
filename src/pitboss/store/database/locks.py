"""Locks a database for one server at a time. This module needs POSIX.

Two files are locked: one that serves no other purpose, and the checkpoint file, which earlier versions lock. Removing
one of them lets no second server in.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from pitboss.store.errors import InUseError


def lock_path(database: Path) -> Path:
    """Return the file to lock for a database. A link and the file that it leads to share one."""
    database = database.resolve()
    return database.with_name(database.name + ".lock")


def lock(path: Path) -> BinaryIO:
    """Open a file, create it if necessary, and lock it for as long as it is open. Raise `InUseError` if it is locked
    already."""
    while True:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b", buffering=0)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise InUseError(f"{path} is in use: another server is running on this database") from None
        if _is_at(file, path):
            return file
        file.close()  # its last owner has removed it since


def release(file: BinaryIO, path: Path) -> None:
    """Release a lock and remove its file."""
    with suppress(OSError):
        if _is_at(file, path):
            path.unlink()
    file.close()


def _is_at(file: BinaryIO, path: Path) -> bool:
    """Return whether an open file is the one at this path."""
    try:
        at_path = os.stat(path)
    except FileNotFoundError:
        return False
    open_file = os.fstat(file.fileno())
    return (at_path.st_dev, at_path.st_ino) == (open_file.st_dev, open_file.st_ino)
