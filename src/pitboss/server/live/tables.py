"""All tables of one server, and the background tasks that drive their clocks and write the checkpoint file."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pitboss.engine.chance import Source, live_source
from pitboss.engine.houses.house import House
from pitboss.games import REGISTERED, load
from pitboss.record.round_playback import ReplayError
from pitboss.server.access.staff_acts import SETTINGS, By
from pitboss.server.live import winding_up
from pitboss.server.live.chip_count import PRACTICE, ChipCount
from pitboss.server.live.out_of_service import UNPLAYABLE, OutOfService
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.time_source import TimeSource
from pitboss.server.live.session_ends import SessionEnds
from pitboss.server.live.table import LiveTable
from pitboss.server.live.table_settings import TableSetting, resolve_setting, setting_of, to_text
from pitboss.server.ops.histogram import Histogram
from pitboss.server.views.send_queue import SendQueue
from pitboss.store.chains.anchor_comparison import Doubt
from pitboss.store.chains.anchor_export import Anchoring
from pitboss.store.chains.checkpoint_file import HeadsError
from pitboss.store.errors import StoreError
from pitboss.store.keeper import HELD, Keeper
from pitboss.store.row_types import Account, StaffAct, TableAsLeft
from pitboss.store.staff_act_prefixes import OPENED, WENT_ON
from pitboss.store.store import Store

TICK = 0.2  # seconds
ANCHOR = 1.0
SWEEP = 1.0
COMPANIONS = 2  # at the tables that a server opens by itself
OPERATOR = "the operator"  # decides on the command line
MOST_OWN = 3  # tables that one person may have and has not deleted
MOST_A_DAY = 10  # tables that one person may make in a day

FAULTY = "actions fail because of an internal error; an administrator can pause the table and wind up its round"

log = logging.getLogger("pitboss")


class Casino:
    """All tables of one database. Sources of chance and time are passed in, one of each for every table."""

    def __init__(
        self,
        path: Path,
        *,
        source: Callable[[], Source] = live_source,
        anchoring: Anchoring | None = None,
        times: Callable[[], TimeSource] = TimeSource,
    ) -> None:
        """Open a database. Raises `StoreError` if it cannot be used or another server runs on it."""
        self._times = times
        self._anchoring = anchoring or Anchoring()
        self.keeper = Keeper(path, self._anchoring)
        try:
            self.store = Store(path)
            self.keeper.attach(self.store)
        except StoreError:
            self.keeper.release()
            raise
        self.tables: dict[int, LiveTable] = {}
        # Why the server is paused: the database differs from what was anchored, and nobody has decided to continue; or
        # somebody has, and not every table could be opened.
        self.doubt: Doubt | None = self.keeper.doubt
        self.time = self._times()  # for records outside tables; each table has its own
        self.out_of_service = OutOfService(self.store, self.time)
        self.chips = ChipCount(self.store, self.tables)
        self.sessions = SessionEnds(self.store, self.tables)
        self._houses: Sequence[House] | None = None
        self._deciding = asyncio.Lock()
        self.counts: Counter[str] = Counter()  # for the metrics, as are these two:
        self.acks, self.commits = Histogram(), Histogram()  # seconds to acknowledge an action, and to commit
        self.send_queue = SendQueue()
        self._source = source
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def anchoring_fault(self) -> str:
        """The reason why chain heads are not anchored, or not sent elsewhere; empty if they are."""
        return self.keeper.unanchored or self.keeper.unsent

    # --- life

    async def open(self, houses: Sequence[House] | None = None) -> None:
        """Open every table. In a new database, make one table for each house, or one of each game.

        If the database lacks what was anchored, tables stay out of service until somebody decides to continue."""
        self._houses = houses
        if self.doubt is not None and self._anchoring.go_on:
            await asyncio.to_thread(self.keeper.decide, self.store, OPERATOR, self._anchoring.go_on, None)
            self.doubt = None
        if self.doubt is not None:
            self.out_of_service.hold(HELD)
            return
        await self._take_tables()

    async def go_on(self, by: Account, why: str) -> Outcome:
        """Continue with a database that differs from what was anchored, by decision of an administrator."""
        async with self._deciding:
            if self.doubt is None:
                return refusal("house:service", "the server is not paused", "there is nothing to decide")
            description, now = f"{WENT_ON}, although {self.doubt.summary}", int(self.time.wall())
            act = StaffAct(by.id, description, why, at=now, cite="house:service")
            try:
                if self.keeper.doubt is not None:  # else it was decided before, but a table could not be opened
                    await asyncio.to_thread(self.keeper.decide, self.store, by.name, why, act)
            except (OSError, HeadsError) as error:
                return refusal("house:store", f"the checkpoint file cannot be written: {error}", "try again")
            await self._take_tables()
            await self.sessions.write()
            self.doubt = None
            return Outcome(0)

    async def _take_tables(self) -> None:
        houses = self._houses
        if not self.store.tables.rows():
            for house in houses or [load(name).house.usual() for name in REGISTERED]:
                await self.make_table(house.name, setting_of(house, companions=COMPANIONS))
        set_back = await asyncio.to_thread(self.keeper.tables_set_back, self.store)
        for row in self.store.tables.rows():
            if row.id not in self.tables:
                self.out_of_service.why.pop(row.id, None)  # left from the pause
                taken = await asyncio.wrap_future(self.store.tables.take(row.id))
                try:
                    if row.id in set_back and winding_up.has_cards_in_order(taken):
                        taken = await self._wind_up_known_cards(taken)
                except (ReplayError, ValueError) as error:  # one unreadable table must not keep the others closed
                    self._mark_out_of_service(taken, str(error))
                else:
                    self._open_table(taken)
        running = (self._tick(), self._anchor(), self._send(), self._sweep())
        self._tasks = [asyncio.create_task(coroutine) for coroutine in running]

    async def _wind_up_known_cards(self, taken: TableAsLeft) -> TableAsLeft:
        """Wind up a table whose coming cards may be known to people."""
        ending = winding_up.make_batch(self.store, taken, winding_up.NOBODY, winding_up.KNOWN, int(self.time.wall()))
        number = await asyncio.wrap_future(self.store.tables.append(ending))
        fields = {"table": taken.row.id, "row": number}
        log.warning("table %s is wound up: %s", taken.row.id, winding_up.KNOWN, extra={"fields": fields})
        return replace(self.store.tables.read_as_written(taken.row.id), epoch=taken.epoch)

    def _open_table(self, taken: TableAsLeft) -> None:
        try:
            self.tables[taken.row.id] = LiveTable(
                self.store, taken, self._source(), account_of=self._account_of, counts=self.counts, time=self._times()
            )
        except (ReplayError, ValueError) as error:
            # This version cannot run the table at all: somebody has to look at it.
            self._mark_out_of_service(taken, str(error))
            return
        except Exception as error:  # one table that cannot be opened must not keep the others closed
            self._mark_out_of_service(taken, f"internal error, {type(error).__name__}")
            return
        if hold_reason := self.tables[taken.row.id].service.held:
            log.error("table %s is paused: %s", taken.row.id, hold_reason, extra={"fields": {"table": taken.row.id}})

    def _mark_out_of_service(self, taken: TableAsLeft, why: str) -> None:
        log.error("table %s is out of service: %s", taken.row.id, why, extra={"fields": {"table": taken.row.id}})
        self.out_of_service.note(taken.row.id, why)

    def _account_of(self, name: str) -> int | None:
        entry = self.store.accounts.find(name)
        return None if entry is None else entry[0].id

    async def make_table(self, name: str, setting: TableSetting, by: By | None = None, owner: int | None = None) -> int:
        """Make a table and return its number. With `owner` it is private, and counts toward the owner's limits."""
        description, now = f"{OPENED}, “{name}”", int(self.time.wall())
        act = None if by is None else StaffAct(by.account, description, by.why, at=now, cite="house:tables")
        making = self.store.tables.create(name, to_text(setting), owner, act, most=MOST_OWN, a_day=MOST_A_DAY)
        number = await asyncio.wrap_future(making)
        if self._tasks:
            self._open_table(await asyncio.wrap_future(self.store.tables.take(number)))
        return number

    async def close(self) -> None:
        """Stop the server. Open rounds stay where they are: everything that happened is written."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for table in self.tables.values():
            async with table.lock:
                table.service.stop(table.service.fault or "the server is stopping")
        with suppress(StoreError):  # wait for writes in progress, which may fail
            await asyncio.wrap_future(self.store.barrier())
        await asyncio.to_thread(self.keeper.close, self.store)
        self.store.close()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            for table in list(self.tables.values()):
                try:
                    await table.tick()
                except Exception:
                    log.exception("table %s", table.id, extra={"fields": {"table": table.id}})
                    self.counts["faults"] += 1
                    table.service.stop("an internal error stopped it")

    async def _anchor(self) -> None:
        while True:
            await asyncio.sleep(ANCHOR)
            await asyncio.to_thread(self.keeper.note_heads, self.store)

    async def _send(self) -> None:
        """Send anchored heads elsewhere. A task of its own, because the command may be slow."""
        while True:
            await asyncio.sleep(ANCHOR)
            await asyncio.to_thread(self.keeper.send_anchors)

    async def _sweep(self) -> None:
        """Cut connections of ended sessions and put away unused private tables. `pitboss admin`, another process, can
        also end sessions."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                self.sessions.cut_ended()
            except Exception:
                log.exception("connections of sessions that were ended")
            try:
                await self._put_unused_away()
            except Exception:
                log.exception("private tables that nobody uses")

    async def _put_unused_away(self) -> None:
        """Close and delete private tables at which nobody has sat for long."""
        for table in [table for table in self.tables.values() if table.desk.is_unused]:
            if await table.desk.go_unused():
                self.tables.pop(table.id, None)

    # --- people

    async def end_sessions(self, account: int, act: StaffAct | None = None) -> None:
        """End every session of an account. While the server is paused, a player who signs out is signed out at once,
        and it is written when the server continues."""
        if self.doubt is not None and act is None:
            self.sessions.end_unwritten(account)
        else:
            await self.sessions.end(account, act)

    def plays_at(self, account: int) -> list[str]:
        """Return the names of the house's tables at which an account has a seat or standing wagers."""
        return [
            table.name for table in self.tables.values() if table.owner != account and table.seats.places_of(account)
        ]

    def waiting(self) -> set[tuple[int, int]]:
        """Return the tables with a planned incident, each with the round for which it is planned."""
        tables = list(self.tables.values())  # a copy, because other threads call this
        return {(table.id, table.driver.carry.round) for table in tables if table.round.to_come is not None}

    async def kick_everywhere(self, account: int, by: By) -> None:
        for table in list(self.tables.values()):
            if table.seat_of(account):
                await table.desk.kick(account, by)

    async def make_account(self, name: str, code: str) -> Account:
        return await asyncio.wrap_future(self.store.accounts.create(name, code, "player", PRACTICE))

    # --- the staff

    async def wind_up(self, table: int, by: int, why: str) -> Outcome:
        """End the open round of a table and return its wagers. At a table out of service, give everything back."""
        if table in self.tables:
            return await self.tables[table].desk.wind_up(by, why)
        return await self.out_of_service.wind_up(table, by, why)

    async def set_state(self, table: int, state: str, by: By) -> Outcome:
        """Open, pause or close a table. One that is out of service can only be closed, once nobody has chips there."""
        if table in self.tables:
            await self.tables[table].desk.set_state(state, by)
            return Outcome(0)
        return await self.out_of_service.set_state(table, state, by)

    async def put_away(self, table: int, by: By) -> Outcome:
        """Delete a table that is closed and empty, also one that is out of service."""
        if table in self.tables:
            outcome = await self.tables[table].desk.put_away(by)
            if not outcome.refused:
                self.tables.pop(table, None)
            return outcome
        return await self.out_of_service.put_away(table, by)

    async def set_setting(
        self, table: int, setting: TableSetting, by: By | None = None, description: str = ""
    ) -> Outcome:
        """Change the setting of a table. A table that is out of service is opened if it can be played by the new
        setting; otherwise its old setting is restored."""
        if table in self.tables:
            return await self.tables[table].desk.set_setting(setting, by, description)
        try:
            resolve_setting(setting)
        except ValueError as error:
            return refusal("house:service", str(error), "correct it")
        taken = await asyncio.wrap_future(self.store.tables.take(table))
        await asyncio.wrap_future(self.store.tables.set_setting(table, taken.epoch, to_text(setting)))
        self.out_of_service.clear(table)
        again = await asyncio.wrap_future(self.store.tables.take(table))
        self._open_table(again)
        if table not in self.out_of_service.why:
            if by is not None:
                act = StaffAct(by.account, description, by.why, table, taken.round, int(self.time.wall()), SETTINGS)
                await asyncio.wrap_future(self.store.note_staff_act(act))
            return Outcome(0)
        await asyncio.wrap_future(self.store.tables.set_setting(table, again.epoch, taken.row.setting))  # as it was
        return refusal("house:service", self.out_of_service.why[table], "correct it")

    def troubles(self) -> list[dict[str, object]]:
        """Return the tables that are stopped, and why, in sentences that may be shown to anybody. A table that is out
        of service, closed and empty of chips is left out."""
        services = {number: table.service for number, table in self.tables.items()}
        stopped = {number: service.stop_reason for number, service in services.items() if service.stop_reason}
        stopped |= {
            number: FAULTY for number, service in services.items() if service.faulty and not service.stop_reason
        }
        why = UNPLAYABLE if self.doubt is None else HELD
        out_of_service = dict.fromkeys(self.out_of_service.why.keys() - self.out_of_service.shut, why)
        return [{"table": number, "why": why} for number, why in sorted({**stopped, **out_of_service}.items())]
