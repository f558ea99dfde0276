"""A shoe that runs out in the middle of a deal: the round ends by a paragraph, whatever the reason, and never
crashes."""

from __future__ import annotations

from typing import Any

import pytest

from games.ultimate_texas_holdem.scene import AUTOMATED, BY_HAND, SHUFFLER, Scene
from pitboss.common.steps import CondemnDeck
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    ShortCard,
)
from pitboss.engine.inputs import Answer, Close, Order
from pitboss.engine.view import LiveView
from pitboss.engine.waits import OrderWanted
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.steps import CountDeck
from pitboss.table.card_steps import BurnCard, Deal, DealUp, DeliverStack, RemoveDeck
from pitboss.table.table import DEALT_FROM

HANDS = {2: "Ac 3d", 5: "7c 7h"}
MANUAL: dict[str, Any] = {}
NEEDED = 13  # two players, the dealer, five community cards and two burns


def short_deck(left: int, **more: Any) -> Scene:
    """Return a scene with this many cards in the shoe when the dealer begins, which nobody has noticed."""
    scene = Scene(HANDS, "Kh Ks", "2h 7d 9h Js 5c", **more).place_wagers(trips={5: 500})
    return scene.give(*[CardMissing()] * (52 - left))


def answer_all(scene: Scene) -> Scene:
    while not scene.driver.done:
        asked = scene.driver.question
        if isinstance(scene.driver.wait, OrderWanted):
            scene.give(Order(scene.driver.wait.choices[0]))
        else:
            assert asked is not None
            scene.give(Answer(asked.seat, asked.choices[0], asked.position))
    return scene


@pytest.mark.parametrize("house", [MANUAL, SHUFFLER, BY_HAND], ids=["manual", "shuffler", "hand"])
def test_a_short_deck_runs_dry_while_the_hands_are_dealt(house: dict[str, Any]) -> None:
    for left in range(6):
        scene = short_deck(left, **house).give(Close())
        assert scene.t.void == "32.13(d)", left
        assert scene.winnings(2, 5) == [0, 0]
        assert [step.cite for step in scene.steps(CondemnDeck)] == ["reading:misdealt-and-not-whole"]
        assert scene.driver.next is not None
        assert scene.driver.next.decks[0].cards == ()
    assert short_deck(6, **house).give(Close()).driver.question is not None


def test_or_while_the_community_cards_are() -> None:
    for left in range(6, NEEDED):
        scene = answer_all(short_deck(left).give(Close()))
        assert scene.t.void == "32.7(f)2", left
        assert len(scene.steps(BurnCard) + scene.steps(DealUp)) == left - 6  # every card that there was
        assert scene.winnings(2, 5) == [0, 0]
        assert [step.cite for step in scene.steps(RemoveDeck)] == ["32.7(f)2"]
        assert [(step.cite, step.left, step.deck) for step in scene.steps(CountDeck)] == [("32.7(f)", 0, left)]
        trips = answer_all(short_deck(left).give(Close(), CardExposed("dealer", 0)))
        assert trips.t.void == "32.7(f)2", left  # there is no board to settle trips wagers by
        assert trips.winnings(2, 5) == [0, 0]
    enough = answer_all(short_deck(NEEDED).give(Close()))
    assert enough.t.void == ""  # no count was due: nobody has noticed
    assert len(enough.steps(DealUp)) == 5
    counted = answer_all(short_deck(NEEDED, stub_count_every=1).give(Close()))
    assert counted.t.void == "32.7(f)2"


def test_an_automated_shoe_that_is_dry_has_stopped() -> None:
    for left in range(6):
        scene = short_deck(left, **AUTOMATED).give(Close())
        assert scene.t.void == "32.13(f)", left
        assert len(scene.steps(DeliverStack)) == left // 2
        assert scene.winnings(2, 5) == [0, 0]
        assert [step.cite for step in scene.steps(RemoveDeck)] == ["reading:misdealt-and-not-whole"]
        assert scene.driver.next is not None
        assert scene.driver.next.decks[0].cards == ()  # the next round has a new deck
    for left in range(6, NEEDED):  # the community cards come from the hand
        assert answer_all(short_deck(left, **AUTOMATED).give(Close())).t.void == "32.7(f)2"


def test_a_card_drawn_in_error_is_the_last_one() -> None:
    scene = short_deck(6).step(Close()).run_until(Deal, 5).step(DrawnInError())
    assert scene.t.cards("shoe") == []
    assert scene.run().t.faces("dealer") == ("Kh", "Ks")


@pytest.mark.parametrize(
    ("place", "void"),
    [("hand 2", "32.7(f)2"), ("dealer", "32.13(d)"), ("community", "reading:miscounted-board")],
)
def test_a_whole_deck_is_dealt_out_too(place: str, void: str) -> None:
    """Deal all 52 cards to the wrong place. A whole deck stays at the table."""
    scene = Scene(HANDS).deal(trips={5: 500}).answer("c").step(Answer(5, "check")).run_until(DealUp, 2)
    while any(scene.t.cards(source) for source in DEALT_FROM):
        scene.step(ExtraCard(place))
    answer_all(scene.run())
    assert scene.t.void == void
    assert scene.winnings(2, 5) == [0, 0]
    assert scene.steps(RemoveDeck) == []


def test_misdealt_and_not_whole_and_dry() -> None:
    for choice, left in (("removed", 0), ("reshuffled", 12)):
        scene = short_deck(12, readings={"misdealt-and-not-whole": choice}).give(Close()).answer("4")
        scene.step(Answer(5, "check")).run_until(DealUp, 1).step(ExtraCard("hand 2"))
        answer_all(scene.run())
        assert scene.t.void == "reading:misdealt-and-not-whole"
        assert scene.driver.next is not None
        assert len(scene.driver.next.decks[0].cards) == left


def test_cards_that_all_lie_face_up_are_none_to_deal() -> None:
    scene = (
        Scene(HANDS).deal(trips={5: 500}).give(*[FaceUpCard(depth) for depth in range(46)], CardExposed("dealer", 0))
    )
    assert scene.t.void == "32.13(b)"
    assert scene.winnings(2, 5) == [0, 0]


@pytest.mark.parametrize("strategy", GAME.strategies)
def test_a_strategy_answers_for_a_hand_that_has_lost_both_its_cards(strategy: str) -> None:
    scene = Scene(HANDS).deal().give(ShortCard("hand 2"), ShortCard("hand 2"))
    asked = scene.driver.question
    assert asked is not None
    assert GAME.strategies[strategy].choose(LiveView(scene.driver, asked.seat), asked) == "check"
