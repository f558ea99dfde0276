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
    """One database: what is in it, by what it is about, and what the staff did."""

    def __init__(self, path: Path, *, in_thread: bool = True) -> None:
        super().__init__(path, in_thread=in_thread)
        self.accounts, self.tables, self.rounds = Accounts(self), Tables(self), RoundReads(self)

    def note_staff_act(self, act: StaffAct) -> Future[None]:
        """Something that the staff did and that nothing else is written of."""
        return self.submit(lambda db: chain_entries.add_staff_act(db, act))

    def staff_acts(self, table: int | None = None, limit: int = 100, before: int | None = None) -> list[ToldStaffAct]:
        """What the staff did at a table, or anywhere; the newest first, or the newest of those before a number."""
        where = {'"table" = ?': table, "number < ?": before}
        asked = {words: value for words, value in where.items() if value is not None}
        chosen = f"WHERE {' AND '.join(asked)}" if asked else ""
        with self.read() as db:
            sql = f"SELECT line FROM staff_acts {chosen} ORDER BY number DESC LIMIT ?"
            lines = [line for (line,) in db.execute(sql, (*asked.values(), limit))]
        gone = self.accounts.deleted_names()
        return [msgspec.json.decode(line, type=ToldStaffAct).without(gone) for line in lines]

    def decide(self, decision: Decision, act: StaffAct | None) -> Future[None]:
        """Somebody goes on although the database is not as it was anchored; for good in the register."""

        def run(db: sqlite3.Connection) -> None:
            state_register.accept_rows(db)
            chain_entries.add_staff_act(db, act)
            state_register.append_lines(
                db, [(state_register.DECISION, state_register.last_number(db) + 1, msgspec.to_builtins(decision))]
            )

        return self.submit(run, though_held=True)

    def heads(self) -> Heads:
        """The newest line of every chain: a table's under its number, those of the house under their names."""
        with self.read() as db:
            return heads_of(db)

    def house_heads(self) -> Heads:
        """The newest line of every chain of the house, also what another process has written."""
        with self.read() as db:
            return house_heads(db)
