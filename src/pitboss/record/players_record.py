"""A record for players: every round as it was noticed, and sealed until all of its cards are out of play.

A house's record holds the order of the cards. Where cards stay in play it would give away the rounds to come, so the
house keeps it and players get this one. Each round ends with the hash of its last line in the house's record. The lines
under that hash hold a long salt, so the hash gives nothing away before the cards are out. Once they are, the house can
only show the record that it sealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import zip_longest
from typing import Any, BinaryIO

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.record import START
from pitboss.engine.view import seen_acts
from pitboss.record.account import act_kind
from pitboss.record.record_lines import as_file, decode_kind, lines_in
from pitboss.record.replay import PLAYERS_OPENING, RoundRecord, replay_to_end, rounds_in
from pitboss.table.steps import sentence_for_players

SEALED = "sealed"  # the kind of line that ends a round here
# Keys of an opening that may be shown before the cards are out: without source of chance, salt and carry.
SHOWN_KEYS = ("format", "pitboss", "game", "as_of", "assumed", "sections", "readings", "rules", "house")

_encode = msgspec.json.Encoder(enc_hook=int).encode


def make_players_record(record: bytes | BinaryIO) -> bytes:
    """Make the record for players from the house's record. It holds the finished rounds only."""
    lines, head = [], START
    for body in _bodies(record):
        line = f'{{"prev":"{head}",'.encode() + _encode(body)[1:]
        head = sha256(line).hexdigest()
        lines.append(line + b"\n")
    return b"".join(lines)


def is_players_record(record: bytes | BinaryIO) -> bool:
    """Return whether this is a record for players."""
    first = next(lines_in(as_file(record)), b"{}")
    try:
        return decode_kind(first).line == PLAYERS_OPENING
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def count_rounds(record: bytes | BinaryIO) -> int:
    """Count the rounds of a record for players."""
    return sum(b'"line":"sealed"' in line for line in lines_in(as_file(record)))


def first_different_line(shown: bytes | BinaryIO, record: bytes | BinaryIO) -> int:
    """Return the number of the first line, counted from 1, in which a record for players differs from the one that the
    house's record gives, or 0 if all agree. The house's record may be longer."""
    expected = make_players_record(record).splitlines()
    for number, (line, expected_line) in enumerate(zip_longest(lines_in(as_file(shown)), expected), 1):
        if line is None:
            return 0
        if line != expected_line:
            return number
    return 0


def _bodies(record: bytes | BinaryIO) -> Iterator[dict[str, Any]]:
    for _, round_record in rounds_in(as_file(record)):
        if round_record.closing is not None:
            driver = replay_to_end(round_record)
            yield _opening(round_record, driver)
            for step in seen_acts(driver.log):
                yield {"act": act_kind(step), "cite": step.cite, "told": sentence_for_players(step)}
            yield {"line": SEALED, "head": sha256(round_record.closing[1]).hexdigest()}


def _opening(record: RoundRecord, driver: Driver) -> dict[str, Any]:
    carry = driver.carry
    table = {"round": carry.round, "players": carry.players, "accounts": carry.accounts, "marks": carry.marks}
    return {"line": PLAYERS_OPENING, **{key: getattr(record.opening, key) for key in SHOWN_KEYS}, **table}
