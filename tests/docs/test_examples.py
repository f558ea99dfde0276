"""The scripts in examples/ run as they stand, wherever somebody starts them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kit.night import Night, sits
from kit.parts import ROOT

SCRIPTS = sorted((ROOT / "examples").glob("*.py"))


def ran(script: Path, folder: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, script, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_an_example_runs(script: Path, tmp_path: Path) -> None:
    assert ran(script, tmp_path).strip()


def test_what_a_manager_reads(tmp_path: Path) -> None:
    told = ran(ROOT / "examples" / "casino_manager.py", tmp_path)
    assert told.startswith("The house ")
    assert "wager Three Card Poker, pair plus" in told
    assert "Look into: " in told


def test_a_managers_own_database(tmp_path: Path) -> None:
    night = Night(tmp_path / "pitboss.db")
    night.people("Ann")
    night.table("Dice 1", "craps").play(1_763_200_000, {1: "line"}, sits(1, "Ann"))
    night.close()
    (tmp_path / "house.toml").write_text('[gaming-day]\nstarts = "06:00"\nshifts = { all = "06:00" }\n', "utf-8")
    told = ran(ROOT / "examples" / "casino_manager.py", tmp_path, "pitboss.db", "house.toml")
    assert "table Dice 1" in told
    assert "shift 2025-11-1" in told
