"""Replays of rounds that are over, ready to be sent. One that was made is kept, for a finished round never changes.

A long round is replayed in a process of its own, one at a time, so that nobody at a table waits for it.
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

from pitboss.analysis.worker import ends_with_its_parent
from pitboss.server.views import past_rounds
from pitboss.server.views.past_rounds import Kept

SHORT = 100  # rows of a round that is replayed where it is asked for
MOST_BYTES = 32 * 2**20  # of all replays that are kept, compressed
MOST_WAITING = 16  # long rounds that wait for the process
LONGEST = 120  # seconds after which a replay is broken off, with its process
NICE = 5
PRESSURE = 6  # of gzip's nine
GZIP = 16 + zlib.MAX_WBITS

_encode = msgspec.json.Encoder(enc_hook=int).encode
log = logging.getLogger("pitboss")


class BusyError(Exception):
    """Too many long rounds wait to be replayed."""


class Key(NamedTuple):
    """One round as one viewer saw it."""

    table: int
    round: int
    name: str
    gone: frozenset[str]  # names of deleted accounts


class KeptReplays:
    """What one server has replayed, the least lately wanted first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._making: dict[Key, asyncio.Future[bytes | None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._process: Future[int] | None = None  # its number
        self._long = 0  # rounds that wait for it

    def kept(self, key: Key) -> bytes | None:
        """The replay, compressed, if it was made before."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    async def make(self, key: Key, read: Callable[[], Kept | None]) -> bytes | None:
        """The replay, compressed; None if the round cannot be replayed. Whoever asks for one that is being made waits
        for it."""
        if key not in self._making:
            self._making[key] = asyncio.ensure_future(self._made(key, read))
            self._making[key].add_done_callback(lambda made: self._keep(key, made))
        return await asyncio.shield(self._making[key])

    async def _made(self, key: Key, read: Callable[[], Kept | None]) -> bytes | None:
        found = await asyncio.to_thread(read)
        if found is None or len(found.lines) <= SHORT:
            return None if found is None else await asyncio.to_thread(pressed, found)
        if self._long >= MOST_WAITING:
            raise BusyError
        pool = self._start()
        self._long += 1
        try:
            return await asyncio.wrap_future(pool.submit(_in_the_process, found))
        except BrokenProcessPool:
            log.error("round %s of table %s was not replayed: the process was ended", key.round, key.table)
            if pool is self._pool:  # or another was started while this one waited
                self._pool = self._process = None
            raise BusyError from None
        finally:
            self._long -= 1

    def _keep(self, key: Key, made: asyncio.Future[bytes | None]) -> None:
        del self._making[key]
        if made.cancelled() or made.exception() is not None or (body := made.result()) is None:
            return
        self._kept[key] = body
        self._size += len(body)
        while self._size > MOST_BYTES:
            self._size -= len(self._kept.popitem(last=False)[1])

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin)
            self._process = self._pool.submit(os.getpid)
        return self._pool

    def close(self) -> None:
        """Nobody waits for what is being replayed."""
        if self._pool is None or self._process is None:
            return
        self._pool.shutdown(wait=False, cancel_futures=True)
        with suppress(BrokenProcessPool):
            for child in active_children() if self._process.done() and not self._process.cancelled() else ():
                if child.pid == self._process.result():
                    child.kill()
        self._pool = self._process = None


def pressed(round_: Kept) -> bytes | None:
    """A replay as it is sent, compressed; None if the round cannot be replayed."""
    found = past_rounds.shown(round_)
    if found is None:
        return None
    body = {
        "printed": found.printed,
        "view": found.replay.view,
        "acts": found.replay.acts,
        "settled": found.settled,
        "gists": found.gists,
    }
    press = zlib.compressobj(PRESSURE, zlib.DEFLATED, GZIP)
    return press.compress(_encode(body)) + press.flush()


def plain(body: bytes) -> bytes:
    return zlib.decompress(body, GZIP)


# --- in the process that replays


def _begin() -> None:
    ends_with_its_parent()
    os.nice(NICE)


def _in_the_process(round_: Kept) -> bytes | None:
    """One that takes too long is ended with its process."""
    signal.alarm(LONGEST)
    try:
        return pressed(round_)
    finally:
        signal.alarm(0)
