"""Copies of a whole database: one that is asked for, and the one that is kept before it is brought to a new version."""

from __future__ import annotations

import filecmp
import os
import shutil
import sqlite3
from itertools import count
from pathlib import Path

from pitboss.store.chains.checkpoint_file import checkpoint_path, whole_lines
from pitboss.store.database import crash_points
from pitboss.store.database.read_only import open_read_only
from pitboss.store.errors import StoreError


def backup(path: Path, copy: Path) -> Path | None:
    """The whole database as it is at one moment, also while it is being written, and its checkpoint file. The copy of
    that; None if the database has none. A copy has its name once it is whole and on the disk."""
    anchors = checkpoint_path(path)
    # First the anchors: every line that they name is in the database then.
    noted = whole_lines(anchors.read_bytes()) if anchors.exists() else None
    copies = [copy] if noted is None else [copy, checkpoint_path(copy)]
    for each in copies:
        if each.exists():
            raise StoreError(f"{each} already exists and was not changed; name another file")
    half = copy.with_name(f"{copy.name}.part")
    try:
        _begin(half)
        with open_read_only(path) as source:
            copy_database(source, half)
        crash_points.point(crash_points.COPYING)
        sync_to_disk(half)
        if noted is not None:
            checkpoint_path(copy).touch(mode=0o600)
            checkpoint_path(copy).write_bytes(noted)
            sync_to_disk(checkpoint_path(copy))
        half.rename(copy)
        sync_to_disk(copy.parent)
    except (StoreError, sqlite3.Error, OSError) as wrong:
        for each in (half, *copies):
            each.unlink(missing_ok=True)
        if isinstance(wrong, StoreError):
            raise
        raise StoreError(f"{copy} cannot be written: {getattr(wrong, 'strerror', None) or wrong}") from None
    return None if noted is None else checkpoint_path(copy)


def keep_copy(db: sqlite3.Connection, path: Path, version: int) -> Path:
    """The database as it is in this version, with its checkpoint file. A copy has its name once it is whole and on the
    disk, and one that is there already is never written over."""
    half = path.with_name(f"{path.name}.v{version}.part")
    _begin(half)
    crash_points.point("copy half made")
    copy_database(db, half)
    sync_to_disk(half)
    copy = path.with_name(f"{path.name}.v{version}")
    for number in count(2):
        if not copy.exists() or filecmp.cmp(copy, half, shallow=False):
            break
        copy = path.with_name(f"{path.name}.v{version}-{number}")
    if checkpoint_path(path).exists():
        shutil.copy(checkpoint_path(path), checkpoint_path(copy))
        sync_to_disk(checkpoint_path(copy))
    half.rename(copy)
    sync_to_disk(path.parent)
    crash_points.point("copy made")
    return copy


def _begin(half: Path) -> None:
    """A new file for its owner alone; what is left of a copy that was broken off goes."""
    for each in (half, half.with_name(f"{half.name}-journal")):
        each.unlink(missing_ok=True)
    half.touch(mode=0o600)


def copy_database(source: sqlite3.Connection, copy: Path) -> None:
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        target.close()


def sync_to_disk(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
