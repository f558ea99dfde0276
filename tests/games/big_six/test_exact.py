"""The exact model of Big Six against counting by hand and against the engine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.big_six.scene import BigSix
from pitboss.analysis import ask, edge, setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.record.account import account_of

SYMBOLS = ("$1", "$2", "$5", "$10", "$20", "joker", "flag")
USUAL, OTHER = (23, 15, 8, 4, 2, 1, 1), (24, 15, 7, 4, 2, 1, 1)
PAYS = (1, 2, 5, 10, 20, 45, 45)
Settings = dict[str, str]


def edges(settings: Settings | None = None, readings: Settings | None = None) -> dict[str, Fraction]:
    found = setting("big-six", settings=settings or {}, readings=readings or {}).edge()
    return {each.row.wager: each.row.house_edge for each in found.wagers}


def by_hand(counts: tuple[int, ...], picture: int = 45, both: bool = False) -> dict[str, Fraction]:
    """Count the edge of each symbol: so many of 54 sections show it, and each of them pays so much."""
    found = {}
    for symbol, count, pays in zip(SYMBOLS, counts, PAYS, strict=True):
        hits = 2 if both and symbol in ("joker", "flag") else count
        odds = picture if symbol in ("joker", "flag") else pays
        found[symbol] = 1 - Fraction(hits * (odds + 1), 54)
    return found


def test_every_wager_under_every_elected_table() -> None:
    other = {"wheel": "24-15-7-4-2"}
    assert edges() == edges({"wheel": "23-15-8-4-2", "picture-odds": "45 to 1"}) == by_hand(USUAL)
    assert edges({"picture-odds": "nevada"}) == edges({"picture-odds": "40 to 1"}) == by_hand(USUAL, 40)
    assert edges(other) == edges(readings={"wheel-count": "24-7"}) == by_hand(OTHER)
    assert edges(other | {"picture-odds": "nevada"}) == by_hand(OTHER, 40)
    assert edges({"picture-odds": "50 to 1"}) == by_hand(USUAL, 50)
    assert edges(readings={"picture-odds": "40"}) == by_hand(USUAL, 40)
    assert edges(readings={"picture-each": "both"}) == by_hand(USUAL, both=True)


def test_the_edges_as_fractions() -> None:
    wanted = (Fraction(4, 27), Fraction(1, 6), Fraction(1, 9), Fraction(5, 27), Fraction(2, 9), Fraction(4, 27))
    assert tuple(edges().values()) == (*wanted, Fraction(4, 27))
    assert edges({"wheel": "24-15-7-4-2"})["$1"] == Fraction(1, 9)
    assert edges({"wheel": "24-15-7-4-2"})["$5"] == Fraction(2, 9)
    assert edges({"picture-odds": "nevada"})["joker"] == Fraction(13, 54)


@pytest.mark.parametrize(
    ("house", "readings"),
    [({}, {}), ({"wheel": "24-15-7-4-2", "picture_odds": "nevada"}, {}), ({}, {"picture-each": "both"})],
)
def test_the_engine_played_through_every_section(house: dict[str, Any], readings: Settings) -> None:
    won = dict.fromkeys(SYMBOLS, 0)
    scene = BigSix(1, readings=readings, **house)
    for section in range(54):
        for symbol in SYMBOLS:
            scene.bet(1, symbol, 100)
        for story in account_of(scene.spin(section).last).seats[0].wagers:
            won[story.spot] += story.net
    named = {key.replace("_", "-"): value for key, value in house.items()}
    exact = edges(named, readings)
    assert {symbol: -Fraction(cents, 5_400) for symbol, cents in won.items()} == exact
    values = setting("big-six", settings=named, readings=readings).ask().answer.choices
    assert {choice.name: -choice.value for choice in values} == exact


def test_an_answer_about_wagers_as_they_lie() -> None:
    answer = ask("big-six", wagers={"flag": 5, "$2": 10}).answer
    assert [(choice.name, choice.value) for choice in answer.choices] == [
        ("$2", Fraction(-1, 6)),
        ("flag", Fraction(-4, 27)),
    ]


def test_questions_that_make_no_sense() -> None:
    with pytest.raises(ImpossibleError, match=r"no betting area called '\$3'"):
        ask("big-six", wagers={"$3": 5})
    with pytest.raises(ImpossibleError, match="no cards"):
        ask("big-six", "Ah")
    with pytest.raises(ImpossibleError, match="nothing on flag"):
        ask("big-six", wagers={"flag": 0})


def test_there_is_a_row_for_every_symbol() -> None:
    assert tuple(each.row.wager for each in edge("big-six").wagers) == SYMBOLS
