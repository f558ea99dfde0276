"""How the chains of a database compare with the heads that were anchored: at an audit with all, at a start the newest.

An anchored head is one that a checkpoint file notes, or marks. A chain on which an anchored head is not to be found was
rewritten or cut short; what stands after the last anchored head could have been, unnoticed, and is told as the tail.
After a server has stopped there is no tail, so what stands there was added by somebody else.
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
from pitboss.store.chains.checkpoint_file import CheckpointContents, Decided, Heads, HeadsError, Restored, parse
from pitboss.store.chains.state_register import differences, read_register
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import WITH_REGISTER, version_of
from pitboss.store.errors import StoreError, describe_error
from pitboss.store.staff_act_prefixes import printable_text


class AnchorComparison(NamedTuple):
    """How the chains of a database compare with a checkpoint file."""

    looked_for: int  # anchored heads
    alarm: str  # the first that is not the one on its chain
    later: dict[str, tuple[int, int]]  # chain -> its last line, and how many anchored lines came after that
    tail: dict[str, int]  # chain -> lines that are not anchored yet


def compare_anchors(db: sqlite3.Connection, noted: CheckpointContents) -> AnchorComparison:
    heads = heads_of(db)
    ends = {chain: number for chain, (number, _) in heads.items()}
    count, alarm, later = 0, "", dict[str, tuple[int, int]]()
    good: dict[str, int] = {}  # chain -> the last anchored line that is there
    for at, line in enumerate([*noted.lines, noted.newest]):
        for chain, (number, head) in line.items():
            if any(at < each.after and number > each.heads.get(chain, (0, START))[0] for each in noted.resets):
                continue  # what came later than a copy that was put back is not to be found
            count += 1
            end = ends.get(chain, 0)
            if number > end:
                later[chain] = (end, max(number - end, later.get(chain, (0, 0))[1]))
            elif hash_at(db, chain, number) == head:
                good[chain] = number
            elif not alarm:
                since = f"; up to line {good[chain]} it is" if good.get(chain) else ""
                alarm = f"line {number} of {chain_name(chain)} is not the one anchored{since}"
    known = _newest_heads(noted)
    tail = {chain: number - known.get(chain, (0, START))[0] for chain, number in ends.items()}
    return AnchorComparison(count, alarm, later, {chain: many for chain, many in tail.items() if many > 0})


def _newest_heads(noted: CheckpointContents) -> Heads:
    """The newest heads that are known, marks among them."""
    later = {chain: head for chain, head in noted.newest.items() if head[0] > noted.known.get(chain, (0, START))[0]}
    return noted.known | later


# --- at a start


MOST_LISTED = 20
What = Literal["missing", "changed", "added", "register", "state", "checkpoint file"]


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it was anchored."""

    what: What
    told: str
    chain: str = ""  # a table's number, or the name of one of the house's
    first: int = 0  # lines
    last: int = 0


class Doubt(msgspec.Struct, frozen=True):
    """Why a server does not know its own state."""

    found: tuple[Finding, ...]

    @property
    def summary(self) -> str:
        """The first of it: this is kept for good, and may be a line for every table."""
        more = len(self.found) - MOST_LISTED
        told = "; ".join(each.told for each in self.found[:MOST_LISTED])
        return f"{told}; and {more} more" if more > 0 else told

    @property
    def begins_anew(self) -> bool:
        """Whether there is no checkpoint file to go on with."""
        return any(each.what == "checkpoint file" for each in self.found)


def find_doubt(path: Path, *anchors: Path) -> Doubt | None:
    """What is not as the checkpoint files say, before anything is written. The first is the database's own."""
    kept = {each: each.read_bytes() if each.exists() else b"" for each in anchors}
    if not path.exists():
        told = [f"{path} is not there, but {each} has anchors of it" for each, raw in kept.items() if raw]
        return Doubt(tuple(Finding("checkpoint file", each) for each in told)) if told else None
    try:
        with open_read_only(path) as db:
            found = list(_find_all(db, kept))
    except (sqlite3.DatabaseError, msgspec.DecodeError) as wrong:
        raise StoreError(
            f"{path} cannot be read: {describe_error(wrong)}; put a copy back with 'pitboss restore'"
        ) from None
    return Doubt(tuple(dict.fromkeys(found))) if found else None


def _find_all(db: sqlite3.Connection, kept: dict[Path, bytes]) -> Iterator[Finding]:
    own, *elsewhere = kept
    anchored = [path for path, raw in kept.items() if raw]
    row = db.execute("SELECT value FROM meta WHERE key = 'id'").fetchone() if version_of(db) else None
    if row is None or not (anchored or _is_in_use(db)):  # a start that was broken off before anything happened, or not
        what = "has no id" if version_of(db) and _is_in_use(db) else "is empty"
        for path in anchored:
            yield Finding("checkpoint file", f"the database {what}, but {path} has anchors of it")
        return
    (database,) = row
    if not kept[own]:
        yield Finding(
            "checkpoint file", f"the checkpoint file {own} is missing or empty, so nothing shows what is lost"
        )
    for path, raw in kept.items():
        if not raw:
            continue
        try:
            noted = parse(path, raw, database)
        except HeadsError as wrong:
            yield Finding("checkpoint file", str(wrong))
            continue
        if path in elsewhere and not kept[own].startswith(raw[: raw.rfind(b"\n") + 1]):
            yield Finding("checkpoint file", f"{path} has lines that {own} does not have")
        yield from _compare_newest(db, noted)
    if version_of(db) >= WITH_REGISTER:
        for told in differences(db, read_register(db)):
            yield Finding("register", told, REGISTER)
    for each in find_undecided_faults(db):
        yield Finding("state", each.told, each.chain)


def _compare_newest(db: sqlite3.Connection, noted: CheckpointContents) -> Iterator[Finding]:
    """The newest anchored head of each chain must be there; if it is, the hashes lead back from it to all others."""
    heads, known = heads_of(db), _newest_heads(noted)
    for chain, (number, head) in known.items():
        end = heads.get(chain, (0, START))[0]
        if number > end:
            there = "" if chain in heads else f"{chain_name(chain)} is not in the database: "
            told = f"{there}{_lines(chain, end + 1, number)} missing"
            yield Finding("missing", told, chain, end + 1, number)
        elif hash_at(db, chain, number) != head:
            since = _last_good(db, noted, chain)
            told = f"{_lines(chain, since + 1, number)} not as anchored"
            yield Finding("changed", told, chain, since + 1, number)
    if noted.stopped:
        for chain, (end, _) in heads.items():
            number = known.get(chain, (0, START))[0]
            if end > number:
                told = f"{_lines(chain, number + 1, end)} there, but no server wrote that: the last one had stopped"
                yield Finding("added", told, chain, number + 1, end)


def _last_good(db: sqlite3.Connection, noted: CheckpointContents, chain: str) -> int:
    """The last anchored line of a chain that is still there."""
    for line in reversed(noted.lines):
        if chain in line and hash_at(db, chain, line[chain][0]) == line[chain][1]:
            return line[chain][0]
    return 0


def _is_in_use(db: sqlite3.Connection) -> bool:
    """Whether anything has happened yet."""
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


def describe_reset(each: Restored | Decided) -> str:
    day = datetime.fromtimestamp(each.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    up_to = ", ".join(f"line {number} of {chain_name(chain)}" for chain, (number, _) in each.heads.items())
    if isinstance(each, Restored):
        return f"restored on {day} from {each.copy}, up to {up_to}"
    decision = each.decision
    why = f" ({decision.why})" if decision.why else ""
    how = "started over" if decision.begun else "continued"
    return printable_text(f"{how} on {day} by {decision.by}{why} from {up_to}, although {decision.found}")


def hash_at(db: sqlite3.Connection, chain: str, number: int) -> str | None:
    if number == 0:
        return START
    if chain in CHAINS:
        if version_of(db) < SINCE[chain]:
            return None
        row = db.execute(f"SELECT hash FROM {CHAINS[chain]} WHERE number = ?", (number,)).fetchone()
    else:
        row = db.execute('SELECT hash FROM rows WHERE "table" = ? AND number = ?', (chain, number)).fetchone()
    return None if row is None else row[0]
