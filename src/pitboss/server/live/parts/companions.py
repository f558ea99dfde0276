"""The companions that the house sends to a table: they come when somebody plays, and go when nobody does."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pitboss.engine.game import Company, Strategy
from pitboss.engine.inputs import COMPANION, Answer, Input, Leave, Sit, Wager
from pitboss.engine.view import LiveView
from pitboss.engine.waits import Ask, Window
from pitboss.server.live.parts.occupied_seats import Seats
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.live.parts.presence import HOUSE
from pitboss.server.live.parts.service import Service
from pitboss.server.live.parts.terms import Terms

NAMES = ("Ada", "Ben", "Cal", "Dot", "Eve", "Gus", "Ivy", "Kit", "Lou", "May", "Ned", "Pam", "Ray", "Sue", "Tom", "Uma")
STAKE = 100  # minimum wagers that a companion brings
TOO_FEW = 10  # minimum wagers with which it goes: they might not reach for a round


class Companions:
    """Who keeps people company, by seat, and what they do next. They give inputs; whether these are taken is the
    table's to say."""

    def __init__(self, terms: Terms, service: Service, round_: OpenRound, seats: Seats) -> None:
        self._terms, self._service, self._round, self._seats = terms, service, round_, seats
        self.by_seat: dict[int, Strategy] = {}
        self._wagered: set[int] = set()  # those that have had their turn in this window

    # --- who they are

    def sit(self, seat: int) -> None:
        """Note that a companion has a seat. The same seat plays the same way, also after a restart."""
        strategies = list(self._terms.game.strategies.values())
        self.by_seat[seat] = strategies[seat % len(strategies)]

    def get_up(self, seat: int) -> None:
        """Note that a seat is free, if a companion had it."""
        self.by_seat.pop(seat, None)

    def restore(self, seats: Iterable[int]) -> None:
        """Have companions at these seats and no others."""
        self.by_seat.clear()
        for seat in seats:
            self.sit(seat)
        self.start_round()

    def start_round(self) -> None:
        """Give every companion its turn to wager."""
        self._wagered.clear()

    # --- what they do

    def company_wanted(self) -> Company | None:
        """Return how much company the game needs to make sense, if it does not for one player alone."""
        game = self._terms.game
        return None if game.company is None else game.company(self._terms.house)

    def _most(self) -> int:
        """Return how many there should be: as many as the setting says, or as the game needs."""
        company = self.company_wanted()
        return max(self._terms.setting.companions, 0 if company is None else company.least - len(self._seats.people))

    def comes(self) -> Sit | None:
        """Return what one sits down with: where somebody plays, while wagers are taken or before a round has any, at
        an open table with a seat left for people."""
        t, wait, house = self._round.driver.table, self._round.driver.wait, self._terms.house
        if not isinstance(wait, Window) and (isinstance(wait, Ask) or t.wagers()):
            return None
        free = [seat for seat in range(1, house.seats + 1) if seat not in t.players]
        if len(self.by_seat) >= self._most() or len(free) <= 1 or self._service.state != "open":
            return None
        seat = free[len(free) // 2]
        chips = STAKE * house.minimum
        chips -= chips % house.smallest_chip
        return Sit(seat, NAMES[seat % len(NAMES)] + HOUSE, chips, by=COMPANION)

    def has_too_few(self) -> Leave | None:
        """Return what one leaves with whose chips have gone."""
        wagered = {position for position, _, _ in self._round.driver.table.wagers()}
        for seat in self.by_seat:
            if seat not in wagered and self._round.chips_of(seat) < TOO_FEW * self._terms.house.minimum:
                return Leave(seat, by=COMPANION)
        return None

    def wagers(self) -> list[Input] | None:
        """Return what the next of them wagers once a person has; None when each has had its turn."""
        driver = self._round.driver
        if not any(position in self._seats.people for position, _, _ in driver.table.wagers()):
            return None
        done = {item.seat for item in driver.log if isinstance(item, Wager) and item.by == COMPANION}
        for seat in sorted(self.by_seat.keys() - self._wagered - done):
            self._wagered.add(seat)
            wagers = [*self.by_seat[seat].wagers(LiveView(driver, seat), self._terms.house)]
            return [msgspec.structs.replace(wager, by=COMPANION) for wager in wagers]
        return None

    def answer(self, wait: Ask) -> Answer | None:
        """Return what a companion answers, if one is asked."""
        if wait.seat not in self.by_seat:
            return None
        choice = self.by_seat[wait.seat].choose(LiveView(self._round.driver, wait.seat), wait)
        return Answer(wait.seat, choice, wait.position, by=COMPANION)

    def goes(self) -> Leave | None:
        """Return what the next of them leaves with when nobody is there to keep company."""
        for seat in sorted(self.by_seat):
            if self._seats.sits(seat) and not self._round.driver.refusals(Leave(seat)):
                return Leave(seat, by=COMPANION)
        return None
