"""A deck that is not what it should be, in every card game: what is cited when no text answers, and what never is."""

from __future__ import annotations

from typing import Any

import pytest

import scene as lir
import tcp_scene
import uth_scene
import wp_scene
from pitboss.common.steps import CondemnDeck
from pitboss.engine.incidents import CardMissing, CardTooMany, ExtraCard, ShortCard
from pitboss.engine.inputs import Close, Input
from pitboss.games.winners_pot_poker.steps import EndStreet
from pitboss.table.card_steps import CountStub, Deal, RemoveDeck
from pitboss.table.steps import PlayOn, VoidRound

MISDEALT_TOO, NOT_A_DECK = "reading:misdealt-and-not-whole", "reading:fifty-two-but-not-a-deck"


def let_it_ride(*amid: Input, **more: Any) -> Any:
    scene = lir.Scene({1: "", 4: ""}, **more).betting().bet(1).bet(4)
    assert scene.driver.submit(Close(), stepwise=True) == []
    while len(scene.steps(Deal)) < 3:
        scene.driver.run(1)
    for given in amid:
        assert scene.driver.submit(given, stepwise=True) == []
    scene.driver.run()
    return scene.all_ride()


def three_card(*amid: Input, **more: Any) -> Any:
    return tcp_scene.Scene({1: "", 4: ""}, **more).dealing(3, Deal).amid(*amid).all_play()


def ultimate(*amid: Input, **more: Any) -> Any:
    scene = uth_scene.Scene({2: "", 5: ""}, **more).dealt().give(*amid)
    while scene.driver.asked is not None:
        scene.answer("4")
    return scene


def winners_pot(*amid: Input, **more: Any) -> Any:
    return wp_scene.Pot({1: "", 3: ""}, **more).stepping(EndStreet, 1).happens(*amid).go_on()


GAMES = {"18": let_it_ride, "20": three_card, "32": ultimate, "33": winners_pot}
TWICE = (CardMissing(), CardTooMany("Ah"))


@pytest.mark.parametrize("every", [1, 5], ids=["counted", "not counted"])
@pytest.mark.parametrize("game", GAMES)
def test_fifty_two_with_one_twice_rest_on_a_reading_and_on_no_count(game: str, every: int) -> None:
    scene = GAMES[game](*TWICE, stub_count_every=every)
    assert (scene.t.void, bool(scene.steps(CountStub))) == ("", every == 1)
    (step,) = scene.steps(PlayOn)
    assert step.cite == NOT_A_DECK
    void = GAMES[game](*TWICE, stub_count_every=every, readings={"fifty-two-but-not-a-deck": "void"})
    assert [step.cite for step in void.steps(RemoveDeck)] == [void.t.void] == [NOT_A_DECK]
    assert {void.won(seat) for seat in void.hands} == {0}


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_that_is_whole_again_is_not_called_anything_else(game: str) -> None:
    last = GAMES[game]().order[-1]  # it is the last card that is lost
    scene = GAMES[game](CardMissing(), CardTooMany(last), readings={"fifty-two-but-not-a-deck": "void"})
    assert [(step.cite, scene.t.void) for step in scene.steps(PlayOn)] == [("house:incident", "")]


@pytest.mark.parametrize("game", ["18", "20"])
def test_misdealt_and_not_whole_is_in_no_paragraph(game: str) -> None:
    for wrong in (ExtraCard("hand 1"), ShortCard("hand 1")):
        for whole in (CardMissing(), CardTooMany("Ah")):
            scene = GAMES[game](wrong, whole, stub_count_every=1)
            assert [step.cite for step in scene.steps(CondemnDeck)] == [scene.t.void] == [MISDEALT_TOO]
            (void,) = scene.steps(VoidRound)
            assert "misdealt" in void.why
            assert "the deck holds" in void.why
    alone = GAMES[game](CardMissing(), stub_count_every=1)
    assert [step.cite for step in alone.steps(CondemnDeck)] == [alone.t.void] == [f"{game}.7(e)2"]


@pytest.mark.parametrize("choice", ["removed", "reshuffled"])
def test_a_count_after_the_hands_are_void_follows_the_same_reading(choice: str) -> None:
    readings = {"misdealt-and-not-whole": choice}
    pot = (
        wp_scene.Pot(stub_count_every=1, readings=readings)
        .stepping(Deal, 5)
        .happens(ShortCard("hand 1"), CardMissing())
    )
    hold_em = uth_scene.Scene({2: "", 5: ""}, stub_count_every=1, readings=readings).wagered().stepping(Close())
    hold_em.until(Deal, 6).stepping(ExtraCard("dealer")).stepping(CardMissing()).run()
    for scene, void in ((pot, "33.12(f)"), (hold_em, "32.13(d)")):
        assert (scene.t.void, len(scene.steps(CountStub))) == (void, 1)
        assert {step.cite for step in scene.steps(CondemnDeck)} == ({MISDEALT_TOO} if choice == "removed" else set())
