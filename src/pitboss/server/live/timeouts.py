"""Timeouts at a table: answer for silent players, close betting windows, and remove players who have gone."""

from __future__ import annotations

import msgspec

from pitboss.engine.inputs import CLOCK, SUPERVISOR, Answer, Close, Leave, Order
from pitboss.engine.waits import Ask, Window
from pitboss.server.live.commit import Committer
from pitboss.server.live.parts.table_parts import TableParts


class Timekeeper:
    """Acts for players whose time is up."""

    def __init__(self, parts: TableParts, committer: Committer, owner: int | None) -> None:
        self._committer, self._owner = committer, owner
        self._terms, self._service, self._round = parts.terms, parts.service, parts.round
        self._seats, self._clock, self._onlookers = parts.seats, parts.clock, parts.onlookers

    async def tick(self) -> None:
        """Carry out what is due now. The caller holds the lock of the table."""
        if self._owner is not None:
            self._seats.note_sat()
        if self._service.stop_reason or self._service.state == "paused":
            return
        await self.go_on()
        await self.tell_of_closing()
        await self._committer.bring_chips()
        if self._clock.has_run_out or self._asks_kicked_player():
            await self._act_for_silent()
        await self._remove_absent()

    async def go_on(self) -> None:
        """Have the dealer continue if the wait is only for chance or for the inspection of the cards: after winding up,
        and after a start that follows it."""
        wait = self._round.driver.wait
        is_inspection = isinstance(wait, Window) and wait.what != "wagers"
        if self._seats.people and wait is not None and (wait.for_chance or is_inspection):
            await self._committer.carry_out(None)

    async def tell_of_closing(self) -> None:
        """Tell the dealer that the table closes, in games whose wagers stand from one round to the next."""
        game, service = self._terms.game, self._service
        if game.closing is None or service.stop_reason or service.state == "paused":
            return
        given = game.closing(self._round.driver.round, service.state == "closed")
        if given is not None and not self._round.driver.refusals(given):
            await self._committer.carry_out(msgspec.structs.replace(given, by=SUPERVISOR))

    def _asks_kicked_player(self) -> bool:
        wait, people = self._round.driver.wait, self._seats.people
        return isinstance(wait, Ask) and wait.seat in people and people[wait.seat].kicked

    async def _act_for_silent(self) -> None:
        wait = self._round.driver.wait
        self._clock.stop()
        if isinstance(wait, Ask):
            await self._committer.carry_out(Answer(wait.seat, wait.default, wait.position, by=CLOCK))
        elif isinstance(wait, Window):
            silent = [seat for seat in self._seats.awaited_seats() if self._is_silent(seat)]
            if (await self._committer.carry_out(Close(by=CLOCK))).refused:
                await self._unblock()
            else:
                self._seats.keep_silent(silent)

    def _is_silent(self, seat: int) -> bool:
        """Return whether a player is neither ready nor has bet in this round. Wagers that still stand from earlier
        rounds do not count."""
        changed = self._round.changes_of(self._round.driver.table.players[seat])
        return not self._seats.people[seat].ready and not (changed and self._round.has_bet(seat))

    async def _unblock(self) -> None:
        """Handle a betting window that is out of time but cannot close: take back every "ready", and act for the one
        player who holds the others up.

        If that act is an order, the window closes at once; a player who is given a task, such as throwing the dice,
        gets the full time for it."""
        self._seats.ask_again()
        self._onlookers.touch()
        unblock = self._terms.game.unblock
        unblocking = None if unblock is None else unblock(self._round.driver.round)
        if unblocking is None:
            return
        outcome = await self._committer.carry_out(msgspec.structs.replace(unblocking, by=CLOCK))
        if isinstance(unblocking, Order) and not outcome.refused:
            await self._committer.carry_out(Close(by=CLOCK))

    async def _remove_absent(self) -> None:
        """Remove players who were not heard from for long and players whom the house has sent away."""
        patience = self._terms.setting.pace.seat_kept
        for seat, person in list(self._seats.people.items()):
            must_leave = person.kicked or self._seats.is_silent_for(person, patience)
            if must_leave and self._seats.sits(seat) and not self._round.driver.refusals(Leave(seat, by=CLOCK)):
                await self._committer.carry_out(Leave(seat, by=CLOCK))
