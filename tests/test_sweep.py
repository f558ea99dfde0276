"""The sweep, one golden round at a time; docs/sweep.md has its counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scene import Scene
from sweep import IMPOSSIBLE, PLAYED_ON, RULED, of_round, row
from test_golden import LET_IT_RIDE

PAGE = Path(__file__).parent.parent / "docs" / "sweep.md"


@pytest.mark.parametrize("scenario", LET_IT_RIDE)
def test_every_incident_has_one_of_three_results(scenario: Callable[[], Scene]) -> None:
    found = of_round(scenario)
    assert set(found) <= {RULED, PLAYED_ON, IMPOSSIBLE}, set(found)
    assert row(scenario.__name__, found) in PAGE.read_text(encoding="utf-8").splitlines(), "run 'make evidence'"
