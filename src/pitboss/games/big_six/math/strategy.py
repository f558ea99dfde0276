"""Simple ways to play a seat, for companions and demonstrations. Each sees only its own seat's view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.big_six.law.facts import BROKEN, COVERED


@dataclass(frozen=True)
class Simple:
    """Bets the least on the same symbols every round."""

    spots: tuple[str, ...]

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        seat, least = view.seat, int(house.minimum)
        if view.wagers.get(seat) or COVERED.word in view.marks or BROKEN.word in view.marks:
            return
        for spot in self.spots[: view.chips[seat] // least]:
            yield Wager(seat, {spot: least})

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default  # nothing is ever asked at this table


STRATEGIES = {
    "ones": Simple(("$1",)),
    "small": Simple(("$1", "$2", "$5")),
    "pictures": Simple(("joker", "flag")),
    "all": Simple(("$1", "$2", "$5", "$10", "$20", "joker", "flag")),
}
