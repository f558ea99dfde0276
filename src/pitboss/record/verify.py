"""Is a record what it says it is? Four questions, each answered with the line where it fails.

A record may have been written by another version. Whether the two versions agree is not for a number to say: the record
is played again, and every act must come out the same.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.record import replay as play_again
from pitboss.record.replay import MismatchError, RoundRecord


class Check(msgspec.Struct, frozen=True):
    name: str  # chain, rules, replay or head
    ok: bool
    line: int | None  # where it fails, counted from 1
    told: str


class Difference(msgspec.Struct, frozen=True):
    """The first place at which a round comes out differently: the act as it was recorded, and as it is now."""

    round: int
    line: int
    told: str
    recorded: dict[str, Any] | None = None
    replayed: dict[str, Any] | None = None


class Verdict(msgspec.Struct, frozen=True):
    checks: tuple[Check, ...]
    version: tuple[str, ...]  # which versions wrote the record
    first_difference: Difference | None

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)

    @property
    def another(self) -> str:
        """Which other version wrote it, in words; empty if this one did."""
        return other_versions(self.version)

    def as_json(self) -> dict[str, Any]:
        return {
            **{check.name: check.ok for check in self.checks},
            "version": ", ".join(self.version),
            "first_difference": self.first_difference,
            "checks": self.checks,
        }


def printable(version: str) -> str:
    """A version as a record names it, which may hold anything."""
    return "".join(sign if sign.isprintable() else "?" for sign in version[:40])


def other_versions(versions: tuple[str, ...]) -> str:
    if set(versions) <= {__version__}:
        return ""
    return f"written by pitboss {', '.join(versions)}; this is {__version__}"


def verify(raw: bytes, head: tuple[int, str] | None) -> Verdict:
    """`head` is a count of lines and the hash of the last of them, as somebody else kept it."""
    lines, rounds = play_again.read(raw)
    replay, difference = _replay(rounds)
    versions = tuple(dict.fromkeys(printable(record.opening.pitboss) for record in rounds))
    return Verdict((_chain(lines), _rules(rounds), replay, _head(lines, head)), versions, difference)


def _chain(lines: list[bytes]) -> Check:
    broken = play_again.broken_link(lines)
    if broken is None:
        return Check("chain", True, None, f"{len(lines)} lines, each with the hash of the one before")
    return Check("chain", False, broken, f"line {broken} does not carry the hash of the line before it")


def _rules(rounds: list[RoundRecord]) -> Check:
    others = 0
    for record in rounds:
        try:
            wrong = _wrong_rules(record)
            others += record.opening.rules != play_again.rules_of(record)[1].digest
        except MismatchError as differs:
            wrong = str(differs)
        if wrong:
            return Check("rules", False, record.first, wrong)
    if others:
        told = f"{others} of {len(rounds)} rounds name rules of another version; replay decides whether they agree"
        return Check("rules", True, None, told)
    return Check("rules", True, None, "the rules' digest is the one this version has")


def _wrong_rules(record: RoundRecord) -> str:
    """Why a round was not played by the rules it names, or its house should not have; empty if all is well."""
    _, rules = play_again.rules_of(record)
    opening = record.opening
    house = play_again.house_of(record)
    if opening.rules != rules.digest and opening.pitboss != __version__:
        return ""  # another version's: what it lacks, and what is found against a house since, is not held against it
    if (opening.sections, opening.readings) != (rules.sections, rules.readings):
        return f"the round was played by other rules than these ({rules.digest[:12]}…)"
    with play_again.at_line(record.first):
        breaches = house.breaches(rules)
    return "; ".join(f"{found.key}: {found.wrong}, {found.right} [{found.cite}]" for found in breaches)


def _replay(rounds: list[RoundRecord]) -> tuple[Check, Difference | None]:
    before = None
    for number, record in enumerate(rounds, 1):
        try:
            if before is not None and play_again.begin(record).carry != before:
                raise MismatchError(record.first, "the round does not begin as the one before it ended")
            before = play_again.replayed(record).next
        except MismatchError as differs:
            told = str(differs)
            acts = [_act(line) for line in (differs.recorded, differs.replayed)]
            return Check("replay", False, differs.line, told), Difference(number, differs.line, told, *acts)
    come = "1 round comes" if len(rounds) == 1 else f"{len(rounds)} rounds come"
    parked = "" if rounds[-1].closing else "; the last one is not over"
    return Check("replay", True, None, f"{come} out the same{parked}"), None


def _act(line: bytes) -> dict[str, Any] | None:
    """What is written in a line, but for its hash."""
    if not line:
        return None
    return {key: value for key, value in msgspec.json.decode(line, type=dict[str, Any]).items() if key != "prev"}


def _head(lines: list[bytes], head: tuple[int, str] | None) -> Check:
    count, digest = len(lines), sha256(lines[-1]).hexdigest()
    if head is None:
        return Check("head", True, None, f"not asked; the head is {count}:{digest}")
    wanted, kept = head
    if wanted > count:
        return Check("head", False, count, f"the head has {wanted} lines, the file {count}: lines are missing")
    if sha256(lines[wanted - 1]).hexdigest() != kept:
        return Check("head", False, wanted, "the hash kept elsewhere is not the hash of this line")
    return Check("head", True, None, f"line {wanted} is the head that was kept; {count - wanted} lines came after it")
