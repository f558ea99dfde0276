"""One table while it is played: what a person does there, whom everybody else waits for, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import msgspec

from pitboss.engine.chance import Source
from pitboss.engine.inputs import CLOCK, AddChips, Close, Input
from pitboss.engine.waits import Window
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.receipts import Done
from pitboss.server.live.shielded import unbroken
from pitboss.server.live.staff import TableStaff
from pitboss.server.live.time_source import TimeSource
from pitboss.store.row_types import Taken
from pitboss.store.store import Store

LONG = 200  # inputs and acts of a round that is not built again for every action that was counted already


class LiveTable(TableStaff):
    def __init__(
        self,
        store: Store,
        taken: Taken,
        source: Source,
        *,
        account_of: Callable[[str], int | None],
        counts: Counter[str] | None = None,
        time: TimeSource | None = None,
    ) -> None:
        super().__init__(store, taken, source, account_of=account_of, counts=counts, time=time)
        self._load(taken)
        self._recall_kicks()

    @unbroken
    async def act(self, account: int, seat: int, given: Input, client: str) -> Outcome:
        """Carry out what a player does. It counts once, however often it is sent."""
        async with self.lock:
            # Chips may have been taken without being written yet.
            thorough = len(self.driver.log) > LONG or isinstance(given, AddChips)
            key = f"{account}:{client}"
            act = partial(self._act, account, seat, given, key)
            return await self.receipts.once(key, Done(given), act, thorough=thorough)

    async def _act(self, account: int, seat: int, given: Input, key: str) -> Outcome:
        if (barred := self.bars.refusal(account, seat, given)) is not None:
            return barred
        if isinstance(given, AddChips) and self.buy_ins.take_later(seat, given):
            self.onlookers.touch()
            outcome = Outcome(0)
        else:
            outcome = await self._do(given, key)
        if not outcome.refused:
            self.seats.heard_from(seat)
        return outcome

    @unbroken
    async def ready(self, account: int, seat: int, round_: int, client: str) -> Outcome:
        """Note that a player is done wagering in this round; when all who play are, nobody is made to wait."""
        key = f"{account}:{client}"
        async with self.lock:
            ready = partial(self._ready, account, seat, round_, key)
            return await self.receipts.once(key, Done(Close(by=CLOCK), round_), ready, thorough=True)

    async def _ready(self, account: int, seat: int, round_: int, key: str) -> Outcome:
        if (stranger := self.seats.not_seated(account, seat)) is not None:
            return stranger
        if self.service.stopped or self.service.state == "paused":
            return refusal("house:service", self.service.stopped or "the table is paused", "wait until it is open")
        wait = self.driver.wait
        if round_ != self.round.number or not isinstance(wait, Window) or wait.what != "wagers":
            return refusal("house:service", "bets are not open in that round", "wait for the next one")
        if self.played_out:
            return refusal("house:service", "the table is closed", "leave, or wait until it is open")
        last = all(self.seats.people[each].ready for each in self.seats.awaited() - {seat})
        if last and (refused := self.driver.refusals(Close())) and not await self._pass_over():
            return Outcome(0, tuple(self.driver.refusals(Close()) or refused))
        person = self.seats.people[seat]
        before = person.say_ready(self.time.now())
        outcome = await self._do(Close(by=CLOCK), key) if last else Outcome(0)
        if outcome.refused:  # it could not be written: nothing has changed
            person.unsay(before)
        elif not last:
            self.onlookers.touch()
        return outcome

    async def _pass_over(self) -> bool:
        """What must come from somebody who cannot bet comes from the clock at once; whether bets may close then."""
        other = None if self.terms.game.unblock is None else self.terms.game.unblock(self.driver.round)
        seat = getattr(other, "seat", 0)
        if other is None or seat not in self.seats.people or seat in self.seats.awaited():
            return False
        refused = (await self._do(msgspec.structs.replace(other, by=CLOCK))).refused
        return not refused and not self.driver.refusals(Close())

    def sit_out(self, account: int, seat: int, out: bool, client: str) -> Outcome:
        key, asked = f"{account}:{client}", Done("sit out" if out else "sit in")
        if (known := self.receipts.known(key, asked)) is not None:
            return known
        if (stranger := self.seats.not_seated(account, seat)) is not None:
            return stranger
        self.seats.people[seat].sit_out(out)
        self.receipts.remember(key, asked, Outcome(0))
        self.onlookers.touch()
        return Outcome(0)
