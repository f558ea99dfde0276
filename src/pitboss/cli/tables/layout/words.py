"""What a player types at a layout, and what he asks for by it. Pure: words in, inputs out.

Whether the table takes a wager is not judged here; that is the table's to say, with its paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple, TypeAlias

from msgspec import structs

from pitboss.engine.inputs import AddChips, Input, TakeBack, Wager
from pitboss.table.money import Money

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


def read(typed: str, seat: int, spots: Sequence[str], moves: Mapping[str, Input]) -> Said:
    """A command, or wagers with commas between them: an area, or the last word of its name, and an amount. `moves` are
    what else the table would take now, by name."""
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
        said = _one(part.strip(), seat, spots)
        if isinstance(said, Unclear):
            return said
        found.append(said)
    return found


def _one(part: str, seat: int, spots: Sequence[str]) -> Input | Unclear:
    name, _, amount = part.rpartition(" ")
    if name in ("down", "take down") or part.startswith("down "):
        spot = spot_named(part.removeprefix("down "), spots)
        return TakeBack(seat, spot) if spot else _unknown(part.removeprefix("down "), spots)
    if not name or not _AMOUNT.fullmatch(amount):
        return Unclear(
            "Type an area and an amount, as in “red 10”." if "red" in spots else "Type an area and an amount."
        )
    cents = Money.parse(amount)
    if name == "chips":
        return AddChips(seat, cents)
    spot = spot_named(name, spots)
    return Wager(seat, {spot: int(cents)}) if spot else _unknown(name, spots)


def spot_named(name: str, spots: Sequence[str]) -> str:
    """The area of this name, or the first whose name ends in it: 17 is the number 17."""
    if name in spots:
        return name
    return next((spot for spot in spots if spot.endswith(f" {name}")), "")


def _unknown(name: str, spots: Sequence[str]) -> Unclear:
    near = get_close_matches(name, [*spots, *(spot.rpartition(" ")[2] for spot in spots)], 1)
    return Unclear(f"There is no area {name!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
