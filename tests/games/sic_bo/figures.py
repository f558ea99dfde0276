"""Published figures of Sic Bo, and how ours are found: what, published, source, ours."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pitboss.analysis import edge

WIZARD, WEEKLY = "Wizard of Odds, Atlantic City column", "Atlantic City Weekly"
PUBLISHED = {
    "small": "2.78%",
    "big": "2.78%",
    "one of a kind, named": "7.87%",
    "two-dice combination": "16.67%",
    "two of a kind, named": "18.52%",
    "any three of a kind": "13.89%",
    "three of a kind, named": "16.20%",
    "total 4 or 17": "15.28%",
    "total 5 or 16": "13.89%",
    "total 6 or 15": "16.67%",
    "total 7 or 14": "9.72%",
    "total 8 or 13": "12.50%",
    "total 9 or 12": "18.98%",
    "total 10 or 11": "12.50%",
}


def house_edge(wager: str, **settings: str) -> Callable[[], Fraction]:
    return lambda: edge("sic-bo", settings=settings)[wager].house_edge


FIGURES: tuple[tuple[str, str, str, Callable[[], Fraction]], ...] = (
    *((wager, published, WIZARD, house_edge(wager)) for wager, published in PUBLISHED.items()),
    ("one of a kind, named", "7.9%", WEEKLY, house_edge("one of a kind, named")),
    (
        "table a, total 5 or 16",
        "47.22%",
        "Wizard of Odds, Macau",
        house_edge("total 5 or 16", **{"pay-table": "a"}),
    ),
)
