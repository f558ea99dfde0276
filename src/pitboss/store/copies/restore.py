"""A copy put back in the place of its database, with a trace of it in the checkpoint file. This module needs POSIX.

Nothing is lost: what was there before is kept beside it under another name. The checkpoint file of the database stays,
for it knows more than the copy's, and goes on with a line that names the copy and how far it goes.
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
    """A database that was put back."""

    heads: Heads  # its newest lines
    replaced: Path | None  # the one that was there before
    since: ChangesSinceCopy | None  # what that has and the copy has not, where it can be told
    why_not: str  # why it cannot be told


def restore(copy: Path, path: Path, *, as_copied: bool = False) -> RestoredDatabase:
    """Put a copy in the place of a database. All sessions end, and whom the house has put out since stays out.

    With `as_copied`, everybody is what he was when the copy was made. Raises a `StoreError` if the copy is not whole,
    is not an earlier state of the database, or a server runs on that.
    """
    if path.is_dir():
        raise StoreError(f"{path} is a folder; name the database file")
    if path.exists() and copy.resolve() == path.resolve():
        raise StoreError(f"{copy} is the database itself; name a copy of it")
    anchors = checkpoint_path(path)  # beside a link, if they lie there
    path = path.resolve()  # a link stays where it is, and the file that it leads to is replaced
    database, heads = _check_copy(copy)
    begun = not anchors.exists()
    try:
        alone = lock(lock_path(path))
        try:
            locked = lock(anchors)
        except (InUseError, OSError):
            release(alone, lock_path(path))
            raise
    except (InUseError, OSError) as wrong:
        raise StoreError(f"{path} cannot be restored: {wrong}") from None
    with locked:
        try:
            _check_fits(copy, path, anchors, database)
            if begun and checkpoint_path(copy).exists():
                locked.write(whole_lines(checkpoint_path(copy).read_bytes()))
                locked.flush()
            checkpoint = Checkpoint(anchors, database, locked)
            put = _swap(copy, path, as_copied=as_copied)
            checkpoint.note_restore(copy.name, heads)
            checkpoint.write(put.heads)  # with what restoring itself has written
        except (HeadsError, OSError, sqlite3.Error) as wrong:
            raise StoreError(f"{path} cannot be restored: {wrong}") from None
        finally:
            if begun and not anchors.stat().st_size:
                anchors.unlink()  # begun for nothing
            release(alone, lock_path(path))
    return put


def _check_copy(copy: Path) -> tuple[str, Heads]:
    """Return which database it is a copy of, and its heads. A copy whose chains do not hold is not put anywhere."""
    found = audit(copy)
    unsound = [check.told for check in found.checks if not check.ok and check.name in ("database", *CHAINS)]
    if unsound or not found.chains:
        why = unsound[0] if unsound else "a chain is broken"
        raise StoreError(f"{copy} is not a sound copy: {why}; run 'pitboss verify --db' on it for details")
    with open_read_only(copy) as db:
        (database,) = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()
        return str(database), heads_of(db)


def _check_fits(copy: Path, path: Path, anchors: Path, database: str) -> None:
    """Every line that was anchored is on the copy's chains, or came later than the copy."""
    noted = parse(anchors, anchors.read_bytes(), database)
    with open_read_only(copy) as db:
        if alarm := compare_anchors(db, noted.for_next_restore()).alarm:
            raise StoreError(f"{copy} is not an earlier state of {path}: {alarm}")


def _swap(copy: Path, path: Path, *, as_copied: bool) -> RestoredDatabase:
    """Put the copy under the name of the database, once it is whole and on the disk; the old one gets another name."""
    half = path.with_name(f"{path.name}.part")
    half.unlink(missing_ok=True)
    half.touch(mode=0o600)
    with open_read_only(copy) as source:
        copy_database(source, half)
    heads, since, why_not = renew_copy(half, path if path.exists() else None, as_copied=as_copied)
    sync_to_disk(half)
    replaced = None
    if path.exists():
        names = (path.with_name(f"{path.name}.replaced-{number}") for number in count(1))
        replaced = next(name for name in names if not name.exists())
        for end in DATABASE_FILES:
            if (old := path.with_name(path.name + end)).exists():
                shutil.move(old, replaced.with_name(replaced.name + end))
    half.rename(path)
    sync_to_disk(path.parent)
    return RestoredDatabase(heads, replaced, since, why_not)
