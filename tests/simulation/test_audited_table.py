"""Runs through the audited engine: the same result byte for byte, and where they disagree the unit is named."""

from __future__ import annotations

import dataclasses
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kit.parts import part
from kit.series import two_games
from pitboss.analysis import setting
from pitboss.cli.main import main
from pitboss.counting.simulation_model import Array
from pitboss.games import REGISTERED, load
from pitboss.simulation.audited_play.audited_run import check_units, play_audited
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import named_way, plan

READY = [name for name in REGISTERED if load(name).simulated]
CARDS = "three-card-poker"
SMALL = ("--rounds", "60", "--session", "20")
SHOES = ("--rounds", "2", "--session", "1")


def result(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["simulate", *words, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("game", two_games(0, READY))
def test_an_audited_run_gives_the_same_result_marked_as_audited(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    small = SHOES if load(game).rests else SMALL
    plain = result(capsys, game, *small)
    audited = result(capsys, game, *small, "--audited", "--workers", "2")
    assert (plain.pop("audited"), audited.pop("audited")) == (False, True)
    assert json.dumps(plain) == json.dumps(audited)  # the digest too


def test_the_command_says_that_the_audited_engine_is_slower(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", CARDS, *SMALL, "--audited"]) == 0
    assert "audited engine, which is slower" in capsys.readouterr().err


def test_a_kernel_that_says_something_else_is_found_with_its_unit() -> None:
    made = plan(setting(CARDS), audited=True)
    table = AuditedTable(made)
    check_units(table, 0, 5)
    ready = table.ready

    def wrong(seed: int, first: int, codes: Array) -> int:
        return ready.play(seed, first + 1, codes)  # of the unit after it

    table.ready = dataclasses.replace(ready, play=wrong)
    with pytest.raises(AssertionError, match=r"unit \d+ of seed 1947: by the engine the seats win"):
        check_units(table, 0, 5)


# Bets that are withdrawn, raised, cost vigorish, come back or are made later, beside every side bet.
MUCH: dict[str, tuple[dict[str, object], dict[str, int]]] = {
    "three-card-poker": ({}, {"ante": 500, "pair plus": 700}),
    "let-it-ride": (
        {"bonus": True, "three-card-bonus": "A"},
        {"bet 1": 500, "bet 2": 500, "bet 3": 500, "bonus": 100, "three card bonus": 500},
    ),
    "ultimate-texas-holdem": ({}, {"ante": 500, "trips": 700}),
    "winners-pot-poker": ({}, {"ante": 500, "jacks plus": 700}),
    "craps": (
        {"buy-and-lay": True},
        {
            "pass": 500,
            "pass odds": 2_500,
            "don't come": 1_000,
            "don't come odds": 1_000,
            "field": 500,
            "buy 4": 2_000,
            "lay 10": 4_000,
            "place 6": 600,
            "hard 8": 500,
            "come": 500,
            "come odds": 1_000,
        },
    ),
}


@pytest.mark.parametrize("game", two_games(1, READY))
def test_wagers_made_at_a_decision_are_audited_too(game: str) -> None:
    settings, bets = MUCH[game] if game in MUCH else part(game, "scene").MUCH
    study = setting(game, settings=settings)
    ways = [named_way(study.game.sim_model(), name) for name in list(study.game.sim_model().WAYS)[:2]]
    made = plan(study, bets=bets, seats=2, ways=ways, audited=True)
    for at, ready in enumerate(made.ready):
        table = AuditedTable(made, at)
        check_units(table, 0, 1 if load(game).rests else 60)
        line = ready.lines[-1]
        more = tuple(tuple(cents + 1 for cents in column) for column in line.staked)
        table.ready = dataclasses.replace(ready, lines=(*ready.lines[:-1], dataclasses.replace(line, staked=more)))
        with pytest.raises(AssertionError, match=r"unit 0 of seed 1947: by the engine the seats put down \("):
            check_units(table, 0, 1)


@pytest.mark.parametrize("reading", ["when-made", "on-a-win"])
def test_vigorish_is_put_down_when_it_is_paid_with_the_wager(reading: str) -> None:
    study = setting("craps", settings={"buy-and-lay": True}, readings={"vigorish": reading})
    made = plan(study, bets={"buy 4": 2_000, "lay 10": 4_000}, audited=True)
    check_units(AuditedTable(made), 0, 100)
    assert (made.ready[0].lines[0].staked[0][0] > 2_000) == (reading == "when-made")


def test_an_audited_run_does_not_go_on_from_one_that_was_not(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    saved_run = str(tmp_path_factory.mktemp("kept") / "run.json")
    assert main(["simulate", CARDS, *SMALL, "--save", saved_run]) == 0
    capsys.readouterr()
    assert main(["simulate", CARDS, "--rounds", "80", "--session", "20", "--audited", "--resume", saved_run]) == 2
    assert "audited was False and is True now" in capsys.readouterr().err


def test_resumed_audited_runs_equal_whole_ones_with_any_number_of_workers() -> None:
    made = plan(setting(CARDS), audited=True, session=30)
    *_, whole = play_audited(made, 90)
    *_, part = play_audited(made, 60, workers=2)
    *_, resumed = play_audited(made, 90, part, workers=3)
    assert resumed == whole


def test_a_killed_or_stopped_audited_run_can_be_resumed(tmp_path: Path) -> None:
    """No worker may outlive a killed run: it would keep its end of the pipes open, and reading them would never end."""
    code = "import pitboss.cli.commands.simulate as it, pitboss.cli.main as all; it.SAVE_EVERY = 0; all.entry()"
    same = [sys.executable, "-c", code, "simulate", CARDS, "--audited", "--session", "50", "--json", "--workers", "2"]
    file = tmp_path / "run"
    for how in (signal.SIGKILL, signal.SIGINT):
        was = file.stat().st_mtime_ns if file.exists() else 0
        more = ["--resume", str(file)] if was else ["--save", str(file)]
        going = subprocess.Popen([*same, "--rounds", "1e6", *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not file.exists() or file.stat().st_mtime_ns == was:
            assert going.poll() is None
            time.sleep(0.01)
        going.send_signal(how)
        _, told = going.communicate(timeout=60)
        assert going.returncode == (-how if how == signal.SIGKILL else 130)
    done = int(told.decode().split("stopped after ")[1].split(" rounds")[0].replace(",", ""))
    rounds = ["--rounds", str(done + 50)]
    resumed = subprocess.run([*same, *rounds, "--resume", str(file)], capture_output=True, check=True).stdout
    assert resumed == subprocess.run([*same, *rounds], capture_output=True, check=True).stdout


def test_a_run_may_be_stopped_by_its_reader() -> None:
    steps = play_audited(plan(setting(CARDS), audited=True, session=50), 10_000, workers=2)
    next(steps)
    assert next(steps).units == 200
    steps.close()
