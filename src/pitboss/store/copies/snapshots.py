"""Copies of a whole database: one that is asked for, and the one that is kept before it is brought to a new version."""

from __future__ import annotations

import filecmp
import os
import shutil
import sqlite3
from itertools import count
from pathlib import Path

from pitboss.store.chains.checkpoint_file import file_of, whole_lines
from pitboss.store.database import crash_points
from pitboss.store.database.read_only import reading
from pitboss.store.errors import StoreError


def backup(path: Path, copy: Path) -> Path | None:
    """The whole database as it is at one moment, also while it is being written, and its checkpoint file. The copy of
    that; None if the database has none. A copy has its name once it is whole and on the disk."""
    anchors = file_of(path)
    # First the anchors: every line that they name is in the database then.
    noted = whole_lines(anchors.read_bytes()) if anchors.exists() else None
    copies = [copy] if noted is None else [copy, file_of(copy)]
    for each in copies:
        if each.exists():
            raise StoreError(f"{each} already exists and was not changed; name another file")
    half = copy.with_name(f"{copy.name}.part")
    try:
        _begin(half)
        with reading(path) as source:
            copy_of(source, half)
        crash_points.point(crash_points.COPYING)
        sync(half)
        if noted is not None:
            file_of(copy).touch(mode=0o600)
            file_of(copy).write_bytes(noted)
            sync(file_of(copy))
        half.rename(copy)
        sync(copy.parent)
    except (StoreError, sqlite3.Error, OSError) as wrong:
        for each in (half, *copies):
            each.unlink(missing_ok=True)
        if isinstance(wrong, StoreError):
            raise
        raise StoreError(f"{copy} cannot be written: {getattr(wrong, 'strerror', None) or wrong}") from None
    return None if noted is None else file_of(copy)


def keep_copy(db: sqlite3.Connection, path: Path, version: int) -> Path:
    """The database as it is in this version, with its checkpoint file. A copy has its name once it is whole and on the
    disk, and one that is there already is never written over."""
    half = path.with_name(f"{path.name}.v{version}.part")
    _begin(half)
    crash_points.point("copy half made")
    copy_of(db, half)
    sync(half)
    copy = path.with_name(f"{path.name}.v{version}")
    for number in count(2):
        if not copy.exists() or filecmp.cmp(copy, half, shallow=False):
            break
        copy = path.with_name(f"{path.name}.v{version}-{number}")
    if file_of(path).exists():
        shutil.copy(file_of(path), file_of(copy))
        sync(file_of(copy))
    half.rename(copy)
    sync(path.parent)
    crash_points.point("copy made")
    return copy


def _begin(half: Path) -> None:
    """A new file for its owner alone; what is left of a copy that was broken off goes."""
    for each in (half, half.with_name(f"{half.name}-journal")):
        each.unlink(missing_ok=True)
    half.touch(mode=0o600)


def copy_of(source: sqlite3.Connection, copy: Path) -> None:
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        target.close()


def sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
