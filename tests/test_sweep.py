"""The sweep, one golden round at a time; docs/sweep.md has the counts of all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sweep import IMPOSSIBLE, RESULTS, Scenario, heading, of_round
from test_golden import ROUNDS

PAGE = Path(__file__).parent.parent / "docs" / "sweep.md"
TRIED = 20  # of what can happen in a round


@pytest.mark.parametrize(
    ("game", "scenario"), [(game, scenario) for game, scenarios in ROUNDS.items() for scenario in scenarios]
)
def test_every_incident_is_answered(game: str, scenario: Scenario) -> None:
    found, can_happen = of_round(scenario, TRIED)
    assert found.keys() <= set(RESULTS), set(found)
    page = PAGE.read_text(encoding="utf-8").splitlines()
    counts = next((line.split("|")[2:-1] for line in page if line.startswith(f"| {heading(scenario)} |")), ["0"])
    *answered, impossible = map(int, counts)
    assert (sum(answered), impossible) == (can_happen, found[IMPOSSIBLE]), "run 'make evidence'"
