"""Generated files found up to date, by the content of the files they depend on: build/fresh.json.

A generated file need not be made again while nothing that it is made from has changed. `make renew` and `make corpus`
ask here. The notes are this checkout's own: a new clone makes everything once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from kit.parts import ROOT
from pitboss.games import REGISTERED, load

NOTES = ROOT / "build" / "fresh.json"
SOURCE = ROOT / "src" / "pitboss"
BELOW_GAMES = ("law", "numeric", "table", "counting", "engine", "common")  # what a game is made of
LEFT_OUT = ("carriers.json", "evidence.json", "prices.json")  # made from source, tests and counts; no part of a round


def digest(paths: Iterable[Path]) -> str:
    """Return one hash over the names and contents of all files at and below these places."""
    found = sha256()
    for place in sorted(set(paths)):
        for file in sorted(filter(_counts, place.rglob("*"))) if place.is_dir() else [place]:
            found.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return found.hexdigest()


def _counts(file: Path) -> bool:
    return file.is_file() and "__pycache__" not in file.parts and file.name not in LEFT_OUT


def files_of_rounds(name: str) -> list[Path]:
    """List what the rounds of a game's golden rounds, law tests and corpus depend on."""
    game = load(name)
    packages = {game.package, game.shares or game.package}
    folders = [SOURCE / package.removeprefix("pitboss.").replace(".", "/") for package in packages]
    tests = [ROOT / "tests" / "games" / folder.name for folder in folders if folder.parent.name == "games"]
    own = [*(SOURCE / layer for layer in BELOW_GAMES), *folders, *(folder for folder in tests if folder.exists())]
    return [*own, ROOT / "tests" / "kit", ROOT / "tests" / "conftest.py", *(ROOT / "tests" / "games").glob("*.py")]


def files_of_all_rounds() -> list[Path]:
    return [path for name in REGISTERED for path in files_of_rounds(name)]


def is_noted(name: str, paths: Iterable[Path]) -> bool:
    """Return whether this was found fresh when the files were exactly as they are."""
    return _notes().get(name) == digest(paths)


def note(name: str, paths: Iterable[Path]) -> None:
    NOTES.parent.mkdir(exist_ok=True)
    NOTES.write_text(json.dumps({**_notes(), name: digest(paths)}, indent=1) + "\n", encoding="utf-8")


def _notes() -> dict[str, str]:
    return json.loads(NOTES.read_text(encoding="utf-8")) if NOTES.exists() else {}
