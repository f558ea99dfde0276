"""One database, one thread that writes, commits shared by whatever is waiting."""

from __future__ import annotations

import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from pitboss.store.chains import state_register
from pitboss.store.chains.chain_heads import MovedHeads
from pitboss.store.chains.checkpoint_file import Heads
from pitboss.store.copies.snapshots import keep_copy
from pitboss.store.database import crash_points
from pitboss.store.database.schema import SchemaError, migrate, older_version
from pitboss.store.errors import StoreError, describe_error

T = TypeVar("T")
GROUP = 64  # jobs that share one commit at most


@dataclass
class _Job(Generic[T]):
    run: Callable[[sqlite3.Connection], T]
    done: Future[T] = field(default_factory=Future)


class Writer:
    def __init__(self, path: Path, *, in_thread: bool = True) -> None:
        """Open a database, or make one. Without a thread of its own it writes in whatever thread submits, and a job is
        done when `submit` returns; whoever runs a table by itself needs no other thread then."""
        self.path = path
        self.copied: Path | None = None  # the database as it was before it was brought to this version
        self.held = ""  # why nothing may be written, if nothing may
        self.committed: Callable[[Heads], None] | None = None  # hears of the heads that moved, before anybody is told
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._reading = threading.Lock()
        # Told on the thread that writes: seconds that the commit itself took, seconds with all that was written in it,
        # and what went wrong.
        self.on_commit: Callable[[float, float, str], None] = lambda commit, whole, wrong: None
        if path.is_dir():
            raise StoreError(f"{path} is a folder; name the database file")
        try:
            path.touch(mode=0o600)  # hidden cards and the key of sessions are in it
            db, self._reader = _connect(path), _connect(path)
        except (OSError, sqlite3.Error) as wrong:
            raise StoreError(f"{path} cannot be used: {describe_error(wrong)}") from None
        try:
            for each in (db, self._reader):
                _set_up(each)
            if version := older_version(db):
                self.copied = keep_copy(db, path, version)
            migrate(db)
            state_register.install_triggers(db)
            self._moved = MovedHeads(db)
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT OR IGNORE INTO meta VALUES ('secret', ?)", (secrets.token_hex(32),))
            db.execute("INSERT OR IGNORE INTO meta VALUES ('id', ?)", (secrets.token_hex(16),))
            state_register.write_changes(db)
            db.execute("COMMIT")
            self._reader.execute("PRAGMA query_only = ON")
        except (sqlite3.DatabaseError, SchemaError, OSError) as wrong:
            db.close()
            self._reader.close()
            raise StoreError(f"{path} cannot be used: {describe_error(wrong)}") from None
        self._written = db
        self._thread: threading.Thread | None = None
        if in_thread:
            self._thread = threading.Thread(target=self._write, args=(db,), name="store", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Write what was submitted, and let go of the database."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
        self._written.close()
        self._reader.close()

    # --- the thread that writes

    def submit(self, run: Callable[[sqlite3.Connection], T], *, though_held: bool = False) -> Future[T]:
        """Have this done in the next commit; the future is ready once it is on the disk."""
        job = _Job(run)
        job.done.set_running_or_notify_cancel()  # from here on it is done, even if nobody waits for it any more
        if self.held and not though_held:
            job.done.set_exception(StoreError(self.held))
        elif self._thread is None:
            self._commit(self._written, [job])
        else:
            self._jobs.put(job)
        return job.done

    def probe(self) -> Future[None]:
        """Write something that changes nothing, and have it on the disk: whether anything can be written."""

        def run(db: sqlite3.Connection) -> None:
            (number,) = db.execute("PRAGMA application_id").fetchone()
            db.execute(f"PRAGMA application_id = {number}")

        return self.submit(run, though_held=True)

    def barrier(self) -> Future[None]:
        """Ready once all that was submitted before is done, also what nobody waits for any more."""
        return self.submit(lambda db: None, though_held=True)

    @property
    def backlog(self) -> int:
        """How many jobs nobody has begun with."""
        return self._jobs.qsize()

    def _write(self, db: sqlite3.Connection) -> None:
        going = True
        while going:
            jobs = []
            job = self._jobs.get()
            while True:
                if job is None:
                    going = False
                    break
                jobs.append(job)
                if len(jobs) == GROUP:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if jobs:
                self._commit(db, jobs)

    def _commit(self, db: sqlite3.Connection, jobs: list[_Job[Any]]) -> None:
        results: list[tuple[_Job[Any], Any, BaseException | None]] = []
        begun, failed, commit = time.perf_counter(), "", 0.0
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in jobs:
                db.execute("SAVEPOINT job")
                try:
                    value = job.run(db)
                    state_register.write_changes(db)
                    results.append((job, value, None))
                except Exception as wrong:
                    if not db.in_transaction:
                        raise  # the disk is full or fails: nothing of this commit is there any more
                    db.execute("ROLLBACK TO job")
                    results.append((job, None, _as_store_error(wrong)))
                db.execute("RELEASE job")
            crash_points.point("before commit")
            committing = time.perf_counter()
            db.execute("COMMIT")
            commit = time.perf_counter() - committing
        except Exception as fault:  # whatever it is, this thread goes on
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            failed = describe_error(fault)
            results = [(job, None, StoreError(f"nothing can be written: {failed}")) for job in jobs]
        else:
            failed = self._mark(db)
            crash_points.point("after commit")
        self.on_commit(commit, time.perf_counter() - begun, failed)
        for job, value, refused in results:
            if refused is not None:
                job.done.set_exception(refused)
            else:
                job.done.set_result(value)

    def _mark(self, db: sqlite3.Connection) -> str:
        """Have the heads marked that moved. What is committed counts, also if that fails; what went wrong, in words."""
        crash_points.point("before mark")
        try:
            moved = self._moved.read(db)
            if self.committed is not None:
                self.committed(moved)
        except Exception as fault:
            return describe_error(fault)
        return ""

    # --- reading

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        with self._reading:
            yield self._reader

    def meta(self, key: str) -> str:
        with self.read() as db:
            (value,) = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(value)


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)


def _set_up(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")


def _as_store_error(wrong: Exception) -> Exception:
    return StoreError(f"nothing can be written: {describe_error(wrong)}") if isinstance(wrong, sqlite3.Error) else wrong
