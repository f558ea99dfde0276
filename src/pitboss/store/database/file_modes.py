"""Files of a database that nobody but their owner may read: hidden cards and the key of sessions are in them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from pitboss.store.chains.checkpoint_file import checkpoint_path
from pitboss.store.database.read_only import wal_path

OTHERS = 0o077  # what a mode gives to others
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600


def open_private(path: str, flags: int) -> int:
    """For `open`: a file that nobody else may use from the beginning."""
    return os.open(path, flags, PRIVATE_FILE)


def files_open_to_others(path: Path) -> list[Path]:
    """Those of the files of a database that somebody else could use."""
    files = (path, wal_path(path), path.with_name(path.name + "-shm"), checkpoint_path(path))
    return [each for each in files if each.exists() and stat.S_IMODE(each.stat().st_mode) & OTHERS]


def make_private(path: Path) -> None:
    for each in files_open_to_others(path):
        each.chmod(stat.S_IMODE(each.stat().st_mode) & ~OTHERS)
