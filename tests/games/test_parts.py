"""Every registered game takes part in every suite: its folder has the files that the common suites look for."""

from __future__ import annotations

import re

import pytest

from kit.parts import PARTS, TESTS, folder_of, law_tests, package_of, part, scene_of
from kit.scene import Scene
from pitboss.counting.exact_model import Askable, ExactModel, ShoeModel
from pitboss.counting.hold_model import HoldModel
from pitboss.counting.simulation_model import SimModel
from pitboss.counting.strategy_pictures import PictureModel
from pitboss.games import REGISTERED, load

every_game = pytest.mark.parametrize("game", REGISTERED)


def test_every_game_has_a_folder_and_every_folder_a_game() -> None:
    folders = {path.name for path in (TESTS / "games").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == {package_of(game) for game in REGISTERED}


@every_game
@pytest.mark.parametrize("name", PARTS)
def test_no_part_is_missing(game: str, name: str) -> None:
    assert part(game, name)


@every_game
def test_each_model_is_an_object_of_its_kind(game: str) -> None:
    """The registration names modules as text, so nothing but this checks what they have."""
    registered = load(game)
    assert isinstance(registered.exact_model(), ExactModel)
    assert isinstance(registered.exact_model(), ShoeModel) == bool(registered.rests)
    assert isinstance(registered.askable_model(), Askable)
    assert isinstance(registered.hold_model(), HoldModel)
    assert isinstance(registered.pictures_model(), PictureModel)
    assert isinstance(registered.sim_model(), SimModel)


@every_game
def test_its_scene_is_of_the_game(game: str) -> None:
    assert issubclass(scene_of(game), Scene)
    assert scene_of(game).game is load(game)


@every_game
@pytest.mark.parametrize("subject", ["law", "exact", "mistakes"])
def test_it_has_tests_of(game: str, subject: str) -> None:
    assert list(folder_of(game).glob(f"test_{subject}*.py"))


@every_game
def test_its_law_tests_go_into_the_corpus(game: str) -> None:
    mine = [name for name in law_tests() if name.startswith(f"games.{package_of(game)}.")]
    assert len(mine) == len(list(folder_of(game).glob("test_law*.py"))) > 0


@every_game
def test_it_imports_no_other_games_tests(game: str) -> None:
    found = {
        name
        for file in folder_of(game).glob("*.py")
        for name in re.findall(r"^from games\.(\w+)", file.read_text(encoding="utf-8"), re.M)
    }
    assert found <= {package_of(game)}


def test_a_missing_part_is_named() -> None:
    with pytest.raises(AssertionError, match=r"tests/games/craps/nothing\.py is missing"):
        part("craps", "nothing")
