"""Casino War simulated: the kernel and the audited engine agree on every round of a shoe, and the kernel with what is
exact."""

from __future__ import annotations

import json
from collections import deque
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest

from kit.series import SOAK
from pitboss.analysis import setting
from pitboss.cli.main import main
from pitboss.counting.exact_model import ImpossibleError
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.house import CasinoWarHouse
from pitboss.games.casino_war.math import exact, simulated
from pitboss.simulation.audited_play.audited_run import check_units
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import named_way, plan
from pitboss.simulation.results.simulation_report import report
from pitboss.simulation.run import play_units

HOUSES: tuple[dict[str, str], ...] = (
    {},
    {"decks": "8", "war-tie-odds": "plain", "tie-odds": "11 to 1"},
    {"decks": "7", "cover-card": "200", "war-tie-odds": "4 to 1"},
)
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"burn-for-war": "each", "odd-half": "player-gives-way"},
    {"surrender-order": "in-turn", "tie-paid-when": "end"},
    {"second-war": "again", "burn-for-war": "each", "odd-half": "exact-cents"},
    {"second-war": "again", "surrender-order": "in-turn", "war-tie": "1-to-1"},
)
BETS: tuple[dict[str, int], ...] = ({"initial": 700}, {"initial": 1_000, "tie": 300, "tie on war": 200})
GRID = tuple(product(HOUSES, READINGS, BETS, (1, 3, 7), simulated.MODEL.WAYS))
CELLS = len(GRID)


def equal_rounds(cell: int, rounds: int, seed: int = 0) -> None:
    """Check as many shoes as have at least so many rounds. An AssertionError names the unit that differs."""
    house, readings, bets, seats, name = GRID[cell]
    study = setting("casino-war", settings=house, readings=readings)
    ways = [named_way(study.game.sim_model(), name)]
    made = plan(study, bets=bets, seats=seats, ways=ways, seed=1947 + seed, audited=True)
    each = len(made.ready[0].round_nets(made.seed, 0))  # type: ignore[misc]
    check_units(AuditedTable(made), 0, -(-rounds // each))


@pytest.mark.parametrize("cell", range(0, CELLS, 17))
def test_kernel_and_engine_agree(cell: int) -> None:
    equal_rounds(cell, 1)


@pytest.mark.soak
@pytest.mark.parametrize("cell", range(CELLS))
def test_kernel_and_engine_agree_everywhere(cell: int) -> None:
    equal_rounds(cell, 400, 1)


def play_shoes(many: int, **more: Any) -> tuple[np.ndarray, Any]:
    made = plan(setting("casino-war"), seed=5, **more).ready[0]
    codes = np.zeros((len(made.columns), many), np.uint16)
    made.play(5, 0, codes)
    return codes, made


def test_counts_of_a_shoe_are_its_rounds_added_up() -> None:
    codes, made = play_shoes(20, bets={"initial": 1_000, "tie": 300, "tie on war": 200}, seats=2)
    line = made.lines[-1]
    for unit in range(20):
        by_counts = sum(line.net[column][codes[column, unit]] for column in range(len(made.columns)))
        assert by_counts == sum(map(sum, made.round_nets(5, unit)))


@pytest.mark.parametrize("many", [4_000, pytest.param(400_000, marks=SOAK)])
def test_what_a_shoe_brings_is_what_is_counted(many: int) -> None:
    """Check that every round of a shoe has on average what the first one has. The intervals come from shoes."""
    codes, made = play_shoes(many, bets={"initial": 1_000, "tie": 300})
    for line, spot in zip(made.lines, ("initial", "tie"), strict=False):
        net = np.array([[line.net[at][code] for code in codes[at]] for at in range(len(codes))]).sum(axis=0)
        put = np.array([[line.wagered[at][code] for code in codes[at]] for at in range(len(codes))]).sum(axis=0)
        edge = -net.sum() / put.sum()
        half = 4 * float(np.std(net + edge * put)) / (put.mean() * sqrt(many))
        rows = {row.wager: row.house_edge for row in exact.MODEL.wagers(GAME.rules({}), CasinoWarHouse(), 1_000)}
        assert abs(edge - float(rows[spot])) < half


@pytest.mark.parametrize(
    ("bets", "readings"),
    [
        ({"initial": 1_000, "tie on war": 500}, {}),
        ({"initial": 1_000, "tie": 300, "tie on war": 500}, {}),
        ({"initial": 1_000, "tie on war": 500}, {"second-war": "again"}),  # then surrender is worth more
    ],
)
def test_all_wagers_count_by_how_often_each_is_made(bets: dict[str, int], readings: dict[str, str]) -> None:
    """Check that a tie wager on the war, which waits for a tie, is a small part of what is bet."""
    made = plan(setting("casino-war", readings=readings), bets=bets, seed=2)
    *_, tally = play_units(made, 4_000)
    found = report(made, tally)
    rows = {row.wager: row for row in found.rows}
    for name, row in rows.items():
        assert (row.z is None) == (not row.was_made), name
        assert row.z is None or abs(row.z) < 4, name
    assert rows["tie on war"].was_made == (not readings)
    if "tie" not in bets and not readings:
        war = Fraction(23, 311)  # of two cards from six decks, how often they are of one rank
        initial, on_war = rows["initial"].exact, rows["tie on war"].exact
        assert initial is not None
        assert on_war is not None
        cost = 1_000 * initial + 500 * war * on_war
        assert rows["all wagers"].exact == cost / (1_000 + 500 * war)


def test_of_a_wager_that_nobody_made_nothing_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--bet", "initial=10", "--bet", "tie on war=5", "--strategy", "surrender", "--rounds", "50"]
    assert main(["simulate", "casino-war", *words, "--json"]) == 0
    told = {row["wager"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    assert told["tie on war"]["estimate"] is told["tie on war"]["interval"] is None
    assert told["initial"]["estimate"] is not None
    assert main(["simulate", "casino-war", *words]) == 0
    assert "tie on war  never made" in capsys.readouterr().out


@pytest.mark.parametrize("readings", READINGS)
def test_a_shoe_that_runs_out_is_refused(readings: dict[str, str]) -> None:
    """Refuse a shoe in which a round of seven seats may take more cards than lie behind the cutting card."""
    study = setting("casino-war", settings={"cover-card": "2"}, readings=readings)
    ready = plan(study, seats=7).ready[0]
    with pytest.raises(ImpossibleError, match="ran out of cards"):
        ready.play(1, 0, np.zeros((len(ready.columns), 2_000), np.uint16))
    assert ready.round_nets is not None
    with pytest.raises(ImpossibleError, match="ran out of cards"):
        deque((ready.round_nets(1, unit) for unit in range(2_000)), maxlen=0)


def test_what_the_table_does_not_take_is_refused() -> None:
    with pytest.raises(ImpossibleError, match="no bet on moon"):
        plan(setting("casino-war"), bets={"initial": 500, "moon": 500})
    with pytest.raises(ImpossibleError, match=r"no initial bet.*5\(d\)"):
        plan(setting("casino-war"), bets={"tie": 500})
    with pytest.raises(ImpossibleError, match=r"bet on initial too.*5\(d\)"):
        assert plan(setting("casino-war"), bets={"tie on war": 500}).ready
    with pytest.raises(ImpossibleError, match=r"no tie bet.*5\(h\)"):
        plan(setting("casino-war", settings={"tie-wager": "not"}), bets={"initial": 500, "tie": 500})
    study = setting("casino-war", settings={"tie-wager-on-war": "not"})
    with pytest.raises(ImpossibleError, match="no bet on tie on war at this table"):
        assert plan(study, bets={"initial": 500, "tie on war": 500}).ready
    with pytest.raises(ImpossibleError, match="read cover-in-war as finish"):
        assert plan(setting("casino-war", readings={"cover-in-war": "shuffle"})).ready
