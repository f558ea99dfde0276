"""Exact odds of Baccarat, counted as for Minibaccarat."""

from __future__ import annotations

from pitboss.common.punto_banco.math.exact import (
    LINES,
    UNCOUNTED,
    advise,
    ask,
    bet_matters,
    exposure,
    floors,
    houses,
    limits,
    limits_by_wager,
    offered_row,
    rows_without,
    standing,
    strategy,
    tables,
    usual_bet,
    wagers,
    what_if,
)
from pitboss.games.baccarat.law.house import BaccaratHouse

__all__ = [
    "LINES",
    "UNCOUNTED",
    "advise",
    "ask",
    "bet_matters",
    "exposure",
    "floors",
    "houses",
    "limits",
    "limits_by_wager",
    "offered_row",
    "pricing_cases",
    "rows_without",
    "standing",
    "strategy",
    "usual_bet",
    "wagers",
    "what_if",
]


def pricing_cases() -> list[tuple[str, BaccaratHouse, int]]:
    return tables(BaccaratHouse)
