"""What time does at a table: it answers for silent seats, closes windows and lets lost players go."""

from __future__ import annotations

import msgspec

from pitboss.engine.inputs import CLOCK, SUPERVISOR, Answer, Close, Leave, Order
from pitboss.engine.waits import Ask, Window
from pitboss.server.live.commit import TableWriting


class TableTime(TableWriting):
    async def tick(self) -> None:
        """Answers for silent seats, closes windows, lets lost players go."""
        async with self.lock:
            if self.owner is not None:
                self.seats.note_sat()
            if self.service.stopped or self.service.state == "paused":
                return
            await self._go_on()
            await self._tell_of_closing()
            await self._chips_arrive()
            if self.clock.is_up or self._asks_the_kicked():
                await self._time_is_up()
            await self._let_go()

    async def _go_on(self) -> None:
        """After winding up, and after a start that follows it, the dealer may wait for nothing but chance, or for
        somebody to have looked at the cards."""
        wait = self.driver.wait
        looked_at = isinstance(wait, Window) and wait.what != "wagers"
        if self.seats.people and wait is not None and (wait.for_chance or looked_at):
            await self._do(None)

    async def _tell_of_closing(self) -> None:
        """Where wagers stand from one round to the next, the dealer has to know that the table closes."""
        if self.terms.game.closing is None or self.service.stopped or self.service.state == "paused":
            return
        given = self.terms.game.closing(self.driver.round, self.service.state == "closed")
        if given is not None and not self.driver.refusals(given):
            await self._do(msgspec.structs.replace(given, by=SUPERVISOR))

    def _asks_the_kicked(self) -> bool:
        wait = self.driver.wait
        return isinstance(wait, Ask) and wait.seat in self.seats.people and self.seats.people[wait.seat].kicked

    async def _time_is_up(self) -> None:
        wait = self.driver.wait
        self.clock.stop()
        if isinstance(wait, Ask):
            await self._do(Answer(wait.seat, wait.default, wait.position, by=CLOCK))
        elif isinstance(wait, Window):
            silent = [seat for seat in self.seats.awaited() if self._is_silent(seat)]
            if (await self._do(Close(by=CLOCK))).refused:
                await self._cannot_close()
            else:
                self.seats.keep_silent(silent)

    def _is_silent(self, seat: int) -> bool:
        """Return whether somebody is not ready and has not bet in this round; a wager that stands from before is no
        word."""
        changed = self.round.changes_of(self.driver.table.players[seat])
        return not self.seats.people[seat].ready and not (changed and self.round.has_bet(seat))

    async def _cannot_close(self) -> None:
        """Time is up and the window stays open: whoever is ready is asked again, and what holds the table up goes. One
        silent seat holds up nobody. After an order nobody is waited for any more; who is given something to do, such as
        to throw, has his own time for it."""
        self.seats.ask_again()
        self.onlookers.touch()
        other = None if self.terms.game.unblock is None else self.terms.game.unblock(self.driver.round)
        if other is None:
            return
        outcome = await self._do(msgspec.structs.replace(other, by=CLOCK))
        if isinstance(other, Order) and not outcome.refused:
            await self._do(Close(by=CLOCK))

    async def _let_go(self) -> None:
        kept = self.terms.setting.pace.seat_kept
        for seat, each in list(self.seats.people.items()):
            gone = self.seats.is_silent_for(each, kept)
            if (gone or each.kicked) and self.seats.sits(seat):
                given = Leave(seat, by=CLOCK)
                if not self.driver.refusals(given):
                    await self._do(given)
