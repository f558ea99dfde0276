"""Roulette: the same round under other readings."""

from __future__ import annotations

from random import Random

from games.roulette.scene import Roulette
from kit.same_rounds import Reads

NOTICED = ("odd-half", "player-gives-way")
SPOTS = ("straight 0", "split 17-20", "dozen 2", "column 3", "red", "even", "low")


def play_round(readings: Reads, seed: int) -> list[int]:
    """Play a wager of each kind by itself, until it is decided."""
    return [_one_wager(readings, spot, Random(f"{seed} {spot}")) for spot in SPOTS]


def _one_wager(readings: Reads, spot: str, chance: Random) -> int:
    scene = Roulette(1, readings=readings)
    scene.bet(1, spot, 1_500).spin(chance.choice((0, "00", chance.choice(scene.house.stops))))
    while any(each.endswith("in prison") for each in scene.wagers_of(1)):
        scene.bet(1, "dozen 1").spin(chance.choice(scene.house.stops))
    return scene.winnings(1)
