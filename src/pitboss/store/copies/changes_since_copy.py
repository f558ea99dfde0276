"""What came after a copy, and what of that holds although the copy is put back: bans, dismissals, deletions, codes.

A copy knows nothing of what the house decided after it was made. Whoever was banned since would be back, a dismissed
supervisor would rule again, and a code that was changed because somebody else knew it would work. The database that is
replaced knows better.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss.store.account_names import deleted_name
from pitboss.store.chains import state_register
from pitboss.store.chains.chain_heads import REGISTER, heads_of, house_heads
from pitboss.store.chains.checkpoint_file import Heads
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import WITH_REGISTER, SchemaError, version_of
from pitboss.store.errors import StoreError
from pitboss.store.row_types import ToldStaffAct

RANKS = ("player", "auditor", "supervisor", "admin")  # a dismissal is a step down
STATES = {"open": "let back in", "banned": "banned", "gone": "deleted"}
COLUMNS = "name, role, code, state, signed_out"


class Person(NamedTuple):
    name: str
    role: str
    code: str
    state: str
    signed_out: int


class ChangesSinceCopy(NamedTuple):
    """What the replaced database has and the copy has not."""

    people: tuple[str, ...]  # what was applied again, and what was not
    accounts: tuple[str, ...]  # names that somebody took
    tables: tuple[str, ...]  # by their names: opened
    lines: dict[str, int]  # lines of each chain that are gone; a table's under its number
    staff: tuple[ToldStaffAct, ...]


def renew_copy(half: Path, replaced: Path | None, *, as_copied: bool) -> tuple[Heads, ChangesSinceCopy | None, str]:
    """Give a copy that is to be put back a new session secret, and put out again whom the house has put out since.

    It is one transaction, and everything is on the register. Returns the heads of the copy then, what came after it,
    and why that is not known if it is not.
    """
    db = sqlite3.connect(half, isolation_level=None)
    try:
        kept = version_of(db) >= WITH_REGISTER  # older programs know neither a register nor bans
        if kept:
            state_register.install_triggers(db)
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE meta SET value = ? WHERE key = 'secret'", (secrets.token_hex(32),))
        since, why_not = _find_changes(db, replaced, apply=kept and not as_copied)
        if kept:
            state_register.write_changes(db)
        db.execute("COMMIT")
        return heads_of(db), since, why_not
    finally:
        db.close()


def _find_changes(db: sqlite3.Connection, replaced: Path | None, *, apply: bool) -> tuple[ChangesSinceCopy | None, str]:
    if replaced is None:
        return None, "there was no database to compare the copy with"
    try:
        with open_read_only(replaced) as newer:
            if version_of(newer) < WITH_REGISTER or version_of(db) < WITH_REGISTER:
                return None, "one of the two is of an older version, which did not keep bans"
            if _id_of(newer) != _id_of(db):
                return None, "the database that was there is another one"
            if not _is_later_state(newer, db):
                return None, "the database that was there is not a later state of the copy"
            return _compare(db, newer, apply=apply), ""
    except (StoreError, SchemaError, sqlite3.Error, msgspec.DecodeError) as wrong:
        return None, f"the database that was there cannot be read: {wrong}"


def _id_of(db: sqlite3.Connection) -> str:
    return str(db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()[0])


def _is_later_state(newer: sqlite3.Connection, db: sqlite3.Connection) -> bool:
    """Return whether the register of one database goes on from that of the other. An older one knows less of bans."""
    number, head = house_heads(db)[REGISTER]
    found = newer.execute("SELECT hash FROM register WHERE number = ?", (number,)).fetchone()
    return not number or found == (head,)


def _compare(db: sqlite3.Connection, newer: sqlite3.Connection, *, apply: bool) -> ChangesSinceCopy:
    then, now = _people(db), _people(newer)
    told = [line for account in then if account in now for line in _reapply(db, account, then, now, apply=apply)]
    if told and not db.execute("SELECT 1 FROM accounts WHERE role = 'admin' AND state = 'open'").fetchone():
        told.append("nobody is administrator now: the server prints a token for one when it starts")
    before, after = heads_of(db), heads_of(newer)
    lines = {chain: number - before.get(chain, (0, ""))[0] for chain, (number, _) in after.items()}
    (last,) = db.execute("SELECT coalesce(max(number), 0) FROM staff_acts").fetchone()
    acts = newer.execute("SELECT line FROM staff_acts WHERE number > ? ORDER BY number", (last,))
    gone = {person.name: deleted_name(account) for account, person in now.items() if person.state == "gone"}
    known = {table for (table,) in db.execute("SELECT id FROM tables")}
    tables = newer.execute("SELECT id, name FROM tables ORDER BY id").fetchall()
    return ChangesSinceCopy(
        people=tuple(told),
        accounts=tuple(_display_name(account, person) for account, person in now.items() if account not in then),
        tables=tuple(name for table, name in tables if table not in known),
        lines={chain: number for chain, number in lines.items() if number > 0},
        staff=tuple(msgspec.json.decode(line, type=ToldStaffAct).without(gone) for (line,) in acts),
    )


def _people(db: sqlite3.Connection) -> dict[int, Person]:
    return {account: Person(*row) for account, *row in db.execute(f"SELECT id, {COLUMNS} FROM accounts ORDER BY id")}


def _display_name(account: int, person: Person) -> str:
    return deleted_name(account) if person.state == "gone" else person.name


def _reapply(
    db: sqlite3.Connection, account: int, then: dict[int, Person], now: dict[int, Person], *, apply: bool
) -> Iterator[str]:
    """Bring one person to where the house had put him, and say what that is."""
    was, is_ = then[account], now[account]
    name, down = _display_name(account, is_), RANKS.index(is_.role) < RANKS.index(was.role)
    role = is_.role if down else was.role
    if apply:
        signed_out = max(was.signed_out, is_.signed_out)
        values = (role, is_.code, is_.state, signed_out, account)
        db.execute("UPDATE accounts SET role = ?, code = ?, state = ?, signed_out = ? WHERE id = ?", values)
    again = "again" if apply else "but not in the copy"
    if was.state != is_.state:
        yield f"{name} is {STATES[is_.state]}, {again}"
    if down and is_.state != "gone":
        yield f"{name} is {is_.role} and no longer {was.role}, {again}"
    elif role != is_.role:
        yield f"{name} was made {is_.role} after the copy, and is {was.role} as in the copy"
    if was.code != is_.code and is_.state != "gone":
        yield f"{name} has the newer recovery code, {again}" if apply else f"{name} has the recovery code of the copy"
