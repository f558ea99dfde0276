"""Golden rounds: whole rounds as pages that a person can read beside the law. PITBOSS_UPDATE=1 rewrites them."""

from __future__ import annotations

import os

import pytest

from kit.golden import page_of
from kit.parts import ROUNDS, Scenario, folder_of
from pitboss.games import REGISTERED


@pytest.mark.golden
@pytest.mark.parametrize(
    ("game", "scenario"), [(game, scenario) for game, scenarios in ROUNDS.items() for scenario in scenarios]
)
def test_golden(game: str, scenario: Scenario) -> None:
    text = page_of(scenario())
    held = folder_of(game) / "pages" / f"{scenario.__name__}.txt"
    if os.environ.get("PITBOSS_UPDATE"):
        held.parent.mkdir(parents=True, exist_ok=True)
        held.write_text(text, encoding="utf-8")
    assert held.exists(), f"{held} is not written yet: run this with PITBOSS_UPDATE=1 and read it"
    assert held.read_text(encoding="utf-8") == text


def test_no_game_is_without_a_golden_round() -> None:
    assert set(ROUNDS) == set(REGISTERED)
    for game, scenarios in ROUNDS.items():
        assert scenarios, game
        held = {path.stem for path in (folder_of(game) / "pages").iterdir()}
        assert held == {scenario.__name__ for scenario in scenarios}
