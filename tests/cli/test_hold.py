"""pitboss hold: what it prints and writes, and what it says to bad input."""

from __future__ import annotations

import csv
import json
import sqlite3
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from kit.night import Night, sits
from kit.records import join_lines, lines_of_rounds
from pitboss.cli.commands import hold as command
from pitboss.cli.main import main
from pitboss.record.hold_report import hold as added_up
from pitboss.record.round_result import Part, Result

AT = 1_763_200_000
SHIFTS = """
[gaming-day]
starts = "06:00"
[gaming-day.shifts]
day = "06:00"
night = "18:00"
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record, a database and a house file."""
    monkeypatch.chdir(tmp_path)
    Path("record.jsonl").write_bytes(join_lines(lines_of_rounds(3)))
    Path("house.toml").write_text(SHIFTS, encoding="utf-8")
    night = Night(Path("pitboss.db"))
    night.people("Ann")
    table = night.table("Dice 1", "craps")
    table.play(AT, {1: "line"}, sits(1, "Ann"))
    for _ in range(10):
        table.play(AT, {1: "line"})
    night.close()
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["hold", *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_a_record(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "record.jsonl")
    assert (code, err) == (0, "")
    assert out.startswith("The house ")
    for title in ("All together", "By table", "By game", "By wager"):
        assert f"\n{title}\n" in out
    assert "By gaming day" not in out
    assert "Let It Ride Poker, three card bonus" in out
    assert "(no times are stored in a record, so there is no gaming day and no shift)" in out


def test_a_database(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--db", "pitboss.db", "--house", "house.toml")
    assert code in (0, 1)
    assert "By gaming day" in out
    assert "2025-11-14 night" in out or "2025-11-15 day" in out


def test_one_way_of_adding_up(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "record.jsonl", "--by", "wager")
    assert "By wager" in out
    assert "By table" not in out


def test_json_adds_up(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--db", "pitboss.db", "--json")
    told = json.loads(out)
    (whole, *rows) = told["rows"]
    assert whole["by"] == "all"
    assert {row["by"] for row in rows} == {"table", "game", "wager", "day"}
    for row in told["rows"]:
        assert Fraction(row["theory"]) + Fraction(row["play"]) + Fraction(row["luck"]) == row["counted_win"]
    assert sum(row["win"] for row in rows if row["by"] == "wager") == whole["win"]


def test_csv_has_the_same_rows(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--db", "pitboss.db", "--json", "--csv", "rows.csv")
    with Path("rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    told = json.loads(out)["rows"]
    assert [(row["by"], row["name"], row["win"], row["luck"]) for row in rows] == [
        (row["by"], row["name"], str(row["win"]), row["luck"]) for row in told
    ]


@pytest.mark.parametrize(("win", "other", "code"), [(500, 500, 0), (5_000, -5_000, 0), (5_000, 500, 1)])
def test_only_a_flag_on_the_total_is_a_finding(
    here: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    win: int,
    other: int,
    code: int,
) -> None:
    """Other flags do not count, because among many rows some are nearly always flagged."""

    def result(table: str, won: int) -> Result:
        variance = (Fraction(1_000_000),)
        part = Part(wager="field", handle=1_000, win=won, theory=Fraction(0), variances=variance)
        return Result(game="craps", table=table, round=1, parts=(part,), variances=variance)

    report = added_up([result("Dice 1", win), result("Dice 2", other)])
    assert bool(report.flagged) is (win == 5_000)
    monkeypatch.setattr(command, "_of_record", lambda *_: report)
    assert run(capsys, "record.jsonl")[0] == code


def test_altered_rounds_are_reported_first(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rounds with changed times still replay, those with other dice do not; both are reported."""
    with sqlite3.connect("pitboss.db") as db:
        db.execute("UPDATE rows SET line = json_set(line, '$.at', ?) WHERE number = 2", (AT + 60,))
    code, out, _ = run(capsys, "--db", "pitboss.db")
    assert code == 1
    assert out.startswith("WARNING: Dice 1: number 2 does not have the hash of the one before it, or was changed")
    assert "run: pitboss verify --db pitboss.db" in out.splitlines()[0]
    with sqlite3.connect("pitboss.db") as db:
        sql = "UPDATE rows SET line = replace(line, '\"dice\":[', '\"dice\":[6,') WHERE round IN (3, 4, 6)"
        db.execute(sql)
    code, out, _ = run(capsys, "--db", "pitboss.db", "--json")
    assert code == 1
    assert json.loads(out)["warnings"][1] == (
        "Dice 1: 3 rounds (3-4, 6) do not replay as written and are left out; run: pitboss verify --db pitboss.db"
    )


def test_a_record_with_a_broken_chain(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, rest = Path("record.jsonl").read_bytes().split(b"\n", 1)
    prev = rest[: rest.index(b",")]
    Path("broken.jsonl").write_bytes(first + b"\n" + rest.replace(prev, b'{"prev":"' + b"0" * 64 + b'"', 1))
    code, out, _ = run(capsys, "broken.jsonl")
    assert code == 1
    told = (
        "WARNING: broken.jsonl: line 2 does not have the hash of the line before it; run: pitboss verify broken.jsonl"
    )
    assert out.splitlines()[0] == told


def test_a_record_that_was_cut_off(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = Path("record.jsonl").read_bytes().splitlines(keepends=True)
    Path("cut.jsonl").write_bytes(b"".join(lines[:-5]))
    _, out, _ = run(capsys, "cut.jsonl")
    assert "(the last round is not over in this record and is left out, with chips brought in it)" in out
    assert " in 2 rounds" in out.splitlines()[0]
    assert "not over" not in run(capsys, "record.jsonl")[1]


def test_an_internal_error_is_not_blamed_on_the_record(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> object:
        raise KeyError("no such hand")

    monkeypatch.setattr("pitboss.games.let_it_ride.math.hold.MODEL.worths", breaks)
    code, _, err = run(capsys, "record.jsonl")
    assert code == 2
    assert "does not replay" not in err
    assert "internal error" in err


def test_companions_count_if_they_are_asked_for(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "three-card-poker", "--seed", "5", "--record", "demo.jsonl", "--quiet"])
    capsys.readouterr()
    _, out, _ = run(capsys, "demo.jsonl")
    assert out.startswith("no finished round has a decided wager in it")
    _, out, _ = run(capsys, "demo.jsonl", "--companions")
    assert "Three Card Poker, pair plus" in out


def test_a_round_that_was_changed_is_a_finding(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is that of `verify`, `replay` and `explain`, and what hold's own help says."""
    changed = Path("record.jsonl").read_bytes().replace(b'"choice":"let it ride"', b'"choice":"withdraw"', 1)
    Path("changed.jsonl").write_bytes(changed)
    code, out, err = run(capsys, "changed.jsonl")
    assert (code, out) == (1, "")
    assert "the round does not replay as it is written; run 'pitboss verify changed.jsonl' for details" in err
    assert "Traceback" not in err


BROKEN = SHIFTS.replace('day = "06:00"', 'day = "7 am"')


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ((), "name one source: a record file, or a server's database with --db FILE"),
        (("record.jsonl", "--db", "pitboss.db"), "name one source"),
        (("none.jsonl",), "none.jsonl does not exist"),
        (("--db", "none.db"), "none.db does not exist"),
        (("--db", "record.jsonl"), "record.jsonl cannot be read"),
        (("--db", "."), "is a folder; name the database file"),
        (("pitboss.db",), "pitboss.db: "),
        (("house.toml",), "house.toml: "),
        (("record.jsonl", "--by", "day"), "--by day: a record stores no times"),
        (("record.jsonl", "--by", "shift"), "--by shift: a record stores no times"),
        (("--db", "pitboss.db", "--by", "shift"), "no shifts are set; set them under [gaming-day.shifts]"),
        (("record.jsonl", "--csv", "house.toml"), "house.toml already exists and was not changed"),
        (("record.jsonl", "--csv", "none/rows.csv"), "the folder none does not exist"),
        (("record.jsonl", "--house", "none.toml"), "none.toml does not exist"),
        (("record.jsonl", "--house", "broken.toml"), "line 5, gaming-day.shifts.day: '7 am' is not a time"),
    ],
)
def test_bad_input(here: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], wanted: str) -> None:
    Path("broken.toml").write_text(BROKEN, encoding="utf-8")
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert wanted in err.splitlines()[-1], err


def test_how_far_it_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The progress bar appears after a while, and in the end its line is erased."""
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    bar = command.ProgressBar()
    bar.update(1, 4)
    bar.clear()
    assert capsys.readouterr().err == ""
    clock[0] = 1.0
    bar.update(2, 4)
    bar.update(3, 4)  # too soon after the last
    assert capsys.readouterr().err == f"\r[{'#' * 15}{'.' * 15}] round 2 of 4"
    bar.clear()
    assert capsys.readouterr().err == "\r\033[K"


def test_without_numpy_it_says_what_to_install(tmp_path: Path) -> None:
    """Numpy is needed for some games only."""
    script = "import sys; sys.modules['numpy'] = None; from pitboss.cli.main import main; sys.exit(main(sys.argv[1:]))"
    for game, code in (("ultimate-texas-holdem", 2), ("three-card-poker", 0)):
        record = tmp_path / f"{game}.jsonl"
        main(["play", game, "--seed", "5", "--record", str(record), "--quiet"])
        words = ["hold", str(record), "--companions"]
        told = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=False)
        assert told.returncode == code
        assert ("pip install 'pitboss[exact]'" in told.stderr) is bool(code)
        assert len(told.stderr.splitlines()) == bool(code)


# --- from Python


def test_the_same_from_python(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "record.jsonl", "--json")
    assert pitboss.hold("record.jsonl").json() == json.loads(out)
    assert pitboss.hold(Path("record.jsonl").read_bytes()).all.rounds == 3
    by_shift = pitboss.hold(database="pitboss.db", house="house.toml").by("shift")
    assert [row.rounds for row in by_shift] == [11]


def test_python_refuses_bad_input(here: Path) -> None:
    with pytest.raises(ValueError, match="name one source"):
        pitboss.hold()
    with pytest.raises(ValueError, match="name one source"):
        pitboss.hold("record.jsonl", database="pitboss.db")
    with pytest.raises(ValueError, match="cannot be read"):
        pitboss.hold(database="record.jsonl")
    Path("broken.toml").write_text(BROKEN, encoding="utf-8")
    with pytest.raises(pitboss.HouseFileError, match="'7 am' is not a time"):
        pitboss.hold("record.jsonl", house="broken.toml")
