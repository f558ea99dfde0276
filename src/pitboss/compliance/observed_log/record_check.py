"""Checks a log: finds every departure of what was done from what the law required, round by round.

Each round is played by the law with the inputs that were seen, and the acts of the law are compared with those that
were done. A departure hides nothing: the next round begins with the table as the log has it, or as the law left it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.compliance.errors import LogError
from pitboss.compliance.finding import Finding, Severity, sort_worst_first
from pitboss.compliance.observed_log.initial_state import possible_starts, supposed_table, with_wagers_as_seen
from pitboss.compliance.observed_log.lawful_play import AGAIN, NotPlayableError, PlayedRound, UnknownCardsError
from pitboss.compliance.observed_log.log_inputs import FedInput, read_inputs
from pitboss.compliance.observed_log.log_reader import LOG, Log, SeenRound, read_log
from pitboss.compliance.observed_log.log_setting import Setting, SuppliedValues, read_carry, read_setting
from pitboss.compliance.observed_log.round_findings import findings_about_inputs
from pitboss.compliance.observed_log.round_judgment import RoundJudgment, judge_round
from pitboss.compliance.observed_log.shoe_between_rounds import (
    after_round,
    hide_unseen,
    possible_shoes,
    was_shuffled_again,
)
from pitboss.compliance.observed_log.vocabulary import GROUPS
from pitboss.engine.carry import Carry
from pitboss.engine.houses.house import House
from pitboss.record.other_version import COULD_NOT, describe_writer

CARRY, RULES, OTHER_VERSION = "house:carry", "house:rules", "house:other-version"
NO_LAW = {  # words about the law -> words for a game without a held text
    "is against the law": "is not how this game is played here",
    "the law wants this": "it is played so",
    "the law wants it": "it is due",
    "all that the law wants of this wager is this": "all that is due on this wager is this",
}


def check_lines(
    lines: Iterable[bytes | str], *, as_of: str | None = None, house: House | Path | None = None
) -> list[Finding]:
    """Return all findings about a log, violations first.

    Raises:
        LogError: nothing in it can be judged.
    """
    return findings(lines, SuppliedValues(as_of, house))


def findings(lines: Iterable[bytes | str], supplied: SuppliedValues) -> list[Finding]:
    """Return all findings about a log, violations first."""
    return _LogCheck(read_log(lines), supplied).findings()


class _LogCheck:
    """Checks one log."""

    def __init__(self, log: Log, supplied: SuppliedValues) -> None:
        self._log, self._supplied = log, supplied
        self._findings = list(log.findings)
        self._setting: Setting | None = None
        self._settings: dict[bytes, Setting] = {}
        self._next: Carry | None = None  # the table as the last round left it
        self._noted_versions: set[tuple[str, str]] = set()  # (version, digest of rules) that have been noted

    def findings(self) -> list[Finding]:
        if not self._log.complete:
            self._setting = read_setting(self._log.header, 1, self._supplied, complete=False)
            self._findings += self._check_header()
            if self._setting.game.rests:
                for round in self._log.rounds:
                    round.items[:] = map(hide_unseen, round.items)
            self._next = read_carry(self._log.header) or supposed_table(
                self._setting, self._log.header, self._log.rounds
            )
        form_findings, self._findings = self._findings, []
        for round in self._log.rounds:
            self._check_round(round)
        all_findings = [*(map(_as_beyond_law, form_findings) if self._is_beyond() else form_findings), *self._findings]
        return sort_worst_first(dict.fromkeys(all_findings))

    def _is_beyond(self) -> bool:
        """Return whether the log has only games without a held text."""
        settings = [*self._settings.values(), *([] if self._setting is None else [self._setting])]
        return bool(settings) and all(setting.rules.is_beyond for setting in settings)

    def _check_header(self) -> list[Finding]:
        """Return findings about the header: an unnamed house, and a carry that cannot be read."""
        header, findings = self._log.header, []
        if "house" not in header and self._supplied.house is None:
            wrong = "no house is named, so the table is judged as one with the usual elections"
            findings.append(Finding("note", LOG, "line 1", wrong, 'name a house file, or "usual" if that is right'))
        if "carry" in header and read_carry(header) is None:
            wrong = "the carry cannot be read, so it is supposed how the table stood"
            findings.append(Finding("warning", LOG, "line 1", wrong, "write it as a record has it, or leave it out"))
        return findings

    def _check_round(self, round: SeenRound) -> None:
        """Check one round, and note the table that it leaves."""
        setting = self._read_setting(round)
        if setting is None:
            return
        carry = self._find_carry(round)
        if carry is None:
            return
        fed, input_findings = read_inputs(round, setting, self._log.complete)
        self._add(input_findings)
        try:
            judgment = self._judge_round(round, setting, carry, fed)
        except NotPlayableError as error:
            self._add_departures(findings_about_inputs(round, error.troubles, setting.noted), round, setting)
            is_all_noted = setting.noted >= set(GROUPS) and not isinstance(error, UnknownCardsError)
            severity: Severity = "violation" if self._log.complete or is_all_noted else "note"
            message = f"what was written does not make a round, so it is not judged further: {error}"
            finding = Finding(severity, LOG, round.where(round.first), message, "note what is missing")
            self._add_departures([finding], round, setting)
            self._next = carry if not self._log.complete else None
            return
        self._add_departures(judgment.findings, round, setting)
        self._close_round(round, judgment.played, bool(judgment.findings))
        if not self._log.complete and self._next is not None and setting.game.standing_wagers:
            self._next = with_wagers_as_seen(self._next, judgment.departures)

    def _judge_round(self, round: SeenRound, setting: Setting, carry: Carry, fed: Sequence[FedInput]) -> RoundJudgment:
        """Judge a round. If it is unknown how the table stood, return the judgment that agrees best with what was
        seen."""
        last = round is self._log.rounds[-1]
        is_known = self._log.complete or (round.number == 1 and read_carry(self._log.header) is not None)
        is_unknown = not is_known and round.number == 1
        best: RoundJudgment | None = None
        first_error: NotPlayableError | None = None
        starts = possible_starts(setting, carry) if is_unknown else [carry]
        if setting.game.rests and not self._log.complete and was_shuffled_again(round):
            raise UnknownCardsError(AGAIN)
        if setting.game.rests and not is_known:
            starts = [shoe for shoe_start in starts for shoe in possible_shoes(setting, shoe_start, round)]
        for start in starts:
            if best is not None and not best.weight:
                break
            try:
                judgment = judge_round(round, setting, start, fed, complete=self._log.complete, last=last)
            except NotPlayableError as error:
                first_error = first_error or error
                continue
            if best is None or judgment.weight < best.weight:
                best = judgment
        if best is None:
            raise first_error or NotPlayableError("it is not known how the table stood")
        return best

    # --- how it begins

    def _read_setting(self, round: SeenRound) -> Setting | None:
        """Return the setting of a round; None if it cannot be read."""
        if not self._log.complete or round.opening is None:
            if self._setting is None:
                raise LogError(f"line {round.first}: no line before it says which game this is")
            return self._setting
        opening = round.opening
        key = msgspec.json.encode(
            {name: opening.get(name) for name in ("game", "as_of", "assumed", "house", "readings")}
        )
        if key not in self._settings:
            try:
                self._settings[key] = read_setting(opening, round.first, self._supplied, complete=True)
            except LogError as error:
                if self._setting is None:
                    raise
                self._add_finding(
                    "violation", LOG, round, round.first, f"the opening cannot be read: {error}", "correct it"
                )
                return self._setting
            self._setting = self._settings[key]  # findings of _check_house depend on its game
            self._check_house(round, self._setting)
        self._setting = self._settings[key]
        self._check_named_rules(round, opening, self._setting)
        return self._setting

    def _check_house(self, round: SeenRound, setting: Setting) -> None:
        """Add findings about elections of the house that the law does not allow."""
        for breach in setting.house.breaches(setting.rules):
            where = f"{breach.key}: {breach.wrong}"
            self._add_finding("violation", breach.cite, round, round.first, where, breach.right)

    def _check_named_rules(self, round: SeenRound, opening: dict[str, Any], setting: Setting) -> None:
        """Check the texts and readings that the line names against those of its day. Other versions and rules may lack
        some."""
        readings = opening.get("readings") or {}
        if (other_version := _other_version(opening, setting)) is not None and other_version[1] != setting.rules.digest:
            if other_version[0] != __version__:
                return
            readings = {**setting.rules.readings, **readings}
        named_by_line = {"sections": opening.get("sections"), "readings": readings}
        for name, law in (("sections", setting.rules.sections), ("readings", setting.rules.readings)):
            if name in opening and named_by_line[name] != law:
                wrong = f"the {name} that this line names are not those of {setting.rules.as_of}"
                self._add_finding(
                    "violation", RULES, round, round.first, wrong, "name the day on which the round was played"
                )

    def _add_departures(self, findings: Sequence[Finding], round: SeenRound, setting: Setting) -> None:
        """Add what departs from the law in a round.

        If another version wrote the round, or this one under other rules, no departure in it is a violation: the two
        may only play differently. Say so, once for each version and rules.
        """
        other_version = _other_version(round.opening or {}, setting) if findings else None
        if other_version is None:
            self._add(findings)
            return
        self._add(map(_as_warning, findings))
        if other_version not in self._noted_versions:
            self._noted_versions.add(other_version)
            message = f"{COULD_NOT}: the round was {describe_writer(*other_version)}; the two may only play differently"
            remedy = "check the record with the version that wrote it as well"
            self._add_finding("warning", OTHER_VERSION, round, round.first, message, remedy)

    def _find_carry(self, round: SeenRound) -> Carry | None:
        """Return the table before the round, as named or as the last round left it; None if it is unknown."""
        named_carry = read_carry(round.opening or {})
        if named_carry is None:
            if self._next is None:
                wrong = "how the table stood before the round is not known, so it is not judged"
                self._add_finding("warning", CARRY, round, round.first, wrong, "name the carry in the opening line")
            return self._next
        if self._log.complete and self._next is not None and named_carry != self._next:
            wrong = (
                f"the round does not start where the one before it ended: {_differing_fields(self._next, named_carry)}"
            )
            self._add_finding("violation", CARRY, round, round.first, wrong, "carry on with the table as it was left")
        return named_carry

    # --- how it ends

    def _close_round(self, round: SeenRound, played: PlayedRound, departed: bool) -> None:
        """Note the table after the round, and check the closing line."""
        self._next = played.driver.next
        if self._next is None and not self._log.complete:
            self._next = played.driver.carry
        if not self._log.complete and played.driver.game.rests:
            self._next = after_round(self._next or played.driver.carry, played.driver.house)
        if round.closing is None or not self._log.complete or departed:
            return
        digest = round.closing.body.get("carry")
        if played.driver.next is None:
            self._add_finding(
                "violation", CARRY, round, round.closing.line, "it closes before it is over", "play it to its end"
            )
        elif digest is not None and digest != played.driver.next.digest:
            wrong = "the table ends in another state than this line says"
            self._add_finding("violation", CARRY, round, round.closing.line, wrong, "close with the table as it stands")

    def _add_finding(self, severity: Any, cite: str, round: SeenRound, line: int, wrong: str, right: str) -> None:
        self._add([Finding(severity, cite, round.where(line), wrong, right)])

    def _add(self, findings: Iterable[Finding]) -> None:
        beyond = self._setting is not None and self._setting.rules.is_beyond
        self._findings += map(_as_beyond_law, findings) if beyond else findings


def was_judged(findings: Iterable[Finding]) -> bool:
    """Return True unless a round with departures was written by another version, or under other rules, so that it could
    not be judged.
    """
    return all(finding.paragraph != OTHER_VERSION for finding in findings)


def _as_warning(finding: Finding) -> Finding:
    """Return the finding, as a warning if it was a violation."""
    severity: Severity = "warning" if finding.severity == "violation" else finding.severity
    return msgspec.structs.replace(finding, severity=severity)


def _as_beyond_law(finding: Finding) -> Finding:
    """Return the finding for a game without a held text: not a violation but a warning, without words about the law."""
    message = finding.message
    for law, replacement in NO_LAW.items():
        message = message.replace(law, replacement)
    return msgspec.structs.replace(_as_warning(finding), message=message)


def _other_version(opening: dict[str, Any], setting: Setting) -> tuple[str, str] | None:
    """Return the version and the rules that a line names, unless they are those of this version."""
    version, rules = opening.get("pitboss"), opening.get("rules")
    if not isinstance(version, str) or not isinstance(rules, str):
        return None
    return None if (version, rules) == (__version__, setting.rules.digest) else (version, rules)


def _differing_fields(carry_left: Carry, carry_named: Carry) -> str:
    names = ("round", "players", "accounts", "decks", "marks")
    return ", ".join(name for name in names if getattr(carry_left, name) != getattr(carry_named, name))
