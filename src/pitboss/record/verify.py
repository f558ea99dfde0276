"""Is a record what it says it is? Four questions, each answered with the line where it fails."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from pitboss.record import replay as play_again
from pitboss.record.replay import MismatchError, RoundRecord


class Check(msgspec.Struct, frozen=True):
    name: str  # chain, rules, replay or head
    ok: bool
    line: int | None  # where it fails, counted from 1
    told: str


def verify(raw: bytes, head: tuple[int, str] | None) -> list[Check]:
    """`head` is a count of lines and the hash of the last of them, as somebody else kept it."""
    lines, rounds = play_again.read(raw)
    return [_chain(lines), _rules(rounds), _replay(rounds), _head(lines, head)]


def _chain(lines: list[bytes]) -> Check:
    broken = play_again.broken_link(lines)
    if broken is None:
        return Check("chain", True, None, f"{len(lines)} lines, each with the hash of the one before")
    return Check("chain", False, broken, f"line {broken} does not carry the hash of the line before it")


def _rules(rounds: list[RoundRecord]) -> Check:
    for record in rounds:
        try:
            wrong = _wrong_rules(record)
        except MismatchError as differs:
            wrong = str(differs)
        if wrong:
            return Check("rules", False, record.first, wrong)
    return Check("rules", True, None, "the rules' digest is the one this version has")


def _wrong_rules(record: RoundRecord) -> str:
    """Why a round was not played by the rules it names, or its house should not have; empty if all is well."""
    _, rules = play_again.rules_of(record)
    opening = record.opening
    if (opening.rules, opening.sections, opening.readings) != (rules.digest, rules.sections, rules.readings):
        return f"the round was played by other rules than these ({rules.digest[:12]}…)"
    house = play_again.house_of(record)
    with play_again.at_line(record.first):
        breaches = house.breaches(rules)
    return "; ".join(f"{found.key}: {found.wrong}, {found.right} [{found.cite}]" for found in breaches)


def _replay(rounds: list[RoundRecord]) -> Check:
    before = None
    for record in rounds:
        try:
            if before is not None and play_again.begin(record).carry != before:
                return Check("replay", False, record.first, "the round does not begin as the one before it ended")
            before = play_again.replayed(record).next
        except MismatchError as differs:
            return Check("replay", False, differs.line, str(differs))
    come = "1 round comes" if len(rounds) == 1 else f"{len(rounds)} rounds come"
    parked = "" if rounds[-1].closing else "; the last one is not over"
    return Check("replay", True, None, f"{come} out the same{parked}")


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
