"""The years of a casino: the tables in a file, their sums, and how often payout limits bind."""

from __future__ import annotations

import json
import sys
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.cli.main import main
from pitboss.counting.exact_model import ImpossibleError
from pitboss.simulation import casino_years
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import play_units
from pitboss.simulation.tallies import Tally

TWO = """
[[table]]
name = "high"
game = "let-it-ride"
tables = 2
seats = 3
hours = 0.5
days = 2
rounds-per-hour = 50
bets = { "bet 1" = 500, "bet 2" = 500, "bet 3" = 500 }
settings = { payout-limit = 50000 }

[[table]]
game = "three-card-poker"
hours = 1
days = 1
rounds-per-hour = 40
"""
EXAMPLE = Path(__file__).parents[2] / "examples/casino.toml"


def write_tables(tmp_path: Path, text: str = TWO) -> Path:
    path = tmp_path / "casino.toml"
    path.write_text(text, encoding="utf-8")
    return path


def play(plan: Plan, units: int) -> Tally:
    *_, tally = play_units(plan, units)
    return tally


def test_a_year_of_the_casino_is_a_year_of_each_table(tmp_path: Path) -> None:
    kinds = casino_years.read_kinds(write_tables(tmp_path))
    assert [each.rounds for each in kinds] == [50, 40]
    found = casino_years.run(kinds, 300, 1947, play)
    assert [result.tally.units for result in found.results] == [2 * 300 * 50, 300 * 40]
    assert len(found.totals) == 300
    assert list(found.totals) == sorted(found.totals)
    # Nothing is lost or added: the house wins what the players lose.
    lost = sum(-cents * often for each in found.results for cents, often in each.tally.ways[0].sessions.table.items())
    assert int(found.totals.sum()) == lost
    assert found.mean.value * 300 == lost
    # And no two tables have the same years.
    assert found.results[0].plan.seed != found.results[1].plan.seed


def test_years_follow_the_order_of_the_seeds() -> None:
    years = {5: 2, -7: 3, 11: 1}
    one, other = casino_years.shuffled_years(years, 1), casino_years.shuffled_years(years, 2)
    assert sorted(one.tolist()) == sorted(other.tolist()) == [-7, -7, -7, 5, 5, 11]
    many = dict.fromkeys(range(1_000), 1)
    assert casino_years.shuffled_years(many, 1).tolist() != casino_years.shuffled_years(many, 2).tolist()
    assert abs(np.corrcoef(np.arange(1_000), casino_years.shuffled_years(many, 1))[0, 1]) < 0.1


def test_a_limit_is_counted_where_it_binds(tmp_path: Path) -> None:
    """At $500 a bet the limit cuts what three bets win with a straight flush: 200 to 1 would be $300,000."""
    found = casino_years.run(casino_years.read_kinds(write_tables(tmp_path)), 400, 1947, play)
    high, low = found.results
    assert low.limit_hits is None
    assert high.limit_hits is not None
    ready, counts = high.plan.ready[0], high.tally.ways[0].counts
    bound = sum(
        often
        for row, column, cut in zip(counts, ready.columns, ready.limit_cuts, strict=True)
        for often, name, cents in zip(row, column.outcomes, cut, strict=True)
        if cents
    )
    assert bound > 0
    assert high.limit_hits.value == pytest.approx(bound / (2 * 400))
    assert found.limit_hits is not None
    assert found.limit_hits.value == 2 * high.limit_hits.value
    assert high.limit_hits.interval[0] < float(high.limit_hits.value) < high.limit_hits.interval[1]
    assert high.limit_cut > 0 == low.limit_cut


def test_a_limit_that_never_bound_has_an_interval_all_the_same() -> None:
    settings = {"payout-limit": 50_000}
    bets: dict[str, int | float | str] = dict.fromkeys(("bet 1", "bet 2", "bet 3"), 25)  # a royal flush alone is cut
    kind = casino_years.Kind(game="let-it-ride", rounds_per_hour=10, hours=1, days=1, bets=bets, settings=settings)
    (one,) = casino_years.run([kind], 5, 1947, play).results
    assert one.limit_hits is not None
    assert one.limit_hits.value == one.limit_cut == 0
    assert 0.5 < one.limit_hits.interval[1] < 10


def test_a_limit_takes_the_difference_between_due_and_paid(tmp_path: Path) -> None:
    (high, _) = casino_years.read_kinds(write_tables(tmp_path))
    ready = casino_years.plan_kind(high, 1).ready[0]
    told = dict(zip(ready.columns[0].outcomes, ready.limit_cuts[0], strict=True))
    net = dict(zip(ready.columns[0].outcomes, ready.lines[-1].net[0], strict=True))
    royal = "three bets, royal flush"
    assert told[royal] + net[royal] == 3 * 1_000 * 50_000
    assert told["one bet, full house"] == 0


@pytest.mark.parametrize(
    ("game", "bets", "name"),
    [
        ("ultimate-texas-holdem", {"ante": 500, "trips": 5}, "4x wins, royal flush"),
        ("winners-pot-poker", {"ante": 10, "jacks plus": 100}, ""),
    ],
)
def test_every_game_with_a_limit_reports_what_the_limit_takes(game: str, bets: dict[str, int], name: str) -> None:
    kind = casino_years.Kind(game=game, rounds_per_hour=30, seats=2, hours=1, days=1, bets={**bets})
    ready = casino_years.plan_kind(kind, 1).ready[0]
    assert [len(row) for row in ready.limit_cuts] == [len(column.outcomes) for column in ready.columns]
    assert min(map(min, ready.limit_cuts)) == 0 < max(map(max, ready.limit_cuts))
    if name:
        told = dict(zip(ready.columns[0].outcomes, ready.limit_cuts[0], strict=True))
        assert told[name] == max(told.values())
        assert told["4x wins, pair"] == 0
    small = casino_years.plan_kind(casino_years.Kind(game=game, rounds_per_hour=30, hours=1, days=1), 1).ready[0]
    assert not any(map(any, small.limit_cuts))


def test_quantiles_have_intervals() -> None:
    years = np.arange(10_000)
    found = casino_years.quantiles(years)
    assert found["50%"][0] == 4_999
    value, low, high = found["0.5%"]
    assert (low, value, high) == (32, 49, 69)
    # Three years do not tell how low the lowest of 200 is, and no number of them is below the first.
    assert casino_years.quantiles(np.arange(3))["0.5%"] == (0, None, 1)
    assert casino_years.quantiles(np.arange(3))["50%"] == (1, None, None)


@pytest.mark.parametrize("many", [3, 20, 200, 1_000])
@pytest.mark.parametrize("p", [0.005, 0.05, 0.5, 0.995])
def test_a_quantile_lies_between_its_ranks(many: int, p: float) -> None:
    """At most one in 200 simulations lies beyond either rank, by the binomial distribution."""
    low, high = casino_years.quantile_ranks(many, p)
    of = [comb(many, below) * p**below * (1 - p) ** (many - below) for below in range(many + 1)]
    assert sum(of[:low]) <= 0.005 < sum(of[: low + 1]) or low == many
    assert sum(of[high:]) <= 0.005 < sum(of[high - 1 :])


def test_the_command_prints_the_whole_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(write_tables(tmp_path))
    assert main(["casino", path, "--years", "200", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [table["tables"] for table in data["tables"]] == [2, 1]
    assert data["house_wins_cents"]["50%"]["interval"][0] <= data["house_wins_cents"]["50%"]["value"]
    assert data["limits_bind_a_year"]["estimate"] > 0
    assert main(["casino", path, "--years", "200", "--workers", "2"]) == 0
    told = capsys.readouterr()
    assert f"digest {data['digest']}" in told.out
    assert "How often a payout limit binds in a year" in told.out
    assert "let-it-ride, 20,000 rounds on the processor" in told.err
    assert main(["casino", path, "--years", "200", "--seed", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] != data["digest"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "is no list of tables"),
        ("table = []", "lists no table"),
        ("[[table]]\ngame = 'craps'", "rounds-per-hour"),
        ("[[table]]\ngame = 'craps'\nrounds-per-hour = 30\nhoures = 3", "houres"),
        ("[[table]]\ngame = 'craps'\nrounds-per-hour = 30\nhours = 25", "craps: 25 hours a day"),
        ("[[table]]\ngame = 'craps'\nrounds-per-hour = 30\ntables = 0", "craps: 0 tables make no sense"),
        ("[[table]]\ngame = 'craps'\nrounds-per-hour = 0", "0 rounds an hour"),
        ("[[table", "is no list of tables"),
    ],
)
def test_a_faulty_casino_file_is_refused(text: str, wrong: str, tmp_path: Path) -> None:
    with pytest.raises(ImpossibleError, match=wrong):
        casino_years.read_kinds(write_tables(tmp_path, text))


def test_boundaries_of_hours_and_days(tmp_path: Path) -> None:
    text = "[[table]]\ngame = 'craps'\nrounds-per-hour = 1\nhours = {}\ndays = {}"
    (full,) = casino_years.read_kinds(write_tables(tmp_path, text.format(24, 366)))
    assert full.rounds == 24 * 366
    for hours, days in ((24.5, 1), (0, 1), (1, 0), (1, 367), (0.1, 1)):
        with pytest.raises(ImpossibleError, match="make no year"):
            casino_years.read_kinds(write_tables(tmp_path, text.format(hours, days)))


def test_a_bet_that_the_table_forbids_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TWO.replace('"bet 3" = 500', '"bet 3" = 400')
    assert main(["casino", str(write_tables(tmp_path, text)), "--years", "1"]) == 2
    assert "18.6" in capsys.readouterr().err


def test_the_example_is_a_casino_that_can_be_played() -> None:
    kinds = casino_years.read_kinds(EXAMPLE)
    assert sum(each.tables for each in kinds) == 34
    for each in kinds:
        if each.game not in ("ultimate-texas-holdem",):  # takes long to solve
            made: Any = casino_years.plan_kind(each, 1)
            assert made.session == each.rounds


def test_without_a_card_it_says_what_is_missing_or_falls_back_if_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    for command in (
        ["casino", str(write_tables(tmp_path)), "--years", "2"],
        ["simulate", "three-card-poker", "--rounds", "9"],
    ):
        assert main([*command, "--device", "gpu"]) == 2
        refused = capsys.readouterr()
        assert "needs CuPy, which is not installed" in refused.err
        assert "or leave out --device gpu" in refused.err
        assert not refused.out
        assert main([*command, "--device", "auto"]) == 0
        fallen_back = capsys.readouterr()
        assert "on the processor: a graphics card needs CuPy" in fallen_back.err
        assert main(command) == 0
        assert capsys.readouterr().out == fallen_back.out
