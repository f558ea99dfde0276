"""The tables that stand in the terminal, by game. One is imported only when somebody sits down at it."""

from __future__ import annotations

from importlib import import_module

from pitboss.cli.sitting import Sitting

TABLES = {
    "let-it-ride": ("pitboss.cli.tables.let_it_ride.sitting", "LetItRideSitting"),
    "craps": ("pitboss.cli.tables.craps.sitting", "CrapsSitting"),
}


def sitting_at(game: str) -> type[Sitting]:
    module, name = TABLES[game]
    kind: type[Sitting] = getattr(import_module(module), name)
    return kind
