"""The keeper of a database: has it for one server alone, says whether it is what was anchored, and anchors what is new.

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
    def __init__(self, path: Path, anchoring: Anchoring) -> None:
        self.path, self.file = path, checkpoint_path(path)
        self.unanchored = ""  # why heads cannot be noted, if they cannot
        self.unsent = ""  # why they cannot be sent elsewhere
        self.elsewhere = AnchorExport(self.file, anchoring)
        self.checkpoint: Checkpoint | None = None
        self._noting = threading.Lock()
        self._begun = not self.file.exists()
        try:
            self._alone = lock(lock_path(path))  # before the database is touched: another server may run over it
        except OSError as wrong:
            raise StoreError(f"{path} cannot be used: {wrong}") from None
        self._held: BinaryIO | None = None
        try:
            self._held = lock(self.file)
            elsewhere = [] if self.elsewhere.file is None else [self.elsewhere.file]
            self.doubt = find_doubt(path, self.file, *elsewhere)
            if self.doubt is None and path.exists():
                self._go_on_with_file()
            if (fresh := self.elsewhere.file_without_lines) is not None:
                log.warning("the anchor file %s has no lines yet; it is begun with those of %s", fresh, self.file)
        except StoreError:
            self.release()
            raise
        except (HeadsError, OSError, SchemaError) as wrong:
            self.release()
            raise StoreError(f"{path} cannot be used: {wrong}") from None

    def _go_on_with_file(self) -> None:
        """A line that a server runs, before it writes anything to the database."""
        with open_read_only(self.path) as db:
            try:
                row = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone() if version_of(db) else None
                heads = {} if row is None else heads_of(db)
            except sqlite3.DatabaseError:
                return  # the store says what is wrong with it
        if row is not None:
            self._open(str(row[0])).note_start(heads)

    def _open(self, database: str) -> Checkpoint:
        assert self._held is not None
        self.checkpoint = Checkpoint(self.file, database, self._held)
        return self.checkpoint

    def attach(self, store: Store) -> None:
        """The database is open."""
        if self.doubt is not None:
            store.held = HELD
            for each in self.doubt.found:
                log.error("the database is not what was anchored: %s", each.told)
        elif self.checkpoint is None:
            self._open(store.meta("id")).note_start(store.heads())
        store.committed = self._mark

    def _mark(self, heads: Heads) -> None:
        if self.checkpoint is not None:
            try:
                self.checkpoint.mark(heads)
            except OSError as wrong:
                self.unanchored = str(wrong)

    def note_heads(self, store: Store) -> None:
        """Note what has moved. One at a time: a thread that notes heads goes on although nobody waits for it."""
        try:
            with self._noting:
                if self.checkpoint is not None and not self.checkpoint.closed:
                    if lost := self.checkpoint.damage:
                        self._rescue(store, lost)
                    else:
                        self.checkpoint.note(store.house_heads())
            self.unanchored = ""
        except (OSError, HeadsError, sqlite3.Error) as wrong:  # whoever notes goes on, and it may be over next time
            if not self.unanchored:
                log.error("the checkpoint file cannot be written: %s", describe_error(wrong))
            self.unanchored = describe_error(wrong)

    def _rescue(self, store: Store, lost: str) -> None:
        """Somebody has removed or changed the file under us. It is written again from what is still open, and says for
        good what has happened; if that was changed as well, it begins anew."""
        assert self.checkpoint is not None
        log.error("%s", lost)
        lines = self.checkpoint.content
        if not lines:
            self.elsewhere.start_over()
        old = self.checkpoint
        set_aside(self.file)
        self._held = lock(self.file)
        if self._held.write(lines) < len(lines):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # what is open still has all of it, for next time
        decision = Decision(SERVER, "", lost, begun=not lines)
        self._open(store.meta("id")).note_decision(decision, store.heads())
        old.close()

    def send_anchors(self, last: bool = False) -> None:
        """To where anchors go besides."""
        wrong = self.elsewhere.send_last() if last else self.elsewhere.send()
        if wrong and not self.unsent:
            log.error("%s", wrong)
        self.unsent = wrong

    def decide(self, store: Store, by: str, why: str, act: StaffAct | None) -> None:
        """Go on with the database as it is; on the record, in the database and in the checkpoint file."""
        assert self.doubt is not None
        decision = Decision(by, why, self.doubt.summary, begun=self.doubt.begins_anew)
        # What is gone was anchored under the same numbers as the lines that record this, so those come after it.
        found = store.heads()
        store.decide(decision, act).result()
        crash_points.point(crash_points.DECIDING)
        if decision.begun:
            set_aside(self.file)
            self.elsewhere.start_over()
            old, self._held = self._held, lock(self.file)
            if old is not None:
                old.close()
        checkpoint = self._open(store.meta("id"))
        checkpoint.note_decision(decision, found)
        checkpoint.write(store.heads())
        log.warning("%s went on (%s), although %s", by, why, decision.found)
        self.doubt = None
        store.held = ""

    def tables_set_back(self, store: Store) -> set[int]:
        """Tables that stand as a copy has them that was put in the place of the database, or as somebody went on from
        it: what was played there after that is gone, and people remember it."""
        noted = parse(self.file, self.file.read_bytes(), store.meta("id"))
        anew = [each.heads for each in noted.restored]
        anew += [each.heads for each in noted.decided if each.decision.by != SERVER]  # which lost the file, not lines
        now = store.heads()
        return {
            int(chain) for heads in anew for chain, head in heads.items() if chain.isdigit() and now.get(chain) == head
        }

    def close(self, store: Store) -> None:
        """Nothing is written any more."""
        self.note_heads(store)
        store.committed = None
        with self._noting:
            if self.checkpoint is not None and not self.unanchored:
                try:
                    self.checkpoint.note_stop(store.heads())
                except OSError as wrong:
                    log.error("the checkpoint file cannot be written: %s", wrong)
        self.send_anchors(last=True)
        self.release()

    def release(self) -> None:
        """Let another server have the database. A file that was begun for nothing goes."""
        with self._noting:
            if self._held is not None:
                if self._begun and self.checkpoint is None and self.file.exists() and not self.file.stat().st_size:
                    self.file.unlink()
                self._held.close()
            release(self._alone, lock_path(self.path))


@contextmanager
def open_for_command(path: Path) -> Iterator[Store]:
    """The database for a command that writes to it. Beside a server, that anchors what is written; without one, it is
    anchored here, or the next server would find lines that none had written. In doubt nothing is anchored."""
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
