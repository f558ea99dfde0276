"""Published figures of baccarat, and how ours are found: what, published, source, ours."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from pitboss.analysis import edge

WIZARD = "Wizard of Odds"
GAME = "baccarat"
DIGITS = 10**24


def house_edge(wager: str, **settings: object) -> Callable[[], Fraction]:
    return lambda: edge(GAME, settings=settings)[wager].house_edge


def without_ties(wager: str) -> Callable[[], Fraction]:
    def ours() -> Fraction:
        row = edge(GAME)[wager]
        return row.house_edge / (1 - row.push_frequency)

    return ours


def frequency(wager: str) -> Callable[[], Fraction]:
    return lambda: edge(GAME)[wager].hit_frequency


def deviation(wager: str) -> Callable[[], Fraction]:
    def ours() -> Fraction:
        variance = edge(GAME)[wager].variance
        return Fraction(isqrt(variance.numerator * DIGITS // variance.denominator), isqrt(DIGITS))

    return ours


FIGURES: tuple[tuple[str, str, str, Callable[[], Fraction]], ...] = (
    ("eight decks, banker less 5 percent", "1.0579%", WIZARD, house_edge("banker")),
    ("eight decks, banker less 5 percent, without ties", "1.1692%", WIZARD, without_ties("banker")),
    ("eight decks, player", "1.2351%", WIZARD, house_edge("player")),
    ("eight decks, player, without ties", "1.3650%", WIZARD, without_ties("player")),
    ("eight decks, tie 8 to 1", "14.3596%", WIZARD, house_edge("tie")),
    ("eight decks, tie 9 to 1", "4.8440%", WIZARD, house_edge("tie", **{"tie-odds": "9 to 1"})),
    ("eight decks, player pair 11 to 1", "10.3614%", WIZARD, house_edge("player pair", pairs="offered")),
    ("eight decks, banker pair 11 to 1", "10.3614%", WIZARD, house_edge("banker pair", pairs="offered")),
    ("eight decks, banker's hand wins", "0.458597", WIZARD, frequency("banker")),
    ("eight decks, player's hand wins", "0.446247", WIZARD, frequency("player")),
    ("eight decks, tie", "0.095156", WIZARD, frequency("tie")),
    ("eight decks, standard deviation of banker", "0.93", WIZARD, deviation("banker")),
    ("eight decks, standard deviation of player", "0.95", WIZARD, deviation("player")),
    ("eight decks, standard deviation of tie", "2.64", WIZARD, deviation("tie")),
)
