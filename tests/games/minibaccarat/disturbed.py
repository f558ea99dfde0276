"""The irregularities of Minibaccarat as a supervisor causes them on a page: by the paragraph that rules each.

A server deals a round without a pause, so what can only happen between two cards has no case here.
Nor has a shoe that runs out or a device that fails within a round, which a page could show.
"""

from __future__ import annotations

from kit.disturbed import Case
from pitboss.games.minibaccarat.house import MinibaccaratHouse

BURN = "As 2c "  # the first card of a shoe, and the one that it has burned
STANDS = "Kc Qd 6s 7h"  # player 6, banker 7: both stay
DRAWS = "Kc Qd 6s 2h 5c"  # player 6 stays, banker 2 draws


def case(name: str, kind: str, cards: str, then: dict[str, str] | None = None, **fields: str) -> Case:
    """At a table of its own, where nobody has played yet."""
    house = MinibaccaratHouse(name=f"Minibaccarat: {name}")
    return Case(house, {"banker": 1_000}, kind, fields, cards=BURN + cards, then=then)


DEVICE = MinibaccaratHouse(name="Minibaccarat: a device", shuffler="continuous")
CASES: dict[str, Case] = {
    "9(a)": case("face up", "face up card", "9h " + STANDS, depth="0"),
    "9(b)": case("two face up", "face up card", "9h 2h " + STANDS, {"depth": "1"}, depth="0"),
    "9(c)": case("drawn", "drawn in error", STANDS, exposed="no"),
    "9(d)": case("third to the player", "third in error", DRAWS, hand="player", seen="yes"),
    "9(e)": case("third to the banker", "third in error", STANDS + " 9c", hand="banker", seen="yes"),
    "9(f)": case("wrong hand", "wrong hand", STANDS, certain="no"),
    "9(g)": case("left out", "third left out", DRAWS, hand="banker", noticed="too late"),
    "9(j)": Case(DEVICE, {"banker": 1_000}, "shuffler fails", {}),
    "9(k)": case("wrong count", "wrong count", STANDS),
    "9(l)": case("unsound", "shoe unsound", STANDS, what="foreign card"),
}
WITHIN_A_ROUND = ("9(h)", "9(i)", "9(m)")
HOUSES = tuple(each.house for each in CASES.values())
