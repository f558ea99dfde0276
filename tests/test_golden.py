"""Golden rounds: whole rounds as pages a person can read beside the law. PITBOSS_UPDATE=1 writes them anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.engine.inputs import Close, Cut, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.record import Chain
from pitboss.games import REGISTERED
from pitboss.games.let_it_ride.wagers import DeviceFault
from pitboss.record.page import page
from pitboss.record.replay import read
from pitboss.table.money import Money
from scene import Scene

PAGES = Path(__file__).parent / "golden"


def one_player_rides_a_pair_of_jacks() -> Scene:
    return Scene({4: "Jh 7s 2d"}, "9c Jd 5s").dealt().answer("w", "r")


def full_table_with_both_bonuses() -> Scene:
    hands = {
        1: "Ah Kh Qh",
        2: "9c 9d 4s",
        3: "5c 6d 7h",
        4: "Tc Td 8h",
        5: "2c 4c 8c",
        6: "3s 3h 3d",
        7: "Ks 7d 2h",
    }
    scene = Scene(hands, "6s Jh Th", bonus=True, three_card_bonus="D")
    scene.dealt(1000, bonus={1: 100, 3: 100, 6: 100}, three_card_bonus={1: 500, 2: 500, 5: 2500, 7: 500})
    return scene.answer("r", "w", "w", "r", "w", "r", "w", "r", "w", "w", "r", "w", "r", "w")


def bonus_count_fails_and_a_supervisor_names_the_positions() -> Scene:
    scene = Scene({2: "4c 5d 6h", 5: "8s 8d 8c"}, "Kc 2s Qd", bonus=True).betting().bet(2).bet(5)
    scene.give(Wager(2, {"bonus": 100})).give(Wager(5, {"bonus": 100})).give(DeviceFault(2, False)).give(Close())
    return scene.give(Order("bonus wagers at", (5,))).answer("w", "r", "w", "r")


def supervisor_orders_a_recut() -> Scene:
    scene = Scene({3: ""}).betting().bet(3).give(Order("recut"))
    return scene.give(Cut(10)).give(Close()).answer("w", "w")


def payout_limit_cuts_a_royal_flush() -> Scene:
    scene = Scene({6: "As Ks Qs"}, "2d Js Ts", payout_limit=Money(5_000_000), bonus=True)
    return scene.dealt(2500, bonus={6: 100}).answer("r", "r")


def one_player_at_two_positions() -> Scene:
    scene = Scene({3: "Ad Ac 9s", 4: "7c 8c 9c"}, "4h Tc 2s", seats=(3,), two_positions=True, three_card_bonus="B")
    scene.betting().bet(3, 500).bet(3, 1500, position=4).give(Wager(3, {"three card bonus": 500}, position=4))
    return scene.give(Close()).answer("r", "r", "r", "w")


def comings_goings_and_wagers_that_are_not_three() -> Scene:
    scene = Scene({1: "", 5: "Qs Qd 3h"}, "2c 7d 9h", seats=(1, 5, 6)).betting()
    scene.give(Sit(7, "Late Lou", 50_000)).bet(1).bet(5)
    scene.give(Wager(6, {"bet 1": 500})).give(Wager(6, {"bet 2": 500}))
    scene.give(Wager(7, {"bet 1": 2000})).give(TakeBack(7, "bet 1"))
    scene.give(Leave(1)).give(Close())
    return scene.answer("r", "r")


LET_IT_RIDE: tuple[Callable[[], Scene], ...] = (
    one_player_rides_a_pair_of_jacks,
    full_table_with_both_bonuses,
    bonus_count_fails_and_a_supervisor_names_the_positions,
    supervisor_orders_a_recut,
    payout_limit_cuts_a_royal_flush,
    one_player_at_two_positions,
    comings_goings_and_wagers_that_are_not_three,
)
ROUNDS = {"let-it-ride": LET_IT_RIDE}


def record_of(scene: Scene) -> bytes:
    assert scene.driver.done, scene.driver.wait
    return b"\n".join(Chain().append(scene.driver, "golden", "00" * 32)) + b"\n"


@pytest.mark.golden
@pytest.mark.parametrize(
    ("game", "scenario"), [(game, scenario) for game, scenarios in ROUNDS.items() for scenario in scenarios]
)
def test_golden(game: str, scenario: Callable[[], Scene]) -> None:
    _, (record,) = read(record_of(scenario()))
    text = page(record)
    held = PAGES / game / f"{scenario.__name__}.txt"
    if os.environ.get("PITBOSS_UPDATE"):
        held.parent.mkdir(parents=True, exist_ok=True)
        held.write_text(text, encoding="utf-8")
    assert held.read_text(encoding="utf-8") == text


def test_no_game_is_without_a_golden_round() -> None:
    assert set(ROUNDS) == set(REGISTERED)
    held = {path.stem for game in ROUNDS for path in (PAGES / game).iterdir()}
    assert held == {scenario.__name__ for scenarios in ROUNDS.values() for scenario in scenarios}
