"""The data files of a game's law: its paragraphs, readings and pay tables. They lie in the game's folder `law`."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def read_game_file(package: str, name: str) -> dict[str, Any]:
    """Read a TOML file from the folder `law` of a game's package."""
    return tomllib.loads(files(f"{package}.law").joinpath(name).read_text(encoding="utf-8"))
