"""The round in play at a table in the terminal, with the acts that the person has been told."""

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
    """Plays a round and tells the person act by act what is done.

    `adapt_view` turns the view of the person into the one that is drawn. `pause` is called after every act, with
    whether it rests on the same paragraph as the act before it.
    """

    driver: Driver  # of the round in play
    seen: View  # what is drawn for the person

    def __init__(
        self, terms: TableTerms, person: int, *, adapt_view: Callable[[View], View], pause: Callable[[Step, bool], None]
    ) -> None:
        self._terms, self._person, self._adapt_view, self._pause = terms, person, adapt_view, pause
        self.feed: list[Act] = []
        self._heard = 0  # entries of the log that have been told
        self._collected: list[Act] = []  # collected cards, told when the next act follows

    def begin(self, carry: Carry) -> None:
        """Begin a round, and play until the dealer waits for an input."""
        terms = self._terms
        self.driver = Driver(terms.game, terms.rules, terms.house, carry, stepwise=True)
        self._heard, self._collected = 0, []
        self._advance()

    def finish(self) -> None:
        """Tell of the cards that are collected last, after the person has looked at the settled table."""
        self.feed += self._collected

    def submit(self, input_: Input) -> None:
        """Submit an input, and play until the dealer waits again. Raises RuntimeError if the input is refused."""
        if refusals := self.driver.submit(input_, stepwise=True):
            raise RuntimeError(f"{input_} was refused: {'; '.join(map(str, refusals))}")
        self._advance()

    def copy_driver(self, inputs: int | None = None) -> Driver:
        """Return a new driver with the same inputs, or the first `inputs` of them, for trials."""
        terms = self._terms
        driver = Driver(terms.game, terms.rules, terms.house, self.driver.carry)
        for input_ in [item for item in self.driver.log if isinstance(item, Input)][:inputs]:
            driver.submit(input_)
        return driver

    @property
    def inputs(self) -> int:
        """The number of inputs that were submitted in this round."""
        return sum(isinstance(item, Input) for item in self.driver.log)

    def take_back(self, inputs: int, acts_kept: int | None = None) -> None:
        """Return to the state after the first `inputs` inputs. `acts_kept` is the number of acts that the feed keeps;
        None keeps all."""
        self.driver = self.copy_driver(inputs)
        self._heard = len(self.driver.log)
        if acts_kept is None:
            self._tell()
        else:
            self.seen = view(self.driver, self._person, self._heard)
            del self.feed[acts_kept:]

    def _advance(self) -> None:
        """Let the dealer act until he waits for an input, and tell each act."""
        self._tell()
        while self.driver.wait is None and not self.driver.done:
            self.driver.run(1)
            self._tell()

    def _tell(self) -> None:
        """Tell the acts that are new in the log."""
        steps = seen_acts(self.driver.log[self._heard :])
        seen = view(self.driver, self._person, self._heard)
        self._heard = len(self.driver.log)
        self.seen = self._adapt_view(seen)
        for act, step in zip(seen.acts, steps, strict=True):
            if isinstance(step, CollectCards):
                self._collected.append(act)
                continue
            self.feed += self._collected
            self._collected = []
            same = bool(self.feed) and self.feed[-1].cite == act.cite
            self.feed.append(act)
            self._pause(step, same)
