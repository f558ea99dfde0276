"""A player of a simulated unit at the audited table of a game with one result for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.table.steps import PayStanding


class Once:
    """A player who makes his bets once and waits until they are decided. A bet that has won and stays counts as
    decided."""

    def __init__(self, bets: Mapping[str, int]) -> None:
        self._bets, self._made = dict(bets), False

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        if not self._made:
            self._made = True
            yield from self.before(view.seat)
            yield Wager(view.seat, self._bets)

    def before(self, seat: int) -> Iterator[Input]:
        """Yield what a player has to do before he bets."""
        yield from ()

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default  # nothing is ever asked at such a table

    def goes_on(self, driver: Driver, seat: int) -> bool:
        """Return whether a bet is still undecided after a round."""
        paid = {step.spot for step in driver.log if isinstance(step, PayStanding) and step.seat == seat}
        return any(position == seat and spot not in paid for position, spot, _ in driver.table.wagers())
