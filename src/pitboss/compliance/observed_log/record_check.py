"""A log checked: every departure of what was done from what the law required, round by round.

Each round is played by the law with what was seen, and what the law did is laid beside what was done. A departure hides
nothing: the next round begins with the table as the log has it, or as the law left it.
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
from pitboss.compliance.observed_log.log_setting import Setting, Supplied, read_carry, read_setting
from pitboss.compliance.observed_log.round_findings import troubles_of
from pitboss.compliance.observed_log.round_judgment import Judged, judged
from pitboss.compliance.observed_log.shoe_between_rounds import (
    after_round,
    hide_unseen,
    possible_shoes,
    was_shuffled_again,
)
from pitboss.compliance.observed_log.vocabulary import GROUPS
from pitboss.engine.carry import Carry
from pitboss.engine.houses.house import House
from pitboss.record.other_version import written_by

CARRY, RULES = "house:carry", "house:rules"
NO_LAW = {  # what is said of the law, as it is said of a game of which no text is held
    "is against the law": "is not how this game is played here",
    "the law wants this": "it is played so",
    "the law wants it": "it is due",
    "all that the law wants of this wager is this": "all that is due on this wager is this",
}


def check_lines(
    lines: Iterable[bytes | str], *, as_of: str | None = None, house: House | Path | None = None
) -> list[Finding]:
    """Everything that can be said of a log, the worst first.

    Raises:
        LogError: nothing in it can be judged.
    """
    return findings(lines, Supplied(as_of, house))


def findings(lines: Iterable[bytes | str], supplied: Supplied) -> list[Finding]:
    return _Check(read_log(lines), supplied).findings()


class _Check:
    def __init__(self, log: Log, supplied: Supplied) -> None:
        self._log, self._supplied = log, supplied
        self._found = list(log.findings)
        self._setting: Setting | None = None
        self._settings: dict[bytes, Setting] = {}
        self._next: Carry | None = None  # the table as the round before left it
        self._others: set[tuple[str, str]] = set()  # versions and rules that are told of already

    def findings(self) -> list[Finding]:
        if not self._log.complete:
            self._setting = read_setting(self._log.header, 1, self._supplied, complete=False)
            self._found += self._about_header()
            if self._setting.game.rests:
                for round in self._log.rounds:
                    round.items[:] = map(hide_unseen, round.items)
            self._next = read_carry(self._log.header) or supposed_table(
                self._setting, self._log.header, self._log.rounds
            )
        form, self._found = self._found, []
        for round in self._log.rounds:
            self._round(round)
        found = [*(map(_beyond, form) if self._is_beyond() else form), *self._found]
        return sort_worst_first(dict.fromkeys(found))

    def _is_beyond(self) -> bool:
        """Whether no text is held of any game in the log."""
        settings = [*self._settings.values(), *([] if self._setting is None else [self._setting])]
        return bool(settings) and all(setting.rules.is_beyond for setting in settings)

    def _about_header(self) -> list[Finding]:
        header, found = self._log.header, []
        if "house" not in header and self._supplied.house is None:
            wrong = "no house is named, so the table is judged as one with the usual elections"
            found.append(Finding("note", LOG, "line 1", wrong, 'name a house file, or "usual" if that is right'))
        if "carry" in header and read_carry(header) is None:
            wrong = "the carry cannot be read, so it is supposed how the table stood"
            found.append(Finding("warning", LOG, "line 1", wrong, "write it as a record has it, or leave it out"))
        return found

    def _round(self, round: SeenRound) -> None:
        setting = self._begin(round)
        if setting is None:
            return
        carry = self._carry(round)
        if carry is None:
            return
        fed, wrong = read_inputs(round, setting, self._log.complete)
        self._add(wrong)
        try:
            found = self._judged(round, setting, carry, fed)
        except NotPlayableError as why:
            troubles = troubles_of(round, why.troubles, setting.noted)
            self._add(troubles)
            noted = setting.noted >= set(GROUPS) and not isinstance(why, UnknownCardsError)
            severity = "violation" if self._log.complete or noted else "note"
            told = f"what was written does not make a round, so it is not judged further: {why}"
            self._tell(severity, LOG, round, round.first, told, "note what is missing")
            self._tell_of_others(round, setting)
            self._next = carry if not self._log.complete else None
            return
        self._add(found.findings)
        if found.findings:
            self._tell_of_others(round, setting)
        self._close(round, found.played, bool(found.findings))
        if not self._log.complete and self._next is not None and setting.game.standing_wagers:
            self._next = with_wagers_as_seen(self._next, found.departures)

    def _judged(self, round: SeenRound, setting: Setting, carry: Carry, fed: Sequence[FedInput]) -> Judged:
        """The way to begin that agrees best with what was seen, where it is not known how the table stood."""
        last = round is self._log.rounds[-1]
        told = self._log.complete or (round.number == 1 and read_carry(self._log.header) is not None)
        unknown = not told and round.number == 1
        best: Judged | None = None
        failed: NotPlayableError | None = None
        ways = possible_starts(setting, carry) if unknown else [carry]
        if setting.game.rests and not self._log.complete and was_shuffled_again(round):
            raise UnknownCardsError(AGAIN)
        if setting.game.rests and not told:
            ways = [each for way in ways for each in possible_shoes(setting, way, round)]
        for start in ways:
            if best is not None and not best.weight:
                break
            try:
                found = judged(round, setting, start, fed, complete=self._log.complete, last=last)
            except NotPlayableError as why:
                failed = failed or why
                continue
            if best is None or found.weight < best.weight:
                best = found
        if best is None:
            raise failed or NotPlayableError("it is not known how the table stood")
        return best

    # --- how it begins

    def _begin(self, round: SeenRound) -> Setting | None:
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
            except LogError as wrong:
                if self._setting is None:
                    raise
                self._tell("violation", LOG, round, round.first, f"the opening cannot be read: {wrong}", "correct it")
                return self._setting
            self._setting = self._settings[key]  # whose game says how a finding weighs
            self._house(round, self._setting)
        self._setting = self._settings[key]
        self._named_rules(round, opening, self._setting)
        return self._setting

    def _house(self, round: SeenRound, setting: Setting) -> None:
        for breach in setting.house.breaches(setting.rules):
            where = f"{breach.key}: {breach.wrong}"
            self._tell("violation", breach.cite, round, round.first, where, breach.right)

    def _named_rules(self, round: SeenRound, opening: dict[str, Any], setting: Setting) -> None:
        """Check that the texts and the readings that the line names are those of its day. Another version, or other
        rules, may lack some of them."""
        readings = opening.get("readings") or {}
        if (other := _other(opening, setting)) is not None and other[1] != setting.rules.digest:
            if other[0] != __version__:
                return
            readings = {**setting.rules.readings, **readings}
        named = {"sections": opening.get("sections"), "readings": readings}
        for name, law in (("sections", setting.rules.sections), ("readings", setting.rules.readings)):
            if name in opening and named[name] != law:
                wrong = f"the {name} that this line names are not those of {setting.rules.as_of}"
                self._tell("violation", RULES, round, round.first, wrong, "name the day on which the round was played")

    def _tell_of_others(self, round: SeenRound, setting: Setting) -> None:
        """Say, of a round in which something was found, that another version or other rules wrote it: once for each."""
        other = _other(round.opening or {}, setting)
        if other is None or other in self._others:
            return
        self._others.add(other)
        told = (
            f"the round was {written_by(*other)}; what is found in such rounds may only be what the two do differently"
        )
        self._tell("note", RULES, round, round.first, told, "check the record with the version that wrote it as well")

    def _carry(self, round: SeenRound) -> Carry | None:
        named = read_carry(round.opening or {})
        if named is None:
            if self._next is None:
                wrong = "how the table stood before the round is not known, so it is not judged"
                self._tell("warning", CARRY, round, round.first, wrong, "name the carry in the opening line")
            return self._next
        if self._log.complete and self._next is not None and named != self._next:
            wrong = f"the round does not start where the one before it ended: {_differing(self._next, named)}"
            self._tell("violation", CARRY, round, round.first, wrong, "carry on with the table as it was left")
        return named

    # --- how it ends

    def _close(self, round: SeenRound, best: PlayedRound, departed: bool) -> None:
        self._next = best.driver.next
        if self._next is None and not self._log.complete:
            self._next = best.driver.carry
        if not self._log.complete and best.driver.game.rests:
            self._next = after_round(self._next or best.driver.carry, best.driver.house)
        if round.closing is None or not self._log.complete or departed:
            return
        digest = round.closing.body.get("carry")
        if best.driver.next is None:
            self._tell(
                "violation", CARRY, round, round.closing.line, "it closes before it is over", "play it to its end"
            )
        elif digest is not None and digest != best.driver.next.digest:
            wrong = "the table ends in another state than this line says"
            self._tell("violation", CARRY, round, round.closing.line, wrong, "close with the table as it stands")

    def _tell(self, severity: Any, cite: str, round: SeenRound, line: int, wrong: str, right: str) -> None:
        self._add([Finding(severity, cite, round.where(line), wrong, right)])

    def _add(self, findings: Iterable[Finding]) -> None:
        beyond = self._setting is not None and self._setting.rules.is_beyond
        self._found += map(_beyond, findings) if beyond else findings


def _beyond(finding: Finding) -> Finding:
    """No text of the game is held: what departs from how it is played here breaks no law, and is a warning."""
    severity: Severity = "warning" if finding.severity == "violation" else finding.severity
    said = finding.message
    for law, here in NO_LAW.items():
        said = said.replace(law, here)
    return msgspec.structs.replace(finding, severity=severity, message=said)


def _other(opening: dict[str, Any], setting: Setting) -> tuple[str, str] | None:
    """Return the version and the rules that a line names, unless they are those of this version."""
    version, rules = opening.get("pitboss"), opening.get("rules")
    if not isinstance(version, str) or not isinstance(rules, str):
        return None
    return None if (version, rules) == (__version__, setting.rules.digest) else (version, rules)


def _differing(left: Carry, named: Carry) -> str:
    names = ("round", "players", "accounts", "decks", "marks")
    return ", ".join(name for name in names if getattr(left, name) != getattr(named, name))
