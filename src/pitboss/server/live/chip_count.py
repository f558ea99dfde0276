"""What somebody has in all: in the account, and at every table. No chip moves anywhere while chips are counted."""

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
    """What somebody has at one table: chips before the seat and on the layout."""

    table: int
    name: str
    seat: int  # 0: no seat any more, but wagers that stand, or a table at which nothing goes on
    cents: int
    private: bool = False  # chips of a private table, which are nobody's money
    paid: int = 0  # cents of these that were paid from the account all the same, in a version before 0.3.0


class Holdings(NamedTuple):
    """All that somebody has."""

    balance: int  # in the account
    tables: tuple[OnTable, ...]

    @property
    def on_tables(self) -> int:
        """At the tables of the house, and what comes back from private ones."""
        return sum(each.paid if each.private else each.cents for each in self.tables)

    @property
    def sum(self) -> int:
        return self.balance + self.on_tables


class ToppedUp(NamedTuple):
    given: int
    has: Holdings


class ChipCount:
    """Counts the chips of people over the tables of a server."""

    def __init__(self, store: Store, tables: Mapping[int, LiveTable]) -> None:
        self._store, self._tables = store, tables

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """Hold every table while chips are counted."""
        async with AsyncExitStack() as held:
            for _, table in sorted(self._tables.items()):
                await held.enter_async_context(table.lock)
            yield

    async def holdings(self, account: int) -> Holdings:
        """Return all that somebody has."""
        async with self.still():
            return self._holdings(account)

    async def top_up(self, account: int) -> ToppedUp:
        """Bring practice money back to what one starts with."""
        async with self.still():
            on_tables = self._holdings(account).on_tables
            given = await asyncio.wrap_future(self._store.accounts.top_up(account, PRACTICE - on_tables))
            return ToppedUp(given, self._holdings(account))

    def on_tables(self, account: int) -> Iterator[OnTable]:
        """Yield what somebody has at each table, to whoever holds them all still."""
        for row in self._store.tables.rows():
            live = self._tables.get(row.id)
            if live is not None and not live.service.fenced:
                seat, cents = live.seat_of(account), live.buy_ins.holds(account)
            else:
                seat, cents = 0, winding_up.stuck(self._store, row.id).get(account, 0)
            if seat or cents:
                private = row.owner is not None
                paid = min(cents, self._store.accounts.paid_for(account, row.id)) if private else 0
                yield OnTable(row.id, row.name, seat, cents, private, paid)

    def _holdings(self, account: int) -> Holdings:
        found = self._store.accounts.find(account)
        return Holdings(0 if found is None else found[0].balance, tuple(self.on_tables(account)))
