"""Lines that carry the hash of the line before."""

from __future__ import annotations

from hashlib import sha256

import msgspec

_encode = msgspec.json.Encoder(enc_hook=int).encode  # Money goes down as plain cents


def link(prev: str, body: object) -> tuple[str, str]:
    """The line of a body after a hash, and its own hash."""
    line = f'{{"prev":"{prev}",{_encode(body).decode()[1:]}'
    return line, digest(line)


def digest(line: str) -> str:
    return sha256(line.encode()).hexdigest()
