"""Bad input of every kind is explained in one sentence, without words of a library."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kit.records import join_lines, lines_of_rounds
from pitboss.cli.main import main

JARGON = re.compile(r"internal error|fault of ours|Errno|Traceback|codec|`|Expected|\bstr\b|\bint\b|Object|\$\.")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record, a house file and a database, each spoiled in several ways."""
    raw = join_lines(lines_of_rounds(1))
    house = b'[[table]]\nname = "Caf\xe9"\ngame = "craps"\n'
    files = {
        "good.jsonl": raw,
        "latin.jsonl": raw.replace(b"let-it-ride", b"let-it-rid\xe9", 1),
        "latin-act.jsonl": raw.replace(b'"act":"', b'"act":"\xe9', 1),
        "house.jsonl": raw.replace(b'"minimum":500', b'"minimum":"x"', 1),
        "carry.jsonl": raw.replace(b'"round":1', b'"round":"x"', 1),
        "key.jsonl": raw.replace(b'"salt":', b'"pepper":', 1),
        "input.jsonl": raw.replace(b'"input":"card order","cards":', b'"input":"card order","cards":5,"were":', 1),
        "latin.toml": house,
        "utf16.toml": house.decode("latin-1").encode("utf-16"),
        "types.toml": b'[[table]]\nname = 5\ngame = "craps"\nseats = "x"\npay = 3\nreadings = ["a"]\n',
        "half.toml": b"[[table]\n",
        "text.db": b"nonsense" * 100,
        "empty.db": b"",
        "latin.txt": b"As \xe9",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with closing(sqlite3.connect(tmp_path / "newer.db")) as db:
        db.execute("PRAGMA user_version = 99")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


RECORDS = ["replay", "explain", "verify", "dispute", "hold"]
COPYING = ["backup", "export"]
HEAD = "0" * 64


@pytest.mark.parametrize(
    ("words", "told"),
    [
        *[([command, "none.jsonl"], "none.jsonl does not exist") for command in RECORDS],
        *[([command, "folder"], "folder is a folder; name a file") for command in RECORDS],
        *[([command, "good.jsonl/x"], "part of its path is a file, not a folder") for command in RECORDS],
        *[([command, "x" * 300], "is too long for the name of a file") for command in RECORDS],
        *[([command, "latin.jsonl"], "line 1 is not a line of a record: byte 137 is not") for command in RECORDS[:3]],
        (["replay", "latin-act.jsonl"], "line 3 is not a line of a record: byte 83 is not UTF-8 text"),
        (["verify", "house.jsonl"], "line 1, house: minimum: amounts are whole cents here"),
        (["verify", "carry.jsonl"], "line 1, carry: round: this is text; write a whole number"),
        (["verify", "key.jsonl"], "line 1 does not open a round: there is no key pepper; leave it out"),
        (["explain", "input.jsonl"], "this game has no such input: cards: this is a whole number; write a list"),
        (["verify", "good.jsonl", "--head", "9" * 5000 + ":" + HEAD], "should be COUNT:HASH"),
        (["verify", "good.jsonl", "--head", "0:" + HEAD], "should be COUNT:HASH"),
        (["verify", "good.jsonl", "--head", "x"], "should be COUNT:HASH"),
        (["verify", "--db", "none"], "none does not exist"),
        (["verify", "--db", "no/such/db"], "no/such/db does not exist"),
        (["verify", "--db", "folder"], "folder is a folder; name a file"),
        (["verify", "--db", os.devnull], f"{os.devnull} is not a file"),
        (["verify", "--db", "text.db"], "text.db cannot be read: file is not a database"),
        (["verify", "--db", "good.jsonl"], "good.jsonl cannot be read: file is not a database"),
        (["verify", "--db", "empty.db"], "empty.db is not a Pitboss database"),
        (["verify", "--db", "empty.db", "--json"], "empty.db is not a Pitboss database"),
        (["verify", "--db", "newer.db"], "newer.db cannot be read: the database has version 99"),
        (["verify", "--db", "text.db", "--heads", "none"], "none does not exist"),
        (["verify", "--db", "text.db", "--heads", "folder"], "folder is a folder; name a file"),
        (["verify", "--db", "text.db", "--head", "1:" + HEAD], "--head is for a record"),
        (["verify", "good.jsonl", "--heads", "none"], "--heads is for a database"),
        (["verify", "no/such/file"], "cannot open no/such/file: the folder no/such does not exist"),
        (["dispute", "good.jsonl", "--rack", "none"], "none does not exist"),
        (["dispute", "good.jsonl", "--rack", "folder"], "folder is a folder; name a file"),
        (["dispute", "good.jsonl", "--rack", "latin.txt"], "latin.txt: byte 4 is not UTF-8 text"),
        *[([command, "new", "--db", "folder"], "folder is a folder; name the database") for command in COPYING],
        *[([command, "new", "--db", "none"], "none does not exist") for command in COPYING],
        *[([command, "new", "--db", "text.db"], "text.db cannot be read: file is not a") for command in COPYING],
        (["backup", "folder", "--db", "text.db"], "folder already exists and was not changed"),
        (["backup", "text.db/x", "--db", "text.db"], "part of its path is a file, not a folder"),
        (["restore", "none", "--db", "new.db"], "none does not exist"),
        (["restore", "folder", "--db", "new.db"], "folder is a folder; name the database file"),
        (["restore", "text.db", "--db", "folder"], "folder is a folder; name the database file"),
        (["restore", "text.db", "--db", "new.db"], "text.db is not a sound copy"),
        (["serve", "--db", "folder", "--port", "0"], "folder is a folder; name the database file"),
        (["serve", "--db", "text.db", "--port", "0"], "text.db cannot be read: file is not a database"),
        (["serve", "--db", "new.db", "--port", "0", "--go-on", " "], "the reason to go on is empty"),
        (["serve", "--db", "new.db", "--port", "0", "--go-on", "\x1b[2J"], "reason contains a character that cannot"),
        (["serve", "--db", "new.db", "--house", "latin.toml"], "latin.toml, line 2, is not UTF-8 text"),
        (["house", "latin.toml"], "latin.toml, line 2, is not UTF-8 text; save the file as UTF-8"),
        (["house", "utf16.toml"], "utf16.toml, line 1, is not UTF-8 text"),
        (["house", "none"], "none does not exist"),
        (["house", "folder"], "folder is a folder; name a file"),
        (["play", "craps", "--house", "latin.toml"], "latin.toml, line 2, is not UTF-8 text"),
        (["play", "craps", "--house", "types.toml"], "line 2, table.1.name: this is a whole number; write text"),
        (["play", "craps", "--record", "text.db/x", "--quiet"], "part of its path is a file, not a folder"),
        (["play", "craps", "--record", "no/such/file", "--quiet"], "the folder no/such does not exist"),
        (["edge", "craps", "--house", "folder"], "folder is a folder; name a file"),
        (["edge", "let-it-ride", "--set", "bonus=x"], "bonus: this is text; write true or false"),
        (["init-house", "no/x"], "cannot open no/x: the folder no does not exist"),
        (["init-house", "text.db/x"], "part of its path is a file, not a folder"),
    ],
)  # fmt: skip
def test_every_error_is_one_sentence(
    words: list[str], told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.iterdir())
    code = main(words)
    printed = capsys.readouterr()
    assert told in printed.err
    assert not JARGON.search(printed.err), printed.err
    assert code == (1 if words[0] == "explain" and words[1] == "input.jsonl" else 2)
    assert all(len(line) < 400 for line in printed.err.splitlines())
    assert sorted(folder.iterdir()) == before  # nothing half-done is left


def test_findings_of_a_house_file_are_sentences_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["house", "types.toml"]) == 1
    out = capsys.readouterr().out
    assert "line 4, table.1.seats: this is text; write a whole number" in out
    assert "line 5, table.1.pay: this is a whole number; write a table of keys and values" in out
    assert not JARGON.search(out)


def test_a_byte_order_mark_is_accepted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bom.toml").write_bytes(b'\xef\xbb\xbf[[table]]\nname = "X"\ngame = "craps"\n')
    assert main(["house", "bom.toml"]) == 0


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("", "the name is empty"),
        ("  ", "the name is empty"),
        ("a\\nb", "line end"),
        ("a\\u0000b", "cannot be printed"),
        ("x" * 60, ""),
        ("x" * 61, "the name has 61 characters"),
        ("x" * 5000, "the name has 5000 characters"),
        ("Café Ñ 1", ""),
    ],
)
def test_a_table_has_a_name_that_people_can_say(
    name: str, wrong: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "name.toml").write_text(f'[[table]]\ngame = "craps"\nname = "{name}"\n', encoding="utf-8")
    code = main(["house", "name.toml"])
    out = capsys.readouterr().out
    assert code == (1 if wrong else 0)
    assert not wrong or (wrong in out and "line 3, table.1.name: " in out and "[house:name]" in out)


def test_verify_names_a_line_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = (folder / "good.jsonl").read_bytes()
    lines = raw.splitlines(keepends=True)
    changed = b"".join([lines[0].replace(b'"salt":"', b'"salt":"f', 1), *lines[1:]])
    for spoiled, number in ((raw[:-20], len(lines)), (changed, 2)):
        (folder / "spoiled.jsonl").write_bytes(spoiled)
        assert main(["verify", "spoiled.jsonl"]) == 1
        chain = capsys.readouterr().out.splitlines()[0]
        assert chain.startswith("chain   FAIL  line ")
        assert chain.count(f"line {number} ") == 1
        assert f"line {number}:" not in chain
    assert main(["verify", "good.jsonl", "--head", "2:" + HEAD]) == 1
    assert "line 2: the hash you kept is not the hash of this line" in capsys.readouterr().out
