"""The simulation on a PAR sheet is the result in the file, and one of another table is refused."""

from __future__ import annotations

import csv
import io
import json
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.analysis import setting
from pitboss.analysis.par_sheets.par_confirmation import Simulation, read_simulation
from pitboss.analysis.par_sheets.par_sheet import ParReport, par_sheet
from pitboss.cli.main import main
from pitboss.counting.exact_model import ImpossibleError

GAME = "three-card-poker"
WORDS = ("--rounds", "20000", "--seats", "2", "--strategy", "optimal,bold")


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("result") / "result.json"
    with pytest.MonkeyPatch.context() as patched:
        told = io.StringIO()
        patched.setattr("sys.stdout", told)
        assert main(["simulate", GAME, *WORDS, "--json", "--bankroll", "1000"]) == 0
    path.write_text(told.getvalue(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def sheet(result: Path) -> ParReport:
    return par_sheet(setting(GAME), simulation=read_simulation(result))


def changed_simulation(result: Path, tmp_path: Path, **values: Any) -> Simulation:
    path = tmp_path / "changed.json"
    path.write_text(json.dumps({**json.loads(result.read_text(encoding="utf-8")), **values}), encoding="utf-8")
    return read_simulation(path)


def test_the_sheet_says_what_the_result_says(sheet: ParReport, result: Path) -> None:
    found, told = json.loads(result.read_text(encoding="utf-8")), json.loads(json.dumps(sheet.json()))["simulation"]
    for key in ("game", "rules", "house", "seed", "rounds", "seats", "bets_cents", "digest", "strategy"):
        assert told[key] == found[key]
    for mine, row in zip(told["rows"], found["rows"], strict=True):
        assert mine == {name: row[name] for name in mine}
    page = sheet.html()
    assert "<h2>Simulation</h2>" in page
    assert found["digest"] in page
    for row in found["rows"]:
        assert f"{row['estimate']:.4%}" in page
        assert f"{row['z']:+.2f}" in page


def test_the_csv_has_a_file_of_the_simulation(sheet: ParReport, result: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(sheet.csv_files()["simulation.csv"])))
    data = json.loads(result.read_text(encoding="utf-8"))
    assert [float(row["estimate"]) for row in rows] == [row["estimate"] for row in data["rows"]]
    assert [Fraction(row["exact"]) for row in rows] == [Fraction(row["exact"]) for row in data["rows"]]
    assert {row["digest"] for row in rows} == {data["digest"]}


def test_the_printed_command_repeats_the_simulation(
    sheet: ParReport, result: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = shlex.split(sheet.simulation_command())
    assert words[0] == "pitboss"
    assert main([*words[1:], "--json"]) == 0
    assert capsys.readouterr().out == result.read_text(encoding="utf-8")


def test_a_sheet_without_a_simulation_does_not_mention_one(sheet: ParReport) -> None:
    without = par_sheet(setting(GAME))
    assert "simulation" not in without.json()
    assert "simulation.csv" not in without.csv_files()
    assert "<h2>Simulation</h2>" not in without.html()
    assert without.digest != sheet.digest


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"game": "craps"}, "the simulation is about craps, and the sheet about three-card-poker"),
        ({"rules": "0" * 64}, "played by other rules (digest 000000000000, the sheet's is "),
        ({"house": "0" * 64}, "played at another table (digest 000000000000, the sheet's is "),
    ],
)
def test_a_simulation_of_another_table_is_refused(
    values: dict[str, str], told: str, result: Path, tmp_path: Path
) -> None:
    with pytest.raises(ImpossibleError) as error:
        par_sheet(setting(GAME), simulation=changed_simulation(result, tmp_path, **values))
    assert told in str(error.value)


def test_a_simulation_at_another_bet_is_refused_where_the_bet_matters(result: Path, tmp_path: Path) -> None:
    limited = setting("let-it-ride", settings={"payout-limit": 50000})
    edge = limited.edge()
    assert edge.bet_matters
    level = with_row(result, net_cents=0, estimate=0.0, interval=[-0.1, 0.1], exact=None, z=None)[0]
    for more, refused in ((0, False), (1, True)):
        found = changed_simulation(
            result,
            tmp_path,
            game=edge.game,
            rules=edge.rules,
            house=par_sheet(limited).table_digest,
            rows=[{**level, "unit_cents": edge.bet + more}],
        )
        if refused:
            with pytest.raises(ImpossibleError, match=r"bets \$5\.01 on .*, and the sheet is about bets of \$5;"):
                par_sheet(limited, simulation=found)
        else:
            par_sheet(limited, simulation=found)


def with_row(result: Path, **values: Any) -> list[dict[str, Any]]:
    first, *more = json.loads(result.read_text(encoding="utf-8"))["rows"]
    return [{**first, **values}, *more]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"estimate": 0.092}, "has an estimate of 9.2000%, and what was counted comes to "),
        ({"net_cents": 0}, "and what was counted comes to 0.0000%"),
        ({"interval": [0.029, 0.047]}, "the interval of ante and play does not lie around its estimate"),
        ({"z": 0.0}, "z of ante and play does not follow from its estimate"),
        ({"z": None}, "z of ante and play does not follow"),
        ({"error": 0.5}, "z of ante and play does not follow from its estimate"),
        ({"exact": "1/20"}, "z of ante and play does not follow"),
        ({"exact": None}, "and there is nothing to tell it from"),
        ({"exact": "much"}, "'much' is no exact edge"),
        ({"unit_cents": 0}, "ante and play has no rounds, seats or bet"),
    ],
)
def test_a_result_that_was_changed_is_refused(values: dict[str, Any], told: str, result: Path, tmp_path: Path) -> None:
    assert changed_simulation(result, tmp_path, rows=with_row(result))
    with pytest.raises(ImpossibleError, match=r"changed\.json was changed after it was written: ") as error:
        changed_simulation(result, tmp_path, rows=with_row(result, **values))
    assert told in str(error.value)


def test_an_exact_edge_that_is_not_the_sheets_is_refused(result: Path, tmp_path: Path) -> None:
    """Even if z follows from it."""
    row = with_row(result)[0]
    other = with_row(result, exact="1/20", z=(row["estimate"] - 0.05) / row["error"])
    with pytest.raises(
        ImpossibleError, match=r"an exact edge of 5\.0000% for ante and play, and the sheet counts 3\.37"
    ):
        par_sheet(setting(GAME), simulation=changed_simulation(result, tmp_path, rows=other))


def test_the_command_names_files_and_incidents(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = f'game = "{GAME}"\nname = "all in"\n[[play]]\nchoose = "play"\n'
    (tmp_path / "other.toml").write_text(rules, encoding="utf-8")
    words = ("--rounds", "40", "--strategy", "bold,other.toml", "--audited", "--incidents", "face_up=1/3")
    assert main(["simulate", GAME, *words, "--session", "20", "--json"]) == 0
    output = capsys.readouterr().out
    (tmp_path / "result.json").write_text(output, encoding="utf-8")
    sheet = par_sheet(setting(GAME), simulation=read_simulation(tmp_path / "result.json"))
    assert "other.toml, SHA-256 " in sheet.html()
    assert main([*shlex.split(sheet.simulation_command())[1:], "--json"]) == 0
    assert capsys.readouterr().out == output


def test_another_law_makes_another_digest(result: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["par", GAME, "--set", "minimum=10", "--simulation", str(result), "-o", str(tmp_path / "x.html")]
    assert main(words) == 2
    assert "ask for both with the same --house and --set" in capsys.readouterr().err
    assert not (tmp_path / "x.html").exists()


@pytest.mark.parametrize("text", ["", "{}", "nonsense", "[1]", '{"game": 5}'])
def test_a_file_that_is_no_simulation_result_is_refused(
    text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "result.json"
    path.write_text(text, encoding="utf-8")
    assert main(["par", GAME, "--json", "--simulation", str(path)]) == 2
    assert "is not the result of a simulation; write one with: pitboss simulate GAME --json" in capsys.readouterr().err
    assert main(["par", GAME, "--json", "--simulation", str(tmp_path / "none.json")]) == 2
    assert "none.json does not exist" in capsys.readouterr().err
