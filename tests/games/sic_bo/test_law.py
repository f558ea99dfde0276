"""Sic Bo, parts 1 to 5 of its facts: one test for each paragraph, named after what it says."""

from __future__ import annotations

from itertools import product

import pytest

from games.sic_bo.scene import SicBo, breaches_of
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.carry import opening
from pitboss.engine.inputs import SUPERVISOR, Closing, Conduct, Leave, Order, Sit, TakeBack, Throw, Wager
from pitboss.engine.seating import empty_seat_refusal
from pitboss.engine.waits import ThrowWanted, Window
from pitboss.games.sic_bo import GAME
from pitboss.games.sic_bo.law.facts import (
    FIXED_TO_TABLE,
    LIGHTS_TRIED,
    LOOKED_OVER,
    PUT_AWAY,
    SEALED,
    SHAKES,
    TRIED,
)
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.games.sic_bo.law.irregular import DieLies, FlawFound
from pitboss.games.sic_bo.law.layout import areas
from pitboss.games.sic_bo.law.steps import CallNoRoll, Collect, Enter, FixWagers, Pay, Shake, TryLights
from pitboss.games.sic_bo.law.wagers import TouchShaker
from pitboss.table.money import Money

FACES = range(1, 7)
STAKE = 1_000


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law("beyond", f"beyond:sic-bo.{paragraph}")


def wins(spot: str, *dice: int) -> bool:
    return SicBo(1).bet(1, spot, STAKE if "three of a kind" not in spot else 500).shake(*dice).winnings(1) > 0


def winning_results(*spots: str) -> dict[str, set[tuple[int, ...]]]:
    """Return the results on which each of these areas wins."""
    found: dict[str, set[tuple[int, ...]]] = {spot: set() for spot in spots}
    for dice in RESULTS:
        scene = SicBo(1).give(Wager(1, dict.fromkeys(spots, 500))).shake(*dice)
        paid = {act.spot for act in scene.acts(Pay)}
        assert {act.spot for act in scene.acts(Collect)} == found.keys() - paid
        for spot in paid:
            found[spot].add(dice)
    return found


def findings_in(line: str) -> list[tuple[str, str]]:
    """Return the findings of a house file about one table, by weight and paragraph."""
    file = f'[[table]]\ngame = "sic-bo"\n{line}\n'
    return [(each.severity, each.paragraph) for each in check(file, "house.toml")]


RESULTS = [dice for dice in product(FACES, repeat=3) if tuple(sorted(dice)) == dice]
TRIPLES = {(face, face, face) for face in FACES}


# --- 1: definitions


@law("1(a)")
def test_the_total_is_the_sum_of_the_three_dice() -> None:
    assert wins("total 4", 1, 1, 2)
    assert wins("total 12", 1, 5, 6)
    assert not wins("total 12", 1, 5, 5)


@law("1(b)")
def test_three_of_a_kind_is_one_number_on_all_dice() -> None:
    assert winning_results("any three of a kind") == {"any three of a kind": TRIPLES}


@law("1(c)")
def test_the_order_of_the_dice_has_no_meaning() -> None:
    told = set()
    for dice in ((1, 2, 5), (5, 1, 2), (2, 5, 1)):
        scene = SicBo(1).bet(1, "two-dice 2-5").shake(*dice)
        told.add((scene.winnings(1), tuple(scene.last.table.said)))
    assert told == {(5 * STAKE, ("No more bets", "1, 2, 5", "Total 8"))}


@law("1(d)")
def test_no_roll_is_the_call_that_a_shake_does_not_count() -> None:
    scene = SicBo(1).bet(1, "small").give(DieLies("leaning")).shake(1, 2, 3)
    assert scene.t.said == ["No more bets", "No roll"]
    assert scene.wagers_of(1) == {"small": STAKE}


@law("1(e)")
def test_a_round_lasts_until_the_next_settlement() -> None:
    scene = SicBo(1).bet(1, "small").give(DieLies("leaning")).shake(1, 2, 3)
    assert not scene.drivers
    assert isinstance(scene.driver.wait, ThrowWanted)
    assert len(scene.rest(1, 2, 3).drivers) == 1


# --- 2: equipment


@law("2(a)")
def test_three_dice() -> None:
    for dice, faults in ((2, 1), (3, 0), (4, 1)):
        assert findings_in(f"equipment.dice = {dice}").count(("warning", "beyond:sic-bo.2(a)")) == faults
    scene = SicBo(1).bet(1, "small").close_betting()
    assert scene.refusal_of(Throw((1, 2)))
    assert scene.refusal_of(Throw((1, 2, 3, 4)))
    assert len(scene.rest(1, 2, 4).drivers) == 1


@law("2(b)")
def test_six_faces_of_which_opposite_ones_make_seven() -> None:
    assert len([spot for spot in SicBo(1).offers_to() if spot.startswith("one of a kind")]) == 6
    for key, right in (("faces", 6), ("opposite-faces", 7)):
        for stated in (right - 1, right, right + 1):
            told = findings_in(f"equipment.{key} = {stated}").count(("warning", "beyond:sic-bo.2(b)"))
            assert told == (stated != right)
    for face in FACES:
        scene = SicBo(1, readings={"leaning-die": "opposite-face"}).bet(1, f"one of a kind {7 - face}")
        other = face % 6 + 1 if face % 6 + 1 != 7 - face else (face + 1) % 6 + 1
        assert scene.give(DieLies("leaning", 3)).shake(other, other, face).winnings(1) == STAKE


@law("2(c)")
def test_a_manual_shaker_is_shaken_and_an_automated_one_runs() -> None:
    assert SicBo(1).bet(1, "small").shake(1, 2, 4).acts(Shake)[0].tell() == "The dealer shakes 3 times."
    assert ("warning", "beyond:sic-bo.2(c)") in findings_in("equipment.sealed = false")
    told = SicBo(1, shaker="automated").bet(1, "small").shake(1, 2, 4).acts(Shake)[0].tell()
    assert told == "The shaker runs and tumbles the dice 3 times."


@law("2(d)")
def test_a_manual_shaker_is_locked_away_and_an_automated_one_stays_fixed() -> None:
    scene = SicBo(1).give(Closing())
    assert (PUT_AWAY.get(scene.t), FIXED_TO_TABLE(scene.t), SEALED(scene.t)) == (1, False, False)
    scene = SicBo(1, shaker="automated").give(Order("close the table", by=SUPERVISOR))
    assert (PUT_AWAY.get(scene.t), FIXED_TO_TABLE(scene.t)) == (2, True)
    scene.give(Order("open the table", by=SUPERVISOR))
    assert (PUT_AWAY(scene.t), SEALED.get(scene.t)) == (False, 3)


@law("2(e)")
def test_the_shaker_is_looked_over_at_the_end_of_the_day_and_tampering_reported() -> None:
    scene = SicBo(1).give(Closing())
    assert LOOKED_OVER.get(scene.t) == 1
    scene = SicBo(1).bet(1, "small").give(FlawFound("shaker"), Closing())
    assert LOOKED_OVER.get(scene.t) == 2
    assert LOOKED_OVER.get(scene.give(Closing(closes=False), Closing()).t) == 1


@law("2(f)")
def test_an_area_with_its_odds_for_each_wager() -> None:
    printed = GAME.printed(SicBo(1).rules, SicBoHouse())  # type: ignore[misc]
    totals = {f"total {total}": (total,) for total in range(3, 19)}
    pairs = {f"two-dice {low}-{high}": (low, high) for low in FACES for high in range(low + 1, 7)}
    wanted = {
        "small": (4, 5, 6, 7, 8, 9, 10),
        "big": (11, 12, 13, 14, 15, 16, 17),
        **{f"one of a kind {face}": (face,) for face in FACES},
        **totals,
        **pairs,
        **{f"two of a kind {face}": (face,) for face in FACES},
        **{f"three of a kind {face}": (face,) for face in FACES},
        "any three of a kind": (),
    }
    assert {area.spot: area.numbers for area in areas(ends=True).values()} == wanted
    assert printed.areas == tuple(spot for spot in wanted if spot not in ("total 3", "total 18"))
    assert tuple(areas(ends=True)) == tuple(wanted)
    assert printed.drawing is not None
    for plan in (printed.drawing.wide, printed.drawing.narrow):
        assert {cell.spot for cell in plan.cells} == set(printed.areas)
        assert all(" to 1" in cell.label + cell.says for cell in plan.cells)


@law("2(g)")
def test_the_winning_areas_light_up() -> None:
    scene = SicBo(1).bet(1, "small").close_betting().step(Throw((2, 2, 5))).run_until(Enter)
    wanted = {"small", "total 9", "two-dice 2-5", "two of a kind 2", "one of a kind 2", "one of a kind 5"}
    assert scene.lit_areas() == wanted


@law("2(h)")
def test_the_shaker_is_the_dealers_charge() -> None:
    scene = SicBo(1)
    assert scene.refusal_of(TouchShaker(1)) == {"beyond:sic-bo.2(h)"}
    assert scene.bet(1, "small").close_betting().refusal_of(TouchShaker(1)) == {"beyond:sic-bo.2(h)"}


# --- 3: opening


@law("3(a)")
def test_three_inspected_dice_are_sealed_in_the_shaker_before_anything_else() -> None:
    scene = SicBo(carry=opening(20_000_000, ()))
    assert SEALED.get(scene.t) == 3


@law("3(b)")
def test_one_shake_before_the_first_wagers_decides_nothing() -> None:
    scene = SicBo(carry=opening(20_000_000, ()))
    assert TRIED(scene.t)
    assert scene.t.dice == ()
    assert isinstance(scene.driver.wait, Window)


@law("3(c)")
def test_the_lights_are_tried() -> None:
    scene = SicBo(carry=opening(20_000_000, ()))
    assert LIGHTS_TRIED(scene.t)
    assert scene.lit_areas() == set()
    assert [act.numbers for act in scene.acts(TryLights)] == [(1, 2, 3)]


# --- 4: before the shake


@law("4(a)")
def test_wagers_are_open_once_the_last_lights_are_off() -> None:
    scene = SicBo(1).bet(1, "small").shake(1, 2, 4)
    assert scene.lit_areas() == set()
    assert scene.bet(1, "big").take_down(1, "big").bet(1, "small").wagers_of(1) == {"small": STAKE}
    waiting = SicBo(1, shaker="manual").give(Order("close the table", by=SUPERVISOR))
    assert waiting.refusal_of(Wager(1, {"small": STAKE})) == {"house:wagers"}


@law("4(b)")
def test_the_house_elects_whether_the_dice_are_shaken_before_betting() -> None:
    assert SHAKES.get(SicBo(1, order="call-then-shake").t) is None
    scene = SicBo(1, order="shake-then-call")
    assert SHAKES.get(scene.t) == 3
    assert scene.bet(1, "small").shake(1, 2, 4).winnings(1) == STAKE
    automated = SicBoHouse(order="shake-then-call", shaker="automated")
    assert "beyond:sic-bo.4(b)" in breaches_of(automated, scene.rules)


@law("4(c)")
def test_with_dice_that_are_seen_betting_is_over_before_the_shake() -> None:
    seen = SicBo(1).bet(1, "small").close_betting()
    assert seen.refusal_of(Wager(1, {"big": STAKE})) == {"beyond:sic-bo.4(c)", "beyond:sic-bo.5(f)"}
    covered = SicBo(1, covered=True).bet(1, "small").close_betting()
    assert covered.refusal_of(Wager(1, {"big": STAKE})) == {"beyond:sic-bo.5(f)"}
    house = SicBoHouse(order="shake-then-call", covered=False)
    assert "beyond:sic-bo.4(c)" in breaches_of(house, seen.rules)


# --- 5: wagers


@law("5(a)")
def test_chips_on_an_area_are_a_wager() -> None:
    scene = SicBo(1)
    before = scene.chips(1)
    scene.bet(1, "total 9", 500)
    assert (scene.wagers_of(1), scene.chips(1)) == ({"total 9": 500}, before - 500)


@law("5(b)")
@pytest.mark.parametrize("what", ["cash wager", "verbal wager", "match play coupon"])
def test_no_wager_in_words_or_cash_or_by_coupon(what: str) -> None:
    assert SicBo(1).refusal_of(Conduct(1, what)) == {"beyond:sic-bo.5(b)"}  # type: ignore[arg-type]


@law("5(c)1")
def test_a_named_three_of_a_kind_wins_on_its_number_on_all_dice() -> None:
    assert winning_results(*(f"three of a kind {face}" for face in FACES)) == {
        f"three of a kind {face}": {(face, face, face)} for face in FACES
    }


@law("5(c)2")
def test_a_named_two_of_a_kind_wins_on_its_number_on_two_dice() -> None:
    assert winning_results(*(f"two of a kind {face}" for face in FACES)) == {
        f"two of a kind {face}": {dice for dice in RESULTS if dice.count(face) >= 2} for face in FACES
    }
    scene = SicBo(1, readings={"double-on-triple": "exactly-two-dice"}).bet(1, "two of a kind 4")
    assert scene.shake(4, 4, 4).winnings(1) == -STAKE


@law("5(c)3")
def test_any_three_of_a_kind_wins_when_all_dice_are_alike() -> None:
    assert winning_results("any three of a kind")["any three of a kind"] == TRIPLES


@law("5(c)4")
def test_a_total_wins_when_the_dice_make_it_and_3_and_18_have_none() -> None:
    for dice in RESULTS:
        around = {f"total {total}": 500 for total in range(sum(dice) - 1, sum(dice) + 2) if 4 <= total <= 17}
        scene = SicBo(1).give(Wager(1, around)).shake(*dice)
        right = f"total {sum(dice)}"
        assert [act.spot for act in scene.acts(Pay)] == ([right] if right in around else [])
        assert {act.spot for act in scene.acts(Collect)} == around.keys() - {right}
    assert SicBo(1).refusal_of(Wager(1, {"total 3": 500})) == {"beyond:sic-bo.5(d)"}
    assert SicBo(1).refusal_of(Wager(1, {"total 18": 500})) == {"beyond:sic-bo.5(d)"}


@law("5(c)5")
def test_a_two_dice_combination_wins_when_both_numbers_show() -> None:
    both = {f"two-dice {low}-{high}": {low, high} for low in FACES for high in range(low + 1, 7)}
    assert winning_results(*both) == {
        spot: {dice for dice in RESULTS if two <= set(dice)} for spot, two in both.items()
    }
    assert len([spot for spot in SicBo(1).offers_to() if spot.startswith("two-dice")]) == 15


@law("5(c)6")
def test_small_wins_on_4_to_10() -> None:
    assert winning_results("small")["small"] == {dice for dice in RESULTS if 4 <= sum(dice) <= 10} - TRIPLES


@law("5(c)7")
def test_big_wins_on_11_to_17() -> None:
    assert winning_results("big")["big"] == {dice for dice in RESULTS if 11 <= sum(dice) <= 17} - TRIPLES


@law("5(c)8")
def test_one_of_a_kind_wins_on_one_die_or_more() -> None:
    assert winning_results(*(f"one of a kind {face}" for face in FACES)) == {
        f"one of a kind {face}": {dice for dice in RESULTS if face in dice} for face in FACES
    }


@law("5(d)")
@pytest.mark.parametrize("spot", ["odd", "even", "three numbers 1-2-3", "two-dice 2-2", "two-dice 5-2", "nothing"])
def test_no_other_wager(spot: str) -> None:
    assert SicBo(1).refusal_of(Wager(1, {spot: 500})) == {"beyond:sic-bo.5(d)"}


@law("5(e)")
def test_a_player_wagers_on_many_areas_and_each_is_settled_by_itself() -> None:
    scene = SicBo(1)
    for spot in reversed(scene.offers_to()):
        scene.bet(1, spot, 500)
    assert len(scene.wagers_of(1)) == 50
    (fixed,) = scene.shake(1, 2, 4).acts(FixWagers)
    assert [lying.spot for lying in fixed.lying] == scene.offers_to()
    # small, three singles, total 7, three combinations win; the other 42 lose
    assert scene.winnings(1) == 500 * (1 + 3 + 12 + 3 * 5) - 42 * 500


@law("5(f)")
def test_after_no_more_bets_nothing_is_wagered_raised_or_taken_back() -> None:
    scene = SicBo(1, 2, covered=True).bet(1, "small").close_betting()
    over = {"beyond:sic-bo.5(f)"}
    assert scene.refusal_of(Wager(1, {"small": 500})) == over
    assert scene.refusal_of(Wager(2, {"big": 500})) == over
    assert scene.refusal_of(TakeBack(1, "small")) == over
    assert scene.driver.refusals(Wager(5, {"small": 500})) == [empty_seat_refusal(5)]
    assert scene.refusal_of(Leave(1)) == over
    assert scene.bars_against(Leave(2)) == set()
    assert scene.refusal_of(Leave(3)) == {"house:seats"}
    scene = SicBo(1, 2).bet(1, "small").bet(2, "big").close_betting().step(Throw((1, 2, 4))).run_until(Collect)
    assert (scene.wagers_of(2), scene.refusal_of(Leave(2))) == ({}, over)
    assert SicBo(1).bet(1, "small").bars_against(Leave(1)) == set()
    assert SicBo(1).give(Closing()).refusal_of(Wager(1, {"small": 500})) == {"house:wagers"}


@law("5(g)")
def test_the_house_sets_the_least_and_the_most_for_each_kind() -> None:
    for spot, least, most in (
        ("small", 500, 100_000),
        ("total 9", 100, 10_000),
        ("any three of a kind", 100, 10_000),
        ("three of a kind 4", 100, 2_500),
    ):
        scene = SicBo(1, smallest_chip=Money(50))
        assert scene.refusal_of(Wager(1, {spot: least - 50})) == {"beyond:sic-bo.5(g)"}
        assert scene.refusal_of(Wager(1, {spot: most + 50})) == {"beyond:sic-bo.5(g)"}
        assert scene.bet(1, spot, least).wagers_of(1) == {spot: least}
        assert scene.bet(1, spot, most - least).wagers_of(1) == {spot: most}
    for wrong in (
        SicBoHouse(maximum=Money(0)),
        SicBoHouse(small_big_minimum=Money(550)),
        SicBoHouse(small_big_maximum=Money(400)),
        SicBoHouse(three_of_a_kind_minimum=Money(150)),
        SicBoHouse(three_of_a_kind_maximum=Money(0)),
    ):
        assert breaches_of(wrong, scene.rules) == {"beyond:sic-bo.5(g)"}, wrong


def test_a_wager_that_does_not_count_is_called_so_only_once() -> None:
    scene = SicBo(1).give(Sit(2, "Ada", 10_000)).bet(2, "small").give(DieLies("on another die")).shake(1, 2, 3)
    assert len(scene.acts(CallNoRoll)) == 1
