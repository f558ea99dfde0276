"""Checks that a record is genuine and complete: four questions, each answered with the line where it fails.

A record may have been written by another version. Version numbers do not say whether two versions agree: the record is
replayed, and every act must come out the same.
"""

from __future__ import annotations

from typing import Any, BinaryIO

import msgspec
from msgspec import UNSET, UnsetType

from pitboss import __version__
from pitboss.record.other_version import describe, is_of_another, printable
from pitboss.record.players_record import count_rounds, first_different_line, is_players_record
from pitboss.record.record_chain import Chain, follow_chain
from pitboss.record.record_lines import as_file
from pitboss.record.replay import RoundRecord, begin, house_of, replay_to_end, rounds_in, rules_of
from pitboss.record.round_playback import MismatchError, UnreadableError, mismatch_at
from pitboss.record.seeds import Seeds
from pitboss.table.steps import quantity


class Check(msgspec.Struct, frozen=True):
    """One question about a record or a database, and its answer. For a record it has the line where it fails."""

    name: str
    ok: bool | None  # None if it was not asked or cannot be judged
    line: int | UnsetType | None = UNSET  # counted from 1
    told: str = ""
    judged: bool = True  # False if another version wrote a round that this one plays differently; then `ok` is None


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The first point at which a round in a file or a table's rows replays differently: the act as it was recorded, and
    as it is now. The acts of a row are known only if the round has an account."""

    table: int | UnsetType = UNSET
    round: int
    line: int | UnsetType = UNSET
    row: int | UnsetType = UNSET
    told: str
    recorded: dict[str, Any] | None = None
    replayed: dict[str, Any] | None = None

    @property
    def where(self) -> str:
        """Describe in words the table, round, line and row of the difference, leaving out what is not known."""
        parts = (("table", self.table), ("round", self.round), ("line", self.line), ("row", self.row))
        return ", ".join(f"{word} {number}" for word, number in parts if number is not UNSET)


class Findings(msgspec.Struct, frozen=True):
    """The result of verifying a record or a database.

    `ok` is whether nothing is wrong as far as this version can judge; `judged` is whether it can judge all of it.
    """

    checks: tuple[Check, ...]
    version: tuple[str, ...]  # the versions that wrote it
    first_difference: Difference | None
    open_round: int | None = None  # for a record: the number of its last round if that is not over

    @property
    def ok(self) -> bool:
        """True if no check failed."""
        return all(check.ok is not False for check in self.checks)

    @property
    def judged(self) -> bool:
        """True if this version can judge every round. It cannot judge a round that another version wrote and that it
        plays differently."""
        return all(check.judged for check in self.checks)

    @property
    def another(self) -> str:
        """The other versions that wrote it, in words; empty if only this one did."""
        if set(self.version) <= {__version__}:
            return ""
        return f"written by pitboss {', '.join(self.version)}; this is {__version__}"

    def answers(self) -> dict[str, bool | None]:
        """Return the answer to each question by its name: True, False, or None if it was not asked."""
        return {check.name: check.ok for check in self.checks}

    def as_json(self) -> dict[str, Any]:
        """Return the findings as plain values."""
        return {
            **self.answers(),
            "judged": self.judged,
            "version": ", ".join(self.version),
            "first_difference": self.first_difference,
            "open_round": self.open_round,
            "checks": self.checks,
        }


def verify(record: bytes | BinaryIO, head: tuple[int, str] | None) -> Findings:
    """Verify a record. `head` is a number of lines and the hash of the last of them, as somebody else kept it. The
    record is read from the front twice, and at most one round is held in memory."""
    file = as_file(record)
    links, hash_at_head = follow_chain(file, head[0] if head else 0)
    if is_players_record(file):
        return verify_players_record(file, head)
    rounds = _Rounds()
    for number, round_record in rounds_in(file):
        rounds.check(number, round_record)
    chain = _check_chain(links)
    checks = (chain, rounds.rules(), rounds.replay(linked=chain.ok is True), _check_head(links, head, hash_at_head))
    return Findings(checks, tuple(rounds.versions), rounds.difference, rounds.open_round)


def _check_chain(links: Chain) -> Check:
    if faults := links.faults():
        return Check("chain", False, links.broken or links.count + 1, "; ".join(faults))
    return Check("chain", True, None, f"{links.count} lines, each with the hash of the line before it")


def verify_players_record(record: BinaryIO, head: tuple[int, str] | None, whole: BinaryIO | None = None) -> Findings:
    """Verify a record for players. Its acts can only be judged with `whole`, the house's record."""
    if not is_players_record(record):
        raise UnreadableError("this is not a record for players; the house's record is compared with one of those")
    links, hash_at_head = follow_chain(record, head[0] if head else 0)
    return Findings((_check_chain(links), _check_seal(record, whole), _check_head(links, head, hash_at_head)), (), None)


def _check_seal(record: BinaryIO, whole: BinaryIO | None) -> Check:
    """Return the check of whether the house's record is the one that was sealed."""
    count = quantity(count_rounds(record), "round")
    if whole is None:
        return Check("sealed", True, None, f"{count}; whether they were so, the house's record tells once it is shown")
    if line := first_different_line(record, whole):
        return Check("sealed", False, line, "the house's record is not the one that was sealed, or tells it otherwise")
    return Check("sealed", True, None, f"{count}; the house's record is the one that was sealed")


class _Rounds:
    """Collects the findings of one round after the other: for each question, the first place where it fails."""

    def __init__(self) -> None:
        self.versions: dict[str, None] = {}  # in the order in which they appear
        self._altered: Difference | None = None  # in the first round of this version that replays differently
        self._unjudged: Difference | None = None  # in the first such round of another version
        self._count = self._other_rules = self._unjudged_count = 0
        self._is_over = True
        self._wrong_rules: Check | None = None
        self._previous_digest = ""  # the digest of the table as the previous round left it
        self._seeds = Seeds()

    @property
    def difference(self) -> Difference | None:
        """The first difference: one that shows tampering, or else one that cannot be judged."""
        return self._altered or self._unjudged

    def check(self, number: int, record: RoundRecord) -> None:
        """Check one round: replay it unless an altered one was found, and compare its rules."""
        self.versions[printable(record.opening.pitboss)] = None
        self._count, self._is_over = number, record.closing is not None
        if self._altered is None:
            self._replay_round(number, record)
        if self._wrong_rules is None:
            self._check_rules(record)

    def _check_rules(self, record: RoundRecord) -> None:
        try:
            message = _explain_wrong_rules(record)
            self._other_rules += record.opening.rules != rules_of(record)[1].digest
        except MismatchError as mismatch:
            message = str(mismatch)
        except UnreadableError:
            if not _is_of_another_version(record):
                raise
            self._other_rules += 1
            return
        if message:
            self._wrong_rules = Check("rules", False, record.first, message)

    def _replay_round(self, number: int, record: RoundRecord) -> None:
        try:
            if self._previous_digest and begin(record).carry.digest != self._previous_digest:
                message = "the round does not start where the one before it ended"
                self._altered = Difference(round=number, line=record.first, told=message)
                return
            after = replay_to_end(record, self._seeds.begin(record)).next
            self._previous_digest = "" if after is None else after.digest
            self._seeds.end(record)
        except MismatchError as mismatch:
            acts = [_read_act(line) for line in (mismatch.recorded, mismatch.replayed)]
            difference = Difference(
                round=number, line=mismatch.number, told=str(mismatch), recorded=acts[0], replayed=acts[1]
            )
            if _is_of_another_version(record):
                self._cannot_judge(record, difference)
            else:
                self._altered = difference
        except UnreadableError as error:
            if not _is_of_another_version(record):
                raise
            self._cannot_judge(record, Difference(round=number, line=record.first, told=str(error)))

    def _cannot_judge(self, record: RoundRecord, difference: Difference) -> None:
        """Note a round of another version that this one plays differently or cannot read."""
        self._unjudged = self._unjudged or difference
        self._unjudged_count += 1
        self._previous_digest = _closing_digest(record)
        self._seeds.lose()

    @property
    def open_round(self) -> int | None:
        """The number of the last round if it is not over."""
        return None if self._is_over else self._count

    def rules(self) -> Check:
        """Return the check of whether the rules of all rounds are those that this version has."""
        if self._wrong_rules is not None:
            return self._wrong_rules
        message = "the rules match this version"
        if self._other_rules:
            count_of_others = f"{self._other_rules} of {self._count} rounds name another version's rules"
            message = f"{count_of_others}; replay decides whether they agree"
        return Check("rules", True, None, message)

    def replay(self, *, linked: bool) -> Check:
        """Return the check of whether all rounds replay the same. `linked` is whether the chain holds: if it does not,
        a round that replays differently counts as altered."""
        if self._altered is not None or (self._unjudged is not None and not linked):
            assert self.difference is not None
            return Check("replay", False, self.difference.line, self.difference.told)
        if self._unjudged is not None:
            message = describe(self._unjudged_count, self._count, self._unjudged.told)
            return Check("replay", None, self._unjudged.line, message, judged=False)
        count = "1 round replays" if self._count == 1 else f"{self._count} rounds replay"
        unfinished = "" if self._is_over else "; the last one is not over"
        return Check("replay", True, None, f"{count} the same{unfinished}")


def _is_of_another_version(record: RoundRecord) -> bool:
    return is_of_another(record.opening, (record.opening.pitboss,))


def _closing_digest(record: RoundRecord) -> str:
    """Return the digest of the table that the closing line of a round names; empty if there is none."""
    if record.closing is None:
        return ""
    digest = msgspec.json.decode(record.closing[1], type=dict[str, Any]).get("carry")
    return digest if isinstance(digest, str) else ""


def _explain_wrong_rules(record: RoundRecord) -> str:
    """Explain why a round was not played by the rules it names, or why its house was not allowed. Return an empty
    string if all is well."""
    _, rules = rules_of(record)
    opening = record.opening
    house = house_of(record)
    is_of_other_rules = opening.rules != rules.digest
    if is_of_other_rules and opening.pitboss != __version__:
        return ""  # do not blame a record for what its version lacked or allowed
    readings = opening.readings if not is_of_other_rules else {**rules.readings, **opening.readings}
    if (opening.sections, readings) != (rules.sections, rules.readings):
        return f"the round was played by different rules than these ({rules.digest[:12]}…)"
    with mismatch_at(record.first):
        breaches = house.breaches(rules)
    return "; ".join(f"{breach.key}: {breach.wrong}, {breach.right} [{breach.cite}]" for breach in breaches)


def _read_act(line: bytes) -> dict[str, Any] | None:
    """Return what a line says, without its hash. Return None for an empty line."""
    if not line:
        return None
    return {key: value for key, value in msgspec.json.decode(line, type=dict[str, Any]).items() if key != "prev"}


def _check_head(links: Chain, head: tuple[int, str] | None, hash_at_head: str) -> Check:
    """Return the check of whether the head that somebody kept is in the record."""
    if head is None:
        return Check("head", None, None, f"not checked; the head is {links.count}:{links.head}")
    count, kept_hash = head
    if count > links.count:
        return Check(
            "head",
            False,
            links.count,
            f"the head counts {count} lines, but the file has {links.count}: lines are missing",
        )
    if hash_at_head != kept_hash:
        return Check("head", False, count, "the hash you kept is not the hash of this line")
    return Check("head", True, None, f"line {count} is the head you kept; {links.count - count} lines follow it")
