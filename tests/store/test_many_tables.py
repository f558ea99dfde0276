"""However many tables there are or were, an action at one of them does not read, write or mark anything of the
others."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kit.patience import PATIENCE
from pitboss.engine.record import START
from pitboss.store.chains.anchor_comparison import find_doubt
from pitboss.store.chains.checkpoint_file import Checkpoint, Heads, checkpoint_path, read
from pitboss.store.database.locks import lock
from pitboss.store.errors import StoreError
from pitboss.store.keeper import open_for_command
from pitboss.store.row_types import Batch, Line, StaffAct
from pitboss.store.store import Store
from pitboss.store.table_writes import DAY

FEW, MANY = 11, 150


@contextmanager
def counting_steps(store: Store, db: sqlite3.Connection | None = None) -> Iterator[list[int]]:
    """Count the steps of SQLite on a connection; on the writing one if none is named."""
    steps = [0]

    def step() -> int:
        steps[0] += 1
        return 0

    def watch(handler: Callable[[], int] | None) -> None:
        if db is not None:
            db.set_progress_handler(handler, 1)
        else:
            store.submit(lambda writing: writing.set_progress_handler(handler, 1)).result(PATIENCE)

    watch(step)
    yield steps
    watch(None)


def append_row(store: Store, table: int, epoch: int) -> None:
    store.tables.append(Batch(table, epoch, [Line(1, {"line": "test"})])).result(PATIENCE)


def make_tables(store: Store, first: int, last: int) -> None:
    making = [store.tables.create(f"Table {number}", "{}") for number in range(first, last + 1)]
    made = [each.result(PATIENCE) for each in making]
    gone = [store.tables.take(table) for table in made[::2]]
    for table, taken in zip(made[::2], gone, strict=True):
        store.tables.put_away(table, taken.result(PATIENCE).epoch).result(PATIENCE)


def test_an_action_takes_as_many_steps_among_many_tables_as_among_few(tmp_path: Path) -> None:
    with open_for_command(tmp_path / "pitboss.db") as store:
        make_tables(store, 1, FEW)
        epoch = store.tables.take(2).result(PATIENCE).epoch
        append_row(store, 2, epoch)
        found = []
        for upto in (FEW, MANY):
            make_tables(store, FEW + 1, upto)
            append_row(store, 2, epoch)  # whatever is read once has been
            with counting_steps(store) as writing:
                append_row(store, 2, epoch)
            with counting_steps(store, store._reader) as looking_up:
                assert store.tables.find(2) is not None
                assert store.tables.find(1) is None
                assert store.tables.find(1, include_deleted=True) is not None
                store.house_heads()
            found.append((writing[0], looking_up[0]))
        assert found[0] == found[1]


def test_tables_that_are_deleted_are_read_no_more(tmp_path: Path) -> None:
    """The lobby and every account page ask for the existing tables."""
    with open_for_command(tmp_path / "pitboss.db") as store:
        make_tables(store, 1, FEW)
        found = []
        for upto in (FEW, MANY):
            make_tables(store, FEW + 1, upto)
            for row in store.tables.rows()[FEW // 2 :]:
                put_away(store, row.id)
            store.tables.rows()
            with counting_steps(store, store._reader) as steps:
                assert [row.id for row in store.tables.rows()] == [2, 4, 6, 8, 10]
            found.append(steps[0])
        assert found[0] == found[1]
        other = Store(tmp_path / "pitboss.db")  # another process makes tables, and deletes some
        make_tables(other, MANY + 1, MANY + 2)
        put_away(other, 4)
        other.close()
        there = [row for row in store.tables.rows(include_deleted=True) if row.id in (2, 6, 8, 10, MANY + 2)]
        assert store.tables.rows() == store.tables.rows() == there


def test_only_what_moved_is_marked_and_every_head_is_right_in_the_end(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    with open_for_command(path) as store:
        make_tables(store, 1, FEW)
        marked = []
        assert store.committed is not None
        mark = store.committed
        store.committed = lambda heads: (marked.append(heads), mark(heads))[1]  # type: ignore[func-returns-value]
        append_row(store, 2, store.tables.take(2).result(PATIENCE).epoch)
        append_row(store, 4, store.tables.take(4).result(PATIENCE).epoch)
        tables = [[chain for chain in heads if chain.isdigit()] for heads in marked]
        assert tables == [[], ["2"], [], ["4"]]
        # As a kill would leave it: the file names the newest line of each chain.
        noted = read(checkpoint_path(path), store.meta("id"))
        assert noted.known | noted.newest == store.heads()
    assert find_doubt(path, checkpoint_path(path)) is None


def test_lines_of_another_process_are_marked_with_the_next_commit(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    with open_for_command(path) as store:
        make_tables(store, 1, 2)
        other = Store(path)
        append_row(other, 2, other.tables.take(2).result(PATIENCE).epoch)
        other.close()
        store.probe().result(PATIENCE)
        noted = read(checkpoint_path(path), store.meta("id"))
        assert (noted.known | noted.newest)["2"] == store.heads()["2"] != (0, START)


def test_a_rolled_back_job_moves_no_head(tmp_path: Path) -> None:
    heard: list[Heads] = []
    with open_for_command(tmp_path / "pitboss.db") as store:
        make_tables(store, 1, 2)
        store.committed = heard.append
        with pytest.raises(StoreError, match="already a table"):
            store.tables.create("Table 2", "{}").result(PATIENCE)
        assert [chain for chain in heard[0] if chain.isdigit()] == []


def test_a_mark_stays_until_a_line_notes_it(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    checkpoint = Checkpoint(path, "db", lock(path))
    checkpoint.mark({"1": (1, "a")})
    checkpoint.mark({"2": (5, "b")})
    assert read(path, "db").newest == {"1": (1, "a"), "2": (5, "b")}
    checkpoint.mark({"1": (2, "c")})
    assert read(path, "db").newest == {"1": (2, "c"), "2": (5, "b")}
    assert checkpoint.note({"accounts": (3, "d")})
    assert read(path, "db").known == {"1": (2, "c"), "2": (5, "b"), "accounts": (3, "d")}
    assert not checkpoint.note({"accounts": (3, "d")})
    checkpoint.mark({"2": (6, "e")})
    noted = read(path, "db")
    assert noted.newest == {"2": (6, "e")}
    assert [*map(len, noted.lines)] == [3]
    checkpoint.mark({"2": (4, "late")})  # nothing goes back
    assert read(path, "db").newest == {"2": (6, "e")}
    checkpoint.close()


# --- how many somebody may have


def make_private_table(store: Store, account: int, name: str, at: int) -> int:
    act = StaffAct(account, "Opened a table", "to play there", at=at)
    return store.tables.create(name, "{}", account, act, most=3, a_day=10).result(PATIENCE)


def put_away(store: Store, table: int) -> None:
    store.tables.put_away(table, store.tables.take(table).result(PATIENCE).epoch).result(PATIENCE)


def test_tables_that_are_not_deleted_count_and_so_do_those_of_a_day(tmp_path: Path) -> None:
    with open_for_command(tmp_path / "pitboss.db") as store:
        ann, bob = (store.accounts.create(name, "a code", "player", 0).result(PATIENCE).id for name in ("Ann", "Bob"))
        tables = [make_private_table(store, ann, f"T{number}", 1000) for number in range(3)]
        for table in tables:  # closed tables are still there
            store.tables.set_state(table, store.tables.take(table).result(PATIENCE).epoch, "closed").result(PATIENCE)
        with pytest.raises(StoreError, match="you have 3 tables, and 3 is the most; close and delete one first"):
            make_private_table(store, ann, "T3", 1000)
        make_private_table(store, bob, "B", 1000)
        for number in range(3, 10):
            put_away(store, tables.pop(0))
            tables.append(make_private_table(store, ann, f"T{number}", 1000 + number))
        put_away(store, tables.pop(0))
        with pytest.raises(StoreError, match="made 10 tables in a day, and that is the most; wait until tomorrow"):
            make_private_table(store, ann, "T10", 999 + DAY)
        tables.append(make_private_table(store, ann, "T10", 1000 + DAY))  # the first three were made a day ago
    with open_for_command(tmp_path / "pitboss.db") as store:  # and it is the same after a restart
        with pytest.raises(StoreError, match="you have 3 tables"):
            make_private_table(store, ann, "T11", 1000 + DAY)
        for number in (11, 12):
            put_away(store, tables.pop(0))
            tables.append(make_private_table(store, ann, f"T{number}", 1000 + DAY))
        put_away(store, tables.pop(0))
        with pytest.raises(StoreError, match="made 10 tables in a day"):
            make_private_table(store, ann, "T13", 1000 + DAY)
