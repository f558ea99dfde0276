"""Reads a record line by line from the front, without holding all of it in memory.

A last line without a line end that cannot be decoded was cut off while it was written. It is called *torn* and does not
count as a line. It does no harm to the lines before it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import BinaryIO

import msgspec

from pitboss.engine.record import START


class LineKind(msgspec.Struct):
    """What kind of line this is, read without decoding the rest of it."""

    line: str = ""
    act: msgspec.Raw = msgspec.Raw()
    input: msgspec.Raw = msgspec.Raw()


decode_kind = msgspec.json.Decoder(LineKind).decode


def as_file(record: bytes | BinaryIO) -> BinaryIO:
    return io.BytesIO(record) if isinstance(record, bytes) else record


@contextmanager
def open_record(path: Path) -> Iterator[BinaryIO]:
    """Open a record that can be read from the front more than once. What comes through a pipe is copied to a temporary
    file first."""
    with path.open("rb") as file, TemporaryFile() as copy:
        if file.seekable():
            yield file
        else:
            copyfileobj(file, copy)
            yield copy


def lines_in(file: BinaryIO) -> Iterator[bytes]:
    """Yield every line without its line end, except a torn one."""
    file.seek(0)
    for raw in file:
        if not is_torn(raw):
            yield raw.removesuffix(b"\n").removesuffix(b"\r")


def is_torn(raw: bytes) -> bool:
    """Return whether a raw line was cut off while it was written."""
    if raw.endswith(b"\n"):
        return False
    try:
        decode_kind(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return True
    return False


class Chain:
    """The hash chain of a record, followed line by line."""

    def __init__(self) -> None:
        self.count = 0  # number of lines so far
        self.head = START  # the hash of the last of them
        self.broken: int | None = None  # number of the first line that does not have the hash of the line before it
        self.torn = False  # whether a torn line follows

    def follow(self, line: bytes) -> None:
        self.count += 1
        if self.broken is None and not line.startswith(b'{"prev":"%b",' % self.head.encode()):
            self.broken = self.count
        self.head = sha256(line).hexdigest()

    def faults(self) -> list[str]:
        """Describe what is wrong with the chain, one sentence for each fault."""
        sentences = []
        if self.broken is not None:
            sentences.append(f"line {self.broken} does not have the hash of the line before it")
        if self.torn:
            sentences.append(
                f"line {self.count + 1} is torn: it was cut off while it was written; what stands before it is whole"
            )
        return sentences


def follow_chain(file: BinaryIO, wanted: int = 0) -> tuple[Chain, str]:
    """Follow the chain to its end, and return it with the hash of the line whose number is `wanted`."""
    chain, wanted_hash = Chain(), ""
    file.seek(0)
    for raw in file:
        if is_torn(raw):
            chain.torn = True
        else:
            chain.follow(raw.removesuffix(b"\n").removesuffix(b"\r"))
            if chain.count == wanted:
                wanted_hash = chain.head
    return chain, wanted_hash
