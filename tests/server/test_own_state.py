"""The server knows its own state: what was anchored must be there before a table is taken, or somebody decides.

A server that is killed leaves its files as they are at that moment. So a copy of the files of a server that runs is
what a kill leaves, and somebody may do to the copy what he likes before the next start.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kit.inside import Inside, until
from kit.patience import PATIENCE
from kit.pit import Pit
from pitboss.cli.main import main
from pitboss.server.app import build
from pitboss.server.live.tables import Casino
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.anchor_export import AnchorExport, Anchoring
from pitboss.store.chains.checkpoint_file import Checkpoint, checkpoint_path, parse
from pitboss.store.database.locks import lock, lock_path
from pitboss.store.errors import StoreError
from pitboss.store.keeper import HELD, Keeper, open_for_command
from pitboss.store.store import Store

FRAME = 24 + 4096  # bytes of the log for each page, after 32 of its own


def files_of(path: Path) -> list[Path]:
    return [path, path.with_name(f"{path.name}-wal"), checkpoint_path(path)]


def left_by_a_kill(path: Path, to: Path) -> Path:
    """Copy the files of a running server, as a kill would leave them. A separate process copies them, because a process
    that opens and closes a database file loses its locks on it."""
    to.mkdir()
    subprocess.run(["cp", *(str(each) for each in files_of(path) if each.exists()), str(to)], check=True)
    return to / path.name


class House:
    """Copies of one database: from an early moment, as a kill leaves it, and as a stop leaves it."""

    def __init__(self, folder: Path) -> None:
        self.stopped = folder / "stopped" / "pit.db"
        self.stopped.parent.mkdir()
        with Inside(self.stopped) as inside:
            pit = Pit(inside)
            self.cookie = pit.cookies["Chief"]
            pit.sits("Ann", 3)
            pit.plays("Ann")
            inside.casino.keeper.note_heads(inside.casino.store)
            self.early = left_by_a_kill(self.stopped, folder / "early")
            pit.plays("Ann")
            self.acked = inside.casino.store.heads()["1"][0]
            self.killed = left_by_a_kill(self.stopped, folder / "killed")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("house"))


def put(path: Path, to: Path) -> Path:
    """Copy the files of a database to another folder."""
    to.mkdir(exist_ok=True)
    for each in files_of(path):
        if each.exists():
            shutil.copy(each, to / each.name)
    return to / path.name


def differences(path: Path) -> list[str]:
    """Return the differences that a server reports at its start."""
    keeper = Keeper(path, Anchoring())
    try:
        return [] if keeper.doubt is None else [each.told for each in keeper.doubt.found]
    finally:
        keeper.release()


# --- what is noticed before a table is taken


def test_nothing_is_missing_after_a_kill_or_a_stop(house: House, tmp_path: Path) -> None:
    assert differences(put(house.killed, tmp_path / "killed")) == []
    assert differences(put(house.stopped, tmp_path / "stopped")) == []


def test_a_flipped_byte_of_the_log_is_detected_after_a_kill(house: House, tmp_path: Path) -> None:
    """Every acknowledged action after the flipped byte is missed by its number."""
    size = files_of(house.killed)[1].stat().st_size
    frames = (size - 32) // FRAME
    first = frames // 4
    for at in (first + part * (frames - 1 - first) // 7 for part in range(8)):
        path = put(house.killed, tmp_path / str(at))
        log = files_of(path)[1]
        raw = bytearray(log.read_bytes())
        raw[32 + at * FRAME + 2_000] ^= 1
        log.write_bytes(raw)
        problems = differences(path)
        assert problems, f"frame {at} of {frames}"
    # The last commit of all was acknowledged, and is what is missing now.
    assert any(re.fullmatch(rf"lines? .*{house.acked} of table 1 (is|are) missing", each) for each in problems), (
        problems
    )


def test_an_older_database_put_back_is_detected(house: House, tmp_path: Path) -> None:
    path = put(house.stopped, tmp_path / "older")
    files_of(path)[1].unlink(missing_ok=True)
    for each in files_of(house.early)[:2]:
        shutil.copy(each, path.parent / each.name)
    problems = differences(path)
    assert any(re.fullmatch(rf"lines \d+ to {house.acked} of table 1 are missing", each) for each in problems), problems


def test_a_missing_or_foreign_checkpoint_file_is_detected(house: House, tmp_path: Path) -> None:
    path = put(house.stopped, tmp_path / "it")
    anchors = checkpoint_path(path)
    whole = anchors.read_bytes()
    anchors.unlink()
    assert differences(path) == [f"the checkpoint file {anchors} is missing or empty, so nothing shows what is lost"]
    assert not anchors.exists()  # nothing was begun
    Store(tmp_path / "other.db").close()
    other = Keeper(tmp_path / "other.db", Anchoring())
    other.release()
    shutil.copy(checkpoint_path(tmp_path / "other.db"), anchors)
    assert differences(path) == [f"{anchors} belongs to another database"]
    lines = whole.splitlines(keepends=True)
    anchors.write_bytes(b"".join([*lines[:-2], lines[-1]]))
    assert differences(path) == [f"{anchors}, line {len(lines) - 1}, does not have the hash of the line before it"]
    path.unlink()
    anchors.write_bytes(whole)
    assert differences(path) == [f"{path} is not there, but {anchors} has anchors of it"]
    path.touch()
    assert differences(path) == [f"the database is empty, but {anchors} has anchors of it"]


def test_lines_that_no_server_wrote_are_detected(house: House, tmp_path: Path) -> None:
    """The chain is whole, but the last server had stopped before them."""
    path = put(house.stopped, tmp_path / "it")
    store = Store(path)
    store.accounts.grant(1, 9_999_900, "a present").result(timeout=PATIENCE)
    store.close()
    [told] = differences(path)
    assert re.fullmatch(r"line (\d+) of accounts is there, but no server wrote that: the last one had stopped", told)
    [check] = [check for check in audit(path).checks if not check.ok]
    assert check.told == "after the last server had stopped, lines were added: 1 of accounts"


def test_an_altered_line_is_reported_with_the_last_good_one(house: House, tmp_path: Path) -> None:
    path = put(house.stopped, tmp_path / "it")
    with closing(sqlite3.connect(path)) as db:
        (last,) = db.execute("SELECT max(number) FROM entries").fetchone()
        db.execute("UPDATE entries SET hash = 'x' WHERE number = ?", (last,))
        db.commit()
    told, also = differences(path)
    assert re.fullmatch(rf"lines? .*{last} of accounts (is|are) not as anchored", told)
    assert also == f"entry {last} of account 3 (“Ann”) was changed after it was hashed"


def test_a_role_written_into_the_file_is_detected(house: House, tmp_path: Path) -> None:
    """The role is written with SQL while no server runs. If the operator accepts it and goes on, that is on the record
    as well."""
    path = put(house.stopped, tmp_path / "it")
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE accounts SET role = 'admin' WHERE name = 'Ann'")
        db.execute("DELETE FROM accounts WHERE name = 'Bob'")
        db.commit()
    problems = differences(path)
    assert problems[0].startswith("account 3 (“Ann”): its role is 'admin'; line ")
    assert problems[1].startswith("account 4 (“Bob”) is gone; line ")
    in_casino(path, Anchoring(go_on="so be it"), lambda casino: bool(casino.tables))
    assert differences(path) == []
    checks = {check.name: check for check in audit(path).checks}
    assert checks["register"].ok
    assert "although account 3 (“Ann”): its role is 'admin'" in checks["anchors"].told
    assert "account 4 has entries that add up to $1,000, but the account is gone" in checks["accounts"].told  # for good


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("UPDATE accounts SET balance = 99999900 WHERE id = 3", r"account 3 \(“Ann”\) holds \$999,999; entry "),
        ("UPDATE entries SET line = replace(line, 'cents', 'Cents')", r"entry \d+ of account 1 .* was changed"),
        ("UPDATE register SET line = replace(line, 'player', 'admin')", r"register: number \d+ does not have the hash"),
        ("UPDATE carries SET carry = replace(carry, 'rack 3\":', 'rack 3\":9')", "the carry of round 3 is not the one"),
        ("DELETE FROM carries WHERE round = 3", "the carry of round 3 is missing"),
        ("UPDATE rows SET line = replace(line, 'given', 'Given')", r"table 1 .*: number \d+ does not have the hash of"),
        ("CREATE TRIGGER more AFTER INSERT ON rows BEGIN DELETE FROM told; END", "the trigger more does not belong"),
    ],
)
def test_a_state_that_differs_from_the_chains_pauses_the_start(
    house: House, tmp_path: Path, sql: str, told: str
) -> None:
    """Every anchored head is in its place, so only whoever follows the hashes notices. Once decided, it is decided."""
    path = put(house.stopped, tmp_path / "it")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(sql)
    assert any(re.search(told, each) for each in differences(path)), differences(path)
    keeper = Keeper(path, Anchoring())
    store = Store(path)
    keeper.attach(store)
    keeper.decide(store, "Chief", "it is all we have", None)
    keeper.close(store)
    store.close()
    assert differences(path) == []


def test_a_corrupt_database_file_is_detected(house: House, tmp_path: Path) -> None:
    """It can be read as far as a start reads it."""
    path = put(house.stopped, tmp_path / "it")
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'staff_acts_of_table'").fetchone()
    raw = bytearray(path.read_bytes())
    raw[(root - 1) * 4096 + 7] ^= 1  # how many bytes of the page are free between cells
    path.write_bytes(raw)
    [told] = differences(path)
    assert told.startswith("the file is damaged: ")


# --- paused, until somebody decides


def paused_copy(house: House, tmp_path: Path) -> Path:
    path = put(house.stopped, tmp_path / "it")
    files_of(path)[1].unlink(missing_ok=True)
    for each in files_of(house.early)[:2]:
        shutil.copy(each, path.parent / each.name)
    return path


def test_a_paused_server_opens_no_table_and_writes_nothing(house: House, tmp_path: Path) -> None:
    path = paused_copy(house, tmp_path)
    anchors = checkpoint_path(path).read_bytes()
    with Inside(path) as inside:
        epochs = inside.casino.store.heads()
        assert inside.casino.tables == {}
        health = inside.request("GET", "/readyz")
        assert health.status_code == 503
        assert [each["what"] for each in health.json()["reasons"]] == [HELD]  # once, not for each table
        for method, where, body in (
            ("POST", "/api/session", {"name": "Dan"}),
            ("POST", "/api/me/practice-money", {}),
            ("POST", "/api/tables/1/wind-up", {"why": "x"}),
            ("POST", "/api/tables", {"name": "New", "game": "craps", "why": "x"}),
            ("PUT", "/api/people/Ann/role", {"role": "admin", "why": "x"}),
            ("GET", "/t/1", None),
        ):
            answer = inside.request(method, where, house.cookie, json=body)
            assert answer.status_code in (409, 503), (where, answer.text)
            assert "The server is paused" in answer.text
        state = inside.request("GET", "/api/house/state", house.cookie).json()
        assert state["paused"]
        [rows] = [each for each in state["found"] if each["chain"] == "1"]
        assert (rows["what"], rows["last"]) == ("missing", house.acked)
        page = inside.request("GET", "/house", house.cookie).text
        assert rows["told"] in page
        assert 'data-testid="go-on"' in page
        assert "The server is paused" in inside.request("GET", "/").text
        assert inside.casino.store.heads() == epochs
    assert checkpoint_path(path).read_bytes() == anchors  # whoever starts it again is told the same


def test_a_decision_that_reuses_a_lost_number_raises_no_alarm(tmp_path: Path) -> None:
    """The decision is itself an act of the staff. One was anchored under its number, and is not there any more."""
    path, early = tmp_path / "pit.db", tmp_path / "early.db"
    with Inside(path) as inside:
        pit = Pit(inside)
    shutil.copy(path, early)
    with Inside(path) as inside:
        pit.inside = inside
        pit.ok("Chief", "PUT /api/people/Ann/role", role="auditor", why="to read")
    shutil.copy(early, path)
    with Inside(path) as inside:
        pit.inside = inside
        assert "line 1 of staff is missing" in [each.told for each in inside.casino.doubt.found]
        pit.ok("Chief", "POST /api/house/go-on", why="no better copy")
    assert [check.told for check in audit(path).checks if not check.ok] == []
    assert differences(path) == []


def test_an_administrators_decision_to_go_on_is_recorded(house: House, tmp_path: Path) -> None:
    path = paused_copy(house, tmp_path)
    with Inside(path) as inside:
        told = [each.told for each in inside.casino.doubt.found]
        ann = inside.app.state.sessions.make(inside.account("Ann").id)
        assert inside.request("GET", "/api/house/state", ann).status_code == 403
        assert inside.request("POST", "/api/house/go-on", ann, json={"why": "x"}).status_code == 403
        assert inside.request("POST", "/api/house/go-on", house.cookie, json={"why": " "}).status_code == 422
        assert inside.request("POST", "/api/house/go-on", house.cookie, json={"why": "disk swapped"}).status_code == 200
        assert inside.request("GET", "/healthz").status_code == 200
        assert inside.request("GET", "/api/house/state", house.cookie).json() == {
            "paused": False,
            "found": [],
            "unanchored": "",
        }
        again = inside.request("POST", "/api/house/go-on", house.cookie, json={"why": "again"})
        assert (again.status_code, again.json()["refused"][0]["wrong"]) == (409, "The server is not paused.")
        act = inside.casino.store.staff_acts()[0]
        assert (act.name, act.why) == ("Chief", "disk swapped")
        assert all(each in act.what for each in told)
        inside.name("Dan")  # the house is open
    assert differences(path) == []
    checks = {check.name: check for check in audit(path).checks}
    assert all(check.ok for check in checks.values())
    said = checks["anchors"].told
    assert "continued on 20" in said
    assert "by Chief (disk swapped) from line " in said
    assert all(each in said for each in told)


def test_signing_out_works_while_the_server_is_paused(house: House, tmp_path: Path) -> None:
    """At once, in every browser; in the database once it may be written."""
    path = paused_copy(house, tmp_path)
    with Inside(path) as inside:
        heads, before = inside.casino.store.heads(), inside.account("Ann").signed_out
        sessions = inside.app.state.sessions
        ann = sessions.make(inside.account("Ann").id, before)
        assert inside.request("POST", "/api/session/end", ann).status_code == 200
        assert inside.request("GET", "/api/me", ann).status_code == 401
        assert inside.request("POST", "/api/session/end", ann).status_code == 401
        assert inside.casino.store.heads() == heads  # what nobody has decided about stays as it is
        again = sessions.make(inside.account("Ann").id, before + 1)  # as she is given when she comes back
        assert inside.request("GET", "/api/me", again).status_code == 200
        assert inside.request("POST", "/api/house/go-on", house.cookie, json={"why": "x"}).status_code == 200
        assert inside.account("Ann").signed_out == before + 1
        assert [inside.request("GET", "/api/me", each).status_code for each in (ann, again)] == [401, 200]


def test_signing_out_works_while_the_server_resumes(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann was first; the chief signs out while it is written that she is out."""
    with Inside(paused_copy(house, tmp_path)) as inside:
        casino, (ann, chief) = inside.casino, (inside.account(name) for name in ("Ann", "Chief"))
        casino.sessions.end_unwritten(ann.id)
        write, asked = casino.store.accounts.end_sessions, list[int]()

        def meanwhile(account: int, act: Any = None) -> Any:
            if not asked:
                casino.sessions.end_unwritten(chief.id)
            asked.append(account)
            return write(account, act)

        monkeypatch.setattr(casino.store.accounts, "end_sessions", meanwhile)
        assert inside.request("POST", "/api/house/go-on", house.cookie, json={"why": "x"}).status_code == 200
        assert asked == [ann.id, chief.id]
        assert [inside.account(each.name).signed_out - each.signed_out for each in (ann, chief)] == [1, 1]


@pytest.mark.parametrize("was", ["missing", "of another database"])
def test_a_checkpoint_file_begun_anew_says_so_for_good(house: House, tmp_path: Path, was: str) -> None:
    path = put(house.stopped, tmp_path / "it")
    whole = checkpoint_path(path).read_bytes()
    if was == "missing":
        checkpoint_path(path).unlink()
    else:
        checkpoint_path(path).write_bytes(whole.replace(b'"database":"', b'"database":"0'))
    with Inside(path) as inside:
        assert inside.request("POST", "/api/house/go-on", house.cookie, json={"why": "lost it"}).status_code == 200
        inside.name("Dan")
    assert checkpoint_path(path).with_name("pit.db.heads.replaced-1").exists() is (was != "missing")
    for _ in range(2):  # it stays so at every start
        assert differences(path) == []
        [told] = [check.told for check in audit(path).checks if check.name == "anchors"]
        assert "; started over on 20" in told
        assert " by Chief (lost it) from line " in told


def test_a_table_that_cannot_be_taken_after_the_decision_is_taken_at_the_next_try(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full, say. The server stays paused, and the decision is not asked for twice."""
    path = paused_copy(house, tmp_path)
    with Inside(path) as inside:
        store = inside.casino.store
        tables, take = [row.id for row in store.tables.rows()], store.tables.take

        def fails(table: int) -> object:
            if table == tables[2]:
                raise StoreError("nothing can be written: the disk is full")
            return take(table)

        with monkeypatch.context() as patch:
            patch.setattr(store.tables, "take", fails)
            answer = inside.request("POST", "/api/house/go-on", house.cookie, json={"why": "disk swapped"})
            assert (answer.status_code, "the disk is full" in answer.text) == (503, True)
        assert inside.request("GET", "/readyz").status_code == 503
        assert inside.request("POST", "/api/house/go-on", house.cookie, json={"why": "again"}).status_code == 200
        assert sorted(inside.casino.tables) == tables
        assert [act.why for act in store.staff_acts() if "although" in act.what] == ["disk swapped"]
        assert inside.request("GET", "/readyz").status_code == 200


def in_casino(path: Path, anchoring: Anchoring, test: Callable[[Casino], bool]) -> None:
    """Run a server until a condition holds."""

    async def whole() -> None:
        casino = Casino(path, anchoring=anchoring)
        await casino.open()
        try:
            while not test(casino):
                await asyncio.sleep(0.01)
        finally:
            await casino.close()

    asyncio.run(asyncio.wait_for(whole(), PATIENCE))


def test_the_operator_may_decide_to_go_on_by_command(house: House, tmp_path: Path) -> None:
    path = paused_copy(house, tmp_path)
    in_casino(path, Anchoring(go_on="the newer disk is gone"), lambda casino: bool(casino.tables))
    [told] = [check.told for check in audit(path).checks if check.name == "anchors"]
    assert "by the operator (the newer disk is gone)" in told


def test_a_paused_start_says_so(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = paused_copy(house, tmp_path)

    async def over(server: object, sockets: object) -> None:
        """Check that nobody is served."""

    monkeypatch.setattr("pitboss.server.uvicorn_server.Server.serve", over)
    assert main(["serve", "--db", str(path), "--port", "0"]) == 0
    output = capsys.readouterr().err
    assert "The server is paused: the database is not what was anchored.\n" in output
    assert f" {house.acked} of table 1 are missing\n" in output
    assert "start it again with --go-on WHY" in output


# --- while the server runs


def test_a_checkpoint_file_removed_or_changed_while_the_server_runs_is_noticed(house: House, tmp_path: Path) -> None:
    path = put(house.stopped, tmp_path / "it")
    anchors = checkpoint_path(path)

    def note_heads(inside: Inside) -> list[str]:
        inside.casino.keeper.note_heads(inside.casino.store)
        return [
            each.decision.found for each in parse(anchors, anchors.read_bytes(), inside.casino.store.meta("id")).decided
        ]

    with Inside(path) as inside:
        before = anchors.read_bytes()
        anchors.unlink()
        removed = f"{anchors} was removed while the server was running"
        assert note_heads(inside) == [removed]
        assert anchors.read_bytes().startswith(before[: before.rfind(b"\n") + 1])  # nothing that it knew is lost
        other = tmp_path / "other"
        other.write_bytes(before)
        other.rename(anchors)
        changed = f"{anchors} was replaced or changed while the server was running"
        assert note_heads(inside) == [removed, changed]
        anchors.write_bytes(b"nothing\n")  # the same file, so what it knew is lost
        assert note_heads(inside) == [changed]
        inside.name("Dan")
    told = [check.told for check in audit(path).checks if check.name == "anchors"]
    assert "started over on" in told[0]
    assert differences(path) == []


def test_a_link_to_a_database_counts_as_that_database(tmp_path: Path) -> None:
    """One lock and one checkpoint file, whichever name a server is started with."""
    path, link = tmp_path / "real" / "pit.db", tmp_path / "link.db"
    path.parent.mkdir()
    link.symlink_to(path)
    for one, other in ((path, link), (link, path)):
        keeper = Keeper(one, Anchoring())
        with pytest.raises(StoreError, match="another server is running on this database"):
            build(other)
        keeper.release()
    assert checkpoint_path(link) == checkpoint_path(path)
    beside_link = tmp_path / "link.db.heads"  # of an earlier version, which had it there
    beside_link.touch()
    assert checkpoint_path(link) == beside_link
    keeper = Keeper(link, Anchoring())
    with pytest.raises(StoreError, match="another server is running on this database"):
        build(path)  # which has another checkpoint file, and the same lock
    keeper.release()
    checkpoint_path(path).touch()
    assert checkpoint_path(link) == checkpoint_path(path)


def test_the_lock_does_not_depend_on_the_checkpoint_file(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    keeper = Keeper(path, Anchoring())
    checkpoint_path(path).unlink()
    with pytest.raises(StoreError, match=r"pit.db.lock is in use: another server is running on this database"):
        build(path)
    lock_path(path).unlink()
    keeper.release()
    again = Keeper(path, Anchoring())
    lock_path(path).unlink()
    with pytest.raises(StoreError, match=r"pit.db.heads is in use: another server is running on this database"):
        build(path)
    again.release()
    assert [each.name for each in tmp_path.iterdir()] == []


def test_a_mark_names_the_newest_heads_and_is_no_line(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    checkpoint = Checkpoint(path, "db", lock(path))
    checkpoint.write({"1": (1, "a"), "2": (1, "b")})
    line = path.read_bytes()
    checkpoint.mark({"1": (123_456, "a much longer hash"), "2": (1, "b")})
    checkpoint.mark({"1": (3, "c"), "2": (2, "d")})
    noted = parse(path, path.read_bytes(), "db")
    assert noted.newest == {"1": (3, "c"), "2": (2, "d")}
    assert path.read_bytes().startswith(line)
    assert path.read_bytes().count(b"\n") == 1  # whoever knows no marks sees a line that was cut off
    checkpoint.write({"1": (2, "b")})  # heads that were read before the last commit
    noted = parse(path, path.read_bytes(), "db")
    assert (noted.known["1"], noted.newest["1"]) == ((2, "b"), (3, "c"))
    assert checkpoint.damage == ""
    path.write_bytes(path.read_bytes()[:-20])
    assert parse(path, path.read_bytes(), "db").newest == {}
    checkpoint.close()


def test_a_command_may_write_beside_a_server_or_alone(house: House, tmp_path: Path) -> None:
    path = put(house.stopped, tmp_path / "it")
    with open_for_command(path) as store:
        store.accounts.grant(1, 500, "for a cab").result(timeout=PATIENCE)
    assert differences(path) == []
    with Inside(path) as inside:
        with open_for_command(path) as store:
            store.accounts.grant(1, 500, "for a cab").result(timeout=PATIENCE)
        inside.name("Dan")
    assert differences(path) == []
    assert audit(path).ok


def test_a_database_that_cannot_be_read_for_a_moment_does_not_end_the_anchoring(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(house.stopped, tmp_path / "it")
    with Inside(path) as inside:
        keeper, store = inside.casino.keeper, inside.casino.store

        def fails() -> None:
            raise sqlite3.OperationalError("disk I/O error")

        with monkeypatch.context() as patch:
            patch.setattr(store, "house_heads", fails)
            keeper.note_heads(store)
            assert keeper.unanchored == "disk I/O error"
        keeper.note_heads(store)
        assert keeper.unanchored == ""


# --- anchors elsewhere


def lines_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_anchors_go_to_a_file_on_another_disk(house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path, far = put(house.stopped, tmp_path / "it"), tmp_path / "far.heads"
    anchoring = Anchoring(file=far)
    keeper = Keeper(path, anchoring)
    assert caplog.messages == [
        f"the anchor file {far} has no lines yet; it is begun with those of {checkpoint_path(path)}"
    ]
    keeper.send_anchors()
    assert far.read_bytes() == checkpoint_path(path).read_bytes()
    keeper.release()
    # Both the database and its own checkpoint file are put back: the copy knows better.
    for each in files_of(house.early):
        shutil.copy(each, path.parent / each.name)
    assert differences(path) == []
    again = Keeper(path, anchoring)
    assert again.doubt is not None
    assert f"{far} has lines that {checkpoint_path(path)} does not have" in again.doubt.summary
    assert f"{house.acked} of table 1 are missing" in again.doubt.summary
    again.release()


def test_anchors_are_given_to_a_command_line_by_line(tmp_path: Path) -> None:
    own, far = tmp_path / "pit.db.heads", tmp_path / "far"
    checkpoint = Checkpoint(own, "db", lock(own))
    checkpoint.write({"1": (1, "a")})
    sender = AnchorExport(own, Anchoring(command=f"cat >> '{far}'"))
    assert sender.send() == ""
    assert sender.send() == ""  # nothing new
    checkpoint.write({"1": (2, "b")})
    checkpoint.mark({"1": (3, "c")})
    broken = AnchorExport(own, Anchoring(command="echo no line today >&2; exit 3"))
    assert broken.send() == "anchors cannot be sent elsewhere: the command ended with 3: no line today"
    assert AnchorExport(own, Anchoring(command=f"cat >> '{far}'")).send() == ""  # what was not sent is sent later
    assert [line["heads"] for line in lines_in(far)] == [{"1": [1, "a"]}, {"1": [2, "b"]}]
    assert far.read_text() == "".join(f"{line}\n" for line in own.read_text().split("\n")[:2])
    checkpoint.close()


def test_an_altered_anchor_file_elsewhere_is_reported(tmp_path: Path) -> None:
    own, far = tmp_path / "pit.db.heads", tmp_path / "far"
    checkpoint = Checkpoint(own, "db", lock(own))
    checkpoint.write({"1": (1, "a")})
    sender = AnchorExport(own, Anchoring(file=far))
    assert sender.send() == ""
    far.write_text("")
    assert sender.send() == f"anchors cannot be sent elsewhere: {far} was changed while the server was running"
    gone = AnchorExport(own, Anchoring(file=tmp_path / "no folder" / "far"))
    assert "No such file or directory" in gone.send()
    checkpoint.close()


def test_an_anchor_file_elsewhere_resumes_when_its_disk_has_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, far = tmp_path / "pit.db.heads", tmp_path / "far"
    checkpoint = Checkpoint(own, "db", lock(own))
    checkpoint.write({"1": (1, "a")})
    sender = AnchorExport(own, Anchoring(file=far))
    assert sender.send() == ""
    for number in (2, 3):
        checkpoint.write({"1": (number, "b")})
    written, new = os.pwrite, own.stat().st_size - far.stat().st_size
    with monkeypatch.context() as patch:
        patch.setattr("os.pwrite", lambda fd, raw, at: written(fd, raw[: new // 2 + 9], at))  # a whole line, and more
        assert "No space left on device" in sender.send()
    assert sender.send() == ""
    assert far.read_bytes() == own.read_bytes()
    checkpoint.close()


def test_a_server_sends_its_anchors_and_says_when_it_cannot(tmp_path: Path) -> None:
    path, far = tmp_path / "pit.db", tmp_path / "far.heads"
    in_casino(path, Anchoring(far, "exit 1"), lambda casino: "the command ended with 1" in casino.anchoring_fault)
    assert far.read_bytes() == checkpoint_path(path).read_bytes()
    assert lines_in(far)[-1]["stopped"] is True


def test_a_command_that_never_ends_or_never_stops_talking_is_stopped_with_all_it_started(tmp_path: Path) -> None:
    own, left = tmp_path / "pit.db.heads", tmp_path / "left"
    checkpoint = Checkpoint(own, "db", lock(own))
    checkpoint.write({"1": (1, "a")})
    checkpoint.close()
    sender = AnchorExport(own, Anchoring(command=f"sleep 999 & echo $! > '{left}'; yes; yes >&2; wait"))
    assert sender.send(0.5) == "anchors cannot be sent elsewhere: the command did not end within 0.5 seconds"
    until(lambda: not left.exists() or not running(int(left.read_text())))


def test_a_server_that_stops_does_not_wait_for_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.store.chains.anchor_export.LAST", 0.1)
    monkeypatch.setattr("pitboss.server.live.tables.ANCHOR", 0.01)
    begun = tmp_path / "begun"
    in_casino(tmp_path / "pit.db", Anchoring(command=f"touch '{begun}'; sleep 999; true"), lambda _: begun.exists())
    assert not (tmp_path / "pit.db.heads.sent").exists()  # nothing counts as sent


@pytest.mark.parametrize("name", ["pit.db", "pit.db.heads"])
def test_anchors_may_not_go_to_the_database_files(tmp_path: Path, name: str) -> None:
    """Otherwise going on would have set the database itself aside."""
    with pytest.raises(StoreError, match="is the database or its own checkpoint file; name another file"):
        Keeper(tmp_path / "pit.db", Anchoring(file=tmp_path / "." / name))


def running(pid: int) -> bool:
    """Return whether a process runs; one that has ended but was not waited for does not."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_an_unreachable_anchor_place_does_not_block_the_other(tmp_path: Path) -> None:
    own, far = tmp_path / "pit.db.heads", tmp_path / "far"
    checkpoint = Checkpoint(own, "db", lock(own))
    checkpoint.write({"1": (1, "a")})
    own.with_name("pit.db.heads.sent").write_bytes(b"\xffnot a number")  # then all of it is given
    both = AnchorExport(own, Anchoring(tmp_path / "no folder" / "far", f"cat > '{far}'"))
    assert "No such file or directory" in both.send()
    assert far.read_bytes() == own.read_bytes()
    checkpoint.close()


def test_a_stop_waits_for_writes_begun_by_the_clock(tmp_path: Path) -> None:
    """The clock of a table has given something to be written and is stopped before it is on a slow disk."""
    path = tmp_path / "pit.db"

    async def stops() -> None:
        casino, begun, goes_on = Casino(path), threading.Event(), threading.Event()
        await casino.open()

        def slow(db: sqlite3.Connection) -> None:
            begun.set()
            goes_on.wait(PATIENCE)

        casino.store.submit(slow)
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        given = casino.store.accounts.create("Ann", "code", "player", 100)  # whoever asked for it is gone
        stopping = asyncio.create_task(casino.close())
        while casino.store.backlog < 2 and "stopped" not in checkpoint_path(path).read_text():
            await asyncio.sleep(0.01)
        goes_on.set()
        await stopping
        assert given.done()

    asyncio.run(stops())
    assert differences(path) == []
    assert not [check for check in audit(path).checks if not check.ok]
