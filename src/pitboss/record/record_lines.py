"""Reads a record line by line from the front, without holding all of it in memory.

A last line without a line end that cannot be decoded was cut off while it was written. It is called *torn* and does not
count as a line. It does no harm to the lines before it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import BinaryIO

import msgspec


class LineKind(msgspec.Struct):
    """The kind of a line, read without decoding the rest of it."""

    line: str = ""
    act: msgspec.Raw = msgspec.Raw()
    input: msgspec.Raw = msgspec.Raw()


decode_kind = msgspec.json.Decoder(LineKind).decode


def as_file(record: bytes | BinaryIO) -> BinaryIO:
    return io.BytesIO(record) if isinstance(record, bytes) else record


@contextmanager
def open_record(path: Path) -> Iterator[BinaryIO]:
    """Open a record that can be read from the front more than once. Input from a pipe is copied to a temporary file
    first."""
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
