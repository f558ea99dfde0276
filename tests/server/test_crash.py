"""The server is killed as by a power cut while programs and two browsers play, and nothing acknowledged is lost.

After every kill each acknowledged action has its row, once and in order, and what was refused has none; the next server
finds nothing missing and is ready; actions whose answers were cut off are sent again under their ids and count once;
the browsers find it by themselves and show what is there. At the end every round is played again the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from kit import kills, programs
from kit.series import series

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        yield kills.launch(play)


@pytest.mark.parametrize("seed", series(1, 1 + kills.EVENINGS))
def test_a_crash_loses_no_acknowledged_action(
    tmp_path: Path, browser: Browser, seed: int, request: pytest.FixtureRequest
) -> None:
    soak = request.node.get_closest_marker("soak") is not None
    number = kills.KILLS if soak else kills.FEW
    tally = kills.evening(tmp_path, browser, seed, number)
    assert tally.kills.total() == number
    assert tally.acknowledged > number
    assert tally.by_browsers
    print(tally)


def test_every_plan_runs_before_any_runs_twice() -> None:
    for seed in range(1 + kills.EVENINGS):
        assert set(kills.plans(seed, len(kills.PLANS))) == set(kills.PLANS)
    assert kills.plans(7, kills.KILLS) == kills.plans(7, kills.KILLS)
