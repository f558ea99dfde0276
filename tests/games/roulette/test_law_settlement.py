"""Roulette, parts 7 and 8 of the facts: settlement and odds."""

from __future__ import annotations

import pytest

from games.roulette.scene import Roulette
from games.roulette.test_law_layout import findings_in, law
from pitboss.engine.inputs import Wager
from pitboss.games.roulette.law.steps import Collect, CollectHalf, GiveBackHalf, Pay
from pitboss.record.round_result import result_of
from pitboss.table.money import Money

FACTS = "beyond:roulette."
ODDS = {
    "straight 17": 35,
    "split 17-20": 17,
    "three numbers 16-17-18": 11,
    "four numbers 16-17-19-20": 8,
    "six numbers 16-17-18-19-20-21": 5,
    "column 2": 2,
    "dozen 2": 2,
    "black": 1,
    "odd": 1,
    "low": 1,
}


@law("7(a)")
def test_losers_are_collected_first() -> None:
    scene = Roulette(1, 2).bet(1, "red").bet(2, "black").bet(2, "odd", 1_200).spin(3)
    steps = scene.acts()
    first, last = steps.index(scene.acts(Pay)[0]), steps.index(scene.acts(Collect)[-1])
    assert last < first
    assert scene.acts(Collect) == [Collect(f"{FACTS}7(a)", 2, 2, "black", 1_000, (), "3 came")]
    assert scene.winnings(1, 2) == [1_000, 200]
    several = Roulette(1, 2, 3, 4).bet(1, "red").bet(2, "black").bet(3, "even", 1_200).bet(4, "black", 2_000).spin(3)
    assert {(step.seat, step.cents) for step in several.acts(Collect)} == {(2, 1_000), (3, 1_200), (4, 2_000)}
    assert several.winnings(1, 2, 3, 4) == [1_000, -1_000, -1_200, -2_000]
    assert several.acts().index(several.acts(Pay)[0]) > several.acts().index(several.acts(Collect)[-1])


@law("7(b)")
def test_then_all_winners_are_paid() -> None:
    scene = Roulette(1, 2).bet(1, "red").bet(2, "odd", 1_200).bet(2, "straight 3", 500).spin(3)
    assert [(step.seat, step.position, step.spot, step.stake, step.rate, step.cents) for step in scene.acts(Pay)] == [
        (1, 1, "red", 1_000, "1 to 1", 1_000),
        (2, 2, "odd", 1_200, "1 to 1", 1_200),
        (2, 2, "straight 3", 500, "35 to 1", 17_500),
    ]
    assert scene.winnings(1, 2) == [1_000, 18_700]


@law("7(c)")
def test_outside_winners_come_first_then_inside_seat_by_seat() -> None:
    scene = Roulette(1, 2, 3).color(1).color(3)
    scene.bet(3, "straight 3", 500).bet(3, "red").bet(1, "split 3-6", 500).bet(2, "odd").bet(1, "low")
    paid = [(step.seat, step.spot) for step in scene.spin(3).acts(Pay)]
    assert paid == [(1, "low"), (2, "odd"), (3, "red"), (1, "split 3-6"), (3, "straight 3")]
    assert scene.winnings(1, 2, 3) == [9_500, 1_000, 18_500]


@law("7(d)")
def test_with_two_zeros_the_house_elects_half_or_all() -> None:
    assert [Roulette(1, zero_rule=each).bet(1, "red").spin(0).winnings(1) for each in ("half", "all")] == [-500, -1_000]
    assert findings_in('zero-rule = "half"') == findings_in('zero-rule = "all"') == []


@law("7(d)1")
@pytest.mark.parametrize("number", ["0", "00"])
def test_half_is_taken_and_half_given_back(number: str) -> None:
    scene = Roulette(1, 2, zero_rule="half").bet(2, "red", 2_000).spin(number)
    assert scene.acts(CollectHalf) == [
        CollectHalf(f"{FACTS}7(d)1", 2, 2, "red", 1_000, (), f"{number} came, half"),
    ]
    assert scene.acts(GiveBackHalf) == [GiveBackHalf(f"{FACTS}7(d)1", 2, 2, "red", 1_000)]
    assert scene.winnings(2) == -1_000
    every = Roulette(1, 2, 4, zero_rule="half")
    for seat, spot in EVEN:
        every.bet(seat, spot, 2_000)
    every.spin(number)
    for act in (CollectHalf, GiveBackHalf):
        assert sorted((step.seat, step.spot, step.cents) for step in every.acts(act)) == sorted(
            (seat, spot, 1_000) for seat, spot in EVEN
        )
    assert every.winnings(1, 2, 4) == [-2_000] * 3
    assert [every.wagers_of(seat) for seat in (1, 2, 4)] == [{}] * 3


EVEN = ((1, "red"), (1, "odd"), (2, "black"), (2, "low"), (4, "even"), (4, "high"))  # by three players


@law("7(d)2")
def test_all_is_taken_where_the_house_elects_so() -> None:
    scene = Roulette(1, zero_rule="all").bet(1, "even", 2_000).spin("00")
    cite = f"{FACTS}7(a), {FACTS}7(d)2"
    assert scene.acts(Collect) == [Collect(cite, 1, 1, "even", 2_000, (), "00 came")]
    assert scene.winnings(1) == -2_000
    for number in ("0", "00"):
        every = Roulette(1, 2, 4, zero_rule="all")
        for seat, spot in EVEN:
            every.bet(seat, spot, 2_000)
        assert every.spin(number).winnings(1, 2, 4) == [-4_000] * 3


@law("7(e)")
def test_with_a_single_zero_all_is_lost() -> None:
    scene = Roulette(1, wheel="single-zero").bet(1, "red", 2_000).spin(0)
    assert scene.acts(Collect) == [Collect(f"{FACTS}7(a), {FACTS}7(e)", 1, 1, "red", 2_000, (), "0 came")]
    assert scene.winnings(1) == -2_000
    every = Roulette(1, 2, 4, wheel="single-zero")
    for seat, spot in EVEN:
        every.bet(seat, spot, 2_000)
    assert every.spin(0).winnings(1, 2, 4) == [-4_000] * 3
    wrong = findings_in('wheel = "single-zero"', 'zero-rule = "half"')
    assert wrong == [("warning", f"{FACTS}7(e)")]
    assert findings_in('wheel = "single-zero"', 'zero-rule = "all"') == []


@law("7(f)")
@pytest.mark.parametrize("spot", ["column 1", "dozen 3"])
def test_columns_and_dozens_lose_whole_on_a_zero(spot: str) -> None:
    for each in (f"{spot[:-1]}{number}" for number in (1, 2, 3)):
        for zero in ("0", "00"):
            scene = Roulette(1, zero_rule="half").bet(1, each, 2_000).spin(zero)
            assert scene.acts(Collect) == [Collect(f"{FACTS}7(a), {FACTS}7(f)", 1, 1, each, 2_000, (), f"{zero} came")]
            assert scene.winnings(1) == -2_000


@law("7(g)")
def test_a_wager_on_several_numbers_wins_once() -> None:
    scene = Roulette(1).bet(1, "four numbers 1-2-4-5").bet(1, "split 1-2").bet(1, "straight 9").spin(2)
    assert scene.winnings(1) == 8_000 + 17_000 - 1_000
    assert [step.spot for step in scene.acts(Pay)] == ["split 1-2", "four numbers 1-2-4-5"]


@law("7(h)")
def test_the_stake_goes_back_with_the_pay() -> None:
    scene = Roulette(1, chips=5_000).bet(1, "red", 5_000)
    assert scene.chips(1) == 0
    assert scene.spin(3).chips(1) == 10_000
    assert scene.wagers_of(1) == {}
    assert f"{FACTS}7(h)" in scene.acts(Pay)[0].cite


@law("7(i)")
def test_a_half_that_chips_cannot_make_is_rounded_down() -> None:
    scene = Roulette(1, 2, zero_rule="half").bet(1, "red", 1_500).bet(2, "red", 1_600).spin(0)
    assert [step.cents for step in scene.acts(CollectHalf)] == [700, 800]
    assert [step.cite for step in scene.acts(CollectHalf)] == [f"{FACTS}7(d)1, {FACTS}7(i)", f"{FACTS}7(d)1"]
    assert [step.cents for step in scene.acts(GiveBackHalf)] == [800, 800]
    assert scene.winnings(1, 2) == [-700, -800]


@law("8(a)")
@pytest.mark.parametrize("surface", ["layout", "sign", "brochure", "publication"])
def test_odds_are_printed_with_to_or_win(surface: str) -> None:
    def findings_on_print(words: str) -> list[tuple[str, str]]:
        return findings_in(f'[table.printed.{surface}.odds.odds]\nstraight = "{words}"')

    assert findings_on_print("35 to 1") == findings_on_print("35 win 1") == []
    assert findings_on_print("36 for 1") == [("warning", f"{FACTS}8(a)")]
    assert findings_in('[table.pay]\nstraight = "36 for 1"') == [("warning", f"{FACTS}8(a)")]
    assert findings_in('[table.pay]\nstraight = "36 win 1"') == []


@law("8(b)")
def test_no_winner_is_paid_below_the_odds() -> None:
    assert findings_in('[table.pay]\nsplit = "16 to 1"') == [("warning", f"{FACTS}8(b)")]
    assert findings_in('[table.pay]\nsplit = "17 to 1"') == []


@law("8(c)")
def test_every_wager_pays_its_odds() -> None:
    scene = Roulette(1)
    for spot in ODDS:
        scene.bet(1, spot)
    scene.spin(17)
    assert {step.spot: step.cents // 1_000 for step in scene.acts(Pay)} == ODDS
    assert all(step.by == f"{FACTS}8(c)" for step in scene.acts(Pay))
    other = Roulette(1)
    for spot in ("five numbers 0-00-1-2-3", "red", "even", "high"):
        other.bet(1, spot)
    assert [step.cents for step in other.spin("2").acts(Pay)] == [1_000, 6_000]
    assert Roulette(1).bet(1, "red").bet(1, "high").spin(36).winnings(1) == 2_000
    assert Roulette(1).bet(1, "even").spin(36).winnings(1) == 1_000
    for number in ("1", "20", "36"):  # every area that wins by it
        house = Roulette(1).house
        spots = [spot for spot, area in house.areas.items() if number in area.numbers]
        kinds = {spot: house.areas[spot].kind for spot in spots}
        many = Roulette(1, number_maximum=Money(1_000_000)).give(Wager(1, dict.fromkeys(spots, 1_000))).spin(number)
        pays = {spot.rpartition(" ")[0] or spot: odds for spot, odds in ODDS.items()}
        pays |= {"red": 1, "even": 1, "high": 1, "five numbers": 6}
        assert {step.spot: step.cents // 1_000 for step in many.acts(Pay)} == {
            spot: pays.get(kind, pays.get(spot)) for spot, kind in kinds.items()
        }


@law("8(d)")
def test_no_commission_is_taken() -> None:
    assert findings_in("commission = true") == [("warning", f"{FACTS}8(d)")]
    assert findings_in("commission = false") == []


@pytest.mark.parametrize(("number", "win"), [("00", 700), ("2", 1_500), ("1", -1_500)])
def test_all_of_a_wager_counts_as_wagered_though_half_comes_back(number: str, win: int) -> None:
    """Check the story of the round, and the handle of a hold report."""
    scene = Roulette(1, zero_rule="half").bet(1, "red", 1_500).spin(number)
    (part,) = result_of(scene.last).parts
    assert (part.handle, part.win) == (1_500, win)
