"""The irregularities of roulette as a supervisor causes them on a page: by the paragraphs that rule each."""

from __future__ import annotations

from kit.disturbed import Case
from pitboss.games.roulette.law.house import RouletteHouse

USUAL = RouletteHouse(name="Roulette")
AS_SINGLE = RouletteHouse(name="As single zero", used_as_single_zero=True)
HOUSES = (USUAL, AS_SINGLE)
BETS = {"red": 1_000, "straight 17": 500, "dozen 2": 1_000}

CASES = {
    "9(d), 9(e), 9(f)": Case(USUAL, BETS, "spin astray", {"how": "out of the wheel"}, again=True),
    "9(a), 9(f)": Case(USUAL, BETS, "spin astray", {"how": "with the wheel"}, again=True),
    "9(b), 9(f)": Case(USUAL, BETS, "short spin", {"rounds": "3"}, again=True),
    "9(c), 9(f)": Case(USUAL, BETS, "spin astray", {"how": "object in the wheel"}, again=True),
    "9(g), 9(f)": Case(AS_SINGLE, BETS, "", {}, again=True, stop=AS_SINGLE.stops.index("00")),
    "9(h), 9(f)": Case(USUAL, BETS, "spin astray", {"how": "between two stops"}, again=True),
    "9(f), 9(h)": Case(USUAL, BETS, "spin astray", {"how": "in no stop"}, again=True),
    "9(i)": Case(USUAL, BETS, "wrong call", {"noticed": "after paying"}),
    "9(i), 6(g)": Case(USUAL, BETS, "wrong call", {"noticed": "at once"}),
    "9(j)": Case(USUAL, BETS, "late chips", {"position": "1"}),
    "9(k), 3(e)": Case(USUAL, BETS, "wheel broken", {}, ends=True, order="open the table"),
}
