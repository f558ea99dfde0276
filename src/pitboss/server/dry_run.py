"""`pitboss serve --check`: report what the server would do, without opening, creating or changing anything."""

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
from pitboss.server.access.connection_limits import ConnectionLimits
from pitboss.server.access.middleware import Access
from pitboss.server.access.rate_limits import LIMITS
from pitboss.server.ops.health import LEAST_FREE
from pitboss.server.ops.open_files import descriptor_limit
from pitboss.store.chains.anchor_comparison import find_doubt
from pitboss.store.chains.anchor_export import AnchorExport, Anchoring
from pitboss.store.chains.checkpoint_file import HeadsError, checkpoint_path
from pitboss.store.database.file_modes import files_open_to_others
from pitboss.store.database.locks import lock
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import MIGRATIONS, SchemaError, older_version, version_of
from pitboss.store.errors import StoreError, describe_error

MB = 2**20


class Check(msgspec.Struct, frozen=True):
    """The result of one check. If it is not `ok`, the server would not start, or would not be ready."""

    what: str
    said: str
    ok: bool = True


def check(host: str, port: int, path: Path, house: Path | None, anchors: Path | None, access: Access) -> list[Check]:
    """Run every check."""
    return [
        _address(host, port),
        *_house(house, path),
        *_database(path),
        *_checkpoint(path, anchors),
        *_anchor_file(path, anchors),
        _disk(path),
        *_modes(path),
        *_limits(access),
    ]


def _address(host: str, port: int) -> Check:
    try:
        uvicorn_server.listen(host, port).close()
    except (OSError, OverflowError) as error:
        return Check("address", f"cannot listen on {host} port {port}: {error}; try another --port", False)
    return Check("address", f"{host} port {port} is free")


def _house(house: Path | None, path: Path) -> Iterator[Check]:
    if house is None:
        return
    tables, problems = read_house(house)
    if problems:
        yield Check("house file", f"{house} cannot be used: {'; '.join(map(str, problems))}", False)
    elif path.exists():
        yield Check("house file", f"{path} already has its tables, so only the gaming day of {house} would be read")
    else:
        yield Check("house file", f"{len(tables)} tables of {house} would be opened")


def _database(path: Path) -> Iterator[Check]:
    if not path.exists():
        folder = path.parent
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            yield Check("database", f"{folder} does not exist or cannot be written to; make it, or name another", False)
        else:
            yield Check("database", f"{path} would be made, in version {len(MIGRATIONS)}")
        return
    try:
        with open_read_only(path) as db:
            version, old = version_of(db), older_version(db)
    except (StoreError, SchemaError, sqlite3.DatabaseError) as error:
        yield Check("database", f"{path} cannot be used: {describe_error(error)}", False)
        return
    if not os.access(path, os.W_OK):
        yield Check("database", f"{path} is read-only; let the server write to it", False)
        return
    yield Check("database", f"{path} has version {version}; this program writes version {len(MIGRATIONS)}")
    if old:
        size = path.stat().st_size
        sentence = (
            f"it would be copied to {path.name}.v{old} ({size / MB:.1f} MB) and brought to version {len(MIGRATIONS)}"
        )
        has_room = shutil.disk_usage(path.parent).free > 2 * size
        yield Check(
            "migration", sentence if has_room else f"{sentence}, for which there is no room on the disk", has_room
        )
    else:
        yield Check("migration", "none is needed")


def _checkpoint(path: Path, anchors: Path | None) -> Iterator[Check]:
    """Check that no other server uses the checkpoint file, and that the database agrees with it."""
    file = checkpoint_path(path)
    try:
        if file.exists():
            lock(file).close()
        difference = find_doubt(path, file, *([] if anchors is None else [anchors]))
    except (HeadsError, SchemaError, StoreError, OSError) as error:
        yield Check("checkpoint", str(error), False)
        return
    if difference is not None:
        yield Check("checkpoint", f"the server would start paused: {difference.summary}", False)
    elif file.exists():
        yield Check("checkpoint", f"the database is what {file.name} says")
    else:
        yield Check("checkpoint", f"{file.name} would be created")


def _anchor_file(path: Path, anchors: Path | None) -> Iterator[Check]:
    """Check that the second copy of the checkpoint file can be written."""
    if anchors is None:
        return
    try:
        AnchorExport(checkpoint_path(path), Anchoring(anchors))
    except StoreError as error:
        yield Check("anchor file", str(error), False)
        return
    target = anchors if anchors.exists() else anchors.parent
    is_possible = anchors.is_file() if anchors.exists() else anchors.parent.is_dir()
    if not is_possible or not os.access(target, os.W_OK):
        yield Check("anchor file", f"{anchors} cannot be written; name a file in a folder of yours", False)
    else:
        yield Check("anchor file", f"{anchors} would be {'added to' if anchors.exists() else 'created'}")


def _disk(path: Path) -> Check:
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    free = shutil.disk_usage(folder).free
    sentence = f"{free / MB:,.0f} MB are free in {folder}"
    return Check(
        "disk", sentence if free >= LEAST_FREE else f"{sentence}; it takes {LEAST_FREE // MB} MB", free >= LEAST_FREE
    )


def _modes(path: Path) -> Iterator[Check]:
    if loose := [file.name for file in files_open_to_others(path)]:
        yield Check("files", f"others can use {', '.join(loose)}; the server would make them yours alone")


def _limits(access: Access) -> Iterator[Check]:
    limits = ConnectionLimits(LIMITS, access.proxies, Counter())
    sentence = f"{limits.most} connections, {limits.most_of_one} from one address; {descriptor_limit()} open files"
    yield Check("limits", sentence)
    yield Check("hosts", ", ".join(sorted(access.hosts)) or "accepts any host name; restrict with --allowed-hosts")
    yield Check("proxies", ", ".join(access.proxies) or "X-Forwarded headers are ignored; see --trusted-proxies")
    yield Check("metrics", "/metrics needs the token" if access.scraper else "no scraper; see --metrics-token-file")
