"""The checkpoint file for one server at a time. This module needs POSIX, and no other of this folder does."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import BinaryIO

from pitboss.store.heads import HeadsError


def lock(path: Path) -> BinaryIO:
    """The file, locked for as long as it is open."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise HeadsError(f"{path} is in use: another server is running on this database") from None
    return file
