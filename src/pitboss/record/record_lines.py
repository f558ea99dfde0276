"""A record as lines: read from the front, one round at a time, and never held whole.

A line that was cut off while it was written is no line. It is the last one, it has no line end, and nobody can read it:
it is *torn*. All that stands before it is as good as it was.
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


class Kind(msgspec.Struct):
    """What a line is, which can be told without reading the rest of it."""

    line: str = ""
    act: msgspec.Raw = msgspec.Raw()
    input: msgspec.Raw = msgspec.Raw()


kind_of = msgspec.json.Decoder(Kind).decode


def as_file(record: bytes | BinaryIO) -> BinaryIO:
    return io.BytesIO(record) if isinstance(record, bytes) else record


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A record to be read from the front more than once. What comes through a pipe can be read once only, so it is
    written down first."""
    with path.open("rb") as file, TemporaryFile() as kept:
        if file.seekable():
            yield file
        else:
            copyfileobj(file, kept)
            yield kept


def lines_in(file: BinaryIO) -> Iterator[bytes]:
    """Every line without its end, but for one that is torn."""
    file.seek(0)
    for raw in file:
        if not is_torn(raw):
            yield raw.removesuffix(b"\n").removesuffix(b"\r")


def is_torn(raw: bytes) -> bool:
    if raw.endswith(b"\n"):
        return False
    try:
        kind_of(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return True
    return False


class Links:
    """The chain of a record, followed line by line."""

    def __init__(self) -> None:
        self.count = 0  # lines that went by
        self.head = START  # the hash of the last of them
        self.broken: int | None = None  # the first line that does not carry the hash of the line before
        self.torn = False  # what follows the last line was cut off while it was written

    def follow(self, line: bytes) -> None:
        self.count += 1
        if self.broken is None and not line.startswith(b'{"prev":"%b",' % self.head.encode()):
            self.broken = self.count
        self.head = sha256(line).hexdigest()

    def wrong(self) -> list[str]:
        """What is wrong with the chain, a sentence each."""
        found = []
        if self.broken is not None:
            found.append(f"line {self.broken} does not have the hash of the line before it")
        if self.torn:
            found.append(
                f"line {self.count + 1} is torn: it was cut off while it was written; what stands before it is whole"
            )
        return found


def linked(file: BinaryIO, wanted: int = 0) -> tuple[Links, str]:
    """The whole chain followed, and the hash of the line of the number wanted."""
    links, found = Links(), ""
    file.seek(0)
    for raw in file:
        if is_torn(raw):
            links.torn = True
        else:
            links.follow(raw.removesuffix(b"\n").removesuffix(b"\r"))
            if links.count == wanted:
                found = links.head
    return links, found
