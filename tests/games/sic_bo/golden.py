"""Golden rounds of Sic Bo: both walks of the sheet of facts, and every disturbance once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.sic_bo.scene import SicBo, carry_with
from kit.scene import holding
from pitboss.engine.carry import opening
from pitboss.engine.incidents.spin_incidents import LateChips, WrongCall
from pitboss.engine.inputs import SUPERVISOR, Closing, Credit, Fill, Leave, Order, Sit
from pitboss.games.sic_bo.law.irregular import (
    DieLies,
    FlawFound,
    LightsFail,
    ShakerOpens,
    ShakerStops,
    UncoveredEarly,
)

COVERED: dict[str, Any] = {"order": "shake-then-call"}


def three_shakes_and_small() -> SicBo:
    """The first walk."""
    scene = SicBo(carry=opening(20_000_000, ()))
    scene.give(Sit(1, "First Fay", 50_000), Sit(2, "Second Sam", 50_000))
    scene.bet(1, "small", 1_000).bet(1, "total 9", 500).bet(1, "two-dice 2-5", 200)
    scene.bet(2, "one of a kind 2", 300).bet(2, "any three of a kind", 100).bet(2, "two of a kind 2", 400)
    return scene.shake(5, 2, 2)


def no_roll_and_then_a_triple() -> SicBo:
    """The second walk."""
    scene = SicBo(1, 2).bet(1, "big", 2_000).bet(1, "total 12", 500).bet(1, "three of a kind 4", 100)
    scene.bet(2, "two of a kind 4", 200).bet(2, "one of a kind 4", 200).bet(2, "small").bet(
        2, "any three of a kind", 100
    )
    return scene.give(DieLies("leaning", 2)).shake(1, 4, 6).rest(4, 4, 4)


def a_die_on_another() -> SicBo:
    return SicBo(1).bet(1, "big").close_betting().give(DieLies("on another die", 3)).rest(6, 6, 1).rest(6, 5, 1)


def a_leaning_die_is_read_and_one_on_another_too() -> SicBo:
    scene = SicBo(1, readings={"leaning-die": "opposite-face", "die-on-die": "read-it"})
    scene.bet(1, "total 8").give(DieLies("leaning", 2)).shake(1, 4, 4)
    return scene.bet(1, "total 9").give(DieLies("on another die")).shake(1, 4, 4)


def wagers_are_changed_after_no_roll() -> SicBo:
    scene = SicBo(1, 2, readings={"wagers-after-no-roll": "changed"}).bet(1, "small").bet(2, "big")
    scene.close_betting().give(DieLies("leaning")).rest(1, 2, 3).take_down(1, "small").bet(1, "big")
    return scene.shake(6, 5, 4)


def wagers_go_back_after_no_roll() -> SicBo:
    scene = SicBo(1, readings={"wagers-after-no-roll": "back"}).bet(1, "small")
    return scene.close_betting().give(ShakerOpens("open")).rest(1, 2, 3).bet(1, "total 4", 100).shake(1, 1, 2)


def the_shaker_opens_and_loses_a_die() -> SicBo:
    scene = SicBo(1).bet(1, "one of a kind 3").give(ShakerOpens("open")).close_betting()
    return scene.give(ShakerOpens("die out")).rest(3, 3, 1).rest(3, 3, 1)


def the_automated_shaker_stops_and_runs_again() -> SicBo:
    scene = SicBo(1, shaker="automated", covered=True).bet(1, "two of a kind 3").give(ShakerStops())
    return scene.close_betting().rest(3, 3, 1)


def the_automated_shaker_cannot_run() -> SicBo:
    scene = SicBo(1, shaker="automated").bet(1, "small").close_betting().give(ShakerStops("cannot run"))
    return scene.give(Order("open the table", by=SUPERVISOR)).bet(1, "small").shake(1, 2, 4)


def wrong_numbers_put_right_at_once() -> SicBo:
    return SicBo(1, 2).bet(1, "total 10").bet(2, "total 11").give(WrongCall("at once")).shake(2, 3, 5)


def wrong_numbers_put_right_after_paying() -> SicBo:
    scene = SicBo(1, 2).bet(1, "small", 2_000).bet(1, "one of a kind 3").bet(2, "big").give(WrongCall("after paying"))
    return scene.shake(2, 3, 5)


def the_lights_count_by_another_reading() -> SicBo:
    scene = SicBo(1, 2, readings={"lights-or-dice": "lights"}).bet(1, "small").bet(2, "big")
    scene.give(WrongCall("at once")).shake(2, 3, 5)
    return scene.bet(1, "small").bet(2, "big").give(WrongCall("after paying")).shake(2, 3, 5)


def the_lights_fail_and_are_repaired() -> SicBo:
    scene = SicBo(1).bet(1, "small").give(LightsFail()).shake(1, 2, 4)
    return scene.give(Order("lights repaired", by=SUPERVISOR)).bet(1, "big").shake(1, 2, 4)


def a_flawed_die_voids_the_round() -> SicBo:
    scene = SicBo(1, 2).bet(1, "small").bet(2, "total 4").close_betting().give(FlawFound("die"))
    scene.bet(1, "small").shake(1, 2, 4)
    return (
        scene.give(Order("close the table", by=SUPERVISOR), Order("open the table", by=SUPERVISOR))
        .bet(2, "big")
        .shake(6, 6, 5)
    )


def chips_come_too_late() -> SicBo:
    return SicBo(1, 2).bet(1, "two-dice 1-6").close_betting().give(LateChips(2)).rest(6, 6, 1)


def the_dice_are_uncovered_too_early() -> SicBo:
    scene = SicBo(1, **COVERED).bet(1, "big").give(UncoveredEarly()).take_down(1, "big").bet(1, "small")
    return scene.shake(6, 5, 4)


def the_table_closes_and_opens() -> SicBo:
    scene = SicBo(1, **COVERED).give(Closing(), Closing(closes=False)).bet(1, "big").shake(6, 6, 6)
    scene = scene.give(Leave(1), Sit(3, "Third Theo", 50_000))
    return scene.bet(3, "three of a kind 6").shake(6, 6, 6)


def every_wager_on_a_triple_by_other_readings() -> SicBo:
    readings = {
        "pay-table": "b",
        "double-on-triple": "exactly-two-dice",
        "single-on-triple": "lines-added",
        "total-three-eighteen": "areas",
        "three-shakes": "any",
        "shake-order": "shake-first",
        "partial-tables": "whole-table",
    }
    scene = SicBo(1, readings=readings)
    for spot in ("total 3", "one of a kind 1", "two of a kind 1", "three of a kind 1", "any three of a kind", "small"):
        scene.bet(1, spot)
    return scene.shake(1, 1, 1)


def a_payment_waits_for_a_fill() -> SicBo:
    scene = SicBo(carry=holding(carry_with(1), 3_000)).give(Credit(200, by=SUPERVISOR)).bet(1, "three of a kind 2", 100)
    return scene.shake(2, 2, 2).give(Fill(20_000, by=SUPERVISOR))


ROUNDS: tuple[Callable[[], SicBo], ...] = (
    three_shakes_and_small,
    no_roll_and_then_a_triple,
    a_die_on_another,
    a_leaning_die_is_read_and_one_on_another_too,
    wagers_are_changed_after_no_roll,
    wagers_go_back_after_no_roll,
    the_shaker_opens_and_loses_a_die,
    the_automated_shaker_stops_and_runs_again,
    the_automated_shaker_cannot_run,
    wrong_numbers_put_right_at_once,
    wrong_numbers_put_right_after_paying,
    the_lights_count_by_another_reading,
    the_lights_fail_and_are_repaired,
    a_flawed_die_voids_the_round,
    chips_come_too_late,
    the_dice_are_uncovered_too_early,
    the_table_closes_and_opens,
    every_wager_on_a_triple_by_other_readings,
    a_payment_waits_for_a_fill,
)
