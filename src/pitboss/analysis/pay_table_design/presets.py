"""Pay tables of other places, by name, for comparison. They are in the folders of games and are never law here."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from pitboss.games import REGISTERED, load


class Preset(msgspec.Struct, frozen=True):
    """A pay table of another place."""

    name: str
    game: str
    about: str
    source: str  # where it comes from, and that it is not law here
    settings: dict[str, str]  # its settings, named as with --set

    def __str__(self) -> str:
        return f"{self.about} ({self.source})"


@cache
def presets() -> dict[str, Preset]:
    """Return every preset of every game, by its name."""
    by_name: dict[str, Preset] = {}
    for game in REGISTERED:
        file = files(load(game).package).joinpath("math", "presets.toml")
        for name, body in tomllib.loads(file.read_text(encoding="utf-8")).items() if file.is_file() else ():
            by_name[name] = msgspec.convert({"name": name, "game": game, **body}, Preset)
    return by_name


def preset(name: str) -> Preset:
    """Return a preset. Raise `ValueError` if there is no such name."""
    if name not in presets():
        raise ValueError(f"there is no preset {name!r}; the presets are {', '.join(presets())}")
    return presets()[name]
