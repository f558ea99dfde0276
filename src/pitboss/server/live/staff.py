"""The staff's acts at a table, each recorded with who did it and why."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from pitboss.engine.incidents import possible_incidents as causing
from pitboss.engine.incidents.incident_kinds import Incident
from pitboss.engine.inputs import SUPERVISOR, Credit, Fill, Input, Leave, Order
from pitboss.engine.waits import FillWanted, OrderWanted, Refusal
from pitboss.server.access import staff_acts
from pitboss.server.access.staff_acts import By, ToCome
from pitboss.server.live import winding_up
from pitboss.server.live.commit import Committer
from pitboss.server.live.dealer import Dealer
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.table_parts import TableParts
from pitboss.server.live.recovery import Recovery
from pitboss.server.live.shielded import run_to_completion
from pitboss.server.live.table_settings import BreachError, TableSetting, resolve_setting, to_text
from pitboss.server.live.timeouts import Timekeeper
from pitboss.store.errors import StoreError
from pitboss.store.row_types import StaffAct, TableAsLeft
from pitboss.store.staff_act_prefixes import TO_COME
from pitboss.store.store import Store

UNUSED = 3600.0  # seconds after which a private table without players is closed and deleted
MOST_STAFF_INPUTS = 500  # fills, credits, orders and incidents in one round, beyond those that the dealer waits for

log = logging.getLogger("pitboss")


class StaffDesk:
    """Carries out the staff's requests at one table, and holds the table's name."""

    def __init__(
        self,
        parts: TableParts,
        timekeeper: Timekeeper,
        committer: Committer,
        recovery: Recovery,
        dealer: Dealer,
        *,
        store: Store,
        taken: TableAsLeft,
        lock: asyncio.Lock,
    ) -> None:
        self._timekeeper, self._committer, self._recovery, self._dealer = timekeeper, committer, recovery, dealer
        self._store, self._lock = store, lock
        self._table, self._epoch, self._owner = taken.row.id, taken.epoch, taken.row.owner
        self.name = taken.row.name
        self._time, self._terms, self._service, self._round = parts.time, parts.terms, parts.service, parts.round
        self._seats, self._onlookers, self._clock = parts.seats, parts.onlookers, parts.clock

    @property
    def is_unused(self) -> bool:
        """True if this is a private table that nobody has used for long. Never true while it is stopped, when players
        who have left may still have chips here."""
        return self._owner is not None and not self._service.stop_reason and self._seats.seconds_unused() >= UNUSED

    def supervision(self) -> tuple[OrderWanted | None, tuple[str, ...]]:
        """Return the order that the dealer waits for, and the orders that a supervisor may give unasked."""
        orders = () if self._service.stop_reason else self._terms.game.orders
        allowed = tuple(order for order in orders if not self._round.driver.refusals(Order(order)))
        return self._round.awaits_order(), allowed

    # --- the table

    @run_to_completion
    async def set_state(self, state: str, by: By | None = None) -> None:
        """Open, pause or close the table. When it closes, the open round is still played to its end."""
        async with self._lock:
            act = None if by is None else self._round.staff_act(by, staff_acts.STATES[state], "house:service")
            await asyncio.wrap_future(self._store.tables.set_state(self._table, self._epoch, state, act))
            self._service.set_state(state)
            await self._timekeeper.tell_of_closing()
            self._clock.restart()
            self._onlookers.touch()

    @run_to_completion
    async def rename(self, name: str, by: By) -> None:
        """Rename the table. Raises `StoreError` if another table has the name."""
        async with self._lock:
            act = self._round.staff_act(by, f"Renamed the table from “{self.name}” to “{name}”", "house:name")
            await asyncio.wrap_future(self._store.tables.rename(self._table, self._epoch, name, act))
            self.name = name
            self._onlookers.touch()

    @run_to_completion
    async def put_away(self, by: By) -> Outcome:
        """Delete the table, which must be closed and empty. Its rounds stay."""
        async with self._lock:
            if self._service.state != "closed" or self._seats.people:
                return refusal("house:tables", "the table is open, or somebody sits there", "close it first")
            if self._service.stop_reason:  # players who have left may have chips here
                return refusal("house:tables", self._service.stop_reason, "resolve that first")
            act = self._round.staff_act(by, f"Put the table “{self.name}” away", "house:tables")
            await self._put_away(act)
            return Outcome(0)

    @run_to_completion
    async def go_unused(self) -> bool:
        """Close an unused private table, and delete it once no wager stands there. Return whether it is deleted.

        This is no act of the staff, so only the register and the log record it."""
        async with self._lock:
            if not self.is_unused:
                return False
            if self._service.state != "closed":
                await asyncio.wrap_future(self._store.tables.set_state(self._table, self._epoch, "closed"))
                self._service.set_state("closed")
                await self._timekeeper.tell_of_closing()
                self._onlookers.touch()
            if self._seats.people:  # a player has left while a wager still stands
                return False
            await self._put_away(None)
            log.info("table %s is gone: nobody used it", self._table, extra={"fields": {"table": self._table}})
            return True

    async def _put_away(self, act: StaffAct | None) -> None:
        for missed in self._round.missed_incident():
            await asyncio.wrap_future(self._store.note_staff_act(missed))
        await asyncio.wrap_future(self._store.tables.put_away(self._table, self._epoch, act))
        self._recovery.give_up("the table is gone")

    @run_to_completion
    async def set_setting(self, setting: TableSetting, by: By | None = None, description: str = "") -> Outcome:
        """Change the setting from the next round on; with other readings or another text, once no wager stands."""
        async with self._lock:
            try:
                game, rules, house = resolve_setting(setting)
            except BreachError as error:
                return Outcome(
                    0,
                    tuple(
                        Refusal(finding.cite, f"{finding.key}: {finding.wrong}", finding.right)
                        for finding in error.findings
                    ),
                )
            except ValueError as error:
                return refusal("house:service", str(error), "correct it")
            if self._service.stop_reason:
                return refusal("house:service", self._service.stop_reason, "resolve that first")
            if game is not self._terms.game:
                return refusal("house:service", "you cannot change the game of a table", "open another table")
            act = None if by is None else self._round.staff_act(by, description, staff_acts.SETTINGS)
            await asyncio.wrap_future(self._store.tables.set_setting(self._table, self._epoch, to_text(setting), act))
            self._terms.change(setting, rules, house)
            if not self._round.opened:
                first = self._round.first
                self._round.begin(game.opening(house) if first else self._round.driver.carry, first=first)
                self._dealer.show_opening([])
                self._onlookers.start_over()
            self._onlookers.touch()
            return Outcome(0)

    @property
    def _waits_for_ruling(self) -> bool:
        """True if the dealer waits for a supervisor's ruling. A fill is not a ruling."""
        return isinstance(self._round.driver.wait, OrderWanted) and not isinstance(self._round.driver.wait, FillWanted)

    def _refuse_own_ruling(self, by: By | None) -> Outcome | None:
        """Refuse a ruling by a person who has a wager out here, as the owner of a private table may have."""
        own_seats = () if by is None else self._seats.places_of(by.account)
        if not any(map(self._round.has_bet, own_seats)):
            return None
        right = "wait until it is decided, or ask a supervisor of the house"
        if self._waits_for_ruling:
            right = "ask a supervisor of the house, or pause the table and wind up the round"
        return refusal("house:staff", "nobody rules on a round in which he has a wager out", right)

    def _refuse_excess(self) -> Outcome | None:
        """Refuse further acts of the staff after very many in one round, because its record grows with each one. Acts
        that the dealer waits for are still taken."""
        if self._round.awaits_order() is not None:
            return None
        log = self._round.driver.log
        if sum(isinstance(item, Fill | Credit | Order | Incident) for item in log) < MOST_STAFF_INPUTS:
            return None
        wrong = f"the staff has acted {MOST_STAFF_INPUTS} times in this round"
        return refusal("house:service", wrong, "wait for the next round")

    @run_to_completion
    async def order(self, given: Input, by: By | None = None) -> Outcome:
        """Carry out a supervisor's order, fill, credit or incident."""
        async with self._lock:
            if self._service.stop_reason:
                return refusal("house:service", self._service.stop_reason, "correct it")
            if not isinstance(given, Fill | Credit) and (refused := self._refuse_own_ruling(by)) is not None:
                return refused
            if (too_much := self._refuse_excess()) is not None:
                return too_much
            act = None if by is None else self._record_order(given, by)
            return await self._committer.carry_out(given, act=act)

    def _record_order(self, given: Input, by: By) -> StaffAct:
        driver = self._round.driver
        return self._round.staff_act(by, *staff_acts.describe_input(driver.game, given, driver.wait))

    @run_to_completion
    async def cause_later(self, given: Input, by: By) -> Outcome:
        """Make an incident happen as soon as it can in the open round: now, or between two later acts. Nobody else is
        told of a planned incident, and a restart of the server drops it."""
        async with self._lock:
            if self._service.stop_reason:
                return refusal("house:service", self._service.stop_reason, "correct it")
            if (refused := self._refuse_own_ruling(by)) is not None:
                return refused
            if (too_much := self._refuse_excess()) is not None:
                return too_much
            if wrong := causing.why_impossible(self._round.driver, given):
                return refusal(staff_acts.INCIDENT, wrong, "choose what can happen at this table")
            if not self._round.driver.refusals(given):
                return await self._committer.carry_out(given, act=self._record_order(given, by))
            if self._round.to_come is not None:
                wrong = f"{self._round.to_come.description} already waits for its moment"
                return refusal(staff_acts.INCIDENT, wrong, "wait until it has happened, or until the round is over")
            incident = ToCome(self._round.driver.game, given, by)
            self._round.plan(incident)  # before it is recorded: readers of the record leave out planned incidents
            act = self._round.staff_act(by, TO_COME + incident.description, staff_acts.INCIDENT)
            try:
                await asyncio.wrap_future(self._store.note_staff_act(act))
            except Exception:
                self._round.drop_plan()
                raise
            return Outcome(0)

    @run_to_completion
    async def kick(self, account: int, by: By) -> Outcome:
        """Remove a player: now, or as soon as the hand is over, which the clock then plays for the player. The player
        may come back later."""
        async with self._lock:
            if not (seat := self._seats.seat_of(account)):
                return refusal("house:seats", "nobody of this name sits at this table", "look who does")
            if self._service.stop_reason:
                return refusal("house:service", self._service.stop_reason, "resolve that first")
            name = self._round.driver.table.players[seat]
            act = self._round.staff_act(by, staff_acts.describe_kick(name, seat), "house:staff")
            given = Leave(seat, by=SUPERVISOR)
            if self._round.driver.refusals(given):
                await asyncio.wrap_future(self._store.note_staff_act(act))
                self._seats.people[seat].send_away()
            elif (outcome := await self._committer.carry_out(given, act=act)).refused:
                return outcome
            self._seats.send_away(account, staff_acts.KICKED_FOR)
            self._onlookers.touch()
            return Outcome(0)

    @run_to_completion
    async def wind_up(self, by: int, why: str, void: str = "", of_round: int = 0) -> Outcome:
        """End the open round and return all its wagers, because it cannot be played on or because `void`, a paragraph
        or a rule of the house, voids it. With `of_round`, refuse if another round is open by now."""
        async with self._lock:
            if of_round and of_round != (now := self._round.number):
                wrong = f"round {of_round} is over, and round {now} is open" if of_round < now else "it has not begun"
                return refusal(winding_up.CITE, wrong, "look at the table again")
            # Otherwise a table at which nobody else may rule would wait forever.
            cannot_go_on = self._service.stop_reason or self._service.faulty or (self._waits_for_ruling and not void)
            if not cannot_go_on and (refused := self._refuse_own_ruling(By(by, why))) is not None:
                return refused
            if void and (self._service.fenced or not self._round.driver.table.wagers()):
                return refusal(winding_up.CITE, "nothing is wagered in this round", "there is nothing to give back")
            if not void and not self._service.may_be_wound_up:
                wrong = "this table has no round to wind up" if self._service.fenced else "this table is not paused"
                return refusal(winding_up.CITE, wrong, "pause the table first")
            # Keep the epoch of this server: if another server has taken the table over, the write must fail.
            taken = replace(self._store.tables.read_as_written(self._table), epoch=self._epoch)
            if taken.carry is None or not taken.lines:
                if not (self._service.stop_reason or self._service.faulty):
                    return refusal(winding_up.CITE, "there is no open round", "open the table again")
                act = self._round.staff_act(By(by, why), "Put the table back in service", "house:service")
                await asyncio.wrap_future(self._store.note_staff_act(act))
                self._recovery.load(taken)  # the table continues after its last round
                self._service.put_back()
                self._onlookers.touch()
                return Outcome(0)
            ending = winding_up.make_batch(self._store, taken, by, why, int(self._time.wall()), void=void)
            ending = replace(ending, staff=[*ending.staff, *self._round.missed_incident()])
            try:
                number = await asyncio.wrap_future(self._store.tables.append(ending))
            except StoreError as wrong:
                return refusal("house:store", str(wrong), "nothing has changed; try again")
            fields = {"table": self._table, "account": by, "row": number}
            log.warning("table %s, round %s: wound up: %s", self._table, taken.round, why, extra={"fields": fields})
            self._recovery.load(self._store.tables.read_as_written(self._table))
            self._service.put_back()
            self._round.drop_plan()
            self._seats.ask_again()  # players were ready for a round that is over now
            await self._timekeeper.go_on()
            self._onlookers.touch()
            return Outcome(number)
