"""One table while it is played: the parts that it is made of, and what people do there."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from secrets import token_hex

import msgspec

from pitboss.engine.chance import Source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import CLOCK, AddChips, Close, Input
from pitboss.engine.waits import Window
from pitboss.law.rules import Rules
from pitboss.server.live.commit import Committer
from pitboss.server.live.dealer import Dealer
from pitboss.server.live.house_bars import HouseBars
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.receipts import Done
from pitboss.server.live.parts.table_parts import TableParts
from pitboss.server.live.parts.time_source import TimeSource
from pitboss.server.live.recovery import Recovery
from pitboss.server.live.shielded import unbroken
from pitboss.server.live.staff import StaffDesk
from pitboss.server.live.timeouts import Timekeeper
from pitboss.store.row_types import Taken
from pitboss.store.store import Store

LONG = 200  # inputs and acts of a round that is not built again for every action that was counted already


class LiveTable:
    """A table that is driven here. Chance, clocks, store and connections are handed in from outside; whatever changes
    something holds the lock, so that one thing happens after the other."""

    def __init__(
        self,
        store: Store,
        taken: Taken,
        source: Source,
        *,
        account_of: Callable[[str], int | None],
        counts: Counter[str] | None = None,
        time: TimeSource | None = None,
        salt: Callable[[int], str] = token_hex,
    ) -> None:
        """Open a table as the store left it. `account_of` says who has a name, `counts` are those of the whole server,
        and `salt` keeps what is written from telling cards. Raises a `ValueError` if this version cannot play there."""
        self.id, self.epoch = taken.row.id, taken.epoch
        self.owner = taken.row.owner  # the account of whoever opened it for himself
        self.store, self.lock = store, asyncio.Lock()
        parts = TableParts(taken.row, store.accounts, store.tables, time or TimeSource())
        self.time, self.terms, self.service, self.round = parts.time, parts.terms, parts.service, parts.round
        self.seats, self.companions, self.clock = parts.seats, parts.companions, parts.clock
        self.onlookers, self.scoreboard = parts.onlookers, parts.scoreboard
        self.receipts, self.buy_ins = parts.receipts, parts.buy_ins
        self.bars = HouseBars(
            store.accounts,
            self.owner,
            service=parts.service,
            round_=parts.round,
            seats=parts.seats,
            buy_ins=parts.buy_ins,
        )
        self.dealer = Dealer(parts, source, account_of=account_of, salt=salt)
        self.recovery = Recovery(parts, self.dealer, store, self.id, account_of)
        self.committer = Committer(
            parts, self.dealer, self.recovery, store, taken, Counter() if counts is None else counts
        )
        self.timekeeper = Timekeeper(parts, self.committer, self.owner)
        self.desk = StaffDesk(
            parts,
            self.timekeeper,
            self.committer,
            self.recovery,
            self.dealer,
            store=store,
            taken=taken,
            lock=self.lock,
        )
        self.recovery.load(taken)
        self.recovery.recall_kicks()

    @property
    def name(self) -> str:
        return self.desk.name

    @property
    def driver(self) -> Driver:
        return self.round.driver

    @property
    def game(self) -> Game:
        return self.terms.game

    @property
    def rules(self) -> Rules:
        return self.terms.rules

    @property
    def house(self) -> House:
        return self.terms.house

    @property
    def played_out(self) -> bool:
        """True if the table is closed and nothing is wagered any more."""
        return self.service.state == "closed" and not self.driver.table.wagers()

    def seat_of(self, account: int) -> int:
        """Return where somebody sits; 0 for somebody who does not."""
        return self.seats.seat_of(account)

    def count_connection(self, account: int, by: int) -> None:
        """Count one connection more, or one less."""
        if self.seats.count_connection(account, by):
            self.onlookers.touch()

    def forget(self, gone: Mapping[str, str]) -> None:
        """Show these names of deleted accounts to nobody any more, in the rounds that are still shown."""
        self.scoreboard.forget(gone)
        self.onlookers.forget(gone)
        self.onlookers.touch()

    async def tick(self) -> None:
        """Carry out what is due now, as the clock says."""
        async with self.lock:
            await self.timekeeper.tick()

    # --- what people do

    @unbroken
    async def act(self, account: int, seat: int, given: Input, client: str) -> Outcome:
        """Carry out what a player does. It counts once, however often it is sent."""
        key = f"{account}:{client}"
        async with self.lock:
            # Chips may have been taken without being written yet.
            thorough = len(self.driver.log) > LONG or isinstance(given, AddChips)
            act = partial(self._act, account, seat, given, key)
            return await self.receipts.once(key, Done(given), act, thorough=thorough)

    async def _act(self, account: int, seat: int, given: Input, key: str) -> Outcome:
        if (barred := self.bars.refusal(account, seat, given)) is not None:
            return barred
        if isinstance(given, AddChips) and self.buy_ins.take_later(seat, given):
            self.onlookers.touch()
            outcome = Outcome(0)
        else:
            outcome = await self.committer.carry_out(given, key)
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
        last = all(self.seats.people[other].ready for other in self.seats.awaited_seats() - {seat})
        if last and (refused := self.driver.refusals(Close())) and not await self._pass_over():
            return Outcome(0, tuple(self.driver.refusals(Close()) or refused))
        person = self.seats.people[seat]
        before = person.say_ready(self.time.now())
        outcome = await self.committer.carry_out(Close(by=CLOCK), key) if last else Outcome(0)
        if outcome.refused:  # it could not be written: nothing has changed
            person.unsay(before)
        elif not last:
            self.onlookers.touch()
        return outcome

    async def _pass_over(self) -> bool:
        """Have what must come from somebody who cannot bet come from the clock at once; returns whether bets may close
        then."""
        other = None if self.game.unblock is None else self.game.unblock(self.driver.round)
        seat = getattr(other, "seat", 0)
        if other is None or seat not in self.seats.people or seat in self.seats.awaited_seats():
            return False
        outcome = await self.committer.carry_out(msgspec.structs.replace(other, by=CLOCK))
        return not outcome.refused and not self.driver.refusals(Close())

    def sit_out(self, account: int, seat: int, out: bool, client: str) -> Outcome:
        """Note that a player sits out, or is back in the game. It waits for nothing: no chip moves."""
        key, asked = f"{account}:{client}", Done("sit out" if out else "sit in")
        if (known := self.receipts.find(key, asked)) is not None:
            return known
        if (stranger := self.seats.not_seated(account, seat)) is not None:
            return stranger
        self.seats.people[seat].sit_out(out)
        self.receipts.remember(key, asked, Outcome(0))
        self.onlookers.touch()
        return Outcome(0)
