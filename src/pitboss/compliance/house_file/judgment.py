"""Judges the tables of a house file. Every finding has its severity, paragraph and line, and a remedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from pitboss.compliance.errors import HouseFileError
from pitboss.compliance.finding import WORST_FIRST, Finding, Severity, sort_worst_first
from pitboss.compliance.house_file.reader import (
    NEWEST,
    Day,
    Entry,
    HouseFile,
    Problem,
    build_house,
    declared_type,
    problem_at,
    read,
    split_key,
    without_keys,
)
from pitboss.compliance.house_file.toml_lines import Key
from pitboss.engine.game import Game
from pitboss.engine.houses import house as engine
from pitboss.engine.houses.house import House
from pitboss.engine.houses.house_checks import AtTable, Check, Issue, elections
from pitboss.law.editions import NoDayError, NotHeldError
from pitboss.law.force import in_force
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules, section_of
from pitboss.law.unheld_games import is_beyond

FILE, EDITIONS, NOT_HELD = "house:file", "house:editions", "house:not-held"


def check(text: bytes | str, file_name: str, day: Day = NEWEST) -> list[Finding]:
    """Return all findings about a house file, violations first.

    Raises:
        HouseFileError: it is not TOML, or the day is not a day.
    """
    return findings(read(text, file_name), day)


def findings(file: HouseFile, day: Day = NEWEST) -> list[Finding]:
    """Return the findings about a house file: violations first, those of one severity in the order of the file."""
    weighed: list[tuple[Severity, Problem]] = [
        ("warning" if is_beyond(unread.cite) else "violation", unread) for unread in file.problems
    ]
    for entry in file.entries:
        weighed += _table_findings(file, entry, day)
    weighed.sort(key=lambda item: item[1].line)
    return sort_worst_first(_finding(severity, located) for severity, located in weighed)


def _finding(severity: Severity, located: Problem) -> Finding:
    return Finding(severity, located.cite or FILE, f"line {located.line}, {located.key}", located.wrong, located.right)


def _table_findings(file: HouseFile, entry: Entry, day: Day) -> list[tuple[Severity, Problem]]:
    """Return the findings about one table, with their severity."""
    if entry.game is None or entry.house is None:
        return []
    try:
        rules = _rules(entry.game, entry.house, day)
    except NotHeldError as error:
        return [
            ("violation", located) for located in file.with_lines([_no_law_remark(entry.game, day, error)], entry.key)
        ]
    remarks = remarks_on(entry.game, entry, AtTable(rules, entry.house, entry.declared))
    return [
        (remark.weight or "violation", problem)
        for remark in remarks
        for problem in file.with_lines([remark], entry.key)
    ]


def remarks_on(game: Game, entry: Entry, table: AtTable) -> list[Issue]:
    """Return everything that the checks say about a table, each thing once."""
    remarks: list[Issue] = []
    for remark in [
        *_weigh(table, _run_checks(entry, table)),
        *_beyond_the_law(entry, table),
        *_notes(game, table.rules),
    ]:
        if not _is_about_unread(entry, remark) and not _is_repeated(remark, remarks):
            remarks.append(remark)
    return remarks


def breaches_on_day(entry: Entry, day: Day) -> list[engine.Finding]:
    """Return what prevents a table from being played on that day. Empty for an entry that could not be read."""
    if entry.game is None or entry.house is None:
        return []
    try:
        rules = _rules(entry.game, entry.house, day)
    except NotHeldError as error:
        remark = _no_law_remark(entry.game, day, error)
        return [engine.Finding(remark.key, "", remark.wrong, remark.right)]
    table = AtTable(rules, entry.house, entry.declared)
    relevant = [
        item
        for item in _run_checks(entry, table)
        if isinstance(item, engine.Finding) or _is_about_play(entry.game, item)
    ]
    breaches = [engine.Finding(item.key, item.cite, item.wrong, item.right) for item in relevant]
    return [item for item in breaches if not _is_about_unread(entry, item)]


def _is_about_play(game: Game, remark: Issue) -> bool:
    """Return whether a remark is about odds, limits or positions that the table declares but would not be dealt by."""
    declared_keys = {field.encode_name for field in msgspec.structs.fields(declared_type(game))}
    election_keys = {field.encode_name for field in msgspec.structs.fields(game.house)} - {"pay"}
    return remark.weight != "note" and split_key(remark.key)[0] in declared_keys - election_keys - {
        "printed",
        "equipment",
    }


def _rules(game: Game, house: House, day: Day) -> Rules:
    try:
        return game.rules(house.readings, *day)
    except NoDayError as error:
        raise HouseFileError(error) from None


def _no_law_remark(game: Game, day: Day, error: NotHeldError) -> Issue:
    """Return the remark that no text is held for that day. The other tables are judged all the same."""
    wrong, _, right = str(error).partition("; ")
    return Issue("game", EDITIONS, f"{game.name} on {day.as_of}: {wrong}", right, "violation")


# --- the checks


def _run_checks(entry: Entry, table: AtTable) -> Iterator[engine.Finding | Issue]:
    """Yield the remarks of the checks. Elections come first, and those that cannot be played are left out for the other
    checks."""
    breaches = list(elections(table))
    yield from breaches
    sound_table = _without_faults(entry, table, breaches)
    for check in _checks(entry.game):
        if check is not elections:
            yield from (remark for remark in check(sound_table) if in_force(remark.cite))


def _checks(game: Game | None) -> list[Check]:
    """Return all checks of a game, each once."""
    if game is None or not game.checks:
        return []
    return list(dict.fromkeys(check for checks in game.house_checks().CHECKS.values() for check in checks))


def _without_faults(entry: Entry, table: AtTable, breaches: Iterable[engine.Finding]) -> AtTable:
    """Return the table without the entries that the other checks cannot use: odds that cannot be paid, a worthless
    chip, and elections that the law of the day does not know.
    """
    bad_keys: list[Key] = [
        key
        for breach in breaches
        if (key := split_key(breach.key))[0] in ("pay", "smallest-chip", "side-wager") or breach.cite == EDITIONS
    ]
    if not bad_keys or entry.game is None:
        return table
    house, declared = build_house(entry.game, without_keys(entry.values, bad_keys))
    return AtTable(table.rules, house, declared)


def _beyond_the_law(entry: Entry, table: AtTable) -> Iterator[Issue]:
    """Yield remarks on elections that no paragraph forbids, but that are unwise or rest on a reading that is not the
    default."""
    from pitboss.analysis.pay_table_design.player_favorable import (  # slow to import, and only checks need it
        find_player_favorable,
        note_if_uncounted,
    )

    assert entry.game is not None
    sound_table = _without_faults(entry, table, elections(table))
    unwise_elections = [*sound_table.house.unsound(table.rules), *sound_table.house.warnings(table.rules)]
    unwise_elections += find_player_favorable(entry.game, table.rules, sound_table.house)
    for finding in unwise_elections:
        yield Issue(finding.key, finding.cite, finding.wrong, finding.right, "warning")
    for finding in note_if_uncounted(entry.game, sound_table.house):
        yield Issue(finding.key, finding.cite, finding.wrong, finding.right, "note")
    readings = readings_of(entry.game.package)
    for name, choice in entry.house.readings.items() if entry.house is not None else ():
        reading = readings[name]
        if choice != reading.default:
            subject = "what is not held" if reading.stands_in else reading.paragraph
            wrong = f"the table reads {subject} another way than by default: {choice}, not {reading.default}"
            right = f"leave it out, or be ready to show why; 'pitboss readings {entry.game.name}' has the doubt"
            yield Issue(f"readings.{name}", f"reading:{name}", wrong, right, "warning")


def _notes(game: Game, rules: Rules) -> Iterator[Issue]:
    """Yield one note if the table rests on sections that are not held."""
    if rules.defaults or rules.assumed:
        wrong = f"the table is judged by the {rules.texts}"
        missing_text = "a text of the game" if rules.is_beyond else "those sections"
        right = f"compare the table with {missing_text} yourself if you hold {'one' if rules.is_beyond else 'them'}"
        yield Issue("game", NOT_HELD, wrong, right, "note")


# --- what a finding weighs


def _weigh(table: AtTable, remarks: Iterable[engine.Finding | Issue]) -> Iterator[Issue]:
    """Give each remark its severity. A finding about elections keeps a table from opening; one about what is declared
    does not."""
    for remark in remarks:
        opens = isinstance(remark, Issue)
        cite = remark.cite if isinstance(remark, Issue) or not remark.reading else f"reading:{remark.reading}"
        weight = (remark.weight if isinstance(remark, Issue) else "") or severity_of(cite, table.rules, opens=opens)
        yield Issue(remark.key, cite, remark.wrong, remark.right, weight)


def severity_of(cite: str, rules: Rules, *, opens: bool) -> Severity:
    """Return the severity of a finding under this citation. `opens`: the table can open in spite of it.

    It is a violation if a held paragraph is broken or the table cannot open. It is a warning if it rests on a reading
    or on a section not held for that day, or if no text of the game is held.
    """
    if rules.is_beyond or cite.startswith("reading:") or section_of(cite) in rules.defaults:
        return "warning"
    return "warning" if cite.startswith("house:") and opens else "violation"


def _is_about_unread(entry: Entry, remark: engine.Finding | Issue) -> bool:
    """Return whether a remark is about a value that could not be read, in place of which there is a default."""
    key = split_key(remark.key)
    return any(key[: len(unread)] == unread or unread[: len(key)] == key for unread in entry.unread)


def _is_repeated(remark: Issue, remarks: list[Issue]) -> bool:
    """Return whether a remark with the same key and citation is in the list."""
    return any((earlier.key, earlier.cite) == (remark.key, remark.cite) for earlier in remarks)


def summary_lines(file: HouseFile, all_findings: list[Finding], day: Day = NEWEST) -> Iterator[str]:
    """Yield a line for each table, with the text that it was judged by, and the numbers of findings."""
    for entry in file.entries:
        if entry.game is None or entry.house is None:
            continue
        key = f", {problem_at(file.lines, entry.key, '', '').key}."
        worst = "warning" if entry.game.is_beyond else "violation"
        is_broken = any(finding.severity == worst and key in f"{finding.where}." for finding in all_findings)
        try:
            text = _rules(entry.game, entry.house, day).texts
            verdict = f"{f'{worst}s' if is_broken else f'no {worst}'} found, by the {text}"
        except NotHeldError:
            verdict = "not judged, because no text is held for that day"
        yield f"{entry.house.name}: {entry.game.name}, {verdict}"
    counts = Counter(finding.severity for finding in all_findings)
    yield ", ".join(f"{counts[kind]} {kind}{'' if counts[kind] == 1 else 's'}" for kind in WORST_FIRST)
