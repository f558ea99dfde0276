"""A table as what is written leaves it: after a start, and after something that could not be written."""

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
from pitboss.server.views.redact_names import without
from pitboss.store.database import crash_points
from pitboss.store.rounds import round_rows
from pitboss.store.row_types import Taken
from pitboss.store.store import Store


class Recovery:
    """Brings every part of a table to what the rows say."""

    def __init__(
        self, parts: TableParts, dealer: Dealer, store: Store, table: int, account_of: Callable[[str], int | None]
    ) -> None:
        self._dealer, self._store, self._table, self._account_of = dealer, store, table, account_of
        self._time, self._terms, self._service, self._round = parts.time, parts.terms, parts.service, parts.round
        self._seats, self._companions = parts.seats, parts.companions
        self._onlookers, self._scoreboard, self._clock = parts.onlookers, parts.scoreboard, parts.clock

    def load(self, taken: Taken) -> None:
        """Have the table stand as the rows leave it. A round that this version plays differently is held."""
        game, house = self._terms.game, self._terms.house
        carry = game.opening(house) if taken.carry is None else round_rows.read_carry(taken.carry)
        crash_points.point("during recovery")
        self._service.release()
        try:
            if taken.lines:
                self._round.resume(round_rows.replay(carry, taken.lines))
            else:
                self._begin(carry, first=taken.carry is None)
        except MismatchError as differs:
            self._hold(taken, differs)
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
        if last is None or last.round != before:  # or one was wound up
            self._recall(before)
        if self._scoreboard.has_roads:
            self._scoreboard.show_roads(shoe_roads.recalled(self._kept(before)))
        self._clock.restart()

    def reload(self) -> None:
        """Have the table stand as if nothing had happened that was not written."""
        self.load(self._store.tables.left(self._table))

    def recall_kicks(self) -> None:
        """Keep whoever was sent away before a stop away after it; who had a hand to finish goes when it is over."""
        acts = self._store.staff_acts(self._table)
        for name, left in staff_acts.still_kicked(acts, self._time.wall()):
            account = self._account_of(name)
            if account is not None:
                self._seats.send_away(account, left)
                if seat := self._seats.seat_of(account):
                    self._seats.people[seat].send_away()

    def give_up(self, why: str) -> None:
        """Show nothing more: somebody else drives the table, or it is gone."""
        self._service.fence(why)
        self._seats.restore({})
        self._scoreboard.clear()
        game, house = self._terms.game, self._terms.house
        self._round.resume(Driver(game, self._terms.rules, house, game.opening(house)))
        self._clock.stop()
        self._onlookers.touch()

    def _begin(self, carry: Carry, *, first: bool) -> None:
        """Begin a round. A setting that was changed waits after a stop as it did before: until nothing stands against
        it."""
        last = self._store.rounds.newest_opening(self._table)
        if last is not None and (played := round_rows.setting_of(last)) is not None:
            _, rules, house = played
            self._terms.resume(rules, house)
        self._round.begin(carry, first=first)
        self._dealer.show_opening([])

    def _hold(self, taken: Taken, differs: MismatchError) -> None:
        """Hold a round that this version plays differently: nobody guesses. The table is shown as winding up would
        leave it, so that everybody's chips can be counted."""
        begun_by = round_rows.begun_by(round_rows.read(taken.lines))
        why = (
            f"round {taken.round} was begun by pitboss {begun_by}, and pitboss {__version__} "
            f"plays it differently from row {differs.number} on; an administrator has to wind it up, which returns "
            "every wager"
        )
        after, owed = winding_up.ended(self._store, taken)
        self._service.hold(why, owed)
        self._round.resume(Driver(self._terms.game, self._terms.rules, self._terms.house, after))

    def _recall(self, number: int) -> None:
        """Show how a round was settled, as it was kept."""
        kept = self._store.rounds.told(self._table, number)
        if kept is None:
            return
        with suppress(zlib.error, msgspec.DecodeError):  # what was tampered with is for the audit to find
            told = unpack(kept)
            last, cards = settled_of(without(told, self._onlookers.gone)), {}
            for name, own in told.own.items():
                account = self._account_of(name)
                # A name may have been another's before; whoever has it must have been there.
                if account is not None and self._store.rounds.seats_in(account, self._table, number):
                    cards[account] = own
            self._scoreboard.show(last, cards)

    def _kept(self, newest: int) -> Iterator[Account]:
        """The accounts of the rounds before, the newest first."""
        for number in range(newest, 0, -1):
            with suppress(zlib.error, msgspec.DecodeError):
                if (kept := self._store.rounds.told(self._table, number)) is not None:
                    yield unpack(kept)
