"""A table as what is written leaves it: after a start, and after something that could not be written."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.record.account import Account, unpack
from pitboss.record.round_playback import MismatchError
from pitboss.server.access import staff_acts
from pitboss.server.live import winding_up
from pitboss.server.live.presence import HOUSE
from pitboss.server.live.round import TableRound
from pitboss.server.views import shoe_roads
from pitboss.server.views.last_round import settled_of
from pitboss.server.views.redact_names import without
from pitboss.store.database import crash_points as crash
from pitboss.store.rounds import round_rows as rounds
from pitboss.store.row_types import Taken


class TableRecovery(TableRound):
    def _load(self, taken: Taken) -> None:
        """The driver as the rows leave it."""
        carry = self.terms.game.opening(self.terms.house) if taken.carry is None else rounds.read_carry(taken.carry)
        crash.point("during recovery")
        self.service.release()
        try:
            if taken.lines:
                self.round.resume(rounds.replay(carry, taken.lines))
            else:
                self._between_rounds(carry, first=taken.carry is None)
        except MismatchError as differs:
            self._hold(taken, differs)
        self.companions.clear()
        people: dict[int, int] = {}
        for seat, name in self.driver.table.players.items():
            account = self.account_of(name)
            if name.endswith(HOUSE) or account is None:
                self._keep_company(seat)
            else:
                people[seat] = account
        self.seats.restore(people)
        self.onlookers.start_over()
        if self.scoreboard.last is None:
            self._recall(self.driver.carry.round - 1)
        if self.scoreboard.has_roads:
            self.scoreboard.show_roads(shoe_roads.recalled(self._kept(self.driver.carry.round - 1)))
        self._wagered.clear()
        self.clock.restart()

    def _reload(self) -> None:
        """Nothing that was not written has happened."""
        self._load(self.store.left(self.id))

    def _recall_kicks(self) -> None:
        """Whoever was sent away before a stop stays away after it; who had a hand to finish goes when it is over."""
        for name, left in staff_acts.still_kicked(self.store.staff_acts(self.id), self.time.wall()):
            account = self.account_of(name)
            if account is not None:
                self.seats.send_away(account, left)
                if seat := self.seats.seat_of(account):
                    self.seats.people[seat].send_away()

    def _recall(self, number: int) -> None:
        """How the round before was settled, as it was kept; also after a start."""
        kept = self.store.told(self.id, number)
        if kept is None:
            return
        with suppress(zlib.error, msgspec.DecodeError):  # what was tampered with is for the audit to find
            told = unpack(kept)
            last, cards = settled_of(without(told, self.onlookers.gone)), {}
            for name, own in told.own.items():
                account = self.account_of(name)
                # A name may have been another's before; whoever has it must have been there.
                if account is not None and self.store.seats_in(account, self.id, number):
                    cards[account] = own
            self.scoreboard.show(last, cards)

    def _kept(self, newest: int) -> Iterator[Account]:
        """The accounts of the rounds before, the newest first."""
        for number in range(newest, 0, -1):
            with suppress(zlib.error, msgspec.DecodeError):
                if (kept := self.store.told(self.id, number)) is not None:
                    yield unpack(kept)

    def _between_rounds(self, carry: Carry, *, first: bool) -> None:
        """A setting that was changed waits after a stop as it did before: until nothing stands against it."""
        last = self.store.newest_opening(self.id)
        if last is not None and (played := rounds.setting_of(last)) is not None:
            _, rules, house = played
            self.terms.resume(rules, house)
        self.round.begin(carry, first=first)
        self._run(self.driver, [])

    def _hold(self, taken: Taken, differs: MismatchError) -> None:
        """This version plays the open round differently, and nobody guesses. The table is shown as winding up would
        leave it, so that everybody's chips can be counted."""
        begun_by = rounds.begun_by(rounds.read(taken.lines))
        why = (
            f"round {taken.round} was begun by pitboss {begun_by}, and pitboss {__version__} "
            f"plays it differently from row {differs.number} on; an administrator has to wind it up, which returns "
            "every wager"
        )
        after, owed = winding_up.ended(self.store, taken)
        self.service.hold(why, owed)
        self.round.resume(Driver(self.terms.game, self.terms.rules, self.terms.house, after))

    def _give_up(self, why: str) -> None:
        """Somebody else drives the table: what happens there is no longer ours to show."""
        self.service.fence(why)
        self.seats.restore({})
        self.scoreboard.clear()
        game, house = self.terms.game, self.terms.house
        self.round.resume(Driver(game, self.terms.rules, house, game.opening(house)))
        self.clock.stop()
        self.onlookers.touch()
