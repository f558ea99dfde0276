"""The script for a laboratory, examples/test_lab.py: what it writes and what it says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kit.parts import ROOT
from kit.series import first

SCRIPT = ROOT / "examples" / "test_lab.py"


def ran(folder: Path, *words: str) -> str:
    process = subprocess.run([sys.executable, SCRIPT, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout


def test_the_lab_example_gives_totals_and_ranges(tmp_path: Path) -> None:
    told = ran(tmp_path)
    assert "ante and play: 9 outcomes add up, edge 686689/20358520" in told
    assert "1,000 rounds net -135 to 68 units in 95 percent (convolution)" in told
    assert "12 rounds of ante and play agree within " in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", first(1, ["winners-pot-poker", "craps"]))
def test_the_lab_example_writes_its_files(game: str, tmp_path: Path) -> None:
    told = ran(tmp_path, game, "out")
    assert ("not counted: ante, bets and pot" in told) is (game == "winners-pot-poker")
    assert json.loads((tmp_path / "out" / "sheet.json").read_text(encoding="utf-8"))["game"] == game
    assert {"sheet.html", "sheet.json", "summary.csv"} < {path.name for path in (tmp_path / "out").iterdir()}
