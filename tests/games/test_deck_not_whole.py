"""A deck with a wrong number of cards, in every game with a reading on it: what is cited if no text answers, and what
never is."""

from __future__ import annotations

from typing import Any

import pytest

from games.ultimate_texas_holdem.scene import Scene as Ultimate
from games.winners_pot_poker.scene import Pot
from kit.parts import scene_of
from kit.scene import CardScene
from pitboss.common.steps import CondemnDeck
from pitboss.engine.incidents.incident_kinds import CardMissing, CardTooMany, ExtraCard, ShortCard
from pitboss.engine.inputs import Answer, Close, Input
from pitboss.games import REGISTERED
from pitboss.law.readings import readings_of
from pitboss.table.card_steps import CountStub, Deal, RemoveDeck
from pitboss.table.steps import PlayOn, VoidRound

MISDEALT_TOO, NOT_A_DECK = "reading:misdealt-and-not-whole", "reading:fifty-two-but-not-a-deck"


GAMES = [name for name in REGISTERED if "fifty-two-but-not-a-deck" in readings_of(REGISTERED[name])]
TWICE = (CardMissing(), CardTooMany("Ah"))


def play_scene(game: str, *given: Input, late: bool = False, **more: Any) -> CardScene:
    """Play a scene with two players, three cards or all of them dealt, and then this; everybody takes the first
    choice."""
    scene: CardScene = scene_of(game)({1: "", 4: ""}, **more)
    scene = scene.deal().give(*given) if late else scene.deal_until(Deal, 3).give_amid(*given)
    while (asked := scene.driver.question) is not None:
        scene.give(Answer(asked.seat, asked.choices[0], asked.position))
    return scene


def some_wait(game: str) -> bool:
    """Return whether cards still wait to be dealt when the first question is asked."""
    scene: CardScene = scene_of(game)().deal()
    return not scene.driver.refusals(CardMissing())


MOMENTS = [(game, late) for game in GAMES for late in (False, True) if not late or some_wait(game)]
every_moment = pytest.mark.parametrize(("game", "late"), MOMENTS)


@every_moment
@pytest.mark.parametrize("every", [1, 5], ids=["counted", "not counted"])
def test_fifty_two_with_one_twice_rest_on_a_reading_and_on_no_count(game: str, every: int, late: bool) -> None:
    scene = play_scene(game, *TWICE, late=late, stub_count_every=every)
    assert (scene.t.void, bool(scene.steps(CountStub))) == ("", every == 1)
    (step,) = scene.steps(PlayOn)
    assert step.cite == NOT_A_DECK
    void = play_scene(game, *TWICE, late=late, stub_count_every=every, readings={"fifty-two-but-not-a-deck": "void"})
    assert [step.cite for step in void.steps(RemoveDeck)] == [void.t.void] == [NOT_A_DECK]
    assert {void.winnings(seat) for seat in void.hands} == {0}


@every_moment
def test_a_deck_that_is_whole_again_is_not_called_anything_else(game: str, late: bool) -> None:
    last = play_scene(game).order[-1]  # it is the last card that is lost
    scene = play_scene(game, CardMissing(), CardTooMany(last), late=late, readings={"fifty-two-but-not-a-deck": "void"})
    assert [(step.cite, scene.t.void) for step in scene.steps(PlayOn)] == [("house:incident", "")]


@pytest.mark.parametrize(("game", "alone_by"), [("let-it-ride", "18.7(e)2"), ("three-card-poker", "20.7(e)2")])
def test_misdealt_and_not_whole_is_in_no_paragraph(game: str, alone_by: str) -> None:
    for wrong in (ExtraCard("hand 1"), ShortCard("hand 1")):
        for whole in (CardMissing(), CardTooMany("Ah")):
            scene = play_scene(game, wrong, whole, stub_count_every=1)
            assert [step.cite for step in scene.steps(CondemnDeck)] == [scene.t.void] == [MISDEALT_TOO]
            (void,) = scene.steps(VoidRound)
            assert "misdealt" in void.why
            assert "the deck holds" in void.why
    alone = play_scene(game, CardMissing(), stub_count_every=1)
    assert [step.cite for step in alone.steps(CondemnDeck)] == [alone.t.void] == [alone_by]


@pytest.mark.parametrize("choice", ["removed", "reshuffled"])
def test_a_count_after_the_hands_are_void_follows_the_same_reading(choice: str) -> None:
    readings = {"misdealt-and-not-whole": choice}
    pot = Pot(stub_count_every=1, readings=readings).deal_until(Deal, 5).give_amid(ShortCard("hand 1"), CardMissing())
    hold_em = Ultimate({2: "", 5: ""}, stub_count_every=1, readings=readings).place_wagers().step(Close())
    hold_em.run_until(Deal, 6).step(ExtraCard("dealer")).step(CardMissing()).run()
    for scene, void in ((pot, "33.12(f), reading:short-hand"), (hold_em, "32.13(d)")):
        assert (scene.t.void, len(scene.steps(CountStub))) == (void, 1)
        assert {step.cite for step in scene.steps(CondemnDeck)} == ({MISDEALT_TOO} if choice == "removed" else set())
