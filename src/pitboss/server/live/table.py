"""One table while it is played: what a person does there, whom everybody else waits for, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from pitboss.engine.chance import Source
from pitboss.engine.inputs import CLOCK, AddChips, Answer, Close, Input, Leave, Sit, Wager
from pitboss.engine.seating import IN_PLAY
from pitboss.engine.waits import Window
from pitboss.server.live.commit import MOST_OWN_CHIPS
from pitboss.server.live.outcomes import Done, Outcome, as_before, refusal
from pitboss.server.live.shielded import unbroken
from pitboss.server.live.staff import TableStaff
from pitboss.server.live.time_source import TimeSource
from pitboss.store.row_types import Taken
from pitboss.store.store import Store
from pitboss.table.money import dollars

REMEMBERED = 64  # client ids whose outcome is kept at hand
MOST_ITEMS = 20_000  # inputs and acts of a round after which wagers are no longer changed
MOST_CHANGES = 500  # of wagers, by one player in one round
LONG = 200  # inputs and acts of a round that is not built again for every action that was counted already


class LiveTable(TableStaff):
    def __init__(
        self,
        store: Store,
        taken: Taken,
        source: Source,
        *,
        account_of: Callable[[str], int | None],
        counts: Counter[str] | None = None,
        time: TimeSource | None = None,
    ) -> None:
        super().__init__(store, taken, source, account_of=account_of, counts=counts, time=time)
        self._load(taken)
        self._recall_kicks()

    @unbroken
    async def act(self, account: int, seat: int, given: Input, client: str) -> Outcome:
        """An action counts once, however often it is sent. A refused one does not count at all."""
        key = f"{account}:{client}"
        async with self.lock:
            asked = Done(given)
            looked_up = self._known if len(self.driver.log) > LONG else self._remembered
            if (known := looked_up(key, asked)) is not None:
                return known
            outcome = await self._carry_out(account, seat, given, key)
            if outcome.refused:  # what was counted long ago may make no sense any more
                return self._known(key, asked) or outcome
            self._remember(key, asked, outcome)
            self.seats.heard_from(seat)
            return outcome

    async def _carry_out(self, account: int, seat: int, given: Input, key: str) -> Outcome:
        if (barred := self._barred(account, seat, given)) is not None:
            return barred
        if len(self.driver.log) > MOST_ITEMS and not isinstance(given, Answer | Leave):
            return refusal("house:service", "there were too many actions in this round", "wait for the next round")
        if (too_many := self._too_many(seat, given)) is not None:
            return too_many
        if isinstance(given, AddChips):  # which may be taken without being written yet
            if (known := self._known(key, Done(given))) is not None:
                return known
            if (later := self._later(seat, given)) is not None:
                return later
        return await self._do(given, key)

    def _too_many(self, seat: int, given: Input) -> Outcome | None:
        """Refuse what somebody changes after very many changes in one round, which would make it long for all who read
        it. A first wager is taken all the same: without one the round might never end."""
        name = given.player if isinstance(given, Sit) else self.driver.table.players.get(seat, "")
        if isinstance(given, Answer | Leave) or self.round_changes.of(self.driver, name) < MOST_CHANGES:
            return None
        if isinstance(given, Wager) and not self.round.has_bet(seat):
            return None
        wrong = f"you have changed your wagers {MOST_CHANGES} times in this round"
        return refusal("house:service", wrong, "wait for the next round")

    def _barred(self, account: int, seat: int, given: Input) -> Outcome | None:
        if not isinstance(given, Sit) and (stranger := self.seats.not_seated(account, seat)) is not None:
            return stranger
        if not isinstance(given, Sit) and getattr(given, "seat", seat) != seat:
            return refusal("house:seats", "this is not your seat", f"act from seat {seat}, or leave the seat out")
        if isinstance(given, Sit | AddChips | Wager) and (kept_out := self._kept_out(account, seat)) is not None:
            return kept_out
        if isinstance(given, Sit | AddChips) and (poor := self._too_poor(account, seat, given)) is not None:
            return poor
        if self.service.stopped:
            return refusal("house:service", self.service.stopped, "ask the house")
        if self.service.state != "open" and isinstance(given, Sit | AddChips | Wager):
            return refusal("house:service", f"the table is {self.service.state}", "wait until it is open, or leave")
        if isinstance(given, Sit) and self.seats.places_of(account):
            right = "leave it first" if self.seats.seat_of(account) else "wait until your standing bets are decided"
            return refusal("house:seats", "you already have a seat at this table", right)
        if self.service.state == "paused" and not isinstance(given, Leave):
            return refusal("house:service", "the table is paused", "wait until it is open, or leave")
        return None

    def _kept_out(self, account: int, seat: int) -> Outcome | None:
        """Staff do not play where they rule; nor does whoever was sent away."""
        found = self.store.account(account)
        if found is None or found[0].state != "open":  # while his action waited its turn
            return refusal("house:staff", "the house has banned or deleted this account", "ask the house")
        if found[0].role != "player" and self.owner != account:
            wrong = "staff do not play at tables that they supervise or audit"
            return refusal("house:staff", wrong, "open a table of your own, which is in no report")
        if seat in self.seats.people and self.seats.people[seat].kicked:
            return refusal("house:staff", "the house has asked you to leave this table", "leave it")
        if self.seats.is_sent_away(account):
            return refusal("house:staff", "the house has asked you to leave this table", "play at another one")
        return None

    def _too_poor(self, account: int, seat: int, given: Sit | AddChips) -> Outcome | None:
        balance, verb, of_it = self.may_bring(account), "bring", ""
        if isinstance(given, AddChips):
            verb = "add"
            if waiting := self.seats.people[seat].arriving:
                balance -= waiting
                of_it = f" besides the {dollars(waiting)} that arrives after this round"
        if given.chips <= max(balance, 0):
            return None
        most = balance - balance % self.terms.house.smallest_chip
        if self.owner is not None:
            wrong = f"at a private table nobody brings more than {dollars(MOST_OWN_CHIPS)} at a time{of_it}"
            right = f"{verb} {dollars(most)} or less" if most > 0 else "wait until it is there"
            return refusal("house:chips", wrong, right)
        right = f"{verb} {dollars(most)} or less" if most > 0 else "top up, or take chips off a table"
        return refusal("house:chips", f"you have {dollars(max(balance, 0))} in your account{of_it}", right)

    def _later(self, seat: int, given: AddChips) -> Outcome | None:
        """Chips asked for during a hand wait until it is over, and may be taken back until then by asking for none;
        None if it is for the table to take or refuse them now."""
        person = self.seats.people[seat]
        if given.chips == 0 and person.arriving:
            person.await_chips(0)
        elif self.driver.refusals(given) == [IN_PLAY]:
            person.await_chips(person.arriving + given.chips)
        else:
            return None
        self.onlookers.touch()
        return Outcome(0)

    @unbroken
    async def ready(self, account: int, seat: int, round_: int, client: str) -> Outcome:
        """A player is done wagering in this round; when all who play are, nobody is made to wait."""
        key = f"{account}:{client}"
        async with self.lock:
            asked = Done(Close(by=CLOCK), round_)
            if (known := self._known(key, asked)) is not None:
                return known
            if (stranger := self.seats.not_seated(account, seat)) is not None:
                return stranger
            if self.service.stopped or self.service.state == "paused":
                return refusal("house:service", self.service.stopped or "the table is paused", "wait until it is open")
            wait = self.driver.wait
            if round_ != self.driver.carry.round or not isinstance(wait, Window) or wait.what != "wagers":
                return refusal("house:service", "bets are not open in that round", "wait for the next one")
            if self.played_out:
                return refusal("house:service", "the table is closed", "leave, or wait until it is open")
            last = all(self.seats.people[each].ready for each in self.seats.awaited() - {seat})
            if last and (refused := self.driver.refusals(Close())) and not await self._pass_over():
                return Outcome(0, tuple(self.driver.refusals(Close()) or refused))
            person = self.seats.people[seat]
            before = person.say_ready(self.time.now())
            outcome = await self._do(Close(by=CLOCK), key) if last else Outcome(0)
            if outcome.refused:  # it could not be written: nothing has changed
                person.unsay(before)
                return outcome
            if not last:
                self.onlookers.touch()
            self._remember(key, asked, outcome)
            return outcome

    async def _pass_over(self) -> bool:
        """What must come from somebody who cannot bet comes from the clock at once; whether bets may close then."""
        other = None if self.terms.game.unblock is None else self.terms.game.unblock(self.driver.round)
        seat = getattr(other, "seat", 0)
        if other is None or seat not in self.seats.people or seat in self.seats.awaited():
            return False
        refused = (await self._do(msgspec.structs.replace(other, by=CLOCK))).refused
        return not refused and not self.driver.refusals(Close())

    def sit_out(self, account: int, seat: int, out: bool, client: str) -> Outcome:
        key, asked = f"{account}:{client}", Done("sit out" if out else "sit in")
        if (known := self._known(key, asked)) is not None:
            return known
        if (stranger := self.seats.not_seated(account, seat)) is not None:
            return stranger
        self.seats.people[seat].sit_out(out)
        self._remember(key, asked, Outcome(0))
        self.onlookers.touch()
        return Outcome(0)

    # --- an action counts once

    def _remembered(self, key: str, asked: Done) -> Outcome | None:
        """What became of an action that was counted lately. What was counted before that, the store finds out when it
        is to write it again: to ask for it each time would cost a good part of what the action does."""
        return as_before(asked, *self._outcomes[key]) if key in self._outcomes else None

    def _known(self, key: str, asked: Done) -> Outcome | None:
        """What became of an action that was counted already, however long ago."""
        if (outcome := self._remembered(key, asked)) is not None:
            return outcome
        row = self.store.acted(self.id, key)
        return None if row is None else self._written_before(asked, *row)

    def _remember(self, key: str, done: Done, outcome: Outcome) -> None:
        self._outcomes[key] = (done, outcome)
        if len(self._outcomes) > REMEMBERED:
            self._outcomes.popitem(last=False)
