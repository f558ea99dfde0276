"""Baccarat: the same round under other readings."""

from __future__ import annotations

from random import Random

from games.baccarat.scene import Punto
from kit.same_rounds import Reads
from pitboss.table.cards import FULL_DECK

NOTICED = ("vigorish-rate", "4")
SPOTS = ("player", "banker", "tie")


def play_round(readings: Reads, seed: int) -> list[int]:
    """Play each wager by itself on the same cards; return what each wins, less the vigorish that is owed."""
    cards = Random(seed).sample(FULL_DECK * 8, 6)
    return [_one_wager(readings, spot, " ".join(cards)) for spot in SPOTS]


def _one_wager(readings: Reads, spot: str, cards: str) -> int:
    scene = Punto(cards, 1, readings=readings).bet(1, spot).deal().all_answer("d")
    return scene.winnings(1) - scene.debt_of(1)
