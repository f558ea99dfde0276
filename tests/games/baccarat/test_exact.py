"""Baccarat costs what minibaccarat costs: who deals does not matter."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.analysis import ask, edge
from pitboss.games.baccarat.law.house import BaccaratHouse
from pitboss.games.baccarat.math import exact


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"decks": 6, "pairs": "offered"},
        {"vigorish": 4, "tie-odds": "9 to 1"},
        {"form": "without-vigorish"},
        {"form": "half-on-6", "pairs": "offered", "pair-odds": "12 to 1"},
    ],
)
def test_every_wager_costs_the_same_as_at_the_small_table(settings: dict[str, object]) -> None:
    mine, others = (edge(game, settings=settings, removed="9s 9s 9h") for game in ("baccarat", "minibaccarat"))
    assert [(each.row.wager, each.row.house_edge, each.row.variance) for each in mine.wagers] == [
        (each.row.wager, each.row.house_edge, each.row.variance) for each in others.wagers
    ]
    assert mine.removed == ("9h", "9s", "9s")


def test_published_edges() -> None:
    report = edge("baccarat")
    assert report["banker"].house_edge == Fraction(114753351728, 10847218479825)
    assert report["player"].house_edge == Fraction(241149546272, 19524993263685)


def test_readings_are_priced_at_tables_of_its_own() -> None:
    assert {type(house) for _, house, _ in exact.MODEL.pricing_cases()} == {BaccaratHouse}


def test_cards_that_were_seen_are_out() -> None:
    tie = ask("baccarat", seen="8s 8s", wagers={"tie": 10}).answer.choices[0]
    assert tie.value == -edge("baccarat", removed="8s 8s")["tie"].house_edge
