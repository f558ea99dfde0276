"""Roulette, part 9 of the facts: what goes wrong."""

from __future__ import annotations

import pytest

from games.roulette.scene import Roulette
from games.roulette.test_law_layout import law
from pitboss.common.open_layout import BETTING_OVER, HoldOnToChips, late_seats
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import Close, Leave, Order, Spin, TakeBack, Wager
from pitboss.engine.waits import OrderWanted
from pitboss.games.roulette.law.facts import (
    ASTRAY,
    BALL_RUNS,
    BROKEN,
    BY_ORDER,
    COVERED,
    INSPECTED,
    MARKER,
    NO_SPIN,
    ROUNDS,
    VALID,
)
from pitboss.games.roulette.law.steps import (
    BeginSettling,
    CallNoSpin,
    CallNumber,
    FixWagers,
    GiveUpWheel,
    Inspect,
    InspectBall,
    Pay,
    PushBack,
    PutRight,
    Rest,
    SetMarker,
    SpinAnew,
    TakeOutBall,
)
from pitboss.table.steps import ReturnWager, UndoCollection, UndoPayment, VoidRound

FACTS = "beyond:roulette."


def no_spin(cite: str, why: str) -> CallNoSpin:
    return CallNoSpin(f"{FACTS}{cite}", "No spin", why)


@law("9(a)")
def test_a_ball_that_runs_with_the_wheel_is_no_spin() -> None:
    scene = Roulette(1).bet(1, "red").give(SpinAstray("with the wheel")).ball()
    assert scene.acts(CallNoSpin) == [no_spin("9(a)", "the ball runs with the wheel")]
    assert scene.acts(TakeOutBall) == [TakeOutBall(f"{FACTS}9(a)", True)]
    assert not BALL_RUNS(scene.t)
    assert (scene.winnings(1), scene.wagers_of(1)) == (0, {"red": 1_000})
    assert scene.spin(3).winnings(1) == 1_000


@law("9(b)")
def test_fewer_than_four_rounds_are_no_spin() -> None:
    scene = Roulette(1).bet(1, "red").give(ShortSpin(3)).ball()
    assert scene.acts(CallNoSpin) == [no_spin("9(b)", "the ball has not gone round the track four times")]
    assert scene.acts(TakeOutBall) == [TakeOutBall(f"{FACTS}9(b)", True)]
    assert scene.wagers_of(1) == {"red": 1_000}
    late = Roulette(1).bet(1, "red").ball().close_betting().give(ShortSpin(2)).rest(3)
    assert late.acts(TakeOutBall) == [TakeOutBall(f"{FACTS}9(b)", False)]
    assert late.winnings(1) == 0


@law("9(c)")
def test_something_in_the_wheel_is_no_spin() -> None:
    scene = Roulette(1).bet(1, "red").ball().give(SpinAstray("object in the wheel")).close_betting()
    assert scene.acts(CallNoSpin) == [no_spin("9(c)", "something has fallen into the wheel")]
    assert scene.acts(TakeOutBall) == [TakeOutBall(f"{FACTS}9(c)", True)]
    assert scene.wagers_of(1) == {"red": 1_000}
    assert scene.spin(3).winnings(1) == 1_000


@law("9(d)")
def test_a_ball_that_leaves_the_wheel_is_no_spin() -> None:
    scene = Roulette(1).bet(1, "red").ball().give(SpinAstray("out of the wheel")).close_betting()
    assert scene.acts(CallNoSpin) == [no_spin("9(d)", "the ball has left the wheel")]
    late = Roulette(1).bet(1, "red").ball().close_betting().give(SpinAstray("out of the wheel")).rest(3)
    assert late.acts(CallNoSpin) == [no_spin("9(d)", "the ball has left the wheel")]
    assert (late.winnings(1), late.t.wheel) == (0, None)
    assert not late.acts(Rest)


@law("9(e)")
def test_that_ball_is_inspected_before_it_is_used_again() -> None:
    scene = Roulette(1).bet(1, "red").give(SpinAstray("out of the wheel")).ball()
    steps = scene.acts()
    assert scene.acts(InspectBall) == [InspectBall(f"{FACTS}9(e)")]
    assert steps.index(scene.acts(InspectBall)[0]) == steps.index(scene.acts(CallNoSpin)[0]) + 1
    again = Roulette(1).bet(1, "red").give(SpinAstray("out of the wheel"))
    again.step(Close()).run_until(InspectBall)
    assert ASTRAY.get(again.t) is None


@law("9(f)")
def test_after_no_spin_nothing_is_called_and_wagers_may_be_changed() -> None:
    scene = Roulette(1, 2).bet(1, "red").bet(2, "straight 4").ball().close_betting()
    scene.give(SpinAstray("in no stop")).rest(4)
    assert scene.acts(SpinAnew) == [SpinAnew(f"{FACTS}9(f)")]
    assert not scene.acts(CallNumber)
    assert not scene.acts(Pay)
    t = scene.t
    facts = (NO_SPIN(t), BETTING_OVER(t), ASTRAY.get(t), ROUNDS.get(t), VALID(t), t.wheel)
    assert facts == (False, False, None, None, False, None)
    scene.take_down(1, "red").bet(1, "black").bet(2, "straight 4")
    assert scene.spin(4).winnings(1, 2) == [1_000, 70_000]
    few = Roulette(1).bet(1, "red").give(ShortSpin(1)).ball()
    assert few.spin(3).winnings(1) == 1_000


@law("9(g)")
def test_00_is_no_spin_on_a_layout_without_it() -> None:
    scene = Roulette(1, used_as_single_zero=True).bet(1, "red").spin("00")
    assert scene.acts(CallNoSpin) == [no_spin("9(g)", "this layout has no 00")]
    assert scene.wagers_of(1) == {"red": 1_000}
    assert scene.spin(0).winnings(1) == -1_000
    counts = {"rested-before-removal": "counts"}
    short = Roulette(1, used_as_single_zero=True, readings=counts).bet(1, "red").ball().close_betting()
    assert short.give(ShortSpin(2)).rest("00").acts(CallNoSpin) == [no_spin("9(g)", "this layout has no 00")]
    astray = Roulette(1, used_as_single_zero=True).bet(1, "red").ball().close_betting().give(SpinAstray("in no stop"))
    assert [step.cite for step in astray.rest("00").acts(CallNoSpin)] == [f"{FACTS}9(h)"]


@law("9(h)")
@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("between two stops", "the ball lies between two compartments"),
        ("in no stop", "the ball has stopped on the rim"),
    ],
)
def test_a_ball_in_no_compartment_is_no_spin(how: str, why: str) -> None:
    scene = Roulette(1).bet(1, "red").ball().close_betting().give(SpinAstray(how)).rest(3)  # type: ignore[arg-type]
    assert scene.acts(CallNoSpin) == [no_spin("9(h)", why)]
    assert (scene.winnings(1), scene.wagers_of(1)) == (0, {"red": 1_000})
    assert not scene.acts(Rest)  # it is in none, so no record says in which


@law("9(i)")
def test_a_wrong_call_is_put_right_before_collecting() -> None:
    scene = Roulette(1, 2).bet(1, "straight 0").bet(2, "straight 28").give(WrongCall("at once")).spin(0)
    assert [(step.cite, step.number) for step in scene.acts(CallNumber)] == [(f"{FACTS}6(f)", "28")]
    assert scene.acts(PutRight) == [PutRight(f"{FACTS}9(i)", "0", "0")]
    assert [(step.cite, step.stop) for step in scene.acts(SetMarker)] == [(f"{FACTS}6(g)", 1), (f"{FACTS}9(i)", 0)]
    assert not scene.acts(UndoCollection)
    assert [step.number for step in scene.acts(BeginSettling)] == ["0"]
    assert "0" in scene.last.table.said
    assert scene.winnings(1, 2) == [35_000, -1_000]


@law("9(i)")
def test_what_was_collected_and_paid_by_a_wrong_call_is_undone() -> None:
    scene = Roulette(1, 2, zero_rule="half").bet(1, "red", 2_000).bet(2, "straight 28").bet(1, "straight 0")
    scene.bet(2, "black", 2_000).give(WrongCall("after paying"))
    scene.spin("2")  # the next compartment is 0
    assert scene.acts(UndoPayment) == [
        UndoPayment(f"{FACTS}9(i)", 1, 1, "straight 0", 35_000, 1_000),
        UndoPayment(f"{FACTS}9(i)", 2, 2, "black", 0, 1_000),
        UndoPayment(f"{FACTS}9(i)", 1, 1, "red", 0, 1_000),
    ]
    assert scene.acts(UndoCollection) == [
        UndoCollection(f"{FACTS}9(i)", 2, 2, "black", 1_000),
        UndoCollection(f"{FACTS}9(i)", 2, 2, "straight 28", 1_000),
        UndoCollection(f"{FACTS}9(i)", 1, 1, "red", 1_000),
    ]
    assert [(step.cite, step.number) for step in scene.acts(BeginSettling)] == [
        (f"{FACTS}6(h)", "0"),
        (f"{FACTS}9(i)", "2"),
    ]
    assert scene.winnings(1, 2) == [-3_000, 1_000]
    assert MARKER.word not in scene.t.marks


@law("9(i)")
def test_wagers_that_a_wrong_zero_imprisoned_come_out_again() -> None:
    scene = Roulette(1, readings={"imprisonment": "second-zero-loses"}).bet(1, "black").give(WrongCall("after paying"))
    assert scene.spin("2").winnings(1) == 1_000
    assert scene.wagers_of(1) == {}


@law("9(i)")
def test_a_wrong_call_names_a_number_of_the_layout() -> None:
    """Check 1, beside which lies 00, which a layout with a single zero does not have."""
    for more, wrong in ((False, "00"), (True, "27")):
        scene = Roulette(1, used_as_single_zero=more).bet(1, "red").give(WrongCall("at once")).spin(1)
        assert [step.number for step in scene.acts(CallNumber)] == [wrong]
        assert (scene.acts(PutRight)[0].number, scene.winnings(1)) == ("1", 1_000)


@law("9(j)")
def test_late_chips_are_pushed_back() -> None:
    scene = Roulette(1, 2).bet(1, "red").ball().close_betting()
    before = dict(scene.t.ledger.accounts)
    scene.give(LateChips(2))
    assert scene.t.ledger.accounts == before
    assert scene.acts(PushBack) == [PushBack(f"{FACTS}9(j)", 2)]
    assert scene.t.said[-1] == "Too late"
    assert scene.wagers_of(2) == {}
    assert scene.rest(3).winnings(1, 2) == [1_000, 0]


@law("9(j)")
def test_chips_that_will_come_late_come_after_the_call() -> None:
    scene = Roulette(1, 2, 3).bet(1, "red").give(LateChips(3), LateChips(2))
    assert scene.acts(HoldOnToChips) == [HoldOnToChips("house:incident", 3), HoldOnToChips("house:incident", 2)]
    assert scene.refusal_of(LateChips(3)) == {"house:incident"}
    assert not scene.acts(PushBack)
    scene.ball().give(Leave(2)).close_betting()
    assert scene.acts(PushBack) == [PushBack(f"{FACTS}9(j)", 3)]
    assert [type(step) for step in scene.acts()][-2:] == [FixWagers, PushBack]
    assert late_seats(scene.t) == (2,)
    assert scene.rest(3).winnings(1, 3) == [1_000, 0]


@law("9(k)")
def test_a_wheel_that_cannot_be_used_gives_wagers_back_and_closes_the_table() -> None:
    scene = Roulette(1, 2).bet(1, "red").bet(2, "straight 4").ball().give(WheelBroken())
    assert [(step.cite, step.why) for step in scene.acts(VoidRound)] == [
        (f"{FACTS}9(k)", "the wheel cannot be used further")
    ]
    assert scene.acts(ReturnWager) == [
        ReturnWager(f"{FACTS}9(k)", 1, 1, "red", 1_000, "the wheel cannot be used further"),
        ReturnWager(f"{FACTS}9(k)", 2, 2, "straight 4", 1_000, "the wheel cannot be used further"),
    ]
    assert scene.acts(GiveUpWheel) == [GiveUpWheel(f"{FACTS}9(k)")]
    assert scene.winnings(1, 2) == [0, 0]
    assert BROKEN(scene.t)
    assert COVERED.get(scene.t) == BY_ORDER
    assert INSPECTED.word not in scene.t.marks
    wait = scene.driver.wait
    assert isinstance(wait, OrderWanted)
    assert wait.cite == f"{FACTS}9(k)"
    assert scene.refusal_of(Wager(1, {"red": 1_000})) == {f"{FACTS}3(e)"}
    assert scene.refusal_of(TakeBack(1, "red")) == {f"{FACTS}3(e)"}
    scene.give(Order("open the table"))
    assert [step.number for step in scene.acts(Inspect)] == [1, 2, 3, 4]
    assert not BROKEN(scene.t)
    assert COVERED.get(scene.t) is None
    assert scene.bet(1, "red").spin(3).winnings(1) == 1_000


def test_a_wheel_does_not_break_once_the_ball_rests() -> None:
    scene = Roulette(1).bet(1, "red").ball().close_betting()
    scene.step(Spin(scene.stop(3)))
    assert scene.refusal_of(WheelBroken()) == {"house:incident"}
