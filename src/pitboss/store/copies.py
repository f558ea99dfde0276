"""Copies of a whole database: one that is asked for, and the one that is kept before it is brought to a new version."""

from __future__ import annotations

import filecmp
import os
import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from pitboss.store import crash
from pitboss.store.errors import StoreError
from pitboss.store.heads import file_of


def backup(path: Path, copy: Path) -> None:
    """The whole database as it is at one moment, also while it is being written."""
    try:
        copy.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        raise StoreError(f"{copy} already exists and was not changed; name another file") from None
    except OSError as wrong:
        raise StoreError(f"{copy} cannot be written: {wrong}") from None
    try:
        with closing(reading(path)) as source:
            _copy(source, copy)
    except sqlite3.Error as wrong:
        copy.unlink()
        raise StoreError(f"{path} cannot be copied: {wrong}") from None


def reading(path: Path) -> sqlite3.Connection:
    """A database that is only read. Its name may hold anything that an address may not."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def keep_copy(db: sqlite3.Connection, path: Path, version: int) -> Path:
    """The database as it is in this version, with its checkpoint file. A copy has its name once it is whole and on the
    disk, and one that is there already is never written over."""
    half = path.with_name(f"{path.name}.v{version}.part")
    half.unlink(missing_ok=True)  # from a start that was broken off
    half.touch(mode=0o600)
    crash.point("copy half made")
    _copy(db, half)
    _sync(half)
    copy = path.with_name(f"{path.name}.v{version}")
    for number in count(2):
        if not copy.exists() or filecmp.cmp(copy, half, shallow=False):
            break
        copy = path.with_name(f"{path.name}.v{version}-{number}")
    if file_of(path).exists():
        shutil.copy(file_of(path), file_of(copy))
        _sync(file_of(copy))
    half.rename(copy)
    _sync(path.parent)
    crash.point("copy made")
    return copy


def _copy(source: sqlite3.Connection, copy: Path) -> None:
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        target.close()


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
