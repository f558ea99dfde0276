"""Exact odds of Minibaccarat."""

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
from pitboss.games.minibaccarat.law.house import MinibaccaratHouse

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


def pricing_cases() -> list[tuple[str, MinibaccaratHouse, int]]:
    return tables(MinibaccaratHouse)
