"""Writes to one database from one thread. Jobs that wait at the same time share a commit."""

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
GROUP = 64  # most jobs that share one commit


@dataclass
class _Job(Generic[T]):
    run: Callable[[sqlite3.Connection], T]
    done: Future[T] = field(default_factory=Future)


class Writer:
    """The connections to one database: one that writes and one that reads."""

    def __init__(self, path: Path, *, in_thread: bool = True) -> None:
        """Open a database, or create one. Without a thread of its own, the submitting thread writes, and a job is done
        when `submit` returns: a single table needs no other thread."""
        self.path = path
        self.copied: Path | None = None  # the copy made before the database was migrated to this version
        self.held = ""  # why writing is paused; empty if it is not
        self.committed: Callable[[Heads], None] | None = (
            None  # called with the heads that moved, before any job is reported done
        )
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._read_lock = threading.Lock()
        # Called on the writing thread after each commit: seconds of the commit itself, seconds with all of its jobs,
        # and what went wrong.
        self.on_commit: Callable[[float, float, str], None] = lambda commit, whole, wrong: None
        if path.is_dir():
            raise StoreError(f"{path} is a folder; name the database file")
        try:
            path.touch(mode=0o600)  # it holds hidden cards and the session key
            db, self._reader = _connect(path), _connect(path)
        except (OSError, sqlite3.Error) as wrong:
            raise StoreError(f"{path} cannot be used: {describe_error(wrong)}") from None
        try:
            for connection in (db, self._reader):
                _set_up(connection)
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
        self._writing_connection = db
        self._thread: threading.Thread | None = None
        if in_thread:
            self._thread = threading.Thread(target=self._write, args=(db,), name="store", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Write everything that was submitted, and close the database."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
        self._writing_connection.close()
        self._reader.close()

    # --- the thread that writes

    def submit(self, run: Callable[[sqlite3.Connection], T], *, though_held: bool = False) -> Future[T]:
        """Run a job in the next commit. The future is ready once the result is on the disk. `though_held`: run it even
        while writing is paused."""
        job = _Job(run)
        job.done.set_running_or_notify_cancel()  # from here on it runs, even if nobody waits for it any more
        if self.held and not though_held:
            job.done.set_exception(StoreError(self.held))
        elif self._thread is None:
            self._commit(self._writing_connection, [job])
        else:
            self._jobs.put(job)
        return job.done

    def probe(self) -> Future[None]:
        """Write something that changes nothing, to find out whether anything can be written."""

        def run(db: sqlite3.Connection) -> None:
            (number,) = db.execute("PRAGMA application_id").fetchone()
            db.execute(f"PRAGMA application_id = {number}")

        return self.submit(run, though_held=True)

    def barrier(self) -> Future[None]:
        """Return a future that is ready once all jobs submitted before are done, including abandoned ones."""
        return self.submit(lambda db: None, though_held=True)

    @property
    def backlog(self) -> int:
        """The number of jobs that have not been started."""
        return self._jobs.qsize()

    def _write(self, db: sqlite3.Connection) -> None:
        running = True
        while running:
            jobs = []
            job = self._jobs.get()
            while True:
                if job is None:
                    running = False
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
        """Run the jobs in one transaction. A job that fails is rolled back alone; if the commit fails, all of them
        fail."""
        results: list[tuple[_Job[Any], Any, BaseException | None]] = []
        began, failed, commit_seconds = time.perf_counter(), "", 0.0
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
                        raise  # the disk is full or fails: the whole commit is rolled back
                    db.execute("ROLLBACK TO job")
                    results.append((job, None, _as_store_error(wrong)))
                db.execute("RELEASE job")
            crash_points.point("before commit")
            committing = time.perf_counter()
            db.execute("COMMIT")
            commit_seconds = time.perf_counter() - committing
        except Exception as fault:  # whatever happens, this thread goes on
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            failed = describe_error(fault)
            results = [(job, None, StoreError(f"nothing can be written: {failed}")) for job in jobs]
        else:
            failed = self._mark(db)
            crash_points.point("after commit")
        self.on_commit(commit_seconds, time.perf_counter() - began, failed)
        for job, value, error in results:
            if error is not None:
                job.done.set_exception(error)
            else:
                job.done.set_result(value)

    def _mark(self, db: sqlite3.Connection) -> str:
        """Report the heads that have moved to `committed`, and return what went wrong, in words. The commit counts even
        if this fails."""
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
        with self._read_lock:
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


def _as_store_error(error: Exception) -> Exception:
    """Return an error of SQLite as a `StoreError`, and any other error as it is."""
    return StoreError(f"nothing can be written: {describe_error(error)}") if isinstance(error, sqlite3.Error) else error
