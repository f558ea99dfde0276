"""Is a record what it says it is? Four questions, each answered with the line where it fails.

A record may have been written by another version. Whether the two versions agree is not for a number to say: the record
is played again, and every act must come out the same.
"""

from __future__ import annotations

from typing import Any, BinaryIO

import msgspec
from msgspec import UNSET, UnsetType

from pitboss import __version__
from pitboss.record.other_version import describe, is_of_another, printable
from pitboss.record.players_record import count_rounds, first_different_line, is_players_record
from pitboss.record.record_lines import Chain, as_file, follow_chain
from pitboss.record.replay import RoundRecord, begin, house_of, replay_to_end, rounds_in, rules_of
from pitboss.record.round_playback import MismatchError, UnreadableError, mismatch_at
from pitboss.record.seeds import Seeds
from pitboss.table.steps import many


class Check(msgspec.Struct, frozen=True):
    """One question and its answer; of a record with the line where it fails."""

    name: str
    ok: bool | None  # None if it was not asked
    line: int | UnsetType | None = UNSET  # counted from 1
    told: str = ""
    judged: bool = True  # False if another version wrote what this one would play otherwise; then `ok` is None


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
    """What was found when everything was played again.

    `ok` is whether nothing is wrong as far as this version can judge it; `judged` is whether it can judge all of it.
    """

    checks: tuple[Check, ...]
    version: tuple[str, ...]  # which versions wrote it
    first_difference: Difference | None
    open_round: int | None = None  # of a record: the number of its last round, if that is not over

    @property
    def ok(self) -> bool:
        return all(check.ok is not False for check in self.checks)

    @property
    def judged(self) -> bool:
        """Whether this version can judge every round. It cannot judge one that another version wrote and that it would
        play otherwise."""
        return all(check.judged for check in self.checks)

    @property
    def another(self) -> str:
        """Which other versions wrote it, in words; empty if only this one did."""
        if set(self.version) <= {__version__}:
            return ""
        return f"written by pitboss {', '.join(self.version)}; this is {__version__}"

    def answers(self) -> dict[str, bool | None]:
        """Yes, no or not asked, under the words that files and databases share or their own."""
        return {check.name: check.ok for check in self.checks}

    def as_json(self) -> dict[str, Any]:
        return {
            **self.answers(),
            "judged": self.judged,
            "version": ", ".join(self.version),
            "first_difference": self.first_difference,
            "open_round": self.open_round,
            "checks": self.checks,
        }


def verify(record: bytes | BinaryIO, head: tuple[int, str] | None) -> Findings:
    """`head` is a count of lines and the hash of the last of them, as somebody else kept it. The record is read from
    the front, twice, and no more than a round of it is held at a time."""
    file = as_file(record)
    links, kept = follow_chain(file, head[0] if head else 0)
    if is_players_record(file):
        return verify_cut(file, head)
    rounds = _Rounds()
    for number, each in rounds_in(file):
        rounds.check(number, each)
    chain = _chain(links)
    checks = (chain, rounds.rules(), rounds.replay(linked=chain.ok is True), _head(links, head, kept))
    return Findings(checks, tuple(rounds.versions), rounds.difference, rounds.open_round)


def _chain(links: Chain) -> Check:
    if wrong := links.faults():
        return Check("chain", False, links.broken or links.count + 1, "; ".join(wrong))
    return Check("chain", True, None, f"{links.count} lines, each with the hash of the line before it")


def verify_cut(record: BinaryIO, head: tuple[int, str] | None, whole: BinaryIO | None = None) -> Findings:
    """The same of a record for players. Of its acts nothing can be said without the house's record."""
    if not is_players_record(record):
        raise UnreadableError("this is not a record for players; the house's record is compared with one of those")
    links, kept = follow_chain(record, head[0] if head else 0)
    return Findings((_chain(links), _sealed(record, whole), _head(links, head, kept)), (), None)


def _sealed(record: BinaryIO, whole: BinaryIO | None) -> Check:
    told = many(count_rounds(record), "round")
    if whole is None:
        return Check("sealed", True, None, f"{told}; whether they were so, the house's record tells once it is shown")
    if line := first_different_line(record, whole):
        return Check("sealed", False, line, "the house's record is not the one that was sealed, or tells it otherwise")
    return Check("sealed", True, None, f"{told}; the house's record is the one that was sealed")


class _Rounds:
    """What is found in one round after the other: of each question, the first place where it fails."""

    def __init__(self) -> None:
        self.versions: dict[str, None] = {}  # in the order in which they are met
        self._altered: Difference | None = None  # the first round of this version that replays differently
        self._unjudged: Difference | None = None  # the first one of another version
        self._count = self._others = self._unjudged_count = 0
        self._over = True
        self._wrong_rules: Check | None = None
        self._before = ""  # the digest of the table as the round before left it
        self._seeds = Seeds()

    @property
    def difference(self) -> Difference | None:
        """The first of those that matter most."""
        return self._altered or self._unjudged

    def check(self, number: int, record: RoundRecord) -> None:
        self.versions[printable(record.opening.pitboss)] = None
        self._count, self._over = number, record.closing is not None
        if self._altered is None:
            self._play(number, record)
        if self._wrong_rules is None:
            self._ask_rules(record)

    def _ask_rules(self, record: RoundRecord) -> None:
        try:
            wrong = _wrong_rules(record)
            self._others += record.opening.rules != rules_of(record)[1].digest
        except MismatchError as differs:
            wrong = str(differs)
        except UnreadableError:
            if not _by_another(record):
                raise
            self._others += 1
            return
        if wrong:
            self._wrong_rules = Check("rules", False, record.first, wrong)

    def _play(self, number: int, record: RoundRecord) -> None:
        try:
            if self._before and begin(record).carry.digest != self._before:
                told = "the round does not start where the one before it ended"
                self._altered = Difference(round=number, line=record.first, told=told)
                return
            after = replay_to_end(record, self._seeds.begin(record)).next
            self._before = "" if after is None else after.digest
            self._seeds.end(record)
        except MismatchError as differs:
            acts = [_act(line) for line in (differs.recorded, differs.replayed)]
            found = Difference(round=number, line=differs.number, told=str(differs), recorded=acts[0], replayed=acts[1])
            if _by_another(record):
                self._cannot_judge(record, found)
            else:
                self._altered = found
        except UnreadableError as wrong:
            if not _by_another(record):
                raise
            self._cannot_judge(record, Difference(round=number, line=record.first, told=str(wrong)))

    def _cannot_judge(self, record: RoundRecord, found: Difference) -> None:
        self._unjudged = self._unjudged or found
        self._unjudged_count += 1
        self._before = _left_by(record)
        self._seeds.lose()

    @property
    def open_round(self) -> int | None:
        return None if self._over else self._count

    def rules(self) -> Check:
        if self._wrong_rules is not None:
            return self._wrong_rules
        told = "the rules match this version"
        if self._others:
            named = f"{self._others} of {self._count} rounds name another version's rules"
            told = f"{named}; replay decides whether they agree"
        return Check("rules", True, None, told)

    def replay(self, *, linked: bool) -> Check:
        """`linked`: the chain holds, without which nothing speaks for a round that this version plays otherwise."""
        if self._altered is not None or (self._unjudged is not None and not linked):
            assert self.difference is not None
            return Check("replay", False, self.difference.line, self.difference.told)
        if self._unjudged is not None:
            told = describe(self._unjudged_count, self._count, self._unjudged.told)
            return Check("replay", None, self._unjudged.line, told, judged=False)
        come = "1 round replays" if self._count == 1 else f"{self._count} rounds replay"
        parked = "" if self._over else "; the last one is not over"
        return Check("replay", True, None, f"{come} the same{parked}")


def _by_another(record: RoundRecord) -> bool:
    return is_of_another(record.opening, (record.opening.pitboss,))


def _left_by(record: RoundRecord) -> str:
    """Return the digest of the table that the line which closes a round says it left; empty if none does."""
    if record.closing is None:
        return ""
    found = msgspec.json.decode(record.closing[1], type=dict[str, Any]).get("carry")
    return found if isinstance(found, str) else ""


def _wrong_rules(record: RoundRecord) -> str:
    """Why a round was not played by the rules it names, or its house should not have; empty if all is well."""
    _, rules = rules_of(record)
    opening = record.opening
    house = house_of(record)
    others = opening.rules != rules.digest
    if others and opening.pitboss != __version__:
        return ""  # another version's: what it lacks, and what is found against a house since, is not held against it
    named = opening.readings if not others else {**rules.readings, **opening.readings}
    if (opening.sections, named) != (rules.sections, rules.readings):
        return f"the round was played by different rules than these ({rules.digest[:12]}…)"
    with mismatch_at(record.first):
        breaches = house.breaches(rules)
    return "; ".join(f"{found.key}: {found.wrong}, {found.right} [{found.cite}]" for found in breaches)


def _act(line: bytes) -> dict[str, Any] | None:
    """What is written in a line, but for its hash."""
    if not line:
        return None
    return {key: value for key, value in msgspec.json.decode(line, type=dict[str, Any]).items() if key != "prev"}


def _head(links: Chain, head: tuple[int, str] | None, found: str) -> Check:
    if head is None:
        return Check("head", None, None, f"not checked; the head is {links.count}:{links.head}")
    wanted, kept = head
    if wanted > links.count:
        return Check(
            "head",
            False,
            links.count,
            f"the head counts {wanted} lines, but the file has {links.count}: lines are missing",
        )
    if found != kept:
        return Check("head", False, wanted, "the hash you kept is not the hash of this line")
    return Check("head", True, None, f"line {wanted} is the head you kept; {links.count - wanted} lines follow it")
