"""Simple ways to play a seat, for companions and demonstrations. Each sees only its own seat's view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games.craps.law.facts import ON_BUTTON, POINT
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.layout import COME, DONT_COME, DONT_PASS, PASS, odds_of
from pitboss.games.craps.law.roll import NUMBERS, pair
from pitboss.games.craps.law.wagers import Call

EVEN = {"4 or 10": 1, "5 or 9": 2, "6 or 8": 5}  # chips of which every multiple is paid exactly at true odds


@dataclass(frozen=True)
class Simple:
    """Keeps a bet on one side of the line and, as configured, odds, come bets, numbers and propositions."""

    line: str = PASS
    odds: bool = False
    come: str = ""
    places: tuple[int, ...] = ()
    calls_on: bool = False
    propositions: tuple[str, ...] = ()

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        assert isinstance(house, CrapsHouse)
        chips = view.chips[view.seat]
        for given in self._wishes(view, house):
            cost = sum(given.stakes.values()) if isinstance(given, Wager) else 0
            if cost <= chips:
                chips -= cost
                yield given

    def _wishes(self, view: Seen, house: CrapsHouse) -> Iterator[Input]:
        seat, out = view.seat, view.wagers.get(view.seat, {})
        marks, bet = view.marks, house.minimum
        point = marks.get(POINT.word)
        if not point and self.line not in out:
            yield Wager(seat, {self.line: bet})
        if point and self.odds and self.line == PASS and PASS in out and odds_of(PASS) not in out:
            each = EVEN[pair(point)] * house.smallest_chip
            if behind := out[PASS] * house.times(point) // each * each:
                yield Wager(seat, {odds_of(PASS): behind})
        if point and self.come and len([spot for spot in out if spot.startswith(self.come)]) < 2:
            yield Wager(seat, {self.come: bet})
        for number in self.places if point else ():
            if f"place {number}" not in out:
                yield Wager(seat, {f"place {number}": payable_bet(bet, number, house)})
        for number in NUMBERS if self.calls_on and not point else ():
            if f"place {number}" in out and ON_BUTTON.word(f"place {number}", seat) not in marks:
                yield Call(seat, f"place {number}")
        for spot in self.propositions:
            if spot not in out:
                yield Wager(seat, {spot: 4 * house.proposition_minimum})

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.default  # nothing is ever asked at this table


def payable_bet(bet: int, number: int, house: CrapsHouse) -> int:
    """Return the least amount from this bet up that is paid exactly at the customary odds on a number."""
    step = house.smallest_chip * (6 if number in (6, 8) else 5)
    return -(-bet // step) * step


STRATEGIES = {
    "line": Simple(odds=True),
    "come": Simple(odds=True, come=COME, places=(6, 8)),
    "dark": Simple(DONT_PASS, come=DONT_COME),
    "numbers": Simple(places=(4, 5, 6, 8, 9, 10), calls_on=True),
    "props": Simple(propositions=("hard 4", "hard 6", "hard 8", "hard 10", "horn", "c and e", "any seven")),
}
