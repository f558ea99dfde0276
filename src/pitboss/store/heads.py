"""The checkpoint file: outside the database, it lists the newest line of every chain as time goes on.

Each line of it names the heads that have moved since the line before and carries that line's hash. Whoever rewrites the
database must rewrite this file as well; kept elsewhere, or copied there, it shows that he has.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from pitboss.engine.record import START
from pitboss.store.chain import digest, link

Heads = dict[str, tuple[int, str]]  # chain -> (number of its newest line, that line's hash)


def file_of(database: Path) -> Path:
    return database.with_name(database.name + ".heads")


class Checkpoint:
    """Writes heads as they move."""

    def __init__(self, path: Path, database: str, locked: BinaryIO, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now
        self._file = locked
        try:
            self._known, self._last, _ = read(path, database)
            whole = path.read_bytes().rpartition(b"\n")
            self._file.truncate(len(whole[0] + whole[1]))  # a line that was cut off while it was written
        except HeadsError:
            self._file.close()
            raise

    def write(self, heads: Heads) -> bool:
        """Note what has moved, on the disk before this returns; False if nothing has."""
        moved = {chain: head for chain, head in heads.items() if self._known.get(chain) != head}
        if not moved:
            return False
        line, last = link(self._last, {"database": self._database, "at": int(self._now()), "heads": moved})
        size = os.fstat(self._file.fileno()).st_size
        try:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(size)  # a line is there whole or not at all
            raise
        self._last = last
        self._known |= moved
        return True

    @property
    def closed(self) -> bool:
        return self._file.closed

    def close(self) -> None:
        self._file.close()


class HeadsError(Exception):
    """The checkpoint file is not whole."""


def read(path: Path, database: str) -> tuple[Heads, str, list[Heads]]:
    return parse(path, path.read_bytes(), database)


def parse(path: Path, raw: bytes, database: str) -> tuple[Heads, str, list[Heads]]:
    """All heads as last noted, the hash of the last line, and every line's heads. A last line that was cut off while it
    was written is no line."""
    known: Heads = {}
    last = START
    noted: list[Heads] = []
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise HeadsError(f"{path} is not a checkpoint file") from None
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if not line.endswith("\n"):
            break
        try:
            body: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
            moved = msgspec.convert(body["heads"], Heads)
        except (msgspec.DecodeError, msgspec.ValidationError, KeyError) as wrong:
            raise HeadsError(f"{path}, line {number}, is not a line of a checkpoint file: {wrong}") from None
        if body.get("prev") != last:
            raise HeadsError(f"{path}, line {number}, does not have the hash of the line before it")
        if body.get("database") != database:
            raise HeadsError(f"{path} belongs to another database")
        last = digest(line[:-1])
        known |= moved
        noted.append(moved)
    return known, last, noted
