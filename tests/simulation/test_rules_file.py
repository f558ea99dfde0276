"""Strategy files: which rule fits, what is missing, and what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Array, Way
from pitboss.simulation.plan import NamedWay, plan
from pitboss.simulation.rules_file import read_way

GAME = "three-card-poker"
BOOK = """
game = "three-card-poker"
name = "as the book"

[[play]]
when = { class = ">= pair" }
choose = "play"

[[play]]
when = { high = "> Q" }
choose = "play"

[[play]]
when = { high = "Q", middle = "> 6" }
choose = "play"

[[play]]
when = { high = "Q", middle = 6, low = ">= 4" }
choose = "play"

[[play]]
choose = "fold"
"""


def read(tmp_path: Path, text: str) -> NamedWay:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    return read_way(file, setting(GAME))


def choices_of(way: NamedWay | Way) -> Array:
    (asked,) = setting(GAME).game.sim_model().decisions(setting(GAME).rules, setting(GAME).house)
    assert way.choose is not None
    return way.choose(asked)


def test_the_book_strategy_as_rules_plays_like_the_book(tmp_path: Path) -> None:
    mine = read(tmp_path, BOOK)
    assert mine.name == "as the book"
    book = setting(GAME).game.sim_model().WAYS["book"]
    assert (choices_of(mine) == choices_of(book)).all()
    ready = plan(setting(GAME), ways=[mine]).ready[0]
    assert sum(ready.columns[0].weights or ()) == 407_170_400


def test_the_first_rule_that_fits_applies(tmp_path: Path) -> None:
    text = '[[play]]\nwhen = { high = ["K", 14] }\nchoose = "fold"\n[[play]]\nchoose = "play"\n'
    chosen = choices_of(read(tmp_path, f'game = "{GAME}"\n{text}'))
    (asked,) = setting(GAME).game.sim_model().decisions(setting(GAME).rules, setting(GAME).house)
    assert (chosen == (asked.features["high"].values < 13)).all()


def test_two_files_that_differ_are_two_simulations(tmp_path: Path) -> None:
    assert read(tmp_path, BOOK).digest != read(tmp_path, BOOK + "\n").digest


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = 3-card", "no TOML file"),
        ("game = 'craps'", "should say game"),
        (f'game = "{GAME}"', r"nothing is said about 'play'; give it rules under \[\[play\]\]"),
        (f'game = "{GAME}"\nplay = 3', r"each under \[\[play\]\]"),
        (f'game = "{GAME}"\n[[play]]\nif = 1', "has 'if'; a rule has `when` and `choose`"),
        (f'game = "{GAME}"\n[[play]]\nchoose = "raise"', "chooses 'raise'; choose one of fold, play"),
        (f'game = "{GAME}"\n[[play]]\nwhen = 3\nchoose = "fold"', "table of conditions"),
        (f'game = "{GAME}"\n[[play]]\nwhen = {{ color = 1 }}\nchoose = "fold"', "no feature 'color'; there are class"),
        (f'game = "{GAME}"\n[[play]]\nwhen = {{ high = "Z" }}\nchoose = "fold"', "high has no value 'Z'; use a number"),
        (
            f'game = "{GAME}"\n[[play]]\nwhen = {{ high = ">= 15" }}\nchoose = "fold"',
            "high is never 15; use a number from 2",
        ),
        (f'game = "{GAME}"\n[[play]]\nwhen = {{ high = [14, 1] }}\nchoose = "fold"', "high is never 1; use"),
        (f'game = "{GAME}"\nname = ["a"]\n[[play]]\nchoose = "fold"', "name should be a text"),
        (
            f'game = "{GAME}"\n[[play]]\nchoose = "fold"\n[[raise]]\nchoose = "fold"',
            "nobody asks about 'raise'; .* play",
        ),
        (
            f'game = "{GAME}"\n[[play]]\nwhen = {{ class = ">= pair" }}\nchoose = "play"',
            r"no rule of play fits \w\w \w\w \w\w and 16,439 other situations; end with a rule that has no `when`",
        ),
    ],
)
def test_a_faulty_rules_file_is_refused_with_its_fault(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ImpossibleError, match=says):
        choices_of(read(tmp_path, text))


def test_games_without_decisions_have_no_rules_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "craps"\n[[odds]]\nchoose = "fold"')
    with pytest.raises(ImpossibleError, match="nothing is decided at craps but what to bet"):
        read_way(file, setting("craps"))
