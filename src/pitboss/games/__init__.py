"""The games, by name. A game is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.engine.game import Game

REGISTERED = {
    "let-it-ride": "pitboss.games.let_it_ride",
    "craps": "pitboss.games.craps",
    "three-card-poker": "pitboss.games.three_card_poker",
    "ultimate-texas-holdem": "pitboss.games.ultimate_texas_holdem",
    "winners-pot-poker": "pitboss.games.winners_pot_poker",
}


def load(name: str) -> Game:
    if name not in REGISTERED:
        raise ValueError(f"no game is called {name!r}; there is {', '.join(REGISTERED)}")
    game: Game = import_module(REGISTERED[name]).GAME
    return game
