"""The parts that every game supplies to the suites that know no game, found by convention in the game's own folder.

A game registered as `pitboss.games.<package>` has its tests in `tests/games/<package>/`. A missing part fails the suite
that needs it, with the name of the file.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from kit.scene import Scene
from pitboss.games import REGISTERED, load

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
PARTS = ("scene", "golden", "choices", "same_rounds")

Scenario = Callable[[], Any]  # plays a golden round to its end
Wanted = dict[str, tuple[Callable[[str], object], dict[str, object]]]  # reading -> its scene, and choice -> result


def package_of(game: str) -> str:
    return REGISTERED[game].rpartition(".")[2]


def folder_of(game: str) -> Path:
    """Return the folder of a game's tests. The toy game of docs/adding-a-game.md has everything in one folder."""
    package = REGISTERED[game]
    return TESTS / package if "." not in package else TESTS / "games" / package_of(game)


def part(game: str, name: str) -> ModuleType:
    file = folder_of(game) / f"{name}.py"
    assert file.exists(), f"{game} is registered, and {file.relative_to(ROOT)} is missing"
    return import_module(f"games.{package_of(game)}.{name}")


def scene_of(game: str) -> Any:
    """Return the one scene class that a game's `scene.py` defines."""
    module = part(game, "scene")
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Scene)]
    (scene,) = (kind for kind in kinds if kind.__module__ == module.__name__)
    return scene


def law_tests() -> list[str]:
    """Return the modules with law tests, game by game."""
    return [f"games.{file.parent.name}.{file.stem}" for file in sorted((TESTS / "games").glob("*/test_law*.py"))]


WITH_CARDS = tuple(game for game in REGISTERED if load(game).house.usual().decks)
# Games, with or without cards, whose layout all players share, so that the game itself declares how it is drawn.
ON_ONE_LAYOUT = tuple(
    game
    for game in REGISTERED
    if (made := load(game).printed) is not None and made(load(game).rules({}), load(game).house.usual()).drawing
)
DRAWN = tuple(game for game in ON_ONE_LAYOUT if game not in WITH_CARDS)
DEALT_TO_SEATS = tuple(game for game in WITH_CARDS if game not in ON_ONE_LAYOUT)

ROUNDS: dict[str, tuple[Scenario, ...]] = {game: part(game, "golden").ROUNDS for game in REGISTERED}
CHOICES: dict[str, Wanted] = {game: part(game, "choices").WANTED for game in REGISTERED}
