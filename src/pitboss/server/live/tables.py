"""All tables of one server, and what keeps them going: the clock, and the checkpoint file."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pitboss.engine.chance import Source, live
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
from pitboss.server.live.table_settings import TableSetting, played_by, setting_of, to_text
from pitboss.server.ops.histogram import Histogram
from pitboss.server.views.send_queue import Turns
from pitboss.store.chains.anchor_comparison import Doubt
from pitboss.store.chains.anchor_export import Anchoring
from pitboss.store.chains.checkpoint_file import HeadsError
from pitboss.store.errors import StoreError
from pitboss.store.keeper import HELD, Keeper
from pitboss.store.row_types import Account, StaffAct, Taken
from pitboss.store.staff_act_prefixes import OPENED, WENT_ON
from pitboss.store.store import Store

TICK = 0.2  # seconds
ANCHOR = 1.0
SWEEP = 1.0
COMPANIONS = 2  # at the tables that a server opens by itself
OPERATOR = "the operator"  # decides on the command line
MOST_OWN = 3  # tables that one person may have and has not deleted
MOST_A_DAY = 10  # that one person may make in a day

FAULTY = "actions fail because of an internal error; an administrator can pause the table and wind up its round"

log = logging.getLogger("pitboss")


class Casino:
    """All tables of one database. Chance and clocks are handed in from outside, one of each for every table."""

    def __init__(
        self,
        path: Path,
        *,
        source: Callable[[], Source] = live,
        anchoring: Anchoring | None = None,
        times: Callable[[], TimeSource] = TimeSource,
    ) -> None:
        """Open a database. Raises a `StoreError` if it cannot be used, or another server runs on it."""
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
        # Why nothing goes on: the database is not what was anchored, and nobody has decided yet; or it is decided, and
        # not every table could be taken.
        self.doubt: Doubt | None = self.keeper.doubt
        self.time = self._times()  # for what is written; each table has its own
        self.out_of_service = OutOfService(self.store, self.time)
        self.chips = ChipCount(self.store, self.tables)
        self.sessions = SessionEnds(self.store, self.tables)
        self._houses: Sequence[House] | None = None
        self._deciding = asyncio.Lock()
        self.counts: Counter[str] = Counter()  # for the metrics, as are these:
        self.acks, self.commits = Histogram(), Histogram()  # from an action to its acknowledgment, and of one commit
        self.turns = Turns()
        self._source = source
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def unanchored(self) -> str:
        """Why what happens is not anchored, or not everywhere."""
        return self.keeper.unanchored or self.keeper.unsent

    # --- life

    async def open(self, houses: Sequence[House] | None = None) -> None:
        """Take every table there is; the first time, make one for each house, or one of each game. What was anchored
        must be there, or somebody must have decided to go on without."""
        self._houses = houses
        if self.doubt is not None and self._anchoring.go_on:
            await asyncio.to_thread(self.keeper.decide, self.store, OPERATOR, self._anchoring.go_on, None)
            self.doubt = None
        if self.doubt is not None:
            self.out_of_service.hold(HELD)
            return
        await self._take_tables()

    async def go_on(self, by: Account, why: str) -> Outcome:
        """An administrator has looked at what is not as it was anchored, and decides to go on with what is there."""
        async with self._deciding:
            if self.doubt is None:
                return refusal("house:service", "the server is not paused", "there is nothing to decide")
            what, at = f"{WENT_ON}, although {self.doubt.told}", int(self.time.wall())
            act = StaffAct(by.id, what, why, at=at, cite="house:service")
            try:
                if self.keeper.doubt is not None:  # or it was decided, and then a table could not be taken
                    await asyncio.to_thread(self.keeper.decide, self.store, by.name, why, act)
            except (OSError, HeadsError) as wrong:
                return refusal("house:store", f"the checkpoint file cannot be written: {wrong}", "try again")
            await self._take_tables()
            await self.sessions.write()
            self.doubt = None
            return Outcome(0)

    async def _take_tables(self) -> None:
        houses = self._houses
        if not self.store.tables.rows():
            for house in houses or [load(name).house.usual() for name in REGISTERED]:
                await self.make_table(house.name, setting_of(house, companions=COMPANIONS))
        known = await asyncio.to_thread(self.keeper.put_back, self.store)
        for row in self.store.tables.rows():
            if row.id not in self.tables:
                self.out_of_service.why.pop(row.id, None)  # it was paused, or is
                taken = await asyncio.wrap_future(self.store.tables.take(row.id))
                try:
                    if row.id in known and winding_up.has_cards_in_order(taken):
                        taken = await self._without_cards(taken)
                except (ReplayError, ValueError) as wrong:  # one table that cannot be read is no reason to open none
                    self._breaks(taken, str(wrong))
                else:
                    self._seat(taken)
        running = (self._tick(), self._anchor(), self._send(), self._sweep())
        self._tasks = [asyncio.create_task(each) for each in running]

    async def _without_cards(self, taken: Taken) -> Taken:
        """Nobody plays with cards whose order people may know."""
        ending = winding_up.batch(self.store, taken, winding_up.NOBODY, winding_up.KNOWN, int(self.time.wall()))
        number = await asyncio.wrap_future(self.store.tables.append(ending))
        told = {"table": taken.row.id, "row": number}
        log.warning("table %s is wound up: %s", taken.row.id, winding_up.KNOWN, extra={"told": told})
        return replace(self.store.tables.left(taken.row.id), epoch=taken.epoch)

    def _seat(self, taken: Taken) -> None:
        try:
            self.tables[taken.row.id] = LiveTable(
                self.store, taken, self._source(), account_of=self._account_of, counts=self.counts, time=self._times()
            )
        except (ReplayError, ValueError) as wrong:
            # This version cannot play at the table at all: nobody guesses, somebody has to look.
            self._breaks(taken, str(wrong))
            return
        except Exception as wrong:  # one table that cannot be opened is no reason to open none
            self._breaks(taken, f"internal error, {type(wrong).__name__}")
            return
        if held := self.tables[taken.row.id].service.held:
            log.error("table %s is paused: %s", taken.row.id, held, extra={"told": {"table": taken.row.id}})

    def _breaks(self, taken: Taken, why: str) -> None:
        log.error("table %s is out of service: %s", taken.row.id, why, extra={"told": {"table": taken.row.id}})
        self.out_of_service.note(taken.row.id, why)

    def _account_of(self, name: str) -> int | None:
        found = self.store.accounts.find(name)
        return None if found is None else found[0].id

    async def make_table(self, name: str, setting: TableSetting, by: By | None = None, owner: int | None = None) -> int:
        """A new table; an owner's is one of a few that he may have, and make in a day."""
        what, at = f"{OPENED}, “{name}”", int(self.time.wall())
        act = None if by is None else StaffAct(by.account, what, by.why, at=at, cite="house:tables")
        making = self.store.tables.create(name, to_text(setting), owner, act, most=MOST_OWN, a_day=MOST_A_DAY)
        made = await asyncio.wrap_future(making)
        if self._tasks:
            self._seat(await asyncio.wrap_future(self.store.tables.take(made)))
        return made

    async def close(self) -> None:
        """Every round is parked where it is: all that happened is written. Nothing more is taken."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for table in self.tables.values():
            async with table.lock:
                table.service.stop(table.service.fault or "the server is stopping")
        with suppress(StoreError):  # whatever was given to the store before is written, or cannot be
            await asyncio.wrap_future(self.store.reached())
        await asyncio.to_thread(self.keeper.close, self.store)
        self.store.close()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            for table in list(self.tables.values()):
                try:
                    await table.tick()
                except Exception:
                    log.exception("table %s", table.id, extra={"told": {"table": table.id}})
                    self.counts["faults"] += 1
                    table.service.stop("an internal error stopped it")

    async def _anchor(self) -> None:
        while True:
            await asyncio.sleep(ANCHOR)
            await asyncio.to_thread(self.keeper.note, self.store)

    async def _send(self) -> None:
        """Apart from the rest: a command may take its time."""
        while True:
            await asyncio.sleep(ANCHOR)
            await asyncio.to_thread(self.keeper.send)

    async def _sweep(self) -> None:
        """Look for what nobody asks to be done. Sessions are also ended by `pitboss admin`, which is another
        process."""
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
        """Private tables at which nobody has sat for long go by themselves."""
        for table in [each for each in self.tables.values() if each.desk.is_unused]:
            if await table.desk.go_unused():
                self.tables.pop(table.id, None)

    # --- people

    async def end_sessions(self, account: int, act: StaffAct | None = None) -> None:
        """End every session of somebody. Who signs out while nothing may be written is out at once, and it is written
        when the server goes on."""
        if self.doubt is not None and act is None:
            self.sessions.end_unwritten(account)
        else:
            await self.sessions.end(account, act)

    def plays_at(self, account: int) -> list[str]:
        """The tables at which somebody has a seat, or wagers that stand; his own are not the house's."""
        return [
            table.name for table in self.tables.values() if table.owner != account and table.seats.places_of(account)
        ]

    def waiting(self) -> set[tuple[int, int]]:
        """Return the tables with an incident that waits for its moment, each with the round in which it may come."""
        tables = list(self.tables.values())  # threads ask
        return {(table.id, table.driver.carry.round) for table in tables if table.round.to_come is not None}

    async def kick_everywhere(self, account: int, by: By) -> None:
        for table in list(self.tables.values()):
            if table.seat_of(account):
                await table.desk.kick(account, by)

    async def make_account(self, name: str, code: str) -> Account:
        return await asyncio.wrap_future(self.store.accounts.create(name, code, "player", PRACTICE))

    # --- the staff

    async def wind_up(self, table: int, by: int, why: str) -> Outcome:
        """End the open round of a table and give its wagers back; where this version cannot play at the table at all,
        give everybody everything back."""
        if table in self.tables:
            return await self.tables[table].desk.wind_up(by, why)
        return await self.out_of_service.wind_up(table, by, why)

    async def set_state(self, table: int, state: str, by: By) -> Outcome:
        """Open, pause or close a table. One that this version cannot play at can be closed, once nobody has chips
        there."""
        if table in self.tables:
            await self.tables[table].desk.set_state(state, by)
            return Outcome(0)
        return await self.out_of_service.set_state(table, state, by)

    async def put_away(self, table: int, by: By) -> Outcome:
        """Delete a table that is closed and empty, also one that this version cannot play at."""
        if table in self.tables:
            outcome = await self.tables[table].desk.put_away(by)
            if not outcome.refused:
                self.tables.pop(table, None)
            return outcome
        return await self.out_of_service.put_away(table, by)

    async def set_setting(self, table: int, setting: TableSetting, by: By | None = None, what: str = "") -> Outcome:
        """A new setting; at a table that this version cannot play at, one by which it can."""
        if table in self.tables:
            return await self.tables[table].desk.set_setting(setting, by, what)
        try:
            played_by(setting)
        except ValueError as wrong:
            return refusal("house:service", str(wrong), "correct it")
        taken = await asyncio.wrap_future(self.store.tables.take(table))
        await asyncio.wrap_future(self.store.tables.set_setting(table, taken.epoch, to_text(setting)))
        self.out_of_service.clear(table)
        again = await asyncio.wrap_future(self.store.tables.take(table))
        self._seat(again)
        if table not in self.out_of_service.why:
            if by is not None:
                act = StaffAct(by.account, what, by.why, table, taken.round, int(self.time.wall()), SETTINGS)
                await asyncio.wrap_future(self.store.note(act))
            return Outcome(0)
        await asyncio.wrap_future(self.store.tables.set_setting(table, again.epoch, taken.row.setting))  # as it was
        return refusal("house:service", self.out_of_service.why[table], "correct it")

    def troubles(self) -> list[dict[str, object]]:
        """Tables at which nothing goes on, and why; in sentences made to be read by all. A table that cannot be played
        on is no trouble once it is closed and nobody has chips there."""
        services = {number: table.service for number, table in self.tables.items()}
        stopped = {number: service.stopped for number, service in services.items() if service.stopped}
        stopped |= {number: FAULTY for number, service in services.items() if service.faulty and not service.stopped}
        why = UNPLAYABLE if self.doubt is None else HELD
        told = dict.fromkeys(self.out_of_service.why.keys() - self.out_of_service.shut, why)
        return [{"table": number, "why": why} for number, why in sorted({**stopped, **told}.items())]
