"""The connections that watch a table, the acts still to be sent to their pages, and the names hidden from all."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Protocol

from pitboss.server.live.parts.occupied_seats import Seats
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.views.act_diffs import ActWatcher, Look, LookCache, ShownAct
from pitboss.store.account_names import without_deleted_names
from pitboss.store.row_types import Account
from pitboss.table.steps import Step, sentence_for_players

MOST_SHOWN = 400  # acts kept for pages that have not been sent them yet; a page further behind gets the current view


class Listener(Protocol):
    """A connection as a table sees it, independent of its transport."""

    account: Account | None
    shows: bool  # whether it belongs to a page, which shows acts one by one
    shown: int  # number of the last act that was sent

    def wake(self) -> None:
        """Note that the table has changed."""

    def end(self, why: str) -> None:
        """Note that the session has ended, and why."""


class Onlookers:
    """The connections that watch a table, and the acts that they have still to be sent."""

    def __init__(self, round_: OpenRound, seats: Seats, deleted_names: Mapping[str, str]) -> None:
        self._round, self._seats = round_, seats
        self.gone = deleted_names  # names of deleted accounts -> what is shown instead
        self.version = 0  # of what can be seen; grows with every change
        # A dict keeps the order of arrival, in which things are sent; the order of a set would be arbitrary.
        self.connections: dict[Listener, None] = {}
        self.shown: deque[ShownAct] = deque(maxlen=MOST_SHOWN)  # acts that pages have still to be sent
        self._eye = LookCache()
        self._stage: ActWatcher | None = None  # None while no page watches

    def listen(self, listener: Listener) -> None:
        """Notify this listener whenever the table changes."""
        self.connections[listener] = None
        if listener.shows and self._stage is None:
            self._stage = ActWatcher(self._eye, self._round.driver, self._seats.people)

    def stop_listening(self, listener: Listener) -> None:
        """Stop waking this listener."""
        self.connections.pop(listener, None)
        if not any(connection.shows for connection in self.connections):
            self._stage = None
            self.shown.clear()

    def touch(self) -> None:
        """Notify every listener because the table has changed."""
        self.version += 1
        for listener in self.connections:
            listener.wake()

    def has_page(self, account: int) -> bool:
        """Return whether a page of this account watches the table."""
        return any(
            listener.shows and listener.account is not None and listener.account.id == account
            for listener in self.connections
        )

    # --- what can be seen

    @property
    def acts_shown(self) -> int:
        """The number of the last act that pages were shown."""
        return 0 if self._stage is None else self._stage.number

    def look(self) -> Look:
        """Return the state of the table now, as it can be seen by everybody and from each seat."""
        return self._eye.look(self._round.driver, self._seats.people)

    def watch(self) -> list[ShownAct]:
        """Return the acts since the last call, as pages are to show them. Call it after each act."""
        return [] if self._stage is None else self._stage.watch(self._round.driver, self._seats.people)

    def keep(self, acts: Iterable[ShownAct]) -> None:
        """Keep acts until every page has been sent them. Keeping them longer would take most of the server's memory."""
        sent = min((listener.shown for listener in self.connections if listener.shows), default=0)
        while self.shown and self.shown[0].number <= sent:
            self.shown.popleft()
        self.shown.extend(acts)

    def start_over(self) -> None:
        """Have pages draw the current table anew, because it no longer follows from what they were shown."""
        if self._stage is not None:
            # Skip one number, so that a page that counts acts notices the gap.
            number = self._stage.number + 1
            self._stage = ActWatcher(self._eye, self._round.driver, self._seats.people, number)
            self.shown.clear()

    def describe(self, step: Step) -> str:
        """Describe an act in words, as players at the table notice it."""
        return without_deleted_names(sentence_for_players(step), self.gone)

    def forget(self, deleted_names: Mapping[str, str]) -> None:
        """Hide these names from everybody from now on."""
        self.gone = deleted_names
        self.start_over()
