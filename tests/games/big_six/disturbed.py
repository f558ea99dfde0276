"""The irregularities of Big Six as a supervisor causes them on a page: by the paragraph that rules each."""

from __future__ import annotations

from kit.disturbed import Case
from pitboss.games.big_six.law.house import BigSixHouse

USUAL = BigSixHouse(name="Big Six")
HOUSES = (USUAL,)
BETS = {"$1": 100, "$2": 200, "joker": 300}

CASES = {
    "9(a), 9(e)": Case(USUAL, BETS, "short spin", {"rounds": "2"}, again=True),
    "9(b)": Case(USUAL, BETS, "spin astray", {"how": "between two stops"}, again=True),
    "9(c)": Case(USUAL, BETS, "spin astray", {"how": "in no stop"}, again=True),
    "9(d)": Case(USUAL, BETS, "spin astray", {"how": "touched"}, again=True),
    "9(f)": Case(USUAL, BETS, "late chips", {"position": "1"}),
    "9(g)": Case(USUAL, BETS, "wrong call", {"noticed": "after paying"}),
    "9(h)": Case(USUAL, BETS, "wheel broken", {}, ends=True, order="open the table"),
}
