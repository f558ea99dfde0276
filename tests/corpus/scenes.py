"""Watches the rounds that tests already play, for the corpus: golden rounds, the scenes of readings, and law tests.

A `Witness` sees whatever a test does with a driver, so tests need not know about the corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import product
from typing import Any
from unittest.mock import patch

import msgspec

from kit.parts import CHOICES, ROUNDS, law_tests
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import Finding, House
from pitboss.engine.inputs import Input
from pitboss.engine.waits import Refusal
from pitboss.games import load
from pitboss.law.rules import Rules


@dataclass
class SeenRound:
    """A round that was played before a witness, finished or not."""

    driver: Driver
    judged: dict[int, list[Input]] = field(default_factory=dict)  # inputs that were not taken, by the length of the log
    where: str = ""


class Witness:
    """A watcher who sees every driver that is made, every input that is given or judged, and every house that is
    judged."""

    def __init__(self) -> None:
        self._seen: dict[int, SeenRound] = {}  # by the id of the driver, which is kept alive
        self._houses: list[SeenRound] = []  # tables at which nobody plays

    @contextmanager
    def watch(self) -> Iterator[Witness]:
        """Watch everything that happens in this context."""
        make, submit, refusals, breaches = Driver.__init__, Driver.submit, Driver.refusals, House.breaches

        def note_driver(driver: Driver, *args: Any, **kwargs: Any) -> None:
            self._seen[id(driver)] = SeenRound(driver)
            make(driver, *args, **kwargs)

        def note_submit(driver: Driver, given: Input, *, stepwise: bool = False) -> list[Refusal]:
            length, amid = len(driver.log), driver.wait is None
            if refused_by := submit(driver, given, stepwise=stepwise):
                self._note_judged(driver, length, given, amid)
            return refused_by

        def note_question(driver: Driver, given: Input) -> list[Refusal]:
            self._note_judged(driver, len(driver.log), given, driver.wait is None)
            return refusals(driver, given)

        def note_house(house: House, rules: Rules) -> list[Finding]:
            game, table = load(rules.game), object.__new__(Driver)
            make(table, game, rules, house, game.opening(house), stepwise=True)
            self._houses.append(SeenRound(table))
            return breaches(house, rules)

        with (
            patch.object(Driver, "__init__", note_driver),
            patch.object(Driver, "submit", note_submit),
            patch.object(Driver, "refusals", note_question),
            patch.object(House, "breaches", note_house),
        ):
            yield self

    def _note_judged(self, driver: Driver, length: int, given: Input, amid: bool) -> None:
        judged_now = self._seen[id(driver)].judged.setdefault(length, [])
        given = msgspec.structs.replace(given, amid=amid)
        if given not in judged_now and not driver.done:  # after the end everything is refused, and by no paragraph
            judged_now.append(given)

    def rounds(self, where: str) -> list[SeenRound]:
        """Return the rounds in which something was done or asked, and the tables whose house was judged, with `where`
        as their origin."""
        rounds = [seen for seen in self._seen.values() if seen.judged or any(map(_is_input, seen.driver.log))]
        rounds += self._houses
        for seen in rounds:
            seen.where = where
        return rounds


def _is_input(item: object) -> bool:
    return isinstance(item, Input)


class FailedError(Exception):
    """A test whose rounds belong in the corpus fails."""

    def __init__(self, where: str, error: Exception, games: set[str]) -> None:
        super().__init__(f"{where} fails, {type(error).__name__}: {error}")
        self.games = games  # the games that were played in it


def watch_scene(where: str, scene: Callable[[], object]) -> list[SeenRound]:
    """Run a scene and return its rounds. Raise `FailedError` if it fails."""
    with Witness().watch() as witness:
        try:
            scene()
        except Exception as error:
            raise FailedError(where, error, {seen.driver.game.name for seen in witness.rounds(where)}) from error
    return witness.rounds(where)


def watch_golden_rounds(game: str) -> Iterator[SeenRound]:
    """Yield the golden rounds of a game."""
    for scenario in ROUNDS.get(game, ()):
        yield from watch_scene(f"golden: {scenario.__name__}", scenario)


def watch_reading_scenes(game: str) -> Iterator[SeenRound]:
    """Yield the scene of each choice of each reading of a game."""
    for reading, (scene_of, wanted) in CHOICES.get(game, {}).items():
        for choice in wanted:
            yield from watch_scene(f"scene: {reading}={choice}", partial(scene_of, choice))


def watch_law_tests(game: str = "") -> Iterator[SeenRound]:
    """Yield the rounds of this game, or of all games, from every law test. Failures of tests of other games are
    ignored."""
    for module in map(import_module, law_tests()):
        for name, test in vars(module).items():
            if name.startswith("test_") and test.__module__ == module.__name__:
                for number, values in enumerate(arguments(test)):
                    where = f"law: {name}" + (f", {number + 1}" if values else "")
                    try:
                        rounds = watch_scene(where, partial(test, **values))
                    except FailedError as failed:
                        if game in ("", *failed.games):
                            raise
                    else:
                        yield from (seen for seen in rounds if game in ("", seen.driver.game.name))


def arguments(test: Any) -> list[dict[str, Any]]:
    """List the arguments of a test, once for each way it is parametrized."""
    ways: list[list[dict[str, Any]]] = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            names, values = mark.args
            names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
            ways.append([dict(zip(names, _values(value, len(names)), strict=True)) for value in values])
    return [{key: value for part in parts for key, value in part.items()} for parts in product(*ways)]


def _values(value: Any, count: int) -> tuple[Any, ...]:
    if hasattr(value, "marks"):  # pytest.param
        return tuple(value.values)
    return (value,) if count == 1 else tuple(value)
