"""Changes of the database behind the server's back: the audit finds each of them and says where it is."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kit.inside import Inside
from kit.pit import Pit
from kit.series import series
from kit.tampering import WAYS, tamper_with
from pitboss.engine.record import START
from pitboss.store.audit.column_check import find_column_faults
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.anchor_export import Anchoring
from pitboss.store.chains.checkpoint_file import checkpoint_path
from pitboss.store.chains.hash_chain import link
from pitboss.store.chains.state_register import read_register
from pitboss.store.database import schema
from pitboss.store.errors import StoreError
from pitboss.store.keeper import Keeper
from pitboss.store.store import Store

SIZE = 167  # of each series: a thousand in all
RIDE, CRAPS = 1, 2


@pytest.fixture(scope="session")
def small_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a small house: two people at two tables, some rounds, an open round, and several staff acts."""
    path = tmp_path_factory.mktemp("tampering") / "pitboss.db"
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.sits("Ann", 3, RIDE)
        for _ in range(2):
            pit.plays("Ann", RIDE)
        pit.ok("Sue", f"POST /api/tables/{RIDE}/fill", cents=200_000, why="opening of the shift")
        pit.ok("Sue", f"PUT /api/tables/{RIDE}/name", name="Riders", why="better")
        pit.sits("Bob", 2, CRAPS)
    return path


def failed_checks(path: Path) -> list[str]:
    return [f"{check.name}: {check.told}" for check in audit(path).checks if not check.ok]


def copy_database(played: Path, to: Path) -> Path:
    for path, name in ((played, to / "pit.db"), (checkpoint_path(played), to / "pit.db.heads")):
        shutil.copy(path, name)
    return to / "pit.db"


@pytest.mark.parametrize("number", series(7, SIZE))
@pytest.mark.parametrize("how", WAYS)
def test_every_kind_of_tampering_is_detected_with_its_place(
    small_house: Path, tmp_path: Path, how: str, number: int
) -> None:
    path = copy_database(small_house, tmp_path)
    what, places = tamper_with(path, how, number)
    failures = failed_checks(path)
    assert any(place in each for each in failures for place in places), (what, failures)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("DELETE FROM accounts WHERE name = 'Bob'", "account 4 (“Bob”) is gone; line "),
        ("DELETE FROM tables WHERE id = 1", "table 1 (“Riders”) is gone; line "),
        ("UPDATE tables SET head = 'other' WHERE id = 1", "the table names another hash for its newest row, "),
        ("UPDATE tables SET number = 2 WHERE id = 1", ", not at 2: rows were added, or the table was set back"),
        ("DELETE FROM entries WHERE number = 1", "$1,000 is too much"),
        (
            "UPDATE accounts SET balance = balance + id - 2",
            "account 4 (“Bob”) holds $500.02; its entries add up to $500",
        ),
        ("UPDATE accounts SET role = 'admin' WHERE name = 'Bob'", "account 4 (“Bob”): its role is 'admin'; line "),
        ("UPDATE accounts SET name = 'Rob' WHERE name = 'Bob'", "account 4 (“Bob”): its name is 'Rob'; line "),
        ("UPDATE accounts SET code = 'mine' WHERE name = 'Bob'", "account 4 (“Bob”): its code is not the one of line "),
        ("UPDATE tables SET setting = replace(setting, '500', '400') WHERE id = 1", "its setting is "),
        ("UPDATE tables SET state = 'closed' WHERE id = 2", "its state is 'closed'; line "),
        ("UPDATE rows SET client = '1:other' WHERE number = 2", "row 2 has the client id '1:other'; its line says "),
        ("DELETE FROM played", "account 3 played in seat 3 of round 1, as row "),
        ("UPDATE played SET account = 4", "account 4 is said to have played in seat 3 of round "),
        ("DELETE FROM carries WHERE round = 3", "the carry of round 3 is missing; row "),
        ("DELETE FROM told", "the account of round 1 is not the one that was stored"),
        ("CREATE TRIGGER more AFTER INSERT ON rows BEGIN DELETE FROM told; END", "the trigger more does not belong"),
        (
            "CREATE TRIGGER sqlite1 AFTER INSERT ON rows BEGIN DELETE FROM told; END",
            "the trigger sqlite1 does not belong",
        ),
        ("DROP INDEX rows_of_client", "the index rows_of_client is missing"),
        ("ALTER TABLE told ADD COLUMN more TEXT", "the table told is not made as this program makes it"),
        ("PRAGMA user_version = 3", "register does not belong there"),
    ],
)
def test_subtle_tampering_is_detected(small_house: Path, tmp_path: Path, sql: str, told: str) -> None:
    path = copy_database(small_house, tmp_path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(sql)
        db.commit()
    assert told in "\n".join(failed_checks(path))


def test_a_removed_table_leaves_a_gap_in_the_closing_sum(small_house: Path, tmp_path: Path) -> None:
    """Everything of the table was removed, and the checkpoint file is missing."""
    path = copy_database(small_house, tmp_path)
    checkpoint_path(path).unlink()
    checks = {check.name: check for check in audit(path).checks}
    assert checks["money"].ok
    assert checks["money"].told.startswith("$4,000 was granted: $3,000 in accounts, $")
    with closing(sqlite3.connect(path)) as db:
        for table in ("rows", "carries", "played", "told"):
            db.execute(f'DELETE FROM {table} WHERE "table" = 1')
        db.execute("DELETE FROM tables WHERE id = 1")
        db.commit()
    [told] = [each for each in failed_checks(path) if each.startswith("money: ")]
    assert told.endswith("$500 is missing; $500 went to table 1, which is not there")


def test_a_migrated_database_is_reconciled_by_sums(tmp_path: Path) -> None:
    """The lines of a migrated older database name neither clients nor carries nor players."""
    path = tmp_path / "pit.db"
    line, head = link(START, {"table": 1, "number": 1, "epoch": 1, "round": 1, "line": "open"})
    with closing(sqlite3.connect(path)) as db:
        db.executescript(";".join(schema.MIGRATIONS[:3]))
        db.execute("INSERT INTO accounts VALUES (1, 'Ann', 'player', 'x', 0)")
        db.execute("INSERT INTO tables VALUES (1, 'One', 'open', '{}', 1, 1, ?, NULL, 0)", (head,))
        db.execute("INSERT INTO rows VALUES (1, 1, 1, 1, '1:first-one', ?, ?)", (line, head))
        db.execute("INSERT INTO carries VALUES (1, 1, '{}')")
        db.execute("INSERT INTO played VALUES (1, 1, 1, 2)")
        db.execute("PRAGMA user_version = 3")
        db.commit()
    Store(path).close()
    for sql, told in (
        ("SELECT 1", []),
        ("UPDATE rows SET client = '1:other-one'", ["the client ids of rows 1 to 1"]),
        ("UPDATE rows SET client = '1:first-one'", []),
        ("UPDATE carries SET carry = '{ }'", ["the carries of rounds up to 1"]),
        ("UPDATE carries SET carry = '{}'", []),
        ("UPDATE played SET seat = 3", ["who played up to row 1"]),
    ):
        with closing(sqlite3.connect(path)) as db:
            db.execute(sql)
            db.commit()
            found = list(find_column_faults(db, 1, read_register(db)))
        assert [each.split(" is")[0].split(" are")[0] for each in found] == told


def test_error_messages_do_not_repeat_an_unreadable_value(small_house: Path, tmp_path: Path) -> None:
    """SQLite repeats the whole text in its message: here it is a deck in the order in which it will be dealt."""
    path = copy_database(small_house, tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE carries SET carry = CAST(CAST(carry AS BLOB) || x'ff' AS TEXT)")
    text = "\n".join(failed_checks(path))
    assert "Could not decode to UTF-8 column 'carry'" in text
    with pytest.raises(StoreError) as start:
        Keeper(path, Anchoring())
    assert str(start.value).endswith("UTF-8 column 'carry'; put a copy back with 'pitboss restore'")
    assert "decks" not in f"{text}{start.value}"


def test_an_unaltered_database_passes_the_audit(small_house: Path, tmp_path: Path) -> None:
    assert failed_checks(copy_database(small_house, tmp_path)) == []
