"""Changes of the database behind a running server are not hidden by later writes of the server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kit.patience import PATIENCE
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.anchor_export import Anchoring
from pitboss.store.chains.checkpoint_file import checkpoint_path
from pitboss.store.keeper import Keeper, open_for_command
from pitboss.store.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Make a house with two people and a table."""
    path = tmp_path / "pit.db"
    with open_for_command(path) as store:
        for name in ("Ann", "Bob"):
            store.accounts.create(name, "a:code", "player", 100_000).result(timeout=PATIENCE)
        store.tables.create("One", "{}").result(timeout=PATIENCE)
    return path


def meddle(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(sql)


def faults_at_start(path: Path) -> list[str]:
    """Return what a server reports when it starts."""
    keeper = Keeper(path, Anchoring())
    try:
        return [] if keeper.doubt is None else [each.told for each in keeper.doubt.found]
    finally:
        keeper.release()


def wrong(path: Path) -> Iterator[str]:
    return (f"{check.name}: {check.told}" for check in audit(path).checks if not check.ok)


BY_HIMSELF = "account 2 (“Bob”): its role is 'admin'; line 4 of the register says 'player'"


def test_a_later_change_of_the_same_row_does_not_hide_it(path: Path) -> None:
    """Every line has the whole row, so without care the next line would have confirmed the change."""
    with open_for_command(path) as store:
        meddle(path, "UPDATE accounts SET role = 'admin' WHERE name = 'Bob'")
        store.accounts.end_sessions(2).result(timeout=PATIENCE)
        store.accounts.end_sessions(2).result(timeout=PATIENCE)  # said once
    [told] = wrong(path)
    assert told.startswith(f"register: {BY_HIMSELF}: so the server found it on 20")
    assert told.count(BY_HIMSELF) == 1
    [told] = faults_at_start(path)
    assert told.startswith(BY_HIMSELF)


def test_a_decision_to_go_on_is_asked_for_once(path: Path) -> None:
    with open_for_command(path) as store:
        meddle(path, "UPDATE accounts SET role = 'admin' WHERE name = 'Bob'")
        store.accounts.end_sessions(2).result(timeout=PATIENCE)
    keeper = Keeper(path, Anchoring())
    store = Store(path)
    keeper.attach(store)
    keeper.decide(store, "Chief", "he may", None)
    keeper.close(store)
    store.close()
    assert faults_at_start(path) == []
    assert audit(path).ok


@pytest.mark.parametrize("key", ["secret", "id"])
def test_an_entry_rewritten_by_a_paused_start_is_still_reported_later(path: Path, key: str) -> None:
    meddle(path, f"DELETE FROM meta WHERE key = '{key}'")
    gone = f"the database has no id, but {checkpoint_path(path)} has anchors of it"
    assert gone in faults_at_start(path) if key == "id" else faults_at_start(path)
    Store(path).close()  # has no sessions without a key
    assert any(told.startswith(f"entry of meta {key} is gone; line ") for told in faults_at_start(path))


def test_entries_registered_by_another_process_are_not_meddling(path: Path) -> None:
    with open_for_command(path) as store:
        store.accounts.end_sessions(2).result(timeout=PATIENCE)
        with open_for_command(path) as beside:
            beside.accounts.set_role(2, "admin").result(timeout=PATIENCE)
        store.accounts.end_sessions(2).result(timeout=PATIENCE)
    assert audit(path).ok
    assert faults_at_start(path) == []


def test_a_line_of_the_register_that_cannot_be_read_stops_no_writing(path: Path) -> None:
    with open_for_command(path) as store:
        meddle(path, "INSERT INTO register VALUES (99, 'no line', 'no hash')")
        store.accounts.end_sessions(2).result(timeout=PATIENCE)
    assert any("register" in told for told in wrong(path))
