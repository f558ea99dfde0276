"""The clock of a table: how long it waits for a player."""

from __future__ import annotations

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer
from pitboss.engine.view import seen_acts
from pitboss.engine.waits import Ask, Window
from pitboss.server.live.parts.occupied_seats import Seats
from pitboss.server.live.parts.onlookers import Onlookers
from pitboss.server.live.parts.open_round import OpenRound
from pitboss.server.live.parts.service import Service
from pitboss.server.live.parts.terms import Terms
from pitboss.server.live.parts.time_source import TimeSource


class TableClock:
    """The deadline of what the table waits for now. The time for an answer starts with the question, the time for
    wagers with the first one on the layout."""

    def __init__(
        self,
        time: TimeSource,
        *,
        terms: Terms,
        service: Service,
        round_: OpenRound,
        seats: Seats,
        onlookers: Onlookers,
    ) -> None:
        self._time, self._terms, self._service = time, terms, service
        self._round, self._seats, self._onlookers = round_, seats, onlookers
        self.deadline: float | None = None  # when the clock acts for players who have not
        self._set_for: tuple[object, ...] = ()
        self._counted: tuple[Driver | None, int, int] = None, 0, 0  # driver, log entries read, noticeable ones of them

    @property
    def has_run_out(self) -> bool:
        return self.deadline is not None and self._time.now() >= self.deadline

    def set(self, showing: float = 0.0) -> None:
        """Set the clock for what the table waits for now; if that has not changed, the clock keeps running.

        A player whose page still shows the acts that led to the question gets `showing` seconds more, up to the limit
        in the setting."""
        driver, pace = self._round.driver, self._terms.setting.pace
        wait = driver.wait
        key: tuple[object, ...] = ()
        if self._service.stop_reason:
            pass
        elif isinstance(wait, Ask):
            # Count only what players could notice: a restarted clock would give away that something hidden happened.
            key = (driver.carry.round, self._count_noticeable())
            seconds = pace.decision + (min(pace.showing, showing) if self._is_shown(wait.seat) else 0.0)
        elif isinstance(wait, Window) and driver.table.wagers():
            key = (driver.carry.round, -1, wait.cite)
            seconds = min(pace.decision, pace.wagers) if wait.soon_over else pace.wagers
        if not key:
            self.deadline = None
        elif key != self._set_for:
            self.deadline = self._time.now() + seconds
        self._set_for = key

    def start_anew(self) -> None:
        """Give the next wait its full time, even if it equals the previous one."""
        self._set_for = ()

    def restart(self) -> None:
        """Give the current wait its full time again."""
        self.start_anew()
        self.set()

    def stop(self) -> None:
        """Stop the clock until it is set again."""
        self.deadline, self._set_for = None, ()

    def time_left(self) -> tuple[int, bool, int] | None:
        """Return the whole seconds left, whether a warning is due, and the milliseconds until the time starts to run;
        None while the clock is stopped."""
        if self.deadline is None or self._service.state == "paused":
            return None
        pace = self._terms.setting.pace
        whole = pace.decision if isinstance(self._round.driver.wait, Ask) else pace.wagers
        seconds_left = max(0.0, self.deadline - self._time.now())
        before = max(0.0, seconds_left - whole)
        return int(seconds_left - before + 0.999), seconds_left <= pace.warning, int(before * 1000)

    def _count_noticeable(self) -> int:
        """Return the number of answers and acts of the round that players can notice. Each log entry is read once."""
        driver = self._round.driver
        counted_driver, read_upto, count = self._counted
        if driver is not counted_driver:
            read_upto = count = 0
        new_entries = driver.log[read_upto:]
        count += [*map(type, new_entries)].count(Answer) + len(seen_acts(new_entries))
        self._counted = driver, len(driver.log), count
        return count

    def _is_shown(self, seat: int) -> bool:
        person = self._seats.people.get(seat)
        return person is not None and self._onlookers.has_page(person.account)
