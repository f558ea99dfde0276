"""A cache of replays of finished rounds, compressed and ready to be sent. A finished round never changes.

Long rounds are replayed one at a time in a separate process, so that no live table has to wait for them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import zlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import active_children, get_context
from typing import NamedTuple

import msgspec

from pitboss.analysis.worker import end_with_parent
from pitboss.server.views import past_rounds
from pitboss.server.views.past_rounds import StoredRound

SHORT = 100  # rows up to which a round is replayed in the server's own process
MOST_BYTES = 32 * 2**20  # of all cached replays, compressed
MOST_WAITING = 16  # long rounds that may wait for the process
LONGEST = 120  # seconds after which a replay is ended together with its process
NICE = 5
COMPRESSION = 6  # gzip level
GZIP = 16 + zlib.MAX_WBITS

_encode = msgspec.json.Encoder(enc_hook=int).encode
log = logging.getLogger("pitboss")


class BusyError(Exception):
    """Raised if too many long rounds are waiting to be replayed."""


class Key(NamedTuple):
    """The key of a replay: one round as one viewer saw it."""

    table: int
    round: int
    name: str
    gone: frozenset[str]  # names of deleted accounts


class ReplayCache:
    """The replays of one server, least recently used first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[Key, asyncio.Future[bytes | None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._process: Future[int] | None = None  # the id of the process
        self._long = 0  # number of long rounds that wait for the process

    def find(self, key: Key) -> bytes | None:
        """Return the cached replay, compressed, or None."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    async def make(self, key: Key, read: Callable[[], StoredRound | None]) -> bytes | None:
        """Make a replay and return it compressed, or None if the round cannot be replayed. Several callers for the same
        replay wait for one result."""
        if key not in self._making:
            self._making[key] = asyncio.ensure_future(self._make(key, read))
            self._making[key].add_done_callback(lambda future: self._keep(key, future))
        return await asyncio.shield(self._making[key])

    async def _make(self, key: Key, read: Callable[[], StoredRound | None]) -> bytes | None:
        stored = await asyncio.to_thread(read)
        if stored is None or len(stored.lines) <= SHORT:
            return None if stored is None else await asyncio.to_thread(compressed_replay, stored)
        if self._long >= MOST_WAITING:
            raise BusyError
        pool = self._start()
        self._long += 1
        try:
            return await asyncio.wrap_future(pool.submit(_replay_in_process, stored))
        except BrokenProcessPool:
            log.error("round %s of table %s was not replayed: the process was ended", key.round, key.table)
            if pool is self._pool:  # else another was started while this one waited
                self._pool = self._process = None
            raise BusyError from None
        finally:
            self._long -= 1

    def _keep(self, key: Key, future: asyncio.Future[bytes | None]) -> None:
        del self._making[key]
        if future.cancelled() or future.exception() is not None or (body := future.result()) is None:
            return
        self._kept[key] = body
        self._size += len(body)
        while self._size > MOST_BYTES:
            self._size -= len(self._kept.popitem(last=False)[1])

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _start_process)
            self._process = self._pool.submit(os.getpid)
        return self._pool

    def close(self) -> None:
        """End the process, with whatever it is replaying."""
        if self._pool is None or self._process is None:
            return
        self._pool.shutdown(wait=False, cancel_futures=True)
        with suppress(BrokenProcessPool):
            for child in active_children() if self._process.done() and not self._process.cancelled() else ():
                if child.pid == self._process.result():
                    child.kill()
        self._pool = self._process = None


def compressed_replay(round_: StoredRound) -> bytes | None:
    """Replay a round and return it as it is sent, compressed; None if the round cannot be replayed."""
    shown = past_rounds.replay_round(round_)
    if shown is None:
        return None
    body = {
        "printed": shown.printed,
        "view": shown.replay.view,
        "acts": shown.replay.acts,
        "settled": shown.settled,
        "gists": shown.gists,
    }
    compressor = zlib.compressobj(COMPRESSION, zlib.DEFLATED, GZIP)
    return compressor.compress(_encode(body)) + compressor.flush()


def decompress(body: bytes) -> bytes:
    """Expand a replay for a client that does not accept gzip."""
    return zlib.decompress(body, GZIP)


# --- in the process that replays


def _start_process() -> None:
    end_with_parent()
    os.nice(NICE)


def _replay_in_process(round_: StoredRound) -> bytes | None:
    """Replay a round. A replay that takes too long is ended together with its process."""
    signal.alarm(LONGEST)
    try:
        return compressed_replay(round_)
    finally:
        signal.alarm(0)
