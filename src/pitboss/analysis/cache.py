"""Keeps results in the user's cache folder, under the question and a digest of all source that the answer rests on.

A file holds a checksum over its name and its content. A file that does not match its checksum, or cannot be read, is
computed again.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:
    from pitboss.analysis.study import Study

T = TypeVar("T")


def cache_folder() -> Path:
    """Return the folder of the cached results."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss" / "results"


def load_or_compute(question: str, study: Study, kind: type[T], compute: Callable[[], T], *, use: bool) -> T:
    """Return the cached result, or compute and cache it. `use=False` computes it and caches nothing."""
    if not use:
        return compute()
    name = _name(question, study)
    path = cache_folder() / name
    if (cached_result := _read(path, name, kind)) is not None:
        return cached_result
    result = compute()
    _write(path, name, result)
    return result


# The packages whose code or tables a result can rest on, besides the game's own.
LAYERS = ("law", "numeric", "table", "counting", "engine", "common", "analysis")
COUNTING = tuple(f"pitboss.{layer}" for layer in LAYERS)


def _name(question: str, study: Study) -> str:
    """Return the file name for a question: a hash of everything that the result depends on or shows (law and day,
    table, bet, source)."""
    code = [source_digest(package) for package in (*COUNTING, study.game.package)]
    key = [question, study.rules.digest, study.rules.texts, study.house, study.bet, study.warnings, code]
    return hashlib.sha256(msgspec.json.encode(key, order="deterministic", enc_hook=int)).hexdigest()


@functools.cache
def source_digest(package: str) -> str:
    """Return the digest of every source and table of a package. The rules' digest does not cover source code, so it
    cannot be used instead."""
    digest = hashlib.sha256()
    for name, content in sorted(_sources(files(package), "")):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _sources(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    """Yield the relative name and the content of each source file."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith((".py", ".toml")):
            yield prefix + entry.name, entry.read_bytes()


def _checksum(name: str, body: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + body).hexdigest().encode()


def _read(path: Path, name: str, kind: type[T]) -> T | None:
    """Return a cached result, or None if there is none or it is damaged."""
    try:
        checksum, _, body = path.read_bytes().partition(b"\n")
        if checksum != _checksum(name, body):
            return None
        return msgspec.json.decode(body, type=kind, dec_hook=_decode)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None


def _write(path: Path, name: str, result: object) -> None:
    """Write a result completely or not at all. A folder that is not writable is no error."""
    from tempfile import NamedTemporaryFile  # imported here, because only writing needs it

    body = msgspec.json.encode(result, enc_hook=encode_fraction)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(_checksum(name, body) + b"\n" + body)
        os.replace(file.name, path)
    except OSError:
        return


def encode_fraction(value: object) -> object:
    """Encode a fraction as text, as a hook for JSON."""
    if isinstance(value, Fraction):
        return fraction(value)
    raise NotImplementedError(type(value))


def _decode(kind: type, value: Any) -> object:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(kind)


def fraction(value: Fraction) -> str:
    """Format a fraction as "p/q" in lowest terms, even if q is 1."""
    return f"{value.numerator}/{value.denominator}"
