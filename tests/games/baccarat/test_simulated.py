"""Baccarat simulated: the kernel and the audited engine agree on every shoe, whoever has it in his hands."""

from __future__ import annotations

from itertools import product

import pytest

from pitboss.analysis import setting
from pitboss.simulation.audited_play.audited_run import check_units
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import plan

ROUNDS_A_SHOE = 80
HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"decks": 6, "form": "without-vigorish", "pairs": "offered", "cutting-card": 100},
    {"form": "half-on-6", "shuffler": "device"},
)
READINGS: tuple[dict[str, str], ...] = ({}, {"last-round": "one-more", "curator-minimum": "no"})
BETS: tuple[dict[str, int], ...] = (
    {"banker": 1_500, "tie": 500},
    {"player": 2_000},  # without vigorish to be marked, round by round
)
GRID = tuple(product(HOUSES, READINGS, BETS, (1, 3)))
CELLS = len(GRID)


def equal_rounds(cell: int, rounds: int, seed: int = 0) -> None:
    """Check units of one cell of the grid. An AssertionError names the unit that differs."""
    house, readings, bets, seats = GRID[cell]
    made = plan(
        setting("baccarat", settings=house, readings=readings), bets=bets, seats=seats, seed=7 + seed, audited=True
    )
    assert (made.ready[0].round_nets is None) == ("banker" in bets and "form" not in house)
    check_units(AuditedTable(made), 0, max(1, rounds // ROUNDS_A_SHOE))


@pytest.mark.parametrize("cell", range(0, CELLS, 7))
def test_kernel_and_engine_agree(cell: int) -> None:
    equal_rounds(cell, ROUNDS_A_SHOE)


@pytest.mark.soak
@pytest.mark.parametrize("cell", range(CELLS))
def test_kernel_and_engine_agree_everywhere(cell: int) -> None:
    equal_rounds(cell, 10 * ROUNDS_A_SHOE, 1)
