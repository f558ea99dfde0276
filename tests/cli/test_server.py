"""The commands around a server: serve, verify --db, export, backup; and what they say when something is wrong."""

from __future__ import annotations

import csv
import json
import socket
import sqlite3
from pathlib import Path

import pytest

from kit.serving import Person, Server, ask
from pitboss import __version__
from pitboss.cli.main import main
from pitboss.games import REGISTERED
from pitboss.law import rules as law_rules


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which two people have played both games for a while."""
    db = tmp_path_factory.mktemp("played") / "pitboss.db"
    with Server(db) as server:
        people = [Person(server, "Ann", 1), Person(server, "Bob", 2)]
        for table in (1, 2):
            for person in people:
                person.connect(server, table)
            for _ in range(12):
                for person in people:
                    person.play(2)
        for person in people:
            person.close()
        assert server.stop() == 0
    return db


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_verify_replays_everything(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "verify", "--db", database)
    assert code == 0
    assert [line.split()[:3] for line in out.splitlines()[:2]] == [["table", "1", "ok"], ["table", "2", "ok"]]
    assert "not anchored yet: nothing" in out
    told = json.loads(run(capsys, "verify", "--db", database, "--json")[1])
    assert all(told[what] is True for what in ("chain", "rules", "replay", "head"))
    assert (told["version"], told["first_difference"]) == (__version__, None)
    assert {check["name"] for check in told["checks"]} == {
        *(f"table {n + 1}" for n in range(len(REGISTERED))),
        "register",
        "accounts",
        "staff",
        "money",
        "anchors",
    }


def test_unknown_rules_are_reported(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Remove a reading: the rows name rules that cannot be built any more, so replay fails too."""

    def find_no_reading(package: str, wanted: dict[str, str]) -> dict[str, str]:
        raise ValueError("no reading is called that")

    monkeypatch.setattr(law_rules, "choose_readings", find_no_reading)
    code, out, _ = run(capsys, "verify", "--db", database, "--json")
    told = json.loads(out)
    assert (code, told["chain"], told["rules"], told["replay"]) == (1, True, False, False)


@pytest.mark.parametrize(
    ("sql", "wrong"),
    [
        (
            "UPDATE rows SET line = replace(line, '\"wager\"', '\"wagre\"') WHERE line LIKE '%\"wager\"%'",
            "changed after it was hashed",
        ),
        ('DELETE FROM rows WHERE "table" = 1 AND number = 3', "number 3 is missing"),
        ('DELETE FROM rows WHERE "table" = 2 AND number = (SELECT max(number) FROM rows WHERE "table" = 2)', "missing"),
        ("UPDATE carries SET carry = replace(carry, 'rack 2', 'rack 9') WHERE round = 2", "round"),
        ("UPDATE accounts SET balance = balance + 100", "add up to"),
        ("DELETE FROM entries WHERE number = (SELECT max(number) FROM entries)", "anchored"),
    ],
)
def test_verify_finds_altered_rows(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], sql: str, wrong: str
) -> None:
    copy = tmp_path / "copy.db"
    assert run(capsys, "backup", copy, "--db", database)[0] == 0
    with sqlite3.connect(copy) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        assert db.execute(sql).rowcount
    db.close()
    code, out, _ = run(capsys, "verify", "--db", copy, "--heads", f"{database}.heads")
    assert code == 1
    assert wrong in out
    assert "FAIL" in out


def test_export_adds_up(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "export", tmp_path / "out", "--db", database, "--json")
    assert code == 0
    totals = json.loads(out)
    with (tmp_path / "out" / "acts.csv").open(encoding="utf-8") as file:
        acts = list(csv.DictReader(file))
    assert len(acts) == totals["acts count"]
    assert sum(int(act["to players"]) for act in acts) == totals["acts to players"] == totals["rounds net"]
    assert totals["accounts balance"] == totals["entries cents"]
    assert all(act["cite"] for act in acts)
    assert run(capsys, "export", tmp_path / "lines", "--db", database, "--format", "jsonl")[0] == 0
    lines = (tmp_path / "lines" / "rounds.jsonl").read_text(encoding="utf-8").splitlines()
    assert sum(json.loads(line)["net"] for line in lines) == totals["rounds net"]


@pytest.mark.parametrize("command", ["export", "backup"])
def test_existing_files_are_left_alone(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    target = tmp_path / "there"
    target.mkdir()
    code, _, err = run(capsys, command, target, "--db", database)
    assert code == 2
    assert "there already" in err
    code, _, err = run(capsys, command, tmp_path / "new", "--db", tmp_path / "none.db")
    assert code == 2
    assert "does not exist" in err


def test_serve_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, err = run(capsys, "serve", "--db", tmp_path / "a.db", "--port", port)
    assert code == 2
    assert "try another --port" in err
    nonsense = tmp_path / "b.db"
    nonsense.write_bytes(b"no database" * 1000)
    code, _, err = run(capsys, "serve", "--db", nonsense, "--port", 0)
    assert code == 2
    assert "cannot be read: file is not a database" in err
    house = tmp_path / "house.toml"
    house.write_text('[[table]]\nname = "X"\ngame = "craps"\nmini-craps = true\n')
    code, _, err = run(capsys, "serve", "--db", tmp_path / "c.db", "--house", house, "--port", 0)
    assert code == 2
    assert "mini-craps cannot have 16 seats" in err


def test_serve_reads_the_gaming_day_at_every_start(tmp_path: Path) -> None:
    """The tables are those from the creation of the database; the shifts are those of the file as it is now."""
    house, db = tmp_path / "house.toml", tmp_path / "p.db"
    table = '[[table]]\nname = "Small"\ngame = "craps"\nseats = 9\n'
    house.write_text(table)
    with Server(db, "", "--house", str(house)) as server:
        boss = Person(server, "Boss")
        assert boss.post("/api/admin", {"token": server.token}).status_code == 200
        assert "No shifts are set." in ask("GET", f"{server.url}/house/shift", cookies=boss.cookies).text
        server.stop()
    house.write_text(table.replace("Small", "Large") + '[gaming-day.shifts]\nall = "00:00"\n')
    with Server(db, "", "--house", str(house)) as server:
        page = ask("GET", f"{server.url}/house/shift", cookies=boss.cookies).text
        assert "<option>all</option>" in page
        assert ">Small</option>" in page
        server.stop()
        assert f"already has its tables, so only the gaming day of {house} is read" in server.errors()


def test_serve_opens_the_tables_of_a_house_file(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('[[table]]\nname = "Small"\ngame = "craps"\nmini-craps = true\nseats = 9\nminimum = 10\n')
    with Server(tmp_path / "p.db", "", "--house", str(house)) as server:
        (table,) = ask("GET", f"{server.url}/api/tables").json()
        assert (table["name"], table["places"], table["minimum"]) == ("Small", 9, 1000)
        assert ask("GET", f"{server.url}/readyz").json()["ready"] is True
        assert server.stop() == 0


def test_metrics_are_plain_and_for_the_administrator(tmp_path: Path) -> None:
    with Server(tmp_path / "p.db") as server:
        person = Person(server, "Ann")
        assert ask("GET", f"{server.url}/api/metrics", cookies=person.cookies).status_code == 403
        assert person.post("/api/admin", {"token": server.token}).status_code == 200
        told = ask("GET", f"{server.url}/api/metrics", cookies=person.cookies).text
        assert f"pitboss_tables {len(REGISTERED)}\n" in told
        assert server.stop() == 0
    with Server(tmp_path / "p.db") as server:
        assert server.token == ""  # there is an administrator now
