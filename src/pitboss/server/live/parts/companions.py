"""The house players ("companions") of a table: they sit down when a person plays and leave when nobody does."""

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
TOO_FEW = 10  # minimum wagers below which it leaves: they might not last for a round


class Companions:
    """The companions by seat, and the inputs they want to give next. The table decides whether it takes these."""

    def __init__(self, terms: Terms, service: Service, round_: OpenRound, seats: Seats) -> None:
        self._terms, self._service, self._round, self._seats = terms, service, round_, seats
        self.by_seat: dict[int, Strategy] = {}
        self._wagered: set[int] = set()  # seats that have had their turn in this window

    # --- who they are

    def sit(self, seat: int) -> None:
        """Note that a companion has a seat. A seat always plays by the same strategy, also after a restart."""
        strategies = list(self._terms.game.strategies.values())
        self.by_seat[seat] = strategies[seat % len(strategies)]

    def get_up(self, seat: int) -> None:
        """Note that a companion has left this seat, if one had it."""
        self.by_seat.pop(seat, None)

    def restore(self, seats: Iterable[int]) -> None:
        """Replace the companions by one at each of these seats."""
        self.by_seat.clear()
        for seat in seats:
            self.sit(seat)
        self.start_round()

    def start_round(self) -> None:
        """Give every companion its turn to wager."""
        self._wagered.clear()

    # --- what they do

    def company_wanted(self) -> Company | None:
        """Return how many players the game needs, or None if one player alone can play it."""
        game = self._terms.game
        return None if game.company is None else game.company(self._terms.house)

    def _wanted_number(self) -> int:
        """Return the number of companions to have: what the setting says, or more if the game needs them."""
        company = self.company_wanted()
        return max(self._terms.setting.companions, 0 if company is None else company.least - len(self._seats.people))

    def next_arrival(self) -> Sit | None:
        """Return the input with which a companion sits down now, or None.

        One comes only while wagers are taken or none have been made, and only to an open table with a seat left over
        for a person."""
        table, wait, house = self._round.driver.table, self._round.driver.wait, self._terms.house
        if not isinstance(wait, Window) and (isinstance(wait, Ask) or table.wagers()):
            return None
        free = [seat for seat in range(1, house.seats + 1) if seat not in table.players]
        if len(self.by_seat) >= self._wanted_number() or len(free) <= 1 or self._service.state != "open":
            return None
        seat = free[len(free) // 2]
        chips = STAKE * house.minimum
        chips -= chips % house.smallest_chip
        return Sit(seat, NAMES[seat % len(NAMES)] + HOUSE, chips, by=COMPANION)

    def next_without_chips(self) -> Leave | None:
        """Return the input with which a companion that is nearly out of chips leaves, or None."""
        wagered = {position for position, _, _ in self._round.driver.table.wagers()}
        for seat in self.by_seat:
            if seat not in wagered and self._round.chips_of(seat) < TOO_FEW * self._terms.house.minimum:
                return Leave(seat, by=COMPANION)
        return None

    def wagers(self) -> list[Input] | None:
        """Return the wagers of the next companion. None until a person has wagered, or when all have had their
        turn."""
        driver = self._round.driver
        if not any(position in self._seats.people for position, _, _ in driver.table.wagers()):
            return None
        seats_done = {item.seat for item in driver.log if isinstance(item, Wager) and item.by == COMPANION}
        for seat in sorted(self.by_seat.keys() - self._wagered - seats_done):
            self._wagered.add(seat)
            wagers = [*self.by_seat[seat].wagers(LiveView(driver, seat), self._terms.house)]
            return [msgspec.structs.replace(wager, by=COMPANION) for wager in wagers]
        return None

    def answer(self, wait: Ask) -> Answer | None:
        """Return the answer to a question, or None if it is not put to a companion."""
        if wait.seat not in self.by_seat:
            return None
        choice = self.by_seat[wait.seat].choose(LiveView(self._round.driver, wait.seat), wait)
        return Answer(wait.seat, choice, wait.position, by=COMPANION)

    def next_departure(self) -> Leave | None:
        """Return the input with which the next companion leaves when no person is there any more, or None."""
        for seat in sorted(self.by_seat):
            if self._seats.sits(seat) and not self._round.driver.refusals(Leave(seat)):
                return Leave(seat, by=COMPANION)
        return None
