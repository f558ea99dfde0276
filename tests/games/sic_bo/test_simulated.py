"""Sic Bo simulated: the kernel and the audited engine agree on every unit, and three dice lie as stops are numbered."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from games.sic_bo.scene import MUCH
from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.games.sic_bo.math.exact import all_results
from pitboss.numeric.stops import unit_stops
from pitboss.simulation.audited_play.audited_run import check_units
from pitboss.simulation.audited_play.audited_table import AuditedTable, dice_faces
from pitboss.simulation.plan import plan

HOUSES: tuple[dict[str, str], ...] = (
    {},
    {"pay-table": "a", "shaker": "automated"},
    {"pay-table": "b", "order": "shake-then-call"},
    {"small, big": "3 to 2", "covered": "true"},
)
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"double-on-triple": "exactly-two-dice", "three-shakes": "any"},
    {"single-on-triple": "lines-added", "total-three-eighteen": "areas", "shake-order": "shake-first"},
)
BETS = (
    {"small": 1_000, "total 10": 200},
    {**MUCH[1], "big": 2_000},
    {
        "three of a kind 1": 100,
        "two of a kind 1": 300,
        "one of a kind 1": 300,
        "total 4": 100,
        "any three of a kind": 100,
    },
)
GRID = tuple(product(HOUSES, READINGS, BETS, (1, 3)))
CELLS = len(GRID)


def equal_rounds(cell: int, rounds: int, seed: int = 0) -> None:
    """Check units of one cell of the grid. An AssertionError names the unit that differs."""
    house, readings, bets, seats = GRID[cell]
    study = setting("sic-bo", settings=house, readings=readings)
    made = plan(study, bets=bets, seats=seats, seed=1947 + seed, audited=True)
    check_units(AuditedTable(made), 0, rounds)


@pytest.mark.parametrize("cell", range(0, CELLS, 9))
def test_kernel_and_engine_agree(cell: int) -> None:
    equal_rounds(cell, 40)


@pytest.mark.soak
@pytest.mark.parametrize("cell", range(CELLS))
def test_kernel_and_engine_agree_everywhere(cell: int) -> None:
    equal_rounds(cell, 400, 1)


def test_stops_are_what_three_dice_show() -> None:
    assert [tuple(sorted(dice_faces(stop, 3))) for stop in range(216)] == list(all_results())


def test_the_kernel_draws_what_plain_python_draws() -> None:
    made = plan(setting("sic-bo"), bets={"total 10": 500}, seed=5)
    codes = np.zeros((1, 300), np.uint16)
    assert made.ready[0].play(5, 1_000, codes) == 300
    ends = made.ready[0].columns[0].outcomes
    hits = [unit for unit in range(300) if sum(dice_faces(next(unit_stops(5, 1_000 + unit, 216)), 3)) == 10]
    assert [unit for unit in range(300) if ends[codes[0, unit]] == "wins"] == hits
    assert hits


def test_bets_that_cannot_be_made_are_refused() -> None:
    with pytest.raises(ImpossibleError, match="no bet on total 3"):
        plan(setting("sic-bo"), bets={"total 3": 500})
    with pytest.raises(ImpossibleError, match=r"multiple of \$2\. \[beyond:sic-bo\.8\(f\)"):
        plan(setting("sic-bo", settings={"small, big": "3 to 2"}), bets={"small": 500})
