"""The cut of a deck that has lost so many cards that no lawful cut is left: it is cut where possible, so that no table
waits forever."""

from __future__ import annotations

from typing import Any

import pytest

from kit.parts import scene_of
from pitboss.engine.incidents.incident_kinds import CardMissing
from pitboss.engine.inputs import Cut, Order
from pitboss.engine.waits import CutWanted

CARD_GAMES = ("let-it-ride", "three-card-poker", "ultimate-texas-holdem", "winners-pot-poker")


def recut(game: str, left: int, **more: Any) -> tuple[int, int]:
    """Return the fewest and the most cards of a cut of a deck with this many left. The fewest is then cut."""
    scene = scene_of(game)({1: "", 4: ""}, **more).place_wagers().give(*[CardMissing()] * (52 - left), Order("recut"))
    wait = scene.driver.wait
    assert isinstance(wait, CutWanted)
    scene.give(Cut(wait.fewest))
    assert not isinstance(scene.driver.wait, CutWanted)
    assert scene.t.count() == left
    return wait.fewest, wait.most


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_deck_too_small_for_the_cut_is_cut_where_it_can_be(game: str) -> None:
    assert recut(game, 52) == (10, 42)
    assert recut(game, 20) == (10, 10)
    assert recut(game, 19) == (1, 18)
    assert recut(game, 2) == (1, 1)
    assert recut(game, 1) == (1, 1)


def test_as_the_most_cards_of_a_cut_are_read() -> None:
    one_left = {"most-cards-cut": "one-left"}
    assert recut("let-it-ride", 11, readings=one_left) == (10, 10)
    assert recut("let-it-ride", 10, readings=one_left) == (1, 9)
