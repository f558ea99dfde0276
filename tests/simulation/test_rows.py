"""A report's row for a line depends on that line alone: other wagers at the table change nothing."""

from __future__ import annotations

from fractions import Fraction
from math import isclose, sqrt

import numpy as np
import pytest

from pitboss.analysis import setting
from pitboss.simulation.plan import Plan, named_way, plan
from pitboss.simulation.results.simulation_report import SimulatedRow, report
from pitboss.simulation.run import play_units

UNITS = 3_000


def make_plan(game: str, strategy: str, seats: int, **bets: int) -> Plan:
    study = setting(game)
    by_spot = {name.replace("_", " "): cents for name, cents in bets.items()}
    return plan(study, bets=by_spot, seats=seats, ways=[named_way(study.game.sim_model(), strategy)])


def rows(found: Plan) -> dict[str, SimulatedRow]:
    *_, tally = play_units(found, UNITS, workers=1)
    return {row.wager: row for row in report(found, tally).rows}


CASES = [
    ("winners-pot-poker", "tight", {"ante": 500}, {"jacks_plus": 500}),
    ("craps", "optimal", {"pass": 500}, {"field": 500}),
    ("craps", "optimal", {"pass": 500, "pass_odds": 1_000}, {"field": 500, "any_seven": 500}),
    ("three-card-poker", "bold", {"ante": 500}, {"pair_plus": 500}),
]


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize(("game", "strategy", "bets", "more"), CASES)
def test_another_wager_does_not_change_a_line(
    game: str, strategy: str, bets: dict[str, int], more: dict[str, int], seats: int
) -> None:
    alone, beside = (
        rows(make_plan(game, strategy, seats, **bets)),
        rows(make_plan(game, strategy, seats, **bets, **more)),
    )
    same = [wager for wager, row in alone.items() if row.role != "total"]
    assert same
    for wager in same:
        mine, other = alone[wager], beside[wager]
        assert mine.deviation is not None
        assert mine.hit_rate is not None
        assert (mine.deviation, mine.hit_rate, mine.push_rate) == (other.deviation, other.hit_rate, other.push_rate)
        assert (mine.estimate, mine.interval, mine.exact) == (other.estimate, other.interval, other.exact)


@pytest.mark.parametrize("seats", [1, 3])
def test_rows_equal_a_computation_from_the_codes(seats: int) -> None:
    """Compute the rows again from the codes, without a tally."""
    run_plan = make_plan("craps", "optimal", seats, **{"pass": 500, "field": 500})
    (ready,) = run_plan.ready
    codes = np.zeros((len(ready.columns), UNITS), np.uint16)
    ready.play(run_plan.seed, 0, codes)
    told = rows(run_plan)
    for line in ready.lines:
        won = np.zeros((seats, UNITS), np.int64)
        for at, column in enumerate(ready.columns):
            won[column.seat - 1] += np.array(line.net[at])[codes[at]]
        row = told[line.wager]
        if line.role == "wager":
            assert row.hit_rate == Fraction(int((won > 0).sum()), won.size)
            assert row.push_rate == Fraction(int((won == 0).sum()), won.size)
        else:  # two wagers that end apart
            assert row.hit_rate is row.push_rate is None
        if line.role == "wager" or seats == 1:
            assert row.deviation is not None
            assert isclose(row.deviation, sqrt(won.var()) / line.unit_cents)
        else:
            assert row.deviation is None
