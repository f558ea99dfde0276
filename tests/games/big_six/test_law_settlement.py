"""Big Six, parts 7, 8 and 9 of the facts: settlement, odds and irregularities."""

from __future__ import annotations

import pytest

from games.big_six.scene import BigSix
from games.big_six.test_law_wheel import FACTS, SYMBOLS, findings_in, law, warning
from pitboss.common.open_layout import BETTING_OVER, late_seats
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.incidents.spin_incidents import Astray, LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import Order, Spin, TakeBack, Wager
from pitboss.engine.waits import OrderWanted
from pitboss.games.big_six.law.facts import ASTRAY, BROKEN, INSPECTED, OTHER_WAY, ROUNDS, TURNS, VOID
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.big_six.law.irregular import SpinCounterclockwise
from pitboss.games.big_six.law.steps import (
    CallSymbol,
    Collect,
    GiveUpWheel,
    Inspect,
    Pay,
    PushBack,
    PutRight,
    SpinAgain,
    VoidSpin,
)
from pitboss.table.steps import ReturnWager, UndoCollection, UndoPayment, VoidRound

ODDS = dict(zip(SYMBOLS, (1, 2, 5, 10, 20, 45, 45), strict=True))

# --- 7: settlement


@law("7(a)")
def test_losers_are_collected_first() -> None:
    scene = BigSix(1, 2).bet(1, "$1").bet(2, "$2").bet(1, "$2", 1_200).spin("$1")
    steps = scene.acts()
    assert steps.index(scene.acts(Collect)[-1]) < steps.index(scene.acts(Pay)[0])
    assert scene.acts(Collect) == [
        Collect(f"{FACTS}7(a)", 1, 1, "$2", 1_200, (), "$1 came"),
        Collect(f"{FACTS}7(a)", 2, 2, "$2", 1_000, (), "$1 came"),
    ]
    assert scene.winnings(1, 2) == [-200, -1_000]
    other = BigSix(1).bet(1, "joker").bet(1, "$1").spin("flag")
    assert [step.cite for step in other.acts(Collect)] == [f"{FACTS}7(a)", f"{FACTS}7(a), reading:picture-each"]
    plain = BigSix(1).bet(1, "joker").spin("$1")
    assert [step.cite for step in plain.acts(Collect)] == [f"{FACTS}7(a)"]


@law("7(b)")
def test_then_winners_are_paid_from_the_dealers_right() -> None:
    scene = BigSix(1, 2, 5).bet(1, "$2").bet(5, "$2", 500).bet(2, "$2", 1_200).spin("$2")
    assert [(step.seat, step.position, step.spot, step.stake, step.rate, step.cents) for step in scene.acts(Pay)] == [
        (5, 5, "$2", 500, "2 to 1", 1_000),
        (2, 2, "$2", 1_200, "2 to 1", 2_400),
        (1, 1, "$2", 1_000, "2 to 1", 2_000),
    ]
    assert scene.winnings(1, 2, 5) == [2_000, 2_400, 1_000]
    both = BigSix(1, readings={"picture-each": "both"}).bet(1, "joker").bet(1, "flag").spin("flag")
    cite = f"{FACTS}7(b), {FACTS}7(c)"
    assert [step.cite for step in both.acts(Pay)] == [f"{cite}, reading:picture-each", cite]


@law("7(c)")
def test_the_wager_goes_back_with_the_pay() -> None:
    scene = BigSix(1, chips=5_000).bet(1, "$1", 5_000)
    assert scene.chips(1) == 0
    assert scene.spin("$1").chips(1) == 10_000
    assert scene.wagers_of(1) == {}
    assert scene.acts(Pay)[0].cite == f"{FACTS}7(b), {FACTS}7(c)"


# --- 8: odds


@law("8(a)")
@pytest.mark.parametrize("surface", ["layout", "sign", "brochure", "publication"])
def test_odds_are_printed_with_to_or_win(surface: str) -> None:
    def findings_on_print(words: str) -> list[tuple[str, str]]:
        return findings_in(f'[table.printed.{surface}.odds.odds]\njoker = "{words}"')

    assert findings_on_print("45 to 1") == findings_on_print("45 win 1") == []
    assert findings_on_print("46 for 1") == warning("8(a)")
    assert findings_in('[table.pay]\n"$1" = "2 for 1"') == findings_in('picture-odds = "46 for 1"') == warning("8(a)")
    assert findings_in('picture-odds = "45 win 1"') == []


@law("8(b)")
def test_every_wager_pays_its_odds_and_no_less() -> None:
    nevada = ODDS | {"joker": 40, "flag": 40}
    for symbol, odds in ODDS.items():
        (paid,) = BigSix(1).bet(1, symbol).spin(symbol).acts(Pay)
        reading = ", reading:picture-odds" if symbol in ("joker", "flag") else ""
        assert (paid.cents, paid.rate, paid.by) == (odds * 1_000, f"{odds} to 1", f"{FACTS}8(b){reading}")
        assert findings_in(f'[table.pay]\n"{symbol}" = "{odds} to 1"') == []
        assert findings_in(f'[table.pay]\n"{symbol}" = "{2 * odds - 1} to 2"') == warning("8(b)")
        better = BigSix(1, pay={symbol: f"{odds + 3} to 1"}).bet(1, symbol).spin(symbol).acts(Pay)[0]
        assert (better.by, better.cents) == (f"{FACTS}8(b)", (odds + 3) * 1_000)
        elected = BigSix(1, picture_odds="nevada").bet(1, symbol).spin(symbol)
        read = BigSix(1, readings={"picture-odds": "40"}).bet(1, symbol).spin(symbol)
        assert elected.winnings(1) == read.winnings(1) == nevada[symbol] * 1_000


@law("8(b)")
def test_pictures_pay_45_or_more_or_40_by_name() -> None:
    for symbol, odds in ODDS.items():
        assert (
            BigSix(1, picture_odds="50 to 1").bet(1, symbol).spin(symbol).winnings(1)
            == (odds if odds < 45 else 50) * 1_000
        )
        other = BigSix(1, picture_odds="nevada").bet(1, symbol).spin(symbol)
        assert other.winnings(1) == min(odds, 40) * 1_000
        assert BigSix(1).bet(1, symbol).spin(symbol).winnings(1) == odds * 1_000
    for fair in ("nevada", "45 to 1"):
        assert findings_in(f'picture-odds = "{fair}"') == []
    for less in ("44 to 1", "41 to 1", "40 to 1", "39 to 1"):
        assert findings_in(f'picture-odds = "{less}"') == warning("8(b)")
    read = 'readings.picture-odds = "40"'
    assert findings_in(read, 'picture-odds = "39 to 1"') == [("warning", "reading:picture-odds"), *warning("8(b)")]
    for enough in ('picture-odds = "41 to 1"', '[table.pay]\njoker = "40 to 1"'):
        assert findings_in(read, enough) == [("warning", "reading:picture-odds")]
    lines = ("picture-odds = '1 to 1'", "pay.flag = '1 to 1'")
    told = [
        each.fix
        for line in lines
        for each in check(f'[[table]]\ngame = "big-six"\n{line}', "house.toml")
        if each.paragraph == f"{FACTS}8(b)"
    ]
    assert told == ["pay 45 to 1 or more, or nevada for 40 to 1", "pay 45 to 1 or more"]
    rules = BigSix(1).rules
    assert [BigSixHouse(picture_odds=paid).most_won(rules) for paid in (None, "nevada")] == [2_250_000, 2_000_000]


@law("8(c)")
def test_no_commission_is_taken() -> None:
    assert findings_in("commission = true") == warning("8(c)")
    assert findings_in("commission = false") == []


# --- 9: irregularities


def no_spin(cite: str, why: str) -> VoidSpin:
    return VoidSpin(cite, "No spin", why)


@law("9(a)")
def test_fewer_than_three_turns_are_no_spin() -> None:
    for turns in (1, 2):
        scene = BigSix(1).bet(1, "$1").give(ShortSpin(turns)).spin("$1")
        assert scene.acts(VoidSpin) == [no_spin(f"{FACTS}9(a)", "the wheel made fewer than three full turns")]
        assert (scene.winnings(1), scene.wagers_of(1)) == (0, {"$1": 1_000})
        assert scene.spin("$1").winnings(1) == 1_000
    late = BigSix(1).bet(1, "$1").close_betting().give(ShortSpin(2)).rest("$1")
    assert len(late.acts(VoidSpin)) == 1
    assert late.t.said == ["No more bets", "No spin"]


def check_stray_ball(how: Astray, cite: str, why: str) -> None:
    scene = BigSix(1).bet(1, "$1").close_betting().give(SpinAstray(how)).rest("$1")
    assert scene.acts(VoidSpin) == [no_spin(f"{FACTS}{cite}", why)]
    assert (scene.winnings(1), scene.wagers_of(1), scene.t.wheel) == (0, {"$1": 1_000}, None)
    assert scene.spin("$1").winnings(1) == 1_000


@law("9(b)")
def test_a_clapper_between_two_sections_makes_the_spin_void() -> None:
    check_stray_ball("between two stops", "9(b)", "the clapper lies on a peg between two sections")


@law("9(c)")
def test_a_clapper_in_no_section_makes_the_spin_void() -> None:
    check_stray_ball("in no stop", "9(c)", "the wheel is at fault and the clapper lies in no section")


@law("9(d)")
def test_whoever_or_whatever_touches_the_wheel_makes_the_spin_void() -> None:
    check_stray_ball("touched", "9(d)", "somebody touched the wheel before it stood still")
    check_stray_ball("object in the wheel", "9(d)", "something touched the wheel before it stood still")


@law("9(e)")
def test_after_a_void_spin_wagers_stay_and_may_be_changed() -> None:
    scene = BigSix(1, 2).bet(1, "$1").bet(2, "$5").give(SpinCounterclockwise(), SpinAstray("touched")).spin("$1")
    assert scene.acts(SpinAgain) == [SpinAgain(f"{FACTS}9(e), reading:void-wagers")]
    assert not scene.acts(CallSymbol)
    assert scene.wagers_of(1) == {"$1": 1_000}
    t = scene.t
    assert (VOID(t), BETTING_OVER(t), OTHER_WAY(t)) == (False, False, False)
    assert (TURNS.get(t), ASTRAY.get(t), ROUNDS.get(t)) == (None, None, None)
    scene.take_down(1, "$1").bet(1, "$2").bet(2, "$5").give(ShortSpin(1)).spin("$2")
    assert ROUNDS.get(scene.t) is None
    assert scene.spin("$2").winnings(1, 2) == [2_000, -2_000]


@law("9(f)")
def test_late_chips_are_pushed_back() -> None:
    scene = BigSix(1, 2).bet(1, "$1").close_betting().give(LateChips(2))
    assert scene.acts(PushBack) == [PushBack(f"{FACTS}9(f)", 2)]
    assert scene.t.said == ["No more bets", "Too late"]
    assert scene.wagers_of(2) == {}
    assert scene.rest("$1").winnings(1, 2) == [1_000, 0]
    caused = BigSix(1, 2).bet(1, "$1").give(LateChips(2), LateChips(1))
    assert (caused.acts(PushBack), late_seats(caused.t)) == ([], (2, 1))
    pushed = [PushBack(f"{FACTS}9(f)", 2), PushBack(f"{FACTS}9(f)", 1)]
    assert (caused.close_betting().acts(PushBack), late_seats(caused.t)) == (pushed, ())
    assert (caused.wagers_of(1), caused.t.said) == ({"$1": 1_000}, ["No more bets", "Too late", "Too late"])
    assert caused.rest("$1").winnings(1, 2) == [1_000, 0]


@law("9(g)")
def test_a_wrong_call_is_put_right_before_collecting() -> None:
    scene = BigSix(1, 2).bet(1, "joker").bet(2, "$1").give(WrongCall("at once")).spin("joker")
    assert [step.symbol for step in scene.acts(CallSymbol)] == ["$1"]
    assert scene.acts(PutRight) == [PutRight(f"{FACTS}9(g)", "joker", "joker")]
    assert not scene.acts(UndoCollection)
    assert "joker" in scene.last.table.said
    assert scene.winnings(1, 2) == [45_000, -1_000]


@law("9(g)")
def test_what_was_done_by_a_wrong_call_is_undone() -> None:
    scene = BigSix(1, 2).bet(1, "joker").bet(2, "$1").bet(2, "$5").give(WrongCall("after paying")).spin(53)
    assert [step.symbol for step in scene.acts(CallSymbol)] == ["joker"]
    assert scene.acts(PutRight) == [PutRight(f"{FACTS}9(g)", "one", "$1")]
    assert scene.acts(UndoPayment) == [UndoPayment(f"{FACTS}9(g)", 1, 1, "joker", 45_000, 1_000)]
    assert scene.acts(UndoCollection) == [
        UndoCollection(f"{FACTS}9(g)", 2, 2, "$5", 1_000),
        UndoCollection(f"{FACTS}9(g)", 2, 2, "$1", 1_000),
    ]
    assert scene.winnings(1, 2) == [-1_000, 0]


@law("9(h)")
def test_a_broken_wheel_gives_wagers_back_and_closes_the_table() -> None:
    scene = BigSix(1, 2).bet(1, "$1").bet(2, "flag").close_betting().give(WheelBroken())
    why = "the wheel cannot be used further"
    assert [(step.cite, step.why) for step in scene.acts(VoidRound)] == [(f"{FACTS}9(h)", why)]
    assert scene.acts(ReturnWager) == [
        ReturnWager(f"{FACTS}9(h)", 1, 1, "$1", 1_000, why),
        ReturnWager(f"{FACTS}9(h)", 2, 2, "flag", 1_000, why),
    ]
    assert scene.acts(GiveUpWheel) == [GiveUpWheel(f"{FACTS}9(h)")]
    assert scene.winnings(1, 2) == [0, 0]
    assert (BROKEN(scene.t), INSPECTED.get(scene.t)) == (True, None)
    wait = scene.driver.wait
    assert isinstance(wait, OrderWanted)
    assert (wait.cite, wait.choices) == (f"{FACTS}9(h)", ("open the table",))
    assert scene.refusal_of(Wager(1, {"$1": 1_000})) == scene.refusal_of(TakeBack(1, "$1")) == {f"{FACTS}3(c)"}
    scene.give(Order("open the table"))
    assert [step.number for step in scene.acts(Inspect)] == [1, 2]
    assert not BROKEN(scene.t)
    assert scene.bet(1, "$1").spin("$1").winnings(1) == 1_000


def test_a_wheel_does_not_break_once_it_stands() -> None:
    scene = BigSix(1).bet(1, "$1").close_betting()
    scene.step(Spin(1)).run_until(CallSymbol)
    assert scene.refusal_of(WheelBroken()) == {"house:incident"}
