"""The open round of a table: its driver, whether it has a row yet, and an incident planned for later in it."""

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
    """The round that is open or about to open. After the driver has moved, nobody may look at it until the move is
    written."""

    driver: Driver

    def __init__(self, table: int, terms: Terms, time: TimeSource) -> None:
        self._table, self._terms, self._time = table, terms, time
        self.opened = False  # whether the round has a row yet
        self.first = False  # whether the table has no rows at all yet
        self.to_come: ToCome | None = None  # an incident planned for later in this round
        self._changes = RoundChanges()
        self._telling: AccountBuilder | None = None  # None if it did not hear the round from its beginning

    @property
    def number(self) -> int:
        return self.driver.carry.round

    def begin(self, carry: Carry, *, first: bool = False) -> None:
        """Begin a round from what the previous one left. A pending setting comes into force unless something prevents
        it."""
        self._terms.begin_round(carry)
        terms = self._terms
        self.driver = Driver(terms.game, terms.rules, terms.house, carry, stepwise=True)
        self._telling = AccountBuilder(self.driver)
        self.opened, self.first = False, first

    def resume(self, driver: Driver) -> None:
        """Continue a round that already has rows, in the state of this driver."""
        self.driver, self._telling = driver, None
        self.opened, self.first = True, False

    def note_opened(self) -> None:
        """Note that the row that opens the round is about to be written."""
        self.opened, self.first = True, False

    # --- what is asked of it

    def chips_of(self, seat: int) -> int:
        return self.driver.table.ledger[chips_before(seat)]

    def has_bet(self, seat: int) -> bool:
        """Return whether the player at a seat has a wager out, at any position."""
        table = self.driver.table
        return any(table.owners.get(position, position) == seat for position, _, _ in table.wagers())

    def awaits_order(self) -> OrderWanted | None:
        """Return the order that the dealer waits for from the staff, or None."""
        return self.driver.wait if isinstance(self.driver.wait, OrderWanted) else None

    def changes_of(self, name: str) -> int:
        """Return how often a player has changed something in this round, not counting answers and leaving."""
        return self._changes.count_of(self.driver, name)

    # --- the account of it

    def hear(self) -> None:
        """Add the latest acts to the account. If that fails, the account is made from the whole round at its end."""
        if self._telling is not None:
            try:
                self._telling.add_new(self.driver)
            except Exception:
                self._telling = None

    def account(self) -> Account:
        """Return the account of the finished round, or a plain one if making it fails: a fault in describing a round
        must never keep it from being closed."""
        driver = self.driver
        try:
            return account_of(driver) if self._telling is None else self._telling.account(driver)
        except Exception as error:
            names = (self._table, driver.carry.round, type(error).__name__)
            log.error("table %s, round %s cannot be shown: %s", *names, extra={"fields": {"table": self._table}})
            return plain_account(driver)

    # --- the staff

    def staff_act(self, by: By, description: str, cite: str) -> StaffAct:
        """Return the record of something that the staff does in this round."""
        return StaffAct(by.account, description, by.why, self._table, self.number, int(self._time.wall()), cite)

    def plan(self, incident: ToCome) -> None:
        """Plan an incident. It happens as soon as the driver accepts it."""
        self.to_come = incident

    def drop_plan(self) -> None:
        """Forget the planned incident: it has happened, or can no longer happen."""
        self.to_come = None

    def is_due(self) -> bool:
        """Return whether the planned incident can happen now."""
        return self.to_come is not None and not self.driver.refusals(self.to_come.given)

    def missed_incident(self) -> list[StaffAct]:
        """Return the staff act to record if the round ends before the planned incident could happen."""
        if self.to_come is None:
            return []
        return [self.staff_act(self.to_come.by, MISSED + self.to_come.description, staff_acts.INCIDENT)]
