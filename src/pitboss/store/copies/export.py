"""Exports everything a database holds as plain tables, with totals that must match what the chains say."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from pitboss.engine.carry import Carry
from pitboss.record.account import Account, ToldAct, account_of, unpack
from pitboss.record.explain import SeatStory
from pitboss.record.round_playback import MismatchError, ReplayError
from pitboss.store.chains.state_register import BEFORE, TRACKED, Line, TrackedTable, differences, read_register
from pitboss.store.database.file_modes import PRIVATE_FOLDER, open_private
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import WITH_ACCOUNTS, WITH_REGISTER, WITH_STAFF, SchemaError, version_of
from pitboss.store.errors import StoreError, describe_error
from pitboss.store.rounds import round_rows
from pitboss.store.rounds.table_lines import lines_of
from pitboss.table.money import bank_of

Format = Literal["csv", "jsonl"]
Row = dict[str, Any]
TOTALED = frozenset(("balance", "cents", "net", "to players"))  # the columns that have a total


def export(path: Path, folder: Path, form: Format) -> dict[str, int]:
    """Write one file for each kind of record (accounts, entries, tables, rounds and so on), and return the totals of
    the files. Raise `StoreError` if the database cannot be read or does not add up."""
    try:
        with open_read_only(path) as db:
            return _export(db, folder, form)
    except (sqlite3.DatabaseError, SchemaError) as error:
        raise StoreError(f"{path} cannot be read: {describe_error(error)}") from None
    except ReplayError as error:
        raise StoreError(f"{path} cannot be replayed: {error}; run 'pitboss verify' for details") from None


def _export(db: sqlite3.Connection, folder: Path, form: Format) -> dict[str, int]:
    db.execute("SELECT count(*) FROM meta")
    if version_of(db) >= WITH_REGISTER:
        difference = next(differences(db, read_register(db)), None)
        if difference is not None:
            raise StoreError(f"rows are not what the register says: {difference}; run 'pitboss verify' for details")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(PRIVATE_FOLDER, exist_ok=False)
    except FileExistsError:
        raise StoreError(f"{folder} already exists and was not changed; name another folder") from None
    totals: dict[str, int] = {}
    for name, rows in (
        ("accounts", _accounts(db)),
        ("entries", _entries(db)),
        ("tables", _tables(db)),
        ("rounds", _rounds(db)),
        ("acts", _acts(db)),
        ("staff", _staff(db)),
        ("register", _register(db)),
    ):
        for key, total in _write(folder / f"{name}.{form}", rows, form).items():
            totals[f"{name} {key}"] = total
    _check(totals)
    return totals


def _check(totals: dict[str, int]) -> None:
    """Check that the totals of the files agree with each other."""
    if totals.get("accounts balance", 0) != totals.get("entries cents", 0):
        raise StoreError("balances and entries do not add up to the same total")
    if totals.get("rounds net", 0) != totals.get("acts to players", 0):
        raise StoreError("rounds and acts do not add up to the same total")


def _write(path: Path, rows: Iterator[Row], form: Format) -> dict[str, int]:
    """Write the rows to a file, and return their number and the totals of their columns."""
    totals = {"count": 0}
    with open(path, "w", encoding="utf-8", newline="", opener=open_private) as file:
        writer: csv.DictWriter[str] | None = None
        for row in rows:
            totals["count"] += 1
            for key in TOTALED & row.keys():
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
    state_column = "state" if version_of(db) >= WITH_REGISTER else "'open'"
    rows = db.execute(f"SELECT id, name, role, {state_column}, balance FROM accounts ORDER BY id")
    for key, name, role, state, balance in rows:
        yield {"account": key, "name": name, "role": role, "state": state, "balance": balance}


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
    """Yield the tables, with the account that owns a private one, and whether it was put away."""
    more_columns = "owner, gone" if version_of(db) >= WITH_STAFF else "NULL, 0"
    for key, *row, owner, is_deleted in db.execute(
        f"SELECT id, name, state, setting, number, {more_columns} FROM tables ORDER BY id"
    ):
        columns = dict(zip(("name", "state", "setting", "rows"), row, strict=True))
        yield {"table": key, **columns, "owner": "" if owner is None else owner, "gone": is_deleted}


def _staff(db: sqlite3.Connection) -> Iterator[Row]:
    """Yield what the staff did, who and why."""
    if version_of(db) < WITH_STAFF:
        return
    for (line,) in db.execute("SELECT line FROM staff_acts ORDER BY number"):
        body = msgspec.json.decode(line, type=dict[str, Any])
        keys = ("number", "at", "account", "name", "table", "round", "what", "why")
        yield {**{key: "" if body[key] is None else body[key] for key in keys}, "cite": body.get("cite", "")}


def _register(db: sqlite3.Connection) -> Iterator[Row]:
    """Yield each change of an account or a table: one row for each time a name, a role or a setting was given. The
    values of secret columns are left out."""
    if version_of(db) < WITH_REGISTER:
        return
    newest: dict[tuple[str, object], Row] = {}
    for (text,) in db.execute("SELECT line FROM register ORDER BY number"):
        line = msgspec.json.decode(text, type=Line)
        if line.of == BEFORE:
            continue  # digests of what is older than the register
        earlier, current = newest.get((line.of, line.key), {}), line.row or {}
        newest[line.of, line.key] = current
        tracked = TRACKED.get(line.of) or TrackedTable(
            line.of, "", tuple(current)
        )  # or a decision, which has no columns
        for column in tracked.columns:
            if earlier.get(column) != current.get(column):
                before, after = (None, None) if column in tracked.secret else (earlier.get(column), current.get(column))
                header = {"number": line.number, "at": line.at, "of": tracked.called, "key": line.key, "what": column}
                yield {**header, "was": before, "is": after}


def _accounts_of_rounds(db: sqlite3.Connection) -> Iterator[tuple[int, Account, bool]]:
    """Yield the table of each round, its account, and whether it is over. A round that is open, or from before accounts
    were kept, is replayed."""
    has_accounts = version_of(db) >= WITH_ACCOUNTS
    sql = 'SELECT "table", round, carry FROM carries ORDER BY "table", round'
    for table, round_, carry in db.execute(sql).fetchall():
        sql = 'SELECT account FROM told WHERE "table" = ? AND round = ?'
        stored = db.execute(sql, (table, round_)).fetchone() if has_accounts else None
        if stored is not None:
            yield table, unpack(stored[0]), True
            continue
        if lines := lines_of(db, table, round_):
            sql = 'SELECT carry FROM carries WHERE "table" = ? AND round = ?'
            after = db.execute(sql, (table, round_ + 1)).fetchone()
            yield table, _replay_account(round_rows.read_carry(carry), lines, after), after is not None


def _replay_account(carry: Carry, lines: list[str], after: tuple[str] | None) -> Account:
    """Return the account of a round by replaying it. If this version plays it differently, the account only has the
    total."""
    try:
        account = account_of(round_rows.replay(carry, lines))
    except MismatchError:
        opened = round_rows.read(lines)[0]
        assert isinstance(opened, round_rows.Open)
        next_carry = carry if after is None else round_rows.read_carry(after[0])
        net = bank_of(carry.accounts) - bank_of(next_carry.accounts)
        message = "This version plays the round differently, and no account of it was stored."
        act = ToldAct("not told", "house:other-version", message, net)
        seats = tuple(SeatStory(seat, name, 0, 0) for seat, name in carry.players.items())
        account = Account("", opened.game, opened.rules, "", carry.round, (act,), seats, net)
    return msgspec.structs.replace(account, pitboss=round_rows.version_of(lines))


def _rounds(db: sqlite3.Connection) -> Iterator[Row]:
    """Yield the rounds. `net` is what players have won from the house with the wagers that are settled."""
    for table, account, is_over in _accounts_of_rounds(db):
        yield {
            "table": table,
            "round": account.round,
            "game": account.game,
            "version": account.pitboss,
            "rules": account.rules,
            "over": int(is_over),
            "void": account.void,
            "players": len(account.seats),
            "wagers": account.wagers,
            "net": account.net,
        }


def _acts(db: sqlite3.Connection) -> Iterator[Row]:
    """Yield every act. `to players` is what it moved from the table inventory to players; negative if players paid."""
    for table, account, _ in _accounts_of_rounds(db):
        for number, act in enumerate(account.acts, 1):
            yield {
                "table": table,
                "round": account.round,
                "number": number,
                "act": act.act,
                "cite": act.cite,
                "told": act.told,
                "to players": act.to_players,
            }
