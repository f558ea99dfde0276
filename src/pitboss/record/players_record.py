"""A record for players: every round told as it was noticed, and sealed until all of its cards are out of play.

A record holds the order of the cards. With cards that stay in play it would tell what is dealt in the rounds to come,
so the house keeps it, and players get this one. Each round ends with the hash of the last line of that round in the
house's record. The lines under that hash hold a long salt that nobody is told before the cards are out, so the hash
tells nothing until then; and then the house cannot show another record than the one that it sealed.
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
from pitboss.record.record_lines import as_file, lines_in
from pitboss.record.record_lines import kind_of as kind_of_line
from pitboss.record.replay import CUT, RoundRecord, replayed, rounds_in
from pitboss.table.steps import sentence_for_players

SEALED = "sealed"  # the kind of line that ends a round here
# Of an opening what is told before the cards are out: not the source of chance, not the salt, of the carry no card.
TOLD = ("format", "pitboss", "game", "as_of", "assumed", "sections", "readings", "rules", "house")

_encode = msgspec.json.Encoder(enc_hook=int).encode


def cut(record: bytes | BinaryIO) -> bytes:
    """What players get of a house's record; of the rounds that are over."""
    lines, head = [], START
    for body in _bodies(record):
        line = f'{{"prev":"{head}",'.encode() + _encode(body)[1:]
        head = sha256(line).hexdigest()
        lines.append(line + b"\n")
    return b"".join(lines)


def is_cut(record: bytes | BinaryIO) -> bool:
    first = next(lines_in(as_file(record)), b"{}")
    try:
        return kind_of_line(first).line == CUT
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def rounds_of(record: bytes | BinaryIO) -> int:
    """How many rounds a record for players tells."""
    return sum(b'"line":"sealed"' in line for line in lines_in(as_file(record)))


def first_other(told: bytes | BinaryIO, record: bytes | BinaryIO) -> int:
    """The first line, counted from 1, in which a record for players is not what the house's record makes of it; 0 if
    there is none. The house's may have gone on since."""
    ours = cut(record).splitlines()
    for number, (line, wanted) in enumerate(zip_longest(lines_in(as_file(told)), ours), 1):
        if line is None:
            return 0
        if line != wanted:
            return number
    return 0


def _bodies(record: bytes | BinaryIO) -> Iterator[dict[str, Any]]:
    for _, each in rounds_in(as_file(record)):
        if each.closing is not None:
            driver = replayed(each)
            yield _opening(each, driver)
            for step in seen_acts(driver.log):
                yield {"act": act_kind(step), "cite": step.cite, "told": sentence_for_players(step)}
            yield {"line": SEALED, "head": sha256(each.closing[1]).hexdigest()}


def _opening(record: RoundRecord, driver: Driver) -> dict[str, Any]:
    carry = driver.carry
    table = {"round": carry.round, "players": carry.players, "accounts": carry.accounts, "marks": carry.marks}
    return {"line": CUT, **{key: getattr(record.opening, key) for key in TOLD}, **table}
