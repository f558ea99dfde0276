"""Sic Bo: the same round under other readings."""

from __future__ import annotations

from random import Random

from games.sic_bo.scene import SicBo
from kit.same_rounds import Reads

NOTICED = ("double-on-triple", "exactly-two-dice")
SPOTS = (
    "small",
    "one of a kind 4",
    "total 12",
    "two-dice 2-5",
    "two of a kind 4",
    "three of a kind 4",
    "any three of a kind",
)


def play_round(readings: Reads, seed: int) -> list[int]:
    """Play a wager of each kind by itself."""
    return [_one_wager(readings, spot, Random(f"{seed} {spot}")) for spot in SPOTS]


def _one_wager(readings: Reads, spot: str, chance: Random) -> int:
    dice = chance.choice(((4, 4, 4), tuple(chance.randint(1, 6) for _ in range(3))))
    return SicBo(1, readings=readings).bet(1, spot).shake(*dice).winnings(1)
