"""The irregularities of Sic Bo as a supervisor causes them on a page: by the paragraph that rules each."""

from __future__ import annotations

from kit.disturbed import Case
from pitboss.games.sic_bo.law.house import SicBoHouse

BY_HAND = SicBoHouse(name="By hand")
BY_ITSELF = SicBoHouse(name="By itself", shaker="automated")
SHAKEN_FIRST = SicBoHouse(name="Shaken first", order="shake-then-call")
SMALL = {"small": 500}

HOUSES = (BY_HAND, BY_ITSELF, SHAKEN_FIRST)
CASES: dict[str, Case] = {
    "9(a), 9(c)": Case(BY_HAND, SMALL, "die lies", {"how": "leaning", "die": "2"}),
    "9(b)": Case(BY_HAND, SMALL, "die lies", {"how": "on another die", "die": "3"}),
    "9(d)": Case(BY_HAND, SMALL, "wrong call", {"noticed": "after paying"}),
    "9(e)": Case(BY_HAND, SMALL, "lights fail", {}, order="lights repaired"),
    "9(f)": Case(BY_HAND, SMALL, "shaker opens", {"how": "die out"}),
    "9(g)": Case(BY_ITSELF, SMALL, "shaker stops", {"then": "runs again"}),
    "9(h)": Case(BY_HAND, SMALL, "flaw found", {"what": "die"}, ends=True),
    "9(i)": Case(BY_HAND, SMALL, "late chips", {"position": "1"}),
    "9(j)": Case(SHAKEN_FIRST, SMALL, "uncovered early", {}),
}
