"""The irregularities of Baccarat that Minibaccarat does not have, as a supervisor causes them on a page, and one that
both have."""

from __future__ import annotations

from kit.disturbed import Case
from pitboss.games.baccarat.law.house import BaccaratHouse

BURN = "As 2c "  # the first card of a shoe, and the one that it has burned
STANDS = "Kc Qd 6s 7h"  # player 6, banker 7: both stay

CASES: dict[str, Case] = {
    "9(a)": Case(
        BaccaratHouse(name="Baccarat: seen"),
        {"banker": 1_000},
        "drawn in error",
        {"exposed": "yes"},
        cards=f"{BURN}9h {STANDS}",
    ),
    "9(k)": Case(
        BaccaratHouse(name="Baccarat: wrong count"),
        {"banker": 1_000},
        "wrong count",
        {},
        cards=BURN + STANDS,
        cites="minibaccarat",
    ),
}
HOUSES = tuple(case.house for case in CASES.values())
