"""A scene for every choice of every reading of Sic Bo, and what comes of it. test_choices.py plays them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from games.sic_bo.scene import SicBo
from pitboss.engine.incidents.spin_incidents import WrongCall
from pitboss.engine.waits import Window
from pitboss.games.sic_bo.law.facts import SHAKES
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.games.sic_bo.law.irregular import DieLies


def pay_table(choice: str) -> int:
    return SicBo(1, readings={"pay-table": choice}).bet(1, "any three of a kind", 100).shake(2, 2, 2).winnings(1)


def double_on_triple(choice: str) -> int:
    return SicBo(1, readings={"double-on-triple": choice}).bet(1, "two of a kind 4", 200).shake(4, 4, 4).winnings(1)


def single_on_triple(choice: str) -> int:
    return SicBo(1, readings={"single-on-triple": choice}).bet(1, "one of a kind 4", 200).shake(4, 4, 4).winnings(1)


def shake_order(choice: str) -> int | None:
    """Count how often the dice are shaken while betting is open."""
    return SHAKES.get(SicBo(1, readings={"shake-order": choice}).t)


def three_shakes(choice: str) -> int | None:
    return SHAKES.get(SicBo(1, readings={"three-shakes": choice}).bet(1, "small").close_betting().t)


def wagers_after_no_roll(choice: str) -> tuple[dict[str, int], bool]:
    """Return what lies there, and whether the dealer waits for wagers."""
    scene = SicBo(1, readings={"wagers-after-no-roll": choice}).bet(1, "small").give(DieLies("leaning")).shake(1, 2, 3)
    return scene.wagers_of(1), isinstance(scene.driver.wait, Window)


def shaken_until_it_counts(choice: str, reading: str, spot: str, how: Literal["leaning", "on another die"]) -> int:
    """Return the results of a shake that another reading lets count, and of one that loses."""
    scene = SicBo(1, readings={reading: choice}).bet(1, spot).give(DieLies(how)).shake(3, 3, 2)
    if not scene.drivers:
        scene.rest(6, 6, 5)
    return scene.winnings(1)


def die_on_die(choice: str) -> int:
    return shaken_until_it_counts(choice, "die-on-die", "total 8", "on another die")


def leaning_die(choice: str) -> int:
    return shaken_until_it_counts(choice, "leaning-die", "total 9", "leaning")


def lights_or_dice(choice: str) -> int:
    scene = SicBo(1, readings={"lights-or-dice": choice}).bet(1, "small").give(WrongCall("at once"))
    return scene.shake(2, 3, 5).winnings(1)


def total_three_eighteen(choice: str) -> bool:
    return "total 3" in SicBo(1, readings={"total-three-eighteen": choice}).offers_to()


def partial_tables(choice: str) -> int:
    """Count the findings about a house that pays one line better."""
    scene = SicBo(1, readings={"partial-tables": choice})
    return len(SicBoHouse(pay={"two-dice combination": "6 to 1"}).breaches(scene.rules))


WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "pay-table": (pay_table, {"atlantic-city": 3_000, "a": 2_400, "b": 3_100}),
    "double-on-triple": (double_on_triple, {"wins-once": 2_000, "exactly-two-dice": -200}),
    "single-on-triple": (single_on_triple, {"one-line": 600, "lines-added": 1_200}),
    "shake-order": (shake_order, {"call-first": None, "shake-first": 3}),
    "three-shakes": (three_shakes, {"three": 3, "any": 1}),
    "wagers-after-no-roll": (
        wagers_after_no_roll,
        {"fixed": ({"small": 1_000}, False), "changed": ({"small": 1_000}, True), "back": ({}, True)},
    ),
    "die-on-die": (die_on_die, {"no-roll": -1_000, "read-it": 8_000}),
    "leaning-die": (leaning_die, {"no-roll": -1_000, "opposite-face": 6_000}),
    "lights-or-dice": (lights_or_dice, {"dice": 1_000, "lights": -1_000}),
    "total-three-eighteen": (total_three_eighteen, {"none": False, "areas": True}),
    "partial-tables": (partial_tables, {"whole-table": 1, "none-lower": 0}),
}
