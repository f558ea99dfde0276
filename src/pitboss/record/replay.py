"""Reading a record and playing it again: the events must come out byte for byte the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.inputs import Input
from pitboss.engine.record import FORMAT, START, encode_item
from pitboss.games import load
from pitboss.law.rules import Rules
from pitboss.table.money import Money
from pitboss.table.steps import Step


class UnreadableError(Exception):
    """The file is no record, or not one this version can read."""


class MismatchError(Exception):
    """Played again, the record comes out differently."""

    def __init__(self, line: int, wrong: str) -> None:
        super().__init__(wrong)
        self.line = line


@dataclass
class RoundRecord:
    """The lines of one round; line numbers count from 1."""

    first: int
    opening: dict[str, Any]
    lines: list[tuple[int, bytes, dict[str, Any]]] = field(default_factory=list)
    closing: tuple[int, dict[str, Any]] | None = None


def read(raw: bytes) -> tuple[list[bytes], list[RoundRecord]]:
    """All lines, and the rounds they make. Whether they are true is for `verify` to say."""
    lines = raw.splitlines()
    if not lines:
        raise UnreadableError("the file is empty")
    rounds: list[RoundRecord] = []
    for number, line in enumerate(lines, 1):
        try:
            body = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, msgspec.ValidationError) as wrong:
            raise UnreadableError(f"line {number} is no line of a record: {wrong}") from None
        kind = body.get("line")
        if kind == "open":
            if body.get("format") != FORMAT:
                raise UnreadableError(f"line {number}: record format {body.get('format')}; this version reads {FORMAT}")
            rounds.append(RoundRecord(number, body))
        elif not rounds:
            raise UnreadableError("line 1 does not open a round; is this a record?")
        elif kind == "close":
            rounds[-1].closing = (number, body)
        elif "act" in body or "input" in body:
            rounds[-1].lines.append((number, line, body))
        else:
            raise UnreadableError(f"line {number} is neither an input nor an act")
    return lines, rounds


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
    try:
        game = load(record.opening["game"])
        opening = record.opening
        return game, game.rules(opening["readings"], opening["as_of"], opening["assumed"])
    except (KeyError, ValueError) as wrong:
        raise UnreadableError(f"line {record.first}: {wrong}") from None


def begin(record: RoundRecord) -> Driver:
    game, rules = rules_of(record)
    try:
        house = msgspec.convert(record.opening["house"], game.house, dec_hook=_cents)
        carry = msgspec.convert(record.opening["carry"], Carry, strict=False)
    except (KeyError, msgspec.ValidationError) as wrong:
        raise UnreadableError(f"line {record.first}: {wrong}") from None
    return Driver(game, rules, house, carry, stepwise=True)


def _cents(kind: type, value: object) -> object:
    if kind is Money and isinstance(value, int):
        return Money(value)
    raise ValueError("amounts in a record are whole cents")


def replay(record: RoundRecord) -> Iterator[tuple[Driver, Step | Input]]:
    """Play the round again, handing over each item of the log as it happens; a `MismatchError` where it differs."""
    driver = begin(record)
    for index, (number, line, body) in enumerate(record.lines):
        if "input" in body:
            _give(driver, index, number, line)
        elif len(driver.log) == index:
            driver.run(1)
        if len(driver.log) <= index:
            raise MismatchError(number, "an act stands where the table waits or the round is over")
        item = driver.log[index]
        # The line without its hash must be the item as it is encoded now.
        if line[line.index(b",") + 1 :] != encode_item(item)[1:]:
            raise MismatchError(number, f"replay gives {encode_item(item).decode()}")
        yield driver, item
    _check_end(record, driver)


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
    number, body = record.closing
    driver.run(1)
    if len(driver.log) > len(record.lines) or driver.next is None:
        raise MismatchError(number, "the record closes before the round is over")
    if body.get("carry") != driver.next.digest:
        raise MismatchError(number, "the table is left in another state than the record says")


def replayed(record: RoundRecord) -> Driver:
    """The round, played again to the end of its record."""
    *_, (driver, _) = replay(record)
    return driver
