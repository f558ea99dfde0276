"""Restore a table from its stored rows, after a start and after a failed write."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress

import msgspec

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.record.account import Account, unpack
from pitboss.record.round_playback import MismatchError
from pitboss.server.access import staff_acts
from pitboss.server.live import winding_up
from pitboss.server.live.dealer import Dealer
from pitboss.server.live.parts.presence import HOUSE
from pitboss.server.live.parts.table_parts import TableParts
from pitboss.server.views import shoe_roads
from pitboss.server.views.last_round import settled_of
from pitboss.server.views.redact_names import redact
from pitboss.store.database import crash_points
from pitboss.store.rounds import round_rows
from pitboss.store.row_types import TableAsLeft
from pitboss.store.store import Store


class Recovery:
    """Brings every part of a table to the state that the rows describe."""

    def __init__(
        self, parts: TableParts, dealer: Dealer, store: Store, table: int, account_of: Callable[[str], int | None]
    ) -> None:
        self._dealer, self._store, self._table, self._account_of = dealer, store, table, account_of
        self._time, self._terms, self._service, self._round = parts.time, parts.terms, parts.service, parts.round
        self._seats, self._companions = parts.seats, parts.companions
        self._onlookers, self._scoreboard, self._clock = parts.onlookers, parts.scoreboard, parts.clock

    def load(self, taken: TableAsLeft) -> None:
        """Restore the state that the rows describe. Hold the open round if this version plays it differently."""
        game, house = self._terms.game, self._terms.house
        carry = game.opening(house) if taken.carry is None else round_rows.read_carry(taken.carry)
        crash_points.point("during recovery")
        self._service.release()
        try:
            if taken.lines:
                self._round.resume(round_rows.replay(carry, taken.lines))
            else:
                self._begin(carry, first=taken.carry is None)
        except MismatchError as mismatch:
            self._hold(taken, mismatch)
        people, companions = {}, []
        for seat, name in self._round.driver.table.players.items():
            account = self._account_of(name)
            if name.endswith(HOUSE) or account is None:
                companions.append(seat)
            else:
                people[seat] = account
        self._companions.restore(companions)
        self._seats.restore(people)
        self._onlookers.start_over()
        before, last = self._round.number - 1, self._scoreboard.last
        if last is None or last.round != before:  # the latter after winding up
            self._recall_last_round(before)
        if self._scoreboard.has_roads:
            self._scoreboard.show_roads(shoe_roads.recall_coups(self._accounts_before(before)))
        self._clock.restart()

    def reload(self) -> None:
        """Bring the table back to what is written, dropping anything that is not."""
        self.load(self._store.tables.read_as_written(self._table))

    def recall_kicks(self) -> None:
        """Apply the kicks that are still in force after a restart. A player with a hand to finish leaves after it."""
        acts = self._store.staff_acts(self._table)
        for name, seconds in staff_acts.active_kicks(acts, self._time.wall()):
            account = self._account_of(name)
            if account is not None:
                self._seats.send_away(account, seconds)
                if seat := self._seats.seat_of(account):
                    self._seats.people[seat].send_away()

    def give_up(self, why: str) -> None:
        """Take the table off this server for good: another server drives it, or it was deleted."""
        self._service.fence(why)
        self._seats.restore({})
        self._scoreboard.clear()
        game, house = self._terms.game, self._terms.house
        self._round.resume(Driver(game, self._terms.rules, house, game.opening(house)))
        self._clock.stop()
        self._onlookers.touch()

    def _begin(self, carry: Carry, *, first: bool) -> None:
        """Begin a round. A changed setting that was still pending before a stop is pending again."""
        last = self._store.rounds.newest_opening(self._table)
        if last is not None and (setting := round_rows.setting_of(last)) is not None:
            _, rules, house = setting
            self._terms.resume(rules, house)
        self._round.begin(carry, first=first)
        self._dealer.show_opening([])

    def _hold(self, taken: TableAsLeft, mismatch: MismatchError) -> None:
        """Hold a round that this version plays differently from how it was written. The table is shown as it would be
        after winding up, so that all chips can be counted."""
        begun_by = round_rows.version_that_began(round_rows.read(taken.lines))
        why = (
            f"round {taken.round} was begun by pitboss {begun_by}, and pitboss {__version__} "
            f"plays it differently from row {mismatch.number} on; an administrator has to wind it up, which returns "
            "every wager"
        )
        after, owed = winding_up.table_after_winding_up(self._store, taken)
        self._service.hold(why, owed)
        self._round.resume(Driver(self._terms.game, self._terms.rules, self._terms.house, after))

    def _recall_last_round(self, number: int) -> None:
        """Show the settlement of a round from its stored account."""
        packed = self._store.rounds.account_of(self._table, number)
        if packed is None:
            return
        with suppress(zlib.error, msgspec.DecodeError):  # finding tampered rows is the task of the audit
            account_of_round = unpack(packed)
            last, cards = settled_of(redact(account_of_round, self._onlookers.gone)), {}
            for name, own in account_of_round.own.items():
                account = self._account_of(name)
                # The name may have belonged to another account then: check that this one was seated in the round.
                if account is not None and self._store.rounds.seats_in(account, self._table, number):
                    cards[account] = own
            self._scoreboard.show(last, cards)

    def _accounts_before(self, newest: int) -> Iterator[Account]:
        """Yield the accounts of the rounds up to this one, newest first."""
        for number in range(newest, 0, -1):
            with suppress(zlib.error, msgspec.DecodeError):
                if (packed := self._store.rounds.account_of(self._table, number)) is not None:
                    yield unpack(packed)
