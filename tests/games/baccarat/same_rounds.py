"""Baccarat: the same round under other readings."""

from __future__ import annotations

from random import Random

from games.baccarat.scene import Punto
from kit.same_rounds import Reads
from pitboss.table.cards import FULL_DECK

NOTICED = ("vigorish-rate", "4")
SPOTS = ("player", "banker", "tie")


def played(readings: Reads, seed: int) -> list[int]:
    """A wager of each kind by itself, on the same cards; what is owed is taken off."""
    cards = Random(seed).sample(FULL_DECK * 8, 6)
    return [_one_wager(readings, spot, " ".join(cards)) for spot in SPOTS]


def _one_wager(readings: Reads, spot: str, cards: str) -> int:
    scene = Punto(cards, 1, readings=readings).bet(1, spot).deal().all_answer("d")
    return scene.won(1) - scene.owed(1)
