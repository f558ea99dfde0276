"""The people in the store: their names, of which no two look alike, roles, sessions and practice money."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec

from pitboss.store.account_names import deleted_name, skeleton
from pitboss.store.chains import chain_entries
from pitboss.store.database.writer import Writer
from pitboss.store.errors import StoreError, TooLateError
from pitboss.store.row_types import Account, Entry, StaffAct
from pitboss.store.staff_act_prefixes import refund_cents
from pitboss.table.money import dollars

PERSON = "id, name, role, balance, state, signed_out"  # the columns of an account
DAY = 24 * 60 * 60  # seconds
REFUND = "refund"  # the kind of such an entry


class Accounts:
    """The accounts of people in a database."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        # The skeleton of a name -> the account that has it. For the writing thread only.
        self._account_by_skeleton: dict[str, int] = {}

    def create(self, name: str, code: str, role: str, grant: int) -> Future[Account]:
        def run(db: sqlite3.Connection) -> Account:
            if (lookalike := self._find_lookalike(db, name)) is not None:
                raise StoreError(f"the name {lookalike!r} is taken, and {name!r} looks like it")
            sql = "INSERT INTO accounts (name, role, code, balance) VALUES (?, ?, ?, 0)"
            try:
                account = db.execute(sql, (name, role, code)).lastrowid
            except sqlite3.IntegrityError:
                raise StoreError(f"the name {name!r} is taken") from None
            assert account is not None
            self._account_by_skeleton[skeleton(name)] = account
            if grant:
                chain_entries.add_entry(db, Entry(account, grant, "practice money"), {})
            return Account(account, name, role, grant)

        return self._writer.submit(run)

    def _find_lookalike(self, db: sqlite3.Connection, name: str) -> str | None:
        """Return another name that is easily mistaken for this one, or None. The very same name does not count, because
        the database itself refuses that.

        Called on the writing thread only. Names of transactions that failed do not count.
        """
        if not self._account_by_skeleton:
            self._account_by_skeleton = {
                skeleton(taken_name): account for account, taken_name in db.execute("SELECT id, name FROM accounts")
            }
        account = self._account_by_skeleton.get(skeleton(name), 0)
        row = db.execute("SELECT name FROM accounts WHERE id = ?", (account,)).fetchone()
        if row is None or skeleton(row[0]) != skeleton(name) or row[0].casefold() == name.casefold():
            return None
        return str(row[0])

    def find(self, key: int | str) -> tuple[Account, str] | None:
        """Return an account by its id or its name, with the code kept for its recovery. Return None if there is
        none."""
        column = "id" if isinstance(key, int) else "name"
        with self._writer.read() as db:
            row = db.execute(f"SELECT {PERSON}, code FROM accounts WHERE {column} = ?", (key,)).fetchone()
        return None if row is None else (_person(row[:-1]), row[-1])

    def ids_of(self, names: Iterable[str]) -> dict[str, int]:
        """Return the account ids of those names that belong to people."""
        accounts = ((name, self.find(name)) for name in names)
        return {name: account[0].id for name, account in accounts if account is not None}

    def all_not_deleted(self) -> list[Account]:
        """Return every account that is not deleted, sorted by name."""
        with self._writer.read() as db:
            sql = f"SELECT {PERSON} FROM accounts WHERE state <> 'gone' ORDER BY name"
            return [_person(row) for row in db.execute(sql)]

    def deleted_names(self) -> dict[str, str]:
        """Map the names of deleted accounts, as rounds have them, to what is shown in their place."""
        with self._writer.read() as db:
            rows = db.execute("SELECT id, name FROM accounts WHERE state = 'gone'").fetchall()
        return {name: deleted_name(account) for account, name in rows}

    def sessions(self, accounts: Iterable[int]) -> dict[int, int]:
        """Return the accounts among these that may have a session, with how often their sessions were ended."""
        ids = sorted(accounts)
        with self._writer.read() as db:
            marks = ", ".join("?" * len(ids))
            sql = f"SELECT id, signed_out FROM accounts WHERE state = 'open' AND id IN ({marks})"
            return dict(db.execute(sql, ids))

    def has_admin(self) -> bool:
        with self._writer.read() as db:
            return bool(_admins(db))

    # --- changes

    def set_role(self, account: int, role: str, act: StaffAct | None = None) -> Future[None]:
        """Change a role. Raise `StoreError` if the staff would take it from the last administrator."""
        return self._change_person("role = ?", (role,), account, act, stays_admin=role == "admin")

    def ban(self, account: int, act: StaffAct) -> Future[None]:
        """End the sessions of an account and refuse it new ones."""
        return self._change_person("state = 'banned', signed_out = signed_out + 1", (), account, act)

    def let_back(self, account: int, act: StaffAct) -> Future[None]:
        return self._change_person("state = 'open'", (), account, act)

    def delete(self, account: int, act: StaffAct) -> Future[None]:
        """Delete an account. Rounds and money movements stay as they were written, but the name is shown to nobody, and
        nobody else can take it."""
        changes = "state = 'gone', role = 'player', code = '', signed_out = signed_out + 1"
        return self._change_person(changes, (), account, act)

    def end_sessions(self, account: int, act: StaffAct | None = None) -> Future[None]:
        return self._change_person("signed_out = signed_out + 1", (), account, act, stays_admin=True)

    def set_code(
        self, account: int, code: str, act: StaffAct | None = None, asked_at: int | None = None
    ) -> Future[None]:
        """Set another recovery code and end all sessions, so that whoever knew the old code is out. `asked_at` is how
        often sessions had been ended when the code was requested: of two simultaneous requests one succeeds and the
        other raises `TooLateError`."""
        changes = "code = ?, signed_out = signed_out + 1"
        return self._change_person(changes, (code,), account, act, stays_admin=True, asked_at=asked_at)

    def _change_person(
        self,
        changes: str,
        values: tuple[object, ...],
        account: int,
        act: StaffAct | None,
        *,
        stays_admin: bool = False,
        asked_at: int | None = None,
    ) -> Future[None]:
        def run(db: sqlite3.Connection) -> None:
            if asked_at is not None:
                ended = db.execute("SELECT signed_out FROM accounts WHERE id = ?", (account,)).fetchone()
                if ended != (asked_at,):
                    raise TooLateError("this session was ended meanwhile; sign in again with the newest code")
            if act is not None and not stays_admin and _admins(db) == [account]:
                raise StoreError("this is the only administrator; name another one first")
            chain_entries.update_one(
                db, f"UPDATE accounts SET {changes} WHERE id = ? AND state <> 'gone'", (*values, account)
            )
            chain_entries.add_staff_act(db, act)

        return self._writer.submit(run)

    # --- money

    def paid_for(self, account: int, table: int) -> int:
        """Return the cents that a person has paid for chips of a private table and has not got back."""
        with self._writer.read() as db:
            return chain_entries.paid_for(db, account, table)

    def refund(self, account: int, cents: int, act: StaffAct, most: int | None = None) -> Future[None]:
        """Give a person money of the house that no round gives back. With `most`, one member of the staff may refund at
        most that much within a day, and more raises a `StoreError`.
        """

        def run(db: sqlite3.Connection) -> None:
            if most is not None and cents + (already_refunded := _sum_of_refunds(db, act)) > most:
                note = (
                    f"; you have given back {dollars(already_refunded)} in the last 24 hours"
                    if already_refunded
                    else ""
                )
                raise StoreError(f"a supervisor gives back at most {dollars(most)} a day{note}; ask an administrator")
            chain_entries.add_entry(db, Entry(account, cents, REFUND), {})
            chain_entries.add_staff_act(db, act)

        return self._writer.submit(run)

    def grant(self, account: int, cents: int, reason: str) -> Future[None]:
        return self._writer.submit(lambda db: chain_entries.add_entry(db, Entry(account, cents, reason), {}))

    def top_up(self, account: int, wanted: int) -> Future[int]:
        """Add practice money up to a balance, and return what was missing."""

        def run(db: sqlite3.Connection) -> int:
            (balance,) = db.execute("SELECT balance FROM accounts WHERE id = ?", (account,)).fetchone()
            missing = max(wanted - int(balance), 0)
            if missing:
                chain_entries.add_entry(db, Entry(account, missing, "practice money"), {})
            return missing

        return self._writer.submit(run)


def _sum_of_refunds(db: sqlite3.Connection, act: StaffAct) -> int:
    """Return the cents that the author of this act has refunded in the day before it."""
    sql = """SELECT json_extract(line, '$.what') FROM staff_acts WHERE json_extract(line, '$.account') = ?
             AND json_extract(line, '$.at') > ?"""
    return sum(refund_cents(act_words) for (act_words,) in db.execute(sql, (act.account, act.at - DAY)))


def _person(row: Sequence[Any]) -> Account:
    account = Account(*row)
    return msgspec.structs.replace(account, name=deleted_name(account.id)) if account.state == "gone" else account


def _admins(db: sqlite3.Connection) -> list[int]:
    return [account for (account,) in db.execute("SELECT id FROM accounts WHERE role = 'admin' AND state = 'open'")]
