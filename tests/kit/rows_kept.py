"""A check that the rows of a database are what people were told: each action once and in its place, and all money."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from kit.players import Key
from pitboss.store.audit.money_check import check_accounts, check_closing_sum
from pitboss.store.database.read_only import open_read_only


def hold(path: Path, acknowledged: Iterable[dict[Key, int]], refused: Iterable[set[Key]]) -> None:
    with open_read_only(path) as db:
        names: dict[int, str] = dict(db.execute("SELECT id, name FROM accounts").fetchall())
        written = _rows_by_action(db, names)
        for acked in acknowledged:
            lost = {key: number for key, number in acked.items() if written.get(key) != [number]}
            assert not lost, f"acknowledged, and not there once under its number: {lost}"
            numbers = list(acked.values())
            assert numbers == sorted(numbers), f"not in the order in which it was acknowledged: {numbers}"
        for never in refused:
            there = never & written.keys()
            assert not there, f"refused, and there all the same: {there}"
        _whole(db)
        wrong = [
            each
            for each in (*check_accounts(db), *check_closing_sum(db, {*map(str.lower, names.values())}))
            if not each.ok
        ]
        assert not wrong, wrong


def _rows_by_action(db: sqlite3.Connection, names: dict[int, str]) -> dict[Key, list[int]]:
    found: dict[Key, list[int]] = {}
    sql = "SELECT \"table\", json_extract(line, '$.client'), number FROM rows WHERE client IS NOT NULL ORDER BY number"
    for table, client, number in db.execute(sql):
        account, _, action = client.partition(":")
        found.setdefault((table, names[int(account)], action), []).append(number)
    return found


def _whole(db: sqlite3.Connection) -> None:
    """No row is missing, and each table knows its last."""
    sql = (
        'SELECT id, tables.number, count(rows.number), max(rows.number) FROM tables LEFT JOIN rows ON "table" = id '
        "GROUP BY id HAVING tables.number <> count(rows.number) OR tables.number <> coalesce(max(rows.number), 0)"
    )
    broken = db.execute(sql).fetchall()
    assert not broken, broken
