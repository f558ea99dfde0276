"""What `pitboss serve --check` says: what the server would do. Nothing is opened, made or changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pitboss.public.house_file import read_house
from pitboss.server import uvicorn_server
from pitboss.server.access.connection_limits import Door
from pitboss.server.access.middleware import Access
from pitboss.server.access.rate_limits import LIMITS
from pitboss.server.ops.health import LEAST_FREE
from pitboss.server.ops.open_files import descriptors
from pitboss.store.chains.anchor_comparison import doubt
from pitboss.store.chains.anchor_export import Anchoring, Elsewhere
from pitboss.store.chains.checkpoint_file import HeadsError, file_of
from pitboss.store.database.file_modes import open_to_others
from pitboss.store.database.locks import lock
from pitboss.store.database.read_only import reading
from pitboss.store.database.schema import MIGRATIONS, SchemaError, outdated, version_of
from pitboss.store.errors import StoreError, in_words

MB = 2**20


class Found(msgspec.Struct, frozen=True):
    """One thing that was looked at; if it is not ok, the server would not start, or not be ready."""

    what: str
    said: str
    ok: bool = True


def check(host: str, port: int, path: Path, house: Path | None, anchors: Path | None, access: Access) -> list[Found]:
    return [
        _address(host, port),
        *_house(house, path),
        *_database(path),
        *_checkpoint(path, anchors),
        *_elsewhere(path, anchors),
        _disk(path),
        *_modes(path),
        *_limits(access),
    ]


def _address(host: str, port: int) -> Found:
    try:
        uvicorn_server.listen(host, port).close()
    except (OSError, OverflowError) as wrong:
        return Found("address", f"cannot listen on {host} port {port}: {wrong}; try another --port", False)
    return Found("address", f"{host} port {port} is free")


def _house(house: Path | None, path: Path) -> Iterator[Found]:
    if house is None:
        return
    tables, problems = read_house(house)
    if problems:
        yield Found("house file", f"{house} cannot be used: {'; '.join(map(str, problems))}", False)
    elif path.exists():
        yield Found("house file", f"{path} already has its tables, so only the gaming day of {house} would be read")
    else:
        yield Found("house file", f"{len(tables)} tables of {house} would be opened")


def _database(path: Path) -> Iterator[Found]:
    if not path.exists():
        folder = path.parent
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            yield Found("database", f"{folder} does not exist or cannot be written to; make it, or name another", False)
        else:
            yield Found("database", f"{path} would be made, in version {len(MIGRATIONS)}")
        return
    try:
        with reading(path) as db:
            version, old = version_of(db), outdated(db)
    except (StoreError, SchemaError, sqlite3.DatabaseError) as wrong:
        yield Found("database", f"{path} cannot be used: {in_words(wrong)}", False)
        return
    if not os.access(path, os.W_OK):
        yield Found("database", f"{path} is read-only; let the server write to it", False)
        return
    yield Found("database", f"{path} has version {version}; this program writes version {len(MIGRATIONS)}")
    if old:
        size = path.stat().st_size
        said = f"it would be copied to {path.name}.v{old} ({size / MB:.1f} MB) and brought to version {len(MIGRATIONS)}"
        fits = shutil.disk_usage(path.parent).free > 2 * size
        yield Found("migration", said if fits else f"{said}, for which there is no room on the disk", fits)
    else:
        yield Found("migration", "none is needed")


def _checkpoint(path: Path, anchors: Path | None) -> Iterator[Found]:
    """Whether it is in nobody's hands, and whether the database is what it says."""
    file = file_of(path)
    try:
        if file.exists():
            lock(file).close()
        found = doubt(path, file, *([] if anchors is None else [anchors]))
    except (HeadsError, SchemaError, StoreError, OSError) as wrong:
        yield Found("checkpoint", str(wrong), False)
        return
    if found is not None:
        yield Found("checkpoint", f"the server would start paused: {found.told}", False)
    elif file.exists():
        yield Found("checkpoint", f"the database is what {file.name} says")
    else:
        yield Found("checkpoint", f"{file.name} would be begun")


def _elsewhere(path: Path, anchors: Path | None) -> Iterator[Found]:
    """Whether the second copy of the checkpoint file can be written."""
    if anchors is None:
        return
    try:
        Elsewhere(file_of(path), Anchoring(anchors))
    except StoreError as wrong:
        yield Found("anchor file", str(wrong), False)
        return
    written = anchors if anchors.exists() else anchors.parent
    fits = anchors.is_file() if anchors.exists() else anchors.parent.is_dir()
    if not fits or not os.access(written, os.W_OK):
        yield Found("anchor file", f"{anchors} cannot be written; name a file in a folder of yours", False)
    else:
        yield Found("anchor file", f"{anchors} would be {'added to' if anchors.exists() else 'begun'}")


def _disk(path: Path) -> Found:
    folder = next(each for each in path.absolute().parents if each.exists())
    free = shutil.disk_usage(folder).free
    said = f"{free / MB:,.0f} MB are free in {folder}"
    return Found("disk", said if free >= LEAST_FREE else f"{said}; it takes {LEAST_FREE // MB} MB", free >= LEAST_FREE)


def _modes(path: Path) -> Iterator[Found]:
    if loose := [each.name for each in open_to_others(path)]:
        yield Found("files", f"others can use {', '.join(loose)}; the server would make them yours alone")


def _limits(access: Access) -> Iterator[Found]:
    door = Door(LIMITS, access.proxies, Counter())
    said = f"{door.most} connections, {door.most_of_one} from one address; {descriptors()} open files"
    yield Found("limits", said)
    yield Found("hosts", ", ".join(sorted(access.hosts)) or "any name is answered to; see --allowed-hosts")
    yield Found("proxies", ", ".join(access.proxies) or "nobody's X-Forwarded headers count; see --trusted-proxies")
    yield Found("metrics", "/metrics needs the token" if access.scraper else "no scraper; see --metrics-token-file")
