"""Exported rounds: all of them, in order, and their sums equal the report's to the cent."""

from __future__ import annotations

import csv
import json
import os
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kit.parts import part
from kit.series import for_soak, two_games
from pitboss.cli.main import main
from pitboss.games import REGISTERED, load
from pitboss.simulation.results import round_export

READY = [name for name in REGISTERED if load(name).simulated]
GAME = "three-card-poker"
NO_ARROW = find_spec("pyarrow") is None
needs_arrow = pytest.mark.skipif(NO_ARROW and not os.environ.get("CI"), reason="NO PYARROW: Parquet not tested")
FORMS = ["csv", "jsonl", pytest.param("parquet", marks=needs_arrow)]


def read(path: Path) -> Iterator[dict[str, Any]]:
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                yield {name: int(cell) if cell.lstrip("-").isdigit() else cell for name, cell in row.items()}
    elif path.suffix == ".jsonl":
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())
    else:
        from pyarrow import parquet

        yield from parquet.read_table(path).to_pylist()


def out(capsys: pytest.CaptureFixture[str], path: Path, *words: str) -> dict[str, Any]:
    code = main(["simulate", *words, "--json", "--out", str(path)])
    told = capsys.readouterr()
    assert code == 0, told.err
    found: dict[str, Any] = json.loads(told.out)
    return found


# Every side bet that a game has, beside the wager that it is usual to make.
BESIDE = {
    GAME: ("--bet", "ante=5", "--bet", "pair plus=5"),
    "let-it-ride": (
        *("--set", "bonus=true", "--set", "three-card-bonus=A"),
        *("--bet", "5", "--bet", "bonus=1", "--bet", "three card bonus=5"),
    ),
    "ultimate-texas-holdem": ("--bet", "ante=5", "--bet", "trips=5"),
    "winners-pot-poker": ("--bet", "ante=5", "--bet", "jacks plus=5"),
    "craps": (
        "--bet",
        "pass=5",
        "--bet",
        "pass odds=10",
        "--bet",
        "come=5",
        "--bet",
        "come odds=5",
        "--bet",
        "field=5",
    ),
}


def beside_of(game: str) -> tuple[str, ...]:
    if game in BESIDE:
        return BESIDE[game]
    settings, bets = part(game, "scene").MUCH
    told = [("--set", f"{key}={value}") for key, value in settings.items()]
    told += [("--bet", f"{spot}={cents // 100}") for spot, cents in bets.items()]
    return tuple(word for pair in told for word in pair)


@pytest.mark.parametrize("beside", [for_soak(False), True])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", two_games(0, READY))
def test_the_sums_are_those_of_the_summary(
    game: str, form: str, beside: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / f"rounds.{form}"
    ways = list(load(game).sim_model().WAYS)[:2]
    more = beside_of(game) if beside else ()
    units = 40 if load(game).rests else 1500
    output = out(capsys, path, game, "--rounds", str(units), "--seats", "3", "--strategy", ",".join(ways), *more)
    rows = list(read(path))
    for way in ways:
        lines = [row for row in output["rows"] if row["strategy"] == way]
        wagers = [line for line in lines if line["role"] == "wager"]
        mine = [row for row in rows if row["strategy"] == way]
        assert {row["wager"] for row in mine} == {line["wager"] for line in wagers}
        for line in wagers:
            its = [row for row in mine if row["wager"] == line["wager"]]
            assert sum(row["staked_cents"] for row in its) == line["wagered_cents"]
            assert sum(row["net_cents"] for row in its) == line["net_cents"]
        # The last line of a summary tells of everything, and so does the file as a whole.
        assert lines[-1]["role"] == ("total" if len(wagers) > 1 else "wager")
        assert sum(row["net_cents"] for row in mine) == lines[-1]["net_cents"]
        assert sum(row["staked_cents"] for row in mine) == lines[-1]["wagered_cents"]
    if output["throws"]:
        assert sum({row["unit"]: row["throws"] for row in rows}.values()) == output["throws"]
    else:
        assert "throws" not in rows[0]
    assert [row["unit"] for row in rows] == sorted(row["unit"] for row in rows)
    assert {row["unit"] for row in rows} == set(range(units))


def test_outcomes_are_as_frequent_as_in_the_summary(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "rounds.csv"
    bets = ("--bet", "5", "--bet", "pair plus=5")
    output = out(capsys, path, GAME, "--rounds", "40000", *bets)  # more than one batch
    rows = list(read(path))
    assert {row["wager"] for row in rows} == {"ante and play", "pair plus"}  # and none that adds them up
    for line in output["rows"][:2]:
        assert Counter(row["outcome"] for row in rows if row["wager"] == line["wager"]) == line["outcomes"]


def test_the_file_does_not_depend_on_workers_or_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = (GAME, "--rounds", "3000", "--seats", "3")
    out(capsys, tmp_path / "one.csv", *words, "--workers", "1")
    out(capsys, tmp_path / "audited.csv", *words, "--rounds", "200", "--audited", "--session", "100")
    saved_run = str(tmp_path / "kept")
    main(["simulate", *words, "--rounds", "2000", "--save", saved_run])
    capsys.readouterr()
    out(capsys, tmp_path / "resumed.csv", *words, "--resume", saved_run, "--workers", "3")
    out(capsys, tmp_path / "again.csv", *words, "--resume", saved_run)  # nothing is left to play
    one = (tmp_path / "one.csv").read_bytes()
    assert one == (tmp_path / "resumed.csv").read_bytes() == (tmp_path / "again.csv").read_bytes()
    assert one.startswith((tmp_path / "audited.csv").read_bytes())


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("rounds.txt", "rounds.txt should end in .csv, .jsonl or .parquet"),
        ("rounds", "should end in"),
        ("none/rounds.csv", "the folder none does not exist"),
    ],
)
def test_an_unusable_output_path_is_reported_before_play(
    path: str, told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", GAME, "--rounds", "1e15", "--out", path]) == 2
    assert told in capsys.readouterr().err


def test_an_export_larger_than_the_disk_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["simulate", GAME, "--rounds", "1e15", "--out", str(tmp_path / "rounds.csv")]) == 2
    output = capsys.readouterr().err
    assert "1,000,000,000,000,000 rounds in" in output
    assert "GB are free; ask for fewer rounds, or write a .parquet file" in output
    assert not list(tmp_path.iterdir())


def test_sizes_are_printed_in_a_fitting_unit() -> None:
    assert [round_export.format_size(many) for many in (12_300, 999_999, 10**6, 999_999_999, 10**9)] == [
        "12.3 kB",
        "1,000.0 kB",
        "1.0 MB",
        "1,000.0 MB",
        "1.0 GB",
    ]


def test_parquet_without_pyarrow_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import builtins

    real = builtins.__import__

    def import_without_pyarrow(name: str, *more: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(f"no {name}", name=name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", import_without_pyarrow)
    assert main(["simulate", GAME, "--rounds", "10", "--out", str(tmp_path / "rounds.parquet")]) == 2
    assert "pip install 'pitboss[parquet]'" in capsys.readouterr().err


def test_a_run_that_fails_leaves_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "rounds.csv"
    monkeypatch.setattr(round_export, "check_room", lambda *_: None)
    monkeypatch.setattr(round_export.Csv, "add", full)
    assert main(["simulate", GAME, "--rounds", "10", "--out", str(path)]) == 2
    assert "the disk is full" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
