"""Chips moving between accounts and a table: what a player has here, may bring, and is waiting to receive."""

from __future__ import annotations

from typing import Protocol

from pitboss.engine.inputs import AddChips, Sit
from pitboss.engine.seating import IN_PLAY
from pitboss.server.live.outcomes import Outcome, refusal
from pitboss.server.live.parts.occupied_seats import Seats
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.live.parts.presence import Presence
from pitboss.server.live.parts.service import Service
from pitboss.server.live.parts.terms import Terms
from pitboss.store.rounds.wind_up import debtor_of
from pitboss.store.row_types import Account
from pitboss.table.money import dollars

MOST_OWN_CHIPS = 10_000_00  # cents in chips that one brings to a private table at a time; they are nobody's money


class People(Protocol):
    """The interface for looking up accounts, which the store provides."""

    def find(self, key: int | str) -> tuple[Account, str] | None:
        """Return an account by its id or its name, together with its stored recovery code."""


class BuyIns:
    """Decides how many chips a player may bring to a table. A private table has an owner and chips of its own, which
    come from no account."""

    def __init__(
        self, people: People, owner: int | None, *, terms: Terms, service: Service, round_: OpenRound, seats: Seats
    ) -> None:
        self._people, self._owner = people, owner
        self._terms, self._service, self._round, self._seats = terms, service, round_, seats

    def holds(self, account: int) -> int:
        """Return the cents that an account has at this table: chips before the seat and on the layout, also after the
        player has left, minus marked debts, which are paid on leaving."""
        t, mine = self._round.driver.table, set(self._seats.places_of(account))
        out = sum(cents for position, _, cents in t.wagers() if t.owners.get(position, position) in mine)
        debt = sum(cents for mark, cents in t.marks.items() if debtor_of(mark) in mine)
        return out + sum(map(self._round.chips_of, mine)) + self._service.owed.get(account, 0) - debt

    def may_bring(self, account: int) -> int:
        """Return the cents that an account may bring: its whole balance, or a fixed maximum at a private table."""
        if self._owner is not None:
            return MOST_OWN_CHIPS
        entry = self._people.find(account)
        return 0 if entry is None else entry[0].balance

    def refuse_too_much(self, account: int, seat: int, given: Sit | AddChips) -> Outcome | None:
        """Return a refusal if the player would bring more than allowed, counting chips that already wait to arrive."""
        balance, verb, besides = self.may_bring(account), "bring", ""
        if isinstance(given, AddChips):
            verb = "add"
            if waiting := self._seats.people[seat].arriving:
                balance -= waiting
                besides = f" besides the {dollars(waiting)} that arrives after this round"
        if given.chips <= max(balance, 0):
            return None
        most = balance - balance % self._terms.house.smallest_chip
        if self._owner is not None:
            wrong = f"at a private table nobody brings more than {dollars(MOST_OWN_CHIPS)} at a time{besides}"
            right = f"{verb} {dollars(most)} or less" if most > 0 else "wait until it is there"
            return refusal("house:chips", wrong, right)
        right = f"{verb} {dollars(most)} or less" if most > 0 else "top up, or take chips off a table"
        return refusal("house:chips", f"you have {dollars(max(balance, 0))} in your account{besides}", right)

    def take_later(self, seat: int, given: AddChips) -> bool:
        """Keep chips that were requested during a hand until the hand is over; a request for 0 cancels waiting chips.
        Return False if the table should take or refuse the request now instead."""
        person = self._seats.people[seat]
        if given.chips == 0 and person.arriving:
            person.await_chips(0)
        elif self._round.driver.refusals(given) == [IN_PLAY]:
            person.await_chips(person.arriving + given.chips)
        else:
            return False
        return True

    def arriving(self, person: Presence) -> int:
        """Return the chips that a player waits for, limited to what the account can still pay."""
        balance = self.may_bring(person.account)
        return min(person.arriving, balance - balance % self._terms.house.smallest_chip)
