"""Simple ways to play a seat, for companions and demonstrations. Each sees only its own seat's view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.casino_war.law.house import INITIAL, TIE, CasinoWarHouse, offers_tie
from pitboss.games.casino_war.law.play import GO_TO_WAR, SURRENDER


@dataclass(frozen=True)
class Simple:
    """Bets the least and always gives the same answer to a tie."""

    answer: str
    on_tie: bool = False

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, CasinoWarHouse)
        seat = view.seat
        stakes = {INITIAL: int(house.minimum)}
        if self.on_tie and offers_tie(house):
            stakes[TIE] = int(house.tie_minimum)
        # While a war waits for tie wagers there are wagers on the layout: this player makes none.
        if not view.wagers.get(seat) and not view.dealer and view.chips[seat] >= sum(stakes.values()):
            yield Wager(seat, stakes)

    def choose(self, view: Seen, ask: Ask) -> str:
        return self.answer if self.answer in ask.choices else ask.default


STRATEGIES = {"war": Simple(GO_TO_WAR), "surrender": Simple(SURRENDER), "ties": Simple(GO_TO_WAR, on_tie=True)}
