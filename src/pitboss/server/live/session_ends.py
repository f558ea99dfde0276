"""Sessions that end, and the connections that end with them. Sessions are also ended by `pitboss admin`, which is
another process."""

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
    """Ends sessions, and remembers who signed out while nothing may be written."""

    def __init__(self, store: Store, tables: Mapping[int, LiveTable]) -> None:
        self._store, self._tables = store, tables
        self._unwritten: Counter[int] = Counter()  # how often somebody signed out while nothing may be written

    async def end(self, account: int, act: StaffAct | None = None) -> None:
        """End every session of somebody, and every connection that was opened with one."""
        await asyncio.wrap_future(self._store.accounts.end_sessions(account, act))
        self.cut_ended()

    def end_unwritten(self, account: int) -> None:
        """End them at once where nothing may be written yet."""
        self._unwritten[account] += 1

    async def write(self) -> None:
        """Write which sessions were ended while nothing could be written."""
        while self._unwritten:  # somebody may sign out meanwhile, too
            account = next(iter(self._unwritten))
            await asyncio.wrap_future(self._store.accounts.end_sessions(account))
            self._unwritten -= Counter([account])  # which also drops whoever has none left

    async def change_code(self, account: Account, code: str) -> Account:
        """Give somebody another code; returns the account with the one session that there is from then on."""
        await asyncio.wrap_future(self._store.accounts.set_code(account.id, code, asked_at=account.signed_out))
        self.cut_ended()
        return msgspec.structs.replace(account, signed_out=account.signed_out + 1)

    def as_now(self, account: Account) -> Account:
        """Return an account with what could not be written of it yet."""
        times = self._unwritten[account.id]
        return msgspec.structs.replace(account, signed_out=account.signed_out + times) if times else account

    def cut_ended(self) -> None:
        """Close the connections whose session has ended."""
        onlookers = [each for table in self._tables.values() for each in table.onlookers.connections]
        accounts = {each.account.id for each in onlookers if each.account is not None}
        going = self._store.accounts.sessions(accounts) if accounts else {}
        for each in onlookers:
            if each.account is not None and going.get(each.account.id) != each.account.signed_out:
                each.end(SIGNED_OUT)
