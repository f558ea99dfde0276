"""Every irregularity of Sic Bo, as a supervisor causes it on the page of a table. test_disturbed.py plays them."""

from __future__ import annotations

from kit.disturbed import Case
from pitboss.games.sic_bo.house import SicBoHouse
from pitboss.table.money import Money

BY_HAND = SicBoHouse(name="By hand")
BY_ITSELF = SicBoHouse(name="By itself", shaker="automated")
SHAKEN_FIRST = SicBoHouse(name="Shaken first", order="shake-then-call")
POOR = SicBoHouse(name="Poor", inventory=Money(0))  # a payment waits for a fill, and betting is over meanwhile
SMALL = {"small": 500}
# Whichever of these totals comes, it wins more than all the others lose.
TOTALS = {
    f"total {total}": 100 * dollars for total, dollars in zip(range(7, 15), (8, 12, 15, 15, 15, 15, 12, 8), strict=True)
}

HOUSES = (BY_HAND, BY_ITSELF, SHAKEN_FIRST, POOR)
CASES: dict[str, Case] = {
    "9(a), 9(c)": Case(BY_HAND, SMALL, "die lies", {"how": "leaning", "die": "2"}),
    "9(b)": Case(BY_HAND, SMALL, "die lies", {"how": "on another die", "die": "3"}),
    "9(d)": Case(BY_HAND, SMALL, "wrong call", {"noticed": "after paying"}),
    "9(f)": Case(BY_HAND, SMALL, "shaker opens", {"how": "die out"}),
    "9(g)": Case(BY_ITSELF, SMALL, "shaker stops", {"then": "runs again"}),
    "9(j)": Case(SHAKEN_FIRST, SMALL, "uncovered early", {}),
    "9(h)": Case(BY_HAND, SMALL, "flaw found", {"what": "die"}, ends=True),
    "9(i)": Case(POOR, TOTALS, "late chips", {"position": "1"}, after=True),
    "9(e)": Case(BY_HAND, SMALL, "lights fail", {}, order="lights repaired"),
}
