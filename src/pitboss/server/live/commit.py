"""How an input is written: it is judged, written down, and only then told to anybody.

To act is: validate, append durably, acknowledge, send views. The driver is moved before the write and is seen by nobody
until the write has succeeded; if it fails, the driver is built anew from what is written, and the action is refused.
"""

from __future__ import annotations

import asyncio
import logging

from pitboss.engine.inputs import AddChips, Close, Input
from pitboss.engine.waits import Window
from pitboss.server.live.companions import TableCompany
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.receipts import Done
from pitboss.server.live.recovery import TableRecovery
from pitboss.server.live.round import Pending
from pitboss.store.database import crash_points
from pitboss.store.errors import AgainError, FencedError, StoreError
from pitboss.store.row_types import Batch, StaffAct

log = logging.getLogger("pitboss")


class TableWriting(TableCompany, TableRecovery):
    async def _do(self, given: Input | None, client: str | None = None, act: StaffAct | None = None) -> Outcome:
        """One input and all that follows from it without anybody's doing; without one, only that."""
        pending, waited, was_faulty = Pending(), self.driver.wait, self.service.faulty
        if act is not None:
            pending.staff.append(act)
        try:
            if given is not None and (refused := self._apply(pending, given, client)):
                return Outcome(0, tuple(refused))
            self._pump(pending)
            number = await self._write(pending)
        except Exception as wrong:
            # Nothing of it has happened: the driver moved, but nothing was written and nobody was told.
            if isinstance(wrong, FencedError):
                self._give_up(str(wrong))
            else:
                self._reload()
            return self._failed(given, wrong)
        self.service.succeed()
        if pending.came:
            self.round.drop_plan()
        self.counts["rounds"] += len(pending.told)
        if pending.last is not None:
            self.scoreboard.show(pending.last, pending.last_own)
        if pending.coups is not None:
            self.scoreboard.show_roads(pending.coups)
        self.onlookers.keep(pending.shown)
        if isinstance(given, Close):
            # Where bets are open again in the same round, they have their own time, and who was ready may bet again.
            self.clock.start_anew()
            self.seats.ask_again()
        self.clock.set(sum(each.seconds for each in pending.shown))
        if given is None or pending.seen or was_faulty or self.driver.wait != waited:
            self.onlookers.touch()  # otherwise a frame without news would tell that something has happened
        await self._chips_arrive()
        return Outcome(number)

    async def _write(self, pending: Pending) -> int:
        if pending.settled:
            crash_points.point("mid-settlement")
        kept = (pending.carries, pending.played, pending.told, pending.staff)
        batch = Batch(self.id, self.epoch, pending.lines, pending.entries, *kept)
        return await asyncio.wrap_future(self.store.append(batch))

    def _failed(self, given: Input | None, wrong: Exception) -> Outcome:
        match wrong:
            case AgainError():
                assert given is not None
                # To be ready is to close the round that is open.
                asked = Done(given, self.driver.carry.round if isinstance(given, Close) else 0)
                return self.receipts.written_before(asked, wrong.number, wrong.given, wrong.round)
            case FencedError():
                return refusal("house:service", self.service.fault, "play goes on there")
            case StoreError():
                return refusal("house:store", str(wrong), "nothing has changed; try again")
        told = {"table": self.id}
        log.error(
            "an action failed: %s: %s", type(given).__name__, type(wrong).__name__, exc_info=wrong, extra={"told": told}
        )
        self.counts["faults"] += 1
        self.service.fail()
        return refusal("house:service", "an internal error stopped this", "nothing has changed; tell the house")

    async def _chips_arrive(self) -> None:
        """Chips that waited for a hand to end, as far as the account still reaches for them."""
        if self.service.stopped or self.service.state != "open" or not isinstance(self.driver.wait, Window):
            return
        for seat, person in list(self.seats.people.items()):
            if not (asked := person.arriving):
                continue
            chips = self.buy_ins.arriving(person)
            person.await_chips(0)  # before anything else follows from it
            if chips and self.seats.sits(seat) and (await self._do(AddChips(seat, chips))).refused:
                person.await_chips(asked)  # nothing has changed
