"""What tests of the server share: a database, and a server with staff and players."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.inside import Inside
from kit.pit import Pit
from pitboss.store import store


@pytest.fixture(autouse=True, scope="module")
def _unforced() -> Iterator[None]:
    """What a server in this process writes need not be on the disk before it answers: nobody cuts its power, and the
    tests that cut one's start another process. Waiting for the disk takes longer than most tests."""
    whole = store._set_up

    def set_up(db: sqlite3.Connection) -> None:
        whole(db)
        db.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(store, "_set_up", set_up)
        patched.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pitboss.db"


@pytest.fixture
def pit(path: Path) -> Iterator[Pit]:
    with Inside(path) as inside:
        yield Pit(inside)
