"""Who is seated, who is there, and for whom the dealer waits. Companions of the house are no people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pitboss.engine.seating import sits
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.live.parts.presence import Presence
from pitboss.server.live.parts.time_source import TimeSource

PATIENCE = 30.0  # seconds for which somebody without a connection is taken to be there


class Seats:
    """The people of a table by seat, with their connections. Somebody who has left while a wager of his stands keeps
    his place here and has no seat."""

    def __init__(self, round_: OpenRound, time: TimeSource) -> None:
        self._round, self._time = round_, time
        self.people: dict[int, Presence] = {}
        self.sockets: Counter[int] = Counter()  # open connections, by account
        self.sat_at = time.now()  # when somebody was last seen to sit here; at first, when the table was opened
        self._kept_out: dict[int, float] = {}  # account -> until when it may not sit down again

    # --- who sits where

    def sits(self, seat: int) -> bool:
        """Return whether a seat is taken; who has left while a wager of his stands has none."""
        return sits(self._round.driver.table, seat)

    def seat_of(self, account: int) -> int:
        """Return where somebody sits; 0 for somebody who does not."""
        for seat, person in self.people.items():
            if person.account == account and self.sits(seat):
                return seat
        return 0

    def places_of(self, account: int) -> list[int]:
        """Return where somebody sits, and where he has left wagers that stand."""
        return [seat for seat, person in self.people.items() if person.account == account]

    def not_seated(self, account: int, seat: int) -> Outcome | None:
        """Return why somebody cannot act from a seat, if he cannot; he may have left while his action waited its
        turn."""
        if not seat:
            return refusal("house:seats", "you are not seated at this table", "take a seat first")
        if self.seat_of(account) != seat:
            return refusal("house:seats", "you no longer have that seat", "take a seat first")
        return None

    @property
    def is_sat_at(self) -> bool:
        """True if a person has a seat here."""
        return any(map(self.sits, self.people))

    def sit(self, seat: int, account: int) -> None:
        """Note that somebody has taken a seat."""
        self.people[seat] = Presence(account, self._time.now())

    def get_up(self, seat: int) -> None:
        """Note that nothing of somebody's is left at a seat."""
        self.people.pop(seat, None)

    def restore(self, accounts: Mapping[int, int]) -> None:
        """Have these people sit here, by seat; who was here before has said what he had said."""
        people = {}
        for seat, account in accounts.items():
            known = self.people.get(seat)
            people[seat] = known if known and known.account == account else Presence(account, self._time.now())
        self.people = people

    def note_sat(self) -> None:
        """Note the time if somebody sits here."""
        if self.is_sat_at:
            self.sat_at = self._time.now()

    def seconds_unused(self) -> float:
        """Return for how long nobody was seen to sit here; none if somebody does."""
        return 0.0 if self.is_sat_at else self._time.now() - self.sat_at

    # --- who is there

    def count_connection(self, account: int, by: int) -> bool:
        """Count one connection more, or one less; returns whether it is somebody's who sits here."""
        self.sockets[account] += by
        if seat := self.seat_of(account):
            self.people[seat].connect(self._time.now())
        return bool(seat)

    def is_there(self, seat: int) -> bool:
        """Return whether somebody sits here with a connection, or was heard from a moment ago."""
        return self.sits(seat) and not self.is_silent_for(self.people[seat], PATIENCE)

    def is_silent_for(self, person: Presence, seconds: float) -> bool:
        """Return whether somebody has had no connection for so long and was not heard from."""
        return not self.sockets[person.account] and self._time.now() - person.heard_at >= seconds

    def awaited_seats(self) -> set[int]:
        """Return the seats the dealer waits for: at the table, to be heard from, not sitting out, and able to bet."""
        return {
            seat
            for seat, person in self.people.items()
            if not person.sits_out and not person.kicked and self.is_there(seat) and self._takes_part(seat)
        }

    def _takes_part(self, seat: int) -> bool:
        """Return whether somebody has a wager out or chips for one; who has neither holds up nobody."""
        round_, driver = self._round, self._round.driver
        chips = round_.chips_of(seat)
        return round_.has_bet(seat) or any(
            offer.least * len(offer.spots) <= chips for offer in driver.game.offers(driver.round, seat)
        )

    # --- what they say

    def heard_from(self, seat: int) -> None:
        """Note an action of whoever sits there."""
        if seat in self.people:
            self.people[seat].act(self._time.now())

    def ask_again(self) -> None:
        """Have everybody say once more when he is done wagering."""
        for person in self.people.values():
            person.ask_again()

    def keep_silent(self, seats: Iterable[int]) -> None:
        """Count a window that closed over people who neither bet nor said a word."""
        for seat in seats:
            if seat in self.people:
                self.people[seat].keep_silent()

    # --- whom the house has sent away

    def send_away(self, account: int, seconds: float) -> None:
        """Let somebody take no seat here for so long."""
        self._kept_out[account] = max(self._kept_out.get(account, 0.0), self._time.now() + seconds)

    def is_sent_away(self, account: int) -> bool:
        """Return whether the house has somebody sit elsewhere for now."""
        return self._kept_out.get(account, 0.0) > self._time.now()
