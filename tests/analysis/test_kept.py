"""A cached answer is read and not counted again, without importing anything that counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kit.series import two_games
from pitboss.analysis import cache, setting

# In a process of its own: the command, with nothing there to count with, and what it has imported.
ASKED = """
import sys
from pitboss.cli.main import main
from pitboss.analysis.study import Study
Study._edge = Study._strategy = Study._exposure = None
code = main(sys.argv[1:])
heavy = [name for name in ("numpy", "llvmlite", "numba") if name in sys.modules]
print(code, heavy, file=sys.stderr)
"""


def ask_again(folder: Path, *words: str) -> tuple[str, str]:
    process = subprocess.run(
        [sys.executable, "-c", ASKED, *words],
        env={**os.environ, "XDG_CACHE_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return process.stdout, process.stderr


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of cached answers; the compiled code is that of the real cache."""
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "pitboss" / "results")
    return tmp_path


@pytest.mark.parametrize("game", two_games(0))
def test_reading_a_cached_edge_imports_no_model(game: str, folder: Path) -> None:
    counted = setting(game).edge()
    out, err = ask_again(folder, "edge", game, "--json")
    assert err == "0 []\n"
    assert json.loads(out) == json.loads(json.dumps(counted.json()))


def test_reading_a_cached_edge_of_supposed_odds_imports_no_model(folder: Path) -> None:
    game, odds = "ultimate-texas-holdem", {"blind.flush": "2 to 1"}
    counted = setting(game, settings=odds).edge()
    out, err = ask_again(folder, "edge", game, "--set", "blind.flush=2 to 1", "--json")
    assert err.endswith("\n0 []\n")  # after the warning that the law pays otherwise
    assert json.loads(out) == json.loads(json.dumps(counted.json()))


def test_a_cached_edge_does_not_answer_another_question(folder: Path) -> None:
    setting("craps").edge()
    _, err = ask_again(folder, "edge", "craps", "--bet", "10")
    assert "NoneType" in err
