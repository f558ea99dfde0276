"""What the acts of Winner's Pot Poker say."""

from __future__ import annotations

import pytest

from games.winners_pot_poker.scene import Pot
from pitboss.common.asking import AskPlayer
from pitboss.engine.inputs import Answer
from pitboss.games.winners_pot_poker.steps import DiscardFolded
from pitboss.table.steps import PlaceWager


def test_the_dealer_asks_each_player_before_he_answers() -> None:
    scene = Pot({1: "", 3: ""}, folds={3: "double"}).dealt(700).answer("b", "b", "d", "f")
    first, double = "reading:first-street", "33.10(c), 33.10(c)3"
    assert [(step.cite, step.tell()) for step in scene.steps(AskPlayer)] == [
        (first, "The dealer asks seat 1: a bet wager of $7, or fold?"),
        (first, "The dealer asks seat 3: a bet wager of $7, or fold?"),
        (double, "The dealer asks seat 1: a double wager of $14, or fold?"),
        (double, "The dealer asks seat 3: a double wager of $14, or fold?"),
    ]
    # Question, answer, and what follows, one player after the other.
    kinds = AskPlayer | Answer | DiscardFolded
    about = [
        item
        for item in scene.driver.log
        if isinstance(item, kinds) or (isinstance(item, PlaceWager) and item.spot in ("bet", "double"))
    ]
    followed = [PlaceWager, PlaceWager, PlaceWager, DiscardFolded]
    assert [type(item) for item in about] == [kind for then in followed for kind in (AskPlayer, Answer, then)]


@pytest.mark.parametrize(
    ("left", "question"),
    [(1000, "a double wager of $10, or fold"), (999, "fold, with too few chips for a double wager of $10")],
)
def test_the_dealer_offers_what_the_chips_reach_for(left: int, question: str) -> None:
    """After $5 on the ante and $5 on the bet."""
    scene = Pot({1: "", 3: ""}, chips=1000 + left).dealt().answer("b", "b")
    assert scene.steps(AskPlayer)[-1].tell() == f"The dealer asks seat 1: {question}?"
