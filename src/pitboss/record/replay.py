"""Reading a record and playing it again: the events must come out byte for byte the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

import msgspec

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.house import House, from_cents
from pitboss.engine.inputs import Input
from pitboss.engine.record import FORMAT, START, encode_item
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.rules import Rules
from pitboss.table.steps import Step


class UnreadableError(Exception):
    """The file is no record, or not one this version can read."""


class MismatchError(Exception):
    """Played again, the record comes out differently."""

    def __init__(self, line: int, wrong: str, recorded: bytes = b"", replayed: bytes = b"") -> None:
        super().__init__(wrong)
        self.line = line
        self.recorded, self.replayed = recorded, replayed  # the line and the act as JSON, where two acts differ


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line that opens a round, key by key as it is written."""

    prev: str
    line: Literal["open"]
    format: int
    pitboss: str
    game: str
    as_of: str
    assumed: Assume
    sections: dict[str, str]
    readings: dict[str, str]
    rules: str
    house: msgspec.Raw  # only the game can read it
    carry: msgspec.Raw
    source: str
    salt: str


@dataclass
class RoundRecord:
    """The lines of one round; line numbers count from 1."""

    first: int
    opened: bytes  # its line
    opening: Opening
    lines: list[tuple[int, bytes, dict[str, Any]]] = field(default_factory=list)
    closing: tuple[int, bytes] | None = None


def read(raw: bytes) -> tuple[list[bytes], list[RoundRecord]]:
    """All lines, and the rounds they make. Whether they are true is for `verify` to say."""
    lines = raw.splitlines()
    if not lines:
        raise UnreadableError("the file is empty")
    rounds: list[RoundRecord] = []
    for number, line in enumerate(lines, 1):
        try:
            body = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise UnreadableError(f"line {number} is no line of a record: {wrong}") from None
        kind = body.get("line")
        between = not rounds or rounds[-1].closing is not None
        if kind == "open" and between:
            rounds.append(RoundRecord(number, line, _opening(number, line, body)))
        elif kind == "open":
            raise UnreadableError(f"line {number} opens a round before the last one is closed")
        elif not rounds:
            raise UnreadableError("line 1 does not open a round; is this a record?")
        elif between:
            raise UnreadableError(f"line {number} follows the close of a round; only the opening of another may")
        elif kind == "close":
            rounds[-1].closing = (number, line)
        elif "act" in body or "input" in body:
            rounds[-1].lines.append((number, line, body))
        else:
            raise UnreadableError(f"line {number} is neither an input nor an act")
    return lines, rounds


def _opening(number: int, line: bytes, body: dict[str, Any]) -> Opening:
    if body.get("format") != FORMAT:
        raise UnreadableError(f"line {number}: record format {body.get('format')}; this version reads {FORMAT}")
    try:
        return msgspec.json.decode(line, type=Opening)
    except msgspec.ValidationError as wrong:
        raise UnreadableError(f"line {number} opens no round: {wrong}") from None


def broken_link(lines: list[bytes]) -> int | None:
    """The number of the first line that does not carry the hash of the line before; None if the chain holds."""
    before = START
    for number, line in enumerate(lines, 1):
        if not line.startswith(b'{"prev":"%b",' % before.encode()):
            return number
        before = sha256(line).hexdigest()
    return None


def rules_of(record: RoundRecord) -> tuple[Game, Rules]:
    """The game and the rules a record says it was played by, as this version has them."""
    opening = record.opening
    try:
        game = load(opening.game)
        return game, game.rules(opening.readings, opening.as_of, opening.assumed)
    except ValueError as wrong:
        by = f" (it was written by pitboss {opening.pitboss[:40]!a})" if opening.pitboss != __version__ else ""
        raise UnreadableError(f"line {record.first}: {wrong}{by}") from None


def house_of(record: RoundRecord) -> House:
    """What the licensee elected, whether the law allows it or not."""
    game, _ = rules_of(record)
    try:
        return from_cents(game.house, record.opening.house)
    except msgspec.ValidationError as wrong:
        raise UnreadableError(f"line {record.first}, house: {wrong}") from None


def begin(record: RoundRecord) -> Driver:
    """The table as the record opens it, before anything is done."""
    game, rules = rules_of(record)
    house = house_of(record)
    try:
        carry = msgspec.json.decode(record.opening.carry, type=Carry)
    except msgspec.ValidationError as wrong:
        raise UnreadableError(f"line {record.first}, carry: {wrong}") from None
    _check_form(record, house, carry)
    with at_line(record.first):
        return Driver(game, rules, house, carry, stepwise=True)


def _check_form(record: RoundRecord, house: House, carry: Carry) -> None:
    """An opening must come out as it was written, too: no key that nobody reads may hide in it."""
    opening = record.opening
    for name, raw, part in (("house", opening.house, house), ("carry", opening.carry, carry)):
        written = msgspec.json.encode(part, enc_hook=int)  # Money goes down as plain cents
        if bytes(raw) != written:
            raise MismatchError(record.first, f"the {name} of this line is read as {written.decode()}")
    if msgspec.json.encode(opening) != record.opened:
        raise MismatchError(record.first, "the line is not as it is written by this version")


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Where a record asks the impossible (a card that does not exist, odds that are none), the engine breaks off with
    whatever error it meets first. An honest record never gets there, so it is told as the record's fault."""
    try:
        yield
    except MismatchError:
        raise
    except Exception as wrong:
        raise MismatchError(number, f"it cannot be played on from here, {type(wrong).__name__}: {wrong}") from wrong


def replay(record: RoundRecord) -> Iterator[tuple[Driver, Step | Input]]:
    """Play the round again, handing over each item of the log as it happens; a `MismatchError` where it differs."""
    driver = begin(record)
    for item in _go_through(record, driver):
        yield driver, item


def again(driver: Driver) -> Iterator[tuple[Driver, Step | Input]]:
    """Play once more what a driver has logged, handing over each item as it happens."""
    other = Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True)
    for index, item in enumerate(driver.log):
        if isinstance(item, Input):
            if not item.amid:
                other.run(1)  # to the wait that the input answered
            if refused := other.submit(item, stepwise=True):
                raise AssertionError(f"{item} was taken before and is refused now: {refused[0]}")
        elif len(other.log) == index:  # else it was done with the input before it
            other.run(1)
        yield other, item


def replayed(record: RoundRecord) -> Driver:
    """The round, played again to the end of its record."""
    driver = begin(record)
    for _ in _go_through(record, driver):
        pass
    return driver


def _go_through(record: RoundRecord, driver: Driver) -> Iterator[Step | Input]:
    for index, (number, line, body) in enumerate(record.lines):
        with at_line(number):
            if "input" in body:
                _give(driver, index, number, line)
            elif len(driver.log) == index:
                driver.run(1)
        if len(driver.log) <= index:
            raise MismatchError(number, "an act stands where the table waits or the round is over")
        written = encode_item(driver.log[index])
        if _without_hash(line) != written[1:]:
            raise MismatchError(number, f"replay gives {written.decode()}", line, written)
        yield driver.log[index]
    _check_end(record, driver)


def _without_hash(line: bytes) -> bytes:
    """What follows `{"prev":"...",`."""
    return line.partition(b",")[2]


def _give(driver: Driver, index: int, number: int, line: bytes) -> None:
    try:
        given = driver.game.read_input.decode(line)
    except msgspec.ValidationError as wrong:
        raise MismatchError(number, f"no input of this game: {wrong}") from None
    if not given.amid:
        driver.run(1)  # to the wait that the input answered; an act in between would be a mismatch
    if len(driver.log) != index:
        raise MismatchError(number, "an input stands where the table acts")
    if refused := driver.submit(given, stepwise=True):
        raise MismatchError(number, f"the input is refused: {refused[0]}")


def _check_end(record: RoundRecord, driver: Driver) -> None:
    if record.closing is None:
        return
    number, line = record.closing
    with at_line(number):
        driver.run(1)
    if len(driver.log) > len(record.lines) or driver.next is None:
        raise MismatchError(number, "the record closes before the round is over")
    written = msgspec.json.encode({"line": "close", "carry": driver.next.digest})
    if _without_hash(line) != written[1:]:
        raise MismatchError(number, f"the table is left in another state than the record says: {written.decode()}")
