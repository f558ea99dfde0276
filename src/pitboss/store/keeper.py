"""The keeper of a database: locks it for one server, compares it with its anchors, and anchors what is new.

Before anything is written, anchors and database are compared. If they do not agree, nothing may be written until
somebody decides to go on, and that decision is the next line of the checkpoint file. This module needs POSIX.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pitboss.store.chains.anchor_comparison import find_doubt
from pitboss.store.chains.anchor_export import AnchorExport, Anchoring, set_aside
from pitboss.store.chains.chain_heads import heads_of
from pitboss.store.chains.checkpoint_file import Checkpoint, Decision, Heads, HeadsError, checkpoint_path, parse
from pitboss.store.database import crash_points
from pitboss.store.database.locks import lock, lock_path, release
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import SchemaError, version_of
from pitboss.store.errors import InUseError, StoreError, describe_error
from pitboss.store.row_types import StaffAct
from pitboss.store.store import Store

HELD = "the server is paused: its database is not what was anchored, and an administrator has to decide"
SERVER = "the server"

log = logging.getLogger("pitboss")


class Keeper:
    """Holds a database for one server: its lock, its checkpoint file, and the places to which its anchors are sent."""

    def __init__(self, path: Path, anchoring: Anchoring) -> None:
        self.path, self.file = path, checkpoint_path(path)
        self.unanchored = ""  # why heads cannot be noted; empty if they can
        self.unsent = ""  # why anchors cannot be sent elsewhere; empty if they can
        self.elsewhere = AnchorExport(self.file, anchoring)
        self.checkpoint: Checkpoint | None = None
        self._note_lock = threading.Lock()
        self._is_new_file = not self.file.exists()
        try:
            self._server_lock = lock(
                lock_path(path)
            )  # before the database is touched, because another server may run on it
        except OSError as error:
            raise StoreError(f"{path} cannot be used: {error}") from None
        self._checkpoint_lock: BinaryIO | None = None
        try:
            self._checkpoint_lock = lock(self.file)
            elsewhere = [] if self.elsewhere.file is None else [self.elsewhere.file]
            self.doubt = find_doubt(path, self.file, *elsewhere)
            if self.doubt is None and path.exists():
                self._go_on_with_file()
            if (empty_file := self.elsewhere.file_without_lines) is not None:
                log.warning("the anchor file %s has no lines yet; it is begun with those of %s", empty_file, self.file)
        except StoreError:
            self.release()
            raise
        except (HeadsError, OSError, SchemaError) as error:
            self.release()
            raise StoreError(f"{path} cannot be used: {error}") from None

    def _go_on_with_file(self) -> None:
        """Write the line that a server runs, before anything is written to the database."""
        with open_read_only(self.path) as db:
            try:
                row = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone() if version_of(db) else None
                heads = {} if row is None else heads_of(db)
            except sqlite3.DatabaseError:
                return  # the store reports what is wrong with it
        if row is not None:
            self._open(str(row[0])).note_start(heads)

    def _open(self, database: str) -> Checkpoint:
        """Open the checkpoint file for writing."""
        assert self._checkpoint_lock is not None
        self.checkpoint = Checkpoint(self.file, database, self._checkpoint_lock)
        return self.checkpoint

    def attach(self, store: Store) -> None:
        """Take charge of the opened database: pause it if it disagrees with its anchors, and mark its heads after every
        commit."""
        if self.doubt is not None:
            store.held = HELD
            for finding in self.doubt.found:
                log.error("the database is not what was anchored: %s", finding.told)
        elif self.checkpoint is None:
            self._open(store.meta("id")).note_start(store.heads())
        store.committed = self._mark

    def _mark(self, heads: Heads) -> None:
        """Mark heads that have moved, and remember why that failed."""
        if self.checkpoint is not None:
            try:
                self.checkpoint.mark(heads)
            except OSError as error:
                self.unanchored = str(error)

    def note_heads(self, store: Store) -> None:
        """Write the heads that have moved to the checkpoint file. Calls are serialized, because a thread that notes
        heads continues after its caller was cancelled."""
        try:
            with self._note_lock:
                if self.checkpoint is not None and not self.checkpoint.closed:
                    if damage := self.checkpoint.damage:
                        self._rescue(store, damage)
                    else:
                        self.checkpoint.note(store.house_heads())
            self.unanchored = ""
        except (OSError, HeadsError, sqlite3.Error) as error:  # the caller goes on, and the next attempt may succeed
            if not self.unanchored:
                log.error("the checkpoint file cannot be written: %s", describe_error(error))
            self.unanchored = describe_error(error)

    def _rescue(self, store: Store, damage: str) -> None:
        """Write the checkpoint file again, with a line that says so, after somebody removed or changed it while it was
        open. If the open file was changed as well, begin a new one."""
        assert self.checkpoint is not None
        log.error("%s", damage)
        lines = self.checkpoint.content
        if not lines:
            self.elsewhere.start_over()
        old = self.checkpoint
        set_aside(self.file)
        self._checkpoint_lock = lock(self.file)
        if self._checkpoint_lock.write(lines) < len(lines):
            raise OSError(
                errno.ENOSPC, os.strerror(errno.ENOSPC)
            )  # the open file still has every line, for the next attempt
        decision = Decision(SERVER, "", damage, begun=not lines)
        self._open(store.meta("id")).note_decision(decision, store.heads())
        old.close()

    def send_anchors(self, last: bool = False) -> None:
        """Send new lines to the other places of anchors, and log a failure once."""
        error = self.elsewhere.send_last() if last else self.elsewhere.send()
        if error and not self.unsent:
            log.error("%s", error)
        self.unsent = error

    def decide(self, store: Store, by: str, why: str, act: StaffAct | None) -> None:
        """Go on with the database as it is. The decision is recorded in the database and in the checkpoint file."""
        assert self.doubt is not None
        decision = Decision(by, why, self.doubt.summary, begun=self.doubt.begins_anew)
        # Read the heads first: lost lines had the same numbers as the lines that record this decision.
        heads_before = store.heads()
        store.decide(decision, act).result()
        crash_points.point(crash_points.DECIDING)
        if decision.begun:
            set_aside(self.file)
            self.elsewhere.start_over()
            old, self._checkpoint_lock = self._checkpoint_lock, lock(self.file)
            if old is not None:
                old.close()
        checkpoint = self._open(store.meta("id"))
        checkpoint.note_decision(decision, heads_before)
        checkpoint.write(store.heads())
        log.warning("%s went on (%s), although %s", by, why, decision.found)
        self.doubt = None
        store.held = ""

    def tables_set_back(self, store: Store) -> set[int]:
        """Return the tables that were set back by a restored copy or by a decision to go on. They have lost later
        rounds that people remember."""
        contents = parse(self.file, self.file.read_bytes(), store.meta("id"))
        reset_heads = [reset.heads for reset in contents.restored]
        reset_heads += [
            reset.heads for reset in contents.decided if reset.decision.by != SERVER
        ]  # decisions of the server lost the file, not lines
        heads_now = store.heads()
        return {
            int(chain)
            for heads in reset_heads
            for chain, head in heads.items()
            if chain.isdigit() and heads_now.get(chain) == head
        }

    def close(self, store: Store) -> None:
        """Note that the server has stopped, send the last anchors, and release the database."""
        self.note_heads(store)
        store.committed = None
        with self._note_lock:
            if self.checkpoint is not None and not self.unanchored:
                try:
                    self.checkpoint.note_stop(store.heads())
                except OSError as error:
                    log.error("the checkpoint file cannot be written: %s", error)
        self.send_anchors(last=True)
        self.release()

    def release(self) -> None:
        """Unlock the database, and remove a checkpoint file to which nothing was written."""
        with self._note_lock:
            if self._checkpoint_lock is not None:
                if (
                    self._is_new_file
                    and self.checkpoint is None
                    and self.file.exists()
                    and not self.file.stat().st_size
                ):
                    self.file.unlink()
                self._checkpoint_lock.close()
            release(self._server_lock, lock_path(self.path))


@contextmanager
def open_for_command(path: Path) -> Iterator[Store]:
    """Open a database for a command that writes to it. If a server is running, the server anchors what is written.
    Otherwise it is anchored here, so that the next server does not take it for tampering. A database that disagrees
    with its anchors is not anchored.
    """
    try:
        keeper = Keeper(path, Anchoring())
    except InUseError:
        keeper = None
    try:
        store = Store(path)
    except StoreError:
        if keeper is not None:
            keeper.release()
        raise
    try:
        if keeper is not None and keeper.doubt is None:
            keeper.attach(store)
        yield store
    finally:
        if keeper is not None:
            keeper.close(store)
        store.close()
