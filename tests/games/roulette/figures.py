"""Published figures of roulette, and how ours are found: what, published, source, ours."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from pitboss.analysis import edge

WIZARD, NOTE = "Wizard of Odds", "a public note on roulette of 2026"
INSIDE = ("straight", "split", "three numbers", "four numbers", "six numbers")
OUTSIDE = ("column", "dozen", "red", "black", "odd", "even", "low", "high")
DIGITS = 10**24


def house_edge(wager: str, **settings: str) -> Callable[[], Fraction]:
    return lambda: edge("roulette", settings=settings)[wager].house_edge


def deviation(wager: str, **settings: str) -> Callable[[], Fraction]:
    def ours() -> Fraction:
        variance = edge("roulette", settings=settings)[wager].variance
        return Fraction(isqrt(variance.numerator * DIGITS // variance.denominator), isqrt(DIGITS))

    return ours


ALL = {"zero-rule": "all"}
SINGLE = {"wheel": "single-zero"}
FIGURES: tuple[tuple[str, str, str, Callable[[], Fraction]], ...] = (
    *((f"double zero, {wager}", "5.263%", WIZARD, house_edge(wager, **ALL)) for wager in (*INSIDE, *OUTSIDE)),
    ("double zero, five numbers", "7.895%", WIZARD, house_edge("five numbers")),
    *(
        (f"double zero, {wager}, half lost on zeros", "2.63%", NOTE, house_edge(wager))
        for wager in ("red", "black", "odd", "even", "low", "high")
    ),
    *((f"single zero, {wager}", "2.703%", WIZARD, house_edge(wager, **SINGLE)) for wager in (*INSIDE, *OUTSIDE)),
    ("double zero, standard deviation of straight", "5.762617", WIZARD, deviation("straight")),
    ("double zero, standard deviation of even money", "0.998614", WIZARD, deviation("red", **ALL)),
)
