"""Whoever looks on at a table: connections, acts that pages have still to be sent, and names that nobody is told."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Protocol

from pitboss.server.live.parts.occupied_seats import Seats
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.views.act_diffs import Eye, Look, Shown, Stage
from pitboss.store.account_names import unnamed
from pitboss.store.row_types import Account
from pitboss.table.steps import Step, sentence_for_players

MOST_SHOWN = 400  # acts kept for pages that have not been sent them yet; whoever is further behind sees how it lies now


class Listener(Protocol):
    """A connection as a table knows it, whatever carries it."""

    account: Account | None
    shows: bool  # whether it is a page, which shows acts one by one
    shown: int  # number of the act that it was sent last

    def wake(self) -> None:
        """Note that the table is not what it was."""

    def end(self, why: str) -> None:
        """Note that the session is over."""


class Onlookers:
    """Everybody who is shown the table, and what they have still to be shown."""

    def __init__(self, round_: OpenRound, seats: Seats, gone: Mapping[str, str]) -> None:
        self._round, self._seats = round_, seats
        self.gone = gone  # names that nobody is shown, and what is shown instead
        self.version = 0  # of what is seen; grows with every change
        # In the order in which they came: a set has another each time, and people are sent things in it.
        self.connections: dict[Listener, None] = {}
        self.shown: deque[Shown] = deque(maxlen=MOST_SHOWN)  # acts that pages have still to be sent
        self._eye = Eye()
        self._stage: Stage | None = None  # while there are pages

    def listen(self, listener: Listener) -> None:
        """Have somebody woken whenever the table changes."""
        self.connections[listener] = None
        if listener.shows and self._stage is None:
            self._stage = Stage(self._eye, self._round.driver, self._seats.people)

    def no_longer(self, listener: Listener) -> None:
        """Have somebody woken no more."""
        self.connections.pop(listener, None)
        if not any(each.shows for each in self.connections):
            self._stage = None
            self.shown.clear()

    def touch(self) -> None:
        """Have everybody woken: the table is not what it was."""
        self.version += 1
        for each in self.connections:
            each.wake()

    def are_shown(self, account: int) -> bool:
        """Return whether a page of somebody's looks on."""
        return any(each.shows and each.account is not None and each.account.id == account for each in self.connections)

    # --- what is seen

    @property
    def acts_shown(self) -> int:
        """The number of the act that pages were shown last."""
        return 0 if self._stage is None else self._stage.number

    def look(self) -> Look:
        """Return the table as it lies now, for everybody and from each seat."""
        return self._eye.look(self._round.driver, self._seats.people)

    def watch(self) -> list[Shown]:
        """Return what was done since the last call, for pages; to be called after each act."""
        return [] if self._stage is None else self._stage.watch(self._round.driver, self._seats.people)

    def keep(self, acts: Iterable[Shown]) -> None:
        """Keep acts until every page has been sent them, which is soon; all of them would be most of the memory."""
        sent = min((each.shown for each in self.connections if each.shows), default=0)
        while self.shown and self.shown[0].number <= sent:
            self.shown.popleft()
        self.shown.extend(acts)

    def start_over(self) -> None:
        """Have pages see how the table lies now: it is another than before."""
        if self._stage is not None:
            # One number is left out: whoever counts finds that something is missing.
            number = self._stage.number + 1
            self._stage = Stage(self._eye, self._round.driver, self._seats.people, number)
            self.shown.clear()

    def tell(self, step: Step) -> str:
        """Return an act in words as people at the table notice it."""
        return unnamed(sentence_for_players(step), self.gone)

    def forget(self, gone: Mapping[str, str]) -> None:
        """Show these names to nobody any more."""
        self.gone = gone
        self.start_over()
