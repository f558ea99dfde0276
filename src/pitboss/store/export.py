"""Everything a database holds as plain tables, with totals that must match what the chains say."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Wager
from pitboss.engine.record import Chain
from pitboss.record.replay import read, replay
from pitboss.store import rounds
from pitboss.store.store import StoreError
from pitboss.table.money import INVENTORY
from pitboss.table.steps import Step

Format = Literal["csv", "jsonl"]
Row = dict[str, Any]
SUMMED = frozenset(("balance", "cents", "net", "to players"))  # columns that have a total


def export(path: Path, folder: Path, form: Format) -> dict[str, int]:
    """Write one file for each kind of thing; the totals, which the files add up to."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    try:
        db.execute("BEGIN")  # all of it as it is at one moment
        db.execute("SELECT count(*) FROM meta")
        try:
            folder.mkdir(parents=True, exist_ok=False)
        except FileExistsError:
            raise StoreError(f"{folder} is there already and is left as it is; name another folder") from None
        totals: dict[str, int] = {}
        for name, rows in (
            ("accounts", _accounts(db)),
            ("entries", _entries(db)),
            ("tables", _tables(db)),
            ("rounds", _rounds(db)),
            ("acts", _acts(db)),
        ):
            for key, total in _write(folder / f"{name}.{form}", rows, form).items():
                totals[f"{name} {key}"] = total
        _check(totals)
        return totals
    except sqlite3.DatabaseError as wrong:
        raise StoreError(f"{path} cannot be read: {wrong}") from None
    except rounds.ReplayError as wrong:
        raise StoreError(f"{path} cannot be played again: {wrong}; 'pitboss verify' tells more") from None
    finally:
        db.close()


def _check(totals: dict[str, int]) -> None:
    """What the files add up to must agree with each other."""
    if totals.get("accounts balance", 0) != totals.get("entries cents", 0):
        raise StoreError("balances and entries do not add up to the same")
    if totals.get("rounds net", 0) != totals.get("acts to players", 0):
        raise StoreError("rounds and acts do not add up to the same")


def _write(path: Path, rows: Iterator[Row], form: Format) -> dict[str, int]:
    totals = {"count": 0}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer: csv.DictWriter[str] | None = None
        for row in rows:
            totals["count"] += 1
            for key in SUMMED & row.keys():
                totals[key] = totals.get(key, 0) + row[key]
            if form == "jsonl":
                file.write(msgspec.json.encode(row).decode() + "\n")
            else:
                if writer is None:
                    writer = csv.DictWriter(file, list(row))
                    writer.writeheader()
                writer.writerow(row)
    return totals


def _accounts(db: sqlite3.Connection) -> Iterator[Row]:
    for key, name, role, balance in db.execute("SELECT id, name, role, balance FROM accounts ORDER BY id"):
        yield {"account": key, "name": name, "role": role, "balance": balance}


def _entries(db: sqlite3.Connection) -> Iterator[Row]:
    for (line,) in db.execute("SELECT line FROM entries ORDER BY number"):
        body = msgspec.json.decode(line, type=dict[str, Any])
        yield {
            "number": body["number"],
            "account": body["account"],
            "what": body["what"],
            "cents": body["cents"],
            "balance after": body["balance"],
            "table": body.get("table", ""),
            "row": body.get("row", ""),
        }


def _tables(db: sqlite3.Connection) -> Iterator[Row]:
    for key, name, state, setting, number in db.execute("SELECT id, name, state, setting, number FROM tables"):
        yield {"table": key, "name": name, "state": state, "setting": setting, "rows": number}


def _played(db: sqlite3.Connection) -> Iterator[tuple[int, int, Driver]]:
    sql = 'SELECT "table", round, carry FROM carries ORDER BY "table", round'
    for table, round_, carry in db.execute(sql).fetchall():
        found = db.execute('SELECT line FROM rows WHERE "table" = ? AND round = ? ORDER BY number', (table, round_))
        lines = [line for (line,) in found]
        if lines:
            yield table, round_, rounds.replay(rounds.read_carry(carry), lines)


def _rounds(db: sqlite3.Connection) -> Iterator[Row]:
    """`net` is what players have won of the house in the round, as far as it was settled."""
    for table, round_, driver in _played(db):
        before, after = driver.carry.accounts, driver.table.ledger.accounts
        yield {
            "table": table,
            "round": round_,
            "game": driver.game.name,
            "rules": driver.rules.digest,
            "over": int(driver.done),
            "void": driver.table.void,
            "players": len(driver.table.players),
            "wagers": sum(isinstance(item, Wager) for item in driver.log),
            "net": before.get(INVENTORY, 0) - after.get(INVENTORY, 0),
        }


def _acts(db: sqlite3.Connection) -> Iterator[Row]:
    """Every act; `to players` is what it moved from the table inventory to them, less than nothing if it took."""
    for table, round_, driver in _played(db):
        _, (record,) = read(b"\n".join(Chain().append(driver, "stored", "")))
        held = driver.carry.accounts.get(INVENTORY, 0)
        for number, (again, item) in enumerate(replay(record), 1):
            before, held = held, again.table.ledger[INVENTORY]
            if isinstance(item, Step):
                yield {
                    "table": table,
                    "round": round_,
                    "number": number,
                    "act": str(type(item).__struct_config__.tag),
                    "cite": item.cite,
                    "told": item.tell(),
                    "to players": before - held,
                }
