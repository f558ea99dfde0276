"""One live table: its parts, and the actions of its players."""

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
from pitboss.server.live.parts.receipts import RequestedAction
from pitboss.server.live.parts.table_parts import TableParts
from pitboss.server.live.parts.time_source import TimeSource
from pitboss.server.live.recovery import Recovery
from pitboss.server.live.shielded import run_to_completion
from pitboss.server.live.staff import StaffDesk
from pitboss.server.live.timeouts import Timekeeper
from pitboss.store.row_types import TableAsLeft
from pitboss.store.store import Store

LONG = 200  # inputs and acts from which on a round is too long to rebuild for every repeated action


class LiveTable:
    """A table that this server drives. Chance, clocks, store and connections are passed in. Everything that changes the
    table holds its lock, so that changes happen one at a time."""

    def __init__(
        self,
        store: Store,
        taken: TableAsLeft,
        source: Source,
        *,
        account_of: Callable[[str], int | None],
        counts: Counter[str] | None = None,
        time: TimeSource | None = None,
        salt: Callable[[int], str] = token_hex,
    ) -> None:
        """Open a table in its stored state.

        `account_of` finds the account of a name, `counts` are the counters of the whole server, and `salt` makes random
        text that keeps hashes of rows from giving away cards. Raises `ValueError` if this version cannot run the
        table."""
        self.id, self.epoch = taken.row.id, taken.epoch
        self.owner = taken.row.owner  # the account that opened it as a private table, or None
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
        """True if the table is closed and no wager stands any more."""
        return self.service.state == "closed" and not self.driver.table.wagers()

    def seat_of(self, account: int) -> int:
        """Return the seat of an account, or 0 if it has none."""
        return self.seats.seat_of(account)

    def count_connection(self, account: int, by: int) -> None:
        """Change the number of an account's connections by 1 or -1."""
        if self.seats.count_connection(account, by):
            self.onlookers.touch()

    def forget(self, deleted_names: Mapping[str, str]) -> None:
        """Hide these names of deleted accounts from everybody, also in rounds that are still shown."""
        self.scoreboard.forget(deleted_names)
        self.onlookers.forget(deleted_names)
        self.onlookers.touch()

    async def tick(self) -> None:
        """Carry out what is due by the clock."""
        async with self.lock:
            await self.timekeeper.tick()

    # --- actions of players

    @run_to_completion
    async def act(self, account: int, seat: int, given: Input, client: str) -> Outcome:
        """Carry out a player's input. It counts once, however often it is sent."""
        key = f"{account}:{client}"
        async with self.lock:
            # Look up requests for chips too: they may have been taken without being written yet.
            thorough = len(self.driver.log) > LONG or isinstance(given, AddChips)
            act = partial(self._act, account, seat, given, key)
            return await self.receipts.once(key, RequestedAction(given), act, thorough=thorough)

    async def _act(self, account: int, seat: int, given: Input, key: str) -> Outcome:
        if (refused := self.bars.refusal(account, seat, given)) is not None:
            return refused
        if isinstance(given, AddChips) and self.buy_ins.take_later(seat, given):
            self.onlookers.touch()
            outcome = Outcome(0)
        else:
            outcome = await self.committer.carry_out(given, key)
        if not outcome.refused:
            self.seats.heard_from(seat)
        return outcome

    @run_to_completion
    async def ready(self, account: int, seat: int, round_: int, client: str) -> Outcome:
        """Note that a player is done wagering in this round. When all players are, betting closes at once."""
        key = f"{account}:{client}"
        async with self.lock:
            act = partial(self._ready, account, seat, round_, key)
            return await self.receipts.once(key, RequestedAction(Close(by=CLOCK), round_), act, thorough=True)

    async def _ready(self, account: int, seat: int, round_: int, key: str) -> Outcome:
        if (not_seated := self.seats.refuse_unless_seated(account, seat)) is not None:
            return not_seated
        if self.service.stop_reason or self.service.state == "paused":
            return refusal("house:service", self.service.stop_reason or "the table is paused", "wait until it is open")
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
            person.restore(before)
        elif not last:
            self.onlookers.touch()
        return outcome

    async def _pass_over(self) -> bool:
        """Act by the clock for a player who holds up the table but cannot bet. Return whether betting may close
        then."""
        unblocking = None if self.game.unblock is None else self.game.unblock(self.driver.round)
        seat = getattr(unblocking, "seat", 0)
        if unblocking is None or seat not in self.seats.people or seat in self.seats.awaited_seats():
            return False
        outcome = await self.committer.carry_out(msgspec.structs.replace(unblocking, by=CLOCK))
        return not outcome.refused and not self.driver.refusals(Close())

    def sit_out(self, account: int, seat: int, out: bool, client: str) -> Outcome:
        """Note that a player sits out, or is back in the game. It needs no lock, because no chip moves."""
        key, request = f"{account}:{client}", RequestedAction("sit out" if out else "sit in")
        if (earlier := self.receipts.find(key, request)) is not None:
            return earlier
        if (not_seated := self.seats.refuse_unless_seated(account, seat)) is not None:
            return not_seated
        self.seats.people[seat].sit_out(out)
        self.receipts.remember(key, request, Outcome(0))
        self.onlookers.touch()
        return Outcome(0)
