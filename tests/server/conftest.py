"""The fixtures of the server's tests: a database, and a server with staff and players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.inside import Inside
from kit.pit import Pit


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pitboss.db"


@pytest.fixture
def pit(path: Path) -> Iterator[Pit]:
    with Inside(path) as inside:
        yield Pit(inside)
