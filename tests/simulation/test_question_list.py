"""Plan files: questions multiply out, errors are named, and finished questions are not played again."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import pitboss
from kit.parts import ROOT
from pitboss.cli.commands import simulate_plan
from pitboss.cli.main import main
from pitboss.public.plan_file import parse_question, read_plan, read_questions
from pitboss.simulation.machines import places
from pitboss.simulation.machines.places import LocalMachine
from pitboss.simulation.results.answer_table import answers_report
from pitboss.simulation.results.question_list import Answering, read_saved_answers

PLAN = """\
rounds = 4e3
seed = 5

[[question]]
name = "pair plus"
game = "three-card-poker"
seats = [1, 2]
bet = { ante = 5, "pair plus" = [0, 10] }

[[question]]
game = "craps"
rounds = 3_000
set.minimum = [5, 10]
reading = {}
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, "utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(["simulate", *map(str, words)])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_lists_in_a_plan_are_combined(plan: Path) -> None:
    questions = read_plan(plan)
    assert [
        (question.plan.study.game.name, question.plan.seats, question.plan.bets, question.units)
        for question in questions
    ] == [
        ("three-card-poker", 1, {"ante": 500}, 4_000),
        ("three-card-poker", 1, {"ante": 500, "pair plus": 1_000}, 4_000),
        ("three-card-poker", 2, {"ante": 500}, 4_000),
        ("three-card-poker", 2, {"ante": 500, "pair plus": 1_000}, 4_000),
        ("craps", 1, {"pass": 500, "pass odds": 1_000}, 3_000),
        ("craps", 1, {"pass": 1_000, "pass odds": 2_000}, 3_000),
    ]
    assert {each.plan.seed for each in questions} == {5}
    assert questions[3].where == f"{plan}, line 4, question 1 (seats = 2, bet.pair plus = 10)"
    assert questions[4].asked == {"game": "craps", "set.minimum": "5"}


def test_every_question_gives_the_same_result_as_alone(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each row has the same figures and the same digest as the command for that question alone."""
    code, out, _ = run(capsys, "--plan", plan, "--json")
    data = json.loads(out)
    assert code == 0
    assert (data["plan"], data["questions"]) == ("plan.toml", 6)
    same = ("--rounds", "4000", "--seed", "5", "--seats", "2", "--bet", "5", "--bet", "pair plus=10", "--json")
    alone = json.loads(run(capsys, "three-card-poker", *same)[1])
    mine = [row for row in data["rows"] if row["question"] == 4]
    assert [row["wager"] for row in mine] == ["ante and play", "pair plus", "ante, play and pair plus"]
    assert {row["digest"] for row in mine} == {alone["digest"]}
    for row, other in zip(mine, alone["rows"], strict=True):
        assert (row["edge"], [row["low"], row["high"]], row["exact"], row["z"]) == (
            other["estimate"], other["interval"], other["exact"], other["z"],
        )  # fmt: skip
    assert [row["set.minimum"] for row in data["rows"]][-2:] == ["10", "10"]


@pytest.mark.parametrize("ending", ["csv", "json", "txt"])
def test_the_table_is_a_file(ending: str, plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = plan.with_name(f"table.{ending}")
    code, out, err = run(capsys, "--plan", plan, "--out", file)
    assert (code, out) == (0, "")
    assert f"wrote 14 rows to {file}" in err
    report = pitboss.simulate_plan(plan)
    text = file.read_text("utf-8")
    match ending:
        case "csv":
            rows = list(csv.DictReader(io.StringIO(text)))
            assert [(row["question"], row["name"], row["wager"]) for row in rows[:2]] == [
                ("1", "pair plus", "ante and play"),
                ("2", "pair plus", "ante and play"),
            ]
            assert [float(row["edge"]) for row in rows] == [row["edge"] for row in report.rows]
        case "json":
            assert json.loads(text) == report.json()
        case "txt":
            assert text.startswith("plan.toml, 6 questions\n\n")
            assert f"digest {report.digest}" in text


def test_finished_questions_are_not_played_again(
    plan: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stop within the third question, which then continues where it was; another question is added."""
    whole = pitboss.simulate_plan(plan)
    answering = Answering(read_plan(plan))
    monkeypatch.setattr("pitboss.simulation.run.CHUNK", 1_000)
    for _ in answering.play(LocalMachine("cpu", 1)):
        if answering.questions_answered == 2 and any(tally.units == 2_000 for _, tally in answering.going.values()):
            break
    assert (answering.units_done, answering.units) == (10_000, 22_000)
    kept = plan.with_name("kept")
    kept.write_bytes(answering.to_bytes())

    played = []

    class Noting(LocalMachine):
        def play(self, jobs):  # type: ignore[no-untyped-def]
            for at, tally in super().play(jobs):
                played.append((at, tally.units))
                yield at, tally

    monkeypatch.setattr(places, "LocalMachine", Noting)
    code, out, _ = run(capsys, "--plan", plan, "--resume", kept, "--json")
    assert (code, json.loads(out)) == (0, whole.json())
    assert played[:2] == [(0, 2_000), (0, 3_000)]  # the third goes on
    assert {at for at, _ in played} == {0, 1, 2, 3}
    played.clear()
    plan.write_text(PLAN.replace("[5, 10]", "[5, 10, 25]"), "utf-8")
    code, out, _ = run(capsys, "--plan", plan, "--resume", kept, "--json")
    assert json.loads(out)["rows"][:14] == whole.json()["rows"]
    assert {at for at, _ in played} == {0}
    assert len(read_saved_answers(kept).finished) == 7


@pytest.mark.parametrize(
    ("was", "now", "wrong"),
    [
        ("game = \"craps\"", "game = \"chess\"", "line 10, question 2 (set.minimum = 5): there is no game called"),
        ("seats = [1, 2]", "seats = [1, 9]", "line 4, question 1 (seats = 9, bet.pair plus = 0): the table has 7"),
        ("seats = [1, 2]", "chairs = 3", "line 7: there is no 'chairs' in a plan; there are name, game, rounds"),
        ("[0, 10]", "[0, 3, 7000]", "(seats = 1, bet.pair plus = 7000): seat 1 cannot bet $5 on ante, $7,000 on"),
        ("ante = 5", "ante = 2.5", "2.5 is not an amount; write whole dollars (5) or dollars and cents as text"),
        ("set.minimum = [5, 10]", "set.minimum = []", "line 13: set.minimum is an empty list"),
        ("set.minimum = [5, 10]", "set = 3", "line 13: set needs names"),
        ("set.minimum = [5, 10]", "set.odd = 3", "line 10, question 2: "),
        ("rounds = 3_000", "rounds = 1.5", "question 2 (set.minimum = 5): rounds = 1.5 makes no sense"),
        ("rounds = 3_000", "rounds = \"1e999\"", "rounds = 1e999 makes no sense"),
        ("rounds = 3_000", "strategy = \"clever\"", "there is no strategy 'clever'; choose from optimal"),
        ("rounds = 3_000", "house = \"nowhere.toml\"", "nowhere.toml: No such file or directory"),
        ("rounds = 3_000", "table = \"Craps 1\"", "name the house file too"),
        ("rounds = 3_000", "assume = \"sooner\"", "assume = 'sooner' makes no sense; write \"earlier\" or \"later\""),
        ("seed = 5", "seed = 1.5", "the seed must be a whole number, and 1.5 is none"),
        ("seed = 5", "seed = [", "this is not a TOML file"),
        (PLAN, "rounds = 5", "a plan has questions, each under [[question]]"),
        ("seats = [1, 2]", f"seed = {list(range(60_000))}", "this multiplies out to 120,000 questions; 100,000"),
    ],
)  # fmt: skip
def test_a_faulty_plan_is_refused_with_its_fault(
    was: str, now: str, wrong: str, plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert was in PLAN
    plan.write_text(PLAN.replace(was, now), "utf-8")
    code, out, err = run(capsys, "--plan", plan)
    assert (code, out) == (2, "")
    assert err.startswith(f"pitboss simulate: {plan}")
    assert wrong in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("craps",), "GAME does not go with --plan; write it into the plan"),
        (("--seats", "2"), "--seats does not go with --plan"),
        (("--bet", "5"), "--bet does not go with --plan"),
        (("--audited",), "--audited does not go with --plan"),
        (("--out", "table.xlsx"), "table.xlsx should end in .csv, .json or .txt, because it is a table"),
        (("--rounds", "0"), "--rounds 0 makes no sense"),
        (("--workers", "0"), "--workers must be 1 or more"),
    ],
)
def test_options_that_do_not_go_with_a_plan_are_refused(
    words: tuple[str, ...], wrong: str, plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words, "--plan", plan)
    assert (code, out) == (2, "")
    assert wrong in err


def test_plans_know_every_option_of_simulate(plan: Path) -> None:
    """An option that plan files do not know would be silently ignored."""
    import argparse

    from pitboss.cli.commands.simulate import add_arguments

    parser = argparse.ArgumentParser()
    add_arguments(parser)
    args = vars(parser.parse_args([]))
    go_with = {"plan", "rounds", "workers", "device", "cluster", "save", "resume", "out"}
    assert args.keys() == go_with | simulate_plan.DEFAULTS.keys()
    assert {name: args[name] for name in simulate_plan.DEFAULTS} == simulate_plan.DEFAULTS


def test_a_file_of_another_form_is_not_resumed(plan: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved = tmp_path / "run"
    assert run(capsys, "craps", "--rounds", "100", "--save", saved)[0] == 0
    _, _, err = run(capsys, "--plan", plan, "--resume", saved)
    assert "holds no answers to a plan: its form is 'pitboss simulation 2'" in err
    kept = tmp_path / "kept"
    assert run(capsys, "--plan", plan, "--rounds", "100", "--save", kept)[0] == 0
    _, _, err = run(capsys, "craps", "--resume", kept)
    assert "was saved in the form 'pitboss answers 1'; this version reads" in err


def test_a_command_with_neither_game_nor_plan_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "name a game (see 'pitboss games'), or a file of questions with --plan" in run(capsys)[2]


def test_a_plan_may_have_two_hundred_houses() -> None:
    """Two questions of the example are played."""
    path = ROOT / "examples" / "house_variants.toml"
    asked = read_questions(path)
    assert len(asked) == 200
    first, last = (parse_question(each, path.parent, 3_000) for each in (asked[0], asked[-1]))
    assert first.plan.parameters["house"] != last.plan.parameters["house"]
    answering = Answering([first, last])
    for _ in answering.play(LocalMachine("cpu", 1)):
        pass
    found = answers_report("house_variants.toml", answering)
    commission = [row["net_cents"] for row in found.rows if row["wager"] == "commission"]
    assert len(commission) == 2
    assert commission[1] < commission[0] < 0  # a larger commission on larger pots costs the players more
