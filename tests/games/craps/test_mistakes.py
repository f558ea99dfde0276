"""Mistakes that other programs make at craps, several of them known of public simulators, and that are not made
here."""

from __future__ import annotations

import pytest

from games.craps.scene import FREE, Craps, dice
from pitboss.engine.inputs import Wager
from pitboss.table.steps import MoveWager, PayWager, ReturnWager

NUMBERS = (4, 5, 6, 8, 9, 10)


# --- don't pass, don't come


def test_twelve_neither_takes_nor_keeps_a_dont_pass_bet() -> None:
    scene = Craps(1).bet(1, "don't pass").roll(6, 6)
    assert (scene.winnings(1), scene.wagers_of(1)) == (0, {})


def test_twelve_neither_takes_nor_keeps_a_new_dont_come_bet() -> None:
    scene = Craps(1, point=6).bet(1, "don't come").roll(6, 6)
    assert (scene.winnings(1), scene.wagers_of(1)) == (0, {})


@pytest.mark.parametrize("spot", ["don't pass", "don't come 4"])
def test_twelve_is_nothing_to_a_dont_bet_with_its_point(spot: str) -> None:
    scene = Craps(1, point=6, standing={1: {spot: 500}}).roll(6, 6)
    assert (scene.winnings(1), scene.wagers_of(1)) == (0, {spot: 500})


def test_two_and_three_are_no_void_but_win_for_dont_pass() -> None:
    assert Craps(1).bet(1, "don't pass").roll_totals(2).winnings(1) == 500
    assert Craps(1).bet(1, "don't pass").roll_totals(3).winnings(1) == 500


def test_eleven_loses_a_new_dont_come_bet() -> None:
    assert Craps(1, point=6).bet(1, "don't come").roll_totals(11).winnings(1) == -500


@pytest.mark.parametrize("total", [2, 3, 11, 12])
def test_craps_and_eleven_are_nothing_to_come_bets_on_their_numbers(total: int) -> None:
    standing = {"come 5": 500, "come 5 odds": 600, "don't come 4": 500, "don't come 4 odds": 600}
    scene = Craps(1, point=6, standing={1: standing}).roll_totals(total)
    assert (scene.winnings(1), scene.wagers_of(1)) == (0, standing)


def test_the_pass_line_is_paid_though_the_player_has_both_sides() -> None:
    """Check that each wager is settled for itself and nothing is set off."""
    scene = Craps(1).give(Wager(1, {"pass": 1000, "don't pass": 500})).roll_totals(6, 6)
    assert (scene.winnings(1), scene.wagers_of(1)) == (500, {})


# --- odds


@pytest.mark.parametrize("number", NUMBERS)
def test_odds_behind_dont_come_work_on_the_come_out_roll(number: int) -> None:
    standing = {f"don't come {number}": 600, f"don't come {number} odds": 600}
    won = {4: 300, 5: 400, 6: 500, 8: 500, 9: 400, 10: 300}[number]
    assert Craps(1, readings=FREE, standing={1: standing}).roll_totals(7).winnings(1) == 600 + won
    assert Craps(1, readings=FREE, standing={1: standing}).roll_totals(number).winnings(1) == -1200


@pytest.mark.parametrize("number", NUMBERS)
def test_a_come_out_7_takes_the_come_bet_and_gives_back_its_odds(number: int) -> None:
    standing = {f"come {number}": 500, f"come {number} odds": 1000}
    scene = Craps(1, readings=FREE, standing={1: standing}).roll_totals(7)
    assert (scene.winnings(1), scene.wagers_of(1)) == (-500, {})
    assert [(step.spot, step.cents) for step in scene.steps(ReturnWager)] == [(f"come {number} odds", 1000)]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_come_bet_made_on_the_come_out_roll_wins_and_its_odds_win_nothing(number: int) -> None:
    standing = {f"come {number}": 500, f"come {number} odds": 1000}
    scene = Craps(1, readings=FREE, standing={1: standing}).roll_totals(number)
    assert (scene.winnings(1), scene.wagers_of(1)) == (500, {})
    called = Craps(1, readings=FREE, standing={1: standing}).call(1, f"come {number} odds").roll_totals(number)
    assert called.winnings(1) == 500 + {4: 2000, 5: 1500, 6: 1200, 8: 1200, 9: 1500, 10: 2000}[number]


def test_a_winner_gets_stake_and_odds_back_with_what_they_won() -> None:
    scene = Craps(1).bet(1, "pass", 1000).roll_totals(9).bet(1, "pass odds", 2000)
    assert scene.chips(1) == scene.start.accounts["rack 1"] - 3000
    scene.roll_totals(9)
    assert scene.chips(1) == scene.start.accounts["rack 1"] + 1000 + 3000
    assert scene.wagers_of(1) == {}


def test_odds_are_paid_by_the_number_they_stand_on_and_not_by_the_point() -> None:
    scene = Craps(1, point=4, standing={1: {"come 6": 500, "come 6 odds": 500}}).roll_totals(6)
    assert scene.winnings(1) == 500 + 600


def test_odds_may_not_stand_behind_a_bet_that_has_no_point_yet() -> None:
    scene = Craps(1).bet(1, "pass")
    assert scene.refusal_of(Wager(1, {"pass odds": 500})) == {"reading:supplemental-odds"}
    scene = Craps(1, point=6).bet(1, "come")
    for spot in ("come 6 odds", "pass odds"):
        assert scene.refusal_of(Wager(1, {spot: 500})) == {"reading:supplemental-odds"}


# --- come


@pytest.mark.parametrize("number", NUMBERS)
def test_an_old_come_bet_wins_and_the_new_one_moves_to_its_place(number: int) -> None:
    """Check two wagers that are off and on, though the chips on the number may look the same before and after."""
    standing = {f"come {number}": 1000, f"come {number} odds": 1000}
    scene = Craps(1, point=10 if number == 4 else 4, standing={1: standing}).bet(1, "come", 700).roll_totals(number)
    odds = {4: 2000, 5: 1500, 6: 1200, 8: 1200, 9: 1500, 10: 2000}[number]
    assert scene.winnings(1) == 1000 + odds
    assert scene.wagers_of(1) == {f"come {number}": 700}
    assert scene.chips(1) == scene.start.accounts["rack 1"] - 700 + 1000 + 1000 + 1000 + odds
    kinds = [type(step) for step in scene.steps() if isinstance(step, PayWager | MoveWager)]
    assert kinds == [PayWager, PayWager, MoveWager]


def test_an_old_dont_come_bet_loses_and_the_new_one_moves_to_its_place() -> None:
    scene = Craps(1, point=4, standing={1: {"don't come 9": 1000}}).bet(1, "don't come", 700).roll_totals(9)
    assert (scene.winnings(1), scene.wagers_of(1)) == (-1000, {"don't come 9": 700})


def test_a_seven_out_pays_the_new_come_bet_and_takes_the_old_ones() -> None:
    scene = (
        Craps(1, point=6, standing={1: {"pass": 500, "come 5": 500, "come 9": 500}}).bet(1, "come", 800).roll_totals(7)
    )
    assert (scene.winnings(1), scene.wagers_of(1)) == (800 - 1500, {})


def test_a_come_out_7_pays_pass_and_takes_standing_come_bets() -> None:
    scene = Craps(1, standing={1: {"come 5": 600, "come 9": 700}}).bet(1, "pass", 1000).roll_totals(7)
    assert (scene.winnings(1), scene.wagers_of(1)) == (1000 - 1300, {})


def test_a_come_bet_stays_when_the_point_is_made() -> None:
    scene = Craps(1, point=6, standing={1: {"pass": 500, "come 5": 500}}).roll_totals(6)
    assert (scene.winnings(1), scene.wagers_of(1)) == (500, {"come 5": 500})


# --- pass


@pytest.mark.parametrize("point", NUMBERS)
def test_a_pass_bet_is_not_put_up_after_the_come_out_roll(point: int) -> None:
    """Check that the law itself refuses it, whatever is read of raising a bet."""
    for readings in ({}, {"raising-pass": "allowed"}):
        scene = Craps(1, point=point, readings=readings)
        assert scene.refusal_of(Wager(1, {"pass": 500})) == {"1.2(a)1"}


def test_seven_is_no_loss_on_the_come_out_roll_and_no_win_after_it() -> None:
    assert Craps(1).bet(1, "pass").roll_totals(7).winnings(1) == 500
    assert Craps(1).bet(1, "pass").roll_totals(8, 7).winnings(1) == -500


def test_eleven_and_craps_are_nothing_to_pass_with_a_point() -> None:
    assert Craps(1).bet(1, "pass").roll_totals(8, 11, 2, 3, 12).wagers_of(1) == {"pass": 500}


# --- place bets


@pytest.mark.parametrize("number", NUMBERS)
def test_place_bets_rest_on_the_come_out_roll(number: int) -> None:
    for total in (number, 7):
        scene = Craps(1, readings=FREE, standing={1: {f"place {number}": 3000}}).roll_totals(total)
        assert (scene.winnings(1), scene.wagers_of(1)) == (0, {f"place {number}": 3000})


def test_place_bets_work_again_with_the_point_without_being_called_on() -> None:
    scene = Craps(1, readings=FREE).bet(1, "place 6", 600).roll_totals(5, 6)
    assert (scene.winnings(1), scene.wagers_of(1)) == (700, {"place 6": 600})
    assert scene.roll_totals(7).winnings(1) == 100


def test_the_roll_that_makes_the_point_is_none_that_place_bets_work_on() -> None:
    scene = Craps(1, readings=FREE).bet(1, "place 6", 600).roll_totals(6)
    assert (scene.winnings(1), scene.point) == (0, 6)


def test_the_roll_that_decides_the_point_is_no_come_out_roll_yet() -> None:
    assert Craps(1, point=6, standing={1: {"place 6": 600}}).roll_totals(6).winnings(1) == 700
    assert Craps(1, point=6, standing={1: {"place 8": 600}}).roll_totals(7).winnings(1) == -600


def test_place_bets_to_win_and_to_lose_are_opposites() -> None:
    standing = {"place 4": 500, "place 4 to lose": 1100}
    assert Craps(1, point=6, standing={1: standing}).roll_totals(4).winnings(1) == 900 - 1100
    assert Craps(1, point=6, standing={1: standing}).roll_totals(7).winnings(1) == 500 - 500


# --- propositions


@pytest.mark.parametrize("number", [4, 6, 8, 10])
def test_hardways_lose_the_easy_way(number: int) -> None:
    for point in (0, 5):
        scene = Craps(1, point=point, readings=FREE).bet(1, f"hard {number}", 500).roll(*dice(number))
        assert (scene.winnings(1), scene.wagers_of(1)) == (-500, {})


def test_a_hardway_is_nothing_to_another_pair() -> None:
    scene = Craps(1, point=5).bet(1, "hard 8", 500).roll(3, 3).roll(1, 1).roll(6, 6)
    assert (scene.winnings(1), scene.wagers_of(1)) == (0, {"hard 8": 500})


def test_the_field_pays_double_on_12_as_on_2() -> None:
    assert Craps(1, readings=FREE).bet(1, "field").roll(6, 6).winnings(1) == 1000
    assert Craps(1, readings=FREE).bet(1, "field").roll(1, 1).winnings(1) == 1000
    assert Craps(1, readings=FREE).bet(1, "field").roll_totals(11).winnings(1) == 500
    triple = {**FREE, "payout-odds": "field-twelve-triple"}
    assert Craps(1, readings=triple).bet(1, "field").roll(6, 6).winnings(1) == 1500
    assert Craps(1, readings=triple).bet(1, "field").roll(1, 1).winnings(1) == 1000


def test_c_and_e_is_one_wager() -> None:
    """Pay on the whole, 3 to 1 and 7 to 1; two halves at 7 and 15 to 1 would pay the same only when even."""
    for total, won in ((2, 300), (3, 300), (12, 300), (11, 700), (7, -100), (8, -100)):
        scene = Craps(1, readings=FREE).bet(1, "c and e", 100).roll_totals(total)
        assert (scene.winnings(1), scene.wagers_of(1)) == (won, {})
        assert len(scene.steps(PayWager)) == (won > 0)


def test_a_horn_is_wagered_in_multiples_of_four() -> None:
    for chips in (1, 2, 3, 5, 6, 7, 9):
        refused = Craps(1).refusal_of(Wager(1, {"horn": chips * 100}))
        assert refused == {"reading:payout-odds"}
    for total, won in ((2, 27), (12, 27), (3, 12), (11, 12), (7, -4), (5, -4)):
        assert Craps(1, readings=FREE).bet(1, "horn", 400).roll_totals(total).winnings(1) == won * 100


def test_one_roll_wagers_do_not_stay_for_another() -> None:
    spots = ("field", "any seven", "any craps", "craps two", "craps three", "craps twelve", "eleven", "c and e", "horn")
    for total in range(2, 13):
        scene = Craps(1, point=6)
        for spot in spots:
            scene.bet(1, spot, 2000)
        assert scene.roll_totals(total).wagers_of(1) == {}


def test_odds_are_to_one_and_not_for_one() -> None:
    """Check that a winner at 30 to 1 has 31 times his stake in hand."""
    scene = Craps(1, readings=FREE).bet(1, "craps twelve", 100).roll(6, 6)
    assert scene.chips(1) == scene.start.accounts["rack 1"] + 3000
    (paid,) = scene.steps(PayWager)
    assert (paid.stake, paid.cents, paid.rate) == (100, 3000, "30 to 1")
