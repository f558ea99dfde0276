"""What the house does at a table; each act of the staff is recorded with who and why."""

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
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.shielded import unbroken
from pitboss.server.live.table_settings import BreachError, TableSetting, played_by, to_text
from pitboss.server.live.timeouts import TableTime
from pitboss.store.errors import StoreError
from pitboss.store.row_types import StaffAct
from pitboss.store.staff_act_prefixes import TO_COME

MOST_STAFF_INPUTS = 500  # fills, credits, orders and incidents in one round that the dealer does not wait for

log = logging.getLogger("pitboss")


class TableStaff(TableTime):
    @unbroken
    async def set_state(self, state: str, by: By | None = None) -> None:
        async with self.lock:
            act = None if by is None else self.round.staff_act(by, staff_acts.STATES[state], "house:service")
            await asyncio.wrap_future(self.store.set_state(self.id, self.epoch, state, act))
            self.service.set_state(state)
            await self._tell_of_closing()
            self.clock.restart()
            self.onlookers.touch()

    @unbroken
    async def rename(self, name: str, by: By) -> None:
        async with self.lock:
            act = self.round.staff_act(by, f"Renamed the table from “{self.name}” to “{name}”", "house:name")
            await asyncio.wrap_future(self.store.rename(self.id, self.epoch, name, act))
            self.name = name
            self.onlookers.touch()

    @unbroken
    async def put_away(self, by: By) -> Outcome:
        """A table that is closed and empty is in no list any more."""
        async with self.lock:
            if self.service.state != "closed" or self.seats.people:
                return refusal("house:tables", "the table is open, or somebody sits there", "close it first")
            if self.service.stopped:  # there may be chips of people who have left
                return refusal("house:tables", self.service.stopped, "resolve that first")
            act = self.round.staff_act(by, f"Put the table “{self.name}” away", "house:tables")
            await self._goes(act)
            return Outcome(0)

    @unbroken
    async def go_unused(self) -> bool:
        """Close a private table that nobody uses, and put it away once nobody has a wager there; whether it is gone.
        Nobody of the staff does this, so it is in the register and the log alone."""
        async with self.lock:
            if not self.is_unused:
                return False
            if self.service.state != "closed":
                await asyncio.wrap_future(self.store.set_state(self.id, self.epoch, "closed"))
                self.service.set_state("closed")
                await self._tell_of_closing()
                self.onlookers.touch()
            if self.seats.people:  # somebody has left while a wager of his stands
                return False
            await self._goes(None)
            log.info("table %s is gone: nobody used it", self.id, extra={"told": {"table": self.id}})
            return True

    async def _goes(self, act: StaffAct | None) -> None:
        for missed in self.round.missed():
            await asyncio.wrap_future(self.store.note(missed))
        await asyncio.wrap_future(self.store.put_away(self.id, self.epoch, act))
        self._give_up("the table is gone")

    @unbroken
    async def set_setting(self, setting: TableSetting, by: By | None = None, what: str = "") -> Outcome:
        """Taken now, in force from the next round on; other readings or another text once no wager stands."""
        async with self.lock:
            try:
                game, rules, house = played_by(setting)
            except BreachError as wrong:
                return Outcome(
                    0, tuple(Refusal(each.cite, f"{each.key}: {each.wrong}", each.right) for each in wrong.findings)
                )
            except ValueError as wrong:
                return refusal("house:service", str(wrong), "correct it")
            if self.service.stopped:
                return refusal("house:service", self.service.stopped, "resolve that first")
            if game is not self.terms.game:
                return refusal("house:service", "you cannot change the game of a table", "open another table")
            act = None if by is None else self.round.staff_act(by, what, staff_acts.SETTINGS)
            await asyncio.wrap_future(self.store.set_setting(self.id, self.epoch, to_text(setting), act))
            self.terms.change(setting, rules, house)
            if not self.round.opened:
                first = self.round.first
                self.round.begin(game.opening(house) if first else self.driver.carry, first=first)
                self._run(self.driver, [])
                self.onlookers.start_over()
            self.onlookers.touch()
            return Outcome(0)

    @property
    def _waits_for_ruling(self) -> bool:
        """Whether the dealer waits for a supervisor to rule; a fill is no ruling, and anybody who may brings it."""
        return isinstance(self.driver.wait, OrderWanted) and not isinstance(self.driver.wait, FillWanted)

    def _judges_himself(self, by: By | None) -> Outcome | None:
        """Return the refusal of a ruling by somebody who has a wager out here, as the owner of a private table may."""
        his = () if by is None else self.seats.places_of(by.account)
        if not any(map(self.round.has_bet, his)):
            return None
        right = "wait until it is decided, or ask a supervisor of the house"
        if self._waits_for_ruling:
            right = "ask a supervisor of the house, or pause the table and wind up the round"
        return refusal("house:staff", "nobody rules on a round in which he has a wager out", right)

    @property
    def _too_much_of_staff(self) -> Outcome | None:
        """Return the refusal of what the staff does after very much of it in one round, which would make it long for
        all who read it. What the dealer waits for is taken all the same."""
        if self.awaits_order() is not None:
            return None
        if sum(isinstance(item, Fill | Credit | Order | Incident) for item in self.driver.log) < MOST_STAFF_INPUTS:
            return None
        wrong = f"the staff has acted {MOST_STAFF_INPUTS} times in this round"
        return refusal("house:service", wrong, "wait for the next round")

    @unbroken
    async def order(self, given: Input, by: By | None = None) -> Outcome:
        """What a supervisor orders, or an incident that he causes."""
        async with self.lock:
            if self.service.stopped:
                return refusal("house:service", self.service.stopped, "correct it")
            if not isinstance(given, Fill | Credit) and (barred := self._judges_himself(by)) is not None:
                return barred
            if (too_much := self._too_much_of_staff) is not None:
                return too_much
            act = None if by is None else self.round.staff_act(by, *staff_acts.told(given, self.driver.wait))
            return await self._do(given, act=act)

    @unbroken
    async def cause_later(self, given: Input, by: By) -> Outcome:
        """An incident that happens as soon as it can in the open round: now, or between two acts to come. Nobody else
        is told, and a stop of the server forgets it."""
        async with self.lock:
            if self.service.stopped:
                return refusal("house:service", self.service.stopped, "correct it")
            if (barred := self._judges_himself(by)) is not None:
                return barred
            if (too_much := self._too_much_of_staff) is not None:
                return too_much
            if wrong := causing.never(self.driver, given):
                return refusal(staff_acts.INCIDENT, wrong, "choose what can happen at this table")
            if not self.driver.refusals(given):
                return await self._do(given, act=self.round.staff_act(by, *staff_acts.told(given, self.driver.wait)))
            if self.round.to_come is not None:
                wrong = f"{self.round.to_come.told} already waits for its moment"
                return refusal(staff_acts.INCIDENT, wrong, "wait until it has happened, or until the round is over")
            incident = ToCome(given, by)
            self.round.plan(incident)  # before it is on the record, which others read
            told = self.round.staff_act(by, TO_COME + incident.told, staff_acts.INCIDENT)
            try:
                await asyncio.wrap_future(self.store.note(told))
            except Exception:
                self.round.drop_plan()
                raise
            return Outcome(0)

    @unbroken
    async def kick(self, account: int, by: By) -> Outcome:
        """Somebody has to leave: now, or as soon as his hand is over, which the clock plays for him. He may come back
        later."""
        async with self.lock:
            if not (seat := self.seats.seat_of(account)):
                return refusal("house:seats", "nobody of this name sits at this table", "look who does")
            if self.service.stopped:
                return refusal("house:service", self.service.stopped, "resolve that first")
            act = self.round.staff_act(by, staff_acts.kicked(self.driver.table.players[seat], seat), "house:staff")
            given = Leave(seat, by=SUPERVISOR)
            if self.driver.refusals(given):
                await asyncio.wrap_future(self.store.note(act))
                self.seats.people[seat].send_away()
            elif (outcome := await self._do(given, act=act)).refused:
                return outcome
            self.seats.send_away(account, staff_acts.KICKED_FOR)
            self.onlookers.touch()
            return Outcome(0)

    @unbroken
    async def wind_up(self, by: int, why: str, void: str = "", of_round: int = 0) -> Outcome:
        """End a round that cannot be played on, or that is void by a paragraph or a rule of the house; every wager of
        it goes back."""
        async with self.lock:
            if of_round and of_round != (now := self.driver.carry.round):
                wrong = f"round {of_round} is over, and round {now} is open" if of_round < now else "it has not begun"
                return refusal(winding_up.CITE, wrong, "look at the table again")
            # Where nobody else may rule, the table would wait for ever.
            cannot_go_on = self.service.stopped or self.service.faulty or (self._waits_for_ruling and not void)
            if not cannot_go_on and (barred := self._judges_himself(By(by, why))) is not None:
                return barred
            if void and (self.service.fenced or not self.driver.table.wagers()):
                return refusal(winding_up.CITE, "nothing is wagered in this round", "there is nothing to give back")
            if not void and not self.service.may_be_wound_up:
                wrong = "this table has no round to wind up" if self.service.fenced else "this table is not paused"
                return refusal(winding_up.CITE, wrong, "pause the table first")
            taken = replace(self.store.left(self.id), epoch=self.epoch)  # fenced off, it may write no more
            if taken.carry is None or not taken.lines:
                if not (self.service.stopped or self.service.faulty):
                    return refusal(winding_up.CITE, "there is no open round", "open the table again")
                act = self.round.staff_act(By(by, why), "Put the table back in service", "house:service")
                await asyncio.wrap_future(self.store.note(act))
                self._load(taken)  # the table goes on from its last round
                self.service.put_back()
                self.onlookers.touch()
                return Outcome(0)
            ending = winding_up.batch(self.store, taken, by, why, int(self.time.wall()), void=void)
            ending = replace(ending, staff=[*ending.staff, *self.round.missed()])
            try:
                number = await asyncio.wrap_future(self.store.append(ending))
            except StoreError as wrong:
                return refusal("house:store", str(wrong), "nothing has changed; try again")
            told = {"table": self.id, "account": by, "row": number}
            log.warning("table %s, round %s: wound up: %s", self.id, taken.round, why, extra={"told": told})
            self._load(self.store.left(self.id))
            self.service.put_back()
            self.round.drop_plan()
            self.seats.ask_again()  # those who were ready were so for a round that is over
            await self._go_on()
            self.onlookers.touch()
            return Outcome(number)
