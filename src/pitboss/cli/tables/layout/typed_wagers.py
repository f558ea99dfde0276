"""Reads what a player types at a layout. Pure: words in, inputs out.

Whether the table accepts a wager is not judged here: the table itself says so, with its paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple, TypeAlias

from msgspec import structs

from pitboss.engine.inputs import AddChips, Input, TakeBack, Wager
from pitboss.table.money import Money
from pitboss.table.printed import Cell

Command = Literal["go", "help", "why", "all", "leave", "clear", "same", "undo"]
COMMANDS: dict[str, Command] = {
    "": "go",
    "go": "go",
    "spin": "go",
    "roll": "go",
    "?": "help",
    "help": "help",
    "why": "why",
    "y": "why",
    "all": "all",
    "q": "leave",
    "quit": "leave",
    "leave": "leave",
    "clear": "clear",
    "all down": "clear",
    "same": "same",
    "same again": "same",
    "undo": "undo",
    "u": "undo",
}


class Unclear(NamedTuple):
    """A line without a clear meaning, and what to tell the player."""

    told: str


Said: TypeAlias = Sequence[Input] | Command | Unclear
_AMOUNT = re.compile(r"\$?\d[\d,]*(?:\.\d\d)?")


def parse_line(typed: str, seat: int, areas: Areas, game_inputs: Mapping[str, Input]) -> Said:
    """Parse a line: a command, or wagers with commas between them, each an area and an amount.

    `game_inputs` are further inputs that the table accepts now, by name.
    """
    words = " ".join(typed.lower().split())
    if words in COMMANDS:
        return COMMANDS[words]
    if words in game_inputs:
        return [game_inputs[words]]
    name, _, amount = words.rpartition(" ")
    if name in game_inputs and hasattr(game_inputs[name], "value") and _AMOUNT.fullmatch(amount):
        return [structs.replace(game_inputs[name], value=int(Money.parse(amount)))]
    inputs: list[Input] = []
    for part in filter(None, re.split(r",(?!\d{3})", words)):
        parsed = _parse_part(part.strip(), seat, areas)
        if isinstance(parsed, Unclear):
            return parsed
        inputs.append(parsed)
    return inputs


def _parse_part(part: str, seat: int, areas: Areas) -> Input | Unclear:
    """Parse one wager, one that is taken down, or more chips."""
    name, _, amount = part.rpartition(" ")
    if name in ("down", "take down") or part.startswith("down "):
        spot = areas.find(part.removeprefix("down "))
        return spot if isinstance(spot, Unclear) else TakeBack(seat, spot)
    if not name or not _AMOUNT.fullmatch(amount):
        return Unclear(f"Type an area and an amount, as in “{areas.spots[0]} 10”.")
    cents = Money.parse(amount)
    if name == "chips":
        return AddChips(seat, cents)
    spot = areas.find(name)
    return spot if isinstance(spot, Unclear) else Wager(seat, {spot: int(cents)})


class Areas:
    """Finds an area by its name, by the label of its drawing, or by the last word of its name."""

    def __init__(self, spots: Sequence[str], drawn: Sequence[Cell] = ()) -> None:
        self.spots = tuple(spots)
        labels = Counter(cell.label.lower() for cell in drawn)
        self._drawn = {cell.label.lower(): cell.spot for cell in drawn if labels[cell.label.lower()] == 1}

    def find(self, name: str) -> str | Unclear:
        """Return the area with this name, or an explanation that there is none or more than one."""
        if name in self.spots:
            return name
        if name in self._drawn:
            return self._drawn[name]
        ends = [spot for spot in self.spots if spot.endswith(f" {name}")]
        if len(ends) == 1:
            return ends[0]
        if ends:
            return Unclear(f"{name!r} may be {', '.join(ends[:-1])} or {ends[-1]}.")
        near = get_close_matches(name, [*self.spots, *(spot.rpartition(" ")[2] for spot in self.spots)], 1)
        return Unclear(f"There is no area {name!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
