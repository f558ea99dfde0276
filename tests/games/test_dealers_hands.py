"""Acts that say which of the dealer's hands takes the cards, wherever a held text does: after the call, before a
card."""

from __future__ import annotations

from typing import Any

import pytest

from kit.parts import part
from kit.scene import Scene
from pitboss.table.card_steps import Deal, LoadDeck
from pitboss.table.steps import Announce, Manner, Step

DRAWS = "The dealer draws with the hand nearest the shoe and lays down with the other."
TAKES = "The dealer takes each card off the top with the other hand and lays it down."
BY_HAND: dict[str, Any] = {"dealing": "hand", "shuffler": "shuffler"}
MANUAL: dict[str, Any] = {}


def before_the_cards(scene: Scene) -> list[Step]:
    """Return the acts from the loading of the deck to the first card dealt."""
    steps = scene.steps()
    loaded = next(at for at, step in enumerate(steps) if isinstance(step, LoadDeck))
    return steps[loaded : next(at for at, step in enumerate(steps) if isinstance(step, Deal))]


@pytest.mark.parametrize(
    ("game", "as_of", "house", "cite", "words"),
    [
        ("let-it-ride", "2007-10-15", MANUAL, "18.7(c)", DRAWS),
        ("let-it-ride", "1996-05-20", MANUAL, "18.7(b)", DRAWS),
        ("three-card-poker", "", MANUAL, "20.7(b)", DRAWS),
        ("ultimate-texas-holdem", "", MANUAL, "32.7(c)", DRAWS),
        ("let-it-ride", "2007-10-15", BY_HAND, "18.8(c)", TAKES),
        ("let-it-ride", "1996-05-20", BY_HAND, "18.8(b)3", TAKES),
        ("three-card-poker", "", BY_HAND, "20.8(b)3", TAKES),
        ("ultimate-texas-holdem", "", BY_HAND, "32.8(b)3", TAKES),
    ],
)
def test_the_hand_that_takes_the_cards_is_told(
    game: str, as_of: str, house: dict[str, Any], cite: str, words: str
) -> None:
    on_the_day = {"as_of": as_of} if as_of else {}
    steps = before_the_cards(part(game, "scene").Scene({1: ""}, **house, **on_the_day).deal())
    [at] = [at for at, step in enumerate(steps) if isinstance(step, Manner) and step.cite == cite]
    assert steps[at].tell() == words
    assert any(isinstance(step, Announce) for step in steps[:at])


def test_community_cards_dealt_from_the_hand_say_it_too() -> None:
    """Check 32.9(d): the cards left in the automated shoe are dealt from the hand, under 32.8(b)2 and 3."""
    house = {"dealing": "automated-shoe", "shuffler": "shuffler"}
    scene = part("ultimate-texas-holdem", "scene").Scene({1: ""}, **house).deal()
    assert [step.cite for step in scene.steps(Manner)] == ["32.8(b)2i", "32.8(b)2ii", "32.8(b)3"]
