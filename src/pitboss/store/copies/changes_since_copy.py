"""The changes made after a copy, and those that still hold when the copy is put back: bans, dismissals, deletions,
codes.

A copy does not know what the house decided after it was made. People banned since would be back, a dismissed supervisor
would rule again, and a recovery code that was changed because somebody else knew it would work again. The replaced
database knows better.
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
    """The columns of an account that a restore may change."""

    name: str
    role: str
    code: str
    state: str
    signed_out: int


class ChangesSinceCopy(NamedTuple):
    """The changes that the replaced database has and the copy does not."""

    people: tuple[str, ...]  # sentences about what was applied again, and what was not
    accounts: tuple[str, ...]  # names of new accounts
    tables: tuple[str, ...]  # names of new tables
    lines: dict[str, int]  # number of lines that are gone, by chain; a table's chain has its number
    staff: tuple[ToldStaffAct, ...]


def renew_copy(half: Path, replaced: Path | None, *, as_copied: bool) -> tuple[Heads, ChangesSinceCopy | None, str]:
    """Give a copy that is to be put back a new session secret, and apply again whom the house has banned or dismissed
    since.

    It is one transaction, and everything is in the register. Return the heads of the copy afterwards, the changes since
    the copy, and the reason if those are unknown.
    """
    db = sqlite3.connect(half, isolation_level=None)
    try:
        has_register = version_of(db) >= WITH_REGISTER  # older programs know neither a register nor bans
        if has_register:
            state_register.install_triggers(db)
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE meta SET value = ? WHERE key = 'secret'", (secrets.token_hex(32),))
        since, why_not = _find_changes(db, replaced, apply=has_register and not as_copied)
        if has_register:
            state_register.write_changes(db)
        db.execute("COMMIT")
        return heads_of(db), since, why_not
    finally:
        db.close()


def _find_changes(db: sqlite3.Connection, replaced: Path | None, *, apply: bool) -> tuple[ChangesSinceCopy | None, str]:
    """Return the changes that the replaced database has and the copy does not, or the reason why they are unknown."""
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
    except (StoreError, SchemaError, sqlite3.Error, msgspec.DecodeError) as error:
        return None, f"the database that was there cannot be read: {error}"


def _id_of(db: sqlite3.Connection) -> str:
    return str(db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()[0])


def _is_later_state(newer: sqlite3.Connection, db: sqlite3.Connection) -> bool:
    """Return whether the register of one database continues that of the other. An older one knows less about bans."""
    number, head = house_heads(db)[REGISTER]
    hash_in_newer = newer.execute("SELECT hash FROM register WHERE number = ?", (number,)).fetchone()
    return not number or hash_in_newer == (head,)


def _compare(db: sqlite3.Connection, newer: sqlite3.Connection, *, apply: bool) -> ChangesSinceCopy:
    """Return the changes that a later state of a copy has and the copy does not, and apply those that still hold."""
    people_then, people_now = _people(db), _people(newer)
    sentences = [
        line
        for account in people_then
        if account in people_now
        for line in _reapply(db, account, people_then, people_now, apply=apply)
    ]
    if sentences and not db.execute("SELECT 1 FROM accounts WHERE role = 'admin' AND state = 'open'").fetchone():
        sentences.append("nobody is administrator now: the server prints a token for one when it starts")
    before, after = heads_of(db), heads_of(newer)
    lines = {chain: number - before.get(chain, (0, ""))[0] for chain, (number, _) in after.items()}
    (last,) = db.execute("SELECT coalesce(max(number), 0) FROM staff_acts").fetchone()
    acts = newer.execute("SELECT line FROM staff_acts WHERE number > ? ORDER BY number", (last,))
    deleted_names = {
        person.name: deleted_name(account) for account, person in people_now.items() if person.state == "gone"
    }
    known = {table for (table,) in db.execute("SELECT id FROM tables")}
    tables = newer.execute("SELECT id, name FROM tables ORDER BY id").fetchall()
    return ChangesSinceCopy(
        people=tuple(sentences),
        accounts=tuple(
            _display_name(account, person) for account, person in people_now.items() if account not in people_then
        ),
        tables=tuple(name for table, name in tables if table not in known),
        lines={chain: number for chain, number in lines.items() if number > 0},
        staff=tuple(msgspec.json.decode(line, type=ToldStaffAct).without(deleted_names) for (line,) in acts),
    )


def _people(db: sqlite3.Connection) -> dict[int, Person]:
    return {account: Person(*row) for account, *row in db.execute(f"SELECT id, {COLUMNS} FROM accounts ORDER BY id")}


def _display_name(account: int, person: Person) -> str:
    """Return the name of a person as it may be shown."""
    return deleted_name(account) if person.state == "gone" else person.name


def _reapply(
    db: sqlite3.Connection, account: int, then: dict[int, Person], now: dict[int, Person], *, apply: bool
) -> Iterator[str]:
    """Bring one person to the state that the house had put him in, and describe it."""
    before, after = then[account], now[account]
    name, is_dismissed = _display_name(account, after), RANKS.index(after.role) < RANKS.index(before.role)
    role = after.role if is_dismissed else before.role
    if apply:
        signed_out = max(before.signed_out, after.signed_out)
        values = (role, after.code, after.state, signed_out, account)
        db.execute("UPDATE accounts SET role = ?, code = ?, state = ?, signed_out = ? WHERE id = ?", values)
    remark = "again" if apply else "but not in the copy"
    if before.state != after.state:
        yield f"{name} is {STATES[after.state]}, {remark}"
    if is_dismissed and after.state != "gone":
        yield f"{name} is {after.role} and no longer {before.role}, {remark}"
    elif role != after.role:
        yield f"{name} was made {after.role} after the copy, and is {before.role} as in the copy"
    if before.code != after.code and after.state != "gone":
        yield f"{name} has the newer recovery code, {remark}" if apply else f"{name} has the recovery code of the copy"
