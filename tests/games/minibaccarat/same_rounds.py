"""Minibaccarat: the same round under other readings."""

from __future__ import annotations

from random import Random

from games.minibaccarat.scene import Coup
from kit.same_rounds import Reads
from pitboss.table.cards import FULL_DECK

NOTICED = ("vigorish-rate", "4")
SPOTS = ("player", "banker", "tie")


def played(readings: Reads, seed: int) -> list[int]:
    """A wager of each kind by itself, on the same cards; where vigorish is marked, what is owed is taken off."""
    cards = Random(seed).sample(FULL_DECK * 8, 6)
    return [_one_wager(readings, spot, " ".join(cards)) for spot in SPOTS]


def _one_wager(readings: Reads, spot: str, cards: str) -> int:
    scene = Coup(cards, 1, readings=readings).bet(1, spot).deal()
    return scene.won(1) - scene.owed(1)
