"""Servers and commands that are killed at moments of their own: while one is paused, while somebody decides, while a
copy is made. And a power cut, after which only that is left which was forced to the disk."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from urllib.request import Request, urlopen

import pytest

from kit.patience import PATIENCE
from kit.players import Regular
from kit.power import Power
from kit.programs import needs
from kit.rows_kept import hold
from kit.series import series
from kit.stable import Stable
from pitboss.cli.main import main
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.checkpoint_file import Checkpoint, checkpoint_path, parse
from pitboss.store.copies.snapshots import backup
from pitboss.store.database import crash_points
from pitboss.store.database.locks import lock

CUTS = ("before commit", "before mark", "after commit", "mid-anchor", "mid-settlement")


@pytest.fixture(scope="module")
def stable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stable]:
    stable = Stable(tmp_path_factory.mktemp("stable"))
    yield stable
    stable.close()


class House:
    """One database, and its administrator."""

    def __init__(self, stable: Stable, db: Path) -> None:
        self.stable, self.db = stable, db
        assert self.start() == ""
        self.cookie = ""
        self.ask("/api/session", name="Ann")
        self.cookie = ""
        self.ask("/api/session", name="Chief")
        self.ask("/api/admin", token=stable.told["token"])

    def start(self, *more: str, plan: str = "") -> str:
        """Start the server, and return why it is paused, or an empty text."""
        self.stable.start("--db", str(self.db), "--port", "0", *more, plan=plan)
        assert self.stable.tells(), self.stable.errors()
        assert self.stable.get("healthz") is not None
        return str(self.stable.told.get("paused", ""))

    def kill(self) -> None:
        self.stable.kill()
        assert self.stable.ends() == -9

    def ask(self, path: str, **body: str) -> None:
        head = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = Request(f"{self.stable.told['url'].rstrip('/')}{path}", json.dumps(body).encode(), head)
        with urlopen(request, timeout=PATIENCE) as answer:
            self.cookie = answer.headers.get("Set-Cookie", self.cookie).partition(";")[0]


def change_database(house: House, how: str) -> None:
    """Change the database while no server runs."""
    assert house.stable.stop() == 0
    if how == "no checkpoint file":
        checkpoint_path(house.db).unlink()
        return
    with closing(sqlite3.connect(house.db)) as db:
        db.execute("UPDATE accounts SET role = 'supervisor' WHERE name = 'Ann'")
        db.commit()


@pytest.mark.parametrize("how", ["no checkpoint file", "an edited row"])
def test_a_paused_server_that_is_killed_is_paused_again(stable: Stable, tmp_path: Path, how: str) -> None:
    """This holds although it is killed while somebody decides, until the decision is in the checkpoint file."""
    house = House(stable, tmp_path / "pitboss.db")
    change_database(house, how)
    told = house.start()
    assert told
    house.kill()
    assert house.start() == told
    house.kill()
    for point in ("before commit", crash_points.DECIDING, "mid-anchor"):
        assert house.start(), point
        stable.arm(f"{point}:1")
        with pytest.raises(ConnectionError):
            house.ask("/api/house/go-on", why=point)
        assert stable.ends() == -9
    assert house.start() == ""
    assert stable.stop() == 0
    checks = audit(house.db).checks
    assert [check.told for check in checks if not check.ok] == []
    assert any("by Chief (mid-anchor)" in check.told for check in checks)


def test_a_backup_that_is_killed_leaves_no_copy(
    stable: Stable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(stable, tmp_path / "pitboss.db")
    copy = tmp_path / "copy.db"

    def kill_while_copying(name: str) -> None:
        if name == crash_points.COPYING:
            raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(crash_points, "point", kill_while_copying)  # nothing is cleaned up after it, as after a kill
        with pytest.raises(KeyboardInterrupt):
            backup(house.db, copy)
    assert not copy.exists()
    assert (tmp_path / "copy.db.part").exists()
    assert main(["backup", "--db", str(house.db), str(copy), "--quiet"]) == 0
    house.kill()
    assert not list(tmp_path.glob("*.part*"))
    assert audit(copy).checks
    assert all(check.ok for check in audit(copy).checks)


def test_a_mark_stays_until_a_line_notes_what_it_says(tmp_path: Path) -> None:
    """A server that is killed as soon as it has begun leaves the mark of the one before."""
    file = tmp_path / "pitboss.db.heads"
    first = Checkpoint(file, "db", lock(file))
    first.note_start({"1": (1, "a")})
    first.mark({"1": (2, "b")})
    first.close()
    second = Checkpoint(file, "db", lock(file))
    assert parse(file, file.read_bytes(), "db").newest == {"1": (2, "b")}
    assert not second.damage
    second.note_start({"1": (2, "b")})
    noted = parse(file, file.read_bytes(), "db")
    assert (noted.known, noted.newest) == ({"1": (2, "b")}, {})
    second.close()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="NO /proc: power cuts not tested")
@needs("cc")
@pytest.mark.parametrize("seed", series(1, 6))
def test_after_a_power_cut_everything_acknowledged_is_there(tmp_path: Path, seed: int) -> None:
    """Of every file only that is left which the server has had forced to the disk."""
    chance, folder = Random(seed), tmp_path / "house"
    folder.mkdir()
    db, power = folder / "pitboss.db", Power(folder, tmp_path)
    stable = Stable(tmp_path, **power.environment)
    try:
        stable.start("--db", str(db), "--port", "0")
        assert stable.tells(), stable.errors()
        assert stable.is_up()
        port = stable.told["url"].rstrip("/").rpartition(":")[2]
        people = [Regular(stable.told["url"].rstrip("/"), table, seed) for table in (1, 2)]
        lost = 0
        for plan in chance.sample(CUTS, len(CUTS)):
            for person in people:
                person.comes_back()
                person.go_on()
            stable.arm(f"{plan}:{chance.randint(1, 2 if plan == 'mid-anchor' else 40)}")
            assert stable.ends() == -9
            for person in people:
                person.leaves()
            lost += power.cut()
            hold(db, [person.acknowledged_rows() for person in people], [person.refused for person in people])
            stable.start("--db", str(db), "--port", port)
            assert stable.tells(), stable.errors()
            assert "paused" not in stable.told, stable.told
            assert stable.is_up()
        assert lost  # or there was nothing that a power cut could take
        assert stable.stop() == 0
        assert [check.told for check in audit(db).checks if not check.ok] == []
    finally:
        stable.close()
