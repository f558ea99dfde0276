"""The irregularities of Minibaccarat as a supervisor causes them on a page: by the paragraph that rules each.

What can only happen between two cards is caused before the deal and waits for its moment. A shoe runs out here because
card after card is drawn in error and seen.
"""

from __future__ import annotations

from kit.disturbed import Case
from pitboss.games.minibaccarat.law.house import MinibaccaratHouse

BURN = "As 2c "  # the first card of a shoe, and the one that it has burned
STANDS = "Kc Qd 6s 7h"  # player 6, banker 7: both stay
DRAWS = "Kc Qd 6s 2h 5c"  # player 6 stays, banker 2 draws


def case(name: str, kind: str, cards: str, then: dict[str, str] | None = None, **fields: str) -> Case:
    """Make a case at a table of its own, where nobody has played yet."""
    house = MinibaccaratHouse(name=f"Minibaccarat: {name}")
    return Case(house, {"banker": 1_000}, kind, fields, cards=BURN + cards, then=then)


DEVICE = MinibaccaratHouse(name="Minibaccarat: a device", shuffler="continuous")
HARMS = MinibaccaratHouse(name="Minibaccarat: a device that harms", shuffler="continuous")
SMALL = MinibaccaratHouse(name="Minibaccarat: run out", packs=6)
CASES: dict[str, Case] = {
    "9(a)": case("face up", "face up card", "9h " + STANDS, depth="0"),
    "9(b)": case("two face up", "face up card", "9h 2h " + STANDS, {"depth": "1"}, depth="0"),
    "9(c)": case("drawn", "drawn in error", STANDS, exposed="no"),
    "9(d)": case("third to the player", "third in error", DRAWS, hand="player", seen="yes"),
    "9(e)": case("third to the banker", "third in error", STANDS + " 9c", hand="banker", seen="yes"),
    "9(f)": case("wrong hand", "wrong hand", STANDS, certain="no"),
    "9(g)": case("left out", "third left out", DRAWS, hand="banker", noticed="too late"),
    "9(h)": Case(SMALL, {"banker": 1_000}, "drawn in error", {"exposed": "yes"}, left=4),
    "9(i)": Case(HARMS, {"banker": 1_000}, "shuffler fails", {"harm": "yes"}, later=True),
    "9(j)": Case(DEVICE, {"banker": 1_000}, "shuffler fails", {}),
    "9(k)": case("wrong count", "wrong count", STANDS),
    "9(l)": case("unsound", "shoe unsound", STANDS, what="foreign card"),
    "9(m)": case("burned wrong", "burned wrong", "9d " + STANDS, what="many")._replace(empty=True),
}
HOUSES = tuple(each.house for each in CASES.values())
