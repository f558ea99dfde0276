"""One table as it stands: what it is played by, who is there, and whoever looks on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping

from pitboss.engine.chance import Source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Strategy
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Order
from pitboss.engine.waits import OrderWanted
from pitboss.law.rules import Rules
from pitboss.server.live.buy_ins import BuyIns
from pitboss.server.live.clock import TableClock
from pitboss.server.live.house_bars import HouseBars
from pitboss.server.live.onlookers import Onlookers
from pitboss.server.live.open_round import OpenRound
from pitboss.server.live.receipts import Receipts
from pitboss.server.live.scoreboard import Scoreboard
from pitboss.server.live.seats import Seats
from pitboss.server.live.service import Service
from pitboss.server.live.table_settings import from_text
from pitboss.server.live.terms import Terms
from pitboss.server.live.time_source import TimeSource
from pitboss.store.rounds.wind_up import debtor_of
from pitboss.store.row_types import Taken
from pitboss.store.store import Store

UNUSED = 3600.0  # seconds for which nobody has sat at a private table when it goes by itself


class TableState:
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
        self.store, self.source = store, source
        self.id, self.name = taken.row.id, taken.row.name
        self.service = Service(taken.row.state)
        self.owner = taken.row.owner  # the account of whoever opened it for himself
        self.epoch = taken.epoch
        self.lock = asyncio.Lock()
        self.time = time or TimeSource()
        self.account_of = account_of
        self.counts: Counter[str] = Counter() if counts is None else counts  # of the whole server
        self._wagered: set[int] = set()  # companions that have had their turn in this window
        self.companions: dict[int, Strategy] = {}
        self.terms = Terms(from_text(taken.row.setting))
        self.round = OpenRound(self.id, self.terms, self.time)
        self.seats = Seats(self.round, self.time)
        self.onlookers = Onlookers(self.round, self.seats, store.gone())
        self.scoreboard = Scoreboard(self.terms)
        self.buy_ins = BuyIns(
            store, self.owner, terms=self.terms, service=self.service, round_=self.round, seats=self.seats
        )
        self.bars = HouseBars(
            store, self.owner, service=self.service, round_=self.round, seats=self.seats, buy_ins=self.buy_ins
        )
        self.receipts = Receipts(store, self.id, self.terms.game)
        self.clock = TableClock(
            self.time,
            terms=self.terms,
            service=self.service,
            round_=self.round,
            seats=self.seats,
            onlookers=self.onlookers,
        )

    @property
    def is_unused(self) -> bool:
        """Whether this is a private table that may go by itself: people who have left it may have chips at one that is
        out of service."""
        return self.owner is not None and not self.service.stopped and self.seats.seconds_unused() >= UNUSED

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
        """The table is closed and nothing is wagered any more."""
        return self.service.state == "closed" and not self.driver.table.wagers()

    def awaits_order(self) -> OrderWanted | None:
        return self.driver.wait if isinstance(self.driver.wait, OrderWanted) else None

    def supervision(self) -> tuple[OrderWanted | None, tuple[str, ...]]:
        """What a supervisor is asked now, and what he may order without being asked."""
        orders = () if self.service.stopped else self.terms.game.orders
        return self.awaits_order(), tuple(what for what in orders if not self.driver.refusals(Order(what)))

    # --- people

    def seat_of(self, account: int) -> int:
        """Return where somebody sits; 0 for somebody who does not."""
        return self.seats.seat_of(account)

    def connected(self, account: int, by: int) -> None:
        """Count one connection more, or one less."""
        if self.seats.connected(account, by):
            self.onlookers.touch()

    def forget(self, gone: Mapping[str, str]) -> None:
        """Name somebody whose account was deleted to nobody any more, in the rounds that are still shown."""
        self.scoreboard.forget(gone)
        self.onlookers.forget(gone)
        self.onlookers.touch()
