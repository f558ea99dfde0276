"""An order that ends the wait for incomplete wagers, if a reading has the dealer wait: the chips are returned and play
goes on."""

from __future__ import annotations

from typing import Any

import pytest

from kit.parts import scene_of
from kit.scene import CardScene
from pitboss.common.incomplete_wagers import SEND_BACK
from pitboss.common.seats import positions_dealt_in
from pitboss.engine.inputs import SUPERVISOR, Close, Input, Order, TakeBack, Wager
from pitboss.games import REGISTERED, load
from pitboss.law.readings import readings_of
from pitboss.table.steps import ReturnWager

GAMES = [name for name in REGISTERED if "incomplete-wagers" in readings_of(REGISTERED[name])]
every_game = pytest.mark.parametrize("game", GAMES)
READING = "reading:incomplete-wagers"
ORDER = Order(SEND_BACK, by=SUPERVISOR)


def held_up(game: str, choice: str = "wait", **more: Any) -> CardScene:
    """Return a scene in which seat 1 has wagered, and seat 4 has one chip out and is silent."""
    scene: CardScene = scene_of(game)({1: "", 4: ""}, readings={"incomplete-wagers": choice}, **more).open_betting()
    bet: Any = scene
    bet.bet(1)
    return scene.give(Wager(4, {load(game).spots[0]: 500}))


@every_game
def test_an_order_ends_the_wait_and_the_round_goes_on(game: str) -> None:
    scene = held_up(game)
    assert scene.driver.refusals(Close())
    scene.give(ORDER)
    assert [(step.cite, step.seat, step.cents) for step in scene.steps(ReturnWager)] == [(READING, 4, 500)]
    assert scene.winnings(4) == 0
    assert positions_dealt_in(scene.give(Close()).t) == (1,)


@every_game
def test_nothing_is_sent_back_that_nobody_waits_for(game: str) -> None:
    whole = held_up(game).give(ORDER)
    assert whole.refusal_of(ORDER) == {READING}  # nothing is left to send
    assert READING not in whole.give(Close()).refusal_of(ORDER)  # the betting is over
    assert held_up(game, "chips-back").refusal_of(ORDER) == {READING}  # there the call itself sends it back


@every_game
def test_the_clock_orders_it_only_where_somebody_can_be_dealt_to(game: str) -> None:
    unblock = load(game).unblock
    assert unblock is not None
    assert unblock(held_up(game).driver.round) == Order(SEND_BACK)
    assert unblock(held_up(game).give(ORDER).driver.round) is None
    alone: CardScene = scene_of(game)({1: "", 4: ""}, readings={"incomplete-wagers": "wait"}).open_betting()
    alone.give(Wager(4, {load(game).spots[0]: 500}))
    assert unblock(alone.driver.round) is None


@pytest.mark.parametrize(
    ("game", "silent"),
    [
        ("three-card-poker", (Wager(4, {"pair plus": 500}),)),
        ("winners-pot-poker", (Wager(4, {"ante": 500, "jacks plus": 500}), TakeBack(4, "ante"))),
    ],
)
def test_in_no_other_game_does_one_silent_seat_hold_up_the_others(game: str, silent: tuple[Input, ...]) -> None:
    scene: CardScene = scene_of(game)({1: "", 4: ""}).open_betting()
    assert not scene.give(Wager(1, {"ante": 500}), *silent).driver.refusals(Close())
    assert 1 in positions_dealt_in(scene.give(Close()).t)
