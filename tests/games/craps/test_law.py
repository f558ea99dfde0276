"""Craps, 1.1 and 1.2(a): one test for each paragraph, named after what it says."""

from __future__ import annotations

from functools import partial

import pytest

from games.craps.scene import FREE, ROLLS, Craps, dice
from pitboss.engine.inputs import Sit, Wager
from pitboss.games.craps import GAME
from pitboss.games.craps.law.facts import COME_OUT_MADE, ON_BUTTON
from pitboss.games.craps.law.steps import CallOn, PuckOff, TakeButton
from pitboss.games.craps.law.wagers import Call
from pitboss.law.force import split_citation
from pitboss.table.steps import StandWager

NUMBERS = (4, 5, 6, 8, 9, 10)
TOTALS = range(2, 13)
STAKE = 132_000  # is paid exactly by every line


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law("1996", paragraph)


def outcome_of(spot: str, *before: int, roll: tuple[int, int], point: int = 0, called: bool = False) -> str:
    """Return what becomes of a wager put down on this area, by this roll after these totals: the shooter's and
    another's."""
    scene = Craps(1, 3, point=point, readings=FREE, maximum=STAKE, proposition_maximum=STAKE)
    for seat in (1, 3):
        assert scene.bet(seat, spot, STAKE).wagers_of(seat) == {spot: STAKE}
    lay = scene.roll_totals(*before).wagers_of(1)
    for seat in (1, 3) if called else ():
        scene.call(seat, spot)
    scene.roll(*roll)
    assert (scene.winnings(3), scene.wagers_of(3)) == (scene.winnings(1), scene.wagers_of(1))
    if won := scene.winnings(1):
        return "wins" if won > 0 else "loses"
    if scene.wagers_of(1) != lay:
        return "moves" if scene.wagers_of(1) else "back"
    stood = [step for step in scene.last.log if isinstance(step, StandWager)]
    assert sorted(step.seat for step in stood) == [1, 3]
    (off,) = {step.off for step in stood}
    return "off" if off else "stands"


def fates(spot: str, *before: int, point: int = 0, called: bool = False) -> dict[str, set[int]]:
    """Map what becomes of a wager put down on this area, after these totals, to the totals that decide so.

    Each total is thrown in every way there is; none may count in some ways only.
    """
    found: dict[str, set[int]] = {}
    for roll in ROLLS:
        found.setdefault(outcome_of(spot, *before, roll=roll, point=point, called=called), set()).add(sum(roll))
    assert sum(map(len, found.values())) == len(TOTALS), found
    return found


def totals(what: str, spot: str, *before: int, point: int = 0) -> set[int]:
    return fates(spot, *before, point=point).get(what, set())


def outcome_by_number(spot: str, number: int, point: int = 0) -> str:
    """Return what becomes of a wager by its number, once every total but that and 7 has come before it."""
    others = sorted(set(TOTALS) - {number, 7})
    return outcome_of(spot, number, *others, roll=dice(number), point=point)


wins, loses, void, off = (partial(totals, what) for what in ("wins", "loses", "back", "off"))


def may_wager(spot: str, point: int) -> bool:
    scene = Craps(1, point=point, readings=FREE)
    refused = scene.driver.refusals(Wager(1, {spot: 500}))
    if refused:
        assert [split_citation(each.cite)[0] for each in refused] == [CITES[spot]]
    return not refused


CITES = {"pass": "1.2(a)1", "don't pass": "1.2(a)2", "come": "1.2(a)3", "don't come": "1.2(a)4"}


# --- 1.1: come out roll, come out point, come point


@law("1.1")
def test_the_first_roll_and_the_first_after_a_decision_are_come_out_rolls_and_set_the_point() -> None:
    opening = GAME.opening(Craps().house)
    for total in TOTALS:
        scene = Craps(carry=opening)
        scene.give(Sit(1, "Ada", 10_000), Wager(1, {"pass": 500})).roll_totals(total)
        assert scene.point == (total if total in NUMBERS else 0)
        assert COME_OUT_MADE(scene.t)
    for point in NUMBERS:
        for total in TOTALS:
            scene = Craps(1, point=point, readings=FREE).roll_totals(total)
            assert scene.point == (0 if total in (point, 7) else point)
            ends = {point: "The point is made", 7: "Seven out"}
            assert [step.why for step in scene.steps(PuckOff)] == ([ends[total]] if total in ends else [])
            if not scene.point:  # a decision: the next roll is a come out roll again
                assert scene.roll_totals(5).point == 5
    for bet in ("come", "don't come"):
        for total in NUMBERS:
            assert Craps(1, point=9).bet(1, bet).roll_totals(total).wagers_of(1) == {f"{bet} {total}": 500}
        assert totals("moves", bet, point=9) == set(NUMBERS)


# --- 1: pass


@law("1.2(a)1")
def test_pass_is_wagered_before_the_come_out_roll_only() -> None:
    assert may_wager("pass", 0)
    assert not any(may_wager("pass", point) for point in NUMBERS)
    assert Craps(1).bet(1, "pass").roll_totals(6, 6).bet(1, "pass").wagers_of(1) == {
        "pass": 500
    }  # before the next one again
    scene = Craps(1, 2).bet(1, "don't pass").bet(2, "pass").roll_totals(6)
    assert scene.refusal_of(Wager(1, {"pass": 500})) == {"1.2(a)1"}  # whatever another player has there
    assert scene.refusal_of(Wager(2, {"pass": 500})) == {"reading:raising-pass"}


@law("1.2(a)1i")
def test_pass_wins_by_7_or_11_on_the_come_out_roll() -> None:
    assert wins("pass") == {7, 11}


@law("1.2(a)1ii")
def test_pass_wins_if_the_point_comes_again_before_a_7() -> None:
    for point in NUMBERS:
        assert fates("pass", point) == {"wins": {point}, "loses": {7}, "stands": set(TOTALS) - {point, 7}}
        assert outcome_by_number("pass", point) == "wins"


@law("1.2(a)1iii(1)")
def test_pass_loses_by_2_3_or_12_on_the_come_out_roll() -> None:
    assert loses("pass") == {2, 3, 12}


@law("1.2(a)1iii(2)")
def test_pass_loses_if_a_7_comes_before_the_point() -> None:
    for point in NUMBERS:
        assert fates("pass", point) == {"wins": {point}, "loses": {7}, "stands": set(TOTALS) - {point, 7}}


# --- 2: don't pass


@law("1.2(a)2")
def test_dont_pass_is_wagered_before_the_come_out_roll_only() -> None:
    assert may_wager("don't pass", 0)
    assert not any(may_wager("don't pass", point) for point in NUMBERS)
    scene = Craps(1).bet(1, "don't pass").roll_totals(6)
    assert scene.wagers_of(1) == {"don't pass": 500}
    assert scene.refusal_of(Wager(1, {"don't pass": 500})) == {"1.2(a)2"}  # nor raised
    both = Craps(1).bet(1, "pass").roll_totals(6)
    assert both.refusal_of(Wager(1, {"don't pass": 500})) == {"1.2(a)2"}  # nor by who has a pass bet


@law("1.2(a)2i")
def test_dont_pass_wins_by_2_or_3_on_the_come_out_roll() -> None:
    assert wins("don't pass") == {2, 3}


@law("1.2(a)2ii")
def test_dont_pass_wins_if_a_7_comes_before_the_point() -> None:
    for point in NUMBERS:
        assert fates("don't pass", point) == {"wins": {7}, "loses": {point}, "stands": set(TOTALS) - {point, 7}}


@law("1.2(a)2iii(1)")
def test_dont_pass_loses_by_7_or_11_on_the_come_out_roll() -> None:
    assert loses("don't pass") == {7, 11}


@law("1.2(a)2iii(2)")
def test_dont_pass_loses_if_the_point_comes_again_before_a_7() -> None:
    for point in NUMBERS:
        assert loses("don't pass", point) == {point}
        assert outcome_by_number("don't pass", point) == "loses"


@law("1.2(a)2iv")
def test_dont_pass_is_void_by_12_on_the_come_out_roll() -> None:
    assert void("don't pass") == {12}
    assert not any(void("don't pass", point) for point in NUMBERS)


# --- 3: come


@law("1.2(a)3")
def test_come_is_wagered_after_the_come_out_roll() -> None:
    assert not may_wager("come", 0)
    first = Craps(carry=GAME.opening(Craps().house)).give(Sit(1, "Ada", 10_000))
    assert first.refusal_of(Wager(1, {"come": 500})) == {"1.2(a)3"}  # the first of all needs no reading
    later = {"come-on-come-out": "later-come-outs"}
    begun = Craps(carry=first.start, readings=later).give(Sit(1, "Ada", 10_000))
    assert begun.refusal_of(Wager(1, {"come": 500})) == {"1.2(a)3"}  # nor is it made before it by the other reading
    assert Craps(1, readings=later).bars_against(Wager(1, {"come": 500})) == set()  # but before a later one it is
    assert all(may_wager("come", point) for point in NUMBERS)
    assert Craps(1, point=6).refusal_of(Wager(1, {"come 4": 500})) == {"1.2(a)3"}  # it moves there by a roll only


@law("1.2(a)3i")
def test_come_wins_by_7_or_11_on_the_next_roll() -> None:
    for point in NUMBERS:
        assert wins("come", point=point) == {7, 11}


@law("1.2(a)3ii")
def test_come_wins_if_its_point_comes_again_before_a_7() -> None:
    for number in NUMBERS:
        left = set(TOTALS) - {number, 7}
        assert fates("come", number, point=9) == {"wins": {number}, "loses": {7}, "stands": left}
        assert outcome_by_number("come", number, point=9) == "wins"


@law("1.2(a)3iii(1)")
def test_come_loses_by_2_3_or_12_on_the_next_roll() -> None:
    for point in NUMBERS:
        assert loses("come", point=point) == {2, 3, 12}


@law("1.2(a)3iii(2)")
def test_come_loses_if_a_7_comes_before_its_point() -> None:
    for number in NUMBERS:
        left = set(TOTALS) - {number, 7}
        assert fates("come", number, point=9) == {"wins": {number}, "loses": {7}, "stands": left}


# --- 4: don't come


@law("1.2(a)4")
def test_dont_come_is_wagered_after_the_come_out_roll() -> None:
    assert not may_wager("don't come", 0)
    assert all(may_wager("don't come", point) for point in NUMBERS)
    assert Craps(1, point=6).refusal_of(Wager(1, {"don't come 4": 500})) == {"1.2(a)4"}


@law("1.2(a)4i")
def test_dont_come_wins_by_2_or_3_on_the_next_roll() -> None:
    for point in NUMBERS:
        assert wins("don't come", point=point) == {2, 3}


@law("1.2(a)4ii")
def test_dont_come_wins_if_a_7_comes_before_its_point() -> None:
    for number in NUMBERS:
        left = set(TOTALS) - {number, 7}
        assert fates("don't come", number, point=9) == {"wins": {7}, "loses": {number}, "stands": left}


@law("1.2(a)4iii(1)")
def test_dont_come_loses_by_7_or_11_on_the_next_roll() -> None:
    for point in NUMBERS:
        assert loses("don't come", point=point) == {7, 11}


@law("1.2(a)4iii(2)")
def test_dont_come_loses_if_its_point_comes_again_before_a_7() -> None:
    for number in NUMBERS:
        assert loses("don't come", number, point=9) == {number}
        assert outcome_by_number("don't come", number, point=9) == "loses"


@law("1.2(a)4iv")
def test_dont_come_is_void_by_12_on_the_next_roll() -> None:
    for point in NUMBERS:
        assert void("don't come", point=point) == {12}
        assert not void("don't come", point, point=9)


# --- 5 and 6: place bets


@law("1.2(a)5")
def test_a_place_bet_to_win_wins_before_a_7_and_is_inactive_on_a_come_out_roll_unless_called_on() -> None:
    for number in NUMBERS:
        spot = f"place {number}"
        for point in (0, 9, number):
            left = set(TOTALS) - {number, 7}
            assert fates(spot, point=point, called=not point) == {"wins": {number}, "loses": {7}, "stands": left}
        assert off(spot) == set(TOTALS)
        assert off(f"{spot} to lose") == set(TOTALS)  # all place bets
    scene = Craps(1, readings=FREE).bet(1, "place 6", 600)
    scene.call(1, "place 6").roll(1, 1)
    assert [step.tell() for step in scene.steps(CallOn)] == [
        "Seat 1 calls place 6 on; the dealer confirms it and puts an “on” button on the chips."
    ]
    assert len(scene.steps(TakeButton)) == 1
    two = Craps(1, 3, readings=FREE).bet(1, "place 6", 600).bet(3, "place 8", 600).call(1, "place 6").call(3, "place 8")
    called = [ON_BUTTON.at("place 6", 1), ON_BUTTON.at("place 8", 3)]
    assert [button(two.t) for button in called] == [True, True]
    two.roll(1, 1)
    assert [button(two.t) for button in called] == [False, False]  # each is off again after the roll
    scene.call(1, "place 6")
    assert scene.refusal_of(Call(1, "place 6")) == {"1.2(a)5"}  # it has its button


@law("1.2(a)6")
def test_a_place_bet_to_lose_wins_if_a_7_comes_before_its_number_and_loses_if_the_number_does() -> None:
    for number in NUMBERS:
        for point in (0, 9, number):
            spot, called = f"place {number} to lose", not point
            left = set(TOTALS) - {number, 7}
            assert fates(spot, point=point, called=called) == {"wins": {7}, "loses": {number}, "stands": left}
        scene = Craps(1, 2, readings=FREE, maximum=STAKE).bet(1, spot, STAKE).call(1, spot)
        assert ON_BUTTON.at(spot, 1)(scene.t)
        scene.bet(2, spot, STAKE).call(2, spot).roll_totals(7)
        assert not ON_BUTTON.at(spot, 1)(scene.t)  # the button is gone with the wager
        assert not ON_BUTTON.at(spot, 2)(scene.t)


# --- 7 to 10: hardways


def hardway_wins_only_by_a_pair_of(half: int) -> None:
    spot = f"hard {2 * half}"
    for point in (0, 9, 2 * half):
        for roll in ROLLS:
            what = outcome_of(spot, roll=roll, point=point)
            if sum(roll) == 2 * half:
                assert what == ("wins" if roll == (half, half) else "loses")
            else:
                assert what == ("loses" if sum(roll) == 7 else "stands")


@law("1.2(a)7")
def test_four_the_hardway_wins_by_two_twos_before_any_other_4_and_before_a_7() -> None:
    hardway_wins_only_by_a_pair_of(2)


@law("1.2(a)8")
def test_six_the_hardway_wins_by_two_threes_before_any_other_6_and_before_a_7() -> None:
    hardway_wins_only_by_a_pair_of(3)


@law("1.2(a)9")
def test_eight_the_hardway_wins_by_two_fours_before_any_other_8_and_before_a_7() -> None:
    hardway_wins_only_by_a_pair_of(4)


@law("1.2(a)10")
def test_ten_the_hardway_wins_by_two_fives_before_any_other_10_and_before_a_7() -> None:
    hardway_wins_only_by_a_pair_of(5)


# --- 11 to 19: one roll


def one_roll_wins_only_by(spot: str, *winning: int) -> None:
    for point in (0, *NUMBERS):
        assert fates(spot, point=point) == {"wins": set(winning), "loses": set(TOTALS) - set(winning)}


@law("1.2(a)11")
def test_field_wins_by_2_3_4_9_10_11_or_12_and_loses_by_5_6_7_or_8() -> None:
    one_roll_wins_only_by("field", 2, 3, 4, 9, 10, 11, 12)


@law("1.2(a)12")
def test_any_seven_wins_by_7() -> None:
    one_roll_wins_only_by("any seven", 7)


@law("1.2(a)13")
def test_any_craps_wins_by_2_3_or_12() -> None:
    one_roll_wins_only_by("any craps", 2, 3, 12)


@law("1.2(a)14")
def test_craps_two_wins_by_2() -> None:
    one_roll_wins_only_by("craps two", 2)


@law("1.2(a)15")
def test_craps_three_wins_by_3() -> None:
    one_roll_wins_only_by("craps three", 3)


@law("1.2(a)16")
def test_craps_twelve_wins_by_12() -> None:
    one_roll_wins_only_by("craps twelve", 12)


@law("1.2(a)17")
def test_eleven_in_one_roll_wins_by_11() -> None:
    one_roll_wins_only_by("eleven", 11)


@law("1.2(a)18")
def test_c_and_e_wins_by_any_craps_or_by_11() -> None:
    one_roll_wins_only_by("c and e", 2, 3, 12, 11)


@law("1.2(a)19")
def test_horn_wins_by_2_3_11_or_12() -> None:
    one_roll_wins_only_by("horn", 2, 3, 11, 12)
