"""docs/adding-a-game.md is true: its files are the toy game's, its tests pass and bite, its golden round is played.

PITBOSS_UPDATE=1 copies the toy game's files and the golden round into the page.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import kit.blocks
from kit.carriers import code_citing
from kit.golden import page_of
from kit.parts import ROOT
from pitboss.analysis import ask, edge, exposure, prices, strategy
from pitboss.games import REGISTERED
from pitboss.law import force
from pitboss.law.register import register
from pitboss.table.cards import FULL_DECK
from toy import GAME

PAGE = ROOT / "docs" / "adding-a-game.md"
FOLDER = ROOT / "tests" / "toy"
HIGH_CARD = "tests/games/high_card"
GOLDEN = f"{HIGH_CARD}/pages/one_wins_and_one_surrenders.txt"


def blocks() -> dict[str, str]:
    return {path: text for path, _, text in kit.blocks.blocks(PAGE)}


def files() -> list[str]:
    """Return the files of the toy, except the one line in the `__init__.py` of each of its folders."""
    paths = (path.relative_to(FOLDER).as_posix() for ending in ("py", "toml") for path in FOLDER.rglob(f"*.{ending}"))
    return sorted(f"tests/toy/{path}" for path in paths if not path.endswith("/__init__.py"))


def update(path: str, text: str) -> None:
    if os.environ.get("PITBOSS_UPDATE"):
        kit.blocks.replace(PAGE, path, text)


@pytest.mark.parametrize("path", files())
def test_the_page_shows_the_file_as_it_is(path: str) -> None:
    held = (ROOT / path).read_bytes()
    update(path, held.decode())
    assert blocks()[path].encode() == held


def test_the_page_shows_no_other_file_of_the_toy() -> None:
    assert sorted(path for path in blocks() if path.startswith("tests/toy/")) == files()


def test_steps_are_numbered_in_order() -> None:
    numbers = [int(number) for number in re.findall(r"^## (\d+)\. ", PAGE.read_text(encoding="utf-8"), re.M)]
    assert numbers == list(range(1, len(numbers) + 1))


# --- the page's law tests, run as the marker has them run


class Watcher:
    """Switches one paragraph off, or changes one number by one."""

    def __init__(self, off: str = "", bump: tuple[str, str] | None = None) -> None:
        self.off, self.bump = off, bump
        self.asked: set[str] = set()
        self.numbers: set[tuple[str, str]] = set()

    def in_force(self, paragraph: str) -> bool:
        self.asked.add(paragraph)
        return paragraph != self.off

    def number(self, paragraph: str, key: str, number: int) -> int:
        self.numbers.add((paragraph, key))
        return number + ((paragraph, key) == self.bump)

    def act(self, step: Any, table: object) -> Any:
        return step

    def rules_made(self, sections: dict[str, str]) -> None:
        pass


@contextmanager
def watching(watcher: Watcher) -> Iterator[Watcher]:
    before = force.watch(watcher)
    try:
        yield watcher
    finally:
        force.watch(before)


@cache
def load_test_module(name: str) -> ModuleType:
    """Load a file of the page's folder of tests. As in that folder, each file may import the scene."""
    module = ModuleType(f"games.high_card.{name}")
    sys.modules[module.__name__] = module
    exec(compile(blocks()[f"{HIGH_CARD}/{name}.py"], str(PAGE), "exec"), vars(module))
    return module


def scene() -> Any:
    return load_test_module("scene").HighCard


def marks(test: Any, name: str) -> list[pytest.Mark]:
    return [mark for mark in test.pytestmark if mark.name == name]


def law_tests() -> Iterator[Any]:
    scene()
    for name, test in vars(load_test_module("test_law")).items():
        if not name.startswith("test_"):
            continue
        claimed = {mark.args[1] for mark in marks(test, "law")}
        arguments: list[dict[str, object]] = [{}]
        for mark in marks(test, "parametrize"):
            arguments = [{mark.args[0]: value} for value in mark.args[1]]
        for given in arguments:
            yield pytest.param(test, claimed, given, id="-".join((name, *map(str, given.values()))))


@pytest.mark.parametrize(("test", "claimed", "given"), list(law_tests()))
def test_the_law_test_of_the_page_fails_without_the_rule(
    test: Callable[..., None], claimed: set[str], given: dict[str, object]
) -> None:
    with watching(Watcher()) as plain:
        test(**given)
    assert claimed <= plain.asked | {paragraph for paragraph, _ in plain.numbers}, "nothing that cites it ran"
    mutants = [Watcher(off=paragraph) for paragraph in sorted(claimed & plain.asked)]
    mutants += [Watcher(bump=key) for key in sorted(plain.numbers) if key[0] in claimed]
    assert mutants
    for mutant in mutants:
        with watching(mutant), pytest.raises((Exception, pytest.fail.Exception)):
            test(**given)


def test_every_paragraph_of_the_toy_is_cited_and_claimed() -> None:
    claimed = {paragraph for param in law_tests() for paragraph in param.values[1]}
    wanted = {key for key, paragraph in register(GAME.package).items() if paragraph.kind != "elsewhere"}
    assert claimed == {paragraph for _, paragraph in wanted}
    cited = code_citing(GAME.package)
    assert all(cited.get(key) for key in wanted)


def test_the_golden_round_is_played_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, GAME.name, GAME.package)
    scene()
    (scenario,) = load_test_module("golden").ROUNDS
    assert GOLDEN.endswith(f"/{scenario.__name__}.txt")
    text = page_of(scenario())
    update(GOLDEN, text)
    assert blocks()[GOLDEN] == text


# --- the page's model


def test_the_toys_model_agrees_with_its_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card against every other, played and surrendered: the better of the two, on average, is the edge."""
    monkeypatch.setitem(REGISTERED, GAME.name, GAME.package)
    force.watch(None)
    high_card, total = scene(), Fraction()
    for mine in FULL_DECK[:13]:  # suits do not matter
        beside = [card for card in FULL_DECK if card != mine]
        nets = [high_card(f"{mine} {dealers}").play().winnings(1) for dealers in beside]
        lost = high_card(f"{mine} {beside[0]}").deal().answer("s").winnings(1)
        values = {choice.name: choice.value * 500 for choice in ask("high-card", mine).answer.choices}
        assert values == {"play": Fraction(sum(nets), 51), "surrender": lost}
        total += max(values.values())
    report = edge("high-card", cache=False)
    assert report["bet"].house_edge == -total / 13 / 500
    assert -exposure("high-card", cache=False).exposures[0].house_edge > -report["bet"].house_edge
    assert [price.asked for price in prices("high-card").values()] == [True]
    assert strategy("high-card", cache=False).tables[0].rows[0][2] == "surrender"
