"""Count all the chips of an account: its balance and its chips at every table. No chip moves while they are counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple

import msgspec

from pitboss.server.live import winding_up
from pitboss.server.live.table import LiveTable
from pitboss.store.store import Store

PRACTICE = 100_000  # cents that a new account is given, and is brought up to when it asks


class OnTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chips of an account at one table: before the seat and on the layout."""

    table: int
    name: str
    seat: int  # 0 for wagers that still stand after the player left, and at a table out of service
    cents: int
    private: bool = False  # chips of a private table, which do not come from the account
    paid: int = 0  # cents of these that a version before 0.3.0 took from the account nevertheless


class Holdings(NamedTuple):
    """All the chips of an account."""

    balance: int  # in the account
    tables: tuple[OnTable, ...]

    @property
    def on_tables(self) -> int:
        """The cents at tables of the house, plus those that return from private tables."""
        return sum(table.paid if table.private else table.cents for table in self.tables)

    @property
    def sum(self) -> int:
        return self.balance + self.on_tables


class ToppedUp(NamedTuple):
    given: int
    has: Holdings


class ChipCount:
    """Counts the chips of accounts over all tables of a server."""

    def __init__(self, store: Store, tables: Mapping[int, LiveTable]) -> None:
        self._store, self._tables = store, tables

    @asynccontextmanager
    async def lock_tables(self) -> AsyncIterator[None]:
        """Hold the lock of every table while chips are counted."""
        async with AsyncExitStack() as stack:
            for _, table in sorted(self._tables.items()):
                await stack.enter_async_context(table.lock)
            yield

    async def holdings(self, account: int) -> Holdings:
        """Return all the chips of an account."""
        async with self.lock_tables():
            return self._holdings(account)

    async def top_up(self, account: int) -> ToppedUp:
        """Bring an account's practice money back up to the starting amount."""
        async with self.lock_tables():
            on_tables = self._holdings(account).on_tables
            given = await asyncio.wrap_future(self._store.accounts.top_up(account, PRACTICE - on_tables))
            return ToppedUp(given, self._holdings(account))

    def on_tables(self, account: int) -> Iterator[OnTable]:
        """Yield the chips of an account at each table. The caller holds the locks of all tables."""
        for row in self._store.tables.rows():
            live = self._tables.get(row.id)
            if live is not None and not live.service.fenced:
                seat, cents = live.seat_of(account), live.buy_ins.holds(account)
            else:
                seat, cents = 0, winding_up.chips_by_account(self._store, row.id).get(account, 0)
            if seat or cents:
                private = row.owner is not None
                paid = min(cents, self._store.accounts.paid_for(account, row.id)) if private else 0
                yield OnTable(row.id, row.name, seat, cents, private, paid)

    def _holdings(self, account: int) -> Holdings:
        entry = self._store.accounts.find(account)
        return Holdings(0 if entry is None else entry[0].balance, tuple(self.on_tables(account)))
