"""Golden rounds of Big Six: both walks of the sheet of facts, and every disturbance once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.big_six.scene import BigSix, carry_with
from kit.scene import holding
from pitboss.engine.carry import opening
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import SUPERVISOR, Closing, Credit, Fill, Leave, Order, Sit
from pitboss.games.big_six.law.irregular import SpinCounterclockwise


def _walk(**house: Any) -> BigSix:
    """The wagers of both walks."""
    scene = BigSix(1, 2, 3, **house).bet(1, "$1", 500).bet(1, "$20", 200)
    return scene.bet(2, "$5", 1_000).bet(2, "joker", 100).bet(3, "flag", 300)


def five_wins() -> BigSix:
    """The first walk."""
    return _walk().spin(29)


def two_void_spins_and_then_a_picture() -> BigSix:
    """The second walk."""
    scene = _walk().give(ShortSpin(2)).spin(10).bet(3, "flag", 200)
    scene.give(SpinAstray("between two stops")).spin(26)
    return scene.give(ShortSpin(4)).spin(27)


def the_same_walk_in_nevada() -> BigSix:
    scene = _walk(picture_odds="nevada", wheel="24-15-7-4-2").bet(3, "flag", 200)
    return scene.spin(27)


def a_new_table_is_inspected() -> BigSix:
    scene = BigSix(carry=opening(5_000_000, ())).give(Sit(1, "Fay", 50_000), Sit(2, "Sam", 50_000))
    scene.bet(1, "$1").bet(1, "$2").bet(2, "joker").take_down(1, "$2").give(SpinCounterclockwise()).spin("$1")
    return scene.give(Leave(2)).bet(1, "$10").spin("$20")


def the_wheel_is_touched_and_then_at_fault() -> BigSix:
    scene = BigSix(1, 2).bet(1, "$2").bet(2, "$10").close_betting().give(SpinAstray("touched")).rest(3)
    scene.give(SpinAstray("in no stop")).spin(4).give(SpinAstray("object in the wheel")).spin(5)
    return scene.spin("$10")


def chips_come_too_late() -> BigSix:
    """Have one player hold on to chips for too long, and another put some down while the wheel turns."""
    return BigSix(1, 2).bet(1, "$1").give(LateChips(1)).close_betting().give(LateChips(2)).rest("$2")


def a_wrong_call_put_right_at_once() -> BigSix:
    return BigSix(1, 2).bet(1, "joker", 100).bet(2, "$1").give(WrongCall("at once")).spin("joker")


def a_wrong_call_put_right_after_paying() -> BigSix:
    return BigSix(1, 2).bet(1, "joker", 100).bet(2, "$1").bet(2, "$5").give(WrongCall("after paying")).spin("joker")


def the_wheel_breaks_and_is_inspected() -> BigSix:
    scene = BigSix(1, 2).bet(1, "$5").bet(2, "flag").close_betting().give(WheelBroken())
    return scene.give(Order("open the table", by=SUPERVISOR)).bet(1, "$5").spin("$5")


def the_table_closes_and_opens() -> BigSix:
    scene = BigSix(1).give(Order("close the table", by=SUPERVISOR), Order("open the table", by=SUPERVISOR))
    scene.bet(1, "$1").spin("$1").give(Closing(), Closing(closes=False))
    return scene.bet(1, "$2").spin("$1")


def other_readings() -> BigSix:
    """Play with pictures that win for each other, no announcement, wagers that come back after a void spin, and turns
    counted until the wheel is braked."""
    readings = {"picture-each": "both", "announce": "no", "void-wagers": "returned", "turns-counted": "until-braked"}
    scene = BigSix(1, 2, readings=readings | {"picture-odds": "40"}).bet(1, "joker").bet(2, "$1")
    return scene.give(ShortSpin(3)).spin(0).bet(1, "joker").bet(2, "$1").spin("flag")


def a_payment_waits_for_a_fill() -> BigSix:
    scene = BigSix(carry=holding(carry_with(1), 3_000)).give(Credit(200, by=SUPERVISOR)).bet(1, "joker", 100)
    return scene.spin("joker").give(Fill(5_000, by=SUPERVISOR))


ROUNDS: tuple[Callable[[], BigSix], ...] = (
    five_wins,
    two_void_spins_and_then_a_picture,
    the_same_walk_in_nevada,
    a_new_table_is_inspected,
    the_wheel_is_touched_and_then_at_fault,
    chips_come_too_late,
    a_wrong_call_put_right_at_once,
    a_wrong_call_put_right_after_paying,
    the_wheel_breaks_and_is_inspected,
    the_table_closes_and_opens,
    other_readings,
    a_payment_waits_for_a_fill,
)
