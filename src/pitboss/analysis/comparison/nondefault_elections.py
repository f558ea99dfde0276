"""Lists, in words, the elections of a table that differ from those of a default table: pay lines, the game's own
settings and readings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.houses.elections_in_words import election_in_words
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules


def list_nondefault(game: Game, rules: Rules, house: House) -> tuple[str, ...]:
    """List the elections that differ from the defaults, in words. Elections that every house makes, such as seats and
    how it deals, change no number and are left out."""
    usual, plain = game.house.usual(), game.rules({}, rules.as_of, rules.assumed)
    own = [name for name in game.house.__annotations__ if name not in ("game", "pay") and hasattr(house, name)]
    changed_fields = [name for name in own if getattr(house, name) != getattr(usual, name)]
    return (
        *(f"{name.replace('_', '-')}: {election_in_words(getattr(house, name))}" for name in changed_fields),
        *_lines("pay", msgspec.to_builtins(getattr(house, "pay", {}))),
        *(f"reading {name}: {choice}" for name, choice in rules.readings.items() if choice != plain.readings[name]),
    )


def _lines(prefix: str, pay: dict[str, Any]) -> Iterator[str]:
    for name, odds in pay.items():
        if isinstance(odds, dict):
            yield from _lines(f"{prefix} {name}", odds)
        else:
            yield f"{prefix}, {name}: {odds}"
