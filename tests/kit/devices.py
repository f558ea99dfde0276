"""Check that a change of elections that takes a device away is noticed, with the law of the game."""

from __future__ import annotations

from itertools import product

import msgspec

from pitboss.common.house import CardHouse
from pitboss.law.rules import Rules

SHOE = "automated-shoe"
ELECTED = [
    {"dealing": dealing, "shuffler": shuffler}
    for dealing, shuffler in (("hand", "shuffler"), ("manual-shoe", None), (SHOE, None), (SHOE, "counting-shuffler"))
]


def assert_devices_are_noticed(house: CardHouse, rules: Rules, cite: str) -> None:
    """Assert that every change between ways of shuffling and dealing is noticed where a device goes, and only there."""
    for was, will_be in product(ELECTED, ELECTED):
        gone = []
        if was["shuffler"] and not will_be["shuffler"]:
            gone.append("shuffler")
        if SHOE in was.values() and SHOE not in will_be.values():
            gone.append("automated dealing shoe")
        before, after = (msgspec.structs.replace(house, **elected) for elected in (was, will_be))
        told = list(before.notices(rules, after))
        assert [notice.cite for notice in told] == [cite] * len(gone)
        assert all(f"The {device} is" in notice.told for device, notice in zip(gone, told, strict=True))
