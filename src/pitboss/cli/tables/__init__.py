"""The tables that stand in the terminal. One is imported only when somebody sits down at it."""

from __future__ import annotations

from importlib import import_module

from pitboss.cli.sitting import Sitting
from pitboss.engine.house import House

CARDS = ("pitboss.cli.tables.cards.sitting", "CardSitting")  # of every game that is played with cards
TABLES = {"craps": ("pitboss.cli.tables.craps.sitting", "CrapsSitting")}  # of games that need one of their own


def sitting_at(house: House) -> type[Sitting] | None:
    """The table for the game of this house; None for a game without cards that has no table of its own."""
    if (found := TABLES.get(house.game, CARDS if house.decks else None)) is None:
        return None
    module, name = found
    kind: type[Sitting] = getattr(import_module(module), name)
    return kind
