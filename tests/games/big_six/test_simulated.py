"""Big Six simulated: the kernel and the audited engine agree on every unit, and the kernel with what is exact."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.numeric.stops import unit_stops
from pitboss.simulation.audited_play.audited_run import check_units
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import plan

HOUSES: tuple[dict[str, str], ...] = (
    {},
    {"wheel": "24-15-7-4-2"},
    {"picture-odds": "nevada", "smallest-chip": "0.50"},
    {"picture-odds": "50 to 1", "wheel": "23-15-8-4-2"},
)
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"picture-each": "both", "announce": "no"},
    {"wheel-count": "24-7", "picture-odds": "40"},
)
BETS = ({"$1": 500}, {"$2": 300, "$5": 100, "joker": 100}, {"$1": 100, "$10": 200, "$20": 100, "flag": 500})
GRID = tuple(product(HOUSES, READINGS, BETS, (1, 3)))
CELLS = len(GRID)


def equal_rounds(cell: int, rounds: int, seed: int = 0) -> None:
    """Check units of one cell of the grid. An AssertionError names the unit that differs."""
    house, readings, bets, seats = GRID[cell]
    study = setting("big-six", settings=house, readings=readings)
    made = plan(study, bets=bets, seats=seats, seed=1947 + seed, audited=True)
    check_units(AuditedTable(made), 0, rounds)


@pytest.mark.parametrize("cell", range(0, CELLS, 7))
def test_kernel_and_engine_agree(cell: int) -> None:
    equal_rounds(cell, 40)


@pytest.mark.soak
@pytest.mark.parametrize("cell", range(CELLS))
def test_kernel_and_engine_agree_everywhere(cell: int) -> None:
    equal_rounds(cell, 400, 1)


def test_the_kernel_draws_what_plain_python_draws() -> None:
    made = plan(setting("big-six"), bets={"$20": 500}, seed=5)
    codes = np.zeros((1, 300), np.uint16)
    assert made.ready[0].play(5, 1_000, codes) == 300
    ends = made.ready[0].columns[0].outcomes
    hits = [unit for unit in range(300) if next(unit_stops(5, 1_000 + unit, 54)) in (13, 40)]
    assert [unit for unit in range(300) if ends[codes[0, unit]] == "wins"] == hits
    assert hits


def test_a_bet_on_nothing_is_refused() -> None:
    with pytest.raises(ImpossibleError, match=r"no bet on \$3"):
        plan(setting("big-six"), bets={"$3": 500})
