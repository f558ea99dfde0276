"""The store: a write is complete, by one driver only, done once, and shows when somebody has changed it."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import pytest

from kit.patience import PATIENCE
from pitboss.engine.inputs import Close
from pitboss.engine.record import START
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.checkpoint_file import Checkpoint, Decision, HeadsError, checkpoint_path, read
from pitboss.store.chains.hash_chain import link
from pitboss.store.copies.export import export
from pitboss.store.copies.snapshots import backup
from pitboss.store.database import schema
from pitboss.store.database.locks import lock
from pitboss.store.errors import AgainError, FencedError, InUseError, StoreError, describe_error
from pitboss.store.row_types import Batch, Entry, Line
from pitboss.store.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pitboss.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path)
    yield opened
    opened.close()


def result_of(future: Future[Any]) -> Any:
    return future.result(timeout=PATIENCE)


def make_table(store: Store, name: str = "One") -> tuple[int, int]:
    result = result_of(store.tables.create(name, "{}"))
    return result, result_of(store.tables.take(result)).epoch


def line(round_: int = 1, client: str | None = None, **body: object) -> Line:
    return Line(round_, {"line": "test", **body}, client)


def rows(path: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(path) as db:
        return db.execute('SELECT "table", number, epoch, line, hash FROM rows ORDER BY 1, 2').fetchall()


# --- writing


def test_rows_form_a_chain(store: Store, path: Path) -> None:
    made, epoch = make_table(store)
    assert result_of(store.tables.append(Batch(made, epoch, [line(say="a"), line(say="b")]))) == 1
    assert result_of(store.tables.append(Batch(made, epoch, [line(say="c")]))) == 3
    before = START
    for _, number, _, text, held in rows(path):
        body = json.loads(text)
        assert body["prev"] == before
        assert (body["table"], body["number"], body["epoch"]) == (made, number, epoch)
        before = held
        assert sha256(text.encode()).hexdigest() == held
    assert store.heads()[str(made)] == (3, before)


def test_only_the_later_of_two_drivers_can_write(store: Store, path: Path) -> None:
    made, first = make_table(store)
    second = result_of(store.tables.take(made)).epoch
    with pytest.raises(FencedError):
        result_of(store.tables.append(Batch(made, first, [line()])))
    assert result_of(store.tables.append(Batch(made, second, [line()]))) == 1
    assert len(rows(path)) == 1
    with sqlite3.connect(path) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute("INSERT INTO rows VALUES (?, 1, ?, 1, NULL, 'x', 'x')", (made, first))


def test_an_action_counts_once(store: Store, path: Path) -> None:
    made, epoch = make_table(store)
    result_of(store.tables.append(Batch(made, epoch, [line(), line(client="me:1", given=Close())])))
    with pytest.raises(AgainError) as again:
        result_of(store.tables.append(Batch(made, epoch, [line(client="me:1"), line()])))
    assert again.value.number == 2
    assert store.tables.row_of_action(made, "me:1") == (2, b'{"input":"close"}', 1)
    assert store.tables.row_of_action(made, "me:2") is None
    assert len(rows(path)) == 2


def test_a_batch_is_written_whole_or_not_at_all(store: Store, path: Path) -> None:
    made, epoch = make_table(store)
    account = result_of(store.accounts.create("Ann", "x", "player", 1000)).id
    with pytest.raises(StoreError, match=r"holds \$5, not \$5.01"):
        result_of(
            store.tables.append(Batch(made, epoch, [line()], [Entry(account, -500, "a"), Entry(account, -501, "b")]))
        )
    assert rows(path) == []
    assert store.accounts.find(account)[0].balance == 1000  # type: ignore[index]
    result_of(
        store.tables.append(
            Batch(made, epoch, [line()], [Entry(account, -1000, "all of it")], [(1, "{}")], [(account, 1, 3)])
        )
    )
    assert store.accounts.find("ANN")[0].balance == 0  # type: ignore[index]  # names are alike whatever their case
    assert store.rounds.finished_rounds(made, account, 99, 10) == [(1, 3)]


def test_two_tables_cannot_spend_one_balance(store: Store) -> None:
    (one, first), (two, second) = make_table(store, "One"), make_table(store, "Two")
    account = result_of(store.accounts.create("Ann", "x", "player", 1000)).id
    wanted = [
        store.tables.append(Batch(made, epoch, [line()], [Entry(account, -700, "chips bought")]))
        for made, epoch in ((one, first), (two, second))
    ]
    failed = [future for future in wanted if future.exception(timeout=PATIENCE)]
    assert len(failed) == 1
    assert store.accounts.find(account)[0].balance == 300  # type: ignore[index]


def test_a_job_that_fails_harms_no_other_in_its_commit(store: Store) -> None:
    made, epoch = make_table(store)
    gate = threading.Event()
    store.submit(lambda db: gate.wait(PATIENCE))  # so that what follows shares a commit
    good = [store.tables.append(Batch(made, epoch, [line(say=number)])) for number in range(3)]
    bad = store.tables.append(Batch(made, epoch - 1, [line()]))
    more = store.tables.append(Batch(made, epoch, [line(say="last")]))
    gate.set()
    assert [result_of(future) for future in good] == [1, 2, 3]
    assert isinstance(bad.exception(timeout=PATIENCE), FencedError)
    assert result_of(more) == 4


def test_a_disk_that_fails_refuses_and_recovers(store: Store, path: Path) -> None:
    made, epoch = make_table(store)
    blocker = sqlite3.connect(path, isolation_level=None)
    result_of(store.submit(lambda db: db.execute("PRAGMA busy_timeout = 50") and None))
    blocker.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="nothing can be written"):
        result_of(store.tables.append(Batch(made, epoch, [line()])))
    blocker.execute("ROLLBACK")
    blocker.close()
    assert result_of(store.tables.append(Batch(made, epoch, [line()]))) == 1


def test_writes_survive_as_the_settings_say(store: Store) -> None:
    def pragmas(db: sqlite3.Connection) -> tuple[object, object]:
        return db.execute("PRAGMA journal_mode").fetchone()[0], db.execute("PRAGMA synchronous").fetchone()[0]

    assert result_of(store.submit(pragmas)) == ("wal", 2)
    with store.read() as db:
        kinds = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        assert all("STRICT" in sql for _, sql in kinds)


# --- versions


def test_a_database_of_a_newer_version_is_left_alone(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    with pytest.raises(StoreError, match="use the program that made it, or a newer one"):
        Store(path)


def test_migrations_run_once_and_in_order(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(path).close()
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, "CREATE TABLE later (x INTEGER) STRICT;"))
    for _ in range(2):
        Store(path).close()
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
        assert db.execute("SELECT count(*) FROM later").fetchone() == (0,)


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("not a database, but long enough to be looked at" * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        Store(path)


# --- heads


def test_the_checkpoint_notes_what_moves_and_is_a_chain(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    checkpoint = Checkpoint(path, "db", lock(path), now=lambda: 7.0)
    assert checkpoint.write({"1": (2, "a"), "accounts": (0, START)})
    assert not checkpoint.write({"1": (2, "a"), "accounts": (0, START)})
    assert checkpoint.write({"1": (3, "b"), "accounts": (0, START)})
    checkpoint.close()
    known, _, noted, *_ = read(path, "db")
    assert known == {"1": (3, "b"), "accounts": (0, START)}
    assert noted == [{"1": (2, "a"), "accounts": (0, START)}, {"1": (3, "b")}]
    with pytest.raises(HeadsError, match="another database"):
        read(path, "other")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0].replace('"a"', '"c"') + lines[1])
    with pytest.raises(HeadsError, match="line 2"):
        read(path, "db")


def test_only_one_server_at_a_time_anchors(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    first = Checkpoint(path, "db", lock(path))
    with pytest.raises(InUseError, match="in use"):
        Checkpoint(path, "db", lock(path))
    first.close()
    Checkpoint(path, "db", lock(path)).close()
    path.write_bytes(b"\xff\xfe nonsense\n")
    with pytest.raises(HeadsError, match="not a checkpoint file"):
        Checkpoint(path, "db", lock(path))


def test_a_disk_that_fails_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "heads"
    checkpoint = Checkpoint(path, "db", lock(path))
    checkpoint.write({"1": (2, "a")})
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", lambda number: (_ for _ in ()).throw(OSError("disk full")))
        with pytest.raises(OSError, match="disk full"):
            checkpoint.write({"1": (3, "b")})
    checkpoint.write({"1": (4, "c")})
    checkpoint.close()
    assert read(path, "db")[2] == [{"1": (2, "a")}, {"1": (4, "c")}]


def test_settings_are_changed_by_whoever_drives_the_table(store: Store) -> None:
    made, first = make_table(store)
    second = result_of(store.tables.take(made)).epoch
    with pytest.raises(FencedError):
        result_of(store.tables.set_state(made, first, "paused"))
    result_of(store.tables.set_state(made, second, "paused"))
    assert store.tables.rows()[0].state == "paused"


def test_a_copy_is_as_private_as_the_database(store: Store, path: Path, tmp_path: Path) -> None:
    backup(path, tmp_path / "copy.db")
    assert path.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    with pytest.raises(StoreError, match="cannot be written"):
        backup(path, tmp_path / "no folder" / "copy.db")


def test_a_line_cut_off_is_no_line_and_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    checkpoint = Checkpoint(path, "db", lock(path))
    checkpoint.write({"1": (2, "a")})
    checkpoint.close()
    whole = path.read_text()
    path.write_text(whole + '{"prev":"12')
    again = Checkpoint(path, "db", lock(path))
    again.write({"1": (3, "b")})
    again.close()
    assert path.read_text().startswith(whole)
    assert read(path, "db")[0] == {"1": (3, "b")}


# --- the audit


def total_money(store: Store) -> int:
    return result_of(store.accounts.create("Ann", "x", "player", 1000)).id  # type: ignore[no-any-return]


def write_anchor(store: Store, path: Path) -> None:
    checkpoint = Checkpoint(checkpoint_path(path), store.meta("id"), lock(checkpoint_path(path)))
    checkpoint.write(store.heads())
    checkpoint.close()


def audit_faults(path: Path) -> dict[str, str]:
    """Return what the audit finds wrong, by the name of the check."""
    return {check.name: check.told for check in audit(path).checks if not check.ok}


def test_the_audit_notices_a_changed_entry(store: Store, path: Path) -> None:
    account = total_money(store)
    write_anchor(store, path)
    assert audit_faults(path) == {}
    with sqlite3.connect(path) as db:
        db.execute("UPDATE accounts SET balance = balance + 1 WHERE id = ?", (account,))
    assert "holds $10.01; its entries add up to $10" in audit_faults(path)["accounts"]


def test_the_audit_alarms_when_a_chain_was_written_anew(store: Store, path: Path) -> None:
    """Chain and sums are consistent again, but the anchored head is missing."""
    account = total_money(store)
    write_anchor(store, path)
    body = {"number": 1, "account": account, "what": "practice money", "cents": 9_999, "balance": 9_999}
    text, head = link(START, body)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE entries SET line = ?, hash = ?", (text, head))
        db.execute("UPDATE accounts SET balance = 9999")
    assert audit_faults(path).keys() == {"anchors"}
    assert "ALARM: line 1 of accounts" in audit_faults(path)["anchors"]


def test_the_audit_tells_the_unanchored_tail(store: Store, path: Path) -> None:
    account = total_money(store)
    write_anchor(store, path)
    for _ in range(3):
        result_of(store.accounts.grant(account, 5, "more"))
    told = {check.name: check.told for check in audit(path).checks}
    assert told["anchors"].endswith("not anchored yet: 3 of accounts")
    checkpoint_path(path).unlink()
    assert "no checkpoint file" in audit_faults(path)["anchors"]


def test_the_audit_of_something_else_is_a_finding(tmp_path: Path) -> None:
    empty, nonsense = tmp_path / "empty.db", tmp_path / "nonsense.db"
    empty.touch()
    nonsense.write_bytes(b"x" * 5000)
    assert "database" in audit_faults(empty)
    assert "database" in audit_faults(nonsense)


# --- copies


def test_a_backup_is_taken_while_writing_goes_on(store: Store, path: Path, tmp_path: Path) -> None:
    made, epoch = make_table(store)
    futures = [store.tables.append(Batch(made, epoch, [line(say=number)])) for number in range(200)]
    copy = tmp_path / "copy.db"
    backup(path, copy)
    for future in futures:
        result_of(future)
    with sqlite3.connect(copy) as db:
        held, number = db.execute("SELECT (SELECT count(*) FROM rows), number FROM tables").fetchone()
    assert held == number  # the copy is of one moment
    with pytest.raises(StoreError, match="already exists"):
        backup(path, copy)


def test_an_export_requires_a_new_folder(store: Store, path: Path, tmp_path: Path) -> None:
    total_money(store)
    assert export(path, tmp_path / "out", "jsonl")["accounts balance"] == 1000
    assert json.loads((tmp_path / "out" / "accounts.jsonl").read_text())["name"] == "Ann"
    with pytest.raises(StoreError, match="already exists"):
        export(path, tmp_path / "out", "csv")


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_an_export_is_for_its_owner_alone(
    store: Store, path: Path, tmp_path: Path, form: Literal["csv", "jsonl"]
) -> None:
    """It holds hidden cards, as the database does."""
    total_money(store)
    before = os.umask(0)
    try:
        export(path, tmp_path / "new" / "out", form)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new" / "out").stat().st_mode) == 0o700
    files = [*(tmp_path / "new" / "out").iterdir()]
    assert files
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_an_export_has_every_role_and_setting_and_no_code(store: Store, path: Path, tmp_path: Path) -> None:
    """It lists the changes of accounts and tables in order; of secret values, only that they changed."""
    ann = result_of(store.accounts.create("Ann", "the-code", "player", 1000)).id
    result_of(store.accounts.set_role(ann, "supervisor"))
    result_of(store.accounts.set_code(ann, "another-code"))
    made, epoch = make_table(store)
    result_of(store.tables.set_setting(made, epoch, '{"minimum": 10}'))
    result_of(store.decide(Decision("Ann", "the disk is gone", "line 7 of table 1 is missing", begun=False), None))
    totals = export(path, tmp_path / "out", "jsonl")
    text = (tmp_path / "out" / "register.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(each) for each in text.splitlines()]
    assert totals["register count"] == len(rows)
    assert [(row["what"], row["was"], row["is"]) for row in rows if row["of"] == "account"] == [
        ("name", None, "Ann"),
        ("role", None, "player"),
        ("code", None, None),
        ("state", None, "open"),
        ("signed_out", None, 0),
        ("role", "player", "supervisor"),
        ("code", None, None),
        ("signed_out", 0, 1),
    ]
    assert [(each["what"], each["is"]) for each in rows if each["of"] == "decision"] == [
        ("by", "Ann"),
        ("why", "the disk is gone"),
        ("found", "line 7 of table 1 is missing"),
        ("begun", False),
    ]
    settings = [each for each in rows if each["what"] == "setting"]
    assert [(setting["of"], setting["key"], setting["was"], setting["is"]) for setting in settings] == [
        ("table", made, None, "{}"),
        ("table", made, "{}", '{"minimum": 10}'),
    ]
    assert [each["number"] for each in rows] == sorted(each["number"] for each in rows)
    for code in ("the-code", "another-code", store.meta("secret")):
        assert not {code, sha256(code.encode()).hexdigest()} & set(re.findall(r"[\w-]+", text))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE accounts SET role = 'admin'")
    with pytest.raises(StoreError, match=r"not what the register says: account 1 \(“Ann”\)"):
        export(path, tmp_path / "touched", "csv")
    assert not (tmp_path / "touched").exists()


def test_a_commit_counts_although_its_mark_cannot_be_written(store: Store) -> None:
    told: list[str] = []
    store.on_commit = lambda commit, whole, wrong: told.append(wrong)

    def fails(heads: object) -> None:
        raise OSError("no mark")

    store.committed = fails
    made = store.accounts.create("Zoe", "a code", "player", 0).result()
    assert store.accounts.find("Zoe") is not None
    assert made.name == "Zoe"
    assert told == ["no mark"]


def test_a_full_disk_is_called_full_also_where_only_the_file_beside_the_log_finds_no_room() -> None:
    wrong = sqlite3.OperationalError("disk I/O error")
    wrong.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert describe_error(wrong) == "the disk is full"
    wrong.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    assert describe_error(wrong) == "the disk fails"
