"""Roulette, parts 1, 2 and 5(d) of the facts: the wheel, the layout and what each wager covers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from games.roulette.scene import Roulette
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.incidents.spin_incidents import ShortSpin
from pitboss.engine.inputs import Spin, Wager
from pitboss.games.roulette import GAME
from pitboss.games.roulette.law.chips import COLORS
from pitboss.games.roulette.law.facts import COLOR_VALUE, MARKER
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.layout import areas, number_in, numbers_of, place_of
from pitboss.games.roulette.law.steps import CallNoSpin, CallNumber, Collect, GiveColor, LiftMarker, Pay, Rest

NUMBERS = [str(number) for number in range(1, 37)]
REDS = ["1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"]
DOUBLE = ["0", "00", *NUMBERS]


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law("beyond", f"beyond:roulette.{paragraph}")


def win_of(spot: str, number: str, **house: Any) -> int:
    """Return what $10 on this area win when this number comes, in dollars."""
    return (
        Roulette(1, zero_rule="all" if house.get("wheel") is None else None, **house)
        .bet(1, spot)
        .spin(number)
        .winnings(1)
        // 100
    )


def numbers_covered(*spots: str, cents: int = 1_000, **house: Any) -> dict[str, set[str]]:
    """Return the numbers by which a wager on each of these areas wins. By every other number it is collected."""
    numbers: dict[str, set[str]] = {spot: set() for spot in spots}
    for number in Roulette(1, **house).house.stops:
        scene = Roulette(1, **house).give(Wager(1, dict.fromkeys(spots, cents))).spin(number)
        paid = {step.spot for step in scene.acts(Pay)}
        assert {step.spot for step in scene.acts(Collect)} == set(spots) - paid
        for spot in paid:
            numbers[spot].add(number)
    return numbers


def covers(spot: str, **house: Any) -> set[str]:
    """Return the numbers by which a wager on this area wins."""
    return numbers_covered(spot, **house)[spot]


def all_cover_their_numbers(kind: str) -> None:
    """Check that every area of a kind wins by each of the numbers it is named after, and loses by those that come
    before them."""
    house = Roulette(1).house
    named = {spot: spot.removeprefix(f"{kind} ").split("-") for spot in house.areas if spot.startswith(f"{kind} ")}
    for number, after in pairwise([*DOUBLE, DOUBLE[0]]):
        wins = {spot for spot, numbers in named.items() if number in numbers}
        spots = {spot for spot, numbers in named.items() if after in numbers} | wins
        if not spots:  # a zero, in areas that cover none
            continue
        scene = Roulette(1).give(Wager(1, dict.fromkeys(spots, 500))).spin(number)
        assert {step.spot for step in scene.acts(Pay)} == wins
        assert {step.spot for step in scene.acts(Collect)} == spots - wins


def findings_in(*lines: str) -> list[tuple[str, str]]:
    """Return the findings of a house file about one table, by weight and paragraph, but for the note that nothing is
    held."""
    text = "\n".join(['[[table]]\ngame = "roulette"', *lines])
    return [(each.severity, each.paragraph) for each in check(text, "house.toml") if each.paragraph != "house:not-held"]


@law("1(a)")
def test_a_wheel_has_38_compartments_or_37() -> None:
    assert sorted(Roulette(1).house.areas.keys() & {f"straight {number}" for number in DOUBLE}) == sorted(
        f"straight {number}" for number in DOUBLE
    )
    single = Roulette(1, wheel="single-zero")
    assert "straight 00" not in single.house.areas
    assert numbers_of(2) == ("0", "00", *NUMBERS)
    assert numbers_of(1) == ("0", *NUMBERS)
    assert sum(spot.startswith("straight") for spot in single.house.areas) == len(single.house.stops) == 37


@law("1(b)")
def test_the_compartment_decides_every_wager() -> None:
    scene = Roulette(1).bet(1, "straight 32").bet(1, "red").spin(32)
    assert scene.acts(Rest) == [Rest("beyond:roulette.1(b)", scene.stop(32), "32")]
    assert scene.last.table.wheel == scene.stop(32)
    assert scene.winnings(1) == 36_000
    assert [number_in(stop, 2) for stop in (1, 19, 37)] == ["28", "00", "2"]
    assert [number_in(stop, 1) for stop in (1, 19, 36)] == ["32", "5", "26"]


@law("1(c)")
def test_eighteen_numbers_are_red_and_eighteen_black() -> None:
    assert numbers_covered("red", "black") == {"red": set(REDS), "black": set(NUMBERS) - set(REDS)}
    calls = [Roulette(1).bet(1, "red").spin(number).acts(CallNumber)[0].words for number in DOUBLE]
    colors = [", red" if number in REDS else ", black" for number in NUMBERS]
    assert calls == ["0", "00", *map("".join, zip(NUMBERS, colors, strict=True))]


@law("1(d)")
@pytest.mark.parametrize("spot", ["red", "black", "odd", "even", "low", "high", "column 1", "dozen 1"])
def test_a_zero_is_of_no_kind(spot: str) -> None:
    whole = spot in ("column 1", "dozen 1")
    for number in ("0", "00"):
        scene = Roulette(1, zero_rule="half").bet(1, spot).spin(number)
        assert scene.winnings(1) == (-1_000 if whole else -500)
        assert f"beyond:roulette.7({'f)' if whole else 'd)1'}" in scene.acts(Collect)[0].cite
    if whole:
        for other in (2, 3):
            assert Roulette(1).bet(1, f"{spot[:-1]}{other}").spin("00").winnings(1) == -1_000
    assert Roulette(1, wheel="single-zero").bet(1, spot).spin(0).winnings(1) == -1_000


@law("1(e)")
def test_one_to_six_numbers_are_inside() -> None:
    scene = Roulette(1)
    for spot, area in scene.house.areas.items():
        least = 500 if len(area.numbers) <= 6 else 1_000
        assert not scene.bars_against(Wager(1, {spot: least}))
        assert scene.bars_against(Wager(1, {spot: least - 100})) == {"beyond:roulette.5(g)"}


@law("1(f)")
def test_outside_winners_are_columns_dozens_and_chances() -> None:
    scene = Roulette(1, zero_rule="all")
    outside = ["column 3", "dozen 1", "red", "odd", "low"]
    for spot in ("straight 3", "six numbers 1-2-3-4-5-6", *reversed(outside)):
        scene.bet(1, spot)
    assert [step.spot for step in scene.spin(3).acts(Pay)][:5] == outside


@law("1(g)")
def test_the_zero_rule_is_about_even_money_wagers() -> None:
    for number in ("0", "00"):
        for spot in ("red", "black", "odd", "even", "low", "high"):
            assert Roulette(1, zero_rule="half").bet(1, spot).spin(number).winnings(1) == -500
        for spot in ("column 1", "column 2", "column 3", "dozen 1", "dozen 2", "dozen 3", "straight 5", "split 1-2"):
            assert Roulette(1, zero_rule="half").bet(1, spot).spin(number).winnings(1) == -1_000


@law("1(h)")
def test_the_marker_lies_on_the_number_that_won() -> None:
    scene = Roulette(1).bet(1, "red").ball().close_betting()
    scene.step(Spin(scene.stop("7"))).run_until(Pay)
    assert MARKER.get(scene.t) == scene.stop("7") + 1


@law("1(i)")
def test_no_spin_is_the_dealers_call() -> None:
    scene = Roulette(1).bet(1, "red").give(ShortSpin(1)).ball()
    assert [step.words for step in scene.acts(CallNoSpin)] == ["No spin"]
    assert scene.t.said == ["No spin"]


@law("1(j)")
def test_each_player_has_a_color_alone() -> None:
    scene = Roulette(*range(1, 9), seats=8)
    for seat in range(1, 9):
        scene.color(seat)
    assert [step.color for step in scene.acts(GiveColor)] == list(COLORS)
    assert len(set(COLORS)) == 8
    assert [COLOR_VALUE.at(seat).get(scene.t) for seat in range(1, 9)] == [500] * 8


@law("1(k)")
def test_a_round_lasts_until_a_spin_counts() -> None:
    scene = Roulette(1).bet(1, "red").give(ShortSpin(1)).ball()
    assert not scene.drivers
    assert len(scene.spin(3).drivers) == 1
    assert len(scene.acts(LiftMarker)) == 1


@law("2(a)")
def test_the_wheel_is_thirty_inches_across_at_least() -> None:
    assert findings_in("equipment.inches = 29") == [("warning", "beyond:roulette.2(a)")]
    assert findings_in("equipment.inches = 30") == []


FIRST = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1"
W1 = f"{FIRST} 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2".split()  # each odd number is opposite the next
SECOND = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10"
W2 = f"{SECOND} 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split()


@law("2(b)")
def test_the_order_of_a_wheel_with_two_zeros() -> None:
    stops = Roulette(1).house.stops
    assert list(stops) == W1
    colors = [number in REDS for number in stops if number not in ("0", "00")]
    assert all(one != other for one, other in pairwise(colors[:18]))
    assert all(one != other for one, other in pairwise(colors[18:]))
    opposite = {number: stops[(at + 19) % 38] for at, number in enumerate(stops)}
    assert opposite["0"] == "00"
    assert all(opposite[str(odd)] == str(odd + 1) for odd in range(1, 36, 2))
    order = ", ".join(f'"{number}"' for number in reversed(W1))
    assert findings_in(f"equipment.order = [{order}]") == [("warning", "beyond:roulette.2(b)")]


@law("2(c)")
def test_the_order_of_a_wheel_with_one_zero() -> None:
    stops = Roulette(1, wheel="single-zero").house.stops
    assert list(stops) == W2
    assert sorted(stops) == sorted(["0", *NUMBERS])
    order = ", ".join(f'"{number}"' for number in W1)
    wrong = findings_in('wheel = "single-zero"', f"equipment.order = [{order}]")
    assert wrong == [("warning", "beyond:roulette.2(c)")]


@law("2(d)")
def test_the_ball_is_without_metal_and_of_a_size() -> None:
    said = [("warning", "beyond:roulette.2(d)")]
    assert findings_in("equipment.ball-metal = true") == said
    assert [findings_in(f"equipment.ball-sixteenths = {size}") for size in (5, 6, 14, 15)] == [said, [], [], said]
    narrow = 'readings.ball-size = "narrower"'
    other = [findings_in(f"equipment.ball-sixteenths = {size}", narrow) for size in (11, 12, 14, 15)]
    reading = ("warning", "reading:ball-size")
    assert other == [[*said, reading], [reading], [reading], [*said, reading]]


@law("2(e)")
def test_the_house_elects_the_wheel() -> None:
    assert Roulette(1).house.zeros == 2
    assert Roulette(1, wheel="single-zero").house.zeros == 1
    assert win_of("red", "0", wheel="single-zero") == -10
    assert "straight 00" in Roulette(1).house.areas


@law("2(f)")
def test_a_wheel_with_two_zeros_may_serve_as_one_with_a_single_zero() -> None:
    house = Roulette(1, used_as_single_zero=True).house
    assert (len(house.stops), house.zeros) == (38, 1)
    assert findings_in("used-as-single-zero = true", "says-single-zero = true") == []
    said = [("warning", "beyond:roulette.2(f)")]
    assert findings_in("used-as-single-zero = true", "says-single-zero = false") == said
    assert findings_in('wheel = "single-zero"', "used-as-single-zero = true") == said


@law("2(g)")
def test_numbers_lie_in_twelve_rows_of_three() -> None:
    assert [place_of(number) for number in (1, 3, 4, 17, 34, 36)] == [(1, 1), (1, 3), (2, 1), (6, 2), (12, 1), (12, 3)]
    assert covers("column 2") == {str(number) for number in range(2, 37, 3)}
    for number in range(1, 37):
        assert place_of(number) == ((number - 1) // 3 + 1, (number - 1) % 3 + 1)


@law("2(h)")
def test_what_borders_the_zeros() -> None:
    double = [spot for spot in Roulette(1).house.areas if spot.startswith("split 0")]
    assert double == ["split 0-1", "split 0-2", "split 00-2", "split 00-3", "split 0-00"]
    assert [spot for spot in areas(1) if spot.startswith("split 0")] == ["split 0-1", "split 0-2", "split 0-3"]


# --- 5(d): the wagers


def areas_of_kind(kind: str, zeros: int) -> list[set[str]]:
    return [set(area.numbers) for area in areas(zeros).values() if area.kind == kind]


def names(kind: str, zeros: int) -> list[str]:
    """Return the names of the areas of a kind, in order, without that of the kind."""
    return [spot.removeprefix(f"{kind} ") for spot, area in areas(zeros).items() if area.kind == kind]


def numbers_in_a_row(first: int, many: int) -> str:
    return "-".join(str(number) for number in range(first, first + many))


def grid(number: int) -> tuple[int, int]:
    """Return row and column, counted here once more."""
    return (number - 1) // 3, (number - 1) % 3


def neighbors() -> list[set[str]]:
    found = []
    for one in range(1, 37):
        for other in range(one + 1, 37):
            (row, column), (row2, column2) = grid(one), grid(other)
            if abs(row - row2) + abs(column - column2) == 1:
                found.append({str(one), str(other)})
    return found


def same_numbers(some: list[set[str]], others: list[set[str]]) -> bool:
    return sorted(map(sorted, some)) == sorted(map(sorted, others))


@law("5(d)1")
def test_straight_is_one_number() -> None:
    assert same_numbers(areas_of_kind("straight", 2), [{number} for number in DOUBLE])
    assert same_numbers(areas_of_kind("straight", 1), [{number} for number in ("0", *NUMBERS)])
    assert names("straight", 2) == DOUBLE
    kinds = ["straight", "split", "three numbers", "four numbers", "five numbers", "six numbers", "column", "dozen"]
    assert list(dict.fromkeys(area.kind for area in areas(2).values()))[:8] == kinds
    all_cover_their_numbers("straight")


@law("5(d)2")
def test_split_is_two_numbers_that_border_each_other() -> None:
    zeros = [{"0", "1"}, {"0", "2"}, {"00", "2"}, {"00", "3"}, {"0", "00"}]
    assert same_numbers(areas_of_kind("split", 2), [*neighbors(), *zeros])
    assert same_numbers(areas_of_kind("split", 1), [*neighbors(), {"0", "1"}, {"0", "2"}, {"0", "3"}])
    assert (len(areas_of_kind("split", 2)), len(areas_of_kind("split", 1))) == (62, 60)
    assert names("split", 1)[3:8] == ["1-2", "1-4", "2-3", "2-5", "3-6"]
    all_cover_their_numbers("split")


@law("5(d)3")
def test_three_numbers_are_a_row_or_meet_at_a_zero() -> None:
    rows = [{str(first), str(first + 1), str(first + 2)} for first in range(1, 37, 3)]
    assert same_numbers(areas_of_kind("three numbers", 2), [*rows, {"0", "1", "2"}, {"0", "00", "2"}, {"00", "2", "3"}])
    assert same_numbers(areas_of_kind("three numbers", 1), [*rows, {"0", "1", "2"}, {"0", "2", "3"}])
    in_rows = [numbers_in_a_row(first, 3) for first in range(1, 37, 3)]
    assert names("three numbers", 2) == ["0-1-2", "0-00-2", "00-2-3", *in_rows]
    assert names("three numbers", 1) == ["0-1-2", "0-2-3", *in_rows]
    all_cover_their_numbers("three numbers")


@law("5(d)4")
def test_four_numbers_are_a_square() -> None:
    squares = [{str(n), str(n + 1), str(n + 3), str(n + 4)} for n in range(1, 33) if n % 3]
    assert len(squares) == 22
    assert same_numbers(areas_of_kind("four numbers", 2), squares)
    assert same_numbers(areas_of_kind("four numbers", 1), [*squares, {"0", "1", "2", "3"}])
    assert names("four numbers", 2)[:3] == ["1-2-4-5", "2-3-5-6", "4-5-7-8"]
    assert names("four numbers", 1)[:2] == ["0-1-2-3", "1-2-4-5"]
    all_cover_their_numbers("four numbers")
    assert covers("four numbers 0-1-2-3", wheel="single-zero") == {"0", "1", "2", "3"}


@law("5(d)5")
def test_five_numbers_are_on_a_layout_with_two_zeros_only() -> None:
    assert covers("five numbers 0-00-1-2-3") == {"0", "00", "1", "2", "3"}
    assert areas_of_kind("five numbers", 1) == []
    single = Roulette(1, wheel="single-zero")
    assert single.bars_against(Wager(1, {"five numbers 0-00-1-2-3": 1_000})) == {"beyond:roulette.5(e)"}
    rules, pays = GAME.rules({}), {"five numbers": "6 to 1", "split": "17 to 1"}
    found = RouletteHouse(wheel="single-zero", pay=pays).findings(rules)
    assert {each.cite for each in found} == {"beyond:roulette.5(d)5"}
    assert not list(RouletteHouse(pay=pays).findings(rules))


@law("5(d)6")
def test_six_numbers_are_two_rows() -> None:
    pairs = [set(map(str, range(first, first + 6))) for first in range(1, 33, 3)]
    assert len(pairs) == 11
    assert same_numbers(areas_of_kind("six numbers", 2), pairs)
    assert names("six numbers", 1) == [numbers_in_a_row(first, 6) for first in range(1, 33, 3)]
    all_cover_their_numbers("six numbers")


@law("5(d)7")
def test_a_column_has_twelve_numbers() -> None:
    assert names("column", 2) == ["1", "2", "3"]
    assert areas_of_kind("column", 2)[2] == {str(number) for number in range(3, 37, 3)}
    assert areas_of_kind("column", 2)[0] == {str(number) for number in range(1, 37, 3)}
    assert numbers_covered("column 1", "column 2", "column 3") == {
        f"column {column}": {str(number) for number in range(column, 37, 3)} for column in (1, 2, 3)
    }


@law("5(d)8")
def test_a_dozen_has_twelve_numbers() -> None:
    assert names("dozen", 2) == ["1", "2", "3"]
    assert numbers_covered("dozen 1", "dozen 2", "dozen 3") == {
        f"dozen {third}": set(map(str, range(12 * third - 11, 12 * third + 1))) for third in (1, 2, 3)
    }


@law("5(d)9")
def test_red_black_odd_even_low_and_high() -> None:
    assert numbers_covered("red", "black", "odd", "even", "low", "high") == {
        "red": set(REDS),
        "black": set(NUMBERS) - set(REDS),
        "odd": set(map(str, range(1, 37, 2))),
        "even": set(map(str, range(2, 37, 2))),
        "low": set(map(str, range(1, 19))),
        "high": set(map(str, range(19, 37))),
    }
    assert [sorted(map(int, areas(2)[spot].numbers)) for spot in ("odd", "low", "high")] == [
        list(range(1, 37, 2)),
        list(range(1, 19)),
        list(range(19, 37)),
    ]
