"""Scenes of Baccarat: as those of Minibaccarat, with a player who deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from kit.coups import CoupScene
from pitboss.engine.game import Game
from pitboss.games.baccarat import GAME
from pitboss.games.baccarat.law.curator import DECLINE, TAKE, curator_seat

# As much as may be wagered at once, for half a shoe.
MUCH: tuple[dict[str, object], dict[str, int]] = (
    {"pairs": "offered", "cutting-card": 190},
    {"banker": 1_500, "tie": 500, "player pair": 500, "banker pair": 700},
)
SHOWN = (3, "t")  # a round worth a look in the terminal: the seed of its cards, and what is answered


class Punto(CoupScene):
    game: ClassVar[Game] = GAME
    words: ClassVar[Mapping[str, str]] = {"t": TAKE, "d": DECLINE}

    @property
    def curator(self) -> int:
        return curator_seat(self.t)
