"""Playing a round again: whether it was written in a file or in rows, the same must happen.

A file has a line for each input and each act. A row has an input and a digest of all the acts it led to. Both are
entries, and each knows what it brings and how to tell whether the same came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.inputs import Input
from pitboss.engine.record import encode_item
from pitboss.engine.value_errors import in_words
from pitboss.engine.waits import Wait
from pitboss.table.steps import Step


class ReplayError(ValueError):
    """A round cannot be read, or comes out differently."""


class UnreadableError(ReplayError):
    """This is no round, or not one that this version can read."""


class MismatchError(ReplayError):
    """Played again, the round comes out differently from one of its entries on."""

    number: int = 0  # of the line in its file, or of the row in its chain
    driver: Driver | None = None  # as this version plays it,
    before: int = 0  # and how much of its log was the same

    def __init__(self, wrong: str, recorded: bytes = b"", replayed: bytes = b"") -> None:
        super().__init__(wrong)
        self.recorded, self.replayed = recorded, replayed  # as JSON, where two acts differ


class Entry(Protocol):
    """What was written of a round at one point of it."""

    @property
    def number(self) -> int: ...

    @property
    def items(self) -> int:
        """How many inputs and acts it stands for; 0 for all that happens up to the next wait."""

    def brings(self, game: Game) -> Input | None:
        """The input that stands in it, if one does."""

    def check(self, driver: Driver, since: int) -> None:
        """A `MismatchError` if what was done, from there on in the log, is not what was written."""


@contextmanager
def mismatch_at(number: int, driver: Driver | None = None, before: int = 0) -> Iterator[None]:
    """Where a record asks the impossible (a card that does not exist, odds that are none), the engine breaks off with
    whatever error it meets first. An honest record never gets there, so it is told as the record's fault."""
    try:
        yield
    except UnreadableError:
        raise
    except MismatchError as differs:
        if not differs.number:
            differs.number, differs.driver, differs.before = number, driver, before
        raise
    except Exception as wrong:
        told = f"replay cannot go on from here, {type(wrong).__name__}: {wrong}"
        with mismatch_at(number, driver, before):
            raise MismatchError(told) from wrong


InputListener = Callable[[Wait | None, Input], None]  # what the table waits for, and what it is given


def replay_entries(
    driver: Driver, entries: Iterable[Entry], heard: InputListener | None = None
) -> Iterator[Step | Input]:
    """Do what was written, handing over each item of the log as it happens; a `MismatchError` where it differs. `heard`
    is told of every input before the table is given it."""
    done = len(driver.log)
    for entry in entries:
        with mismatch_at(entry.number, driver, done):
            if (given := _read_input_of(entry, driver.game)) is not None:
                _submit(driver, given, done, heard, stepwise=bool(entry.items))
            elif len(driver.log) == done:  # else it was done with the input before it
                driver.run(1)
            while len(driver.log) - done < entry.items and driver.wait is None and not driver.done:
                driver.run(1)
            entry.check(driver, done)
        until = done + entry.items if entry.items else len(driver.log)
        yield from driver.log[done:until]
        done = min(until, len(driver.log))


def _read_input_of(entry: Entry, game: Game) -> Input | None:
    try:
        return entry.brings(game)
    except msgspec.ValidationError as wrong:
        raise MismatchError(f"this game has no such input: {in_words(wrong)}") from None


def _submit(driver: Driver, given: Input, done: int, heard: InputListener | None, *, stepwise: bool) -> None:
    if not given.amid:
        driver.run(1)  # to the wait that the input answered; an act in between would be a mismatch
    if len(driver.log) != done:
        raise MismatchError("there is an input where the table acts", encode_item(given), encode_item(driver.log[done]))
    if heard is not None:
        heard(driver.wait, given)
    if refused := driver.submit(given, stepwise=stepwise):
        raise MismatchError(f"the table refuses the input: {refused[0]}", encode_item(given))


def carry_after(driver: Driver, since: int) -> Carry:
    """What a round leaves that was closed when so much had been done."""
    if len(driver.log) > since or driver.next is None:
        raise MismatchError("it closes before the round is over")
    return driver.next


class LoggedEntry(msgspec.Struct, frozen=True):
    """An item of the log of a driver that is at hand: what it did once, it does again."""

    item: Step | Input
    number: int
    items: int = 1

    def brings(self, game: Game) -> Input | None:
        return self.item if isinstance(self.item, Input) else None

    def check(self, driver: Driver, since: int) -> None:
        return


def replay_log(driver: Driver) -> Iterator[tuple[Driver, Step | Input]]:
    """Play once more what a driver has logged, handing over each item as it happens."""
    other = Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True)
    for done, item in enumerate(driver.log):
        if isinstance(item, Input):
            _submit(other, item, done, None, stepwise=True)
        elif len(other.log) == done:  # else it was done with the input before it
            other.run(1)
        yield other, other.log[done]
