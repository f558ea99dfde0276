"""The tables of a house file judged: every finding with its weight, its paragraph, its line and what puts it right."""

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
    declares,
    made,
    problem,
    pruned,
    read,
    split,
)
from pitboss.compliance.house_file.toml_lines import Key
from pitboss.engine.game import Game
from pitboss.engine.houses import house as engine
from pitboss.engine.houses.house import House
from pitboss.engine.houses.house_checks import AtTable, Check, Said, elections
from pitboss.law.editions import NoDayError, NotHeldError
from pitboss.law.force import in_force
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules, section_of
from pitboss.law.unheld_games import is_beyond

FILE, EDITIONS, NOT_HELD = "house:file", "house:editions", "house:not-held"


def check(text: bytes | str, named: str, day: Day = NEWEST) -> list[Finding]:
    """Everything that can be said of a house file, the worst first.

    Raises:
        HouseFileError: it is not TOML, or the day is no day.
    """
    return findings(read(text, named), day)


def findings(file: HouseFile, day: Day = NEWEST) -> list[Finding]:
    """Those of one severity in the order of the file."""
    found: list[tuple[Severity, Problem]] = [
        ("warning" if is_beyond(each.cite) else "violation", each) for each in file.problems
    ]
    for entry in file.entries:
        found += _of_table(file, entry, day)
    found.sort(key=lambda each: each[1].line)
    return sort_worst_first(_finding(severity, each) for severity, each in found)


def _finding(severity: Severity, found: Problem) -> Finding:
    return Finding(severity, found.cite or FILE, f"line {found.line}, {found.key}", found.wrong, found.right)


def _of_table(file: HouseFile, entry: Entry, day: Day) -> list[tuple[Severity, Problem]]:
    if entry.game is None or entry.house is None:
        return []
    try:
        rules = _rules(entry.game, entry.house, day)
    except NotHeldError as none:
        return [("violation", each) for each in file.told([_no_law(entry.game, day, none)], entry.at)]
    found = said_of(entry.game, entry, AtTable(rules, entry.house, entry.declared))
    return [(said.weight or "violation", problem) for said in found for problem in file.told([said], entry.at)]


def said_of(game: Game, entry: Entry, table: AtTable) -> list[Said]:
    """Everything that can be said of a table, each thing once."""
    found: list[Said] = []
    for said in [*_weighed(table, _checked(entry, table)), *_beside_the_law(entry, table), *_notes(game, table.rules)]:
        if not _known_to_be_wrong(entry, said) and not _told_already(said, found):
            found.append(said)
    return found


def elections_against(entry: Entry, day: Day) -> list[engine.Finding]:
    """What keeps a table that could be read from being played on that day."""
    if entry.game is None or entry.house is None:
        return []
    try:
        rules = _rules(entry.game, entry.house, day)
    except NotHeldError as none:
        said = _no_law(entry.game, day, none)
        return [engine.Finding(said.key, "", said.wrong, said.right)]
    table = AtTable(rules, entry.house, entry.declared)
    found = [each for each in _checked(entry, table) if isinstance(each, engine.Finding) or _of_play(entry.game, each)]
    told = [engine.Finding(each.key, each.cite, each.wrong, each.right) for each in found]
    return [each for each in told if not _known_to_be_wrong(entry, each)]


def _of_play(game: Game, said: Said) -> bool:
    """Odds, limits and positions that a table declares and that it would not be dealt by."""
    own = {field.encode_name for field in msgspec.structs.fields(declares(game))}
    elected = {field.encode_name for field in msgspec.structs.fields(game.house)} - {"pay"}
    return said.weight != "note" and split(said.key)[0] in own - elected - {"printed", "equipment"}


def _rules(game: Game, house: House, day: Day) -> Rules:
    try:
        return game.rules(house.readings, *day)
    except NoDayError as wrong:
        raise HouseFileError(wrong) from None


def _no_law(game: Game, day: Day, none: NotHeldError) -> Said:
    """The other tables are judged all the same."""
    wrong, _, right = str(none).partition("; ")
    return Said("game", EDITIONS, f"{game.name} on {day.as_of}: {wrong}", right, "violation")


# --- the checks


def _checked(entry: Entry, table: AtTable) -> Iterator[engine.Finding | Said]:
    """The elections first. What cannot stand among them is then left out, so that the other checks can go on."""
    against = list(elections(table))
    yield from against
    sound = _sound(entry, table, against)
    for check in _checks(entry.game):
        if check is not elections:
            yield from (said for said in check(sound) if in_force(said.cite))


def _checks(game: Game | None) -> list[Check]:
    if game is None or not game.checks:
        return []
    return list(dict.fromkeys(check for checks in game.house_checks().CHECKS.values() for check in checks))


def _sound(entry: Entry, table: AtTable, against: Iterable[engine.Finding]) -> AtTable:
    """The table without odds that cannot be paid, a chip that is worth nothing, and what the law of the day lacks."""
    odd: list[Key] = [
        key for each in against if (key := split(each.key))[0] in ("pay", "smallest-chip") or each.cite == EDITIONS
    ]
    if not odd or entry.game is None:
        return table
    house, declared = made(entry.game, pruned(entry.read, odd))
    return AtTable(table.rules, house, declared)


def _beside_the_law(entry: Entry, table: AtTable) -> Iterator[Said]:
    """What no paragraph forbids: unwise, or resting on a reading that is not the default."""
    from pitboss.analysis.pay_table_design.player_favorable import (  # asked for in a check, and in nothing that plays
        given_away,
        uncounted,
    )

    assert entry.game is not None
    sound = _sound(entry, table, elections(table))
    unwise = [*sound.house.unsound(table.rules), *sound.house.warnings(table.rules)]
    unwise += given_away(entry.game, table.rules, sound.house)
    for each in unwise:
        yield Said(each.key, each.cite, each.wrong, each.right, "warning")
    for each in uncounted(entry.game, sound.house):
        yield Said(each.key, each.cite, each.wrong, each.right, "note")
    readings = readings_of(entry.game.package)
    for name, choice in entry.house.readings.items() if entry.house is not None else ():
        reading = readings[name]
        if choice != reading.default:
            stands = "what is not held" if reading.stands_in else reading.paragraph
            wrong = f"the table reads {stands} another way than by default: {choice}, not {reading.default}"
            right = f"leave it out, or be ready to show why; 'pitboss readings {entry.game.name}' has the doubt"
            yield Said(f"readings.{name}", f"reading:{name}", wrong, right, "warning")


def _notes(game: Game, rules: Rules) -> Iterator[Said]:
    """That a table rests on sections not held is one note."""
    if rules.defaults or rules.assumed:
        wrong = f"the table is judged by the {rules.texts}"
        what = "a text of the game" if rules.is_beyond else "those sections"
        right = f"compare the table with {what} yourself if you hold {'one' if rules.is_beyond else 'them'}"
        yield Said("game", NOT_HELD, wrong, right, "note")


# --- what a finding weighs


def _weighed(table: AtTable, found: Iterable[engine.Finding | Said]) -> Iterator[Said]:
    """A finding about elections keeps a table from opening; what is declared does not."""
    for each in found:
        opens = isinstance(each, Said)
        cite = each.cite if isinstance(each, Said) or not each.reading else f"reading:{each.reading}"
        weight = (each.weight if isinstance(each, Said) else "") or weight_of(cite, table.rules, opens=opens)
        yield Said(each.key, cite, each.wrong, each.right, weight)


def weight_of(cite: str, rules: Rules, *, opens: bool) -> Severity:
    """A paragraph that is held is broken, or the table cannot open: a violation. What rests on a reading, or on a
    section that is not held for that day, is a warning. So is all that is said of a game of which nothing is held."""
    if rules.is_beyond or cite.startswith("reading:") or section_of(cite) in rules.defaults:
        return "warning"
    return "warning" if cite.startswith("house:") and opens else "violation"


def _known_to_be_wrong(entry: Entry, said: engine.Finding | Said) -> bool:
    """Nothing is said of a value that was made up in place of one that could not be read."""
    key = split(said.key)
    return any(key[: len(unread)] == unread or unread[: len(key)] == key for unread in entry.unread)


def _told_already(said: Said, found: list[Said]) -> bool:
    return any((each.key, each.cite) == (said.key, said.cite) for each in found)


def told(file: HouseFile, found: list[Finding], day: Day = NEWEST) -> Iterator[str]:
    """By which text each table was judged, and how many findings there are."""
    for entry in file.entries:
        if entry.game is None or entry.house is None:
            continue
        key = f", {problem(file.lines, entry.at, '', '').key}."
        weighed = "warning" if entry.game.is_beyond else "violation"  # the worst that can be found of it
        broken = any(each.severity == weighed and key in f"{each.where}." for each in found)
        try:
            text = _rules(entry.game, entry.house, day).texts
            judged = f"{f'{weighed}s' if broken else f'no {weighed}'} found, by the {text}"
        except NotHeldError:
            judged = "not judged, because no text is held for that day"
        yield f"{entry.house.name}: {entry.game.name}, {judged}"
    counts = Counter(each.severity for each in found)
    yield ", ".join(f"{counts[kind]} {kind}{'' if counts[kind] == 1 else 's'}" for kind in WORST_FIRST)
