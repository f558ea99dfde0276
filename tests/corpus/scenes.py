"""Rounds that tests already play, for the corpus: golden rounds, the scenes of readings, and every law test's.

Whatever a test does with a driver is seen by a `Witness`, so that tests need not know about the corpus.
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
class Seen:
    """A round as it was played before a witness, finished or not."""

    driver: Driver
    judged: dict[int, list[Input]] = field(default_factory=dict)  # and not taken, by how much of the log was done
    where: str = ""


class Witness:
    """Sees every driver that is made, every input that is given or asked about, and every house that is judged."""

    def __init__(self) -> None:
        self._seen: dict[int, Seen] = {}  # by the id of the driver, which it keeps alive
        self._houses: list[Seen] = []  # tables at which nobody plays

    @contextmanager
    def looking(self) -> Iterator[Witness]:
        make, submit, refusals, breaches = Driver.__init__, Driver.submit, Driver.refusals, House.breaches

        def made(driver: Driver, *args: Any, **kwargs: Any) -> None:
            self._seen[id(driver)] = Seen(driver)
            make(driver, *args, **kwargs)

        def submitted(driver: Driver, given: Input, *, stepwise: bool = False) -> list[Refusal]:
            at, amid = len(driver.log), driver.wait is None
            if refused := submit(driver, given, stepwise=stepwise):
                self._judged(driver, at, given, amid)
            return refused

        def asked(driver: Driver, given: Input) -> list[Refusal]:
            self._judged(driver, len(driver.log), given, driver.wait is None)
            return refusals(driver, given)

        def house_judged(house: House, rules: Rules) -> list[Finding]:
            game, table = load(rules.game), object.__new__(Driver)
            make(table, game, rules, house, game.opening(house), stepwise=True)
            self._houses.append(Seen(table))
            return breaches(house, rules)

        with (
            patch.object(Driver, "__init__", made),
            patch.object(Driver, "submit", submitted),
            patch.object(Driver, "refusals", asked),
            patch.object(House, "breaches", house_judged),
        ):
            yield self

    def _judged(self, driver: Driver, at: int, given: Input, amid: bool) -> None:
        known = self._seen[id(driver)].judged.setdefault(at, [])
        given = msgspec.structs.replace(given, amid=amid)
        if given not in known and not driver.done:  # then whatever comes is refused, and by no paragraph
            known.append(given)

    def rounds(self, where: str) -> list[Seen]:
        """Those in which something was done or asked, and tables whose house was judged, each said to be from there."""
        found = [seen for seen in self._seen.values() if seen.judged or any(map(_is_input, seen.driver.log))]
        found += self._houses
        for seen in found:
            seen.where = where
        return found


def _is_input(item: object) -> bool:
    return isinstance(item, Input)


class FailedError(Exception):
    """A test whose rounds belong into the corpus fails."""

    def __init__(self, where: str, wrong: Exception, games: set[str]) -> None:
        super().__init__(f"{where} fails, {type(wrong).__name__}: {wrong}")
        self.games = games  # that were played in it


def seen_in(where: str, scene: Callable[[], object]) -> list[Seen]:
    with Witness().looking() as witness:
        try:
            scene()
        except Exception as wrong:
            raise FailedError(where, wrong, {seen.driver.game.name for seen in witness.rounds(where)}) from wrong
    return witness.rounds(where)


def of_golden(game: str) -> Iterator[Seen]:
    for scenario in ROUNDS.get(game, ()):
        yield from seen_in(f"golden: {scenario.__name__}", scenario)


def of_choices(game: str) -> Iterator[Seen]:
    for reading, (scene_of, wanted) in CHOICES.get(game, {}).items():
        for choice in wanted:
            yield from seen_in(f"scene: {reading}={choice}", partial(scene_of, choice))


def of_law(game: str = "") -> Iterator[Seen]:
    """Of every law test, the rounds of this game, or of all. Whether a test of another game fails is not asked here."""
    for module in map(import_module, law_tests()):
        for name, test in vars(module).items():
            if name.startswith("test_") and test.__module__ == module.__name__:
                for number, given in enumerate(arguments(test)):
                    where = f"law: {name}" + (f", {number + 1}" if given else "")
                    try:
                        found = seen_in(where, partial(test, **given))
                    except FailedError as failed:
                        if game in ("", *failed.games):
                            raise
                    else:
                        yield from (seen for seen in found if game in ("", seen.driver.game.name))


def arguments(test: Any) -> list[dict[str, Any]]:
    """What a test is given, once for each way it is parametrized."""
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
