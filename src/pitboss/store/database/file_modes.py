"""Keeps the files of a database private to their owner: they hold hidden cards and the session key."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from pitboss.store.chains.checkpoint_file import checkpoint_path
from pitboss.store.database.read_only import wal_path

OTHERS = 0o077  # the permission bits of other users
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600


def open_private(path: str, flags: int) -> int:
    """Open a new file that nobody else may use, as an opener for `open`."""
    return os.open(path, flags, PRIVATE_FILE)


def files_open_to_others(path: Path) -> list[Path]:
    """Return the files of a database that other users could read or write."""
    files = (path, wal_path(path), path.with_name(path.name + "-shm"), checkpoint_path(path))
    return [file for file in files if file.exists() and stat.S_IMODE(file.stat().st_mode) & OTHERS]


def make_private(path: Path) -> None:
    """Take the permissions of other users from the files of a database."""
    for file in files_open_to_others(path):
        file.chmod(stat.S_IMODE(file.stat().st_mode) & ~OTHERS)
