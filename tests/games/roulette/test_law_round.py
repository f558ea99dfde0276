"""Roulette, parts 3, 4, 5 and 6 of the facts: opening, chips, wagers and the round."""

from __future__ import annotations

from typing import Any

import pytest

from games.roulette.scene import Roulette, carry_with
from games.roulette.test_law_layout import findings_in, law
from pitboss.common.open_layout import BETTING_OVER, CallNoMoreBets
from pitboss.engine.carry import opening
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.spin_incidents import ShortSpin
from pitboss.engine.inputs import Close, Closing, Conduct, Leave, Order, Sit, Spin, TakeBack, Wager
from pitboss.engine.waits import OrderWanted, Window
from pitboss.games.roulette import GAME
from pitboss.games.roulette.law.chips import BuyColor, SellColor, TakeColorAway
from pitboss.games.roulette.law.facts import (
    BALL_RUNS,
    COLOR_VALUE,
    COVERED,
    FIXED,
    INSPECTED,
    MARKER,
    TURNING,
    VALID,
    LyingWager,
)
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.steps import (
    BeginSettling,
    BuyBackColor,
    CallNoSpin,
    CallNumber,
    Collect,
    CountRounds,
    CoverWheel,
    FixWagers,
    GiveColor,
    Inspect,
    InspectAgain,
    LiftMarker,
    LogWork,
    Pay,
    SetMarker,
    ShowValue,
    SpinBall,
    TurnWheel,
)
from pitboss.table.money import Money
from pitboss.table.steps import LeaveSeat, PlaceWager, PlayOn, ReturnWager

FACTS = "beyond:roulette."


def new_table(**house: Any) -> Roulette:
    return Roulette(carry=opening(20_000_000, ()), **house)


# --- 3: opening of the table


@pytest.mark.parametrize(
    "number",
    [pytest.param(number, marks=law(f"3(a){number}")) for number in (1, 2, 3, 4)],
)
def test_wheel_and_ball_are_inspected_before_the_table_opens(number: int) -> None:
    scene = new_table()
    made = scene.acts(Inspect)
    assert [(step.cite, step.number) for step in made] == [(f"{FACTS}3(a){each}", each) for each in (1, 2, 3, 4)]
    marks = []
    for each in made:
        table = new_table().t
        table.marks.clear()
        each.do(table)
        marks.append(INSPECTED.get(table))
    assert marks == [1, 2, 3, 4]
    assert _sections_marked(number) == number
    assert not Roulette(1).acts(Inspect)


def _sections_marked(number: int) -> int | None:
    """Return how far the inspection has come after so many acts of it."""
    scene = new_table()
    driver = Driver(GAME, scene.rules, scene.house, opening(20_000_000, ()), stepwise=True)
    driver.run(number)
    return INSPECTED.get(driver.table)


@law("3(a)5")
def test_layout_and_sign_are_confirmed_where_a_wheel_serves_as_another() -> None:
    scene = new_table(used_as_single_zero=True)
    last = scene.acts(Inspect)[-1]
    assert (last.cite, last.number) == (f"{FACTS}3(a)5", 5)
    assert "layout and sign" in last.words
    assert INSPECTED.get(scene.t) == 5
    changed = Roulette(1, used_as_single_zero=True)  # a table that was inspected as one with two zeros
    assert [step.number for step in changed.acts(Inspect)] == [1, 2, 3, 4, 5]
    known = carry_with(1, inspected=5)
    assert not Roulette(carry=known, used_as_single_zero=True).acts(Inspect)


@law("3(b)")
@pytest.mark.parametrize("what", ["adjust the wheel", "replace a part"])
def test_nobody_works_on_the_wheel_of_an_open_table(what: str) -> None:
    scene = Roulette(1)
    assert scene.refusal_of(Order(what)) == {f"{FACTS}3(b)"}
    scene.give(Order("close the table"), Order(what))
    assert scene.acts(LogWork)


@law("3(b)")
def test_a_table_in_use_is_not_closed() -> None:
    """Refuse it with wagers on the layout, with a ball that runs, and until the marker is lifted."""
    close, scene = Order("close the table"), Roulette(1).bet(1, "red")
    assert scene.refusal_of(close) == {"house:orders"}
    scene.ball().take_down(1, "red")
    assert scene.refusal_of(close) == {"house:orders"}
    assert scene.refusal_of(Order("adjust the wheel")) == {f"{FACTS}3(b)"}
    scene.close_betting().step(Spin(scene.stop(3))).run_until(LiftMarker)
    assert scene.refusal_of(close) == {"house:orders"}
    assert not scene.run().open().bars_against(close)


@law("3(c)")
def test_after_work_the_table_is_inspected_again() -> None:
    scene = Roulette(1).give(Order("close the table"), Order("adjust the wheel"))
    assert scene.acts(InspectAgain) == [InspectAgain(f"{FACTS}3(c)")]
    scene.t.marks[INSPECTED.word] = 4
    scene.give(Order("replace a part"))
    assert INSPECTED.get(scene.t) is None
    scene.give(Order("open the table"))
    assert [step.number for step in scene.acts(Inspect)] == [1, 2, 3, 4]


@law("3(d)")
def test_work_goes_into_the_log() -> None:
    scene = Roulette(1).give(Order("close the table"), Order("adjust the wheel"), Order("replace a part"))
    assert [step.what for step in scene.acts(LogWork)] == [
        "that the wheel was adjusted",
        "that an outer part was replaced",
    ]
    assert len([said for said in scene.t.said if said.startswith("The log notes")]) == 2


@law("3(e)")
def test_a_closed_wheel_is_covered_and_takes_no_wager() -> None:
    scene = Roulette(1).give(Closing())
    assert scene.acts(CoverWheel) == [CoverWheel(f"{FACTS}3(e)", 1)]
    assert COVERED.get(scene.t) == 1
    assert scene.refusal_of(Wager(1, {"red": 1_000})) == {f"{FACTS}3(e)"}
    assert not list(scene.game.offers(scene.driver.round, 1))
    scene.give(Closing(closes=False)).bet(1, "red")
    waits = Roulette(1).give(Order("close the table"))
    assert isinstance(waits.driver.wait, OrderWanted)
    assert waits.acts(CoverWheel) == [CoverWheel(f"{FACTS}3(e)", 2)]
    assert COVERED.get(waits.t) == 2


# --- 4: chips


@law("4(a)")
def test_the_dealer_gives_chips_of_a_color_that_nobody_else_has() -> None:
    scene = Roulette(1, 2).color(1).color(2)
    assert scene.acts(GiveColor) == [
        GiveColor(f"{FACTS}4(a)", 1, "blue"),
        GiveColor(f"{FACTS}4(a)", 2, "yellow"),
    ]
    stepped = Roulette(1, 2).step(BuyColor(2, 500))
    assert stepped.t.marks[COLOR_VALUE.word(2)] == 0
    assert [each.wrong for each in Roulette(1).driver.refusals(BuyColor(4))] == ["Nobody is in seat 4."]
    assert findings_in("seats = 9") == [("warning", f"{FACTS}4(a)")]
    assert findings_in("seats = 8") == []


@law("4(a)")
def test_with_chips_of_their_own_colors_all_at_the_table_bet_the_least_on_one_number() -> None:
    """Have everybody bet, however many there are. Value chips of one value would do for one player alone."""
    seats = tuple(range(1, RouletteHouse().seats + 1))
    scene = Roulette(*seats)
    for seat in seats:
        scene.color(seat).bet(seat, "straight 17", 500)
    assert len({step.color for step in scene.acts(GiveColor)}) == len(seats) == 6
    stepped = Roulette(*seats).step(BuyColor(seats[-1], 500))
    assert stepped.t.marks[COLOR_VALUE.word(seats[-1])] == 0


@law("4(b)")
def test_the_player_says_what_a_chip_is_worth_and_the_dealer_marks_it() -> None:
    scene = Roulette(1).color(1, 2_500)
    assert scene.acts(ShowValue) == [ShowValue(f"{FACTS}4(b)", 1, "blue", 2_500)]
    assert COLOR_VALUE.at(1).get(scene.t) == 2_500
    assert scene.refusal_of(Wager(1, {"red": 3_000})) == {f"{FACTS}4(b)"}
    scene.bet(1, "red", 5_000)
    assert Roulette(1).give(BuyColor(1)).acts(ShowValue)[0].value == 500


@law("4(c)")
def test_the_value_stays_until_all_chips_are_bought_back() -> None:
    scene = Roulette(1).color(1, 500)
    assert scene.refusal_of(BuyColor(1, 1_000)) == {f"{FACTS}4(c)"}
    scene.bet(1, "red")
    assert scene.refusal_of(SellColor(1)) == {f"{FACTS}4(c)"}
    scene.take_down(1, "red").give(SellColor(1)).color(1, 1_000)
    assert scene.acts(BuyBackColor) == [BuyBackColor(f"{FACTS}4(c)", 1, "blue")]
    assert [each.wrong for each in scene.driver.refusals(SellColor(4))] == ["Nobody is in seat 4."]
    other = Roulette(1)
    assert [each.wrong for each in other.driver.refusals(BuyColor(4))] == ["Nobody is in seat 4."]
    for value in (400, 550, 500_100, -500):
        assert other.refusal_of(BuyColor(1, value)) == {f"{FACTS}4(c)"}
    for value in (500, 600, 500_000):
        assert not other.bars_against(BuyColor(1, value))


@law("4(d)")
def test_color_chips_are_good_at_their_table_only() -> None:
    scene = Roulette(1, 2).color(1)
    assert scene.refusal_of(TakeColorAway(1)) == {f"{FACTS}4(d)"}
    assert scene.refusal_of(TakeColorAway(2)) == {"house:chips"}
    assert Roulette(1).color(1).refusal_of(TakeColorAway(1)) == {f"{FACTS}4(d)"}
    scene.give(Leave(1))
    assert scene.acts(BuyBackColor) == [BuyBackColor(f"{FACTS}4(d)", 1, "blue")]
    assert COLOR_VALUE.word(1) not in scene.t.marks


@law("4(e)")
def test_the_house_may_take_value_chips_or_not() -> None:
    assert not Roulette(1).bars_against(Wager(1, {"red": 1_000}))
    scene = Roulette(1, value_chips=False)
    assert scene.refusal_of(Wager(1, {"red": 1_000})) == {f"{FACTS}4(e)"}
    scene.color(1).bet(1, "red")


@law("4(f)")
def test_value_chips_of_one_color_inside_are_one_players() -> None:
    """Lay $5 in chips of $5 and of $1: two players can be told apart, a third cannot."""
    scene = Roulette(1, 2, 3).bet(1, "straight 1", 500).bet(2, "straight 2", 500)
    assert scene.refusal_of(Wager(3, {"straight 3": 500})) == {f"{FACTS}4(f)"}
    assert not scene.bars_against(Wager(3, {"red": 1_000}))
    assert not scene.bars_against(Wager(3, {"straight 3": 2_500}))
    assert not scene.bars_against(Wager(1, {"straight 3": 500}))
    scene.color(3).bet(3, "straight 3", 500)
    first = Roulette(1, 2, 3).bet(2, "straight 1", 500).bet(3, "straight 2", 500)
    assert first.refusal_of(Wager(1, {"straight 3": 500})) == {f"{FACTS}4(f)"}


@law("4(f)")
def test_chips_of_ones_own_color_are_in_nobodys_way() -> None:
    scene = Roulette(1, 2, 3, 4).color(1).bet(1, "straight 1", 500).bet(2, "straight 1", 500).bet(3, "straight 1", 500)
    assert scene.refusal_of(Wager(4, {"straight 1": 500})) == {f"{FACTS}4(f)"}
    assert not scene.bars_against(Wager(1, {"straight 2": 500}))


@law("4(f)")
def test_inside_wagers_are_offered_in_chips_that_nobody_else_has_there() -> None:
    """Lay $7, which takes chips of $1, so that $5 chips are left; then nothing below $25 is."""
    scene = Roulette(1, 2, 3).bet(1, "straight 1", 700)
    assert offer_on(scene, 2, "straight 2") == (500, 50_000, 500)
    assert offer_on(scene, 1, "straight 2") == (500, 50_000, 100)
    assert offer_on(scene, 2, "red") == (1_000, 500_000, 100)
    scene.bet(2, "straight 2", 500)
    assert offer_on(scene, 3, "straight 2") == (2_500, 50_000, 2_500)
    tight = Roulette(1, 2, maximum=Money(500)).bet(1, "straight 1", 500).bet(1, "straight 2", 500)
    assert offer_on(tight, 2, "straight 1") == (500, 500, 100)
    full = Roulette(1, 2, smallest_chip=Money(100_000), maximum=Money(100_000), minimum=Money(100_000))
    assert offer_on(full.bet(1, "straight 1", 100_000), 2, "straight 1") is None


def offer_on(scene: Roulette, seat: int, spot: str) -> tuple[int, int, int] | None:
    """Return the least and the most that a player may put on an area now, and in what steps."""
    offers = {offer.name: offer[2:5] for offer in GAME.offers(scene.driver.round, seat)}
    return offers.get(spot)


@law("4(g)")
def test_the_wheel_turns_before_the_ball_is_sent() -> None:
    scene = Roulette(1)
    assert scene.acts(TurnWheel) == [TurnWheel(f"{FACTS}4(g)")]
    assert TURNING(scene.t)
    kinds = [type(step) for step in scene.bet(1, "red").ball().acts()]
    assert kinds.index(TurnWheel) < kinds.index(SpinBall)


# --- 5: wagers


@law("5(a)")
def test_a_wager_is_chips_on_an_area() -> None:
    scene = Roulette(1, 2).bet(2, "split 17-20", 700)
    assert scene.acts(PlaceWager) == [PlaceWager(f"{FACTS}5(a)", 2, 2, "split 17-20", 700)]
    assert scene.wagers_of(2) == {"split 17-20": 700}


@law("5(b)")
@pytest.mark.parametrize("what", ["cash wager", "verbal wager"])
def test_no_wager_by_word_or_in_cash(what: str) -> None:
    assert Roulette(1).refusal_of(Conduct(1, what)) == {f"{FACTS}5(b)"}  # type: ignore[arg-type]


@law("5(c)")
def test_the_house_takes_no_coupon() -> None:
    assert Roulette(1).refusal_of(Conduct(1, "match play coupon")) == {f"{FACTS}5(c)"}


@law("5(e)")
@pytest.mark.parametrize("spot", ["split 1-5", "four numbers 0-1-2-3", "neighbors 17", "red in prison", ""])
def test_other_sets_of_numbers_are_refused(spot: str) -> None:
    assert Roulette(1).refusal_of(Wager(1, {spot: 1_000})) == {f"{FACTS}5(e)"}
    assert Roulette(1).refusal_of(Wager(1, {})) == {f"{FACTS}5(e)"}


@law("5(e)")
def test_what_stays_on_a_set_that_is_none_any_more_goes_back() -> None:
    """Return stakes that stay when the house has another wheel from this round on."""
    gone = {"straight 00": 500, "five numbers 0-00-1-2-3": 1_000}
    standing = {1: {**gone, "red": 1_000}, 2: {"split 0-00": 500, "black in prison": 1_000}}
    scene = Roulette(1, 2, wheel="single-zero", standing=standing, readings={"winning-stake": "stays"})
    why = "the layout does not have it any more"
    assert scene.acts(ReturnWager) == [
        ReturnWager(f"{FACTS}5(e)", 1, 1, "straight 00", 500, why),
        ReturnWager(f"{FACTS}5(e)", 1, 1, "five numbers 0-00-1-2-3", 1_000, why),
        ReturnWager(f"{FACTS}5(e)", 2, 2, "split 0-00", 500, why),
    ]
    assert (scene.wagers_of(1), scene.wagers_of(2)) == ({"red": 1_000}, {"black in prison": 1_000})


@law("5(f)")
def test_chips_are_wagered_where_they_lie_at_the_call() -> None:
    scene = Roulette(1, 2).bet(2, "straight 5").bet(1, "odd").bet(1, "red").ball().take_down(1, "odd").close_betting()
    lying = (LyingWager(1, "red", 1_000), LyingWager(2, "straight 5", 1_000))
    assert scene.acts(FixWagers) == [FixWagers(f"{FACTS}5(f)", lying)]
    assert FIXED.of(scene.t) == lying
    assert scene.rest(5).winnings(1, 2) == [1_000, 35_000]


@law("5(g)")
def test_inside_and_outside_wagers_have_posted_limits() -> None:
    scene = Roulette(1, number_maximum=Money(60_000))
    posted = {f"{FACTS}5(g)"}
    assert [scene.bars_against(Wager(1, {"straight 1": cents})) for cents in (400, 500, 50_000, 50_100)] == [
        posted,
        set(),
        set(),
        posted,
    ]
    assert [scene.bars_against(Wager(1, {"red": cents})) for cents in (900, 1_000, 500_000, 500_100)] == [
        posted,
        set(),
        set(),
        posted,
    ]
    scene.bet(1, "straight 1", 50_000)
    assert [scene.bars_against(Wager(1, {"split 1-2": cents})) for cents in (10_000, 10_100)] == [set(), posted]
    assert offer_on(scene, 1, "split 1-2") == (500, 10_000, 100)
    assert offer_on(scene, 1, "straight 1") is None
    assert offer_on(scene, 1, "split 2-5") == (500, 50_000, 100)
    scene.bet(1, "split 1-2", 10_000)
    assert scene.refusal_of(Wager(1, {"split 1-4": 500})) == posted
    assert offer_on(scene, 1, "split 1-4") is None
    assert offer_on(scene, 1, "red") == (1_000, 500_000, 100)
    colored = Roulette(1).color(1, 2_500)
    assert colored.refusal_of(Wager(1, {"red": 600})) == {*posted, f"{FACTS}4(b)"}
    assert colored.refusal_of(Wager(1, {"red": 1_050})) == {"house:smallest-chip"}
    assert not scene.bars_against(Wager(1, {"split 5-6": 50_000, "red": 1_000}))
    for line in (
        "inside-maximum = 4",
        "inside-minimum = 0",
        'inside-minimum = "5.50"',
        "outside-maximum = 9",
        "outside-minimum = 0",
        'outside-minimum = "10.50"',
        "number-maximum = 4",
    ):
        assert ("warning", f"{FACTS}5(g)") in findings_in(line), line
    assert findings_in("inside-maximum = 5", "outside-maximum = 10", "number-maximum = 5") == []


@law("5(h)")
def test_after_no_more_bets_nothing_changes() -> None:
    scene = Roulette(1, 2).bet(1, "red").ball().close_betting()
    late = {f"{FACTS}5(h)"}
    assert scene.refusal_of(Wager(1, {"red": 1_000})) == late
    assert scene.refusal_of(Wager(2, {"red": 1_000})) == late
    assert scene.refusal_of(TakeBack(1, "red")) == late
    assert scene.refusal_of(Leave(1)) == late
    assert not scene.bars_against(Leave(2))


@law("5(h)")
def test_who_has_wagered_stays_until_the_spin_is_settled() -> None:
    """Refuse to let him leave from the call on, and also once the wager is collected."""
    late = {f"{FACTS}5(h)"}
    called = Roulette(1, 2).bet(1, "red").ball()
    called.step(Close()).run_until(FixWagers)
    assert called.refusal_of(Leave(1)) == late
    assert not called.bars_against(Leave(2))
    lost = Roulette(1).bet(1, "red").ball().close_betting()
    lost.step(Spin(lost.stop(2))).run_until(LiftMarker)
    assert (lost.wagers_of(1), lost.refusal_of(Leave(1))) == ({}, late)
    two = Roulette(1, 2).bet(2, "red").ball().close_betting()
    two.step(Spin(two.stop(2))).run_until(LiftMarker)
    assert two.refusal_of(Leave(2)) == late
    assert not two.bars_against(Leave(1))


@law("5(i)")
def test_while_the_marker_lies_there_nobody_wagers() -> None:
    scene = Roulette(1, 2).bet(1, "red").bet(1, "odd").ball().close_betting()
    scene.step(Spin(scene.stop(3))).run_until(Pay)
    barred = {f"{FACTS}5(i)"}
    assert scene.refusal_of(Wager(2, {"red": 1_000})) == barred
    assert scene.refusal_of(TakeBack(1, "odd")) == barred
    assert not scene.run().open().bars_against(Wager(2, {"red": 1_000}))


# --- 6: the round


@law("6(a)")
def test_wagers_are_free_while_the_marker_is_lifted() -> None:
    scene = Roulette(1, 2)
    wait = scene.driver.wait
    assert isinstance(wait, Window)
    assert (wait.cite, wait.what, wait.soon_over) == (f"{FACTS}6(a)", "wagers", False)
    assert scene.refusal_of(Close()) == {f"{FACTS}6(a)"}
    assert scene.refusal_of(Spin(0)) == {f"{FACTS}6(a)"}
    scene.bet(1, "red").bet(1, "red", 500).take_down(1, "red").bet(2, "odd")
    assert scene.acts(ReturnWager) == [
        ReturnWager(f"{FACTS}6(a)", 1, 1, "red", 1_500, "taken back in time"),
    ]
    assert scene.wagers_of(1) == {}
    scene.bet(2, "straight 9").give(Leave(2))
    assert scene.acts(ReturnWager)[1:] == [
        ReturnWager(f"{FACTS}6(a)", 2, 2, "straight 9", 1_000, "the player leaves"),
        ReturnWager(f"{FACTS}6(a)", 2, 2, "odd", 1_000, "the player leaves"),
    ]
    assert scene.acts(LeaveSeat) == [LeaveSeat("house:seats", 2, "Player 2", 100_000_000)]


@law("6(b)")
def test_the_ball_goes_against_the_wheel() -> None:
    scene = Roulette(1).bet(1, "red").ball()
    assert scene.acts(SpinBall) == [SpinBall(f"{FACTS}6(b)", True)]
    assert BALL_RUNS(scene.t)
    scene.close_betting()
    assert scene.driver.wait is not None
    assert (scene.driver.wait.cite, scene.driver.wait.for_chance) == (f"{FACTS}6(b)", True)
    assert scene.refusal_of(Spin(38)) == {f"{FACTS}6(b)"}
    assert not scene.bars_against(Spin(37))


@law("6(c)")
def test_wagers_are_taken_while_the_ball_runs() -> None:
    scene = Roulette(1, 2).bet(1, "red").ball()
    wait = scene.driver.wait
    assert isinstance(wait, Window)
    assert (wait.cite, wait.what, wait.soon_over) == (f"{FACTS}6(c)", "wagers", True)
    assert not scene.driver.refusals(Close())
    scene.bet(2, "red").close_betting()
    assert scene.rest(3).winnings(2) == 1_000


@law("6(d)")
def test_the_call_ends_betting_before_the_ball_rests() -> None:
    scene = Roulette(1).bet(1, "red").ball().close_betting()
    assert scene.acts(CallNoMoreBets) == [CallNoMoreBets(f"{FACTS}6(d)", "No more bets")]
    assert BETTING_OVER(scene.t)
    assert scene.t.said == ["No more bets"]
    assert scene.t.wheel is None


@law("6(e)")
def test_four_rounds_of_the_track_make_a_spin() -> None:
    for rounds, counts in ((1, False), (2, False), (3, False), (4, True), (5, True)):
        scene = Roulette(1).bet(1, "red").give(ShortSpin(rounds)).ball()  # type: ignore[arg-type]
        assert bool(scene.acts(CallNoSpin)) is not counts
        assert bool(scene.acts(PlayOn)) is counts
        if counts:
            assert scene.close_betting().rest(3).acts(CountRounds) == [CountRounds(f"{FACTS}6(e)", rounds)]
    usual = Roulette(1).bet(1, "red").spin(3)
    assert usual.acts(CountRounds) == [CountRounds(f"{FACTS}6(e)", 4)]
    assert VALID(usual.last.table)
    later = {"four-rounds": "from-first-round"}
    assert Roulette(1, readings=later).bet(1, "red").give(ShortSpin(4)).ball().acts(CallNoSpin)
    five = Roulette(1, readings=later).bet(1, "red").give(ShortSpin(5)).spin(3)
    assert five.acts(CountRounds) == [CountRounds(f"{FACTS}6(e)", 4)]
    short = Roulette(1, readings={"rested-before-removal": "counts"}).bet(1, "red").ball().close_betting()
    assert short.give(ShortSpin(3)).rest(3).acts(CountRounds) == [CountRounds("reading:rested-before-removal", 3)]


@law("6(f)")
def test_the_number_is_announced() -> None:
    scene = Roulette(1).bet(1, "red").spin(22)
    assert scene.acts(CallNumber) == [CallNumber(f"{FACTS}6(f)", "22, black", "22")]
    assert "22, black" in scene.last.table.said


@law("6(g)")
def test_the_marker_goes_on_the_number() -> None:
    scene = Roulette(1).bet(1, "red").ball().close_betting()
    scene.step(Spin(scene.stop(22))).run_until(Collect)
    assert scene.acts(SetMarker) == [SetMarker(f"{FACTS}6(g)", scene.stop(22), "22")]
    assert MARKER.get(scene.t) == scene.stop(22) + 1


@law("6(h)")
def test_settlement_follows() -> None:
    scene = Roulette(1).bet(1, "red").spin(22)
    assert scene.acts(BeginSettling) == [BeginSettling(f"{FACTS}6(h)", "22")]
    kinds = [type(step) for step in scene.acts()]
    assert kinds.index(SetMarker) < kinds.index(BeginSettling) < kinds.index(Collect)


@law("6(i)")
def test_the_marker_is_lifted_when_all_are_paid() -> None:
    scene = Roulette(1).bet(1, "red").spin(3)
    assert scene.acts(LiftMarker) == [LiftMarker(f"{FACTS}6(i)")]
    assert MARKER.word not in scene.t.marks
    assert type([*scene.last.log][-1]) is LiftMarker
    scene.bet(1, "red")


def test_a_scene_is_at_a_table_that_was_inspected() -> None:
    assert carry_with(1).marks == {INSPECTED.word: 4}
    assert new_table().give(Sit(1, "Fay", 1_000)).t.players == {1: "Fay"}
