"""What a player types at a layout, and what he asks for by it. Pure: words in, inputs out.

Whether the table takes a wager is not judged here; that is the table's to say, with its paragraph.
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
    """What was said means nothing, and what might have been meant."""

    told: str


Said: TypeAlias = Sequence[Input] | Command | Unclear
_AMOUNT = re.compile(r"\$?\d[\d,]*(?:\.\d\d)?")


def read(typed: str, seat: int, areas: Areas, moves: Mapping[str, Input]) -> Said:
    """A command, or wagers with commas between them: an area and an amount. `moves` are what else the table would take
    now, by name."""
    words = " ".join(typed.lower().split())
    if words in COMMANDS:
        return COMMANDS[words]
    if words in moves:
        return [moves[words]]
    name, _, amount = words.rpartition(" ")
    if name in moves and hasattr(moves[name], "value") and _AMOUNT.fullmatch(amount):
        return [structs.replace(moves[name], value=int(Money.parse(amount)))]
    found: list[Input] = []
    for part in filter(None, re.split(r",(?!\d{3})", words)):
        said = _one(part.strip(), seat, areas)
        if isinstance(said, Unclear):
            return said
        found.append(said)
    return found


def _one(part: str, seat: int, areas: Areas) -> Input | Unclear:
    name, _, amount = part.rpartition(" ")
    if name in ("down", "take down") or part.startswith("down "):
        spot = areas.named(part.removeprefix("down "))
        return spot if isinstance(spot, Unclear) else TakeBack(seat, spot)
    if not name or not _AMOUNT.fullmatch(amount):
        return Unclear(f"Type an area and an amount, as in “{areas.spots[0]} 10”.")
    cents = Money.parse(amount)
    if name == "chips":
        return AddChips(seat, cents)
    spot = areas.named(name)
    return spot if isinstance(spot, Unclear) else Wager(seat, {spot: int(cents)})


class Areas:
    """What the areas of a table can be called: by their names, as they are drawn, or by the last word of a name."""

    def __init__(self, spots: Sequence[str], drawn: Sequence[Cell] = ()) -> None:
        self.spots = tuple(spots)
        labels = Counter(cell.label.lower() for cell in drawn)
        self._drawn = {cell.label.lower(): cell.spot for cell in drawn if labels[cell.label.lower()] == 1}

    def named(self, name: str) -> str | Unclear:
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
