"""A run is identified by what is played: a different choice in one situation makes a different run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitboss
from kit.parts import WITH_CARDS
from kit.series import first_two, for_soak
from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Situations
from pitboss.games import load
from pitboss.simulation.plan import NamedWay, Plan, named_way, plan
from pitboss.simulation.run import play_units
from pitboss.simulation.saved_run import encode_run, resume_run

GAME = "three-card-poker"


def bold(asked: Situations) -> Any:
    return np.ones(len(asked), np.uint8)


def bold_but_once(asked: Situations) -> Any:
    found = np.ones(len(asked), np.uint8)
    found[0] = 0
    return found


def make_plan(choose: Callable[[Situations], Any], game: str = GAME, seats: int = 1) -> Plan:
    return plan(setting(game), ways=[NamedWay("mine", choose)], seats=seats)


@pytest.mark.parametrize("seats", [for_soak(1), 2])
@pytest.mark.parametrize("game", first_two(name for name in WITH_CARDS if load(name).simulated))
def test_one_differing_decision_changes_the_identity(game: str, seats: int) -> None:
    study = setting(game)
    if not any(True for _ in study.game.sim_model().decisions(study.rules, study.house)):
        with pytest.raises(ImpossibleError, match="nothing is decided at this game"):
            _ = make_plan(bold, game, seats).identity
        return
    identity = make_plan(bold, game, seats).identity
    assert make_plan(lambda asked: bold(asked), game, seats).identity == identity  # whichever function it is
    other = make_plan(bold_but_once, game, seats).identity
    assert [name for name in identity if identity[name] != other[name]] == ["tables"]


def test_payments_of_codes_are_part_of_the_identity() -> None:
    (ready,) = make_plan(bold).ready
    line, column = ready.lines[0], ready.columns[0]
    cheaper = ((line.net[0][0] - 1, *line.net[0][1:]),)
    less = ((line.staked[0][0] - 1, *line.staked[0][1:]),)
    assert column.weights
    for other in (
        replace(ready, lines=(replace(line, net=cheaper),)),
        replace(ready, lines=(replace(line, staked=less),)),
        replace(ready, lines=(replace(line, unit_cents=line.unit_cents + 1),)),
        replace(ready, lines=(replace(line, wager="another"),)),
        replace(ready, columns=(replace(column, outcomes=(*column.outcomes[1:], "another")),)),
        replace(ready, columns=(replace(column, weights=(*column.weights[1:], 1)),)),
        replace(ready, columns=(replace(column, weights=None),)),
    ):
        assert other.digest != ready.digest
    assert replace(ready).digest == ready.digest


def test_craps_tells_wagers_apart_by_their_course() -> None:
    one, other = (plan(setting("craps"), bets={spot: 500}).ready[0] for spot in ("pass", "don't pass"))
    assert replace(one, tables=other.tables).digest != one.digest


def test_a_run_does_not_go_on_with_another_function(tmp_path: Path) -> None:
    found, file = make_plan(bold), tmp_path / "run"
    *_, tally = play_units(found, 1_000, workers=1)
    file.write_bytes(encode_run(found, tally))
    assert resume_run(file, make_plan(bold)).units == 1_000
    with pytest.raises(ImpossibleError, match="another simulation: tables"):
        resume_run(file, make_plan(bold_but_once))


def test_two_ways_of_one_name_are_refused() -> None:
    model = setting(GAME).game.sim_model()
    with pytest.raises(ImpossibleError, match="two strategies are called 'optimal'"):
        plan(setting(GAME), ways=[named_way(model, "bold"), named_way(model, "optimal"), named_way(model, "optimal")])
    with pytest.raises(ValueError, match="two strategies are called '<lambda>'; name each once, and give functions"):
        pitboss.simulate(GAME, rounds=10, strategy=[lambda asked: bold(asked), lambda asked: bold_but_once(asked)])
