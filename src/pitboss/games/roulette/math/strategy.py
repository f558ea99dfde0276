"""Simple ways to play a seat, for companions and demonstrations. Each sees only its own seat's view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.roulette.law.chips import BuyColor
from pitboss.games.roulette.law.facts import BROKEN, COLOR_VALUE, COVERED
from pitboss.games.roulette.law.house import RouletteHouse


@dataclass(frozen=True)
class Simple:
    """Bets the least on the same areas every round, on inside areas with chips of his own color."""

    spots: tuple[str, ...]
    colored: bool = False

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, RouletteHouse)
        seat, marks = view.seat, view.marks
        if view.wagers.get(seat) or COVERED.word in marks or BROKEN.word in marks:
            return
        chips = view.chips[seat]
        value = marks.get(COLOR_VALUE.word(seat), 0)
        if not value and (self.colored or not house.value_chips):
            value = int(house.minimum)
            yield BuyColor(seat, value)
        for spot in self.spots:
            if spot in house.areas:
                least, most = house.limits(house.areas[spot])
                stake = -(-least // value) * value if value else least
                if stake <= min(most, chips):
                    chips -= stake
                    yield Wager(seat, {spot: stake})

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default  # nothing is ever asked at this table


STRATEGIES = {
    "red": Simple(("red", "odd")),
    "numbers": Simple(("straight 17", "straight 0", "split 17-20", "four numbers 5-6-8-9"), colored=True),
    "dozens": Simple(("dozen 2", "column 3", "high")),
    "rows": Simple(
        ("three numbers 1-2-3", "six numbers 31-32-33-34-35-36", "five numbers 0-00-1-2-3", "split 0-00", "black"),
        colored=True,
    ),
}
