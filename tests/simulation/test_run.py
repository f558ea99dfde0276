"""One seed gives one answer, whatever the number of workers, whole or resumed, and the same as the audited engine."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from kit.series import for_soak
from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.simulation import run
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import Plan, named_way, plan
from pitboss.simulation.results.simulation_report import SimulatedRow, SimulationReport, report
from pitboss.simulation.run import play_units
from pitboss.simulation.saved_run import encode_run, resume_run
from pitboss.simulation.tallies import Tally

GAME = "three-card-poker"
UNITS = 40_500  # no whole number of chunks, and of sessions


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 4_000)
    monkeypatch.setattr(run, "BATCH", 1_500)


def make_plan(**more: object) -> Plan:
    study = setting(GAME)
    ways = [named_way(study.game.sim_model(), name) for name in ("optimal", "bold")]
    return plan(study, **{"seats": 2, "ways": ways, "session": 900, "bankroll": 20_000, **more})  # type: ignore[arg-type]


def play_all(found: Plan, units: int = UNITS, workers: int = 1) -> Tally:
    tally = None
    for tally in play_units(found, units, workers=workers):  # noqa: B007 (the last is wanted)
        pass
    assert tally is not None
    return tally


def report_json(found: Plan, tally: Tally) -> bytes:
    return msgspec.json.encode(report(found, tally).json())


@pytest.mark.parametrize("workers", [2, 7])
def test_the_number_of_workers_does_not_change_the_result(workers: int) -> None:
    assert report_json(make_plan(), play_all(make_plan(), workers=workers)) == report_json(
        make_plan(), play_all(make_plan())
    )


@pytest.mark.parametrize("chunk", [900, 50_000])
def test_the_chunk_size_does_not_change_the_result(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = report_json(make_plan(), play_all(make_plan()))
    monkeypatch.setattr(run, "CHUNK", chunk)
    monkeypatch.setattr(run, "BATCH", 700)
    assert report_json(make_plan(), play_all(make_plan())) == whole


def test_a_resumed_run_ends_with_the_same_bytes(tmp_path: Path) -> None:
    run_plan = make_plan()
    steps = play_units(run_plan, UNITS)
    for _ in range(4):
        tally = next(steps)
    steps.close()
    assert 0 < tally.units < UNITS
    file = tmp_path / "run"
    file.write_bytes(encode_run(run_plan, tally))
    for so_far in play_units(run_plan, UNITS, resume_run(file, run_plan)):  # noqa: B007
        pass
    assert report_json(run_plan, so_far) == report_json(run_plan, play_all(run_plan))


@pytest.mark.parametrize(
    ("change", "named"),
    [({"seed": 2}, "seed"), ({"seats": 3}, "seats"), ({"session": 901}, "session"), ({"bankroll": None}, "bankroll")],
)
def test_the_file_of_another_simulation_is_not_resumed(tmp_path: Path, change: dict[str, int], named: str) -> None:
    file = tmp_path / "run"
    file.write_bytes(encode_run(make_plan(), play_all(make_plan(), units=900)))
    with pytest.raises(ImpossibleError, match=f"another simulation: {named} was"):
        resume_run(file, make_plan(**change))


def test_a_damaged_file_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "run"
    whole = bytearray(encode_run(make_plan(), play_all(make_plan(), units=900)))
    whole[-5] ^= 1
    file.write_bytes(whole)
    with pytest.raises(ImpossibleError, match="damaged"):
        resume_run(file, make_plan())


@pytest.mark.parametrize("units", [1, 899, 901, 4_501, 40_499])
@pytest.mark.parametrize("workers", [1, 3])
def test_a_run_that_ended_within_a_session_can_be_resumed(tmp_path: Path, units: int, workers: int) -> None:
    found, file = make_plan(), tmp_path / "run"
    file.write_bytes(encode_run(found, play_all(found, units)))
    for tally in play_units(found, UNITS, resume_run(file, found), workers):  # noqa: B007
        pass
    assert tally == play_all(found)
    assert report_json(found, tally) == report_json(found, play_all(found))


def test_a_long_session_is_played_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is that of one go, and the run can be stopped after each chunk."""
    run_plan = make_plan(session=20_000)
    assert [tally.units for tally in play_units(run_plan, UNITS, workers=3)][-1] == UNITS
    looked = [tally.units for tally in play_units(run_plan, UNITS, workers=3)]
    assert looked == [*range(0, UNITS, 4_000), UNITS]
    bit_by_bit = play_all(run_plan)
    assert [way.sessions.many for way in bit_by_bit.ways] == [2, 2]
    monkeypatch.setattr(run, "CHUNK", 50_000)
    assert play_all(run_plan) == bit_by_bit


def row(found: SimulationReport, strategy: str, wager: str) -> SimulatedRow:
    return next(each for each in found.rows if (each.strategy, each.wager) == (strategy, wager))


def test_rows_equal_a_computation_from_the_codes() -> None:
    """Compute the rows again from the codes, without a tally."""
    run_plan = make_plan(bets={"ante": 500, "pair plus": 1_000})
    units = 5_000
    summary = report(run_plan, play_all(run_plan, units))
    nets = {}
    for name, ready in zip(("optimal", "bold"), run_plan.ready, strict=True):
        codes = np.zeros((2, units), np.uint16)
        ready.play(run_plan.seed, 0, codes)
        for line in ready.lines:
            net = sum(np.array(line.net[seat])[codes[seat]] for seat in range(2))
            put = sum(np.array(line.staked[seat])[codes[seat]] for seat in range(2))
            nets[name, line.wager] = net
            each = row(summary, name, line.wager)
            assert (each.net_cents, each.wagered_cents) == (net.sum(), put.sum())
            half = 2.5758293035489004 * net.std() / np.sqrt(units) / (2 * line.unit_cents)
            assert float(each.estimate) == pytest.approx(-net.mean() / (2 * line.unit_cents))
            assert each.interval is not None
            assert each.interval[0] < each.estimate < each.interval[1]
            assert (each.interval[1] - each.interval[0]) / 2 == pytest.approx(half, rel=0.1)
            ratio = -net.sum() / put.sum()
            half = 2.5758293035489004 * np.sqrt(((net + ratio * put) ** 2).sum()) / put.sum()
            assert each.per_wagered_interval is not None
            low, high = each.per_wagered_interval
            assert (high - low) / 2 == pytest.approx(half, rel=0.1)
            assert sum(each.outcomes.values()) == 2 * units
    for difference in summary.differences:
        less = nets["optimal", difference.wager] - nets["bold", difference.wager]
        of = 1_000 if difference.wager == "pair plus" else 500
        assert float(difference.estimate) == pytest.approx(less.mean() / (2 * of))


def test_the_audited_engine_gives_the_same_units() -> None:
    run_plan = make_plan(bets={"ante": 500, "pair plus": 1_000}, seats=3)
    for number, ready in enumerate(run_plan.ready):
        codes = np.zeros((3, 60), np.uint16)
        ready.play(run_plan.seed, 0, codes)
        table = AuditedTable(run_plan, number)
        for unit in range(60):
            assert table.play(unit).nets == tuple(ready.lines[-1].net[seat][codes[seat, unit]] for seat in range(3))


def test_ruin_grows_as_a_bankroll_shrinks() -> None:
    ruined = []
    for dollars in (20, 200, 2_000):
        each = report(p := make_plan(seats=1, bankroll=dollars * 100), play_all(p, 9_000)).sessions[0]
        assert each.ruined is not None
        assert each.ruin_interval is not None
        assert each.ruin_interval[0] <= each.ruined / each.sessions <= each.ruin_interval[1]
        ruined.append(each.ruined)
    assert ruined[0] > ruined[1] > ruined[2]


def test_a_bankroll_need_be_no_multiple_of_what_is_won() -> None:
    """A bankroll between two multiples of the bet gives out where it cannot pay another bet, as the lower multiple
    does."""
    ruined = {}
    for cents in (3_000, 3_001, 3_499, 3_500):
        run_plan = make_plan(seats=1, session=50, bankroll=cents)
        ruined[cents] = report(run_plan, play_all(run_plan, 10_000)).sessions[0].ruined
    assert ruined[3_000] == ruined[3_001] == ruined[3_499]
    assert ruined[3_000] != ruined[3_500]


@pytest.mark.parametrize(
    ("game", "more", "most"),
    [
        (GAME, {"bets": {"ante": 500, "pair plus": 500}}, 1_500),
        for_soak(("ultimate-texas-holdem", {"bets": {"ante": 600}}, 3_600)),  # ante, blind, and four times the ante
        ("craps", {"bets": {"come": 500}}, 500),
        ("craps", {"bets": {"pass": 500, "pass odds": 1_000}}, 1_500),
        ("let-it-ride", {}, 1_500),
    ],
)
def test_a_player_never_loses_more_than_his_bankroll(game: str, more: dict[str, object], most: int) -> None:
    """A round is played only if the bankroll covers the most that it can take."""
    study = setting(game)
    ways = [named_way(study.game.sim_model(), "book")] if game == "ultimate-texas-holdem" else []
    with pytest.raises(ImpossibleError, match=r"does not cover one round, in which a seat may put down \$"):
        plan(study, bankroll=most - 1, ways=ways, **more)  # type: ignore[arg-type]
    for bankroll in (most, 2 * most):
        found = plan(study, bankroll=bankroll, session=40, ways=ways, **more)  # type: ignore[arg-type]
        sessions = play_all(found, 4_000).ways[0].sessions
        assert min(sessions.won) >= -bankroll
        assert sessions.ruined > 0
        assert min(sessions.table) < min(sessions.won)  # the table plays on


@pytest.mark.parametrize(
    ("game", "counted"), [("roulette", "(1 spin)"), ("sic-bo", "(1 shake)"), (GAME, "1 round from")]
)
def test_the_unit_of_chance_has_the_games_own_word(game: str, counted: str) -> None:
    study = setting(game)
    found = plan(study, ways=[named_way(study.game.sim_model(), "optimal")])
    assert counted in report(found, play_all(found, 1)).title()


def test_a_run_without_a_whole_session_says_so() -> None:
    run_plan = make_plan(session=900)
    assert "no session was whole; ask for 900 rounds or more" in report(run_plan, play_all(run_plan, 899)).to_text()
    assert "1 session; on average" in report(run_plan, play_all(run_plan, 900)).to_text()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seats": 0}, "7 betting positions"),
        ({"seats": 8}, "7 betting positions"),
        ({"seed": -1}, "seed must be"),
        ({"seed": 2**63}, "seed must be"),
        ({"session": 0}, "session of 0"),
        ({"seed": 1.5}, "the seed must be a whole number, and 1.5 is none"),
        ({"session": 1e3}, "the session must be a whole number"),
        ({"bankroll": 0}, "bankroll must be above zero"),
        ({"bets": {}}, "a bet of nothing is none"),
        ({"bets": {"ante": 500, "pair plus": 0}}, "a bet of nothing is none"),
        ({"bankroll": 499}, "does not cover one round"),
        ({"bets": {"ante": 499}}, r"least here is \$5"),
        ({"bets": {"ante": 50_100}}, r"\$5 to \$500"),
        ({"bets": {"blind": 500}}, "no bet on blind"),
        ({"bets": {"play": 500}}, "20.10"),
    ],
)
def test_impossible_options_are_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(ImpossibleError, match=says):
        make_plan(**change)
