"""Replays a round and compares it with what was written, whether in a file or in database rows.

A file has one line for each input and each act. A row has one input and a digest of all the acts that followed from it.
Both are entries: an entry knows which input it holds and how to compare what happened with what was written.
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
from pitboss.engine.value_errors import describe_value_error
from pitboss.engine.waits import Wait
from pitboss.table.steps import Step


class ReplayError(ValueError):
    """A round cannot be read, or replays differently."""


class UnreadableError(ReplayError):
    """Raised for lines that are not a round, or not one that this version can read."""


class MismatchError(ReplayError):
    """The round replays differently from one of its entries on."""

    number: int = 0  # of the line in its file, or of the row in its chain
    driver: Driver | None = None  # the round as this version plays it
    before: int = 0  # number of items of its log that were the same

    def __init__(self, wrong: str, recorded: bytes = b"", replayed: bytes = b"") -> None:
        super().__init__(wrong)
        self.recorded, self.replayed = recorded, replayed  # as JSON, if two acts differ


class Entry(Protocol):
    """One line or row of a round."""

    @property
    def number(self) -> int: ...

    @property
    def items(self) -> int:
        """The number of inputs and acts in this entry; 0 for everything up to the next wait."""

    def read_input(self, game: Game) -> Input | None:
        """Return the input that the entry holds, if any."""

    def check(self, driver: Driver, since: int) -> None:
        """Raise `MismatchError` if the log from index `since` on differs from what was written."""


@contextmanager
def mismatch_at(number: int, driver: Driver | None = None, before: int = 0) -> Iterator[None]:
    """Turn every error in this context into a `MismatchError` that names the entry. A record that asks the impossible
    (a card that does not exist, malformed odds) can raise any error in the engine. An honest record never does, so the
    error is reported as a fault of the record."""
    try:
        yield
    except UnreadableError:
        raise
    except MismatchError as mismatch:
        if not mismatch.number:
            mismatch.number, mismatch.driver, mismatch.before = number, driver, before
        raise
    except Exception as error:
        message = f"replay cannot go on from here, {type(error).__name__}: {error}"
        with mismatch_at(number, driver, before):
            raise MismatchError(message) from error


InputListener = Callable[[Wait | None, Input], None]  # called with what the table waits for, and the input it is given


def replay_entries(
    driver: Driver, entries: Iterable[Entry], listener: InputListener | None = None
) -> Iterator[Step | Input]:
    """Replay the entries, and yield each item of the log as it happens. Raise `MismatchError` where it differs.
    `listener` is called with every input before the table gets it."""
    done = len(driver.log)
    for entry in entries:
        with mismatch_at(entry.number, driver, done):
            if (given := _input_of(entry, driver.game)) is not None:
                _submit(driver, given, done, listener, stepwise=bool(entry.items))
            elif len(driver.log) == done:  # else the input before it has done it already
                driver.run(1)
            while len(driver.log) - done < entry.items and driver.wait is None and not driver.done:
                driver.run(1)
            entry.check(driver, done)
        end_index = done + entry.items if entry.items else len(driver.log)
        yield from driver.log[done:end_index]
        done = min(end_index, len(driver.log))


def _input_of(entry: Entry, game: Game) -> Input | None:
    """Return the input that an entry holds, or None. Raise `MismatchError` if the game has no such input."""
    try:
        return entry.read_input(game)
    except msgspec.ValidationError as error:
        raise MismatchError(f"this game has no such input: {describe_value_error(error)}") from None


def _submit(driver: Driver, given: Input, done: int, listener: InputListener | None, *, stepwise: bool) -> None:
    """Give the table an input. Raise `MismatchError` if the table does not wait for it or refuses it."""
    if not given.amid:
        driver.run(1)  # to the wait that the input answered; an act in between would be a mismatch
    if len(driver.log) != done:
        raise MismatchError("there is an input where the table acts", encode_item(given), encode_item(driver.log[done]))
    if listener is not None:
        listener(driver.wait, given)
    if refusals := driver.submit(given, stepwise=stepwise):
        raise MismatchError(f"the table refuses the input: {refusals[0]}", encode_item(given))


def carry_after(driver: Driver, since: int) -> Carry:
    """Return the carry that a closed round leaves to the next one. Raise `MismatchError` if the round was not over at
    index `since` of the log.
    """
    if len(driver.log) > since or driver.next is None:
        raise MismatchError("it closes before the round is over")
    return driver.next


class LoggedEntry(msgspec.Struct, frozen=True):
    """An item of the log of a driver in memory. It needs no comparison, because the same engine has done it before."""

    item: Step | Input
    number: int
    items: int = 1

    def read_input(self, game: Game) -> Input | None:
        return self.item if isinstance(self.item, Input) else None

    def check(self, driver: Driver, since: int) -> None:
        return


def replay_log(driver: Driver) -> Iterator[tuple[Driver, Step | Input]]:
    """Replay what a driver has logged, and yield the replaying driver with each item as it happens."""
    replaying = Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True)
    for done, item in enumerate(driver.log):
        if isinstance(item, Input):
            _submit(replaying, item, done, None, stepwise=True)
        elif len(replaying.log) == done:  # else the input before it has done it already
            replaying.run(1)
        yield replaying, replaying.log[done]
