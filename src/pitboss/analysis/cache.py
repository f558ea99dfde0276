"""Results kept in the user's cache folder, under what was asked and a digest of all source that the answer rests on.

A file holds a checksum over its name and its content. What does not agree with it, or cannot be read, is computed anew.
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
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss" / "results"


def cached(what: str, about: Study, kind: type[T], compute: Callable[[], T], *, use: bool) -> T:
    """The result as it was kept, or computed and kept."""
    if not use:
        return compute()
    name = _name(what, about)
    path = cache_folder() / name
    if (kept := _read(path, name, kind)) is not None:
        return kept
    found = compute()
    _write(path, name, found)
    return found


# Every folder whose code or tables a result can rest on, beside the game's own.
LAYERS = ("law", "numeric", "table", "counting", "engine", "common", "analysis")
COUNTING = tuple(f"pitboss.{layer}" for layer in LAYERS)


def _name(what: str, about: Study) -> str:
    """Everything that the result depends on or tells: the law and its day, the table, the bet, and the source."""
    code = [source_digest(package) for package in (*COUNTING, about.game.package)]
    asked = [what, about.rules.digest, about.rules.texts, about.house, about.bet, about.warnings, code]
    return hashlib.sha256(msgspec.json.encode(asked, order="deterministic", enc_hook=int)).hexdigest()


@functools.cache
def source_digest(package: str) -> str:
    """Over every source and table of a folder. The rules' digest says nothing of source, so it cannot stand in here."""
    digest = hashlib.sha256()
    for name, content in sorted(_sources(files(package), "")):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _sources(folder: Traversable, under: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{under}{entry.name}/")
        elif entry.name.endswith((".py", ".toml")):
            yield under + entry.name, entry.read_bytes()


def _checksum(name: str, body: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + body).hexdigest().encode()


def _read(path: Path, name: str, kind: type[T]) -> T | None:
    try:
        checksum, _, body = path.read_bytes().partition(b"\n")
        if checksum != _checksum(name, body):
            return None
        return msgspec.json.decode(body, type=kind, dec_hook=_decode)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None


def _write(path: Path, name: str, found: object) -> None:
    """Whole or not at all; a folder that cannot be written to is no reason to fail."""
    from tempfile import NamedTemporaryFile  # only who keeps something needs it

    body = msgspec.json.encode(found, enc_hook=exactly)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(_checksum(name, body) + b"\n" + body)
        os.replace(file.name, path)
    except OSError:
        return


def exactly(value: object) -> object:
    """A fraction as text, where something is written down."""
    if isinstance(value, Fraction):
        return fraction(value)
    raise NotImplementedError(type(value))


def _decode(kind: type, value: Any) -> object:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(kind)


def fraction(value: Fraction) -> str:
    """p/q in lowest terms, also where q is 1."""
    return f"{value.numerator}/{value.denominator}"
