"""The store: people, tables and rounds in one database, and what the staff did to them."""

from __future__ import annotations

import sqlite3
from concurrent.futures import Future
from pathlib import Path

import msgspec

from pitboss.store.accounts import Accounts
from pitboss.store.chains import chain_entries, state_register
from pitboss.store.chains.chain_heads import heads_of, house_heads
from pitboss.store.chains.checkpoint_file import Decision, Heads
from pitboss.store.database.writer import Writer
from pitboss.store.round_reads import RoundReads
from pitboss.store.row_types import StaffAct, ToldStaffAct
from pitboss.store.table_writes import Tables


class Store(Writer):
    """One database, with its accounts, tables, rounds and staff acts."""

    def __init__(self, path: Path, *, in_thread: bool = True) -> None:
        super().__init__(path, in_thread=in_thread)
        self.accounts, self.tables, self.rounds = Accounts(self), Tables(self), RoundReads(self)

    def note_staff_act(self, act: StaffAct) -> Future[None]:
        """Write down a staff act that changes nothing else in the store."""
        return self.submit(lambda db: chain_entries.add_staff_act(db, act))

    def staff_acts(self, table: int | None = None, limit: int = 100, before: int | None = None) -> list[ToldStaffAct]:
        """Return what the staff did at a table, or anywhere, newest first. With `before`, only acts with a smaller
        number."""
        where = {'"table" = ?': table, "number < ?": before}
        conditions = {words: value for words, value in where.items() if value is not None}
        clause = f"WHERE {' AND '.join(conditions)}" if conditions else ""
        with self.read() as db:
            sql = f"SELECT line FROM staff_acts {clause} ORDER BY number DESC LIMIT ?"
            lines = [line for (line,) in db.execute(sql, (*conditions.values(), limit))]
        deleted_names = self.accounts.deleted_names()
        return [msgspec.json.decode(line, type=ToldStaffAct).without(deleted_names) for line in lines]

    def decide(self, decision: Decision, act: StaffAct | None) -> Future[None]:
        """Record the decision to continue with a database that differs from what was anchored, and accept its rows as
        they are.
        """

        def run(db: sqlite3.Connection) -> None:
            state_register.accept_rows(db)
            chain_entries.add_staff_act(db, act)
            state_register.append_lines(
                db, [(state_register.DECISION, state_register.last_number(db) + 1, msgspec.to_builtins(decision))]
            )

        return self.submit(run, though_held=True)

    def heads(self) -> Heads:
        """Return the newest line of every chain. A table's chain has its number as a key, a chain of the house its
        name."""
        with self.read() as db:
            return heads_of(db)

    def house_heads(self) -> Heads:
        """Return the newest line of every chain of the house, including lines of other processes."""
        with self.read() as db:
            return house_heads(db)
