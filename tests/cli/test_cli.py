"""The command line as a user meets it: one convention, clear errors, no traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kit.reference_pages import commands_page
from pitboss import __version__
from pitboss.cli.main import COMMANDS, build_parser, main
from pitboss.games import REGISTERED


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(list(words))
    except SystemExit as left:  # argparse
        code = int(left.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    file = tmp_path / "round.jsonl"
    assert main(["play", "let-it-ride", "--seed", "3", "--record", str(file), "--quiet"]) == 0
    capsys.readouterr()
    return file


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_keeps_the_convention(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert all(option in out for option in ("--json", "--quiet", "--debug"))
    assert run(capsys, command, "--no-such-option")[0] == 2


def test_no_command_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys)[0] == 2
    assert run(capsys, "deal")[0] == 2


def test_version_has_a_digest_per_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--version")
    first, *games = out.splitlines()
    assert code == 0
    assert first.startswith("pitboss ")
    assert [line.split()[0] for line in games] == list(REGISTERED)
    assert all(len(line.split()[-1]) == 64 for line in games)


def test_games_and_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(json.loads(run(capsys, "games", "--json")[1])[0]["texts"]) == ["1996-05-20", "2007-10-15"]
    readings = json.loads(run(capsys, "readings", "--json")[1])
    assert {"id", "paragraph", "doubt", "choices", "default", "reason", "price"} <= readings[0].keys()
    assert "bonus 24.071% -> 21.200%" in run(capsys, "readings", "let-it-ride")[1]
    assert run(capsys, "readings", "--quiet")[1] == ""
    code, _, err = run(capsys, "readings", "whist")
    assert code == 2
    assert "let-it-ride" in err


def test_replay_explain_verify(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", str(record))
    assert code == 0
    assert "18.10(c)" in out
    assert run(capsys, "replay", str(record), "--quiet") == (0, "", "")
    assert json.loads(run(capsys, "replay", str(record), "--json")[1])[0]["round"] == 1
    code, out, _ = run(capsys, "explain", str(record), "--seat", "3")
    assert code == 0
    assert "total" in out
    assert json.loads(run(capsys, "explain", str(record), "--json")[1])[0]["seats"]
    code, out, _ = run(capsys, "verify", str(record))
    assert code == 0
    checks = [["chain", "ok"], ["rules", "ok"], ["replay", "ok"]]
    assert [line.split()[:2] for line in out.splitlines()] == [*checks, ["head", "-"]]  # nothing to compare it with
    head = out.split()[-1]
    code, out, _ = run(capsys, "verify", str(record), "--head", head)
    assert code == 0
    assert [line.split()[:2] for line in out.splitlines()] == [*checks, ["head", "ok"]]
    assert run(capsys, "verify", str(record), "--head", "1:" + "0" * 64)[0] == 1
    assert run(capsys, "verify", str(record), "--head", "soon")[0] == 2
    assert run(capsys, "explain", str(record), "--round", "9")[0] == 2
    code, out, err = run(capsys, "explain", str(record), "--seat", "9")
    assert (code, out) == (2, "")
    assert "taken seats: 2, 3, 4" in err


def test_law_names_the_held_texts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "law", "18.10(c)", "--edition", "1996-05-20")[0] == 0
    for words in (["18.10(c)"], ["--coverage"]):
        code, out, err = run(capsys, "law", *words, "--edition", "2007")
        assert (code, out) == (2, "")
        assert "1996-05-20" in err
        assert "2007-10-15" in err
    code, _, err = run(capsys, "law", "18.10(j)", "--edition", "2007-10-15")
    assert code == 2
    assert "no text of 2007-10-15 has a paragraph '18.10(j)'; that section has 18.10(a), " in err
    assert "no held text has a paragraph '9.9'" in run(capsys, "law", "9.9")[2]


def test_law_tells_facts_from_held_texts(capsys: pytest.CaptureFixture[str]) -> None:
    assert "beyond:" not in run(capsys, "law", "9.9")[2]
    assert "did you mean 'beyond:roulette.6(b)'?" in run(capsys, "law", "roulette.6(b)")[2]
    strange = run(capsys, "law", "beyond:sic-bo.10(a)")[2]
    assert "have no paragraph 'beyond:sic-bo.10(a)'; sections are beyond:sic-bo.1, " in strange
    assert "18.1" not in strange
    assert "18.10" in run(capsys, "law", "beyond:big-six.6(b)", "--edition", "2007-10-15")[2]


def test_a_tampered_record_is_a_finding(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_bytes(record.read_bytes().replace(b'"act":"burn"', b'"act":"keep"', 1))
    code, out, _ = run(capsys, "verify", str(record))
    assert code == 1
    assert "chain   FAIL" in out
    assert "replay  FAIL" in out
    assert run(capsys, "replay", str(record), "--quiet")[0] == 1
    assert run(capsys, "explain", str(record))[0] == 1
    told = json.loads(run(capsys, "verify", str(record), "--json")[1])
    assert (told["chain"], told["rules"], told["replay"], told["head"]) == (False, True, False, None)
    assert told["version"] == __version__
    first = told["first_difference"]
    assert (first["round"], first["recorded"]["act"], first["replayed"]["act"]) == (1, "keep", "burn")
    assert all(row.keys() >= {"name", "ok", "line"} for row in told["checks"])


@pytest.mark.parametrize("command", ["replay", "verify", "explain"])
@pytest.mark.parametrize("content", [None, b"", b"\x00\xff", b"{}\n", b"nonsense"])
def test_unreadable_files_give_one_line(
    command: str, content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    code, _, err = run(capsys, command, str(file))
    assert code == 2
    assert len(err.strip().splitlines()) == 1
    assert "fault of ours" not in err


@pytest.mark.parametrize("command", ["replay", "verify", "explain"])
def test_a_record_of_an_unknown_game_gives_one_line(
    command: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_bytes(record.read_bytes().replace(b'"game":"let-it-ride"', b'"game":"whist"', 1))
    code, _, err = run(capsys, command, str(record))
    *warned, told = err.splitlines()
    assert (code, len(warned)) == (2, command != "verify")  # the next line has the hash of another one
    assert "there is no game called 'whist'" in told


def test_replay_step_by_step(record: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "replay", str(record), "--step"],
        input="\n\n\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "18.4(b)" in done.stdout
    assert "18.10" not in done.stdout  # it stops when nobody presses Enter any more
    assert len(done.stdout.splitlines()) == 5  # a heading and four acts, each on its line although nobody sees Enter


def test_the_core_is_light() -> None:
    code = (
        "import sys, pitboss.cli.main, pitboss.games; pitboss.games.load('let-it-ride');"
        "print([m for m in ('numpy', 'numba', 'asyncio', 'fastapi', 'sqlite3') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_internal_errors_show_a_traceback_only_with_debug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.cli.commands import games

    monkeypatch.setattr(games, "load", lambda name: 1 / 0)
    code, _, err = run(capsys, "games")
    assert code == 2
    assert "--debug" in err
    assert "Traceback" not in err
    with pytest.raises(ZeroDivisionError):
        main(["games", "--debug"])


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["games", "games --json", "law", "replay --step {}"])
def test_a_closed_stream_is_no_error(words: str, closed: str, record: Path) -> None:
    command = f"{sys.executable} -m pitboss {words.format(record)} {closed}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == (2 if words == "law" else 0)
    assert "Traceback" not in done.stderr
    assert "fault of ours" not in done.stderr


def test_a_closed_pipe_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m pitboss law --coverage | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""


def test_the_first_spelling_of_no_color_still_works(capsys: pytest.CaptureFixture[str]) -> None:
    parser = build_parser("play")
    for spelling in ("--no-color", "--no-colour"):
        assert parser.parse_args(["play", "craps", spelling]).no_color
    with pytest.raises(SystemExit):
        parser.parse_args(["play", "--help"])
    out = capsys.readouterr().out
    assert "--no-color" in out
    assert "--no-colour" not in out
    assert "--no-colour" not in commands_page()
