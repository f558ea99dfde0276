"""Simple ways to play a seat. Each sees only its own seat's view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.table.cards import RANK_OF
from toy.law.play import PLAY, SURRENDER
from toy.law.wagers import BET


@dataclass(frozen=True)
class FromRank:
    """Wagers the minimum and plays a card of this rank or higher."""

    lowest: int

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        if view.chips[view.seat] >= house.minimum:
            yield Wager(view.seat, {BET: house.minimum})

    def choose(self, view: Seen, ask: Ask) -> str:
        (card,) = view.hands[ask.position]
        return PLAY if RANK_OF[card[0]] >= self.lowest else SURRENDER


# Half is lost for certain by surrendering; below a 5 more than half is lost on average by playing.
STRATEGIES = {"careful": FromRank(5), "bold": FromRank(2)}
