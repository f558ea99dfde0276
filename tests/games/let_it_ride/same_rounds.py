"""The same round of Let It Ride under other readings."""

from __future__ import annotations

from random import Random

from games.let_it_ride.scene import Scene
from kit.same_rounds import SEATS, Reads, random_cards
from pitboss.engine.inputs import Answer, Close, Wager

NOTICED = ("bonus-chip", "returned")


def play_round(readings: Reads, seed: int) -> list[int]:
    chance = Random(seed)
    hands, board = random_cards(chance, ("Ah Kh Qh", "9c 9d 9h", "2c 7d Jh")[seed % 3], 3, 3)
    scene = Scene(hands, " ".join(board), readings=dict(readings), bonus=True, three_card_bonus="A").open_betting()
    for seat in SEATS:
        scene.bet(seat).give(Wager(seat, {"bonus": 100, "three card bonus": 500}))
    scene.give(Close())
    while (asked := scene.driver.question) is not None:
        scene.give(Answer(asked.seat, chance.choice(asked.choices), asked.position))
    assert scene.driver.done
    return [scene.winnings(seat) for seat in SEATS]
