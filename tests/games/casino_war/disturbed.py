"""The irregularities of Casino War as a supervisor causes them on a page: by the paragraph that rules each.

What can only happen between two cards is caused before the deal and waits for its moment. No shoe of this game runs out
by play alone, because a quarter of it lies behind the cutting card: here one new dealer after another burns it down.
"""

from __future__ import annotations

from kit.disturbed import Case
from pitboss.games.casino_war.law.house import CasinoWarHouse

BURN = "2c "  # the first card of a shoe is burned
DEALT = "Kc 2h 9c 3d 5s"
TIED = "Qc Kc Kd Qh 2c 2d 3c 5h 8h"  # companions of the house win, and there is a war, which the player loses


def case(name: str, kind: str, then: dict[str, str] | None = None, **fields: str) -> Case:
    """Make a case at a table of its own, where nobody has played yet."""
    house = CasinoWarHouse(name=f"Casino War: {name}")
    return Case(house, {"initial": 1_000}, kind, fields, cards=BURN + DEALT, then=then)


def tie_case(name: str, kind: str, answers: tuple[str, ...] = ("war",), **fields: str) -> Case:
    return case(name, kind, None, **fields)._replace(cards=BURN + TIED, answers=answers)


DEVICE = CasinoWarHouse(name="Casino War: the shuffler fails", shuffler="device")
CASES: dict[str, Case] = {
    "9(a)": case("face up", "face up card", depth="0"),
    "9(b)": case("two face up", "face up card", {"depth": "1"}, depth="0"),
    "9(c)": case("drawn", "drawn in error", exposed="no"),
    "9(d)": case("drawn and seen", "drawn in error", exposed="yes"),
    "9(e)": case("two cards", "extra card", place="position 1")._replace(later=True),
    "9(f)": case("passed over", "short card", place="position 1")._replace(later=True),
    "9(g)": case("two for the dealer", "extra card", place="the dealer")._replace(later=True),
    "9(h)": tie_case("few burned", "few burned", noticed="too late"),
    "9(i)": tie_case("burned and seen", "burned card seen")._replace(later=True),
    "9(j)": case("run out", "new dealer")._replace(cards="", left=2, readings={"first-card-dealer": "yes"}),
    "9(k)": Case(DEVICE, {"initial": 1_000}, "device jam", {"device": "shuffler"}, empty=True),
    "9(l)": case("not whole", "shoe not whole", what="foreign"),
}
HOUSES = tuple(each.house for each in CASES.values())
