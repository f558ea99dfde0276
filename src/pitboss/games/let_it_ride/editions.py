"""The legal history of Let It Ride, as far as it is held."""

from __future__ import annotations

TEXTS = {"2007-10-15": "Let It Ride Poker as amended to October 15, 2007"}

_ALL = (
    "18.1",
    "18.2",
    "18.3",
    "18.4",
    "18.5",
    "18.6",
    "18.6A",
    "18.6B",
    "18.7",
    "18.8",
    "18.9",
    "18.10",
    "18.11",
    "18.12",
)
SECTIONS = dict.fromkeys(_ALL, "2007-10-15")
