"""Simple ways to play a seat, for companions and demonstrations. Each sees only its own seat's view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.sic_bo.law.facts import OUT_OF_USE, PUT_AWAY
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.games.sic_bo.law.layout import layout


@dataclass(frozen=True)
class Simple:
    """Bets the least on the same areas every round."""

    spots: tuple[str, ...]

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, SicBoHouse)
        seat, marks = view.seat, view.marks
        if view.wagers.get(seat) or PUT_AWAY.word in marks or OUT_OF_USE.word in marks:
            return
        chips = view.chips[seat]
        for spot in self.spots:
            least, most = house.limits(layout(False)[spot])
            if least <= min(most, chips):
                chips -= least
                yield Wager(seat, {spot: least})

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default  # nothing is ever asked at this table


STRATEGIES = {
    "small": Simple(("small",)),
    "big and numbers": Simple(("big", "one of a kind 6", "two-dice 5-6")),
    "totals": Simple(("total 9", "total 10", "total 11", "total 12")),
    "long shots": Simple(("three of a kind 6", "any three of a kind", "two of a kind 6", "total 4", "total 17")),
}
