"""The exact model of roulette against counting by hand and against the engine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.roulette.scene import Roulette
from pitboss.analysis import ask, edge, prices, setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.engine.view import view
from pitboss.games.roulette.law.layout import areas
from pitboss.games.roulette.math.exact import MODEL
from pitboss.record.account import account_of

EVEN = ("red", "black", "odd", "even", "low", "high")
NUMBERS = {
    "straight": 1,
    "split": 2,
    "three numbers": 3,
    "four numbers": 4,
    "five numbers": 5,
    "six numbers": 6,
    "column": 12,
    "dozen": 12,
    **dict.fromkeys(EVEN, 18),
}
PAYS = {1: 35, 2: 17, 3: 11, 4: 8, 5: 6, 6: 5, 12: 2, 18: 1}
Settings = dict[str, str]


def edges(settings: Settings | None = None, readings: Settings | None = None, bet: str = "10") -> dict[str, Fraction]:
    found = setting("roulette", settings=settings or {}, readings=readings or {}, bet=bet).edge()
    return {f"{each.row.wager} {each.row.variant}".strip(): each.row.house_edge for each in found.wagers}


def by_hand(stops: int, zeros_lose: Fraction) -> dict[str, Fraction]:
    """Count the edge of each wager: it wins on so many of the stops, and even money loses so much of itself on each
    zero."""
    found = {}
    zeros = stops - 36
    for wager, numbers in NUMBERS.items():
        if wager == "five numbers" and zeros == 1:
            continue
        lost = Fraction(stops - numbers)
        if numbers == 18:
            lost = 18 + zeros * zeros_lose
        found[wager] = (lost - numbers * PAYS[numbers]) / stops
    return found


def test_every_wager_at_every_table() -> None:
    half, whole = Fraction(1, 2), Fraction(1)
    assert edges() == edges({"zero-rule": "half"}) == by_hand(38, half)
    assert edges({"zero-rule": "all"}) == edges(readings={"zero-rule": "all"}) == by_hand(38, whole)
    assert edges({"wheel": "single-zero"}) == by_hand(37, whole)
    assert edges({"wheel": "single-zero"}, {"single-zero-half": "half"}) == by_hand(37, half)
    as_single = edges({"used-as-single-zero": "true"})
    assert {each.partition(" with")[0]: found for each, found in as_single.items()} == by_hand(37, whole)
    assert edges()["red"] == Fraction(1, 38)
    assert edges()["five numbers"] == Fraction(3, 38)
    assert edges({"wheel": "single-zero"})["red"] == Fraction(1, 37)


def test_a_double_zero_that_counts_as_a_zero() -> None:
    found = edges({"used-as-single-zero": "true"}, {"zero-on-single-layout": "counts-as-0"})
    assert found["straight with a zero"] == 1 - Fraction(2 * 36, 38)
    assert found["straight without a zero"] == Fraction(2, 38)
    assert found["four numbers with a zero"] == 1 - Fraction(5 * 9, 38)
    assert found["red"] == Fraction(2, 38)


def test_what_a_double_zero_that_counts_would_change_is_told_of_every_wager() -> None:
    read = {"zero-on-single-layout": "counts-as-0"}
    then = edges({"used-as-single-zero": "true"}, read)
    for each in edge("roulette", settings={"used-as-single-zero": "true"}).wagers:
        name = " ".join(filter(None, (each.row.wager, each.row.variant)))
        assert each.readings["zero-on-single-layout"]["counts-as-0"] == then.pop(name)
    assert not then


def test_the_zero_rule_is_priced_where_chips_make_the_half() -> None:
    changes = prices("roulette")["zero-rule"].changes
    assert next(each for each in changes if each.wager == "red (double zero)").now == Fraction(1, 38)


def test_prison_costs_less_than_all_and_more_than_half_at_once() -> None:
    zero, win = Fraction(2, 38), Fraction(18, 38)
    loses = edges(readings={"imprisonment": "second-zero-loses"})["red"]
    assert loses == zero * (1 - win)
    stays = edges(readings={"imprisonment": "second-zero-stays"})["red"]
    assert stays == zero * (18 / (Fraction(36)))
    assert edges()["red"] == stays < loses < edges({"zero-rule": "all"})["red"]


@pytest.mark.parametrize(("choice", "taken"), [("house-gives-way", 7), ("player-gives-way", 8), ("exact-cents", None)])
def test_a_half_that_chips_do_not_make(choice: str, taken: int | None) -> None:
    lost = Fraction(1, 2) if taken is None else Fraction(taken, 15)
    assert edges(readings={"odd-half": choice}, bet="15")["red"] == 2 * lost / 38


CASES: list[tuple[dict[str, Any], Settings]] = [
    ({}, {}),
    ({"zero_rule": "all"}, {}),
    ({"wheel": "single-zero"}, {}),
    ({"used_as_single_zero": True}, {"zero-on-single-layout": "counts-as-0"}),
    ({}, {"winning-stake": "stays"}),
]


@pytest.mark.parametrize(("house", "readings"), CASES)
def test_the_engine_agrees_at_every_compartment(house: dict[str, Any], readings: Settings) -> None:
    """Check that over all compartments the engine pays what the model says, for a wager of each kind."""
    first = Roulette(1, readings=readings, **house)
    kinds = {area.kind: spot for spot, area in reversed(first.house.areas.items())}
    won = dict.fromkeys(kinds, 0)
    for number in first.house.stops:
        scene = Roulette(1, readings=readings, **house)
        for spot in kinds.values():
            scene.bet(1, spot, 1_500)
        before = dict.fromkeys(kinds.values(), 0)
        scene.spin(number)
        for driver in scene.drivers[-1:]:
            for story in account_of(driver).seats[0].wagers:
                before[story.spot] = story.net
        for kind, spot in kinds.items():
            won[kind] += before[spot]
    named = {key.replace("_", "-"): str(value).lower() if value is True else value for key, value in house.items()}
    study = setting("roulette", settings=named, readings=readings, bet="15")
    for kind, spot in kinds.items():
        value = next(iter(study.ask(wagers={spot: 15}).answer.choices)).value
        assert Fraction(won[kind], 1_500 * len(first.house.stops)) == value, kind


def test_questions_that_make_no_sense() -> None:
    with pytest.raises(ImpossibleError, match="no betting area called 'straight 37'"):
        ask("roulette", wagers={"straight 37": 5})
    with pytest.raises(ImpossibleError, match="no cards"):
        ask("roulette", "Ah")
    with pytest.raises(ImpossibleError, match="nothing on red"):
        ask("roulette", wagers={"red": 0})


def test_there_is_a_row_for_every_kind_and_an_area_for_every_row() -> None:
    assert list(edges()) == list(NUMBERS)
    assert {area.kind for area in areas(2).values()} == set(NUMBERS)
    assert len(edge("roulette").wagers) == 14


def test_wagers_on_the_layout_are_worth_what_is_counted_of_them() -> None:
    """Check a wager and the hold at a wheel where 00 is no spin and red waits on 0, until it wins or loses."""
    readings = {
        "zero-on-single-layout": "no-spin",
        "single-zero-half": "half",
        "imprisonment": "second-zero-stays",
    }
    scene = Roulette(1, readings=readings, used_as_single_zero=True)
    scene.bet(1, "red", 1_000).bet(1, "straight 17", 500).bet(1, "straight 18", 500)
    seen = view(scene.driver, 1)
    standing = MODEL.standing(scene.rules, scene.house, seen)
    assert standing is not None
    assert (standing.out, standing.ways) == (2_000, 37)
    assert standing.next == Fraction(2 * (35 - 36) * 500, 37)
    assert standing.in_the_end == standing.next - Fraction(1_000, 37 * 2)
    (block,) = MODEL.blocks(scene.rules, scene.house, seen)
    assert {wager: moments.mean for wager, moments in block.wagers.items()} == {
        "red": 0,
        "straight": Fraction(1_000, 37),
    }
    nets = [-1_000 + 17_000, 1_000 + 17_000, *[1_000 - 1_000] * 17, *[-1_000 - 1_000] * 17, -1_000]  # 17, 18, others, 0
    assert block.variance == Fraction(sum(net**2 for net in nets), 37) - Fraction(sum(nets), 37) ** 2
