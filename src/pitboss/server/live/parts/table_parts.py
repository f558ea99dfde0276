"""The parts of a live table, put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pitboss.server.live.parts.buy_ins import BuyIns, People
from pitboss.server.live.parts.clock import TableClock
from pitboss.server.live.parts.companions import Companions
from pitboss.server.live.parts.occupied_seats import Seats
from pitboss.server.live.parts.onlookers import Onlookers
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.live.parts.receipts import Receipts, Rows
from pitboss.server.live.parts.scoreboard import Scoreboard
from pitboss.server.live.parts.service import Service
from pitboss.server.live.parts.terms import Terms
from pitboss.server.live.parts.time_source import TimeSource
from pitboss.server.live.table_settings import from_text
from pitboss.store.row_types import TableRow


class Accounts(People, Protocol):
    """The interface through which the parts read accounts."""

    def deleted_names(self) -> Mapping[str, str]:
        """Return the names of deleted accounts, with what is shown instead of each."""


class TableParts:
    """One part of each kind. A part knows only parts that are created before it, and alone changes its own state."""

    def __init__(self, row: TableRow, accounts: Accounts, rows: Rows, time: TimeSource) -> None:
        """Create the parts, without an open round. Raises `ValueError` if this version cannot play by the setting."""
        self.time = time
        self.terms = Terms(from_text(row.setting))
        self.service = Service(row.state)
        self.round = OpenRound(row.id, self.terms, time)
        self.seats = Seats(self.round, time)
        self.companions = Companions(self.terms, self.service, self.round, self.seats)
        self.onlookers = Onlookers(self.round, self.seats, accounts.deleted_names())
        self.scoreboard = Scoreboard(self.terms)
        self.receipts = Receipts(rows, row.id, self.terms.game)
        self.buy_ins = BuyIns(
            accounts, row.owner, terms=self.terms, service=self.service, round_=self.round, seats=self.seats
        )
        self.clock = TableClock(
            time,
            terms=self.terms,
            service=self.service,
            round_=self.round,
            seats=self.seats,
            onlookers=self.onlookers,
        )
