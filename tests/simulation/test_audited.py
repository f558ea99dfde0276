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

from pitboss.analysis import setting
from pitboss.cli.main import main
from pitboss.counting.simulated import Array
from pitboss.games import REGISTERED, load
from pitboss.simulation.audited import AuditedTable
from pitboss.simulation.auditing import auditing, checked
from pitboss.simulation.plan import plan

READY = [name for name in REGISTERED if load(name).simulated]
CARDS = "three-card-poker"
SMALL = ("--rounds", "60", "--session", "20")


def result(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["simulate", *words, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("game", READY)
def test_the_result_is_the_same_but_for_the_word_audited(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain = result(capsys, game, *SMALL)
    audited = result(capsys, game, *SMALL, "--audited", "--workers", "2")
    assert (plain.pop("audited"), audited.pop("audited")) == (False, True)
    assert json.dumps(plain) == json.dumps(audited)  # the digest too


def test_it_says_that_it_is_slower(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", CARDS, *SMALL, "--audited"]) == 0
    assert "audited engine, which is slower" in capsys.readouterr().err


def test_a_kernel_that_says_something_else_is_found_with_its_unit() -> None:
    made = plan(setting(CARDS), audited=True)
    table = AuditedTable(made)
    checked(table, 0, 5)
    ready = table.ready

    def wrong(seed: int, first: int, codes: Array) -> int:
        return ready.play(seed, first + 1, codes)  # of the unit after it

    table.ready = dataclasses.replace(ready, play=wrong)
    with pytest.raises(AssertionError, match=r"unit \d+ of seed 1947: by the engine the seats win"):
        checked(table, 0, 5)


def test_an_audited_run_does_not_go_on_from_one_that_was_not(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    kept = str(tmp_path_factory.mktemp("kept") / "run.json")
    assert main(["simulate", CARDS, *SMALL, "--save", kept]) == 0
    capsys.readouterr()
    assert main(["simulate", CARDS, "--rounds", "80", "--session", "20", "--audited", "--resume", kept]) == 2
    assert "audited was False and is True now" in capsys.readouterr().err


def test_whole_or_resumed_with_any_number_of_workers() -> None:
    made = plan(setting(CARDS), audited=True, session=30)
    *_, whole = auditing(made, 90)
    *_, part = auditing(made, 60, workers=2)
    *_, resumed = auditing(made, 90, part, workers=3)
    assert resumed == whole


def test_killed_or_stopped_and_resumed(tmp_path: Path) -> None:
    """No worker outlives a run that is killed: its end of the pipes would stay open, and reading them never end."""
    code = "import pitboss.cli.simulate as it, pitboss.cli.main as all; it.SAVE_EVERY = 0; all.entry()"
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


def test_whoever_has_seen_enough_closes_it() -> None:
    steps = auditing(plan(setting(CARDS), audited=True, session=50), 10_000, workers=2)
    next(steps)
    assert next(steps).units == 200
    steps.close()
