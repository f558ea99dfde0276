"""pitboss simulate, as a person and as a program use it."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from kit.series import two_games
from pitboss.cli.commands import simulate
from pitboss.cli.main import main
from pitboss.games import REGISTERED, load

GAME = "three-card-poker"


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(["simulate", *args])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_json_has_what_the_contract_says(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, GAME, "--rounds", "2e5", "--json", "--bet", "5", "--bet", "pair plus=5")
    found = json.loads(out)
    assert code == 0
    assert {"game", "edition", "rules", "seed", "rounds", "strategy", "rows", "digest"} <= found.keys()
    assert (found["game"], found["seed"], found["rounds"], found["strategy"]) == (GAME, 1947, 200_000, "optimal")
    assert [row["wager"] for row in found["rows"]] == ["ante and play", "pair plus", "ante, play and pair plus"]
    for row in found["rows"]:
        low, high = row["interval"]
        assert low < row["estimate"] < high
        over, under = map(int, row["exact"].split("/"))
        assert abs(row["z"]) < 4
        assert row["interval_method"] == row["per_wagered"]["interval_method"] == "exact"
        assert row["error"] == pytest.approx(row["exact_deviation"] / 200_000**0.5)
        assert row["exact_deviation"] == pytest.approx(row["deviation"], rel=0.05)
        assert row["z"] == pytest.approx((row["estimate"] - over / under) / row["error"])
        assert sum(row["outcomes"].values()) == 200_000
    assert found["rows"][1]["wagered_cents"] == 200_000 * 500
    assert "rounds a second" in err
    assert "rounds a second" not in out


def test_the_exact_figure_is_that_of_edge(capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss import edge

    _, out, _ = run(capsys, GAME, "--rounds", "1000", "--json")
    assert json.loads(out)["rows"][0]["exact"] == str(edge(GAME)["ante and play"].house_edge)


def test_workers_and_parts_change_no_byte(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    same = ("--seats", "2", "--strategy", "optimal,cautious", "--json", "--rounds", "3000000")
    _, whole, _ = run(capsys, GAME, *same, "--workers", "1")
    _, by_seven, _ = run(capsys, GAME, *same, "--workers", "7")
    assert by_seven == whole
    file = str(tmp_path / "run")
    run(capsys, GAME, *same[:-1], "1000000", "--save", file)
    code, rest, _ = run(capsys, GAME, *same, "--resume", file)
    assert (code, rest) == (0, whole)


def test_without_a_card_auto_is_the_processor_and_gpu_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    same = ("--rounds", "2000", "--json")
    _, on_the_processor, _ = run(capsys, GAME, *same)
    code, found, told = run(capsys, GAME, *same, "--device", "auto")
    assert (code, found) == (0, on_the_processor)
    assert "on the processor: a graphics card needs CuPy, which is not installed" in told
    code, found, told = run(capsys, GAME, *same, "--device", "gpu")
    assert (code, found) == (2, "")
    assert told.count("\n") == 1
    assert "pip install 'pitboss[gpu]'" in told


def test_killed_and_resumed(tmp_path: Path) -> None:
    """Kill a run without warning, resume it from what it had saved, and stop it with Ctrl-C on the way."""
    code = "import pitboss.cli.commands.simulate as it, pitboss.cli.main as all; it.SAVE_EVERY = 0; all.entry()"
    same = [sys.executable, "-c", code, "simulate", GAME, "--rounds", "6e7", "--json"]
    file = tmp_path / "run"
    for how in (signal.SIGKILL, signal.SIGINT):
        was = file.stat().st_mtime_ns if file.exists() else 0
        more = ["--resume", str(file)] if was else ["--save", str(file)]
        going = subprocess.Popen([*same, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not file.exists() or file.stat().st_mtime_ns == was:
            assert going.poll() is None, going.stderr
            time.sleep(0.01)
        going.send_signal(how)
        _, told = going.communicate()
        assert going.returncode == (-how if how == signal.SIGKILL else 130)
        if how == signal.SIGINT:
            assert b"--resume" in told
    resumed = subprocess.run([*same, "--resume", str(file)], capture_output=True, check=True).stdout
    assert json.loads(resumed)["rounds"] == 60_000_000
    assert resumed == subprocess.run(same, capture_output=True, check=True).stdout


@pytest.mark.parametrize("more", [("--session", "1e9"), ("--out", "rounds.parquet")])
def test_ctrl_c_is_obeyed(tmp_path: Path, more: tuple[str, str]) -> None:
    """It also stops a long session, and no writer of a file complains."""
    code = "import pitboss.cli.commands.simulate as it, pitboss.cli.main as all; it.SAVE_EVERY = 0; all.entry()"
    words = [sys.executable, "-c", code, "simulate", GAME, "--rounds", "2e8", *more, "--save", "run", "--quiet"]
    going = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path)
    while not (tmp_path / "run").exists():
        assert going.poll() is None, going.stderr
        time.sleep(0.01)
    going.send_signal(signal.SIGINT)
    out, told = going.communicate(timeout=30)
    assert (going.returncode, out) == (130, b"")
    assert told.startswith(b"stopped after ")
    assert told.endswith(b"--resume run goes on\n")
    assert told.count(b"\n") == 2
    assert [file.name for file in tmp_path.iterdir()] == ["run"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--rounds", "0"), "--rounds 0 makes no sense; give a whole number from 1 up"),
        (("--rounds", "1.5"), "--rounds 1.5 makes no sense"),
        (("--rounds", "many"), "'many' is not a number; write it like 1000000 or 1e6"),
        (("--rounds", "1/0"), "'1/0' is not a number"),
        (("--rounds", "1e999999999"), "--rounds 1e999999999 makes no sense"),
        (("--rounds", "9" * 5000), "makes no sense"),
        (("--session", "1.5"), "--session 1.5 makes no sense"),
        (("--strategy", ","), "has a place without a name"),
        (("--strategy", ""), "has a place without a name"),
        (("--bet", "0"), "--bet 0 bets nothing"),
        (("--bet", "ante=0"), "--bet ante=0 bets nothing"),
        (("--strategy", "clever"), "there is no strategy 'clever'; choose from optimal"),
        (("--strategy", "book,book"), "two strategies are called 'book'; name each once"),
        (("--strategy", "nowhere.toml"), "nowhere.toml"),
        (("--bet", "3"), "The least here is $5"),
        (("--bet", "blind=5"), "There is no bet on blind"),
        (("--bet", "5", "--bet", "ante=5"), "--bet on ante is given twice"),
        (("--bet", "a lot"), "a lot"),
        (("--seats", "9"), "7 betting positions"),
        (("--seed", "-1"), "the seed must be"),
        (("--hours", "4"), "--hours and --rounds-per-hour go together"),
        (("--hours", "4", "--rounds-per-hour", "40", "--session", "9"), "give one of them"),
        (("--hours", "1/0", "--rounds-per-hour", "40"), "--hours '1/0' is not a number; write it like 4 or 1.5"),
        (("--hours", "-2", "--rounds-per-hour", "40"), "is not one round"),
        (("--hours", "-2", "--rounds-per-hour", "-40"), "--rounds-per-hour -40 makes no sense"),
        (("--detect", "1/0"), "is not a number"),
        (("--detect", "1%", "--strategy", "optimal,book"), "--detect is about one strategy"),
        (("--out", "a.csv", "--save", "a.csv"), "--save and --out both name a.csv"),
        (("--bankroll", "0"), "bankroll must be above zero"),
        (("--detect", "0"), "give a share above 0"),
        (("--detect", "little"), "is not a number"),
        (("--workers", "0"), "--workers must be 1 or more"),
        (("--resume", "nowhere"), "nowhere"),
        (("--save", "no/where"), "no/where"),
        (("--save", "/proc/run"), "not allowed to use /proc/run"),
        (("--plot", "/proc/run.svg"), "not allowed to use /proc/run.svg"),
        (("--bankroll", "4"), "does not cover one round"),
    ],
)
def test_bad_input_is_one_clear_line(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], says: str) -> None:
    code, out, err = run(capsys, GAME, *args)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_full_disk_loses_no_result(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    _, whole, _ = run(capsys, GAME, "--rounds", "3e6", "--json")
    monkeypatch.setattr(simulate, "write_atomically", full)
    monkeypatch.setattr(simulate, "SAVE_EVERY", 0)
    file = tmp_path / "run"
    code, out, err = run(capsys, GAME, "--rounds", "3e6", "--json", "--save", str(file))
    assert (code, out) == (2, whole)
    assert f"warning: this could not be saved: {file} cannot be written, because the disk is full" in err
    assert err.endswith(f"pitboss simulate: {file} cannot be written, because the disk is full\n")
    file = tmp_path / "run.svg"
    code, out, err = run(capsys, GAME, "--rounds", "3e6", "--json", "--plot", str(file))
    assert (code, out) == (2, whole)
    assert "the disk is full" in err


def test_large_bets_are_added_up(capsys: pytest.CaptureFixture[str]) -> None:
    table = ("--set", "maximum=100000", "--set", "bonus=true", "--seats", "7", "--rounds", "2e5", "--session", "50")
    code, out, _ = run(capsys, "let-it-ride", *table, "--bet", "99999", "--bet", "bonus=1", "--json")
    assert code == 0
    assert abs(json.loads(out)["rows"][0]["z"]) < 4
    code, _, err = run(capsys, "let-it-ride", *table[:-1], "1e15", "--bet", "99999", "--bet", "bonus=1")
    assert code == 2
    assert "a session of 1,000,000,000,000,000 rounds is too long for these bets; ask for" in err


def test_spaces_between_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, GAME, "--rounds", "1000", "--strategy", "optimal, book", "--json")
    assert (code, json.loads(out)["strategy"]) == (0, "optimal,book")


def test_an_existing_file_is_not_replaced(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_text("something else")
    code, _, err = run(capsys, GAME, "--rounds", "1000", "--save", str(file))
    assert (code, file.read_text()) == (2, "something else")
    assert f"go on from it with --resume {file}, or name another" in err


def test_hours_are_rounded_to_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, GAME, "--rounds", "1000", "--hours", "1.5", "--rounds-per-hour", "45")
    assert "Sessions of 68 rounds (1.5 hours at 45 an hour), optimal" in out


def test_a_single_round_has_no_error_to_tell(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, GAME, "--rounds", "1", "--json")
    assert json.loads(out)["rows"][0]["z"] is None


FOLLOW = ("minibaccarat", "--strategy", "follow", "--bet", "tie=5")


def test_bets_that_all_lost_have_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    """Five losses do not show how certain the next one is."""
    args = [*FOLLOW, "--rounds", "20"]
    _, out, _ = run(capsys, *args)
    assert "100.0000%" in out
    assert "100.0000% to 100.0000%" not in out
    assert "exact: of a round" not in out, "a note about a column that is not there"
    _, out, _ = run(capsys, *args, "--json")
    [found] = json.loads(out)["rows"]
    assert (found["estimate"], found["interval"], found["per_wagered"]["interval"]) == (1.0, None, None)
    assert found["per_shoe"]["interval"] is not None  # in some shoes he made none
    _, out, _ = run(capsys, "minibaccarat", "--rounds", "20")
    assert "exact: of a round" in out


def test_doubtful_intervals_are_marked_for_shoes_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Every interval that may hold less often than it says is marked, in words and in JSON."""
    for rounds, doubtful in (("6", True), ("300", False)):
        args = ["minibaccarat", "--rounds", rounds, "--seed", "3", "--bet", "tie=5"]
        _, out, _ = run(capsys, *args)
        told = out.partition("Shoe by shoe")[2].partition("Outcomes")[0]
        assert ("tie: too few rounds for payments this rare" in told) == doubtful
        _, out, _ = run(capsys, *args, "--json")
        [found] = json.loads(out)["rows"]
        assert found["per_shoe"]["interval_method"] == ("doubtful" if doubtful else "normal")


def test_strategies_that_never_differed_so_far_have_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    for rounds, known in (("1", False), ("2000", True)):
        _, out, _ = run(capsys, GAME, "--rounds", rounds, "--strategy", "optimal,bold", "--json")
        assert all((each["interval"] is not None) == known for each in json.loads(out)["differences"])


def test_a_strategy_that_takes_long_plays_less_by_default(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.cli.commands.simulate.LEAST", 3)
    monkeypatch.setattr("pitboss.cli.commands.simulate.SHOES", 4_000)
    code, out, err = run(capsys, *FOLLOW, "--json")
    assert (code, json.loads(out)["rounds"]) == (0, 4)
    assert "this strategy takes long: 4 shoes, unless you ask for more with --rounds" in err
    _, out, err = run(capsys, "minibaccarat", "--bet", "tie=5", "--json")
    assert json.loads(out)["rounds"] == 4_000
    assert "takes long" not in err


def test_without_a_terminal_one_line_says_how_long_it_takes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.cli.commands.simulate.PACE", 0)
    for long, told in ((0, 1), (10**6, 0)):
        monkeypatch.setattr("pitboss.cli.commands.simulate.LONG", long)
        _, _, err = run(capsys, *FOLLOW, "--rounds", "100")
        assert err.count(" to go\n") == told
    monkeypatch.setattr("pitboss.cli.commands.simulate.LONG", 0)
    assert run(capsys, *FOLLOW, "--rounds", "100", "--quiet")[2] == ""


def test_an_evening_and_a_bankroll(capsys: pytest.CaptureFixture[str]) -> None:
    evening = ("--hours", "3.5", "--rounds-per-hour", "40", "--bankroll", "200")
    code, out, _ = run(capsys, GAME, "--rounds", "140000", *evening)
    assert code == 0
    assert "Sessions of 140 rounds (3.5 hours at 40 an hour), optimal" in out
    assert "a bankroll of $200 gave out in" in out
    assert "(1,000 sessions; on average" in out


def test_hours_may_be_written_as_people_write_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, GAME, "--rounds", "4000", "--hours", "1,000", "--rounds-per-hour", "4")
    assert code == 0
    assert "Sessions of 4,000 rounds (1000 hours at 4 an hour), optimal" in out


def test_rounds_that_an_interval_needs(capsys: pytest.CaptureFixture[str]) -> None:
    """They follow from the exact deviation; no round is played."""
    code, out, _ = run(capsys, GAME, "--detect", "0.1%", "--json")
    assert code == 0
    _, once, _ = run(capsys, GAME, "--detect", "0.001", "--json")
    assert json.loads(out) == json.loads(once)
    _, twice, _ = run(capsys, GAME, "--detect", "0.05%", "--json")
    (one,), (four,) = json.loads(out)["rounds"].values(), json.loads(twice)["rounds"].values()
    assert four == pytest.approx(4 * one, rel=1e-6)


@pytest.mark.parametrize("game", two_games(1, [name for name in REGISTERED if load(name).simulated]))
def test_strategies_are_listed(capsys: pytest.CaptureFixture[str], game: str) -> None:
    code, out, _ = run(capsys, game, "--list-strategies")
    assert code == 0
    for name, way in load(game).sim_model().WAYS.items():
        assert f"  {name} " in out
        assert way.about in out
    _, listed, _ = run(capsys, game, "--list-strategies", "--json")
    assert list(json.loads(listed)["strategies"]) == list(load(game).sim_model().WAYS)


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        (GAME, ("ante=5", "pair plus=5")),
        ("craps", ("pass=5", "pass odds=10", "come=5")),
        *((name, ()) for name in REGISTERED if load(name).simulated),
    ],
)
def test_the_report_fits_a_terminal(capsys: pytest.CaptureFixture[str], game: str, bets: tuple[str, ...]) -> None:
    more = [word for bet in bets for word in ("--bet", bet)]
    code, out, _ = run(capsys, game, "--rounds", "500", *more)
    assert code == 0
    edges, rounds = out.split("\n\n")[1:3]
    assert edges.startswith("What was found\n")
    assert rounds.startswith("Of the money wagered, and round by round\n")
    assert max(len(line) for line in (edges + "\n" + rounds).splitlines()) <= 100


def test_time_left_is_shown_as_hours_minutes_and_seconds() -> None:
    assert [simulate.format_duration(seconds) for seconds in (0, 59, 3_599, 5_025, 10**9)] == [
        "0:00:00",
        "0:00:59",
        "0:59:59",
        "1:23:45",
        "277,777:46:40",
    ]


@pytest.mark.parametrize("columns", [30, 80, 200])
def test_the_line_of_progress_fits_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setattr(simulate, "PACE", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    _, _, err = run(capsys, GAME, "--rounds", "5e6")
    shown = [line.removeprefix("\033[K") for line in err.split("\r") if "%" in line]
    assert shown
    assert max(map(len, shown)) < columns
    if columns > 30:
        assert all(re.search(r"rounds a second, [0-9]+:[0-9]{2}:[0-9]{2} left, ante", line) for line in shown)
    assert ("[####" in shown[-1]) is (columns == 200)


@pytest.mark.parametrize("game", [name for name in REGISTERED if load(name).simulated])
def test_every_game_by_default(capsys: pytest.CaptureFixture[str], game: str) -> None:
    code, out, _ = run(capsys, game, "--rounds", "20000", "--json")
    assert code == 0
    for row in json.loads(out)["rows"]:
        assert row["z"] is None or abs(row["z"]) < 4.5


@pytest.mark.parametrize("shown", [True, False])
def test_the_first_update_may_come_before_any_unit_is_done(shown: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """On a cluster the first units may take longer than one update."""
    from pitboss.analysis import setting
    from pitboss.simulation.plan import plan
    from pitboss.simulation.run import empty_tally, play_chunk

    planned = plan(setting(GAME))
    watch = simulate.ProgressLine(planned, 10**9, shown=shown, once=True)
    watch.start(empty_tally(planned))
    watch.begun = watch.looked = time.monotonic() - 2 * simulate.PACE
    watch.update(empty_tally(planned))
    assert capsys.readouterr().err == ""
    watch.looked -= 2 * simulate.PACE
    watch.update(play_chunk(planned, 0, 1_000))
    assert "rounds a second" in capsys.readouterr().err


def test_plan_progress_before_any_time_has_passed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A coarse clock may show the same time twice."""
    from pitboss.cli.commands import simulate_plan

    monkeypatch.setattr("pitboss.cli.commands.simulate_plan.time.monotonic", lambda: 1_000.0)
    answering = SimpleNamespace(units_done=0, units=100, questions_answered=0, questions=[1, 2])
    watch = simulate_plan.PlanProgress(answering, shown=True)  # type: ignore[arg-type]
    answering.units_done = 10
    watch.update()
    watch.print_speed()
    one = simulate.ProgressLine(SimpleNamespace(unit="round"), 100, shown=True)  # type: ignore[arg-type]
    one.done = 10
    one.print_speed()
    assert capsys.readouterr().err == ""


def test_without_numpy_it_says_what_to_install(tmp_path: Path) -> None:
    """It says so in one line, whatever is asked for."""
    plan = tmp_path / "plan.toml"
    plan.write_text('rounds = 10\n[[question]]\ngame = "craps"\n')
    asked = [
        ["simulate", GAME],
        ["simulate", "baccarat", "--rounds", "10"],
        ["simulate", "craps", "--audited", "--incidents", "stick=1"],
        ["simulate", "craps", "--strategy", "mine.toml"],
        ["simulate", "--plan", str(plan)],
        ["casino", str(Path(__file__).parents[2] / "examples" / "casino.toml")],
        ["strategy", "ultimate-texas-holdem", "--plot", str(tmp_path / "strategy.svg")],
    ]
    script = (
        "import sys; sys.modules['numpy'] = None; from pitboss.cli.main import main\n"
        f"for words in {asked!r}: print(main(words), file=sys.stderr)"
    )
    kept = {"XDG_CACHE_HOME": str(tmp_path)}  # what was counted before could be told without it
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=os.environ | kept)
    lines = told.stderr.splitlines()
    assert lines[1::2] == ["2"] * len(asked), told.stderr
    assert all("pip install 'pitboss[exact]'" in line for line in lines[::2]), told.stderr
