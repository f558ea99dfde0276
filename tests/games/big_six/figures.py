"""Published figures of Big Six, and how ours are found: what, published, source, ours."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pitboss.analysis import edge

WIZARD, WIKIPEDIA = "Wizard of Odds", "Wikipedia"
LAS_VEGAS = {"wheel": "24-15-7-4-2", "picture-odds": "nevada"}


def house_edge(wager: str) -> Callable[[], Fraction]:
    return lambda: edge("big-six", settings=LAS_VEGAS)[wager].house_edge


FIGURES: tuple[tuple[str, str, str, Callable[[], Fraction]], ...] = (
    ("Las Vegas count, $1", "11.11%", WIZARD, house_edge("$1")),
    ("Las Vegas count, $2", "16.67%", WIZARD, house_edge("$2")),
    ("Las Vegas count, $5", "22.22%", WIZARD, house_edge("$5")),
    ("Las Vegas count, $10", "18.52%", WIZARD, house_edge("$10")),
    ("Las Vegas count, $20", "22.22%", WIZARD, house_edge("$20")),
    ("joker at 40 to 1", "24.07%", WIZARD, house_edge("joker")),
    ("flag at 40 to 1", "24.07%", WIZARD, house_edge("flag")),
    ("least of all wagers, Las Vegas count", "11.1%", WIKIPEDIA, house_edge("$1")),
    ("most of all wagers, Las Vegas count: “more than 24 percent”", "24%", WIKIPEDIA, house_edge("flag")),
)
