"""Charts of a run: they show what was counted, after numbers of units that do not depend on the workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.analysis import setting
from pitboss.analysis.charts import chart_style
from pitboss.cli.main import main
from pitboss.simulation.plan import named_way, plan
from pitboss.simulation.results.run_charts import FIRST, Course, Run, _bar_width, _bins, draw_run
from pitboss.simulation.results.simulation_report import report
from pitboss.simulation.run import CHUNK, play_units
from pitboss.simulation.tallies import Tally

GAME = "three-card-poker"


def a_run(units: int, *ways: str, workers: int = 1, session: int = 1_000) -> Run:
    study = setting(GAME)
    made = plan(study, ways=[named_way(study.game.sim_model(), name) for name in ways], session=session)
    course = Course(made)
    steps = play_units(made, units, workers=workers)
    tally = next(steps)
    for tally in steps:
        course.follow(tally)
    return Run(made, tally, course.complete(tally), report(made, tally))


def test_the_course_is_looked_at_after_the_same_units_whoever_works() -> None:
    one, three = (a_run(3 * CHUNK, workers=workers, session=1_024).course for workers in (1, 3))
    assert one == three
    assert list(one) == [*(FIRST * 2**at for at in range(10)), CHUNK, 2 * CHUNK, 3 * CHUNK]


def test_the_course_ends_with_what_is_reported() -> None:
    run = a_run(20_000, "optimal", "bold")
    assert list(run.course) == [1_000, 2_000, 4_000, 8_000, 20_000]
    assert [each.value for each in run.course[20_000]] == [row.estimate for row in run.report.rows]
    (early,) = [row for row in report(run.plan, _tally_after(run, 4_000)).rows if row.strategy == "bold"]
    assert run.course[4_000][1].value == early.estimate


def _tally_after(run: Run, units: int) -> Tally:
    *_, tally = play_units(run.plan, units)
    return tally


def test_a_picture_has_its_panels_and_its_source() -> None:
    alone = chart_style.svg(draw_run(a_run(20_000)))
    assert "How the house edge settles" in alone
    assert "What sessions win" in alone
    assert "20 sessions of 1,000 rounds" in alone
    assert "What each strategy costs" not in alone
    assert "20,000 rounds from seed 1947" in alone
    run = a_run(20_000, "optimal", "cautious", "bold")
    several = chart_style.svg(draw_run(run))
    assert "What each strategy costs beside the first" in several
    for each in run.report.differences:
        assert f"{float(each.estimate):.4%}" in several
    assert several == chart_style.svg(draw_run(run))


def test_without_a_whole_session_there_is_no_distribution() -> None:
    assert "What sessions win" not in chart_style.svg(draw_run(a_run(900)))


@pytest.mark.parametrize(
    ("won", "width"),
    [({0: 1}, 100), ({-2_000: 1, 2_000: 3}, 100), ({-2_000: 1, 2_100: 3}, 200), ({0: 1, 20_001: 1}, 1_000)],
)
def test_bars_are_round_numbers_wide(won: dict[int, int], width: int) -> None:
    assert _bar_width([won]) == width
    bins = dict(_bins(won, width))
    assert sum(bins.values()) == pytest.approx(100)
    assert all(low % width == 0 for low in bins)
    assert all(any(low <= cents < low + width for low in bins) for cents in won)


def test_the_command_draws_charts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["simulate", GAME, "--rounds", "3000", "--quiet", "--plot"]
    assert main([*words, str(tmp_path / "run.svg")]) == 0
    assert (tmp_path / "run.svg").read_text(encoding="utf-8").startswith("<svg role=")
    assert main([*words, str(tmp_path / "run.png")]) == 0
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")
    assert main([*words, str(tmp_path / "run.pdf")]) == 2
    assert "run.pdf should end in .svg or .png" in capsys.readouterr().err
