"""What time does at a table: it answers for silent seats, closes windows and lets lost players go."""

from __future__ import annotations

import msgspec

from pitboss.engine.inputs import CLOCK, SUPERVISOR, Answer, Close, Leave, Order
from pitboss.engine.waits import Ask, Window
from pitboss.server.live.commit import Committer
from pitboss.server.live.parts.table_parts import TableParts


class Timekeeper:
    """Acts for people when their time is up."""

    def __init__(self, parts: TableParts, committer: Committer, owner: int | None) -> None:
        self._committer, self._owner = committer, owner
        self._terms, self._service, self._round = parts.terms, parts.service, parts.round
        self._seats, self._clock, self._onlookers = parts.seats, parts.clock, parts.onlookers

    async def tick(self) -> None:
        """Carry out what is due now. Whoever calls holds the lock of the table."""
        if self._owner is not None:
            self._seats.note_sat()
        if self._service.stopped or self._service.state == "paused":
            return
        await self.go_on()
        await self.tell_of_closing()
        await self._committer.bring_chips()
        if self._clock.is_up or self._asks_the_kicked():
            await self._time_is_up()
        await self._let_go()

    async def go_on(self) -> None:
        """Have the dealer go on who waits for nothing but chance, or for somebody to have looked at the cards: after
        winding up, and after a start that follows it."""
        wait = self._round.driver.wait
        looked_at = isinstance(wait, Window) and wait.what != "wagers"
        if self._seats.people and wait is not None and (wait.for_chance or looked_at):
            await self._committer.carry_out(None)

    async def tell_of_closing(self) -> None:
        """Let the dealer know that the table closes, where wagers stand from one round to the next."""
        game, service = self._terms.game, self._service
        if game.closing is None or service.stopped or service.state == "paused":
            return
        given = game.closing(self._round.driver.round, service.state == "closed")
        if given is not None and not self._round.driver.refusals(given):
            await self._committer.carry_out(msgspec.structs.replace(given, by=SUPERVISOR))

    def _asks_the_kicked(self) -> bool:
        wait, people = self._round.driver.wait, self._seats.people
        return isinstance(wait, Ask) and wait.seat in people and people[wait.seat].kicked

    async def _time_is_up(self) -> None:
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
        """Return whether somebody is not ready and has not bet in this round; a wager that stands from before is no
        word."""
        changed = self._round.changes_of(self._round.driver.table.players[seat])
        return not self._seats.people[seat].ready and not (changed and self._round.has_bet(seat))

    async def _unblock(self) -> None:
        """Ask everybody again where time is up and the window stays open, and do away with what holds the table up:
        one silent seat holds up nobody. After an order nobody is waited for any more; who is given something to do,
        such as to throw, has his own time for it."""
        self._seats.ask_again()
        self._onlookers.touch()
        unblock = self._terms.game.unblock
        other = None if unblock is None else unblock(self._round.driver.round)
        if other is None:
            return
        outcome = await self._committer.carry_out(msgspec.structs.replace(other, by=CLOCK))
        if isinstance(other, Order) and not outcome.refused:
            await self._committer.carry_out(Close(by=CLOCK))

    async def _let_go(self) -> None:
        """Have those leave who were not heard from for long, and whom the house has sent away."""
        kept = self._terms.setting.pace.seat_kept
        for seat, person in list(self._seats.people.items()):
            gone = person.kicked or self._seats.is_silent_for(person, kept)
            if gone and self._seats.sits(seat) and not self._round.driver.refusals(Leave(seat, by=CLOCK)):
                await self._committer.carry_out(Leave(seat, by=CLOCK))
