"""The exact model of Sic Bo against counting by hand and against the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from games.sic_bo.scene import SicBo
from pitboss.analysis import ask, edge, setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.record.account import account_of

ROLLS = tuple(product(range(1, 7), repeat=3))
TOTALS = Counter(map(sum, ROLLS))
Settings = dict[str, str]
ODDS = {
    "atlantic-city": (180, 30, 10, (60, 30, 17, 12, 8, 6, 6), 5, (1, 2, 3)),
    "a": (150, 24, 8, (50, 18, 14, 12, 8, 6, 6), 5, (1, 2, 3)),
    "b": (180, 31, 11, (62, 31, 18, 12, 8, 7, 6), 6, (1, 2, 12)),
}


def edges(settings: Settings | None = None, readings: Settings | None = None) -> dict[str, Fraction]:
    found = setting("sic-bo", settings=settings or {}, readings=readings or {}).edge()
    return {each.row.wager: each.row.house_edge for each in found.wagers}


def by_hand(table: str) -> dict[str, Fraction]:
    """Count the edge of each wager from how many of the 216 ways win, written down, and from what is paid for each."""
    triple, any_triple, double, totals, pair, (one, two, three) = ODDS[table]
    won = {
        "small": 2 * 105,
        "big": 2 * 105,
        "one of a kind, named": 75 * (one + 1) + 15 * (two + 1) + three + 1,
        **{f"total {low} or {21 - low}": TOTALS[low] * (totals[low - 4] + 1) for low in range(4, 11)},
        "two-dice combination": 30 * (pair + 1),
        "two of a kind, named": 16 * (double + 1),
        "three of a kind, named": triple + 1,
        "any three of a kind": 6 * (any_triple + 1),
    }
    return {wager: 1 - Fraction(back, 216) for wager, back in won.items()}


@pytest.mark.parametrize("table", ODDS)
def test_every_wager_under_every_table(table: str) -> None:
    assert edges({"pay-table": table}) == edges(readings={"pay-table": table}) == by_hand(table)


def test_some_edges_as_they_are_known() -> None:
    assert edges()["small"] == Fraction(1, 36)
    assert edges()["any three of a kind"] == Fraction(5, 36)
    assert edges({"pay-table": "a"})["total 5 or 16"] == Fraction(17, 36)


def test_readings_change_what_a_triple_is_worth() -> None:
    usual = edges()
    strict = edges(readings={"double-on-triple": "exactly-two-dice"})
    assert strict["two of a kind, named"] - usual["two of a kind, named"] == Fraction(11, 216)
    added = edges(readings={"single-on-triple": "lines-added"})
    assert usual["one of a kind, named"] - added["one of a kind, named"] == Fraction(3, 216)
    ends = edges(readings={"total-three-eighteen": "areas"})
    assert ends["total 3 or 18"] == usual["three of a kind, named"]
    assert "total 3 or 18" not in usual


def test_a_line_paid_better() -> None:
    better = edges({"small, big": "3 to 2", "pay.total 4 or 17": "61 to 1"})
    assert better["big"] == 1 - Fraction(105 * 5, 2 * 216)
    assert better["total 4 or 17"] == 1 - Fraction(3 * 62, 216)
    with pytest.raises(ImpossibleError, match=r"beyond:sic-bo\.8\(a\)"):
        edges({"small, big": "2 for 1"})


CASES: list[tuple[dict[str, Any], Settings]] = [
    ({}, {}),
    ({"pay_table": "b"}, {"double-on-triple": "exactly-two-dice", "single-on-triple": "lines-added"}),
]


@pytest.mark.parametrize(("house", "readings"), CASES)
def test_the_engine_agrees_on_everything_that_dice_can_show(house: dict[str, Any], readings: Settings) -> None:
    """Compare all results, weighed by how often they come, for a wager on every area."""
    scene = SicBo(1, readings=readings, **house)
    spots, won = scene.offers_to(), Counter[str]()
    for dice, often in Counter(tuple(sorted(roll)) for roll in ROLLS).items():
        for spot in spots:
            scene.bet(1, spot, 500)
        scene.shake(*dice)
        for story in account_of(scene.last).seats[0].wagers:
            won[story.spot] += often * story.net
    study = setting(
        "sic-bo", settings={key.replace("_", "-"): value for key, value in house.items()}, readings=readings
    )
    answer = study.ask(wagers=dict.fromkeys(spots, 5)).answer
    assert {choice.name: choice.value for choice in answer.choices} == {
        spot: Fraction(won[spot], 500 * len(ROLLS)) for spot in spots
    }


def test_questions_that_make_no_sense() -> None:
    with pytest.raises(ImpossibleError, match="no betting area called 'total 3'"):
        ask("sic-bo", wagers={"total 3": 5})
    with pytest.raises(ImpossibleError, match="no cards"):
        ask("sic-bo", "Ah")
    with pytest.raises(ImpossibleError, match="nothing on small"):
        ask("sic-bo", wagers={"small": 0})


def test_there_is_a_row_for_every_kind() -> None:
    assert list(edges()) == list(by_hand("a"))
    assert len(edge("sic-bo").wagers) == 14
