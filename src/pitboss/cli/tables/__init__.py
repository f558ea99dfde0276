"""The tables that can be played in the terminal. Each is imported only when somebody sits down at it."""

from __future__ import annotations

from importlib import import_module

from pitboss.cli.terminal.table_session import Sitting
from pitboss.engine.houses.house import House
from pitboss.games import load

CARDS = ("pitboss.cli.tables.cards.table_session", "CardSitting")  # for every game with cards
# For every game without cards that draws its layout.
LAYOUT = ("pitboss.cli.tables.layout.table_session", "LayoutSitting")
TABLES = {"craps": ("pitboss.cli.tables.craps.table_session", "CrapsSitting")}  # games with a table of their own


def find_sitting(house: House) -> type[Sitting] | None:
    """Return the class of the table for this house: its own, or the one for cards or layouts. None if no table fits."""
    has_layout = not house.decks and house.game not in TABLES and _draws_layout(house)
    if (target := TABLES.get(house.game, CARDS if house.decks else LAYOUT if has_layout else None)) is None:
        return None
    module, name = target
    kind: type[Sitting] = getattr(import_module(module), name)
    return kind


def _draws_layout(house: House) -> bool:
    game = load(house.game)
    return game.printed is not None and game.printed(game.rules({}), house).drawing is not None
