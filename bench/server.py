"""Measure how soon a server with many long-played tables is back: 100 tables of 10,000 rounds, from the start of the
process until every player's seat and chips are served again.

The history is made from one real evening of craps, whose rows are copied to the other tables and to earlier rounds.
Rows of earlier rounds are cut short to spare the disk; recovery reads only the last round, which is complete at every
table.

    make bench
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from pitboss.engine.inputs import Sit, Wager
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.server.live.table_settings import setting_of
from pitboss.server.live.tables import Casino

TABLES, ROUNDS, PLAYERS = 100, 10_000, 4
ROLLS = 30  # rolls that are really played


async def evening(path: Path) -> None:
    """Make a database with one table, four people, some rolls, and wagers out for the next one."""
    casino = Casino(path)
    await casino.make_table("Craps 1", setting_of(CrapsHouse()))
    await casino.open()
    table = casino.tables[1]
    for number in range(1, PLAYERS + 1):
        account = await casino.make_account(f"Player {number}", "x")
        assert not (await table.act(account.id, number, Sit(number, account.name, 90_000), f"sit-{number:08}")).refused
    for roll in range(ROLLS):
        for seat in range(1, PLAYERS + 1):
            if not table.driver.table.marks.get("point") and not table.driver.table.wager(seat, "pass"):
                await table.act(seat, seat, Wager(seat, {"pass": 500}), f"bet-{roll:05}-{seat}")
        for seat in range(1, PLAYERS + 1):
            await table.ready(seat, seat, table.driver.carry.round, f"go-{roll:06}-{seat}")
    await table.act(1, 1, Wager(1, {"field": 500}), "field-0001")
    await casino.close()


def multiply(path: Path) -> int:
    """Copy the table until there are `TABLES` of them, each with `ROUNDS` rounds. Return the number of rows."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA synchronous = OFF")
    (last,) = db.execute("SELECT max(round) FROM carries").fetchone()
    db.execute("CREATE TEMP TABLE young AS SELECT * FROM rows WHERE round = ? ORDER BY number", (last,))
    open_ = db.execute("SELECT round, client, line, hash FROM young ORDER BY number").fetchall()
    (carry,) = db.execute("SELECT carry FROM carries WHERE round = ?", (last,)).fetchone()
    setting, head = db.execute("SELECT setting, head FROM tables").fetchone()
    db.execute("DELETE FROM rows")
    db.execute("DELETE FROM carries")
    db.execute("DELETE FROM played")
    per_round = 6
    for table in range(1, TABLES + 1):
        if table > 1:
            sql = "INSERT INTO tables (id, name, state, setting, epoch, number, head) VALUES (?, ?, 'open', ?, 1, 0, ?)"
            db.execute(sql, (table, f"Craps {table}", setting, head))
        old = (
            (table, (round_ - 1) * per_round + number, 1, round_, None, '{"prev":"…"}', "…")
            for round_ in range(1, ROUNDS)
            for number in range(1, per_round + 1)
        )
        db.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", old)
        db.executemany("INSERT INTO carries VALUES (?, ?, '{}')", ((table, round_) for round_ in range(1, ROUNDS)))
        first = (ROUNDS - 1) * per_round
        young = [
            (table, first + offset, 1, ROUNDS, client, line, hash_)
            for offset, (_, client, line, hash_) in enumerate(open_, 1)
        ]
        db.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", young)
        db.execute("INSERT INTO carries VALUES (?, ?, ?)", (table, ROUNDS, carry))
        db.execute("UPDATE tables SET number = ? WHERE id = ?", (first + len(open_), table))
    db.commit()
    (rows,) = db.execute("SELECT count(*) FROM rows").fetchone()
    db.close()
    return int(rows)


def recovery_seconds(path: Path) -> float:
    """Return the seconds from the start of the process until every table serves its players."""
    start = time.perf_counter()
    # The copied history was never anchored.
    going_on = ("--go-on", "made up for the bench")
    command = [sys.executable, "-m", "pitboss", "serve", "--json", "--db", str(path), "--port", "0", *going_on]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        for table in range(1, TABLES + 1):
            while True:
                try:
                    view = json.load(urllib.request.urlopen(f"{url}api/tables/{table}"))
                    break
                except OSError:
                    time.sleep(0.01)
            assert len(view["seats"]) == PLAYERS, view["seats"]
            assert view["wagers"]["1"]["field"] == 500
        return time.perf_counter() - start
    finally:
        process.terminate()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pitboss.db"
        asyncio.run(evening(path))
        rows = multiply(path)
        size = path.stat().st_size / 1e6
        print(f"a server with {TABLES} tables of {ROUNDS:,} rounds ({rows:,} rows, {size:,.0f} MB)")
        seconds = min(recovery_seconds(path) for _ in range(3))
        print(
            f"  every player's seat and chips served again {seconds:.1f} s after the start of the process (bound: 5 s)"
        )


if __name__ == "__main__":
    main()
