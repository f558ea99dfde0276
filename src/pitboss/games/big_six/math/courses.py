"""The effect of each section on a wager by the table's own rules, for exact edges, the hold and simulations."""

from __future__ import annotations

from fractions import Fraction

from pitboss.counting.courses import Course, End
from pitboss.games.big_six.law.house import BigSixHouse, rate, stops, wins
from pitboss.law.rules import Rules
from pitboss.table.paytable import worth

WINS = "wins"
LOSES = End("loses", Fraction(-1))


def fate(rules: Rules, house: BigSixHouse, spot: str, symbol: str) -> End:
    """Return the end of a wager when this symbol wins."""
    if not wins(rules, spot, symbol):
        return LOSES
    odds = rate(rules, house, spot)
    return End(WINS, worth(odds), str(odds))


def course(rules: Rules, house: BigSixHouse, spot: str, cents: int) -> Course:
    return Course(spot, cents, (tuple(fate(rules, house, spot, symbol) for symbol in stops(rules, house)),))
