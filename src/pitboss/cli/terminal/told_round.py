"""The round in play at a table in the terminal, and what was told of it."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Input
from pitboss.engine.view import Act, View, seen_acts, view
from pitboss.table.card_steps import CollectCards
from pitboss.table.steps import Step


class ToldRound:
    """Tells the person act by act what is done. `regard` makes of what is seen what is drawn, and `pause` lets an act
    be looked at: it is told whether the act rests on the same paragraph as the one before."""

    driver: Driver  # of the round in play
    seen: View  # by the person

    def __init__(
        self, terms: TableTerms, person: int, *, regard: Callable[[View], View], pause: Callable[[Step, bool], None]
    ) -> None:
        self._terms, self._person, self._regard, self._pause = terms, person, regard, pause
        self.feed: list[Act] = []
        self._heard = 0  # how much of the log has been told
        self._collected: list[Act] = []  # what was collected and nothing has followed yet

    def begin(self, carry: Carry) -> None:
        """Begin a round, up to what the dealer waits for."""
        terms = self._terms
        self.driver = Driver(terms.game, terms.rules, terms.house, carry, stepwise=True)
        self._heard, self._collected = 0, []
        self._advance()

    def finish(self) -> None:
        """Tell what was collected last, once the settled table has been looked at."""
        self.feed += self._collected

    def must(self, given: Input) -> None:
        """Give an input that the table takes, up to what the dealer waits for then."""
        if refused := self.driver.submit(given, stepwise=True):
            raise RuntimeError(f"{given} was refused: {'; '.join(map(str, refused))}")
        self._advance()

    def again(self, inputs: int | None = None) -> Driver:
        """Return a new driver that was given the same inputs, or so many of them, to try things on."""
        terms = self._terms
        driver = Driver(terms.game, terms.rules, terms.house, self.driver.carry)
        for given in [item for item in self.driver.log if isinstance(item, Input)][:inputs]:
            driver.submit(given)
        return driver

    @property
    def inputs(self) -> int:
        """The number of inputs that the round has been given."""
        return sum(isinstance(item, Input) for item in self.driver.log)

    def take_back(self, inputs: int, told: int | None = None) -> None:
        """Go back to where so many inputs had been given, and so many acts of the feed been told, if some are to be
        dropped from it."""
        self.driver = self.again(inputs)
        self._heard = len(self.driver.log)
        if told is None:
            self._tell()
        else:
            self.seen = view(self.driver, self._person, self._heard)
            del self.feed[told:]

    def _advance(self) -> None:
        """Let the dealer act, one act after the other, until something is awaited."""
        self._tell()
        while self.driver.wait is None and not self.driver.done:
            self.driver.run(1)
            self._tell()

    def _tell(self) -> None:
        done = seen_acts(self.driver.log[self._heard :])
        seen = view(self.driver, self._person, self._heard)
        self._heard = len(self.driver.log)
        self.seen = self._regard(seen)
        for act, step in zip(seen.acts, done, strict=True):
            if isinstance(step, CollectCards):
                self._collected.append(act)
                continue
            self.feed += self._collected
            self._collected = []
            same = bool(self.feed) and self.feed[-1].cite == act.cite
            self.feed.append(act)
            self._pause(step, same)
