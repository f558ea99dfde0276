"""The games, by name. A game is imported only when it is asked for.

The package itself is callable, because the public interface lists the games with `pitboss.games()`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pitboss.engine.game import Game

REGISTERED = {
    "let-it-ride": "pitboss.games.let_it_ride",
    "craps": "pitboss.games.craps",
    "three-card-poker": "pitboss.games.three_card_poker",
    "ultimate-texas-holdem": "pitboss.games.ultimate_texas_holdem",
    "winners-pot-poker": "pitboss.games.winners_pot_poker",
    "roulette": "pitboss.games.roulette",
    "big-six": "pitboss.games.big_six",
    "sic-bo": "pitboss.games.sic_bo",
    "minibaccarat": "pitboss.games.minibaccarat",
    "baccarat": "pitboss.games.baccarat",
    "casino-war": "pitboss.games.casino_war",
}

# The inputs that only one game takes, or it and its sister game: name, and the module that defines it.
OWN_INPUTS = {
    "AskForShuffle": "pitboss.common.punto_banco.shoe",
    "BurnedSeen": "pitboss.games.casino_war.law.burning",
    "BurnedWrong": "pitboss.common.punto_banco.irregular",
    "BuyColor": "pitboss.games.roulette.law.chips",
    "Call": "pitboss.games.craps.law.wagers",
    "DeviceFault": "pitboss.games.let_it_ride.law.wagers",
    "DieLies": "pitboss.games.sic_bo.law.irregular",
    "ExtraBonusChip": "pitboss.games.let_it_ride.law.wagers",
    "FewBurned": "pitboss.games.casino_war.law.burning",
    "FlawFound": "pitboss.games.sic_bo.law.irregular",
    "ForgottenButton": "pitboss.games.winners_pot_poker.law.irregular",
    "GiveUpShoe": "pitboss.games.baccarat.law.curator",
    "LightsFail": "pitboss.games.sic_bo.law.irregular",
    "LookAtWheel": "pitboss.games.big_six.law.irregular",
    "NewDealer": "pitboss.games.casino_war.law.burning",
    "PassDice": "pitboss.games.craps.law.wagers",
    "SellColor": "pitboss.games.roulette.law.chips",
    "ShakerOpens": "pitboss.games.sic_bo.law.irregular",
    "ShakerStops": "pitboss.games.sic_bo.law.irregular",
    "ShoeNotWhole": "pitboss.games.casino_war.law.irregular",
    "ShoeUnsound": "pitboss.common.punto_banco.irregular",
    "ShufflerFails": "pitboss.common.punto_banco.irregular",
    "SpinCounterclockwise": "pitboss.games.big_six.law.irregular",
    "TakeColorAway": "pitboss.games.roulette.law.chips",
    "ThirdAtBanker": "pitboss.common.punto_banco.irregular",
    "ThirdInError": "pitboss.common.punto_banco.irregular",
    "ThirdLeftOut": "pitboss.common.punto_banco.irregular",
    "TouchShaker": "pitboss.games.sic_bo.law.wagers",
    "TouchWheel": "pitboss.games.big_six.law.irregular",
    "UncoveredEarly": "pitboss.games.sic_bo.law.irregular",
    "WrongCount": "pitboss.common.punto_banco.irregular",
    "WrongHand": "pitboss.common.punto_banco.irregular",
}


def load(name: str) -> Game:
    """Import a game and return it. Raises ValueError if no game has this name."""
    if name not in REGISTERED:
        raise ValueError(f"there is no game called {name!r}; the games are {', '.join(REGISTERED)}")
    game: Game = import_module(REGISTERED[name]).GAME
    return game


class GameInfo(NamedTuple):
    """A game that can be dealt."""

    name: str  # the name that open_table takes
    title: str
    subchapter: str  # of N.J.A.C. 19:47
    texts: tuple[str, ...]  # dates of the held texts, oldest first
    wagers: tuple[str, ...]  # the betting areas, by the names that Wager takes


def list_games() -> tuple[GameInfo, ...]:
    """Return the games that can be dealt."""
    return tuple(
        GameInfo(game.name, game.title, game.subchapter, tuple(text.date for text in game.editions.texts), game.spots)
        for game in map(load, REGISTERED)
    )


class _Games(ModuleType):
    def __call__(self) -> tuple[GameInfo, ...]:
        return list_games()


sys.modules[__name__].__class__ = _Games
