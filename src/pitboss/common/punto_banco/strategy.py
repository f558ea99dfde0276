"""Simple ways to play a seat, for companions and demonstrations. Each sees only its own seat's view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.common.punto_banco.house import (
    BANKER,
    DRAGON_7,
    PANDA_8,
    PLAYER,
    PLAYER_PAIR,
    TIE,
    PuntoBancoHouse,
    offered_spots,
)
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask


@dataclass(frozen=True)
class Always:
    """A player who wagers the minimum on the same areas, round after round."""

    spots: tuple[str, ...]

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, PuntoBancoHouse)
        seat = view.seat
        debt = view.marks.get(f"vigorish owed {seat}", 0)
        stakes = {spot: int(house.limits(spot)[0]) for spot in self.spots if spot in offered_spots(house)}
        if not view.wagers.get(seat) and view.chips[seat] - debt >= sum(stakes.values()):
            yield Wager(seat, stakes)

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default


STRATEGIES = {
    "banker": Always((BANKER,)),
    "player": Always((PLAYER,)),
    "ties": Always((PLAYER, TIE)),
    "everything": Always((BANKER, TIE, PLAYER_PAIR, DRAGON_7, PANDA_8)),
}
