"""The people at a table: who is seated, who is present, and for whom the dealer waits. Companions of the house are not
among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pitboss.engine.seating import is_seated
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.live.parts.presence import Presence
from pitboss.server.live.parts.time_source import TimeSource

PATIENCE = 30.0  # seconds for which a player without a connection still counts as present


class Seats:
    """The people at a table by seat, with their connections. A player who has left while a wager still stands stays
    listed here, but has no seat."""

    def __init__(self, round_: OpenRound, time: TimeSource) -> None:
        self._round, self._time = round_, time
        self.people: dict[int, Presence] = {}
        self.sockets: Counter[int] = Counter()  # open connections, by account
        self.sat_at = time.now()  # when a person last had a seat here; at first, when the table was opened
        self._kept_out: dict[int, float] = {}  # account -> time until which it may not sit down again

    # --- who sits where

    def sits(self, seat: int) -> bool:
        """Return whether a seat is taken. A player who has left while a wager still stands has no seat."""
        return is_seated(self._round.driver.table, seat)

    def seat_of(self, account: int) -> int:
        """Return the seat of an account, or 0 if it has none."""
        for seat, person in self.people.items():
            if person.account == account and self.sits(seat):
                return seat
        return 0

    def places_of(self, account: int) -> list[int]:
        """Return the seats at which an account sits or has left wagers that still stand."""
        return [seat for seat, person in self.people.items() if person.account == account]

    def refuse_unless_seated(self, account: int, seat: int) -> Outcome | None:
        """Return a refusal if the account does not have this seat. The player may have left while the action waited
        its turn."""
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
        """Note that an account has taken a seat."""
        self.people[seat] = Presence(account, self._time.now())

    def get_up(self, seat: int) -> None:
        """Note that a player has left a seat, and has no wagers left there either."""
        self.people.pop(seat, None)

    def restore(self, accounts: Mapping[int, int]) -> None:
        """Seat these accounts, by seat, and nobody else. A player who keeps a seat keeps the state of their presence,
        such as being ready."""
        people = {}
        for seat, account in accounts.items():
            known = self.people.get(seat)
            people[seat] = known if known and known.account == account else Presence(account, self._time.now())
        self.people = people

    def note_sat(self) -> None:
        """Note the current time as the last at which a person had a seat here, if one has."""
        if self.is_sat_at:
            self.sat_at = self._time.now()

    def seconds_unused(self) -> float:
        """Return the seconds since a person last had a seat here; 0 if one has."""
        return 0.0 if self.is_sat_at else self._time.now() - self.sat_at

    # --- who is present

    def count_connection(self, account: int, by: int) -> bool:
        """Change the number of an account's connections by 1 or -1, and return whether the account has a seat."""
        self.sockets[account] += by
        if seat := self.seat_of(account):
            self.people[seat].connect(self._time.now())
        return bool(seat)

    def is_present(self, seat: int) -> bool:
        """Return whether the player at a seat has a connection or was heard from a moment ago."""
        return self.sits(seat) and not self.is_silent_for(self.people[seat], PATIENCE)

    def is_silent_for(self, person: Presence, seconds: float) -> bool:
        """Return whether a player has had no connection, and was not heard from, for this long."""
        return not self.sockets[person.account] and self._time.now() - person.heard_at >= seconds

    def awaited_seats(self) -> set[int]:
        """Return the seats that the dealer waits for: their players are present, not sitting out and able to bet."""
        return {
            seat
            for seat, person in self.people.items()
            if not person.sits_out and not person.kicked and self.is_present(seat) and self._takes_part(seat)
        }

    def _takes_part(self, seat: int) -> bool:
        """Return whether the player has a wager out or enough chips for one. Nobody waits for a player with neither."""
        round_, driver = self._round, self._round.driver
        chips = round_.chips_of(seat)
        return round_.has_bet(seat) or any(
            offer.least * len(offer.spots) <= chips for offer in driver.game.offers(driver.round, seat)
        )

    # --- what they say

    def heard_from(self, seat: int) -> None:
        """Note an action of the player at a seat."""
        if seat in self.people:
            self.people[seat].act(self._time.now())

    def ask_again(self) -> None:
        """Take back every player's "ready"."""
        for person in self.people.values():
            person.ask_again()

    def keep_silent(self, seats: Iterable[int]) -> None:
        """Count a betting window that closed while these seats neither bet nor said "ready"."""
        for seat in seats:
            if seat in self.people:
                self.people[seat].keep_silent()

    # --- whom the house has sent away

    def send_away(self, account: int, seconds: float) -> None:
        """Keep an account from taking a seat here for this long."""
        self._kept_out[account] = max(self._kept_out.get(account, 0.0), self._time.now() + seconds)

    def is_sent_away(self, account: int) -> bool:
        """Return whether the house currently keeps this account from taking a seat."""
        return self._kept_out.get(account, 0.0) > self._time.now()
