"""Tables that this version cannot run: the reasons, and what the staff can still do with them."""

from __future__ import annotations

import asyncio
import logging

from pitboss.server.access.staff_acts import By
from pitboss.server.live import winding_up
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.time_source import TimeSource
from pitboss.server.live.table_settings import from_text, resolve_setting
from pitboss.store.row_types import Account, StaffAct, TableRow
from pitboss.store.store import Store

UNPLAYABLE = "this version cannot run this table"
SHUT = "Closed the table, which this version cannot run"
STUCK_CHIPS = "people have chips at this table"

log = logging.getLogger("pitboss")


class OutOfService:
    """The tables that are out of service. Their chips can be given back; then a table can be closed and deleted."""

    def __init__(self, store: Store, time: TimeSource) -> None:
        self._store, self._time = store, time
        self.why: dict[int, str] = {}
        self.shut: set[int] = set()  # those that are closed and empty of chips, which need no attention

    def note(self, table: int, why: str) -> None:
        """Note that a table is out of service, and why."""
        self.why[table] = why
        self._note_if_shut(table)

    def hold(self, why: str) -> None:
        """Note that every table is out of service for one reason. Call it before any table is opened."""
        self.why = {row.id: why for row in self._store.tables.rows()}

    def clear(self, table: int) -> None:
        """Note that a table is back in service, or deleted."""
        self.why.pop(table, None)
        self.shut.discard(table)

    def explain(self, account: Account | None, row: TableRow) -> str:
        """Return why a table is out of service. Only an administrator is told of reasons other than its setting."""
        if account is not None and account.role == "admin":
            return self.why.get(row.id, UNPLAYABLE)
        try:
            resolve_setting(from_text(row.setting))
        except ValueError as error:
            return str(error)
        return UNPLAYABLE

    def _note_if_shut(self, table: int) -> None:
        row = self._store.tables.find(table)
        if row is not None and row.state == "closed" and not self._chips_at(table):
            self.shut.add(table)
        else:
            self.shut.discard(table)

    def _chips_at(self, table: int) -> dict[int, int]:
        return winding_up.chips_by_account(self._store, table)

    async def wind_up(self, table: int, by: int, why: str) -> Outcome:
        """Give all players their chips and wagers back."""
        if not self._chips_at(table):
            return refusal(winding_up.CITE, "nobody has chips at this table", "there is nothing to give back")
        taken = self._store.tables.read_as_written(table)
        ending = winding_up.make_batch(self._store, taken, by, why, int(self._time.wall()), clear=True)
        number = await asyncio.wrap_future(self._store.tables.append(ending))
        fields = {"table": table, "account": by, "row": number}
        log.warning("table %s: account %s paid everybody out: %s", table, by, why, extra={"fields": fields})
        self._note_if_shut(table)
        return Outcome(number)

    async def set_state(self, table: int, state: str, by: By) -> Outcome:
        """Close a table once nobody has chips there. No other state can be set."""
        if state != "closed":
            return refusal("house:service", UNPLAYABLE, "give it settings by which it can be played, or close it")
        if self._chips_at(table):
            return refusal(winding_up.CITE, STUCK_CHIPS, "wind it up first: everybody gets everything back")
        taken = await asyncio.wrap_future(self._store.tables.take(table))
        act = StaffAct(by.account, SHUT, by.why, table, taken.round, int(self._time.wall()), "house:service")
        await asyncio.wrap_future(self._store.tables.set_state(table, taken.epoch, state, act))
        self._note_if_shut(table)
        return Outcome(0)

    async def put_away(self, table: int, by: By) -> Outcome:
        """Delete a table that is closed and empty."""
        if table not in self.shut:
            if self._chips_at(table):
                return refusal(winding_up.CITE, STUCK_CHIPS, "wind it up first: everybody gets everything back")
            return refusal("house:tables", "the table is not closed", "close it first")
        taken = await asyncio.wrap_future(self._store.tables.take(table))
        description, now = f"Put the table “{taken.row.name}” away", int(self._time.wall())
        act = StaffAct(by.account, description, by.why, table, taken.round, now, "house:tables")
        await asyncio.wrap_future(self._store.tables.put_away(table, taken.epoch, act))
        self.clear(table)
        return Outcome(0)
