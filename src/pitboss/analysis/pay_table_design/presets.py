"""Pay tables of other places, by name, to compare with. They are in a game's folder and are never its law."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from pitboss.games import REGISTERED, load


class Preset(msgspec.Struct, frozen=True):
    name: str
    game: str
    about: str
    source: str  # where it comes from, and that it is no law here
    settings: dict[str, str]  # named as with --set

    def __str__(self) -> str:
        return f"{self.about} ({self.source})"


@cache
def presets() -> dict[str, Preset]:
    """Every preset of every game, by its name."""
    found: dict[str, Preset] = {}
    for game in REGISTERED:
        held = files(load(game).package).joinpath("presets.toml")
        for name, body in tomllib.loads(held.read_text(encoding="utf-8")).items() if held.is_file() else ():
            found[name] = msgspec.convert({"name": name, "game": game, **body}, Preset)
    return found


def preset(name: str) -> Preset:
    if name not in presets():
        raise ValueError(f"there is no preset {name!r}; the presets are {', '.join(presets())}")
    return presets()[name]
