"""What is played at a table in the terminal, and by how many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.engine.chance import Source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.record.explain import SeatStory

MIDDLE = 3  # the person's seat, where there is one


@dataclass(frozen=True)
class TableTerms:
    """What is played, and where a finished round goes to be recorded and explained."""

    game: Game
    rules: Rules
    house: House
    source: Source
    players: int
    record: Callable[[Driver], list[SeatStory]]
    company: str = ""  # why more play than were asked for, or should

    @property
    def seats(self) -> range:
        """The seats taken: next to each other, round the middle of the table as far as they can."""
        first = max(1, min(MIDDLE - self.players // 2, self.house.seats - self.players + 1))
        return range(first, first + self.players)
