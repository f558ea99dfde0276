"""The open round of a table: its driver, whether it is written of yet, and an incident that waits for its moment."""

from __future__ import annotations

import logging

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.waits import OrderWanted
from pitboss.record.account import Account, AccountBuilder, account_of, plain_account
from pitboss.server.access import staff_acts
from pitboss.server.access.staff_acts import By, ToCome
from pitboss.server.live.parts.round_changes import RoundChanges
from pitboss.server.live.parts.terms import Terms
from pitboss.server.live.parts.time_source import TimeSource
from pitboss.store.row_types import StaffAct
from pitboss.store.staff_act_prefixes import MISSED
from pitboss.table.money import chips_before

log = logging.getLogger("pitboss")


class OpenRound:
    """The round that is open or about to be. A driver that moved is what is written only once that is done: until then
    nobody looks."""

    driver: Driver

    def __init__(self, table: int, terms: Terms, time: TimeSource) -> None:
        self._table, self._terms, self._time = table, terms, time
        self.opened = False  # whether the round has a row yet
        self.first = False  # whether nothing was ever written of the table
        self.to_come: ToCome | None = None  # an incident that waits for its moment in this round
        self._changes = RoundChanges()
        self._telling: AccountBuilder | None = None  # hears the round, if it was there from its beginning

    @property
    def number(self) -> int:
        return self.driver.carry.round

    def begin(self, carry: Carry, *, first: bool = False) -> None:
        """Begin a round from what the one before left, by a setting that waits if nothing stands against it."""
        self._terms.begin_round(carry)
        terms = self._terms
        self.driver = Driver(terms.game, terms.rules, terms.house, carry, stepwise=True)
        self._telling = AccountBuilder(self.driver)
        self.opened, self.first = False, first

    def resume(self, driver: Driver) -> None:
        """Go on with a round of which rows are written, as this driver has it."""
        self.driver, self._telling = driver, None
        self.opened, self.first = True, False

    def note_opened(self) -> None:
        """Note that the row that opens the round is on its way."""
        self.opened, self.first = True, False

    # --- what is asked of it

    def chips_of(self, seat: int) -> int:
        return self.driver.table.ledger[chips_before(seat)]

    def has_bet(self, seat: int) -> bool:
        """Return whether somebody has a wager out, at whatever position."""
        t = self.driver.table
        return any(t.owners.get(position, position) == seat for position, _, _ in t.wagers())

    def awaits_order(self) -> OrderWanted | None:
        """Return what the dealer waits for if it is the staff's to order."""
        return self.driver.wait if isinstance(self.driver.wait, OrderWanted) else None

    def changes_of(self, name: str) -> int:
        """Return how often somebody has changed something in this round, apart from answers and from leaving."""
        return self._changes.of(self.driver, name)

    # --- the account of it

    def hear(self) -> None:
        """Take down what was just done. A round that cannot be told act by act is told once more when it is over."""
        if self._telling is not None:
            try:
                self._telling.add_new(self.driver)
            except Exception:
                self._telling = None

    def account(self) -> Account:
        """Return the account of the round, which is over; a plain one if it cannot be told. To tell a round must never
        be in the way of closing it."""
        driver = self.driver
        try:
            return account_of(driver) if self._telling is None else self._telling.account(driver)
        except Exception as wrong:
            named = (self._table, driver.carry.round, type(wrong).__name__)
            log.error("table %s, round %s cannot be shown: %s", *named, extra={"told": {"table": self._table}})
            return plain_account(driver)

    # --- the staff

    def staff_act(self, by: By, what: str, cite: str) -> StaffAct:
        """Return what is recorded of something that the staff does in this round."""
        return StaffAct(by.account, what, by.why, self._table, self.number, int(self._time.wall()), cite)

    def plan(self, incident: ToCome) -> None:
        """Have an incident wait until the driver would take it."""
        self.to_come = incident

    def drop_plan(self) -> None:
        """Let nothing wait any more: it has come, or cannot any more."""
        self.to_come = None

    def is_due(self) -> bool:
        """Return whether the incident that waits would be taken now."""
        return self.to_come is not None and not self.driver.refusals(self.to_come.given)

    def missed_incident(self) -> list[StaffAct]:
        """Return what is recorded when the round ends without the incident that waits."""
        if self.to_come is None:
            return []
        return [self.staff_act(self.to_come.by, MISSED + self.to_come.told, staff_acts.INCIDENT)]
