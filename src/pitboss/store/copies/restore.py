"""Puts a copy in the place of its database, with a line about it in the checkpoint file. This module needs POSIX.

Nothing is lost: the replaced database keeps another name beside it. The checkpoint file of the database stays, because
it knows more than the copy's, and continues with a line that names the copy and how far it goes.
"""

from __future__ import annotations

import shutil
import sqlite3
from itertools import count
from pathlib import Path
from typing import NamedTuple

from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.anchor_comparison import compare_anchors
from pitboss.store.chains.chain_heads import CHAINS, heads_of
from pitboss.store.chains.checkpoint_file import Checkpoint, Heads, HeadsError, checkpoint_path, parse, whole_lines
from pitboss.store.copies.changes_since_copy import ChangesSinceCopy, renew_copy
from pitboss.store.copies.snapshots import copy_database, sync_to_disk
from pitboss.store.database.locks import lock, lock_path, release
from pitboss.store.database.read_only import open_read_only
from pitboss.store.errors import InUseError, StoreError

DATABASE_FILES = ("", "-wal", "-shm")  # the files of one database


class RestoredDatabase(NamedTuple):
    """The result of a restore."""

    heads: Heads  # its newest lines
    replaced: Path | None  # the database that was there before
    since: ChangesSinceCopy | None  # what that one has and the copy does not, if known
    why_not: str  # why it is unknown


def restore(copy: Path, path: Path, *, as_copied: bool = False) -> RestoredDatabase:
    """Put a copy in the place of a database. All sessions end, and people whom the house has banned or dismissed since
    stay so.

    With `as_copied`, everybody is what he was when the copy was made. Raise a `StoreError` if the copy is damaged or
    not an earlier state of the database, or if a server runs on the database.
    """
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name the database file")
    if path.exists() and copy.resolve() == path.resolve():
        raise StoreError(f"{copy} is the database itself; name a copy of it")
    anchors = checkpoint_path(path)  # beside a link, if it is there
    path = path.resolve()  # a link stays, and the file that it leads to is replaced
    database, heads = _check_copy(copy)
    is_new_checkpoint = not anchors.exists()
    try:
        server_lock = lock(lock_path(path))
        try:
            checkpoint_lock = lock(anchors)
        except (InUseError, OSError):
            release(server_lock, lock_path(path))
            raise
    except (InUseError, OSError) as error:
        raise StoreError(f"{path} cannot be restored: {error}") from None
    with checkpoint_lock:
        try:
            _check_fits(copy, path, anchors, database)
            if is_new_checkpoint and checkpoint_path(copy).exists():
                checkpoint_lock.write(whole_lines(checkpoint_path(copy).read_bytes()))
                checkpoint_lock.flush()
            checkpoint = Checkpoint(anchors, database, checkpoint_lock)
            restored = _swap(copy, path, as_copied=as_copied)
            checkpoint.note_restore(copy.name, heads)
            checkpoint.write(restored.heads)  # including what the restore itself has written
        except (HeadsError, OSError, sqlite3.Error) as error:
            raise StoreError(f"{path} cannot be restored: {error}") from None
        finally:
            if is_new_checkpoint and not anchors.stat().st_size:
                anchors.unlink()  # nothing was written to it
            release(server_lock, lock_path(path))
    return restored


def _check_copy(copy: Path) -> tuple[str, Heads]:
    """Return the id of the copied database, and its heads. Raise `StoreError` if the chains of the copy do not hold."""
    findings = audit(copy)
    faults = [check.told for check in findings.checks if not check.ok and check.name in ("database", *CHAINS)]
    if faults or not findings.chains:
        reason = faults[0] if faults else "a chain is broken"
        raise StoreError(f"{copy} is not a sound copy: {reason}; run 'pitboss verify --db' on it for details")
    with open_read_only(copy) as db:
        (database,) = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()
        return str(database), heads_of(db)


def _check_fits(copy: Path, path: Path, anchors: Path, database: str) -> None:
    """Raise `StoreError` unless every anchored line is on the copy's chains or is newer than the copy."""
    contents = parse(anchors, anchors.read_bytes(), database)
    with open_read_only(copy) as db:
        if alarm := compare_anchors(db, contents.for_next_restore()).alarm:
            raise StoreError(f"{copy} is not an earlier state of {path}: {alarm}")


def _swap(copy: Path, path: Path, *, as_copied: bool) -> RestoredDatabase:
    """Give the copy the name of the database, once it is complete and on the disk. The old database gets another
    name."""
    partial = path.with_name(f"{path.name}.part")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)
    with open_read_only(copy) as source:
        copy_database(source, partial)
    heads, since, why_not = renew_copy(partial, path if path.exists() else None, as_copied=as_copied)
    sync_to_disk(partial)
    replaced = None
    if path.exists():
        names = (path.with_name(f"{path.name}.replaced-{number}") for number in count(1))
        replaced = next(name for name in names if not name.exists())
        for suffix in DATABASE_FILES:
            if (old := path.with_name(path.name + suffix)).exists():
                shutil.move(old, replaced.with_name(replaced.name + suffix))
    partial.rename(path)
    sync_to_disk(path.parent)
    return RestoredDatabase(heads, replaced, since, why_not)
