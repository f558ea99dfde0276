"""End sessions together with their connections. `pitboss admin`, another process, can also end sessions."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping

import msgspec

from pitboss.server.live.table import LiveTable
from pitboss.store.row_types import Account, StaffAct
from pitboss.store.store import Store

SIGNED_OUT = "you have signed out, or the house has ended your session"


class SessionEnds:
    """Ends sessions, and remembers who signed out while nothing can be written."""

    def __init__(self, store: Store, tables: Mapping[int, LiveTable]) -> None:
        self._store, self._tables = store, tables
        self._unwritten: Counter[int] = Counter()  # account -> how often it signed out while nothing can be written

    async def end(self, account: int, act: StaffAct | None = None) -> None:
        """End every session of an account, and every connection that was opened with one."""
        await asyncio.wrap_future(self._store.accounts.end_sessions(account, act))
        self.cut_ended()

    def end_unwritten(self, account: int) -> None:
        """End every session of an account at once, although it cannot be written yet."""
        self._unwritten[account] += 1

    async def write(self) -> None:
        """Write the ends of sessions that could not be written before."""
        while self._unwritten:  # it may grow while a write is awaited
            account = next(iter(self._unwritten))
            await asyncio.wrap_future(self._store.accounts.end_sessions(account))
            self._unwritten -= Counter([account])  # subtraction also drops entries that reach 0

    async def change_code(self, account: Account, code: str) -> Account:
        """Set another recovery code. Return the account with its one remaining session."""
        await asyncio.wrap_future(self._store.accounts.set_code(account.id, code, asked_at=account.signed_out))
        self.cut_ended()
        return msgspec.structs.replace(account, signed_out=account.signed_out + 1)

    def as_now(self, account: Account) -> Account:
        """Return the account with the ends of sessions that are not written yet."""
        times = self._unwritten[account.id]
        return msgspec.structs.replace(account, signed_out=account.signed_out + times) if times else account

    def cut_ended(self) -> None:
        """Close the connections whose session has ended."""
        connections = [connection for table in self._tables.values() for connection in table.onlookers.connections]
        accounts = {connection.account.id for connection in connections if connection.account is not None}
        sessions = self._store.accounts.sessions(accounts) if accounts else {}
        for connection in connections:
            account = connection.account
            if account is not None and sessions.get(account.id) != account.signed_out:
                connection.end(SIGNED_OUT)
