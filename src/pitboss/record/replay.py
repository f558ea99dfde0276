"""Reading a record file and playing it again: the events must come out byte for byte the same."""

from __future__ import annotations

from collections.abc import Iterator
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
from pitboss.record.again import Entry, MismatchError, UnreadableError, at, closed, play_again
from pitboss.table.steps import Step


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
        raise UnreadableError("the record is empty")
    rounds: list[RoundRecord] = []
    for number, line in enumerate(lines, 1):
        try:
            body = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise UnreadableError(f"line {number} is not a line of a record: {wrong}") from None
        kind = body.get("line")
        between = not rounds or rounds[-1].closing is not None
        if kind == "open" and between:
            rounds.append(RoundRecord(number, line, _opening(number, line, body)))
        elif kind == "open":
            raise UnreadableError(f"line {number} opens a round before the last one is closed")
        elif not rounds:
            raise UnreadableError("line 1 does not open a round; is this a record?")
        elif between:
            raise UnreadableError(f"line {number} follows the close of a round; only an open line can come there")
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
        raise UnreadableError(f"line {number} does not open a round: {wrong}") from None


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
    with at(record.first):
        _check_form(record, house, carry)
        return Driver(game, rules, house, carry, stepwise=True)


def _check_form(record: RoundRecord, house: House, carry: Carry) -> None:
    """An opening must come out as it was written, too: no key that nobody reads may hide in it."""
    opening = record.opening
    for name, raw, part in (("house", opening.house, house), ("carry", opening.carry, carry)):
        written = msgspec.json.encode(part, enc_hook=int)  # Money goes down as plain cents
        if bytes(raw) != written:
            raise MismatchError(f"the {name} of this line reads as {written.decode()}")
    if msgspec.json.encode(opening) != record.opened:
        raise MismatchError("this version would write the line differently")


def replay(record: RoundRecord) -> Iterator[tuple[Driver, Step | Input]]:
    """Play the round again, handing over each item of the log as it happens; a `MismatchError` where it differs."""
    driver = begin(record)
    for item in play_again(driver, entries_of(record)):
        yield driver, item


def replayed(record: RoundRecord) -> Driver:
    """The round, played again to the end of its record."""
    driver = begin(record)
    for _ in play_again(driver, entries_of(record)):
        pass
    return driver


def entries_of(record: RoundRecord) -> Iterator[Entry]:
    for number, line, body in record.lines:
        yield Line(number, line, "input" in body)
    if record.closing is not None:
        yield Closing(*record.closing)


class Line(msgspec.Struct, frozen=True):
    """One input, or one act."""

    number: int
    line: bytes
    is_input: bool
    whole: bool = False

    def brings(self, game: Game) -> Input | None:
        return game.read_input.decode(self.line) if self.is_input else None

    def check(self, driver: Driver, since: int) -> None:
        if len(driver.log) <= since:
            raise MismatchError("there is an act where the table waits or the round is over")
        written = encode_item(driver.log[since])
        if _without_hash(self.line) != written[1:]:
            raise MismatchError(f"replay gives {written.decode()}", self.line, written)


class Closing(msgspec.Struct, frozen=True):
    """The line that closes a round."""

    number: int
    line: bytes
    whole: bool = False

    def brings(self, game: Game) -> Input | None:
        return None

    def check(self, driver: Driver, since: int) -> None:
        written = msgspec.json.encode({"line": "close", "carry": closed(driver, since).digest})
        if _without_hash(self.line) != written[1:]:
            raise MismatchError(f"the table ends in a different state than the record says: {written.decode()}")


def _without_hash(line: bytes) -> bytes:
    """What follows `{"prev":"...",`."""
    return line.partition(b",")[2]
