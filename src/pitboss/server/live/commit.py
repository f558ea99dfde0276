"""The commit of an input: validate it, append it durably, then acknowledge it and send views.

The driver moves before the write, and nobody sees that until the write has succeeded. If the write fails, the driver is
rebuilt from the stored rows and the action is refused.
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
from pitboss.server.live.parts.receipts import RequestedAction
from pitboss.server.live.parts.table_parts import TableParts
from pitboss.server.live.recovery import Recovery
from pitboss.store.database import crash_points
from pitboss.store.errors import AgainError, FencedError, StoreError
from pitboss.store.row_types import Batch, StaffAct, TableAsLeft
from pitboss.store.store import Store

log = logging.getLogger("pitboss")


class Committer:
    """Carries out inputs one at a time. The caller holds the lock of the table."""

    def __init__(
        self,
        parts: TableParts,
        dealer: Dealer,
        recovery: Recovery,
        store: Store,
        taken: TableAsLeft,
        counts: Counter[str],
    ) -> None:
        self._dealer, self._recovery, self._store = dealer, recovery, store
        self._table, self._epoch = taken.row.id, taken.epoch
        self._counts = counts  # of the whole server
        self._service, self._round, self._seats = parts.service, parts.round, parts.seats
        self._buy_ins, self._receipts = parts.buy_ins, parts.receipts
        self._onlookers, self._scoreboard, self._clock = parts.onlookers, parts.scoreboard, parts.clock

    async def carry_out(self, given: Input | None, client: str | None = None, act: StaffAct | None = None) -> Outcome:
        """Carry out an input, and then everything that needs no player. Without an input, do only the latter.

        `client` is the idempotency key of the action. `act` is the record of the act, if the staff gives the input.
        """
        driver = self._round.driver
        pending, waited, was_faulty = Pending(), driver.wait, self._service.faulty
        if act is not None:
            pending.staff.append(act)
        try:
            if given is not None and (refusals := self._dealer.take(pending, given, client)):
                return Outcome(0, tuple(refusals))
            self._dealer.go_on(pending)
            number = await self._write(pending)
        except Exception as error:
            # Nothing of it has happened: the driver moved, but nothing was written or shown.
            if isinstance(error, FencedError):
                self._recovery.give_up(str(error))
            else:
                self._recovery.reload()
            return self._refuse_failed(given, error)
        self._publish(pending, given)
        if given is None or pending.noticeable or was_faulty or self._round.driver.wait != waited:
            self._onlookers.touch()  # only then: a frame without news would give away that something has happened
        await self.bring_chips()
        return Outcome(number)

    async def _write(self, pending: Pending) -> int:
        if pending.settled:
            crash_points.point("mid-settlement")
        outcomes = (pending.carries, pending.played, pending.accounts, pending.staff)
        batch = Batch(self._table, self._epoch, pending.lines, pending.entries, *outcomes)
        return await asyncio.wrap_future(self._store.tables.append(batch))

    def _publish(self, pending: Pending, given: Input | None) -> None:
        """Bring every part of the table up to date with what was written."""
        self._service.succeed()
        if pending.plan_over:
            self._round.drop_plan()
        self._counts["rounds"] += len(pending.accounts)
        if pending.last is not None:
            self._scoreboard.show(pending.last, pending.last_own)
        if pending.coups is not None:
            self._scoreboard.show_roads(pending.coups)
        self._onlookers.keep(pending.shown)
        if isinstance(given, Close):
            # Bets may open again in the same round: they get their full time, and players who were ready may bet again.
            self._clock.start_anew()
            self._seats.ask_again()
        self._clock.set(sum(act.seconds for act in pending.shown))

    def _refuse_failed(self, given: Input | None, error: Exception) -> Outcome:
        match error:
            case AgainError():
                assert given is not None
                # A player's "ready" is stored as the `Close` of the open round.
                request = RequestedAction(given, self._round.number if isinstance(given, Close) else 0)
                return self._receipts.written_before(request, error.number, error.given, error.round)
            case FencedError():
                return refusal("house:service", self._service.fault, "play goes on there")
            case StoreError():
                return refusal("house:store", str(error), "nothing has changed; try again")
        names = type(given).__name__, type(error).__name__
        log.error("an action failed: %s: %s", *names, exc_info=error, extra={"fields": {"table": self._table}})
        self._counts["faults"] += 1
        self._service.fail()
        return refusal("house:service", "an internal error stopped this", "nothing has changed; tell the house")

    async def bring_chips(self) -> None:
        """Bring players the chips that they asked for during the hand, now that it is over, limited to what their
        accounts can pay.
        """
        if (
            self._service.stop_reason
            or self._service.state != "open"
            or not isinstance(self._round.driver.wait, Window)
        ):
            return
        for seat, person in list(self._seats.people.items()):
            if not (requested := person.arriving):
                continue
            chips = self._buy_ins.arriving(person)
            person.await_chips(0)  # first: carrying out an input brings chips again
            if chips and self._seats.sits(seat) and (await self.carry_out(AddChips(seat, chips))).refused:
                person.await_chips(requested)  # nothing has changed
