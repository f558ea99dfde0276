"""Both sides of every house limit, and moments at which an input must be refused or must not break the table."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.engine.inputs import Close, Cut, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.view import HIDDEN, view
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.house import BetterPay, LetItRideHouse
from pitboss.games.let_it_ride.wagers import DeviceFault
from pitboss.table.card_steps import Deal
from pitboss.table.money import Money
from pitboss.table.steps import LimitPayout
from scene import Scene, cite_of


@pytest.mark.parametrize(
    ("stakes", "cites"),
    [
        ({"bet 1": 400}, {"house:limits"}),
        ({"bet 1": 500}, set()),
        ({"bet 1": 50_000}, set()),
        ({"bet 1": 50_100}, {"house:limits"}),
        ({"bet 1": 550}, {"house:smallest-chip"}),
        ({"bet 1": 0}, {"house:smallest-chip", "house:limits"}),
        ({"bet 1": -500}, {"house:smallest-chip", "house:limits"}),
        ({}, {"18.6(d)"}),
        ({"bet 9": 500}, {"18.6(d)"}),
    ],
)
def test_limits_of_the_base_wagers(stakes: dict[str, int], cites: set[str]) -> None:
    assert cite_of(Scene({1: ""}).betting().driver.refusals(Wager(1, stakes))) == cites


@pytest.mark.parametrize(
    ("cents", "cites"),
    [(0, {"house:smallest-chip", "house:limits"}), (100, set()), (10_000, set()), (10_100, {"house:limits"})],
)
def test_limits_of_the_three_card_bonus(cents: int, cites: set[str]) -> None:
    scene = Scene({1: ""}, three_card_bonus="A").betting().bet(1)
    assert cite_of(scene.driver.refusals(Wager(1, {"three card bonus": cents}))) == cites


def test_a_wager_is_taken_whole_or_not_at_all() -> None:
    scene = Scene({1: ""}, chips=1400).betting()
    assert cite_of(scene.refused(Wager(1, dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500)))) == {"18.6(a)"}
    assert scene.chips(1) == 1400


def test_sitting_down() -> None:
    scene = Scene({1: ""}, seats=(1, 2), two_positions=True).betting()
    assert cite_of(scene.refused(Sit(1, "Cuckoo", 50_000))) == {"house:seats"}
    assert cite_of(scene.refused(Sit(8, "Eighth", 50_000))) == {"house:seats"}
    assert cite_of(scene.refused(Sit(5, "", 50_000))) == {"house:seats"}
    assert cite_of(scene.refused(Sit(5, "Odd", 50_050))) == {"house:chips"}
    scene.bet(2, position=3)
    assert cite_of(scene.refused(Sit(3, "Third", 50_000))) == {"18.6(e)"}
    scene.give(Sit(5, "Fifth", 50_000))
    assert scene.t.players[5] == "Fifth"


def test_leaving_is_over_once_the_wagers_are_called() -> None:
    scene = Scene({1: "", 4: ""}, bonus=True).betting().bet(1).bet(4).give(Wager(1, {"bonus": 100}))
    scene.give(DeviceFault(4, True)).give(Close())  # the supervisor is asked about the bonus chips
    assert cite_of(scene.refused(Leave(1))) == {"18.6(c)"}
    scene.give(Order("bonus wagers at", (1,)))
    assert cite_of(scene.refused(Leave(4))) == {"18.6(b)"}


def test_leaving_between_two_cards() -> None:
    scene = Scene({1: "", 4: ""}).betting().bet(1).bet(4)
    assert scene.driver.submit(Close(), stepwise=True) == []
    while not scene.steps(Deal):
        assert cite_of(scene.driver.submit(Leave(4))) <= {"18.6(b)", "18.6(c)"}
        assert 4 in scene.t.players
        scene.driver.run(1)
    assert cite_of(scene.driver.submit(Leave(4))) == {"18.6(b)"}


def test_leaving_between_two_wagers_of_three() -> None:
    scene = Scene({1: "", 4: ""}).betting().bet(1)
    assert scene.driver.submit(Wager(4, dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500)), stepwise=True) == []
    assert scene.driver.submit(Leave(4)) == []
    scene.driver.run()
    assert 4 not in scene.t.players
    assert not any(scene.t.wager(4, spot) for spot in ("bet 1", "bet 2", "bet 3"))
    scene.give(Close()).all_ride()


def test_nobody_leaves_twice() -> None:
    scene = Scene({1: "", 4: ""}).betting().bet(1).bet(4)
    assert scene.driver.submit(Leave(4), stepwise=True) == []
    assert cite_of(scene.driver.submit(Leave(4))) == {"18.6(b)"}
    assert cite_of(scene.driver.submit(Wager(4, {"bet 1": 500}))) == {"18.6(b)"}
    scene.driver.run()
    assert 4 not in scene.t.players
    assert scene.give(Close()).t.live() == [1]


def test_orders_name_each_position_once_and_only_where_asked() -> None:
    scene = Scene({1: "", 7: ""}, bonus=True).betting().bet(1).bet(7).give(Wager(7, {"bonus": 100}))
    scene.give(DeviceFault(1, True)).give(Close())
    for wrong in (Order("bonus wagers at", (7, 7)), Order("return bonus chips", (7,)), Order("bonus wagers at", (1,))):
        assert cite_of(scene.refused(wrong)) == {"reading:bonus-count"}
    scene.give(Order("bonus wagers at", (7,)))


def test_a_recut_at_any_moment_breaks_nothing() -> None:
    scene = Scene({1: ""}).shuffled()
    driver = scene.driver
    assert driver.submit(Cut(20), stepwise=True) == []
    taken = 0
    for _ in range(60):
        if driver.wait is None and not driver.done and not driver.submit(Order("recut"), stepwise=True):
            taken += 1
            driver.run()
            assert driver.submit(Cut(12)) == []
            break
        driver.run(1)
    assert taken == 1
    scene.bet(1).give(Close()).all_ride()
    assert driver.done


def test_a_seat_sees_its_cards_only_once_it_has_examined_them() -> None:
    scene = Scene({1: "", 4: ""}).betting().bet(1).bet(4)
    assert scene.driver.submit(Close(), stepwise=True) == []
    while "18.10(a)" not in scene.cites():
        assert all(card == HIDDEN for cards in view(scene.driver, 1).hands.values() for card in cards)
        scene.driver.run(1)
    assert HIDDEN not in view(scene.driver, 1).hands[1]


def test_late_and_pointless_device_faults() -> None:
    scene = Scene({1: ""}, bonus=True).betting().bet(1)
    assert cite_of(scene.refused(DeviceFault(1, False))) == {"house:incident"}
    assert cite_of(scene.refused(DeviceFault(8, True))) == {"house:incident"}
    scene.give(Close())
    assert cite_of(scene.refused(DeviceFault(1, True))) == {"18.7(b)"}
    assert cite_of(scene.refused(TakeBack(1, "bet 1"))) == {"18.6(c)"}


def test_the_limit_is_told_only_when_it_bites() -> None:
    def limited(bet: int) -> bool:
        scene = Scene({1: "Ah Kh Qh"}, "2c Jh Th", payout_limit=Money(5_100_000)).dealt(bet).all_ride()
        return bool(scene.steps(LimitPayout))

    assert [limited(bet) for bet in (1_600, 1_700, 1_800)] == [False, False, True]


@pytest.mark.parametrize(
    ("elected", "cites"),
    [
        ({"three_card_bonus": "B", "pay": BetterPay(three_card_bonus={"mini-royal": "0 to 1"})}, ["18.11(e)"]),
        ({"three_card_bonus": "B", "pay": BetterPay(three_card_bonus={"mini-royal": "39 to 1"})}, ["18.11(e)"]),
        ({"three_card_bonus": "B", "pay": BetterPay(three_card_bonus={"mini-royal": "40 to 1"})}, []),
        ({"pay": BetterPay(base={"flush": "25 to 3"})}, ["house:smallest-chip"]),
        ({"pay": BetterPay(base={"flush": "25 to 3"}), "payout_limit": Money(5_000_000)}, ["house:smallest-chip"]),
        ({"pay": BetterPay(base={"flush": "17 to 2"})}, []),
        ({"smallest_chip": Money(500), "bonus": True}, ["18.6A(b)"]),
        ({"smallest_chip": Money(500), "three_card_bonus": "A"}, ["house:limits"]),
        ({"smallest_chip": Money(50), "bonus": True, "three_card_bonus": "A"}, []),
    ],
)
def test_elections_that_could_not_be_played(elected: dict[str, Any], cites: list[str]) -> None:
    assert [found.cite for found in LetItRideHouse(**elected).breaches(GAME.rules({}))] == cites
