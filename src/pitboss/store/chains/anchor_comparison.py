"""Compares the chains of a database with the heads that were anchored: an audit compares all, a start the newest.

An anchored head is one that a checkpoint file notes or marks. If an anchored head is not on its chain, the chain was
rewritten or cut short. Lines after the last anchored head, the tail, could have been rewritten unnoticed. After a
server has stopped there is no tail, so lines there were added by somebody else.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from pitboss.engine.record import START
from pitboss.store.audit.startup_state import find_undecided_faults
from pitboss.store.chains.chain_heads import CHAINS, REGISTER, SINCE, heads_of
from pitboss.store.chains.checkpoint_file import (
    CheckpointContents,
    DecisionLine,
    Heads,
    HeadsError,
    RestoredCopy,
    parse,
)
from pitboss.store.chains.state_register import differences, read_register
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import WITH_REGISTER, version_of
from pitboss.store.errors import StoreError, describe_error
from pitboss.store.staff_act_prefixes import printable_text


class AnchorComparison(NamedTuple):
    """The result of comparing the chains of a database with a checkpoint file."""

    looked_for: int  # number of anchored heads that were compared
    alarm: str  # the first head that is not the one on its chain; empty if none
    later: dict[str, tuple[int, int]]  # chain -> its last line, and how many anchored lines are missing after it
    tail: dict[str, int]  # chain -> number of lines that are not anchored yet


def compare_anchors(db: sqlite3.Connection, noted: CheckpointContents) -> AnchorComparison:
    """Compare every anchored head with the chains of a database."""
    heads = heads_of(db)
    ends = {chain: number for chain, (number, _) in heads.items()}
    count, alarm, later = 0, "", dict[str, tuple[int, int]]()
    last_good: dict[str, int] = {}  # chain -> the last anchored line that is on it
    for index, line in enumerate([*noted.lines, noted.newest]):
        for chain, (number, head) in line.items():
            if any(index < reset.after and number > reset.heads.get(chain, (0, START))[0] for reset in noted.resets):
                continue  # lines that came after a restored copy are gone
            count += 1
            end = ends.get(chain, 0)
            if number > end:
                later[chain] = (end, max(number - end, later.get(chain, (0, 0))[1]))
            elif hash_at(db, chain, number) == head:
                last_good[chain] = number
            elif not alarm:
                since = f"; up to line {last_good[chain]} it is" if last_good.get(chain) else ""
                alarm = f"line {number} of {chain_name(chain)} is not the one anchored{since}"
    known = _newest_heads(noted)
    tail = {chain: number - known.get(chain, (0, START))[0] for chain, number in ends.items()}
    return AnchorComparison(count, alarm, later, {chain: length for chain, length in tail.items() if length > 0})


def _newest_heads(noted: CheckpointContents) -> Heads:
    """Return the newest known heads, including marked ones."""
    later = {chain: head for chain, head in noted.newest.items() if head[0] > noted.known.get(chain, (0, START))[0]}
    return noted.known | later


# --- at a start


MOST_LISTED = 20
What = Literal["missing", "changed", "added", "register", "state", "checkpoint file"]


class Finding(msgspec.Struct, frozen=True):
    """A difference between the database and what was anchored."""

    what: What
    told: str
    chain: str = ""  # a table's number, or the name of a chain of the house
    first: int = 0  # lines
    last: int = 0


class Doubt(msgspec.Struct, frozen=True):
    """The reasons why a server does not trust the state of its database."""

    found: tuple[Finding, ...]

    @property
    def summary(self) -> str:
        """The first findings in one line. It is kept for good, and without a limit could have a line for every
        table."""
        more = len(self.found) - MOST_LISTED
        listed = "; ".join(finding.told for finding in self.found[:MOST_LISTED])
        return f"{listed}; and {more} more" if more > 0 else listed

    @property
    def begins_anew(self) -> bool:
        """True if there is no checkpoint file to continue."""
        return any(finding.what == "checkpoint file" for finding in self.found)


def find_doubt(path: Path, *anchors: Path) -> Doubt | None:
    """Return what differs from the checkpoint files before anything is written, or None. The first file is the
    database's own."""
    contents = {anchor_file: anchor_file.read_bytes() if anchor_file.exists() else b"" for anchor_file in anchors}
    if not path.exists():
        sentences = [
            f"{path} is not there, but {anchor_file} has anchors of it" for anchor_file, raw in contents.items() if raw
        ]
        return Doubt(tuple(Finding("checkpoint file", anchor_file) for anchor_file in sentences)) if sentences else None
    try:
        with open_read_only(path) as db:
            findings = list(_find_all(db, contents))
    except (sqlite3.DatabaseError, msgspec.DecodeError) as error:
        raise StoreError(
            f"{path} cannot be read: {describe_error(error)}; put a copy back with 'pitboss restore'"
        ) from None
    return Doubt(tuple(dict.fromkeys(findings))) if findings else None


def _find_all(db: sqlite3.Connection, contents: dict[Path, bytes]) -> Iterator[Finding]:
    """Yield every difference between the database and its checkpoint files, register and newest rounds."""
    own, *elsewhere = contents
    anchored = [path for path, raw in contents.items() if raw]
    row = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone() if version_of(db) else None
    if row is None or not (anchored or _is_in_use(db)):  # an interrupted first start, or a database without an id
        state = "has no id" if version_of(db) and _is_in_use(db) else "is empty"
        for path in anchored:
            yield Finding("checkpoint file", f"the database {state}, but {path} has anchors of it")
        return
    (database,) = row
    if not contents[own]:
        yield Finding(
            "checkpoint file", f"the checkpoint file {own} is missing or empty, so nothing shows what is lost"
        )
    for path, raw in contents.items():
        if not raw:
            continue
        try:
            noted = parse(path, raw, database)
        except HeadsError as error:
            yield Finding("checkpoint file", str(error))
            continue
        if path in elsewhere and not contents[own].startswith(raw[: raw.rfind(b"\n") + 1]):
            yield Finding("checkpoint file", f"{path} has lines that {own} does not have")
        yield from _compare_newest(db, noted)
    if version_of(db) >= WITH_REGISTER:
        for difference in differences(db, read_register(db)):
            yield Finding("register", difference, REGISTER)
    for fault in find_undecided_faults(db):
        yield Finding("state", fault.told, fault.chain)


def _compare_newest(db: sqlite3.Connection, noted: CheckpointContents) -> Iterator[Finding]:
    """Yield a finding for each chain that does not have its newest anchored line, and for each line that was added
    after the server had stopped.

    Older anchored lines need no look: the hashes lead back to all of them from the newest.
    """
    heads, known = heads_of(db), _newest_heads(noted)
    for chain, (number, head) in known.items():
        end = heads.get(chain, (0, START))[0]
        if number > end:
            prefix = "" if chain in heads else f"{chain_name(chain)} is not in the database: "
            message = f"{prefix}{_lines(chain, end + 1, number)} missing"
            yield Finding("missing", message, chain, end + 1, number)
        elif hash_at(db, chain, number) != head:
            last_good = _last_good(db, noted, chain)
            message = f"{_lines(chain, last_good + 1, number)} not as anchored"
            yield Finding("changed", message, chain, last_good + 1, number)
    if noted.stopped:
        for chain, (end, _) in heads.items():
            number = known.get(chain, (0, START))[0]
            if end > number:
                message = f"{_lines(chain, number + 1, end)} there, but no server wrote that: the last one had stopped"
                yield Finding("added", message, chain, number + 1, end)


def _last_good(db: sqlite3.Connection, noted: CheckpointContents, chain: str) -> int:
    """Return the number of the last anchored line of a chain that is still there."""
    for line in reversed(noted.lines):
        if chain in line and hash_at(db, chain, line[chain][0]) == line[chain][1]:
            return line[chain][0]
    return 0


def _is_in_use(db: sqlite3.Connection) -> bool:
    """Return whether anything has happened in the database yet."""
    return any(db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in ("accounts", "rows"))


# --- in words


def _lines(chain: str, first: int, last: int) -> str:
    return (
        f"line {first} of {chain_name(chain)} is"
        if first == last
        else f"lines {first} to {last} of {chain_name(chain)} are"
    )


def chain_name(chain: str) -> str:
    return chain if chain in CHAINS else f"table {chain}"


def describe_reset(reset: RestoredCopy | DecisionLine) -> str:
    """Describe when and why a chain was set back: a copy was restored, or somebody decided to continue."""
    day = datetime.fromtimestamp(reset.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    up_to = ", ".join(f"line {number} of {chain_name(chain)}" for chain, (number, _) in reset.heads.items())
    if isinstance(reset, RestoredCopy):
        return f"restored on {day} from {reset.copy}, up to {up_to}"
    decision = reset.decision
    why = f" ({decision.why})" if decision.why else ""
    verb = "started over" if decision.begun else "continued"
    return printable_text(f"{verb} on {day} by {decision.by}{why} from {up_to}, although {decision.found}")


def hash_at(db: sqlite3.Connection, chain: str, number: int) -> str | None:
    """Return the hash of a line of a chain, or None if there is no such line."""
    if number == 0:
        return START
    if chain in CHAINS:
        if version_of(db) < SINCE[chain]:
            return None
        row = db.execute(f"SELECT hash FROM {CHAINS[chain]} WHERE number = ?", (number,)).fetchone()
    else:
        row = db.execute('SELECT hash FROM rows WHERE "table" = ? AND number = ?', (chain, number)).fetchone()
    return None if row is None else row[0]
