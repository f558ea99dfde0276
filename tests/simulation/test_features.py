"""The decisions and features that a strategy file can name: their names are valid TOML keys."""

from __future__ import annotations

import re

import pytest

from kit.series import two_games
from pitboss.analysis import setting
from pitboss.games import REGISTERED, load


@pytest.mark.parametrize("game", two_games(1, [name for name in REGISTERED if load(name).simulated]))
def test_no_name_in_a_file_needs_quotes(game: str) -> None:
    study = setting(game)
    for asked in study.game.sim_model().decisions(study.rules, study.house):
        for name in (asked.decision, *asked.features):
            assert re.fullmatch(r"[A-Za-z0-9_-]+", name), name
