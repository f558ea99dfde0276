"""The rows of a round: one that opens it, one for each input, and one that closes it or winds it up.

Only inputs are stored. Each has the digest of the acts it led to, so that a replay, by whatever version, shows whether
the same thing happens. The digest of the rules is only informative: the replay decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House, from_cents
from pitboss.engine.inputs import Input
from pitboss.engine.value_errors import describe_value_error
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.rules import Rules
from pitboss.record.other_version import is_of_another
from pitboss.record.round_playback import MismatchError, UnreadableError, carry_after, mismatch_at, replay_entries
from pitboss.table.steps import Step

_encoder = msgspec.json.Encoder(enc_hook=int)  # Money goes down as plain cents


class WrittenRow(msgspec.Struct, frozen=True, tag_field="line"):
    """A row as an entry to replay. It covers everything up to the next wait, or up to the next input if that came
    between two acts."""

    number: int  # its number in its chain

    @property
    def items(self) -> int:
        return 0

    def read_input(self, game: Game) -> Input | None:
        return None

    def check(self, driver: Driver, since: int) -> None:
        raise NotImplementedError


class Open(WrittenRow, frozen=True, tag="open"):
    """The row that opens a round."""

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
    events: str  # digest of what the dealer does before the first wait

    def check(self, driver: Driver, since: int) -> None:
        raise MismatchError("a round opens twice")


class InputRow(WrittenRow, frozen=True, tag="input"):
    """The row of an input."""

    at: int
    code: str
    given: msgspec.Raw
    events: str
    salt: str = ""  # where cards stay in play, so that the hash of the row gives away no hidden card
    acts: int = 0  # number of acts it led to, if the next input came between two acts

    @property
    def items(self) -> int:
        return 1 + self.acts if self.acts else 0

    def read_input(self, game: Game) -> Input | None:
        return game.read_input.decode(self.given)

    def check(self, driver: Driver, since: int) -> None:
        _require_equal(
            events_digest(driver.log[since + 1 :]), self.events, "an input leads to different acts than before"
        )


class CloseRow(WrittenRow, frozen=True, tag="close"):
    """The row that closes a round."""

    carry: str  # digest
    account: str = ""  # digest of the round's account; rounds of the first version have none

    def check(self, driver: Driver, since: int) -> None:
        _require_equal(carry_after(driver, since).digest, self.carry, "the table ends in a different state")


class WindUp(WrittenRow, frozen=True, tag="wind up"):
    """The row of a round that the house ended, giving its wagers back (store/rounds/wind_up.py)."""

    at: int
    code: str
    by: int  # account of the administrator
    why: str
    clear: bool  # whether nobody can play there any more, so that everybody got everything back
    carry: str  # digest
    account: str

    def check(self, driver: Driver, since: int) -> None:
        raise MismatchError("the round was wound up and cannot be replayed")


Row = Open | InputRow | CloseRow | WindUp
_read_row = msgspec.json.Decoder(Row).decode


def events_digest(items: Sequence[Step | Input]) -> str:
    """Return the digest of the acts that an input led to."""
    return sha256(_encoder.encode_lines(items)).hexdigest()


def open_body(driver: Driver, source: str, salt: str, time: int) -> dict[str, Any]:
    """Return the body of the row that opens a round."""
    rules = driver.rules
    return {
        "line": "open",
        "at": time,
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
        "events": events_digest(driver.log),
    }


def input_body(
    given: Input, acts: Sequence[Step | Input], time: int, salt: str = "", *, interrupted: bool = False
) -> dict[str, Any]:
    """Return the body of the row of an input. `interrupted`: the next input comes before the table waits for one."""
    body = {"line": "input", "at": time, "code": __version__, "given": given, "events": events_digest(acts)}
    salted = {"salt": salt} if salt else {}
    return {**body, **salted, "acts": len(acts)} if interrupted else {**body, **salted}


def close_body(driver: Driver, account: bytes) -> dict[str, Any]:
    """Return the body of the row that closes a round."""
    assert driver.next is not None
    return {"line": "close", "carry": driver.next.digest, "account": account_digest(account)}


def wind_up_body(after: Carry, by: int, why: str, time: int, account: bytes, *, clear: bool) -> dict[str, Any]:
    """Return the body of the row that winds up a round."""
    body = {"line": "wind up", "at": time, "code": __version__, "by": by, "why": why, "clear": clear}
    return {**body, "carry": after.digest, "account": account_digest(account)}


def account_digest(account: bytes) -> str:
    """Return the digest of a stored account. Nobody can guess the account from it, because each round of its chain has
    a long salt.
    """
    return sha256(account).hexdigest()


def carry_text(carry: Carry) -> str:
    return _encoder.encode(carry).decode()


def read_carry(text: str) -> Carry:
    return msgspec.json.decode(text, type=Carry)


def read(lines: Sequence[str]) -> list[Row]:
    """Decode the rows of one round. The first one opens it, unless the house wound up a table where no round had begun.
    Raise `UnreadableError` if they form no round."""
    try:
        rows = [_read_row(line) for line in lines]
    except msgspec.DecodeError as error:
        raise UnreadableError(f"a row cannot be read: {error}") from None
    if not rows or not isinstance(rows[0], Open | WindUp):
        raise UnreadableError("the rows do not open a round")
    return rows


def row_number(line: str) -> int:
    """Return the number of a row in its chain."""
    return int(msgspec.json.decode(line, type=dict[str, Any])["number"])


def version_of(lines: Sequence[str]) -> str:
    """Return the version that began the round."""
    opened = read(lines)[0]
    return "" if isinstance(opened, CloseRow) else opened.code


def is_of_another_version(rows: Sequence[Row]) -> bool:
    """Return whether another version wrote a row of a round, or other rules were in force."""
    opened = rows[0]
    if not isinstance(opened, Open):
        return False
    return is_of_another(opened, (row.code for row in rows if not isinstance(row, CloseRow)))


def version_that_began(rows: Sequence[Row]) -> str:
    """Return the version that began a round, with a remark if it is this one under other rules."""
    opened = rows[0]
    if not isinstance(opened, Open):
        return ""
    other_rules = opened.code == __version__ and is_of_another(opened, ())
    return f"{opened.code} under other rules" if other_rules else opened.code


def replay(carry: Carry, lines: Sequence[str]) -> Driver:
    """Replay the rows of a round and return the driver. Raise `MismatchError`, with the number of the row, where this
    version plays it differently."""
    opened, *rows = read(lines)
    if not isinstance(opened, Open):
        raise UnreadableError("the house wound up the table before a round began")
    with mismatch_at(opened.number):
        driver = Driver(*_setting(opened), carry)
    with mismatch_at(opened.number, driver):
        _require_equal(driver.carry.digest, opened.carry, "the round does not start where it says")
        _require_equal(events_digest(driver.log), opened.events, "the round opens differently than before")
    for _ in replay_entries(driver, rows):
        pass
    return driver


def setting_of(line: str) -> tuple[Game, Rules, House] | None:
    """Return the game, rules and house of a round, or None if this version does not know all of them."""
    try:
        opened = _read_row(line)
        return _setting(opened) if isinstance(opened, Open) else None
    except ValueError:
        return None


def _setting(opened: Open) -> tuple[Game, Rules, House]:
    """Return the game, rules and house that a row names."""
    game = load(opened.game)
    rules = game.rules(opened.readings, opened.as_of, opened.assumed)
    try:
        return game, rules, from_cents(game.house, opened.house)
    except msgspec.ValidationError as error:
        raise MismatchError(f"its house cannot be read: {describe_value_error(error)}") from None


def _require_equal(actual: str, expected: str, message: str) -> None:
    """Raise `MismatchError` with this message if two digests differ."""
    if actual != expected:
        raise MismatchError(message)
