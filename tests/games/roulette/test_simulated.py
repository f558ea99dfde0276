"""Roulette simulated: the kernel and the audited engine agree on every unit, and the kernel with what is exact."""

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
    {"zero-rule": "all"},
    {"wheel": "single-zero"},
    {"used-as-single-zero": "true"},
    {"zero-rule": "half", "smallest-chip": "2.50", "value-chips": "false"},
)
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"imprisonment": "second-zero-loses"},
    {"imprisonment": "second-zero-stays", "single-zero-half": "half"},
    {"winning-stake": "stays", "odd-half": "exact-cents"},
    {"zero-on-single-layout": "counts-as-0", "order-of-winners": "seat-by-seat"},
)
BETS = (
    {"red": 1_500, "even": 1_000},
    {"straight 0": 500, "split 17-20": 1_000, "column 1": 1_000, "low": 2_000},
    {"four numbers 1-2-4-5": 500, "six numbers 1-2-3-4-5-6": 500, "dozen 3": 1_500, "high": 1_500, "odd": 1_000},
)
GRID = tuple(product(HOUSES, READINGS, BETS, (1, 3)))
CELLS = len(GRID)


def equal_rounds(cell: int, rounds: int, seed: int = 0) -> None:
    """Check units of one cell of the grid. An AssertionError names the unit that differs."""
    house, readings, bets, seats = GRID[cell]
    study = setting("roulette", settings=house, readings=readings)
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
    made = plan(setting("roulette"), bets={"straight 17": 500}, seed=5)
    codes = np.zeros((1, 300), np.uint16)
    assert made.ready[0].play(5, 1_000, codes) == 300
    ends = made.ready[0].columns[0].outcomes
    hits = [unit for unit in range(300) if next(unit_stops(5, 1_000 + unit, 38)) == 9]
    assert [unit for unit in range(300) if ends[codes[0, unit]] == "wins"] == hits
    assert hits


def test_stops_are_equally_likely() -> None:
    drawn = [next(unit_stops(3, unit, 37)) for unit in range(3_700)]
    counts = np.bincount(drawn, minlength=37)
    assert len(counts) == 37
    assert float(((counts - 100) ** 2 / 100).sum()) < 70  # 36 degrees of freedom: less than one in a thousand above


def test_a_bet_on_nothing_is_refused() -> None:
    with pytest.raises(ImpossibleError, match="no bet on straight 00"):
        plan(setting("roulette", settings={"wheel": "single-zero"}), bets={"straight 00": 500})
