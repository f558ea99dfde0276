"""The checkpoint file: outside the database, it lists the newest line of every chain as time goes on.

Each line of it names the heads that have moved since the line before and carries that line's hash. Whoever rewrites the
database must rewrite this file as well; kept elsewhere, or copied there, it shows that he has.

When a copy is put back in the place of the database, a line says so: when, which copy, and up to which line of each
chain it goes. Lines that were anchored before and came later than that are not on the chains any more, and nobody looks
for them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

from pitboss.engine.record import START
from pitboss.store.chain import digest, link

Heads = dict[str, tuple[int, str]]  # chain -> (number of its newest line, that line's hash)


def file_of(database: Path) -> Path:
    return database.with_name(database.name + ".heads")


class Restored(NamedTuple):
    """A copy that was put in the place of the database."""

    after: int  # so many lines of the checkpoint file
    at: int  # seconds since 1970
    copy: str  # its name
    heads: Heads  # of the copy


class Noted(NamedTuple):
    """What a checkpoint file says."""

    known: Heads  # all heads as last noted
    last: str  # the hash of the last line
    lines: list[Heads]  # the heads of every line
    restored: list[Restored]


class Checkpoint:
    """Writes heads as they move."""

    def __init__(self, path: Path, database: str, locked: BinaryIO, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now
        self._file = locked
        try:
            self._known, self._last, *_ = read(path, database)
            self._file.truncate(len(whole_lines(path.read_bytes())))
        except HeadsError:
            self._file.close()
            raise

    def write(self, heads: Heads) -> bool:
        """Note what has moved, on the disk before this returns; False if nothing has."""
        moved = {chain: head for chain, head in heads.items() if self._known.get(chain) != head}
        if not moved:
            return False
        self._append({"heads": moved})
        self._known |= moved
        return True

    def restored(self, copy: str, heads: Heads) -> None:
        """Note that a copy with these heads is in the place of the database now."""
        self._append({"heads": heads, "restored": copy})
        self._known = dict(heads)

    def _append(self, body: dict[str, object]) -> None:
        line, last = link(self._last, {"database": self._database, "at": int(self._now()), **body})
        size = os.fstat(self._file.fileno()).st_size
        try:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(size)  # a line is there whole or not at all
            raise
        self._last = last

    @property
    def closed(self) -> bool:
        return self._file.closed

    def close(self) -> None:
        self._file.close()


class HeadsError(Exception):
    """The checkpoint file is not whole."""


def whole_lines(raw: bytes) -> bytes:
    """A last line that was cut off while it was written is no line."""
    lines, end, _ = raw.rpartition(b"\n")
    return lines + end


def read(path: Path, database: str) -> Noted:
    return parse(path, path.read_bytes(), database)


def parse(path: Path, raw: bytes, database: str) -> Noted:
    known: Heads = {}
    last = START
    lines: list[Heads] = []
    restored: list[Restored] = []
    try:
        text = whole_lines(raw).decode()
    except UnicodeDecodeError:
        raise HeadsError(f"{path} is not a checkpoint file") from None
    for number, line in enumerate(text.split("\n")[:-1], 1):
        try:
            body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
            moved = msgspec.convert(body["heads"], Heads)
        except (msgspec.DecodeError, msgspec.ValidationError, KeyError):
            raise HeadsError(f"{path}, line {number}, is not a line of a checkpoint file") from None
        if body.get("prev") != last:
            raise HeadsError(f"{path}, line {number}, does not have the hash of the line before it")
        if body.get("database") != database:
            raise HeadsError(f"{path} belongs to another database")
        last = digest(line)
        if "restored" in body:
            restored.append(Restored(number - 1, int(body["at"]), str(body["restored"]), moved))
            known = {}
        known |= moved
        lines.append(moved)
    return Noted(known, last, lines, restored)
