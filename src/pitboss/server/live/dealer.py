"""The dealer of a live table: applies an input to the open round, and everything that follows without a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args, get_type_hints

import msgspec

from pitboss.engine.chance import SALT_BYTES, Source
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import Incident, RemoveDevice
from pitboss.engine.inputs import CLOCK, COMPANION, SUPERVISOR, Close, Input
from pitboss.engine.view import seen_acts
from pitboss.engine.waits import Ask, CardOrderWanted, Refusal, Window
from pitboss.record.account import pack
from pitboss.server.access import staff_acts
from pitboss.server.live.parts.pending import Pending
from pitboss.server.live.parts.table_parts import TableParts
from pitboss.server.views.act_diffs import ShownAct
from pitboss.server.views.last_round import settled_of
from pitboss.store.chains.chain_entries import BOUGHT
from pitboss.store.rounds import round_rows
from pitboss.store.row_types import Entry, Line
from pitboss.store.staff_act_prefixes import CAUSED
from pitboss.table.steps import BringChips, CollectWager, LeaveSeat, PayWager, StepAway, TakeSeat

REMOVABLE = get_args(get_type_hints(RemoveDevice)["device"])  # devices that may stand at a table
MOST_FOLLOWING = 10_000  # inputs that may follow from one input


class Dealer:
    """Moves the driver of the open round, and collects in a `Pending` what is to be written of it."""

    def __init__(
        self,
        parts: TableParts,
        source: Source,
        *,
        account_of: Callable[[str], int | None],
        salt: Callable[[int], str],
    ) -> None:
        self.source = source
        self._account_of, self._salt = account_of, salt
        self._time, self._terms, self._round, self._seats = parts.time, parts.terms, parts.round, parts.seats
        self._companions, self._onlookers = parts.companions, parts.onlookers
        self._scoreboard = parts.scoreboard

    # --- one input

    def take(self, pending: Pending, given: Input, client: str | None = None) -> list[Refusal]:
        """Apply an input and play up to the next wait or to a planned incident that is due. Return the refusals, or an
        empty list."""
        driver = self._round.driver
        before = len(driver.log)
        if refused := driver.submit(given, stepwise=True):
            return refused
        self._run(driver, pending.shown, partial(self._is_due, pending))
        acts = driver.log[before + 1 :]
        round_ = driver.carry.round
        moment = int(self._time.wall())
        if not self._round.opened:
            self._open(pending, driver, moment)
        # Chain heads are noted between rows. The salt keeps somebody who has the heads from finding out, by trying,
        # which cards lie face down.
        salt = self._salt(SALT_BYTES) if self._terms.game.rests else ""
        interrupted = driver.wait is None and not driver.done
        body = round_rows.input_body(given, acts, moment, salt, interrupted=interrupted)
        pending.lines.append(Line(round_, body, client))
        pending.noticeable = (
            pending.noticeable or driver.done or not isinstance(given, Incident) or bool(seen_acts(acts))
        )
        self._note_people(pending, given, acts, round_)
        pending.settled = pending.settled or any(isinstance(act, CollectWager | PayWager) for act in acts)
        if driver.done:
            self._close(pending, driver)
        elif self._is_due(pending):
            self._cause_incident(pending)
        return []

    def _open(self, pending: Pending, driver: Driver, moment: int) -> None:
        """Add the row that opens the round and, for the first round of a table, the state that it starts from."""
        round_ = driver.carry.round
        fresh = Driver(driver.game, driver.rules, driver.house, driver.carry)
        opened = round_rows.open_body(fresh, self.source.label, self.source.salt(), moment)
        pending.lines.append(Line(round_, opened))
        if self._round.first:
            pending.carries.append((round_, round_rows.carry_text(driver.carry)))
        self._round.note_opened()

    def _close(self, pending: Pending, driver: Driver) -> None:
        """Add everything that closes the finished round, and begin the next one."""
        round_, account = driver.carry.round, self._round.account()
        packed, people = pack(account), self._seats.people
        pending.last = settled_of(account)
        pending.last_own = {
            person.account: account.own.get(driver.table.players[seat], {}) for seat, person in people.items()
        }
        pending.coups = self._scoreboard.coups_after(pending.coups, account)
        pending.lines.append(Line(round_, round_rows.close_body(driver, packed)))
        pending.accounts.append((round_, packed))
        assert driver.next is not None
        pending.carries.append((driver.next.round, round_rows.carry_text(driver.next)))
        pending.played += [(person.account, round_, seat) for seat, person in people.items()]
        if not pending.plan_over:
            pending.staff += self._round.missed_incident()
        pending.plan_over = True
        self._round.begin(driver.next)
        self.show_opening(pending.shown)
        self._companions.start_round()
        self._seats.ask_again()

    def show_opening(self, shown: list[ShownAct]) -> None:
        """Play a round that has just begun up to its first wait."""
        self._run(self._round.driver, shown)

    def _run(self, driver: Driver, shown: list[ShownAct], halt: Callable[[], bool] = lambda: False) -> None:
        """Run act by act until the driver waits or `halt` returns True, and pass each act to the account of the round
        and to watching pages."""
        self._follow(shown)
        while driver.wait is None and not driver.done and not halt():
            driver.run(1)
            self._follow(shown)

    def _follow(self, shown: list[ShownAct]) -> None:
        shown += self._onlookers.watch()
        self._round.hear()

    def _is_due(self, pending: Pending) -> bool:
        return not pending.plan_over and self._round.is_due()

    def _cause_incident(self, pending: Pending) -> None:
        """Apply the planned incident as an input of its own, at a wait or between two acts. The plan is dropped only
        after everything is written."""
        to_come = self._round.to_come
        assert to_come is not None
        pending.plan_over = True
        pending.staff.append(self._round.staff_act(to_come.by, CAUSED + to_come.description, staff_acts.INCIDENT))
        amid = self._round.driver.wait is None
        refused = self.take(pending, msgspec.structs.replace(to_come.given, amid=amid))
        assert not refused, "it would have been taken"

    def _note_people(self, pending: Pending, given: Input, acts: Sequence[object], round_: int) -> None:
        """Note who sat down and who left, and book the chips that moved between their accounts and the table."""
        people = self._seats.people
        for act in acts:
            if isinstance(act, TakeSeat):
                if given.by == COMPANION:
                    self._companions.sit(act.seat)
                    continue
                account = self._account_of(act.player)
                assert account is not None
                self._seats.sit(act.seat, account)
                pending.entries.append(Entry(account, -act.chips, BOUGHT))
            elif isinstance(act, BringChips):
                pending.entries.append(Entry(people[act.seat].account, -act.chips, "chips added"))
            elif isinstance(act, LeaveSeat):
                if act.seat in people:
                    pending.entries.append(Entry(people[act.seat].account, act.chips, "chips taken away"))
                    pending.played.append((people[act.seat].account, round_, act.seat))
                if not isinstance(act, StepAway):  # wagers of a player who steps away stand, and are settled later
                    self._seats.get_up(act.seat)
                    self._companions.get_up(act.seat)

    # --- what follows

    def go_on(self, pending: Pending) -> None:
        """Carry out everything that needs no person: chance, companions, and windows that close by themselves."""
        for _ in range(MOST_FOLLOWING):
            wait = self._round.driver.wait
            if wait is None:
                return
            if not self._seats.people:
                if (leaving := self._companions.next_departure()) is None or self.take(pending, leaving):
                    return
                continue
            if (coming := self._companions.next_arrival()) is not None and not self.take(pending, coming):
                continue
            if isinstance(wait, CardOrderWanted) and self._remove_device(pending):
                continue
            if (chance := self.source.answers(wait)) is not None:
                self._must(pending, chance)
            elif isinstance(wait, Ask) and (answer := self._companions.answer(wait)) is not None:
                self._must(pending, answer)
            elif isinstance(wait, Window) and wait.what != "wagers":
                self._must(pending, Close(by=CLOCK))
            elif not (isinstance(wait, Window) and self._companion_acts(pending)):
                return
        raise AssertionError("the table does not come to rest")

    def _must(self, pending: Pending, given: Input) -> None:
        if refused := self.take(pending, given):
            # This message is logged: leave out the refusals, which may repeat the order of the cards from the input.
            raise AssertionError(
                f"{type(given).__name__} was refused: {', '.join(refusal.cite for refusal in refused)}"
            )

    def _remove_device(self, pending: Pending) -> bool:
        """Remove a device that the setting no longer has, before the cards are shuffled in another way. Return whether
        one was removed."""
        for device in REMOVABLE:
            if not self._round.driver.refusals(RemoveDevice(device)):
                return not self.take(pending, RemoveDevice(device, by=SUPERVISOR))
        return False

    def _companion_acts(self, pending: Pending) -> bool:
        """Have one companion that has too few chips leave, or have one companion wager. Return whether one did."""
        if (leaving := self._companions.next_without_chips()) is not None:
            return not self.take(pending, leaving)
        wagers = self._companions.wagers()
        for wager in wagers or ():
            self.take(pending, wager)
        return wagers is not None
