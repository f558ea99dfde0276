"""Published figures of Casino War, and how ours are found: what, published, source, ours, and why they differ."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from pitboss.counting.exact_model import Row
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.house import TIE, CasinoWarHouse
from pitboss.games.casino_war.law.play import GO_TO_WAR, SURRENDER
from pitboss.games.casino_war.math import exact

WIZARD, SECONDARY = "Wizard of Odds", "a secondary page"
DIGITS = 10**24
RULES = GAME.rules({})
BET = 1_000


def initial(always: str, **house: object) -> Row:
    """Count the initial wager of a player who answers every tie alike."""
    return exact.initial(RULES, CasinoWarHouse(**house), BET, (), always)  # type: ignore[arg-type]


def deviation(row: Row) -> Fraction:
    return Fraction(isqrt(row.variance.numerator * DIGITS // row.variance.denominator), isqrt(DIGITS))


def tie(odds: str) -> Callable[[], Fraction]:
    return lambda: exact.tie(RULES, CasinoWarHouse(tie_odds=odds), TIE).house_edge


Found = tuple[str, str, str, Callable[[], Fraction]]
FIGURES: tuple[Found | tuple[str, str, str, Callable[[], Fraction], str], ...] = (
    ("2 to 1 on a war tie, six decks", "2.33%", WIZARD, lambda: initial(GO_TO_WAR).house_edge),
    ("2 to 1 on a war tie, standard deviation", "1.057637", WIZARD, lambda: deviation(initial(GO_TO_WAR))),
    ("2 to 1 on a war tie, eight decks", "2.34%", WIZARD, lambda: initial(GO_TO_WAR, packs=8).house_edge),
    ("1 to 1 on a war tie", "2.88%", WIZARD, lambda: initial(GO_TO_WAR, war_tie_odds="plain").house_edge),
    (
        "1 to 1 on a war tie, standard deviation",
        "1.05",
        WIZARD,
        lambda: deviation(initial(GO_TO_WAR, war_tie_odds="plain")),
    ),
    ("always surrender", "3.70%", WIZARD, lambda: initial(SURRENDER).house_edge),
    ("tie wager at 10 to 1", "18.65%", WIZARD, tie("10 to 1")),
    ("tie wager at 11 to 1", "11.25%", WIZARD, tie("11 to 1")),
    (
        "1 to 1 on a war tie, as a share of all that is wagered",
        "2.70%",
        SECONDARY,
        lambda: initial(GO_TO_WAR, war_tie_odds="plain").element_of_risk,
        "2.88% by the 1.0740 wagered on average is 2.68%; we do not know what the page divides by",
    ),
)
