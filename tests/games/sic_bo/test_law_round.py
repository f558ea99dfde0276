"""Sic Bo, parts 6 to 9 of its facts: one test for each paragraph, named after what it says."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from games.sic_bo.scene import SicBo, breaches_of
from pitboss.common.open_layout import BETTING_OVER, late_seats
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.incidents.spin_incidents import LateChips, WrongCall
from pitboss.engine.inputs import SUPERVISOR, Close, Order, TakeBack, Throw, Wager
from pitboss.engine.waits import OrderWanted, ThrowWanted, Window
from pitboss.games.sic_bo import GAME
from pitboss.games.sic_bo.law.facts import (
    ASTRAY,
    BY_HAND,
    CALLED,
    ENTERED,
    LIGHTS_OUT,
    OUT_OF_USE,
    RESULT,
    SEALED,
    SHAKES,
)
from pitboss.games.sic_bo.law.house import TABLES, SicBoHouse, base_table
from pitboss.games.sic_bo.law.irregular import (
    DieLies,
    FlawFound,
    LightsFail,
    ShakerOpens,
    ShakerStops,
    UncoveredEarly,
)
from pitboss.games.sic_bo.law.steps import Collect, Compare, Enter, LightsOff, Pay, PushBack, PutRight, Shake
from pitboss.table.money import Money
from pitboss.table.steps import Announce

STAKE = 1_000
TABLE = '[[table]]\ngame = "sic-bo"\n'


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law("beyond", f"beyond:sic-bo.{paragraph}")


def win_of(spot: str, *dice: int, **house: Any) -> int:
    return SicBo(1, **house).bet(1, spot).shake(*dice).winnings(1)


def cite_of(spot: str, *dice: int, **house: Any) -> str:
    """Return what stands behind the settlement of a wager, after the order of settling."""
    scene = SicBo(1, **house).bet(1, spot).shake(*dice)
    (act,) = [*scene.acts(Collect), *scene.acts(Pay)]
    return str(act.cite).removeprefix("beyond:sic-bo.7").removeprefix("(a)").removeprefix("(b), beyond:sic-bo.7(h)")


def says(paragraph: str, covered: bool) -> bool:
    printed = GAME.printed(SicBo(1).rules, SicBoHouse(covered=covered))  # type: ignore[misc]
    return f"beyond:sic-bo.{paragraph}" in {inscription.cite for inscription in printed.says}


# --- 6: the round


@law("6(a)")
def test_the_dealer_calls_no_more_bets_once_somebody_has_wagered() -> None:
    scene = SicBo(1)
    assert scene.refusal_of(Close()) == {"beyond:sic-bo.6(a)"}
    scene.bet(1, "small").close_betting()
    assert scene.t.said == ["No more bets"]
    assert BETTING_OVER(scene.t)


@law("6(b)")
def test_the_dealer_shakes_and_the_dice_come_to_rest() -> None:
    scene = SicBo(1).bet(1, "small").close_betting()
    assert SHAKES.get(scene.t) == 3
    assert [act.automated for act in scene.acts(Shake)] == [False]
    assert [act.automated for act in SicBo(1, shaker="automated").bet(1, "small").close_betting().acts(Shake)] == [True]
    scene.step(Throw((6, 2, 1)))
    assert scene.t.dice == (6, 2, 1)


@law("6(c)")
def test_at_least_three_shakes() -> None:
    scene = SicBo(1).bet(1, "small").close_betting()
    assert (SHAKES.get(scene.t), scene.acts(Shake)[0].automated) == (3, False)
    assert SHAKES.get(SicBo(1, readings={"three-shakes": "any"}).bet(1, "small").close_betting().t) == 1
    for tumbles, faults in ((2, 1), (3, 0)):
        file = f'{TABLE}shaker = "automated"\nequipment.tumbles = {tumbles}\n'
        assert sum(each.paragraph == "beyond:sic-bo.6(c)" for each in check(file, "house.toml")) == faults


@law("6(d)")
def test_a_cover_is_taken_off_when_the_dice_are_still() -> None:
    scene = SicBo(1, covered=True).bet(1, "small").close_betting()
    assert not scene.t.dice
    scene.step(Throw((6, 2, 1)))
    assert scene.t.dice == (6, 2, 1)
    assert scene.run().open().winnings(1) == STAKE
    assert [says("6(d)", covered) for covered in (True, False)] == [True, False]


@law("6(e)")
def test_the_dealer_calls_the_number_of_each_die() -> None:
    scene = SicBo(1).bet(1, "small").close_betting().step(Throw((5, 2, 2))).run_until(Enter)
    assert CALLED.get(scene.t) == (2, 2, 5)
    assert "2, 2, 5" in scene.t.said


@law("6(f)")
def test_from_the_lowest_to_the_highest_and_then_the_total() -> None:
    scene = SicBo(1).bet(1, "small").shake(5, 2, 2)
    assert scene.last.table.said[-2:] == ["2, 2, 5", "Total 9"]


@law("6(g)")
def test_the_numbers_are_entered_and_the_winning_areas_light_up() -> None:
    scene = SicBo(1).bet(1, "small").close_betting().step(Throw((6, 6, 6))).run_until(Enter)
    assert ENTERED.get(scene.t) == (6, 6, 6)
    lit = ("one of a kind 6", "two of a kind 6", "three of a kind 6", "any three of a kind")
    assert scene.lit_areas() == set(lit)
    assert scene.acts(Enter)[0].lit == lit


@law("6(h)")
def test_lights_and_dice_are_compared_before_a_wager_is_touched() -> None:
    scene = SicBo(1).bet(1, "big").close_betting().step(Throw((5, 2, 2))).run_until(Compare)
    assert RESULT.get(scene.t) == (2, 2, 5)
    assert scene.wagers_of(1) == {"big": STAKE}


# --- 7: settlement


@law("7(a)")
def test_losers_are_collected_first() -> None:
    scene = SicBo(1, 2).bet(1, "big").bet(2, "small").close_betting().step(Throw((5, 2, 2))).run_until(Collect)
    assert (scene.wagers_of(1), scene.wagers_of(2)) == ({}, {"small": STAKE})
    assert scene.house_won() == STAKE
    several = SicBo(1, 2, 3, 4).bet(1, "big").bet(2, "small").bet(3, "big").bet(4, "one of a kind 6").close_betting()
    several.step(Throw((5, 2, 2))).run_until(Collect, 3)
    assert [several.wagers_of(seat) for seat in (1, 2, 3, 4)] == [{}, {"small": STAKE}, {}, {}]


@law("7(b)")
def test_then_winners_are_paid() -> None:
    scene = SicBo(1, 2).bet(1, "big").bet(2, "small").shake(5, 2, 2)
    kinds = [type(act) for act in scene.last.log if isinstance(act, Collect | Pay)]
    assert kinds == [Collect, Pay]
    assert scene.winnings(1, 2) == [-STAKE, STAKE]
    several = SicBo(1, 2, 3, 4).bet(1, "big").bet(2, "small").bet(3, "small").bet(4, "one of a kind 5").shake(5, 2, 2)
    assert several.winnings(1, 2, 3, 4) == [-STAKE, STAKE, STAKE, STAKE]
    assert [type(act) for act in several.last.log if isinstance(act, Collect | Pay)] == [Collect, Pay, Pay, Pay]


@law("7(c)")
def test_then_the_lights_go_off() -> None:
    scene = SicBo(1).bet(1, "small").close_betting().step(Throw((5, 2, 2))).run_until(Pay)
    assert scene.lit_areas()
    scene.run()
    assert scene.lit_areas() == set()


@law("7(d)")
def test_a_triple_loses_small_and_big_and_wins_all_else_that_it_makes() -> None:
    for face in range(1, 7):
        assert win_of("small", face, face, face) == win_of("big", face, face, face) == -STAKE
        assert win_of(f"three of a kind {face}", face, face, face) == 180 * STAKE
        assert win_of("any three of a kind", face, face, face) == 30 * STAKE
    for face, odds in ((2, 17), (3, 6), (4, 6), (5, 17)):
        assert win_of(f"total {3 * face}", face, face, face) == odds * STAKE
    assert win_of("one of a kind 4", 4, 4, 4) == 3 * STAKE
    assert cite_of("small", 3, 3, 3) == ", beyond:sic-bo.7(h), beyond:sic-bo.7(d)"
    assert cite_of("small", 6, 6, 5) == cite_of("total 9", 3, 3, 4) == ", beyond:sic-bo.7(h)"


@law("7(e)")
def test_a_triple_wins_two_of_a_kind_once() -> None:
    assert win_of("two of a kind 4", 4, 4, 4) == win_of("two of a kind 4", 4, 4, 5) == 10 * STAKE
    assert win_of("two of a kind 5", 4, 4, 4) == -STAKE
    for face in range(1, 7):
        assert win_of(f"two of a kind {face}", face, face, face) == 10 * STAKE
    assert win_of("two of a kind 4", 4, 4, 4, readings={"double-on-triple": "exactly-two-dice"}) == -STAKE
    assert cite_of("two of a kind 4", 4, 4, 4) == ", beyond:sic-bo.7(e)"
    assert cite_of("two of a kind 4", 4, 4, 5) == cite_of("small", 1, 2, 4) == ""
    read = cite_of("two of a kind 4", 4, 4, 4, readings={"double-on-triple": "exactly-two-dice"})
    assert read == ", beyond:sic-bo.7(h), reading:double-on-triple"


@law("7(f)")
def test_a_combination_is_paid_once_though_a_number_shows_twice() -> None:
    assert (
        win_of("two-dice 2-5", 2, 2, 5)
        == win_of("two-dice 2-5", 2, 5, 5)
        == win_of("two-dice 2-5", 2, 5, 6)
        == 5 * STAKE
    )
    assert cite_of("two-dice 2-5", 2, 2, 5) == ", beyond:sic-bo.7(f)"
    for low, high in combinations(range(1, 7), 2):
        twice = [win_of(f"two-dice {low}-{high}", *dice) for dice in ((low, low, high), (low, high, high))]
        assert twice == [5 * STAKE] * 2


@law("7(g)")
def test_one_of_a_kind_is_paid_by_how_many_dice_show_it() -> None:
    shown = [(4, 1, 2), (4, 4, 2), (4, 4, 4)]
    assert [win_of("one of a kind 4", *dice) for dice in shown] == [STAKE, 2 * STAKE, 3 * STAKE]
    for face in range(1, 7):
        other = face % 6 + 1
        shows = ((face, other, other), (face, face, other), (face, face, face))
        assert [win_of(f"one of a kind {face}", *dice) for dice in shows] == [STAKE, 2 * STAKE, 3 * STAKE]
    assert [win_of("one of a kind 4", *dice, pay_table="b") for dice in shown] == [STAKE, 2 * STAKE, 12 * STAKE]
    assert cite_of("one of a kind 4", 4, 4, 4) == ", beyond:sic-bo.7(g)"
    added = {"single-on-triple": "lines-added"}
    assert cite_of("one of a kind 4", 4, 4, 2, readings=added) == ", beyond:sic-bo.7(g)"
    assert cite_of("one of a kind 4", 4, 4, 4, readings=added) == ", reading:single-on-triple"


@law("7(h)")
def test_stakes_go_back_with_the_pay_and_the_dealers_right_comes_first() -> None:
    scene = SicBo(1, 2, 3)
    for seat in (1, 2, 3):
        scene.bet(seat, "small").bet(seat, "big").bet(seat, "total 9")
    scene.shake(2, 2, 5)
    moved = [(type(act), act.seat, act.spot) for act in scene.last.log if isinstance(act, Collect | Pay)]
    collected = [(Collect, seat, "big") for seat in (3, 2, 1)]
    assert moved == [*collected, *((Pay, seat, spot) for seat in (3, 2, 1) for spot in ("small", "total 9"))]
    assert scene.wagers_of(1) == {}
    assert scene.winnings(1, 2, 3) == [STAKE + 6 * STAKE - STAKE] * 3


# --- 8: odds


@law("8(a)")
def test_odds_are_never_stated_with_for() -> None:
    rules = SicBo(1).rules
    wrong = SicBoHouse(pay={"two-dice combination": "7 for 1"})
    assert breaches_of(wrong, rules) == {"beyond:sic-bo.8(a)"}
    for right in ("6 to 1", "6 win 1"):
        assert not SicBoHouse(pay={"two-dice combination": right}).breaches(rules)


@law("8(b)")
def test_the_house_elects_one_of_three_tables() -> None:
    paid = {table: win_of("any three of a kind", 1, 1, 1, pay_table=table) for table in TABLES}
    assert paid == {"atlantic-city": 30 * STAKE, "a": 24 * STAKE, "b": 31 * STAKE}
    rules = SicBo(1).rules
    line = "total 6 or 15"
    for table, less, same in (("atlantic-city", 16, 17), ("a", 13, 14), ("b", 17, 18)):
        lower = SicBoHouse(pay_table=table, pay={line: f"{less} to 1"})  # type: ignore[arg-type]
        assert breaches_of(lower, rules) == {"beyond:sic-bo.8(b)"}
        equal = SicBoHouse(pay_table=table, pay={line: f"{same} to 1"})  # type: ignore[arg-type]
        assert not equal.breaches(rules)
        assert not equal.breaches(SicBo(1, readings={"partial-tables": "whole-table"}).rules)


SHOWN = {
    "three of a kind, named": ("three of a kind 2", (2, 2, 2)),
    "any three of a kind": ("any three of a kind", (2, 2, 2)),
    "two of a kind, named": ("two of a kind 2", (2, 2, 1)),
    "total 4 or 17": ("total 17", (6, 6, 5)),
    "total 5 or 16": ("total 5", (1, 2, 2)),
    "total 6 or 15": ("total 15", (6, 6, 3)),
    "total 7 or 14": ("total 7", (1, 2, 4)),
    "total 8 or 13": ("total 13", (6, 5, 2)),
    "total 9 or 12": ("total 9", (1, 2, 6)),
    "total 10 or 11": ("total 11", (6, 4, 1)),
    "two-dice combination": ("two-dice 1-6", (1, 4, 6)),
    "small, big": ("big", (6, 4, 1)),
    "one of a kind, one die": ("one of a kind 1", (1, 2, 3)),
    "one of a kind, two dice": ("one of a kind 1", (1, 1, 3)),
    "one of a kind, three dice": ("one of a kind 1", (1, 1, 1)),
}
ODDS = {
    "atlantic-city": (180, 30, 10, 60, 30, 17, 12, 8, 6, 6, 5, 1, 1, 2, 3),
    "a": (150, 24, 8, 50, 18, 14, 12, 8, 6, 6, 5, 1, 1, 2, 3),
    "b": (180, 31, 11, 62, 31, 18, 12, 8, 7, 6, 6, 1, 1, 2, 12),
}


TOTALS = range(4, 18)
MAKING: dict[int, tuple[int, int, int]] = {
    sum(dice): dice for dice in combinations_with_replacement(range(1, 7), 3) if len(set(dice)) > 1
}


def paid_by(table: str) -> tuple[int, ...]:
    """Return what each line pays, whichever of its totals, numbers and hands came."""
    assert tuple(base_table(table).lines) == tuple(SHOWN)
    odds = {line: win_of(spot, *dice, pay_table=table) // STAKE for line, (spot, dice) in SHOWN.items()}
    lines = {total: f"total {min(total, 21 - total)} or {max(total, 21 - total)}" for total in TOTALS}
    for total, line in lines.items():
        assert win_of(f"total {total}", *MAKING[total], pay_table=table) == odds[line] * STAKE
    for low, high in combinations(range(1, 7), 2):
        paid = win_of(f"two-dice {low}-{high}", low, high, high, pay_table=table)
        assert paid == odds["two-dice combination"] * STAKE
    for face in range(1, 7):
        assert (
            win_of(f"two of a kind {face}", face, face, face % 6 + 1, pay_table=table)
            == STAKE * odds["two of a kind, named"]
        )
        assert (
            win_of(f"three of a kind {face}", face, face, face, pay_table=table)
            == STAKE * odds["three of a kind, named"]
        )
        for many, line in enumerate(("one die", "two dice", "three dice"), 1):
            dice = (face,) * many + (face % 6 + 1,) * (3 - many)
            assert win_of(f"one of a kind {face}", *dice, pay_table=table) == odds[f"one of a kind, {line}"] * STAKE
    assert win_of("small", 1, 2, 4, pay_table=table) == odds["small, big"] * STAKE
    return tuple(odds.values())


@law("8(c)")
def test_the_table_atlantic_city() -> None:
    assert paid_by("atlantic-city") == ODDS["atlantic-city"]


@law("8(d)")
def test_table_a() -> None:
    assert paid_by("a") == ODDS["a"]


@law("8(e)")
def test_table_b() -> None:
    assert paid_by("b") == ODDS["b"]


@law("8(f)")
def test_no_commission_and_no_wager_that_chips_could_not_pay() -> None:
    pay = {"small, big": "3 to 2"}
    scene = SicBo(1, pay=pay)
    assert scene.refusal_of(Wager(1, {"small": 700})) == {"beyond:sic-bo.8(f)"}
    assert scene.bet(1, "small", 600).shake(1, 2, 4).winnings(1) == 900
    found = [(each.severity, each.paragraph) for each in check(f"{TABLE}commission = true\n", "house.toml")]
    assert ("warning", "beyond:sic-bo.8(f)") in found


# --- 9: irregularities


@law("9(a)")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_a_die_that_is_not_flat_is_no_roll(die: int) -> None:
    scene = SicBo(1).bet(1, "small").give(DieLies("leaning", die)).shake(1, 2, 3)  # type: ignore[arg-type]
    assert scene.t.said[-1] == "No roll"
    assert (scene.t.dice, scene.drivers) == ((), [])


@law("9(b)")
def test_a_die_on_another_is_no_roll() -> None:
    scene = SicBo(1).bet(1, "small").close_betting().give(DieLies("on another die", 3)).rest(1, 2, 3)
    assert scene.t.said[-1] == "No roll"
    assert (scene.t.dice, scene.drivers) == ((), [])


@law("9(c)")
def test_after_no_roll_wagers_stay_as_they_are_and_the_dice_are_shaken_again() -> None:
    scene = SicBo(1, covered=True).bet(1, "small").give(DieLies("leaning")).shake(1, 2, 3)
    assert scene.refusal_of(TakeBack(1, "small")) == {"beyond:sic-bo.5(f)"}
    assert scene.refusal_of(Wager(1, {"big": 500})) == {"beyond:sic-bo.5(f)"}
    assert isinstance(scene.driver.wait, ThrowWanted)
    assert SHAKES.get(scene.t) == 3
    assert scene.rest(6, 5, 1).winnings(1) == -STAKE


@law("9(d)")
def test_wrong_numbers_are_put_right_and_the_dice_decide() -> None:
    scene = SicBo(1, 2).bet(1, "small").bet(2, "big").give(WrongCall("at once")).shake(2, 3, 5)
    assert scene.winnings(1, 2) == [STAKE, -STAKE]
    assert [act.seat for act in scene.acts(Collect)] == [2]
    assert scene.acts(Compare)[-1].numbers == (2, 3, 5)
    scene = SicBo(1, 2).bet(1, "small").bet(2, "big").give(WrongCall("after paying"))
    scene.close_betting().step(Throw((2, 3, 5))).run_until(Pay)
    assert scene.winnings(1, 2) == [-STAKE, STAKE]
    scene.run_until(Compare, 2)
    assert (scene.wagers_of(1), scene.wagers_of(2)) == ({"small": STAKE}, {"big": STAKE})
    assert "small" in scene.lit_areas()
    assert scene.acts(Compare)[-1].numbers == (2, 3, 5)
    (right,) = scene.acts(PutRight)
    assert (right.lit[0], right.lit[-1]) == ("small", "two-dice 3-5")
    assert scene.run().open().winnings(1, 2) == [STAKE, -STAKE]


@law("9(e)")
def test_without_lights_the_result_stands_and_no_round_begins_until_they_work() -> None:
    scene = SicBo(1).bet(1, "small").give(LightsFail()).close_betting().step(Throw((1, 2, 4))).run_until(Pay)
    assert scene.lit_areas() == set()
    assert BY_HAND(scene.t)
    scene.run().open()
    assert (scene.winnings(1), scene.acts(LightsOff)) == (STAKE, [])
    assert isinstance(scene.driver.wait, OrderWanted)
    assert scene.refusal_of(Wager(1, {"small": STAKE})) == {"house:wagers"}
    scene.give(Order("lights repaired", by=SUPERVISOR))
    assert not LIGHTS_OUT(scene.t)
    later = SicBo(1).bet(1, "small").close_betting().step(Throw((1, 2, 4))).run_until(Enter)
    later.step(LightsFail()).run()
    assert (later.lit_areas(), BY_HAND(later.t)) == (set(), True)


@law("9(f)")
@pytest.mark.parametrize("how", ["open", "die out"])
def test_an_open_shaker_is_no_roll_and_the_dice_are_inspected(how: str) -> None:
    scene = SicBo(1).bet(1, "small").close_betting().give(ShakerOpens(how))  # type: ignore[arg-type]
    assert ASTRAY.get(scene.t) == how
    scene.rest(1, 2, 4)
    assert scene.t.said[-1] == "No roll"
    assert (ASTRAY.get(scene.t), scene.wagers_of(1)) == (None, {"small": STAKE})
    before = SicBo(1).bet(1, "small").give(ShakerOpens(how)).close_betting()  # type: ignore[arg-type]
    assert before.t.said[-1] == "No roll"
    assert before.rest(1, 2, 4).winnings(1) == STAKE
    stepped = SicBo(1).bet(1, "small").give(ShakerOpens(how)).step(Close())  # type: ignore[arg-type]
    stepped.run_until(Announce, 2)
    assert ASTRAY.get(stepped.t) == how
    stepped.driver.run(1)
    assert ASTRAY.get(stepped.t) is None
    seen = SicBo(1, order="shake-then-call").bet(1, "big").give(ShakerOpens(how))  # type: ignore[arg-type]
    assert (seen.t.said, SHAKES.get(seen.t)) == (["No roll"], 3)
    assert seen.take_down(1, "big").bet(1, "small").shake(1, 2, 4).winnings(1) == STAKE


@law("9(g)")
def test_an_automated_shaker_that_stops_runs_again_or_wagers_go_back() -> None:
    scene = SicBo(1, shaker="automated").bet(1, "small").give(ShakerStops()).close_betting()
    assert scene.t.said[-1] == "No roll"
    assert scene.rest(1, 2, 4).winnings(1) == STAKE
    scene = SicBo(1, shaker="automated").bet(1, "small").close_betting().give(ShakerStops("cannot run"))
    assert (scene.wagers_of(1), scene.winnings(1), OUT_OF_USE(scene.t)) == ({}, 0, True)
    assert isinstance(scene.driver.wait, OrderWanted)
    scene.give(Order("open the table", by=SUPERVISOR))
    assert (OUT_OF_USE(scene.t), SEALED.get(scene.t)) == (False, 3)
    assert SicBo(1).bet(1, "small").refusal_of(ShakerStops()) == {"house:incident"}


@law("9(h)")
@pytest.mark.parametrize("what", ["die", "shaker"])
def test_a_flaw_voids_a_round_that_is_not_settled_and_the_table_opens_anew(what: str) -> None:
    scene = SicBo(1, 2).bet(1, "small").bet(2, "big").close_betting().give(FlawFound(what))  # type: ignore[arg-type]
    assert scene.last.table.void
    assert scene.winnings(1, 2) == [0, 0]
    assert not SEALED(scene.last.table)
    assert SEALED.get(scene.t) == 3
    assert isinstance(scene.driver.wait, Window)
    entered = SicBo(1).bet(1, "small").close_betting().step(Throw((1, 2, 4))).run_until(Enter)
    assert "small" in entered.lit_areas()
    entered.step(FlawFound(what)).run()  # type: ignore[arg-type]
    assert (entered.winnings(1), entered.lit_areas(), bool(entered.t.void)) == (0, set(), True)
    settled = SicBo(1).bet(1, "small").close_betting().step(Throw((1, 2, 4))).run_until(Compare)
    settled.step(FlawFound(what)).run()  # type: ignore[arg-type]
    assert (settled.winnings(1), SEALED(settled.t), bool(settled.t.void)) == (STAKE, False, False)


@law("9(i)")
def test_chips_laid_after_no_more_bets_are_pushed_back() -> None:
    scene = SicBo(1, 2).bet(1, "small").close_betting()
    before = scene.chips(2)
    scene.give(LateChips(2))
    assert (scene.t.said, scene.chips(2), scene.wagers_of(2)) == (["No more bets", "Too late"], before, {})
    caused = SicBo(1, 2).bet(1, "small").give(LateChips(2), LateChips(1))
    assert (caused.acts(PushBack), late_seats(caused.t)) == ([], (2, 1))
    pushed = [PushBack("beyond:sic-bo.9(i)", 2), PushBack("beyond:sic-bo.9(i)", 1)]
    assert (caused.close_betting().acts(PushBack), late_seats(caused.t)) == (pushed, ())
    assert (caused.wagers_of(1), caused.t.said) == ({"small": STAKE}, ["No more bets", "Too late", "Too late"])
    assert caused.rest(1, 2, 4).winnings(1, 2) == [STAKE, 0]


@law("9(j)")
def test_dice_uncovered_before_the_call_are_no_roll_and_wagers_may_be_changed() -> None:
    scene = SicBo(1, order="shake-then-call").bet(1, "big").give(UncoveredEarly())
    assert scene.t.said == ["No roll"]
    assert SHAKES.get(scene.t) == 3
    assert scene.take_down(1, "big").bet(1, "small").shake(1, 2, 4).winnings(1) == STAKE
    assert SicBo(1).bet(1, "big").refusal_of(UncoveredEarly()) == {"house:incident"}


def test_limits_of_the_house_are_a_boundary_on_each_side() -> None:
    rules = SicBo(1).rules
    for seats, fits in ((0, False), (1, True), (8, True), (9, False)):
        assert (not SicBoHouse(seats=seats).breaches(rules)) == fits
    assert not SicBoHouse(maximum=Money(100)).breaches(rules)
