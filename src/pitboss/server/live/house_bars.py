"""What the house refuses before the table is asked: no seat, sent away, closed, too much brought, too often changed."""

from __future__ import annotations

from pitboss.engine.inputs import AddChips, Answer, Input, Leave, Sit, Wager
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.buy_ins import BuyIns, People
from pitboss.server.live.parts.occupied_seats import Seats
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.live.parts.service import Service

MOST_ITEMS = 20_000  # inputs and acts of a round after which wagers are no longer changed
MOST_CHANGES = 500  # of wagers, by one player in one round


class HouseBars:
    """The refusals of a player's action that rest on the house and on no paragraph."""

    def __init__(
        self,
        people: People,
        owner: int | None,
        *,
        service: Service,
        round_: OpenRound,
        seats: Seats,
        buy_ins: BuyIns,
    ) -> None:
        self._people, self._owner = people, owner
        self._service, self._round, self._seats, self._buy_ins = service, round_, seats, buy_ins

    def refusal(self, account: int, seat: int, given: Input) -> Outcome | None:
        """Return why somebody may not do this from a seat now, if he may not."""
        if (barred := self._barred(account, seat, given)) is not None:
            return barred
        if len(self._round.driver.log) > MOST_ITEMS and not isinstance(given, Answer | Leave):
            return refusal("house:service", "there were too many actions in this round", "wait for the next round")
        return self._too_many(seat, given)

    def _barred(self, account: int, seat: int, given: Input) -> Outcome | None:
        if not isinstance(given, Sit) and (stranger := self._seats.not_seated(account, seat)) is not None:
            return stranger
        if not isinstance(given, Sit) and getattr(given, "seat", seat) != seat:
            return refusal("house:seats", "this is not your seat", f"act from seat {seat}, or leave the seat out")
        if isinstance(given, Sit | AddChips | Wager) and (kept_out := self._kept_out(account, seat)) is not None:
            return kept_out
        if isinstance(given, Sit | AddChips) and (poor := self._buy_ins.too_much(account, seat, given)) is not None:
            return poor
        state = self._service.state
        if self._service.stopped:
            return refusal("house:service", self._service.stopped, "ask the house")
        if state != "open" and isinstance(given, Sit | AddChips | Wager):
            return refusal("house:service", f"the table is {state}", "wait until it is open, or leave")
        if isinstance(given, Sit) and self._seats.places_of(account):
            right = "leave it first" if self._seats.seat_of(account) else "wait until your standing bets are decided"
            return refusal("house:seats", "you already have a seat at this table", right)
        if state == "paused" and not isinstance(given, Leave):
            return refusal("house:service", "the table is paused", "wait until it is open, or leave")
        return None

    def _kept_out(self, account: int, seat: int) -> Outcome | None:
        """Refuse staff, who do not play where they rule, and whoever was sent away."""
        found = self._people.find(account)
        if found is None or found[0].state != "open":  # while his action waited its turn
            return refusal("house:staff", "the house has banned or deleted this account", "ask the house")
        if found[0].role != "player" and self._owner != account:
            wrong = "staff do not play at tables that they supervise or audit"
            return refusal("house:staff", wrong, "open a table of your own, which is in no report")
        if seat in self._seats.people and self._seats.people[seat].kicked:
            return refusal("house:staff", "the house has asked you to leave this table", "leave it")
        if self._seats.is_sent_away(account):
            return refusal("house:staff", "the house has asked you to leave this table", "play at another one")
        return None

    def _too_many(self, seat: int, given: Input) -> Outcome | None:
        """Refuse what somebody changes after very many changes in one round, which would make it long for all who read
        it. A first wager is taken all the same: without one the round might never end."""
        name = given.player if isinstance(given, Sit) else self._round.driver.table.players.get(seat, "")
        if isinstance(given, Answer | Leave) or self._round.changes_of(name) < MOST_CHANGES:
            return None
        if isinstance(given, Wager) and not self._round.has_bet(seat):
            return None
        wrong = f"you have changed your wagers {MOST_CHANGES} times in this round"
        return refusal("house:service", wrong, "wait for the next round")
