"""The clock of a table: until when somebody is waited for."""

from __future__ import annotations

from pitboss.engine.inputs import Answer
from pitboss.engine.view import seen_acts
from pitboss.engine.waits import Ask, Window
from pitboss.server.live.state import TableState


class TableClock(TableState):
    def _set_clock(self, showing: float = 0.0) -> None:
        """An answer has its time from the question on, wagers from the first that lies on the layout. Whoever is shown
        the acts that lead to the question one by one has a little longer."""
        wait, pace = self.driver.wait, self.terms.setting.pace
        key: tuple[object, ...] = ()
        if self.service.stopped:
            pass
        elif isinstance(wait, Ask):
            # Only by what was noticed: a clock that starts again would tell the rest.
            key = (self.driver.carry.round, self._noticed())
            seconds = pace.decision + (min(pace.showing, showing) if self._is_shown(wait.seat) else 0.0)
        elif isinstance(wait, Window) and self.driver.table.wagers():
            key = (self.driver.carry.round, -1, wait.cite)
            seconds = min(pace.decision, pace.wagers) if wait.soon_over else pace.wagers
        if not key:
            self.deadline = None
        elif key != self._clock_for:
            self.deadline = self.time.now() + seconds
        self._clock_for = key

    def _ask_again(self) -> None:
        """Betting was closed. Where it is open again in the same round it has its own time, and who was ready before
        may bet again."""
        self._clock_for = ()
        self.seats.ask_again()

    def _noticed(self) -> int:
        """How many answers and acts of the round people have noticed."""
        driver, upto, found = self._counted
        if driver is not self.driver:
            upto = found = 0
        fresh = self.driver.log[upto:]
        found += [*map(type, fresh)].count(Answer) + len(seen_acts(fresh))
        self._counted = self.driver, len(self.driver.log), found
        return found

    def _is_shown(self, seat: int) -> bool:
        person = self.seats.people.get(seat)
        accounts = {each.account.id for each in self.connections if each.shows and each.account is not None}
        return person is not None and person.account in accounts

    def clock(self) -> tuple[int, bool, int] | None:
        """Whole seconds left, whether it is time for a warning, and milliseconds before the time begins to run."""
        if self.deadline is None or self.service.state == "paused":
            return None
        pace = self.terms.setting.pace
        whole = pace.decision if isinstance(self.driver.wait, Ask) else pace.wagers
        left = max(0.0, self.deadline - self.time.now())
        before = max(0.0, left - whole)
        return int(left - before + 0.999), left <= pace.warning, int(before * 1000)
