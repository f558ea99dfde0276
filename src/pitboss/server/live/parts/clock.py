"""The clock of a table: until when somebody is waited for."""

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
    """Until when the table waits for what it waits for now. An answer has its time from the question on, wagers from
    the first that lies on the layout."""

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
        self.deadline: float | None = None  # when the clock acts
        self._set_for: tuple[object, ...] = ()
        self._counted: tuple[Driver | None, int, int] = None, 0, 0  # of whose log how much, and what was noticed of it

    @property
    def is_up(self) -> bool:
        return self.deadline is not None and self._time.now() >= self.deadline

    def set(self, showing: float = 0.0) -> None:
        """Set the clock for what is waited for now, and let it run on if that is still the same. Whoever is shown the
        acts that lead to a question has so many seconds longer, as far as the setting goes."""
        driver, pace = self._round.driver, self._terms.setting.pace
        wait = driver.wait
        key: tuple[object, ...] = ()
        if self._service.stopped:
            pass
        elif isinstance(wait, Ask):
            # Only by what was noticed: a clock that starts again would tell the rest.
            key = (driver.carry.round, self._noticed())
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
        """Let whatever is waited for next have its own time, also if it is the same as before."""
        self._set_for = ()

    def restart(self) -> None:
        """Give what is waited for its whole time again."""
        self.start_anew()
        self.set()

    def stop(self) -> None:
        """Wait for nothing until the clock is set again."""
        self.deadline, self._set_for = None, ()

    def time_left(self) -> tuple[int, bool, int] | None:
        """Return the whole seconds left, whether it is time for a warning, and the milliseconds before the time begins
        to run; None while the clock stands."""
        if self.deadline is None or self._service.state == "paused":
            return None
        pace = self._terms.setting.pace
        whole = pace.decision if isinstance(self._round.driver.wait, Ask) else pace.wagers
        left = max(0.0, self.deadline - self._time.now())
        before = max(0.0, left - whole)
        return int(left - before + 0.999), left <= pace.warning, int(before * 1000)

    def _noticed(self) -> int:
        """Return how many answers and acts of the round people have noticed."""
        driver = self._round.driver
        counted, upto, found = self._counted
        if driver is not counted:
            upto = found = 0
        fresh = driver.log[upto:]
        found += [*map(type, fresh)].count(Answer) + len(seen_acts(fresh))
        self._counted = driver, len(driver.log), found
        return found

    def _is_shown(self, seat: int) -> bool:
        person = self._seats.people.get(seat)
        return person is not None and self._onlookers.are_shown(person.account)
