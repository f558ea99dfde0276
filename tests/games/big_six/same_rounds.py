"""Big Six: the same round under other readings."""

from __future__ import annotations

from random import Random

from games.big_six.scene import BigSix
from kit.same_rounds import Reads
from pitboss.games.big_six.law.layout import SPOTS

NOTICED = ("picture-each", "both")


def play_round(readings: Reads, seed: int) -> list[int]:
    """Play a wager on each symbol by itself. The pictures and the section in which the wheels differ come more
    often."""
    return [_one_wager(readings, spot, Random(f"{seed} {spot}")) for spot in SPOTS]


def _one_wager(readings: Reads, spot: str, chance: Random) -> int:
    scene = BigSix(1, readings=readings)
    return scene.bet(1, spot, 500).spin(chance.choice((0, 27, 29, chance.randrange(54)))).winnings(1)
