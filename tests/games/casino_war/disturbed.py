"""The irregularities of Casino War as a supervisor causes them on a page: by the paragraph that rules each.

A server deals without a pause, so what can only happen between two cards has no case here.
Nor has a shoe that runs out or a device that fails within a round, which a page could show.
"""

from __future__ import annotations

from kit.disturbed import Case
from pitboss.games.casino_war.house import CasinoWarHouse

BURN = "2c "  # the first card of a shoe is burned
DEALT = "Kc 2h 9c 3d 5s"


def case(name: str, kind: str, then: dict[str, str] | None = None, **fields: str) -> Case:
    """At a table of its own, where nobody has played yet."""
    house = CasinoWarHouse(name=f"Casino War: {name}")
    return Case(house, {"initial": 1_000}, kind, fields, cards=BURN + DEALT, then=then)


CASES: dict[str, Case] = {
    "9(a)": case("face up", "face up card", depth="0"),
    "9(b)": case("two face up", "face up card", {"depth": "1"}, depth="0"),
    "9(c)": case("drawn", "drawn in error", exposed="no"),
    "9(d)": case("drawn and seen", "drawn in error", exposed="yes"),
    "9(l)": case("not whole", "shoe not whole", what="foreign"),
}
WITHIN_A_ROUND = ("9(e)", "9(f)", "9(g)", "9(h)", "9(i)", "9(j)", "9(k)")
HOUSES = tuple(each.house for each in CASES.values())
