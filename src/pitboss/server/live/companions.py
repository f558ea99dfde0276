"""What follows at a table without anybody's doing: chance, and the companions that the house sends."""

from __future__ import annotations

from typing import get_args, get_type_hints

import msgspec

from pitboss.engine.game import Company
from pitboss.engine.incidents.incident_kinds import RemoveDevice
from pitboss.engine.inputs import CLOCK, COMPANION, SUPERVISOR, Answer, Close, Input, Leave, Sit, Wager
from pitboss.engine.seating import sits
from pitboss.engine.view import LiveView
from pitboss.engine.waits import Ask, CardOrderWanted, Window
from pitboss.server.live.presence import HOUSE
from pitboss.server.live.round import Pending, TableRound

REMOVABLE = get_args(get_type_hints(RemoveDevice)["device"])  # devices that may stand at a table
NAMES = ("Ada", "Ben", "Cal", "Dot", "Eve", "Gus", "Ivy", "Kit", "Lou", "May", "Ned", "Pam", "Ray", "Sue", "Tom", "Uma")
STAKE = 100  # minimum wagers that a companion brings
TOO_FEW = 10  # minimum wagers with which it goes: they might not reach for a round


class TableCompany(TableRound):
    def _pump(self, pending: Pending) -> None:
        """Chance, companions and windows that only wait for somebody to be there."""
        for _ in range(10_000):
            wait = self.driver.wait
            if wait is None:
                return
            if not self.seats.people:
                if not self._companions_go(pending):
                    return
                continue
            if self._companion_comes(pending):
                continue
            if isinstance(wait, CardOrderWanted) and self._device_goes(pending):
                continue
            if (drawn := self.source.answers(wait)) is not None:
                self._must(pending, drawn)
            elif isinstance(wait, Ask) and wait.seat in self.companions:
                choice = self.companions[wait.seat].choose(LiveView(self.driver, wait.seat), wait)
                self._must(pending, Answer(wait.seat, choice, wait.position, by=COMPANION))
            elif isinstance(wait, Window) and wait.what != "wagers":
                self._must(pending, Close(by=CLOCK))
            elif not (isinstance(wait, Window) and self._companions_act(pending)):
                return
        raise AssertionError("the table does not come to rest")

    def _must(self, pending: Pending, given: Input) -> None:
        if refused := self._apply(pending, given):
            # This is logged, and what was given may be the order of the cards, which a refusal may repeat.
            raise AssertionError(f"{type(given).__name__} was refused: {', '.join(each.cite for each in refused)}")

    def _device_goes(self, pending: Pending) -> bool:
        """A device that the setting has no more is taken away before the cards are shuffled another way."""
        for device in REMOVABLE:
            if not self.driver.refusals(RemoveDevice(device)):
                return not self._apply(pending, RemoveDevice(device, by=SUPERVISOR))
        return False

    # --- companions

    def wants_company(self) -> Company | None:
        return None if self.terms.game.company is None else self.terms.game.company(self.terms.house)

    def _companions_wanted(self) -> int:
        """As many as the setting says, or as a game needs that makes no sense for fewer players."""
        company = self.wants_company()
        return max(self.terms.setting.companions, 0 if company is None else company.least - len(self.seats.people))

    def _companion_comes(self, pending: Pending) -> bool:
        """Companions sit down where somebody plays: while wagers are taken, or before a round has any."""
        t, wait = self.driver.table, self.driver.wait
        if not isinstance(wait, Window) and (isinstance(wait, Ask) or t.wagers()):
            return False
        free = [seat for seat in range(1, self.terms.house.seats + 1) if seat not in t.players]
        if len(self.companions) < self._companions_wanted() and len(free) > 1 and self.service.state == "open":
            seat = free[len(free) // 2]
            chips = STAKE * self.terms.house.minimum
            chips -= chips % self.terms.house.smallest_chip
            return not self._apply(pending, Sit(seat, NAMES[seat % len(NAMES)] + HOUSE, chips, by=COMPANION))
        return False

    def _companions_act(self, pending: Pending) -> bool:
        """Companions wager as soon as a person has, and go when their chips have."""
        t = self.driver.table
        for seat in self.companions:
            out = any(position == seat for position, _, _ in t.wagers())
            if not out and self.round.chips_of(seat) < TOO_FEW * self.terms.house.minimum:
                return not self._apply(pending, Leave(seat, by=COMPANION))
        if not any(position in self.seats.people for position, _, _ in t.wagers()):
            return False
        done = {item.seat for item in self.driver.log if isinstance(item, Wager) and item.by == COMPANION}
        for seat in sorted(self.companions.keys() - self._wagered - done):
            self._wagered.add(seat)
            for wager in [*self.companions[seat].wagers(LiveView(self.driver, seat), self.terms.house)]:
                self._apply(pending, msgspec.structs.replace(wager, by=COMPANION))
            return True
        return False

    def _companions_go(self, pending: Pending) -> bool:
        """Nobody is there to keep company."""
        for seat in sorted(self.companions):
            if sits(self.driver.table, seat) and not self.driver.refusals(Leave(seat)):
                return not self._apply(pending, Leave(seat, by=COMPANION))
        return False
