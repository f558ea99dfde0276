"""Reads a record file and replays it: the events must come out byte for byte the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Literal, TypeVar

import msgspec

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House, from_cents, reads_as_written
from pitboss.engine.inputs import Input
from pitboss.engine.record import FORMAT, encode_item
from pitboss.engine.value_errors import describe_value_error
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.rules import Rules
from pitboss.record.record_lines import as_file, decode_kind, lines_in
from pitboss.record.round_playback import (
    Entry,
    InputListener,
    MismatchError,
    UnreadableError,
    carry_after,
    mismatch_at,
    replay_entries,
)
from pitboss.table.steps import Step

T = TypeVar("T")
PLAYERS_OPENING = "cut"  # the kind of line that opens a round in a record for players


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line that opens a round, with the keys as they are written."""

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
    house: msgspec.Raw  # only the game can decode it
    carry: msgspec.Raw
    source: str
    salt: str


@dataclass
class RoundRecord:
    """The lines of one round. Line numbers count from 1."""

    first: int
    opened: bytes  # the line that opens it
    opening: Opening
    lines: list[tuple[int, bytes, dict[str, Any]]] = field(default_factory=list)
    closing: tuple[int, bytes] | None = None


def read(raw: bytes) -> tuple[list[bytes], list[RoundRecord]]:
    """Read a record that is short enough to be held in memory, and return its lines and its rounds."""
    file = as_file(raw)
    return list(lines_in(file)), [record for _, record in rounds_in(file)]


def rounds_in(file: BinaryIO, only: int | None = None) -> Iterator[tuple[int, RoundRecord]]:
    """Yield the rounds of a record with their numbers, counted from 1, one at a time. With `only`, yield just that
    round and stop reading after it. Raise `UnreadableError` if the lines form no record. Whether the rounds are true is
    for `verify` to say."""
    current: RoundRecord | None = None  # the open round
    count = number = 0
    for number, line in enumerate(lines_in(file), 1):
        is_wanted = only is None or count + (current is None) == only
        kind = _decode(number, line, decode_kind)
        if kind.line == "open" and current is None:
            count += 1
            current = RoundRecord(number, line, _read_opening(number, line))
        elif kind.line == "open":
            raise UnreadableError(f"line {number} opens a round before the last one is closed")
        elif not count and kind.line == PLAYERS_OPENING:
            raise UnreadableError("this is a record for players, which can be verified only; replay the house's record")
        elif not count:
            raise UnreadableError("line 1 does not open a round; is this a record?")
        elif current is None:
            raise UnreadableError(f"line {number} follows the close of a round; only an open line can come there")
        elif kind.line == "close":
            current.closing = (number, line)
            if is_wanted:
                yield count, current
            if count == only:
                return
            current = None
        elif not (kind.act or kind.input):
            raise UnreadableError(f"line {number} is neither an input nor an act")
        elif is_wanted:
            current.lines.append((number, line, _decode(number, line, _body)))
    if not number:
        raise UnreadableError("the record is empty, or its first line is not whole")
    if current is not None and only in (None, count):
        yield count, current
    elif only is not None:
        raise UnreadableError(f"it has rounds 1 to {count}, but no round {only}")


_body = msgspec.json.Decoder(dict[str, Any]).decode


def _decode(number: int, line: bytes, decode: Callable[[bytes], T]) -> T:
    """Decode a line, or raise an `UnreadableError` that says why it cannot be decoded."""
    try:
        return decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise UnreadableError(f"line {number} is not a line of a record: {_explain_failure(line)}") from None


def _explain_failure(line: bytes) -> str:
    """Explain in words why a line cannot be decoded."""
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return f"byte {error.start + 1} is not UTF-8 text"
    return "it is not a JSON object" if line.strip() else "it is empty"


def _read_opening(number: int, line: bytes) -> Opening:
    """Decode the line that opens a round, or raise `UnreadableError`."""
    body = _decode(number, line, _body)
    if body.get("format") != FORMAT:
        raise UnreadableError(f"line {number}: record format {body.get('format')}; this version reads {FORMAT}")
    try:
        return msgspec.json.decode(line, type=Opening)
    except msgspec.ValidationError as error:
        raise UnreadableError(f"line {number} does not open a round: {describe_value_error(error)}") from None


def rules_of(record: RoundRecord) -> tuple[Game, Rules]:
    """Return the game and the rules of this version that a record names. Raise `UnreadableError` if this version does
    not have them.
    """
    opening = record.opening
    try:
        game = load(opening.game)
        return game, game.rules(opening.readings, opening.as_of, opening.assumed)
    except ValueError as error:
        raise UnreadableError(f"line {record.first}: {error}{_version_note(opening)}") from None


def _version_note(opening: Opening) -> str:
    """Return a remark that another version wrote the round, or an empty string."""
    return f" (it was written by pitboss {opening.pitboss[:40]!a})" if opening.pitboss != __version__ else ""


def house_of(record: RoundRecord) -> House:
    """Return what the licensee elected, whether or not the law allows it."""
    game, _ = rules_of(record)
    try:
        return from_cents(game.house, record.opening.house)
    except msgspec.ValidationError as error:
        raise UnreadableError(
            f"line {record.first}, house: {describe_value_error(error)}{_version_note(record.opening)}"
        ) from None


def begin(record: RoundRecord) -> Driver:
    """Return the table as the record opens it, before anything is done."""
    game, rules = rules_of(record)
    house = house_of(record)
    try:
        carry = msgspec.json.decode(record.opening.carry, type=Carry)
    except msgspec.ValidationError as error:
        raise UnreadableError(f"line {record.first}, carry: {describe_value_error(error)}") from None
    with mismatch_at(record.first):
        _check_form(record, house, carry)
        return Driver(game, rules, house, carry, stepwise=True)


def _check_form(record: RoundRecord, house: House, carry: Carry) -> None:
    """Check that an opening reads back as it was written, so that no key which nobody reads can hide in it. The house
    is compared by value, because later versions add elections; the carry is compared byte for byte, because its digest
    is."""
    opening = record.opening
    as_read = {"house": house, "carry": carry}
    written = {name: msgspec.json.encode(part, enc_hook=int) for name, part in as_read.items()}  # Money as plain cents
    if not reads_as_written(house, opening.house):
        raise MismatchError(f"the house of this line reads as {written['house'].decode()}")
    if bytes(opening.carry) != written["carry"]:
        raise MismatchError(f"the carry of this line reads as {written['carry'].decode()}")
    if msgspec.json.encode(opening) != record.opened:
        raise MismatchError("this version would write the line differently")


def replay(record: RoundRecord) -> Iterator[tuple[Driver, Step | Input]]:
    """Replay the round and yield each item of the log as it happens. Raise `MismatchError` where it differs from the
    record."""
    driver = begin(record)
    for item in replay_entries(driver, entries_of(record)):
        yield driver, item


def replay_to_end(record: RoundRecord, listener: InputListener | None = None) -> Driver:
    """Replay the round to the end of its record and return the driver."""
    driver = begin(record)
    for _ in replay_entries(driver, entries_of(record), listener):
        pass
    return driver


def entries_of(record: RoundRecord) -> Iterator[Entry]:
    """Yield the inputs and acts of a round, and its closing if it has one."""
    for number, line, body in record.lines:
        yield Line(number, line, "input" in body)
    if record.closing is not None:
        yield Closing(*record.closing)


class Line(msgspec.Struct, frozen=True):
    """One input or one act of a record."""

    number: int
    line: bytes
    is_input: bool
    items: int = 1

    def read_input(self, game: Game) -> Input | None:
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
    items: int = 1

    def read_input(self, game: Game) -> Input | None:
        return None

    def check(self, driver: Driver, since: int) -> None:
        written = msgspec.json.encode({"line": "close", "carry": carry_after(driver, since).digest})
        if _without_hash(self.line) != written[1:]:
            raise MismatchError(f"the table ends in a different state than the record says: {written.decode()}")


def _without_hash(line: bytes) -> bytes:
    """Return the part of a line after `{"prev":"...",`."""
    return line.partition(b",")[2]
