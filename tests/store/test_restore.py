"""Copies: a fresh one verifies, an older one says how far it goes, and a restored one leaves a trace."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.patience import PATIENCE
from kit.serving import Person, Server
from pitboss.cli.main import main
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.anchor_comparison import find_doubt
from pitboss.store.chains.checkpoint_file import Checkpoint, checkpoint_path, read
from pitboss.store.chains.state_register import differences, read_register
from pitboss.store.copies.restore import restore
from pitboss.store.copies.snapshots import backup
from pitboss.store.database import read_only
from pitboss.store.database.locks import lock
from pitboss.store.errors import StoreError
from pitboss.store.keeper import open_for_command
from pitboss.store.row_types import StaffAct
from pitboss.store.store import Store

NOBODY = 65_534


class Bank:
    """A database with one account. Each deposit is a line of its chain."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = Store(path)
        self.account = self.store.accounts.create("Ann", "x", "player", 1000).result(timeout=PATIENCE).id

    def deposit(self, times: int = 1) -> None:
        for _ in range(times):
            self.store.accounts.grant(self.account, 5, "more").result(timeout=PATIENCE)

    def anchor(self) -> None:
        checkpoint = Checkpoint(
            checkpoint_path(self.path), self.store.meta("id"), lock(checkpoint_path(self.path)), now=lambda: 86_400
        )
        checkpoint.write(self.store.heads())
        checkpoint.close()


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    made = Bank(tmp_path / "pit.db")
    made.anchor()
    yield made
    made.store.close()


def anchors(path: Path, heads: Path | None = None) -> tuple[bool | None, str]:
    (found,) = [check for check in audit(path, heads).checks if check.name == "anchors"]
    return found.ok is True, found.told


def balance(path: Path) -> int:
    with sqlite3.connect(path) as db:
        (held,) = db.execute("SELECT balance FROM accounts").fetchone()
    return int(held)


# --- copies


def test_a_fresh_copy_verifies(bank: Bank, tmp_path: Path) -> None:
    bank.deposit(2)  # not anchored yet
    copy = tmp_path / "copy.db"
    assert backup(bank.path, copy) == checkpoint_path(copy)
    assert audit(copy).ok
    assert anchors(copy)[1].endswith("not anchored yet: 2 of accounts")
    assert checkpoint_path(copy).stat().st_mode & 0o777 == 0o600
    assert checkpoint_path(copy).read_bytes() == checkpoint_path(bank.path).read_bytes()


def test_anchors_are_copied_whole_and_never_over_others(bank: Bank, tmp_path: Path) -> None:
    with checkpoint_path(bank.path).open("ab") as file:
        file.write(b'{"prev":"12')  # the server is writing it
    copy = tmp_path / "copy.db"
    backup(bank.path, copy)
    assert checkpoint_path(copy).read_bytes().endswith(b"\n")
    other = tmp_path / "other.db"
    checkpoint_path(other).write_text("kept")
    with pytest.raises(StoreError, match=r"other\.db\.heads already exists"):
        backup(bank.path, other)
    assert (other.exists(), checkpoint_path(other).read_text()) == (False, "kept")


def test_a_database_without_anchors_is_copied_without(bank: Bank, tmp_path: Path) -> None:
    checkpoint_path(bank.path).unlink()
    assert backup(bank.path, tmp_path / "copy.db") is None
    assert not checkpoint_path(tmp_path / "copy.db").exists()


def test_an_older_copy_is_recognized_with_the_lines_it_lacks(bank: Bank, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(bank.path, copy)
    bank.deposit(3)
    bank.anchor()
    bank.deposit()
    ok, told = anchors(copy, checkpoint_path(bank.path))
    assert not ok
    assert told.startswith("accounts is good up to line 1, 3 anchored lines came later: this is an older copy")
    assert "ALARM" not in told
    assert audit(copy).ok  # by its own anchors


# --- read-only media


def test_reading_a_database_creates_no_files(bank: Bank, tmp_path: Path) -> None:
    copy = tmp_path / "media" / "copy.db"
    copy.parent.mkdir()
    backup(bank.path, copy)
    there = sorted(copy.parent.iterdir())
    for command in (["verify", "--db", str(copy)], ["export", str(tmp_path / "out"), "--db", str(copy)]):
        assert main([*command, "--quiet"]) == 0
        assert sorted(copy.parent.iterdir()) == there
    backup(copy, tmp_path / "again.db")
    assert sorted(copy.parent.iterdir()) == there


def test_a_copy_on_read_only_media_verifies(bank: Bank) -> None:
    """The reader may not write there, unless he is root."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        copy = folder / "copy.db"
        backup(bank.path, copy)
        for file in (copy, checkpoint_path(copy)):
            file.chmod(0o444)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(NOBODY)
        try:
            with pytest.raises(PermissionError):
                (folder / "new").touch()
            audit_report = audit(copy)
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)
    assert audit_report.ok, audit_report


def test_lines_written_in_the_meantime_are_noticed(bank: Bank, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(bank.path, copy)
    with pytest.raises(StoreError, match="began to write"), read_only.open_read_only(copy):
        read_only.wal_path(copy).touch()


# --- back in its place


def test_a_copy_is_put_back_and_leaves_a_trace(bank: Bank, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(bank.path, copy)
    bank.deposit(3)
    bank.anchor()
    bank.store.close()
    put = restore(copy, bank.path)
    assert balance(bank.path) == 1000
    assert put.replaced == tmp_path / "pit.db.replaced-1"
    assert balance(put.replaced) == 1015
    ok, told = anchors(bank.path)
    assert ok, told
    assert "; restored on 20" in told
    assert "UTC from copy.db, up to line 1 of accounts" in told
    # Play goes on from there, and other lines have the numbers of those that were set aside.
    bank.store = Store(bank.path)
    bank.deposit(5)
    bank.anchor()
    assert anchors(bank.path)[0]
    assert "restored on" in anchors(bank.path)[1]


def test_lines_rewritten_after_a_restore_raise_the_alarm(bank: Bank, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(bank.path, copy)
    bank.deposit(3)
    bank.anchor()
    bank.store.close()
    restore(copy, bank.path)
    bank.store = Store(bank.path)
    bank.deposit(2)
    bank.anchor()
    noted = read(checkpoint_path(bank.path), bank.store.meta("id"))
    assert noted.known["accounts"][0] == 3
    bank.store.close()
    shutil.copy(copy, tmp_path / "elsewhere.db")
    told = anchors(tmp_path / "elsewhere.db", checkpoint_path(bank.path))[1]
    assert "accounts is good up to line 1, 2 anchored lines came later" in told
    bank.store = Store(tmp_path / "elsewhere.db")
    bank.deposit(1)
    bank.store.accounts.grant(bank.account, 7, "other").result(timeout=PATIENCE)
    bank.store.accounts.grant(bank.account, 7, "other").result(timeout=PATIENCE)
    told = anchors(tmp_path / "elsewhere.db", checkpoint_path(bank.path))[1]
    assert "ALARM: line 3 of accounts is not the one anchored" in told


def test_a_copy_is_restored_where_no_database_is(bank: Bank, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new" / "pit.db"
    backup(bank.path, copy)
    new.parent.mkdir()
    assert restore(copy, new).replaced is None
    assert anchors(new)[0]
    assert "restored on" in anchors(new)[1]
    assert sorted(file.name for file in new.parent.iterdir()) == ["pit.db", "pit.db.heads"]


def test_a_checkpoint_file_beside_a_link_is_not_passed_by(bank: Bank, tmp_path: Path) -> None:
    """Version 0.2.0 put it there. It counts for the file that the link leads to."""
    link, other = tmp_path / "link" / "pit.db", Bank(tmp_path / "other.db")
    link.parent.mkdir()
    link.symlink_to(bank.path)
    for each in (bank, other):
        each.store.close()
    checkpoint_path(bank.path).rename(f"{link}.heads")
    with pytest.raises(StoreError, match="belongs to another database"):
        restore(other.path, link)


def test_every_database_that_is_replaced_is_kept(bank: Bank, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(bank.path, copy)
    bank.store.close()
    bank.path.write_bytes(b"broken disk" * 1000)  # what there is may be beyond reading
    assert restore(copy, bank.path).replaced == tmp_path / "pit.db.replaced-1"
    assert restore(copy, bank.path).replaced == tmp_path / "pit.db.replaced-2"
    assert audit(bank.path).ok
    assert anchors(bank.path)[1].count("restored on") == 2


def test_a_copy_that_does_not_fit_is_refused_and_changes_nothing(bank: Bank, tmp_path: Path) -> None:
    copy, broken, strange = tmp_path / "copy.db", tmp_path / "broken.db", tmp_path / "strange.db"
    backup(bank.path, copy)
    backup(bank.path, broken)
    with sqlite3.connect(broken) as db:
        db.execute("UPDATE entries SET line = replace(line, '1000', '9000')")
    Store(strange).close()
    anchored = checkpoint_path(bank.path).read_bytes()
    for wrong, told in (
        (broken, "not a sound copy"),
        (strange, "another database"),
        (tmp_path / "none.db", "not exist"),
    ):
        with pytest.raises(StoreError, match=told):
            restore(wrong, bank.path)
    held = lock(checkpoint_path(bank.path))
    with pytest.raises(StoreError, match="another server is running"):
        restore(copy, bank.path)
    held.close()
    with pytest.raises(StoreError, match="is the database itself"):
        restore(bank.path, bank.path)
    assert balance(bank.path) == 1000
    assert checkpoint_path(bank.path).read_bytes() == anchored
    assert not list(tmp_path.glob("*.replaced*"))


def test_a_copy_that_was_written_otherwise_is_no_earlier_state(bank: Bank, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(bank.path, copy)
    bank.deposit(1)
    bank.anchor()
    other = Store(copy)
    other.accounts.grant(bank.account, 9_999, "more").result(timeout=PATIENCE)
    other.close()
    with pytest.raises(StoreError, match=r"is not an earlier state of .*: line 2 of accounts is not the one anchored"):
        restore(copy, bank.path)


# --- whom the house has put out since the copy


class StaffedHouse:
    """A house of which a copy was made, and what its staff did after that."""

    def __init__(self, folder: Path) -> None:
        self.path, self.copy = folder / "pit.db", folder / "copy.db"
        store = self.store = Store(self.path)
        people = ("Chief", "Sue", "Bob", "Dan", "Eve", "Kim")
        self.ids = {name: store.accounts.create(name, f"code of {name}", "player", 0).result().id for name in people}
        for name, role in (("Chief", "admin"), ("Sue", "supervisor")):
            store.accounts.set_role(self.ids[name], role).result()
        self.secret = store.meta("secret")
        backup(self.path, self.copy)
        store.accounts.ban(self.ids["Bob"], self.act("Banned Bob")).result()
        store.accounts.set_role(self.ids["Sue"], "player", self.act("Made Sue player (was supervisor)")).result()
        store.accounts.delete(self.ids["Dan"], self.act(f"Deleted account {self.ids['Dan']}")).result()
        store.accounts.set_code(self.ids["Eve"], "a newer code").result()
        store.accounts.set_role(self.ids["Kim"], "auditor", self.act("Made Kim auditor (was player)")).result()
        store.accounts.create("Newcomer", "x", "player", 500).result()
        store.close()

    def act(self, what: str) -> StaffAct:
        return StaffAct(self.ids["Chief"], what, "a reason", at=86_400)

    def now(self) -> dict[str, tuple[str, str, str]]:
        """Return the state, role and code of each person."""
        with sqlite3.connect(self.path) as db:
            rows = db.execute("SELECT name, state, role, code FROM accounts").fetchall()
        return {name: (state, role, code) for name, state, role, code in rows}


def test_a_restore_readmits_nobody_banned_since(tmp_path: Path) -> None:
    house = StaffedHouse(tmp_path)
    put = restore(house.copy, house.path)
    assert house.now() == {
        "Chief": ("open", "admin", "code of Chief"),
        "Sue": ("open", "player", "code of Sue"),
        "Bob": ("banned", "player", "code of Bob"),
        "Dan": ("gone", "player", ""),
        "Eve": ("open", "player", "a newer code"),
        "Kim": ("open", "player", "code of Kim"),  # nobody is given more than he had
    }
    assert put.since is not None
    assert put.since.people == (
        "Sue is player and no longer supervisor, again",
        "Bob is banned, again",
        f"(deleted {house.ids['Dan']}) is deleted, again",
        "Eve has the newer recovery code, again",
        "Kim was made auditor after the copy, and is player as in the copy",
    )
    assert put.since.accounts == ("Newcomer",)
    assert put.since.staff[0].what == "Banned Bob"
    assert len(put.since.staff) == 4
    assert put.since.lines["accounts"] == 1
    audit_report = audit(house.path)
    assert audit_report.ok, audit_report
    assert find_doubt(house.path, checkpoint_path(house.path)) is None


def test_a_restore_ends_every_session(tmp_path: Path) -> None:
    """The dismissed supervisor's cookie is signed with a secret that no longer exists, and the register shows since
    when."""
    house = StaffedHouse(tmp_path)
    restore(house.copy, house.path)
    store = Store(house.path)
    assert store.meta("secret") != house.secret
    with store.read() as db:
        newest = [line.key for line in read_register(db).newest.values() if line.of == "meta"]
        assert not list(differences(db, read_register(db)))
    store.close()
    assert "secret" in newest


def test_a_restore_may_readmit_everybody_as_copied(tmp_path: Path) -> None:
    house = StaffedHouse(tmp_path)
    put = restore(house.copy, house.path, as_copied=True)
    assert {name: state for name, (state, _, _) in house.now().items()} == dict.fromkeys(
        ("Chief", "Sue", "Bob", "Dan", "Eve", "Kim"), "open"
    )
    assert house.now()["Sue"][1] == "supervisor"
    assert put.since is not None
    assert put.since.people[:2] == (
        "Sue is player and no longer supervisor, but not in the copy",
        "Bob is banned, but not in the copy",
    )
    store = Store(house.path)
    assert store.meta("secret") != house.secret
    store.close()


def test_a_restore_without_the_replaced_database_says_what_is_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = StaffedHouse(tmp_path)
    house.path.write_bytes(b"broken disk" * 1000)
    assert main(["restore", str(house.copy), "--db", str(house.path)]) == 0
    told = capsys.readouterr().out
    assert "what came after the copy is not known: the database that was there cannot be read" in told
    assert main(["restore", str(house.copy), "--db", str(tmp_path / "new.db"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["since"], told["why_not"]) == (None, "there was no database to compare the copy with")


def test_a_restore_warns_if_no_administrator_is_left(tmp_path: Path) -> None:
    """The administrator of the copy was dismissed since, and his successor was appointed since."""
    house = StaffedHouse(tmp_path)
    store = Store(house.path)
    store.accounts.set_role(house.ids["Kim"], "admin", house.act("Made Kim admin (was auditor)")).result()
    store.accounts.set_role(house.ids["Chief"], "player", house.act("Made Chief player (was admin)")).result()
    store.close()
    put = restore(house.copy, house.path)
    assert put.since is not None
    assert put.since.people[-1] == "nobody is administrator now: the server prints a token for one when it starts"
    assert [role for _, role, _ in house.now().values()] == ["player"] * 6


def test_a_copy_that_was_too_old_is_replaced_by_a_newer_one(tmp_path: Path) -> None:
    """Lines that the first restore wrote itself do not prevent another restore; lines of people do."""
    house, newer = StaffedHouse(tmp_path), tmp_path / "newer.db"
    with open_for_command(house.path) as store:  # the register has more lines by then than the restore will write
        for number in range(9):
            store.accounts.set_code(house.ids["Kim"], f"code {number} of Kim").result()
    backup(house.path, newer)
    restore(house.copy, house.path)
    with open_for_command(house.path):
        pass  # a server runs, and nobody does anything
    restore(newer, house.path)
    assert house.now()["Bob"][0] == "banned"
    assert audit(house.path).ok
    assert find_doubt(house.path, checkpoint_path(house.path)) is None
    restore(house.copy, house.path)
    with open_for_command(house.path) as store:
        store.accounts.grant(house.ids["Kim"], 500, "practice money").result()
    with pytest.raises(StoreError, match="of accounts is not the one anchored"):
        restore(newer, house.path)


def test_a_restore_over_an_older_database_readmits_nobody(tmp_path: Path) -> None:
    """An old copy was put in the place of the database by hand, and a newer one is restored: who was put out stays so,
    and the code that somebody else knew does not work again."""
    house, newer = StaffedHouse(tmp_path), tmp_path / "newer.db"
    backup(house.path, newer)
    before = house.now()
    shutil.copy(house.copy, house.path)
    put = restore(newer, house.path)
    assert house.now() == before
    assert (put.since, put.why_not) == (None, "the database that was there is not a later state of the copy")


def test_a_restore_lists_what_came_after_the_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = StaffedHouse(tmp_path)
    assert main(["restore", str(house.copy), "--db", str(house.path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "Bob is banned, again" in told
    assert "  account Newcomer" in told
    assert "  1970-01-02 00:00 UTC, Chief: Banned Bob" in told


# --- the drill of docs/how-to/back-up-and-wind-up.md


def test_a_backup_is_restored_in_a_drill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, copy = tmp_path / "pit.db", tmp_path / "copy.db"

    def run_main(*words: object) -> tuple[int, str]:
        code = main([str(word) for word in words])
        return code, capsys.readouterr().out

    with Server(db) as server:
        person = Person(server, "Ann", 1)
        person.connect(server, 1)
        person.play(3)
        assert run_main("backup", copy, "--db", db, "--json") == (
            0,
            json.dumps({"db": str(db), "copy": str(copy), "heads": f"{copy}.heads"}, indent=2) + "\n",
        )
        assert run_main("verify", "--db", copy)[0] == 0
        person.play(3)
        assert main(["restore", str(copy), "--db", str(db)]) == 2
        assert "another server is running" in capsys.readouterr().err
        person.close()
        assert server.stop() == 0
    code, out = run_main("verify", "--db", copy, "--heads", f"{db}.heads")
    assert (code, "table 1 is good up to line " in out) == (1, True)
    code, out = run_main("restore", copy, "--db", db)
    first, kept, sessions, came, *lines = out.splitlines()
    assert (code, first, kept) == (0, f"{db} is now {copy}", f"the database that was there is kept as {db}.replaced-1")
    assert sessions == "all sessions have ended: everybody signs in again, with the recovery code"
    assert came == "came after the copy, and is only in the database that was there:"
    assert re.fullmatch(r"  \d+ lines of table 1", lines[0])
    code, out = run_main("verify", "--db", db)
    assert (code, "restored on" in out) == (0, True)
    with Server(db) as server:
        again = Person(server, "Bob", 2)
        again.connect(server, 1)
        again.play(3)
        again.close()
        assert server.stop() == 0
    code, out = run_main("verify", "--db", db)
    assert (code, "restored on" in out) == (0, True)
    assert run_main("verify", "--db", f"{db}.replaced-1", "--heads", f"{db}.heads")[0] == 1
