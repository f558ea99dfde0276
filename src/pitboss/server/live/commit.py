"""How an input is written: it is judged, written down, and only then told to anybody.

To act is: validate, append durably, acknowledge, send views. The driver is moved before the write and is seen by nobody
until the write has succeeded; if it fails, the driver is built anew from what is written, and the action is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from pitboss.engine.inputs import AddChips, Close, Input
from pitboss.engine.waits import Window
from pitboss.server.live.dealer import Dealer
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.pending import Pending
from pitboss.server.live.parts.receipts import Done
from pitboss.server.live.parts.table_parts import TableParts
from pitboss.server.live.recovery import Recovery
from pitboss.store.database import crash_points
from pitboss.store.errors import AgainError, FencedError, StoreError
from pitboss.store.row_types import Batch, StaffAct, Taken
from pitboss.store.store import Store

log = logging.getLogger("pitboss")


class Committer:
    """Carries inputs out, one at a time: whoever calls holds the lock of the table."""

    def __init__(
        self,
        parts: TableParts,
        dealer: Dealer,
        recovery: Recovery,
        store: Store,
        taken: Taken,
        counts: Counter[str],
    ) -> None:
        self._dealer, self._recovery, self._store = dealer, recovery, store
        self._table, self._epoch = taken.row.id, taken.epoch
        self._counts = counts  # of the whole server
        self._service, self._round, self._seats = parts.service, parts.round, parts.seats
        self._buy_ins, self._receipts = parts.buy_ins, parts.receipts
        self._onlookers, self._scoreboard, self._clock = parts.onlookers, parts.scoreboard, parts.clock

    async def carry_out(self, given: Input | None, client: str | None = None, act: StaffAct | None = None) -> Outcome:
        """Carry out one input and all that follows from it without anybody's doing; without one, only that. `client`
        is the key under which it counts, `act` what is recorded if the staff gives it."""
        driver = self._round.driver
        pending, waited, was_faulty = Pending(), driver.wait, self._service.faulty
        if act is not None:
            pending.staff.append(act)
        try:
            if given is not None and (refused := self._dealer.take(pending, given, client)):
                return Outcome(0, tuple(refused))
            self._dealer.go_on(pending)
            number = await self._write(pending)
        except Exception as wrong:
            # Nothing of it has happened: the driver moved, but nothing was written and nobody was told.
            if isinstance(wrong, FencedError):
                self._recovery.give_up(str(wrong))
            else:
                self._recovery.reload()
            return self._failed(given, wrong)
        self._tell(pending, given)
        if given is None or pending.seen or was_faulty or self._round.driver.wait != waited:
            self._onlookers.touch()  # otherwise a frame without news would tell that something has happened
        await self.bring_chips()
        return Outcome(number)

    async def _write(self, pending: Pending) -> int:
        if pending.settled:
            crash_points.point("mid-settlement")
        kept = (pending.carries, pending.played, pending.told, pending.staff)
        batch = Batch(self._table, self._epoch, pending.lines, pending.entries, *kept)
        return await asyncio.wrap_future(self._store.tables.append(batch))

    def _tell(self, pending: Pending, given: Input | None) -> None:
        """Bring everything up to what was written."""
        self._service.succeed()
        if pending.came:
            self._round.drop_plan()
        self._counts["rounds"] += len(pending.told)
        if pending.last is not None:
            self._scoreboard.show(pending.last, pending.last_own)
        if pending.coups is not None:
            self._scoreboard.show_roads(pending.coups)
        self._onlookers.keep(pending.shown)
        if isinstance(given, Close):
            # Where bets are open again in the same round, they have their own time, and who was ready may bet again.
            self._clock.start_anew()
            self._seats.ask_again()
        self._clock.set(sum(each.seconds for each in pending.shown))

    def _failed(self, given: Input | None, wrong: Exception) -> Outcome:
        match wrong:
            case AgainError():
                assert given is not None
                # To be ready is to close the round that is open.
                asked = Done(given, self._round.number if isinstance(given, Close) else 0)
                return self._receipts.written_before(asked, wrong.number, wrong.given, wrong.round)
            case FencedError():
                return refusal("house:service", self._service.fault, "play goes on there")
            case StoreError():
                return refusal("house:store", str(wrong), "nothing has changed; try again")
        named = type(given).__name__, type(wrong).__name__
        log.error("an action failed: %s: %s", *named, exc_info=wrong, extra={"told": {"table": self._table}})
        self._counts["faults"] += 1
        self._service.fail()
        return refusal("house:service", "an internal error stopped this", "nothing has changed; tell the house")

    async def bring_chips(self) -> None:
        """Bring people the chips that waited for a hand to end, as far as their accounts still reach for them."""
        if self._service.stopped or self._service.state != "open" or not isinstance(self._round.driver.wait, Window):
            return
        for seat, person in list(self._seats.people.items()):
            if not (asked := person.arriving):
                continue
            chips = self._buy_ins.arriving(person)
            person.await_chips(0)  # before anything else follows from it
            if chips and self._seats.sits(seat) and (await self.carry_out(AddChips(seat, chips))).refused:
                person.await_chips(asked)  # nothing has changed
