"""How a round lies in its rows: the line that opens it, one for each input, and the line that closes it.

Only inputs are stored. Beside each stands the digest of the acts it led to, so that playing it again, by whatever
version, shows whether the same thing happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.house import House, from_cents
from pitboss.engine.inputs import Input
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.rules import Rules
from pitboss.store.chain import events_digest
from pitboss.table.steps import Step

_encoder = msgspec.json.Encoder(enc_hook=int)  # Money goes down as plain cents


class Open(msgspec.Struct, frozen=True, tag_field="line", tag="open"):
    at: int  # seconds since 1970
    code: str
    game: str
    as_of: str
    assumed: Assume
    readings: dict[str, str]
    rules: str
    house: msgspec.Raw
    carry: str  # digest
    source: str
    salt: str
    events: str  # what the dealer does before anything is awaited


class Given(msgspec.Struct, frozen=True, tag_field="line", tag="input"):
    at: int
    code: str
    given: msgspec.Raw
    events: str


class Closed(msgspec.Struct, frozen=True, tag_field="line", tag="close"):
    carry: str  # digest


Row = Open | Given | Closed
_read_row = msgspec.json.Decoder(Row).decode


class ReplayError(Exception):
    """Played again, a round comes out differently, or cannot be played."""


def events_of(items: Sequence[Step | Input]) -> str:
    return events_digest(_encoder.encode_lines(items))


def open_body(driver: Driver, source: str, salt: str, at: int) -> dict[str, Any]:
    rules = driver.rules
    return {
        "line": "open",
        "at": at,
        "code": __version__,
        "game": driver.game.name,
        "as_of": rules.as_of,
        "assumed": rules.assumed,
        "readings": rules.readings,
        "rules": rules.digest,
        "house": driver.house,
        "carry": driver.carry.digest,
        "source": source,
        "salt": salt,
        "events": events_of(driver.log),
    }


def input_body(given: Input, acts: Sequence[Step | Input], at: int) -> dict[str, Any]:
    return {"line": "input", "at": at, "code": __version__, "given": given, "events": events_of(acts)}


def close_body(driver: Driver) -> dict[str, Any]:
    assert driver.next is not None
    return {"line": "close", "carry": driver.next.digest}


def carry_text(carry: Carry) -> str:
    return _encoder.encode(carry).decode()


def read_carry(text: str) -> Carry:
    return msgspec.json.decode(text, type=Carry)


def replay(carry: Carry, lines: Sequence[str]) -> Driver:
    """The round of these rows, played again to where they end."""
    try:
        rows = [_read_row(line) for line in lines]
    except msgspec.DecodeError as wrong:
        raise ReplayError(f"a row cannot be read: {wrong}") from None
    if not rows or not isinstance(rows[0], Open):
        raise ReplayError("the rows do not open a round")
    opened = rows[0]
    try:
        game, rules, house = _setting(opened)
        driver = Driver(game, rules, house, carry)
        _same(driver.carry.digest, opened.carry, "the round does not begin as it says")
        _same(events_of(driver.log), opened.events, "the round opens otherwise than it did")
        for row in rows[1:]:
            _go_on(driver, row)
    except ReplayError:
        raise
    except Exception as wrong:  # rows that nobody honest wrote may break the engine anywhere
        raise ReplayError(f"the round cannot be played again, {type(wrong).__name__}: {wrong}") from wrong
    return driver


def _setting(opened: Open) -> tuple[Game, Rules, House]:
    game = load(opened.game)
    rules = game.rules(opened.readings, opened.as_of, opened.assumed)
    _same(rules.digest, opened.rules, "the round was played by other rules than this version has")
    return game, rules, from_cents(game.house, opened.house)


def _go_on(driver: Driver, row: Row) -> None:
    match row:
        case Given():
            given = driver.game.read_input.decode(row.given)
            at = len(driver.log) + 1
            if refused := driver.submit(given):
                raise ReplayError(f"an input is refused: {refused[0]}")
            _same(events_of(driver.log[at:]), row.events, "an input leads to other acts than it did")
        case Closed():
            if driver.next is None:
                raise ReplayError("the rows close a round that is not over")
            _same(driver.next.digest, row.carry, "the table is left in another state")
        case Open():
            raise ReplayError("a round is opened twice")


def _same(ours: str, theirs: str, wrong: str) -> None:
    if ours != theirs:
        raise ReplayError(wrong)
