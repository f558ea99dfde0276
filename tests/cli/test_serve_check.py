"""pitboss serve --check: says what a start would find without starting anything; and options that make no sense."""

from __future__ import annotations

import json
import lzma
import socket
import sqlite3
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.server import dry_run
from pitboss.server.live.tables import Casino
from pitboss.store.database.schema import MIGRATIONS

OLD = Path(__file__).parents[1] / "upgrade" / "v0.1.0"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A database with its checkpoint file, which no server uses."""
    casino = Casino(tmp_path / "p.db")
    casino.store.accounts.create("Ann", "a code", "player", 0).result()
    casino.keeper.close(casino.store)
    casino.store.close()
    return tmp_path / "p.db"


def run_check(capsys: pytest.CaptureFixture[str], db: Path, *more: str) -> tuple[int, dict[str, tuple[bool, str]]]:
    """Run the check; returns its exit code and results. Asserts that no file was created or changed."""
    before = {path: (path.stat().st_mtime_ns, path.stat().st_mode) for path in db.parent.iterdir()}
    code = main(["serve", "--check", "--json", "--db", str(db), "--port", "0", *more])
    told = json.loads(capsys.readouterr().out)
    assert {path: (path.stat().st_mtime_ns, path.stat().st_mode) for path in db.parent.iterdir()} == before
    assert code == (0 if told["ok"] else 1)
    return code, {each["what"]: (each["ok"], each["said"]) for each in told["found"]}


def test_a_first_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run_check(capsys, tmp_path / "p.db")
    assert code == 0
    assert found["database"] == (True, f"{tmp_path / 'p.db'} would be made, in version {len(MIGRATIONS)}")
    assert found["checkpoint"] == (True, "p.db.heads would be created")
    assert "connections" in found["limits"][1]
    assert main(["serve", "--check", "--db", str(tmp_path / "p.db"), "--port", "0"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "nothing stands in the way"


def test_a_start_over_a_database(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db.chmod(0o644)
    code, found = run_check(capsys, db, "--allowed-hosts", "b.test, A.test", "--trusted-proxies", "10.0.0.0/8,::1")
    assert code == 0
    assert f"has version {len(MIGRATIONS)}" in found["database"][1]
    assert found["migration"] == (True, "none is needed")
    assert found["checkpoint"] == (True, "the database is what p.db.heads says")
    assert found["files"][1].startswith("others can use p.db;")
    assert (found["hosts"][1], found["proxies"][1]) == ("a.test, b.test", "10.0.0.0/8, ::1")


def test_a_database_of_an_older_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "pitboss.db"
    db.write_bytes(lzma.decompress((OLD / "pitboss.db.xz").read_bytes()))
    _, found = run_check(capsys, db)
    assert "has version 1;" in found["database"][1]
    assert f"copied to pitboss.db.v1 ({db.stat().st_size / 2**20:.1f} MB)" in found["migration"][1]


def test_obstacles_are_reported(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, found = run_check(capsys, db, "--port", str(taken.getsockname()[1]))
    assert code == 1
    assert "cannot listen on 127.0.0.1" in found["address"][1]
    monkeypatch.setattr(dry_run, "LEAST_FREE", 2**62)
    assert not run_check(capsys, db)[1]["disk"][0]
    monkeypatch.undo()
    casino = Casino(db)
    assert "another server is running" in check_while_open(capsys, db)["checkpoint"][1]
    casino.keeper.close(casino.store)
    casino.store.close()
    heads = tmp_path / "p.db.heads"
    heads.write_text("nonsense\n")
    assert "is not a line of a checkpoint file" in run_check(capsys, db)[1]["checkpoint"][1]
    heads.unlink()
    assert "p.db.heads is missing or empty, so nothing shows what is lost" in run_check(capsys, db)[1]["checkpoint"][1]
    with sqlite3.connect(db) as opened:
        opened.execute("PRAGMA user_version = 99")
    opened.close()
    assert "the database has version 99" in run_check(capsys, db)[1]["database"][1]
    db.write_bytes(b"no database" * 1000)
    assert "cannot be used" in run_check(capsys, db)[1]["database"][1]
    assert main(["serve", "--check", "--db", str(tmp_path / "no" / "p.db"), "--port", "0"]) == 1
    assert "does not exist or cannot be written to" in capsys.readouterr().out


def check_while_open(capsys: pytest.CaptureFixture[str], db: Path) -> dict[str, tuple[bool, str]]:
    assert main(["serve", "--check", "--json", "--db", str(db), "--port", "0"]) == 1
    return {each["what"]: (each["ok"], each["said"]) for each in json.loads(capsys.readouterr().out)["found"]}


@pytest.mark.parametrize("token", ["", "short", "two words of some length", "ünïcödé-of-some-length"])
def test_a_bad_token_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], token: str) -> None:
    file = tmp_path / "token"
    file.write_text(token, encoding="utf-8")
    assert main(["serve", "--db", str(tmp_path / "p.db"), "--metrics-token-file", str(file)]) == 2
    assert "holds no token; write one line of 16 or more letters and digits" in capsys.readouterr().err
    assert not (tmp_path / "p.db").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--trusted-proxies", "10.0.0.x"), "10.0.0.x is no address and no network; write 10.0.0.7 or 10.0.0.0/24"),
        (("--metrics-token-file", "/no/such/file"), "cannot open /no/such/file"),
        (("--log-file", "/no/such/file"), "cannot open /no/such/file"),
    ],
)
def test_options_that_make_no_sense(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main(["serve", "--db", str(tmp_path / "p.db"), "--port", "0", *words]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "p.db").exists()


def test_where_anchors_would_go(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    far = tmp_path / "far.heads"
    assert run_check(capsys, db, "--anchor-file", str(far))[1]["anchor file"] == (True, f"{far} would be created")
    far.touch()
    assert run_check(capsys, db, "--anchor-file", str(far))[1]["anchor file"] == (True, f"{far} would be added to")
    assert not run_check(capsys, db, "--anchor-file", str(tmp_path / "none" / "far"))[1]["anchor file"][0]
    assert not run_check(capsys, db, "--anchor-file", str(tmp_path / "p.db.heads"))[1]["anchor file"][0]
