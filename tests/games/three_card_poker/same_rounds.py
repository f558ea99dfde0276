"""The same round of Three Card Poker under other readings."""

from __future__ import annotations

from random import Random

from games.three_card_poker.scene import Scene
from kit.same_rounds import SEATS, Reads, random_cards

NOTICED = ("ante-bonus", "ante-and-play")


def play_round(readings: Reads, seed: int) -> list[int]:
    chance = Random(seed)
    hands, dealers = random_cards(chance, ("4h 5h 6h", "9c 9d 2h", "2c 7d Jh")[seed % 3], 3, 3)
    scene = Scene(hands, " ".join(dealers), readings=dict(readings))
    scene.deal(seat_1=(500, 300), seat_4=(500, 300)).answer(chance.choice(["pp", "pf"]))
    assert scene.driver.done
    return [scene.winnings(seat) for seat in SEATS]
