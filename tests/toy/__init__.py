"""High Card: a toy, and the example of docs/adding-a-game.md. No such subchapter exists."""

from __future__ import annotations

from pitboss.engine.game import Game
from toy.law import irregular, wagers
from toy.law.editions import EDITIONS
from toy.law.house import HighCardHouse
from toy.law.play import play
from toy.math.strategy import STRATEGIES

GAME = Game(
    name="high-card",
    title="High Card (a toy)",
    subchapter="99",
    package=__name__,
    editions=EDITIONS,
    house=HighCardHouse,
    play=play,
    void=irregular.void_round,
    bars={**wagers.BARS, **irregular.BARS},
    interruptions={**wagers.INTERRUPTIONS, **irregular.INTERRUPTIONS},
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    exact=f"{__name__}.math.exact",
)
