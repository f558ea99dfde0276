"""The mathematics of Big Six: exact edges, the hold and simulations, section by section."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from pitboss.common.spin_model import SpinModel
from pitboss.counting.courses import Course, End
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.floors import Floor, rates
from pitboss.games.big_six.law.house import BigSixHouse, least_table, rate, stops, table_called, wins
from pitboss.games.big_six.law.layout import SPOTS
from pitboss.games.big_six.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.paytable import worth

WINS = "wins"
LOSES = End("loses", Fraction(-1))


class BigSix(SpinModel[BigSixHouse]):
    LINES: ClassVar = {"": tuple(table_called("odds").lines)}
    WAGERS = WAGERS
    NO_CARDS = "Big Six has no cards and no point; name wagers with --wager, as in joker=10"
    NO_AREA = f"; the areas are {', '.join(SPOTS)}"
    BET_ON = f"bet on {', '.join(SPOTS)} (beyond:big-six.5(c))"

    def spots(self, rules: Rules, house: BigSixHouse) -> tuple[str, ...]:
        return SPOTS

    def course(self, rules: Rules, house: BigSixHouse, spot: str, cents: int) -> Course:
        if spot not in SPOTS:
            raise ImpossibleError(f"no section of the wheel shows {spot}{self.NO_AREA}")
        return Course(spot, cents, (tuple(fate(rules, house, spot, symbol) for symbol in stops(rules, house)),))

    def most(self, rules: Rules, house: BigSixHouse, spot: str) -> int:
        return int(house.maximum)

    def floors(self, rules: Rules, house: BigSixHouse) -> list[Floor]:
        table = least_table(house, rules)
        return [
            Floor(line, "", table.cite, {"": {line: odds}}, outcomes={line: WINS})
            for line, odds in rates(table).items()
        ]

    def pricing_cases(self) -> list[tuple[str, BigSixHouse, int]]:
        """Return a table that elects nothing, so that the readings of wheel and odds decide, and one with the other
        wheel."""
        return [("", BigSixHouse(), 100), ("24 sections of $1", BigSixHouse(wheel="24-15-7-4-2"), 100)]

    def usual_bets(self, rules: Rules, house: BigSixHouse) -> dict[str, int]:
        return {"$1": int(house.minimum)}


def fate(rules: Rules, house: BigSixHouse, spot: str, symbol: str) -> End:
    """Return the end of a wager when this symbol wins."""
    if not wins(rules, spot, symbol):
        return LOSES
    odds = rate(rules, house, spot)
    return End(WINS, worth(odds), str(odds))


MODEL = BigSix()
