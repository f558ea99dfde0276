"""The companions at a table in the terminal: the house plays every seat but the person's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine.driver import Driver
from pitboss.engine.game import Strategy
from pitboss.engine.inputs import COMPANION, Answer, Input, Sit
from pitboss.engine.view import view
from pitboss.engine.waits import Ask

CHIPS = 50_000  # cents that everybody brings; more if the table's minimum requires it
NAMES = ("Ada", "Ben", "Cal", "Dot", "Eve", "Gus", "Ivy", "Joe", "Kit", "Lou", "Max", "Ned", "Pam", "Ray", "Sue", "Tom")
PERSON = "Guest"


class Company:
    """The companions by seat, each with a strategy."""

    def __init__(self, terms: TableTerms, person: int) -> None:
        self._terms, self._person = terms, person
        others = [seat for seat in terms.seats if seat != person]
        self.by_seat: dict[int, Strategy] = dict(zip(others, cycle(terms.game.strategies.values()), strict=False))

    def sit_inputs(self) -> Iterator[Sit]:
        """Yield the input by which each player sits down with his chips, the person too."""
        house = self._terms.house
        chips = max(CHIPS, 100 * house.minimum)
        chips -= chips % house.smallest_chip
        names = iter(NAMES)
        for seat in self._terms.seats:
            if seat == self._person:
                yield Sit(seat, PERSON, chips)
            else:
                yield Sit(seat, next(names), chips, by=COMPANION)

    def wagers(self, driver: Driver, seat: int) -> list[Input]:
        """Return the wagers that a companion makes."""
        return [*self.by_seat[seat].wagers(view(driver, seat, len(driver.log)), driver.house)]

    def answer(self, driver: Driver, ask: Ask) -> Answer:
        """Return the answer that a companion gives."""
        choice = self.by_seat[ask.seat].choose(view(driver, ask.seat, len(driver.log)), ask)
        return Answer(ask.seat, choice, ask.position, by=COMPANION)
