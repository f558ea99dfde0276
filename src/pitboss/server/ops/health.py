"""The health of the server: test writes now and then, and the reasons why it is not ready.

The reasons read the same everywhere: at `/readyz`, in the log, in the lobby and on the pages of the tables.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

import msgspec

from pitboss.server.live.tables import Casino
from pitboss.store.errors import StoreError
from pitboss.store.keeper import HELD

EVERY = 5.0  # seconds without a write after which a test write is made
AGAIN = 1.0  # the same while something is wrong
SLOW = 1.0  # seconds; a write that takes longer makes players wait
STUCK = 5.0  # seconds; a write that takes longer may never return
LEAST_FREE = 32 * 2**20  # bytes on the disk of the database

HELD_UP = "a write has not come back"
LATE = f"the disk is slow: a write took longer than {SLOW:g} s"
LOADED = f"the server is overloaded: a write waited longer than {SLOW:g} s for the processor"
NARROW = f"the disk is almost full: less than {LEAST_FREE // 2**20} MB are free"
UNANCHORED = "the checkpoint file cannot be written"
UNSENT = "the lines of the checkpoint file cannot be sent elsewhere"

log = logging.getLogger("pitboss")


class Reason(msgspec.Struct, frozen=True):
    """A reason why the server is not ready, at one table or everywhere."""

    what: str
    table: int | None
    since: str  # when it was noticed, UTC


class Health:
    """Watches whether the server can write and whether its tables are in service."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._stopped = ""  # why nothing can be written; empty if something can
        self._slow = ""  # what makes players wait; empty if nothing does
        self.free = free_bytes(casino)  # on the disk, at the last check
        self._tried = -EVERY  # when a write last succeeded or failed
        self._since: dict[tuple[str, int | None], str] = {}
        self._news: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        casino.store.on_commit = self._note_commit

    def _note_commit(self, commit: float, whole: float, error: str) -> None:
        """Note a commit; the writing thread calls this after each one. `commit` is the time that the disk took, `whole`
        includes waiting for the processor."""
        self._casino.commits.observe(commit)
        self._tried = time.monotonic()
        slow = LATE if commit > SLOW else LOADED if whole > SLOW else ""
        stopped = f"nothing can be written: {error}" if error else ""
        changed = (slow, stopped) != (self._slow, self._stopped)
        self._slow, self._stopped = slow, stopped
        if changed and self._loop is not None and self._news is not None:
            self._loop.call_soon_threadsafe(self._news.set)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch the health while the context is open."""
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching

    async def _watch(self) -> None:
        """Check the health again and again. One write is tried at a time, however long it takes."""
        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        while True:
            self._news.clear()
            try:
                await self._look()
            except Exception:  # one failed check must not end the watch
                log.exception("health")
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN if self._since else EVERY):  # wait_for may lose a cancellation
                    await self._news.wait()

    async def _look(self) -> None:
        if time.monotonic() - self._tried >= (AGAIN if self._since else EVERY):
            await self._try()
        self.free = await asyncio.to_thread(free_bytes, self._casino)  # in a thread, because a broken disk may block
        self.reasons()

    async def _try(self) -> None:
        writing = asyncio.wrap_future(self._casino.store.probe())
        done, _ = await asyncio.wait((writing,), timeout=STUCK)
        if not done:
            self._stopped = HELD_UP
            self.reasons()
            await asyncio.wait((writing,))  # `_note_commit` then hears the result
        if isinstance(error := writing.exception(), StoreError) and not self._stopped:
            self._stopped = str(error)

    def reasons(self) -> list[Reason]:
        """Return the reasons why the server is not ready. Log new reasons and those that no longer hold, and show the
        reasons on the pages of the tables."""
        since_by_reason: dict[tuple[str, int | None], str] = {}
        for key in self._current_reasons():
            since_by_reason[key] = self._since.get(key) or utc_now()
        new, ended = since_by_reason.keys() - self._since.keys(), self._since.keys() - since_by_reason.keys()
        self._since = since_by_reason
        for text, table in sorted(new, key=str):
            log.error("not ready: %s", text, extra={"fields": {"table": table}})
        for text, table in sorted(ended, key=str):
            log.warning("over: %s", text, extra={"fields": {"table": table}})
        for live in self._casino.tables.values():
            if live.service.unwritten != self._stopped:
                live.service.note_unwritten(self._stopped)
                live.onlookers.touch()
        return [Reason(text, table, since) for (text, table), since in since_by_reason.items()]

    def _current_reasons(self) -> list[tuple[str, int | None]]:
        casino = self._casino
        reasons: list[tuple[str, int | None]] = []
        if self._stopped:
            reasons.append((self._stopped, None))
        elif self._slow:
            reasons.append((self._slow, None))
        if self.free < LEAST_FREE:
            reasons.append((NARROW, None))
        if casino.doubt is not None:
            reasons.append((HELD, None))
        if casino.keeper.unanchored:
            reasons.append((UNANCHORED, None))
        if casino.keeper.unsent:
            reasons.append((UNSENT, None))
        for trouble in casino.troubles() if casino.doubt is None else ():
            table = trouble["table"]
            reasons.append((str(trouble["why"]), table if isinstance(table, int) else None))
        return reasons


def utc_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def free_bytes(casino: Casino) -> int:
    return shutil.disk_usage(casino.store.path.parent).free
