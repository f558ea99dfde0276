"""Actions that the house refuses before the game judges them: without a seat, at a closed table, with too many chips,
or after too many changes."""

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
    """Refuses a player's actions by rules of the house that rest on no paragraph."""

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
        """Return the refusal of an action from this seat, or None if the house allows it now."""
        if (refused := self._refuse_by_state(account, seat, given)) is not None:
            return refused
        if len(self._round.driver.log) > MOST_ITEMS and not isinstance(given, Answer | Leave):
            return refusal("house:service", "there were too many actions in this round", "wait for the next round")
        return self._refuse_many_changes(seat, given)

    def _refuse_by_state(self, account: int, seat: int, given: Input) -> Outcome | None:
        if not isinstance(given, Sit) and (not_seated := self._seats.refuse_unless_seated(account, seat)) is not None:
            return not_seated
        if not isinstance(given, Sit) and getattr(given, "seat", seat) != seat:
            return refusal("house:seats", "this is not your seat", f"act from seat {seat}, or leave the seat out")
        if isinstance(given, Sit | AddChips | Wager) and (refused := self._refuse_account(account, seat)) is not None:
            return refused
        if (
            isinstance(given, Sit | AddChips)
            and (too_much := self._buy_ins.refuse_too_much(account, seat, given)) is not None
        ):
            return too_much
        state = self._service.state
        if self._service.stop_reason:
            return refusal("house:service", self._service.stop_reason, "ask the house")
        if state != "open" and isinstance(given, Sit | AddChips | Wager):
            return refusal("house:service", f"the table is {state}", "wait until it is open, or leave")
        if isinstance(given, Sit) and self._seats.places_of(account):
            right = "leave it first" if self._seats.seat_of(account) else "wait until your standing bets are decided"
            return refusal("house:seats", "you already have a seat at this table", right)
        if state == "paused" and not isinstance(given, Leave):
            return refusal("house:service", "the table is paused", "wait until it is open, or leave")
        return None

    def _refuse_account(self, account: int, seat: int) -> Outcome | None:
        """Refuse accounts that were banned or sent away, and staff, who may not play at tables that they supervise."""
        entry = self._people.find(account)
        if entry is None or entry[0].state != "open":  # changed while the action waited its turn
            return refusal("house:staff", "the house has banned or deleted this account", "ask the house")
        if entry[0].role != "player" and self._owner != account:
            wrong = "staff do not play at tables that they supervise or audit"
            return refusal("house:staff", wrong, "open a table of your own, which is in no report")
        if seat in self._seats.people and self._seats.people[seat].kicked:
            return refusal("house:staff", "the house has asked you to leave this table", "leave it")
        if self._seats.is_sent_away(account):
            return refusal("house:staff", "the house has asked you to leave this table", "play at another one")
        return None

    def _refuse_many_changes(self, seat: int, given: Input) -> Outcome | None:
        """Refuse further changes by a player after very many in one round, because its record grows with each one. A
        first wager is still taken: without one the round might never end."""
        name = given.player if isinstance(given, Sit) else self._round.driver.table.players.get(seat, "")
        if isinstance(given, Answer | Leave) or self._round.changes_of(name) < MOST_CHANGES:
            return None
        if isinstance(given, Wager) and not self._round.has_bet(seat):
            return None
        wrong = f"you have changed your wagers {MOST_CHANGES} times in this round"
        return refusal("house:service", wrong, "wait for the next round")
