"""A count of the stub that a supervisor orders before one is due, in every card game."""

from __future__ import annotations

from typing import Any

import pytest

from kit.parts import scene_of
from kit.scene import ROUNDS_UNCOUNTED, CardScene
from pitboss.common.steps import CondemnDeck, OrderCount
from pitboss.common.stub import COUNT
from pitboss.engine.incidents.incident_kinds import CardMissing
from pitboss.engine.inputs import SUPERVISOR, Answer, Close, Input, Order
from pitboss.games import REGISTERED, load
from pitboss.table.card_steps import CountStub, Deal, StubToRack

BY = {
    "let-it-ride": "18.7(e)",
    "three-card-poker": "20.7(e)",
    "ultimate-texas-holdem": "32.7(f)",
    "winners-pot-poker": "reading:stub-count",
}
every_game = pytest.mark.parametrize("game", BY)
ORDER = Order(COUNT, by=SUPERVISOR)


def scene_at(game: str, **more: Any) -> CardScene:
    scene: CardScene = scene_of(game)({1: "", 4: ""}, **more)
    return scene


def answer_all(scene: CardScene) -> CardScene:
    while (asked := scene.driver.question) is not None:
        scene.give(Answer(asked.seat, asked.choices[0], asked.position))
    return scene


def test_every_game_with_a_stub_is_here() -> None:
    """Check the games but those with shoes that last for several rounds, which have no stub: their cards are dealt
    on."""
    games = [load(name) for name in REGISTERED]
    assert {game.name for game in games if game.house.usual().decks and not game.rests} == set(BY)


@every_game
def test_the_order_makes_a_count_due_in_this_round(game: str) -> None:
    scene = answer_all(scene_at(game).place_wagers().give(ORDER, Close()))
    assert [step.cite for step in scene.steps(OrderCount)] == [BY[game]]
    assert len(scene.steps(CountStub)) == 1
    assert scene.t.marks[ROUNDS_UNCOUNTED.word] == 0
    assert not answer_all(scene_at(game).deal()).steps(CountStub)


@every_game
@pytest.mark.parametrize("order", [(), (ORDER,)], ids=["not ordered", "ordered"])
def test_an_ordered_count_finds_a_short_deck(game: str, order: tuple[Input, ...]) -> None:
    scene = answer_all(scene_at(game).deal_until(Deal, 2).give_amid(CardMissing(), *order))
    assert bool(scene.steps(CondemnDeck)) == bool(order)
    assert bool(scene.t.void) == bool(order)


@every_game
def test_it_is_ordered_once_and_while_there_is_a_stub(game: str) -> None:
    scene = scene_at(game)
    assert scene.refusal_of(ORDER) == {BY[game]}  # nothing is stacked yet
    scene.place_wagers().give(ORDER)
    assert scene.refusal_of(ORDER) == {BY[game]}
    late = scene_at(game).deal_until(Deal, 1)
    while not late.steps(StubToRack):
        asked = late.driver.question
        assert not late.driver.refusals(ORDER)
        if asked is not None:
            late.step(Answer(asked.seat, asked.choices[0], asked.position))
        else:
            late.driver.run(1)
    assert late.refusal_of(ORDER) == {BY[game]}


def test_a_shuffler_that_counts_excuses_the_dealer_but_bars_no_order() -> None:
    house = {"dealing": "hand", "shuffler": "counting-shuffler", "stub_count_every": 1}
    assert not answer_all(scene_at("let-it-ride", **house).deal()).steps(CountStub)
    assert answer_all(scene_at("let-it-ride", **house).place_wagers().give(ORDER, Close())).steps(CountStub)


def test_a_stub_that_is_read_to_be_counted_never_is_not_counted_on_order_either() -> None:
    scene = scene_at("winners-pot-poker", readings={"stub-count": "never"}).place_wagers()
    assert scene.refusal_of(ORDER) == {"reading:stub-count"}
