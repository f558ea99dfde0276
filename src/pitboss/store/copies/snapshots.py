"""Copies a whole database: on request, and before it is migrated to a new version."""

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
    """Copy the whole database as it is at one moment, even while it is being written, and its checkpoint file. Return
    the copy of that, or None if the database has none. A copy gets its name once it is complete and on the disk."""
    anchors = checkpoint_path(path)
    # Read the anchors first: then every line that they name is in the database.
    checkpoint_bytes = whole_lines(anchors.read_bytes()) if anchors.exists() else None
    copies = [copy] if checkpoint_bytes is None else [copy, checkpoint_path(copy)]
    for file in copies:
        if file.exists():
            raise StoreError(f"{file} already exists and was not changed; name another file")
    partial = copy.with_name(f"{copy.name}.part")
    try:
        _create_private(partial)
        with open_read_only(path) as source:
            copy_database(source, partial)
        crash_points.point(crash_points.COPYING)
        sync_to_disk(partial)
        if checkpoint_bytes is not None:
            checkpoint_path(copy).touch(mode=0o600)
            checkpoint_path(copy).write_bytes(checkpoint_bytes)
            sync_to_disk(checkpoint_path(copy))
        partial.rename(copy)
        sync_to_disk(copy.parent)
    except (StoreError, sqlite3.Error, OSError) as error:
        for file in (partial, *copies):
            file.unlink(missing_ok=True)
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"{copy} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return None if checkpoint_bytes is None else checkpoint_path(copy)


def keep_copy(db: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy the database as it is in this version, with its checkpoint file, and return the copy. It gets its name once
    it is complete and on the disk, and an existing copy is never overwritten."""
    partial = path.with_name(f"{path.name}.v{version}.part")
    _create_private(partial)
    crash_points.point("copy half made")
    copy_database(db, partial)
    sync_to_disk(partial)
    copy = path.with_name(f"{path.name}.v{version}")
    for number in count(2):
        if not copy.exists() or filecmp.cmp(copy, partial, shallow=False):
            break
        copy = path.with_name(f"{path.name}.v{version}-{number}")
    if checkpoint_path(path).exists():
        shutil.copy(checkpoint_path(path), checkpoint_path(copy))
        sync_to_disk(checkpoint_path(copy))
    partial.rename(copy)
    sync_to_disk(path.parent)
    crash_points.point("copy made")
    return copy


def _create_private(partial: Path) -> None:
    """Create a new file for its owner alone, and remove what is left of an interrupted copy."""
    for file in (partial, partial.with_name(f"{partial.name}-journal")):
        file.unlink(missing_ok=True)
    partial.touch(mode=0o600)


def copy_database(source: sqlite3.Connection, copy: Path) -> None:
    """Copy an open database to a file."""
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        target.close()


def sync_to_disk(path: Path) -> None:
    """Force a file or a folder to the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
