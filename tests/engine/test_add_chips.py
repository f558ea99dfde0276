"""Chips added at the seat: at every table alike, between hands and never into one."""

from __future__ import annotations

import pytest

import pitboss
from games.craps.scene import Craps
from kit.parts import WITH_CARDS
from pitboss.engine.inputs import AddChips, Close, Wager
from pitboss.engine.waits import ThrowWanted
from pitboss.games import REGISTERED, load
from pitboss.record.replay import read, replay_to_end

BROUGHT, ADDED = 2_000_00, 300_00


def open_bets(game: str) -> pitboss.Table:
    """Return a table at which Ann and Ben sit and bets are open."""
    table = pitboss.open_table(game, seed=4)
    table.sit(1, "Ann", chips=BROUGHT)
    table.sit(2, "Ben", chips=BROUGHT)
    while table.asks.waiting == "opening":
        table.give(Close())
    assert table.asks.waiting == "wagers"
    return table


def wager(table: pitboss.Table) -> None:
    for seat, offers in table.asks.offers.items():
        table.give(Wager(seat, dict.fromkeys(offers[0].spots, offers[0].least)))


def finish(table: pitboss.Table) -> None:
    while not table.over:
        question = table.asks.question
        table.give(Close() if question is None else pitboss.Answer(question.seat, question.choices[0]))


@pytest.mark.parametrize("game", REGISTERED)
def test_chips_come_to_the_seat_while_bets_are_open(game: str) -> None:
    table = open_bets(game)
    acts = table.give(AddChips(1, ADDED))
    assert [(act.cite, act.told) for act in acts] == [("house:chips", "Ann in seat 1 adds $300 in chips.")]
    assert table.view(2).chips == {1: BROUGHT + ADDED, 2: BROUGHT}
    wager(table)
    table.give(AddChips(2, ADDED))  # also once a wager lies
    out = sum(table.view().wagers[2].values())
    assert table.view().chips[2] == BROUGHT + ADDED - out
    table.give(Close())
    finish(table)
    # What was added counts as brought and not as won, and the record replays.
    assert table.result is not None
    ann, ben = table.result.seats
    for story in (ann, ben):
        assert story.brought == BROUGHT + ADDED
        assert story.after - story.before == story.brought + story.net
    assert pitboss.verify(table.record).ok
    assert replay_to_end(read(table.record)[1][0]).log == table._driver.log
    assert ann.after == table.view().chips[1] + sum(table.view().wagers.get(1, {}).values())


@pytest.mark.parametrize("game", [game for game in WITH_CARDS if not load(game).rests])  # where every round asks
def test_chips_do_not_enter_a_hand_in_play(game: str) -> None:
    table = open_bets(game)
    wager(table)
    table.give(Close())
    assert table.asks.question is not None
    before = table.view(1)
    [refused] = table.refusals(AddChips(1, ADDED))
    assert (refused.cite, refused.wrong) == ("house:chips", "Chips do not enter a hand in play.")
    with pytest.raises(pitboss.Refused, match="Add them when bets are open again"):
        table.give(AddChips(1, ADDED))
    assert table.view(1) == before


def test_between_two_rolls_chips_come_and_with_the_dice_out_they_do_not() -> None:
    table = Craps(1).give(Wager(1, {"pass": 500}))
    table.give(AddChips(1, ADDED), Close())
    assert isinstance(table.driver.wait, ThrowWanted)
    assert [each.wrong for each in table.driver.refusals(AddChips(1, ADDED))] == ["Chips do not enter a hand in play."]


@pytest.mark.parametrize(
    ("cents", "taken"), [(-100, False), (0, False), (99, False), (100, True), (101, False), (200, True)]
)
def test_whole_chips_and_at_least_one(cents: int, taken: bool) -> None:
    table = open_bets("three-card-poker")
    refused = table.refusals(AddChips(1, cents))
    assert bool(refused) is not taken
    if not taken:
        assert refused[0].right == "Add a multiple of $1."


def test_nobody_adds_chips_to_an_empty_seat() -> None:
    table = open_bets("let-it-ride")
    assert [each.cite for each in table.refusals(AddChips(3, ADDED))] == ["house:seats"]
    table.leave(2)
    assert table.refusals(AddChips(2, ADDED))
    assert not table.refusals(AddChips(1, ADDED))


def test_who_left_while_a_wager_of_his_stands_adds_nothing() -> None:
    for seed in range(99):
        table = pitboss.open_table("craps", seed=seed)
        table.sit(1, "Ann", chips=BROUGHT)
        table.sit(2, "Bob", chips=BROUGHT)
        table.give(Wager(1, {"pass": 500}))
        table.give(Wager(2, {"pass": 500}))
        table.give(Close())
        table.next_round()
        if table.view().wagers.get(2):
            break
    table.leave(2)
    assert table.view().players[2] == "Bob"
    assert table.refusals(AddChips(2, ADDED))
    assert not table.refusals(AddChips(1, ADDED))
