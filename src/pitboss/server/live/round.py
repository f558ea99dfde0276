"""The open round of a table: an input moves it, and what it comes to waits until it is written."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from secrets import token_hex

import msgspec

from pitboss.engine.chance import SALT_BYTES
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import Incident
from pitboss.engine.inputs import COMPANION, Input
from pitboss.engine.view import seen_acts
from pitboss.engine.waits import Refusal
from pitboss.record.account import pack
from pitboss.server.access import staff_acts as staff
from pitboss.server.live.state import TableState
from pitboss.server.views.act_diffs import Shown
from pitboss.server.views.last_round import Settled, settled_of
from pitboss.store.chains.chain_entries import BOUGHT
from pitboss.store.rounds import round_rows
from pitboss.store.row_types import Entry, Line, StaffAct
from pitboss.store.staff_act_prefixes import CAUSED
from pitboss.table.roads import Coup
from pitboss.table.steps import BringChips, CollectWager, LeaveSeat, PayWager, StepAway, TakeSeat

log = logging.getLogger("pitboss")


@dataclass
class Pending:
    """What an action comes to, until it is written."""

    lines: list[Line] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    carries: list[tuple[int, str]] = field(default_factory=list)
    played: list[tuple[int, int, int]] = field(default_factory=list)
    told: list[tuple[int, bytes]] = field(default_factory=list)
    staff: list[StaffAct] = field(default_factory=list)
    settled: bool = False
    shown: list[Shown] = field(default_factory=list)
    seen: bool = False  # whether anybody at the table could have noticed anything
    last: Settled | None = None
    last_own: dict[int, dict[int, tuple[str, ...]]] = field(default_factory=dict)
    coups: tuple[Coup, ...] | None = None  # of this shoe, once a round is over
    came: bool = False  # whether what was to come later in the round has come, or cannot any more


class TableRound(TableState):
    def _apply(self, pending: Pending, given: Input, client: str | None = None) -> list[Refusal]:
        driver = self.driver
        at = len(driver.log)
        if refused := driver.submit(given, stepwise=True):
            return refused
        self._run(driver, pending.shown, partial(self._is_due, pending))
        acts = driver.log[at + 1 :]
        round_ = driver.carry.round
        moment = int(self.time.wall())
        if not self.round.opened:
            fresh = Driver(driver.game, driver.rules, driver.house, driver.carry)
            opened = round_rows.open_body(fresh, self.source.label, self.source.salt(), moment)
            pending.lines.append(Line(round_, opened))
            if self.round.first:
                pending.carries.append((round_, round_rows.carry_text(driver.carry)))
            self.round.note_opened()
        # Heads are noted between rows. Whoever has two of them must not find out by trying which cards lie face down.
        salt = token_hex(SALT_BYTES) if self.terms.game.rests else ""
        interrupted = driver.wait is None and not driver.done
        body = round_rows.input_body(given, acts, moment, salt, interrupted=interrupted)
        pending.lines.append(Line(round_, body, client))
        pending.seen = pending.seen or driver.done or not isinstance(given, Incident) or bool(seen_acts(acts))
        self._count_money(pending, given, acts, round_)
        pending.settled = pending.settled or any(isinstance(act, CollectWager | PayWager) for act in acts)
        if driver.done:
            self._close(pending, driver)
        elif self._is_due(pending):
            self._comes(pending)
        return []

    def _close(self, pending: Pending, driver: Driver) -> None:
        """The round is over, and the next one begins."""
        round_, told = driver.carry.round, self.round.account()
        account = pack(told)
        pending.last = settled_of(told)
        pending.last_own = {
            each.account: told.own.get(driver.table.players[seat], {}) for seat, each in self.seats.people.items()
        }
        pending.coups = self.scoreboard.coups_after(pending.coups, told)
        pending.lines.append(Line(round_, rounds.close_body(driver, account)))
        pending.told.append((round_, account))
        assert driver.next is not None
        pending.carries.append((driver.next.round, round_rows.carry_text(driver.next)))
        pending.played += [(each.account, round_, seat) for seat, each in self.seats.people.items()]
        if not pending.came:
            pending.staff += self.round.missed()
        pending.came = True
        self.round.begin(driver.next)
        self._run(self.driver, pending.shown)
        self._wagered.clear()
        self.seats.ask_again()

    def _run(self, driver: Driver, shown: list[Shown], halt: Callable[[], bool] = lambda: False) -> None:
        """Until something is awaited, act by act: the round is told while it is played, and pages may look on. `halt`
        is asked between two acts."""
        self._follow(driver, shown)
        while driver.wait is None and not driver.done and not halt():
            driver.run(1)
            self._follow(driver, shown)

    def _follow(self, driver: Driver, shown: list[Shown]) -> None:
        shown += self.onlookers.watch()
        self.round.hear()

    # --- an incident that waits for its moment

    def _is_due(self, pending: Pending) -> bool:
        return not pending.came and self.round.is_due()

    def _comes(self, pending: Pending) -> None:
        """It is an input of its own, at a wait or between two acts. It is gone only when all of that is written."""
        to_come = self.round.to_come
        assert to_come is not None
        pending.came = True
        pending.staff.append(self.round.staff_act(to_come.by, CAUSED + to_come.told, staff.INCIDENT))
        amid = self.driver.wait is None
        refused = self._apply(pending, msgspec.structs.replace(to_come.given, amid=amid))
        assert not refused, "it would have been taken"

    def _count_money(self, pending: Pending, given: Input, acts: Sequence[object], round_: int) -> None:
        """Chips that come to the table leave an account; chips that leave the table come back to it."""
        for act in acts:
            if isinstance(act, TakeSeat):
                if given.by == COMPANION:
                    self._keep_company(act.seat)
                    continue
                account = self.account_of(act.player)
                assert account is not None
                self.seats.sit(act.seat, account)
                pending.entries.append(Entry(account, -act.chips, BOUGHT))
            elif isinstance(act, BringChips):
                pending.entries.append(Entry(self.seats.people[act.seat].account, -act.chips, "chips added"))
            elif isinstance(act, LeaveSeat):
                if act.seat in self.seats.people:
                    pending.entries.append(Entry(self.seats.people[act.seat].account, act.chips, "chips taken away"))
                    pending.played.append((self.seats.people[act.seat].account, round_, act.seat))
                if not isinstance(act, StepAway):  # his wagers stand: what he is due follows, perhaps at once
                    self.seats.get_up(act.seat)
                    self.companions.pop(act.seat, None)

    def _keep_company(self, seat: int) -> None:
        """The same seat plays the same way, also after a restart."""
        strategies = list(self.terms.game.strategies.values())
        self.companions[seat] = strategies[seat % len(strategies)]
