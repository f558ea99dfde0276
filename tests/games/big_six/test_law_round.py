"""Big Six, parts 4, 5 and 6 of the facts: before the spin, wagers and the round."""

from __future__ import annotations

import pytest

from games.big_six.scene import BigSix
from games.big_six.test_law_wheel import AROUND, FACTS, SYMBOLS, findings_in, law, warning
from pitboss.common.open_layout import BETTING_OVER, CallNoMoreBets
from pitboss.engine.incidents.spin_incidents import ShortSpin
from pitboss.engine.inputs import Close, Conduct, Leave, Spin, TakeBack, Wager
from pitboss.engine.seating import empty_seat_refusal
from pitboss.engine.waits import Window
from pitboss.games.big_six.law.facts import FIXED, RESULT, TURNS, VALID, LyingWager
from pitboss.games.big_six.law.irregular import LookAtWheel, SpinCounterclockwise, TouchWheel
from pitboss.games.big_six.law.steps import CallSymbol, Collect, CountTurns, FixWagers, Pay, SpinWheel, Stand, VoidSpin
from pitboss.table.steps import PlaceWager, PlayOn, ReturnWager

# --- 4: before the spin


@law("4(a)")
def test_wagers_are_open_from_the_last_settlement_on() -> None:
    scene = BigSix(1, 2).bet(1, "$1").spin("$1")
    wait = scene.driver.wait
    assert isinstance(wait, Window)
    assert (wait.cite, wait.what) == (f"{FACTS}4(a)", "wagers")
    assert scene.refusal_of(Close()) == scene.refusal_of(Spin(0)) == {f"{FACTS}4(a)"}
    scene.bet(1, "$1").bet(1, "$1", 500).take_down(1, "$1").bet(2, "$5")
    assert scene.acts(ReturnWager) == [ReturnWager(f"{FACTS}4(a)", 1, 1, "$1", 1_500, "taken back in time")]
    assert scene.wagers_of(1) == {}
    scene.give(Leave(2))
    assert scene.acts(ReturnWager)[-1] == ReturnWager(f"{FACTS}4(a)", 2, 2, "$5", 1_000, "the player leaves")


def check_call(scene: BigSix) -> None:
    assert scene.acts(CallNoMoreBets) == [CallNoMoreBets(f"{FACTS}4(b), {FACTS}6(a)", "No more bets")]
    assert BETTING_OVER(scene.t)
    assert scene.t.said == ["No more bets"]
    kinds = [type(step) for step in scene.acts()]
    assert kinds.index(CallNoMoreBets) < kinds.index(SpinWheel)


@law("4(b)")
def test_no_more_bets_is_called_before_the_spin() -> None:
    check_call(BigSix(1).bet(1, "$1").close_betting())


@law("4(c)")
def test_after_the_call_nothing_changes() -> None:
    scene = BigSix(1, 2).bet(1, "$1").close_betting()
    late = {f"{FACTS}4(c)"}
    assert scene.refusal_of(Wager(1, {"$1": 1_000})) == scene.refusal_of(Wager(2, {"$5": 1_000})) == late
    assert scene.refusal_of(TakeBack(1, "$1")) == scene.refusal_of(Leave(1)) == late
    assert not scene.bars_against(Leave(2))
    scene.step(Spin(2)).run_until(Collect)
    assert scene.refusal_of(Leave(1)) == late


@law("4(d)")
def test_the_dealer_does_not_look_at_the_wheel() -> None:
    scene = BigSix(1).bet(1, "$1")
    assert scene.refusal_of(LookAtWheel()) == scene.close_betting().refusal_of(LookAtWheel()) == {f"{FACTS}4(d)"}
    assert scene.step(Spin(2)).run_until(Stand).refusal_of(LookAtWheel()) == {"house:incident"}


# --- 5: wagers


@law("5(a)")
def test_a_wager_is_chips_on_the_area_of_a_symbol() -> None:
    scene = BigSix(1, 2).bet(2, "$10", 700)
    assert scene.acts(PlaceWager) == [PlaceWager(f"{FACTS}5(a)", 2, 2, "$10", 700)]
    assert scene.wagers_of(2) == {"$10": 700}
    for spot in ("$3", "moon", ""):
        assert scene.refusal_of(Wager(1, {spot: 1_000})) == {f"{FACTS}5(a)"}
    assert scene.refusal_of(Wager(1, {})) == {f"{FACTS}5(a)"}


@law("5(b)")
@pytest.mark.parametrize("what", ["cash wager", "verbal wager", "match play coupon"])
def test_no_wager_by_word_in_cash_or_by_coupon(what: str) -> None:
    assert BigSix(1).refusal_of(Conduct(1, what)) == {f"{FACTS}5(b)"}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "symbol", [pytest.param(symbol, marks=law(f"5(c){at}")) for at, symbol in enumerate(SYMBOLS, 1)]
)
def test_a_wager_wins_by_its_symbol_and_loses_by_every_other(symbol: str) -> None:
    """Check the wagers of two players, wherever on the rim the symbol is."""
    for at, other in enumerate(AROUND):
        if other != symbol and at % 3:  # of the others every third will do
            continue
        scene = BigSix(1, 4).bet(1, symbol).bet(4, symbol, 2_000).spin(at)
        one, two = scene.winnings(1, 4)
        assert two == 2 * one
        assert (one > 0) == (other == symbol)
        assert one > 0 or one == -1_000


@law("5(d)")
@pytest.mark.parametrize(("mine", "other"), [("joker", "flag"), ("flag", "joker")])
def test_one_picture_loses_when_the_other_comes(mine: str, other: str) -> None:
    scene = BigSix(1).bet(1, mine).spin(other)
    cite = f"{FACTS}7(a), reading:picture-each"
    assert scene.acts(Collect) == [Collect(cite, 1, 1, mine, 1_000, (), f"{other} came")]
    assert scene.winnings(1) == -1_000


@law("5(e)")
def test_each_symbol_is_settled_by_itself() -> None:
    for came, odds in zip(SYMBOLS, (1, 2, 5, 10, 20, 45, 45), strict=True):
        each = BigSix(1)
        for symbol in SYMBOLS:
            each.bet(1, symbol, 100)
        each.spin(came)
        assert {step.spot for step in each.acts(Collect)} == set(SYMBOLS) - {came}
        assert [(step.spot, step.cents) for step in each.acts(Pay)] == [(came, 100 * odds)]
    scene = BigSix(1)
    for symbol in SYMBOLS:
        scene.bet(1, symbol, 100)
    scene.spin("$5")
    assert [step.cite for step in scene.acts(FixWagers)] == [f"{FACTS}5(e), {FACTS}5(f)"]
    assert [step.spot for step in scene.acts(Collect)] == [symbol for symbol in SYMBOLS if symbol != "$5"]
    assert [step.cents for step in scene.acts(Pay)] == [500]
    assert scene.winnings(1) == -100


@law("5(f)")
def test_chips_are_wagered_where_they_lie() -> None:
    scene = BigSix(1, 2).bet(2, "$2").bet(1, "joker").bet(1, "$20").bet(1, "$1").take_down(1, "joker").close_betting()
    lying = (LyingWager(1, "$1", 1_000), LyingWager(1, "$20", 1_000), LyingWager(2, "$2", 1_000))
    assert scene.acts(FixWagers) == [FixWagers(f"{FACTS}5(e), {FACTS}5(f)", lying)]
    assert FIXED.of(scene.t) == lying
    assert scene.rest("$2").winnings(1, 2) == [-2_000, 2_000]


@law("5(g)")
def test_the_house_posts_a_least_and_a_most() -> None:
    scene, posted = BigSix(1), {f"{FACTS}5(g)"}
    assert [scene.bars_against(Wager(1, {"$1": cents})) for cents in (100, 50_000, 50_100)] == [set(), set(), posted]
    scene.bet(1, "joker", 40_000)
    assert [scene.bars_against(Wager(1, {"joker": cents})) for cents in (10_000, 10_100)] == [set(), posted]
    assert findings_in("minimum = 5", "maximum = 4") == findings_in("minimum = 0") == warning("5(g)")
    assert findings_in('minimum = "1.50"') == warning("5(g)")
    assert findings_in("minimum = 5", "maximum = 5") == []


# --- 6: the round


@law("6(a)")
def test_the_round_begins_with_the_call() -> None:
    check_call(BigSix(1).bet(1, "$1").close_betting())


@law("6(b)")
def test_the_dealer_spins_the_wheel_either_way() -> None:
    scene = BigSix(1).bet(1, "$1").close_betting()
    assert scene.acts(SpinWheel) == [SpinWheel(f"{FACTS}6(b)", "clockwise")]
    assert TURNS.get(scene.t) == "clockwise"
    assert scene.driver.wait is not None
    assert (scene.driver.wait.cite, scene.driver.wait.for_chance) == (f"{FACTS}6(b)", True)
    other = BigSix(1).bet(1, "$1").give(SpinCounterclockwise()).close_betting()
    assert other.acts(SpinWheel) == [SpinWheel(f"{FACTS}6(b)", "counterclockwise")]
    assert TURNS.get(other.t) == "counterclockwise"
    assert [step.cite for step in other.acts(PlayOn)] == [f"{FACTS}6(b), reading:direction"]
    assert other.rest("$2").bet(1, "$1").close_betting().acts(SpinWheel)[-1].way == "clockwise"


@law("6(c)")
def test_three_full_turns_make_a_spin() -> None:
    for turns, counts in ((1, False), (2, False), (3, True), (4, True), (5, True)):
        scene = BigSix(1).bet(1, "$1").give(ShortSpin(turns))  # type: ignore[arg-type]
        assert bool(scene.acts(PlayOn)) is counts
        scene.spin("$1")
        assert bool(scene.acts(VoidSpin)) is not counts
        assert [step.turns for step in scene.acts(CountTurns)] == [turns] * counts
    braked = BigSix(1, readings={"turns-counted": "until-braked"}).bet(1, "$1").give(ShortSpin(5)).spin("$1")
    assert [step.turns for step in braked.acts(CountTurns)] == [4]
    usual = BigSix(1).bet(1, "$1").spin("$1")
    assert usual.acts(CountTurns) == [CountTurns(f"{FACTS}6(c)", 3)]
    assert VALID(usual.last.table)


@law("6(d)")
def test_nobody_touches_the_wheel() -> None:
    scene = BigSix(1).bet(1, "$1").close_betting()
    assert scene.refusal_of(TouchWheel(1)) == {f"{FACTS}6(d)"}
    assert list(scene.driver.refusals(TouchWheel(2))) == [empty_seat_refusal(2)]
    assert scene.step(Spin(2)).run_until(Stand).refusal_of(TouchWheel(1)) == {"house:incident"}
    resting = BigSix(1).bet(1, "$1")
    assert resting.refusal_of(TouchWheel(1)) == {"house:incident"}
    assert resting.give(ShortSpin(2)).spin(1).refusal_of(TouchWheel(1)) == {"house:incident"}
    assert resting.close_betting().refusal_of(TouchWheel(1)) == {f"{FACTS}6(d)"}


@law("6(e)")
def test_the_section_under_the_clapper_decides() -> None:
    scene = BigSix(1).bet(1, "$2").spin(2)
    assert scene.acts(Stand) == [Stand(f"{FACTS}6(e)", 2, "$2")]
    assert scene.last.table.wheel == 2
    changed = BigSix(1).bet(1, "$2").spin(29)
    assert changed.acts(Stand) == [Stand(f"{FACTS}6(e), reading:wheel-count", 29, "$5")]
    elected = BigSix(1, wheel="23-15-8-4-2").bet(1, "$2").spin(29)
    assert elected.acts(Stand) == [Stand(f"{FACTS}6(e)", 29, "$5")]


@law("6(f)")
def test_the_symbol_is_announced() -> None:
    words = []
    for symbol in SYMBOLS:
        scene = BigSix(1).bet(1, "$1").close_betting()
        scene.step(Spin(AROUND.index(symbol))).run_until(CallSymbol)
        (call,) = scene.acts(CallSymbol)
        assert (call.cite, call.symbol, RESULT.get(scene.t)) == (f"{FACTS}6(f)", symbol, symbol)
        assert scene.t.said == ["No more bets", call.words]
        words.append(call.words)
    assert words == ["one", "two", "five", "ten", "twenty", "joker", "flag"]
