"""The tables that stand in the terminal. One is imported only when somebody sits down at it."""

from __future__ import annotations

from importlib import import_module

from pitboss.cli.terminal.table_session import Sitting
from pitboss.engine.houses.house import House
from pitboss.games import load

CARDS = ("pitboss.cli.tables.cards.table_session", "CardSitting")  # of every game that is played with cards
LAYOUT = ("pitboss.cli.tables.layout.table_session", "LayoutSitting")  # of every game that draws its own layout
TABLES = {"craps": ("pitboss.cli.tables.craps.table_session", "CrapsSitting")}  # of games that need one of their own


def sitting_at(house: House) -> type[Sitting] | None:
    """The table for the game of this house; None for a game without cards that draws no layout and has no table of its
    own."""
    draws = not house.decks and house.game not in TABLES and _draws(house)
    if (found := TABLES.get(house.game, CARDS if house.decks else LAYOUT if draws else None)) is None:
        return None
    module, name = found
    kind: type[Sitting] = getattr(import_module(module), name)
    return kind


def _draws(house: House) -> bool:
    game = load(house.game)
    return game.printed is not None and game.printed(game.rules({}), house).drawing is not None
