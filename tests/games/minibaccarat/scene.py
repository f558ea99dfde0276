"""Scenes of Minibaccarat: a shoe in the middle of its life, with the cards that a test wants next, round by round."""

from __future__ import annotations

from typing import ClassVar

from kit.coups import CoupScene, breaches_of, middle_of_a_shoe
from pitboss.engine.game import Game
from pitboss.games.minibaccarat import GAME

__all__ = ["MUCH", "SHOWN", "Coup", "breaches_of", "middle_of_a_shoe"]


class Coup(CoupScene):
    game: ClassVar[Game] = GAME


# As much as may be wagered at once, for half a shoe.
MUCH: tuple[dict[str, object], dict[str, int]] = (
    {"pairs": "offered", "cutting-card": 190},
    {"banker": 1_500, "tie": 500, "player pair": 500, "banker pair": 700},
)
SHOWN = (3, "")  # a round worth a look in the terminal: the seed of its cards, and what is answered
