"""Is a record what it says it is? Four questions, each answered with the line where it fails.

A record may have been written by another version. Whether the two versions agree is not for a number to say: the record
is played again, and every act must come out the same.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from pitboss import __version__
from pitboss.record.again import MismatchError, at
from pitboss.record.replay import RoundRecord, begin, broken_link, house_of, read, replayed, rules_of


class Check(msgspec.Struct, frozen=True):
    """One question and its answer; of a record with the line where it fails."""

    name: str
    ok: bool
    line: int | UnsetType | None = UNSET  # counted from 1
    told: str = ""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The first point at which a round comes out differently, in a file or in the rows of a table: the act as it was
    recorded, and as it is now. Of a row that is known as far as the round has an account."""

    table: int | UnsetType = UNSET
    round: int
    line: int | UnsetType = UNSET
    row: int | UnsetType = UNSET
    told: str
    recorded: dict[str, Any] | None = None
    replayed: dict[str, Any] | None = None

    @property
    def where(self) -> str:
        named = (("table", self.table), ("round", self.round), ("line", self.line), ("row", self.row))
        return ", ".join(f"{word} {number}" for word, number in named if number is not UNSET)


class Findings(msgspec.Struct, frozen=True):
    """What was found when everything was played again."""

    checks: tuple[Check, ...]
    version: tuple[str, ...]  # which versions wrote it
    first_difference: Difference | None

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)

    @property
    def another(self) -> str:
        """Which other versions wrote it, in words; empty if only this one did."""
        if set(self.version) <= {__version__}:
            return ""
        return f"written by pitboss {', '.join(self.version)}; this is {__version__}"

    def answers(self) -> dict[str, bool]:
        """Yes or no, under the words that files and databases share or their own."""
        return {check.name: check.ok for check in self.checks}

    def as_json(self) -> dict[str, Any]:
        return {
            **self.answers(),
            "version": ", ".join(self.version),
            "first_difference": self.first_difference,
            "checks": self.checks,
        }


def printable(version: str) -> str:
    """A version as a record names it, which may hold anything."""
    return "".join(sign if sign.isprintable() else "?" for sign in version[:40])


def verify(raw: bytes, head: tuple[int, str] | None) -> Findings:
    """`head` is a count of lines and the hash of the last of them, as somebody else kept it."""
    lines, rounds = read(raw)
    replay, difference = _replay(rounds)
    versions = tuple(dict.fromkeys(printable(record.opening.pitboss) for record in rounds))
    return Findings((_chain(lines), _rules(rounds), replay, _head(lines, head)), versions, difference)


def _chain(lines: list[bytes]) -> Check:
    broken = broken_link(lines)
    if broken is None:
        return Check("chain", True, None, f"{len(lines)} lines, each with the hash of the line before it")
    return Check("chain", False, broken, f"line {broken} does not have the hash of the line before it")


def _rules(rounds: list[RoundRecord]) -> Check:
    others = 0
    for record in rounds:
        try:
            wrong = _wrong_rules(record)
            others += record.opening.rules != rules_of(record)[1].digest
        except MismatchError as differs:
            wrong = str(differs)
        if wrong:
            return Check("rules", False, record.first, wrong)
    if others:
        told = f"{others} of {len(rounds)} rounds name another version's rules; replay decides whether they agree"
        return Check("rules", True, None, told)
    return Check("rules", True, None, "the rules match this version")


def _wrong_rules(record: RoundRecord) -> str:
    """Why a round was not played by the rules it names, or its house should not have; empty if all is well."""
    _, rules = rules_of(record)
    opening = record.opening
    house = house_of(record)
    if opening.rules != rules.digest and opening.pitboss != __version__:
        return ""  # another version's: what it lacks, and what is found against a house since, is not held against it
    if (opening.sections, opening.readings) != (rules.sections, rules.readings):
        return f"the round was played by different rules than these ({rules.digest[:12]}…)"
    with at(record.first):
        breaches = house.breaches(rules)
    return "; ".join(f"{found.key}: {found.wrong}, {found.right} [{found.cite}]" for found in breaches)


def _replay(rounds: list[RoundRecord]) -> tuple[Check, Difference | None]:
    before = None
    for number, record in enumerate(rounds, 1):
        try:
            if before is not None and begin(record).carry != before:
                with at(record.first):
                    raise MismatchError("the round does not start where the one before it ended")
            before = replayed(record).next
        except MismatchError as differs:
            told = str(differs)
            acts = [_act(line) for line in (differs.recorded, differs.replayed)]
            first = Difference(round=number, line=differs.number, told=told, recorded=acts[0], replayed=acts[1])
            return Check("replay", False, differs.number, told), first
    come = "1 round replays" if len(rounds) == 1 else f"{len(rounds)} rounds replay"
    parked = "" if rounds[-1].closing else "; the last one is not over"
    return Check("replay", True, None, f"{come} the same{parked}"), None


def _act(line: bytes) -> dict[str, Any] | None:
    """What is written in a line, but for its hash."""
    if not line:
        return None
    return {key: value for key, value in msgspec.json.decode(line, type=dict[str, Any]).items() if key != "prev"}


def _head(lines: list[bytes], head: tuple[int, str] | None) -> Check:
    count, digest = len(lines), sha256(lines[-1]).hexdigest()
    if head is None:
        return Check("head", True, None, f"not checked; the head is {count}:{digest}")
    wanted, kept = head
    if wanted > count:
        return Check(
            "head", False, count, f"the head counts {wanted} lines, but the file has {count}: lines are missing"
        )
    if sha256(lines[wanted - 1]).hexdigest() != kept:
        return Check("head", False, wanted, "the hash you kept is not the hash of this line")
    return Check("head", True, None, f"line {wanted} is the head you kept; {count - wanted} lines follow it")
