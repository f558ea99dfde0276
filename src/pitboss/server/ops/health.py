"""Whether the server can do its work: a write is tried now and then, and whatever stands in the way is told.

It is told in one place and reads the same everywhere: `/readyz`, the log, the lobby and the pages of the tables.
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

EVERY = 5.0  # seconds from one write to the next, if there was no other in between
AGAIN = 1.0  # while something is wrong
SLOW = 1.0  # a write that takes longer makes players wait
STUCK = 5.0  # one that takes longer may never come back
LEAST_FREE = 32 * 2**20  # bytes on the disk of the database

HELD_UP = "a write has not come back"
LATE = f"the disk is slow: a write took longer than {SLOW:g} s"
LOADED = f"the server is overloaded: a write waited longer than {SLOW:g} s for the processor"
NARROW = f"the disk is almost full: less than {LEAST_FREE // 2**20} MB are free"
UNANCHORED = "the checkpoint file cannot be written"
UNSENT = "the lines of the checkpoint file cannot be sent elsewhere"

log = logging.getLogger("pitboss")


class Reason(msgspec.Struct, frozen=True):
    """Something that stands in the way; at one table, or everywhere."""

    what: str
    table: int | None
    since: str  # when it was noticed, UTC


class Health:
    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._stopped = ""  # why nothing can be written, if nothing can
        self._slow = ""  # what makes players wait, if something does
        self.free = free_bytes(casino)  # on the disk, when it was last looked at
        self._tried = -EVERY  # when something was last written, or could not be
        self._since: dict[tuple[str, int | None], str] = {}
        self._news: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        casino.store.on_commit = self._committed

    def _committed(self, commit: float, whole: float, wrong: str) -> None:
        """Told by the thread that writes, of every commit. Only the commit itself is the disk's; what it writes is made
        by the processor, which others may have."""
        self._casino.commits.observe(commit)
        self._tried = time.monotonic()
        slow = LATE if commit > SLOW else LOADED if whole > SLOW else ""
        stopped = f"nothing can be written: {wrong}" if wrong else ""
        changed = (slow, stopped) != (self._slow, self._stopped)
        self._slow, self._stopped = slow, stopped
        if changed and self._loop is not None and self._news is not None:
            self._loop.call_soon_threadsafe(self._news.set)

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching

    async def _watch(self) -> None:
        """Try a write again and again; one at a time, however long it takes."""
        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        while True:
            self._news.clear()
            try:
                await self._look()
            except Exception:  # to look is no reason to look no more
                log.exception("health")
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN if self._since else EVERY):  # wait_for may lose a cancellation
                    await self._news.wait()

    async def _look(self) -> None:
        if time.monotonic() - self._tried >= (AGAIN if self._since else EVERY):
            await self._try()
        self.free = await asyncio.to_thread(free_bytes, self._casino)  # which a broken disk may hold up
        self.reasons()

    async def _try(self) -> None:
        writing = asyncio.wrap_future(self._casino.store.probe())
        done, _ = await asyncio.wait((writing,), timeout=STUCK)
        if not done:
            self._stopped = HELD_UP
            self.reasons()
            await asyncio.wait((writing,))  # what it has come to is told with its commit
        if isinstance(wrong := writing.exception(), StoreError) and not self._stopped:
            self._stopped = str(wrong)

    def reasons(self) -> list[Reason]:
        """What stands in the way now. What is new, and what is over, goes to the log and to the pages."""
        found: dict[tuple[str, int | None], str] = {}
        for key in self._found():
            found[key] = self._since.get(key) or now()
        fresh, over = found.keys() - self._since.keys(), self._since.keys() - found.keys()
        self._since = found
        for what, table in sorted(fresh, key=str):
            log.error("not ready: %s", what, extra={"fields": {"table": table}})
        for what, table in sorted(over, key=str):
            log.warning("over: %s", what, extra={"fields": {"table": table}})
        for live in self._casino.tables.values():
            if live.service.unwritten != self._stopped:
                live.service.note_unwritten(self._stopped)
                live.onlookers.touch()
        return [Reason(what, table, since) for (what, table), since in found.items()]

    def _found(self) -> list[tuple[str, int | None]]:
        casino = self._casino
        found: list[tuple[str, int | None]] = []
        if self._stopped:
            found.append((self._stopped, None))
        elif self._slow:
            found.append((self._slow, None))
        if self.free < LEAST_FREE:
            found.append((NARROW, None))
        if casino.doubt is not None:
            found.append((HELD, None))
        if casino.keeper.unanchored:
            found.append((UNANCHORED, None))
        if casino.keeper.unsent:
            found.append((UNSENT, None))
        for each in casino.troubles() if casino.doubt is None else ():
            table = each["table"]
            found.append((str(each["why"]), table if isinstance(table, int) else None))
        return found


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def free_bytes(casino: Casino) -> int:
    return shutil.disk_usage(casino.store.path.parent).free
