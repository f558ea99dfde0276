"""The scripts in examples/ run as they stand, wherever somebody starts them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kit.inside import Inside
from kit.night import Night, sits
from kit.parts import ROOT
from kit.pit import Pit
from pitboss.cli.main import main

SCRIPTS = sorted((ROOT / "examples").glob("*.py"))


def ran(script: Path, folder: Path, *words: str) -> str:
    process = subprocess.run([sys.executable, script, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_an_example_runs(script: Path, tmp_path: Path) -> None:
    assert ran(script, tmp_path).strip()


def test_the_managers_example_prints_its_report(tmp_path: Path) -> None:
    told = ran(ROOT / "examples" / "casino_manager.py", tmp_path)
    assert told.startswith("The house ")
    assert "wager Three Card Poker, pair plus" in told
    assert "Look into: " in told


def test_the_managers_example_reads_a_given_database(tmp_path: Path) -> None:
    night = Night(tmp_path / "pitboss.db")
    night.people("Ann")
    night.table("Dice 1", "craps").play(1_763_200_000, {1: "line"}, sits(1, "Ann"))
    night.close()
    (tmp_path / "house.toml").write_text('[gaming-day]\nstarts = "06:00"\nshifts = { all = "06:00" }\n', "utf-8")
    told = ran(ROOT / "examples" / "casino_manager.py", tmp_path, "pitboss.db", "house.toml")
    assert "table Dice 1" in told
    assert "shift 2025-11-1" in told


def test_the_compliance_example_prints_its_report(tmp_path: Path) -> None:
    told = ran(ROOT / "examples" / "compliance_officer.py", tmp_path)
    assert told.startswith("violations: 2, warnings: 1, notes: 0\n  [18.11(c)] line 4, table.1.payout-limit: ")
    assert "[32.7(f)] line 9, table.2.stub-count-every: " in told
    assert "observed_night.txt: 6 things went wrong\n  [20.11(a)2] round 7, line 140: the amount was $3; " in told


def test_the_compliance_example_reads_a_given_shift(tmp_path: Path) -> None:
    """A void round with a ruling and a dispute about it are on the page and in what is printed."""
    with Inside(tmp_path / "pitboss.db") as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        stakes = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
        pit.ok("Ann", "POST /api/tables/1/act", id="ann-wagers", act={"input": "wager", "stakes": stakes})
        pit.ok("Ann", "POST /api/tables/1/act", id="ann-is-ready", act={"table": "ready", "round": 1})
        incident = {"kind": "card exposed", "place": "community", "index": 0}
        pit.ok("Sue", "POST /api/tables/1/incident", incident=incident, why="a sleeve")
        pit.ok("Sue", "POST /api/tables/1/order", what="void the hands", why="Two players saw it.")
        pit.ok("Sue", "POST /api/tables/1/dispute", round=1, why="Bob wants to be paid.")
    shown = ran_example_house(tmp_path)
    assert shown.startswith("violations: 0, warnings: 0, notes: ")
    assert "round 1 [reading:exposed-community-card]: All hands are void: a card was seen before its time." in shown
    assert "Sue ruled “void the hands”. Two players saw it." in shown
    assert "Bob wants to be paid." in shown
    assert "Two players saw it." in (tmp_path / "shift-report.html").read_text(encoding="utf-8")


def ran_example_house(folder: Path) -> str:
    assert main(["init-house", str(folder / "house.toml")]) == 0
    return ran(ROOT / "examples" / "compliance_officer.py", folder, "house.toml", "pitboss.db")
