"""The sweep, one golden round at a time. docs/sweep.md has the counts of the whole sweep as of the last release."""

from __future__ import annotations

from collections import Counter

import pytest

from kit import sweep
from kit.parts import ROUNDS, Scenario
from kit.series import for_soak
from kit.sweep import IMPOSSIBLE, LEFT, RESULTS, Golden, of_round, play_with, possible
from pitboss.engine.incidents.incident_kinds import CardMissing, FaceUpCard
from pitboss.engine.inputs import Input
from pitboss.table.steps import PlayOn

TRIED = 4  # of what can happen in a round
ONE_IN = 3  # of a game's golden rounds, in a test run; a soak has them all


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        (game, scenario) if at % ONE_IN == 0 else for_soak((game, scenario))
        for game, scenarios in ROUNDS.items()
        for at, scenario in enumerate(scenarios)
    ],
)
def test_every_incident_is_answered(game: str, scenario: Scenario) -> None:
    found, can_happen = of_round(scenario, TRIED)
    assert found.keys() <= set(RESULTS), set(found)
    assert found.total() - found[IMPOSSIBLE] == min(TRIED, can_happen) > 0


def test_an_incident_that_nobody_speaks_of_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the sweep detects a game that continues without mentioning the incident."""
    plain = sweep.lawful_steps
    monkeypatch.setattr(
        sweep, "lawful_steps", lambda log: [step for step in plain(log) if not isinstance(step, PlayOn)]
    )
    found, _ = of_round(next(iter(ROUNDS.values()))[0], TRIED)
    assert any(result.startswith("unanswered") for result in found), found


@pytest.mark.parametrize("incident", [FaceUpCard(), CardMissing()], ids=str)
def test_what_is_left_in_a_shoe_lies_in_it_and_comes_out_later(
    incident: Input, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cause the incident at the last possible moment. A carry that loses it, and rounds that never find it, are
    detected."""
    golden = Golden(ROUNDS["casino-war"][0])
    moment = max(at for at, found in possible(golden)[0] if found == incident)
    assert play_with(golden, moment, incident, 0) == LEFT
    with monkeypatch.context() as patched:
        patched.setattr(sweep, "wrong_after", lambda driver: Counter())
        assert play_with(golden, moment, incident, 0).startswith("unanswered")
    monkeypatch.setattr(sweep, "rounds_on", lambda setting, carry: iter(()))
    assert play_with(golden, moment, incident, 0).startswith("unanswered")
