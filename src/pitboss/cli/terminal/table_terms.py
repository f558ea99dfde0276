"""The terms of a table in the terminal: its game, rules and house, and how many play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.engine.chance import Source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.record.explain import SeatStory

MIDDLE = 3  # the seat of the person, if the table has that many


@dataclass(frozen=True)
class TableTerms:
    """The terms of a table, and the function that records and explains a finished round."""

    game: Game
    rules: Rules
    house: House
    source: Source
    players: int
    record: Callable[[Driver], list[SeatStory]]
    company: str = ""  # why more play than were asked for, or why more should, in words

    @property
    def seats(self) -> range:
        """The seats that are taken, next to each other and around the middle of the table as far as possible."""
        first = max(1, min(MIDDLE - self.players // 2, self.house.seats - self.players + 1))
        return range(first, first + self.players)
