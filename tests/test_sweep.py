"""The sweep, one golden round at a time; docs/sweep.md has the counts of all of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.games import load
from sweep import IMPOSSIBLE, RESULTS, Scenario, heading, of_round
from test_golden import ROUNDS

PAGE = Path(__file__).parent.parent / "docs" / "sweep.md"
TRIED = 12  # of what can happen in a round


@pytest.mark.parametrize(
    ("game", "scenario"), [(game, scenario) for game, scenarios in ROUNDS.items() for scenario in scenarios]
)
def test_every_incident_is_answered(game: str, scenario: Scenario) -> None:
    found, can_happen = of_round(scenario, TRIED)
    assert found.keys() <= set(RESULTS), set(found)
    page = PAGE.read_text(encoding="utf-8").partition(f"## {load(game).title}")[2].partition("##")[0]
    counts = re.search(rf"^\| {heading(scenario)} \|(.*)\|$", page, re.M)
    *answered, impossible = map(int, counts[1].split("|")) if counts else (0, 0)
    assert (sum(answered), impossible) == (can_happen, found[IMPOSSIBLE]), "run 'make evidence'"
