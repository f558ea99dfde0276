"""The record of a round: its inputs and the acts that followed, as lines that each carry the hash of the line before.

The format is documented in docs/record-format.md. Lines are encoded and hashed once, when the round is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input
from pitboss.law.rules import Rules
from pitboss.table.steps import Step

FORMAT = 1
START = "0" * 64  # what the first line of a record carries in place of a hash

_encoder = msgspec.json.Encoder(enc_hook=int)  # Money is written as plain cents


def setting_of(driver: Driver) -> bytes:
    """Encode the part of an open line that stays the same from round to round: game, rules, house."""
    return _encoder.encode(
        {
            "line": "open",
            "format": FORMAT,
            "pitboss": __version__,
            "game": driver.game.name,
            "as_of": driver.rules.as_of,
            "assumed": driver.rules.assumed,
            "sections": driver.rules.sections,
            "readings": driver.rules.readings,
            "rules": driver.rules.digest,
            "house": driver.house,
        }
    )


def open_line(setting: bytes, carry: Carry, source: str, salt: str) -> bytes:
    """Encode the line that opens a round: all that its inputs need to be replayed. The salt hides what hashes cover."""
    rest = _encoder.encode({"carry": carry, "source": source, "salt": salt})
    return setting[:-1] + b"," + rest[1:]


def lines_of(driver: Driver, opening: bytes, before: str) -> tuple[list[bytes], str]:
    """Return the lines of a round and the hash of the last one. `before` is the hash of the line that they follow."""
    bodies = opening + b"\n" + _encoder.encode_lines(driver.log)
    if driver.next is not None:
        bodies += _encoder.encode({"line": "close", "carry": driver.next.digest}) + b"\n"
    lines = []
    head = before
    for body in bodies[1:-1].decode().split("\n{"):  # each without its opening brace; JSON has no line end inside
        line = f'{{"prev":"{head}",{body}'.encode()
        head = sha256(line).hexdigest()
        lines.append(line)
    return lines, head


def encode_item(item: Step | Input) -> bytes:
    """Encode a step or an input as the text of a record's line."""
    return _encoder.encode(item)


class Chain:
    """A record in the making: rounds are appended one after the other, to the lines it already has."""

    def __init__(self, lines: Sequence[bytes] = ()) -> None:
        self.count = len(lines)
        self.head = sha256(lines[-1]).hexdigest() if lines else START
        self._rules: Rules | None = None  # those the setting was encoded for
        self._house: House | None = None
        self._setting = b""

    def append(self, driver: Driver, source: str, salt: str) -> list[bytes]:
        """Append a finished round, and return its lines."""
        if driver.rules is not self._rules or driver.house is not self._house:
            self._rules, self._house, self._setting = driver.rules, driver.house, setting_of(driver)
        opening = open_line(self._setting, driver.carry, source, salt)
        lines, self.head = lines_of(driver, opening, self.head)
        self.count += len(lines)
        return lines
