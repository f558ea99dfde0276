"""Golden rounds of roulette: both walks of the sheet of facts, and every disturbance once."""

from __future__ import annotations

from collections.abc import Callable

from games.roulette.scene import Roulette, carry_with
from kit.scene import holding
from pitboss.engine.carry import opening
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import SUPERVISOR, Closing, Credit, Fill, Leave, Order, Sit
from pitboss.games.roulette.law.chips import BuyColor, SellColor
from pitboss.table.money import Money

FIVE = Money(500)


def a_number_pays_and_the_outside_before_it() -> Roulette:
    """The first walk."""
    scene = Roulette(carry=opening(20_000_000, ()))
    scene.give(Sit(1, "First Fay", 50_000), Sit(2, "Second Sam", 50_000), BuyColor(1, 500))
    scene.bet(1, "straight 17", 500).bet(1, "split 17-20", 1_000).bet(1, "red", 2_000)
    scene.bet(2, "dozen 2", 2_500).bet(2, "odd", 1_500).ball().bet(2, "five numbers 0-00-1-2-3", 1_000)
    return scene.close_betting().rest(17)


def no_spin_and_then_double_zero() -> Roulette:
    """The second walk."""
    scene = Roulette(1, 2, 3, outside_minimum=FIVE)
    scene.bet(1, "black", 1_500).bet(1, "column 3", 2_000).bet(2, "split 0-00", 500).bet(2, "even", 700)
    scene.bet(3, "three numbers 00-2-3", 1_000).give(ShortSpin(3)).ball()
    scene.take_down(1, "black").bet(1, "red", 1_500).ball().close_betting().give(LateChips(2))
    return scene.rest("00")


def the_ball_leaves_the_wheel() -> Roulette:
    scene = Roulette(1, 2).bet(1, "low").ball().bet(2, "high").give(SpinAstray("out of the wheel")).close_betting()
    return scene.spin(1)


def the_ball_runs_with_the_wheel() -> Roulette:
    return Roulette(1).bet(1, "low").give(SpinAstray("with the wheel")).ball().spin(19)


def something_falls_into_the_wheel_too_late() -> Roulette:
    scene = Roulette(1).bet(1, "even").ball().close_betting().give(SpinAstray("object in the wheel")).rest(4)
    return scene.spin(5)


def the_ball_stops_between_two_compartments() -> Roulette:
    scene = Roulette(1).bet(1, "odd").ball().close_betting().give(SpinAstray("between two stops")).rest(4)
    return scene.spin(5)


def a_wrong_call_put_right_at_once() -> Roulette:
    return Roulette(1, 2).bet(1, "straight 0").bet(2, "straight 28").give(WrongCall("at once")).spin(0)


def a_wrong_call_put_right_after_paying() -> Roulette:
    scene = (
        Roulette(1, 2).bet(1, "red", 2_000).bet(2, "straight 28").bet(1, "straight 9").give(WrongCall("after paying"))
    )
    return scene.spin(28)


def double_zero_on_a_layout_with_one() -> Roulette:
    scene = Roulette(carry=opening(20_000_000, ()), used_as_single_zero=True)
    scene.give(Sit(1, "Fay", 50_000)).bet(1, "four numbers 0-1-2-3").bet(1, "red")
    return scene.spin("00").spin(0)


def the_wheel_breaks_and_is_inspected() -> Roulette:
    scene = Roulette(1).bet(1, "dozen 1").ball().give(WheelBroken())
    scene.give(Order("replace a part", by=SUPERVISOR), Order("open the table", by=SUPERVISOR))
    return scene.bet(1, "dozen 1").spin(20)


def the_table_closes_and_opens() -> Roulette:
    scene = Roulette(1).give(Order("close the table", by=SUPERVISOR), Order("adjust the wheel", by=SUPERVISOR))
    scene.give(Order("open the table", by=SUPERVISOR)).bet(1, "dozen 1").spin(20)
    return scene.give(Closing(), Closing(closes=False)).bet(1, "high").spin(18)


def color_chips_are_sold_back() -> Roulette:
    scene = Roulette(1, 2).color(1).color(2, 2_500).bet(1, "six numbers 1-2-3-4-5-6", 500).spin(6)
    return scene.give(SellColor(1), Leave(2)).bet(1, "low").spin(36)


def two_zeros_in_prison() -> Roulette:
    scene = Roulette(1, 2, readings={"imprisonment": "second-zero-stays", "winning-stake": "stays"})
    scene.bet(1, "red").bet(2, "black").spin("0").bet(2, "straight 3").spin("00").bet(2, "straight 3").bet(
        1, "column 1"
    ).spin(3)
    return scene.take_down(2, "straight 3").bet(2, "odd").spin(8)


def every_even_money_wager_in_prison() -> Roulette:
    """Hold all six by one spin; the next frees three, and a second zero, where it loses, takes what is held by then."""
    scene = Roulette(1, 2, readings={"imprisonment": "second-zero-loses"})
    scene.bet(1, "red").bet(1, "even").bet(1, "low").bet(2, "black").bet(2, "odd").bet(2, "high").spin("00").spin(8)
    return scene.bet(1, "even").bet(2, "low").spin(0).spin("00")


def a_payment_waits_for_a_fill() -> Roulette:
    scene = Roulette(carry=holding(carry_with(1), 3_000)).give(Credit(200, by=SUPERVISOR)).bet(1, "straight 7", 500)
    return scene.spin(7).give(Fill(20_000, by=SUPERVISOR))


ROUNDS: tuple[Callable[[], Roulette], ...] = (
    a_number_pays_and_the_outside_before_it,
    no_spin_and_then_double_zero,
    the_ball_leaves_the_wheel,
    the_ball_runs_with_the_wheel,
    something_falls_into_the_wheel_too_late,
    the_ball_stops_between_two_compartments,
    a_wrong_call_put_right_at_once,
    a_wrong_call_put_right_after_paying,
    double_zero_on_a_layout_with_one,
    the_wheel_breaks_and_is_inspected,
    the_table_closes_and_opens,
    color_chips_are_sold_back,
    two_zeros_in_prison,
    every_even_money_wager_in_prison,
    a_payment_waits_for_a_fill,
)
