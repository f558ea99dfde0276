"""The house at the seats that are not the person's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine.driver import Driver
from pitboss.engine.game import Strategy
from pitboss.engine.inputs import COMPANION, Answer, Input, Sit
from pitboss.engine.view import view
from pitboss.engine.waits import Ask

CHIPS = 50_000  # what everybody brings, in cents, unless the table's minimum asks for more
NAMES = ("Ada", "Ben", "Cal", "Dot", "Eve", "Gus", "Ivy", "Joe", "Kit", "Lou", "Max", "Ned", "Pam", "Ray", "Sue", "Tom")
PERSON = "Guest"


class Company:
    """Companions by seat, each with its way to play."""

    def __init__(self, terms: TableTerms, person: int) -> None:
        self._terms, self._person = terms, person
        others = [seat for seat in terms.seats if seat != person]
        self.by_seat: dict[int, Strategy] = dict(zip(others, cycle(terms.game.strategies.values()), strict=False))

    def seats_taken(self) -> Iterator[Sit]:
        """Yield what everybody sits down with, the person too."""
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
        """Return what a companion would wager."""
        return [*self.by_seat[seat].wagers(view(driver, seat, len(driver.log)), driver.house)]

    def answer(self, driver: Driver, ask: Ask) -> Answer:
        """Return what a companion answers."""
        choice = self.by_seat[ask.seat].choose(view(driver, ask.seat, len(driver.log)), ask)
        return Answer(ask.seat, choice, ask.position, by=COMPANION)
