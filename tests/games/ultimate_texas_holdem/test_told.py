"""The words of the acts of Ultimate Texas Hold 'Em."""

from __future__ import annotations

import pytest

from games.ultimate_texas_holdem.scene import Scene
from pitboss.common.dealer_questions import AskPlayer
from pitboss.engine.incidents.incident_kinds import CardExposed
from pitboss.engine.inputs import Answer
from pitboss.games.ultimate_texas_holdem.law.steps import Check, Fold
from pitboss.table.steps import PlaceWager


def test_the_dealer_asks_each_player_before_he_answers() -> None:
    scene = Scene({1: "", 4: ""}).deal().answer("c 4 c f")
    about = [
        item
        for item in scene.driver.log
        if isinstance(item, AskPlayer | Answer | Check | Fold) or (isinstance(item, PlaceWager) and item.spot == "play")
    ]
    # Question, answer, and what follows, one player after the other.
    followed = [Check, PlaceWager, Check, Fold]
    assert [type(item) for item in about] == [kind for then in followed for kind in (AskPlayer, Answer, then)]


@pytest.mark.parametrize(
    ("left", "question"),
    [
        (2000, "a play wager of $20 or $15, or check"),
        (1999, "a play wager of $15, or check"),
        (1500, "a play wager of $15, or check"),
        (1499, "check, with too few chips for a play wager"),
    ],
)
def test_the_dealer_offers_what_the_chips_reach_for(left: int, question: str) -> None:
    """Check the offer after $5 on the ante and $5 on the blind."""
    (asked,) = Scene({1: ""}, chips=1000 + left).deal().steps(AskPlayer)
    assert asked.tell() == f"The dealer asks seat 1: {question}?"


@pytest.mark.parametrize(
    ("left", "question"),
    [(500, "a play wager of $5, or fold"), (499, "fold, with too few chips for a play wager")],
)
def test_at_the_end_too(left: int, question: str) -> None:
    scene = Scene({1: ""}, chips=1000 + left).deal().answer("c c")
    assert scene.steps(AskPlayer)[-1].tell() == f"The dealer asks seat 1: {question}?"


def test_nobody_waits_for_the_answer_of_a_hand_that_became_void_as_he_was_asked() -> None:
    """Check 32.13(a): a card of the dealer's is seen; only the trips wager continues."""
    scene = Scene({1: "", 4: ""}).deal(trips={1: 500}).step(Answer(1, "check"))
    assert scene.run_until(AskPlayer, 2).steps()[-1] == scene.steps(AskPlayer)[-1]
    scene.step(CardExposed("dealer", 0)).run()
    assert scene.driver.done
    assert [step.position for step in scene.steps(AskPlayer)] == [1, 4]
    assert scene.winnings(4) == 0
