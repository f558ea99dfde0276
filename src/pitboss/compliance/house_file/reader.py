"""Reads a house file: TOML with one [[table]] for each table, and the gaming day.

A value that cannot be read becomes a problem with its line and key, and the rest of the table is read all the same.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, get_args, get_origin

import msgspec

from pitboss.compliance.errors import HouseFileError
from pitboss.compliance.house_file.toml_lines import Key, key_lines
from pitboss.engine.game import Game
from pitboss.engine.houses.election_table import elections_of
from pitboss.engine.houses.house import Finding, House, choices, from_toml
from pitboss.engine.houses.house_checks import Declarations, Issue
from pitboss.engine.value_errors import describe_value_error
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.readings import choose_readings
from pitboss.law.unheld_games import is_beyond
from pitboss.record.gaming_day import GamingDay

GAMING_DAY = "gaming-day"
SIDE_WAGER = "side-wager"
NO_CHOICE = "there is no such choice"


class Problem(msgspec.Struct, frozen=True):
    """A fault that keeps a part of a house file from being read."""

    line: int
    key: str
    wrong: str
    right: str
    cite: str = ""

    def __str__(self) -> str:
        cite = f" [{self.cite}]" if self.cite else ""
        return f"line {self.line}, {self.key}: {self.wrong}; {self.right}{cite}"


class Day(NamedTuple):
    """The day whose law the elections are judged by, and which text to assume if none is held for that day."""

    as_of: str | None = None
    assume: Assume = ""


NEWEST = Day()


class Entry(NamedTuple):
    """One [[table]]. Values that could not be read have their defaults."""

    key: Key  # of the table in the file
    name: str  # empty if it could not be read
    game: Game | None  # None if it is missing or unknown
    house: House | None
    declared: Declarations | None
    unread: tuple[Key, ...]  # keys inside the table that could not be read
    values: dict[str, Any]  # the readable values, as in the file


class HouseFile(NamedTuple):
    """A house file as far as it could be read, and its problems."""

    entries: list[Entry]
    problems: list[Problem]  # what could not be read
    gaming_day: GamingDay
    lines: dict[Key, int]

    def with_lines(self, findings: Iterable[Finding | Issue], key: Key) -> list[Problem]:
        """Turn findings about the part at a key into problems with their lines."""
        return [
            problem_at(self.lines, (*key, *split_key(finding.key)), finding.wrong, finding.right, finding.cite)
            for finding in findings
        ]


def read(text: bytes | str, file_name: str) -> HouseFile:
    """Read a house file. Raises HouseFileError only if it is not TOML at all."""
    raw, lines = _parse_toml(text, file_name)
    problems = []
    for key in raw:
        if key not in ("table", GAMING_DAY):
            right = f"a house file has [[table]] entries and [{GAMING_DAY}]"
            problems.append(problem_at(lines, (key,), "unknown key", right))
    day, day_problems = _read_gaming_day(raw, lines)
    problems += day_problems
    tables = raw.get("table", [])
    if not isinstance(tables, list) or not tables:
        right = "write at least one [[table]]; 'pitboss init-house' shows how"
        problems.append(problem_at(lines, ("table",), "no table", right))
        tables = []
    entries: list[Entry] = []
    names: set[str] = set()
    for index, table in enumerate(tables):
        key_of_table: Key = ("table", index)
        entry, table_problems = _read_table(table, key_of_table, lines)
        problems += table_problems
        if entry.name in names:
            message = f"two tables have the name {entry.name!r}"
            problems.append(problem_at(lines, (*key_of_table, "name"), message, "give each table its own name"))
        names |= {entry.name} - {""}
        entries.append(entry)
    return HouseFile(entries, problems, day, lines)


def _parse_toml(text: bytes | str, file_name: str) -> tuple[dict[str, Any], dict[Key, int]]:
    """Parse the file, and return its values and the line of each key."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")  # some editors begin a file with a byte order mark
        raw = tomllib.loads(text)
        str(raw)  # raises ValueError for a number too long to be shown
        return raw, key_lines(text)
    except tomllib.TOMLDecodeError as error:
        raise HouseFileError(f"{file_name} is not TOML: {error}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise HouseFileError(f"{file_name}, line {line}, is not UTF-8 text; save the file as UTF-8") from None
    except ValueError:
        raise HouseFileError(f"{file_name} has a number with thousands of digits; write a shorter one") from None
    except RecursionError:
        raise HouseFileError(
            f"{file_name} has values inside of values, deeper than can be read; flatten them"
        ) from None


def _read_gaming_day(raw: Mapping[str, object], lines: dict[Key, int]) -> tuple[GamingDay, list[Problem]]:
    """Read the gaming day; the default one if it has problems."""
    entry = raw.get(GAMING_DAY, {})
    if not isinstance(entry, dict):
        right = f"write it as [{GAMING_DAY}] with keys below it"
        return GamingDay(), [problem_at(lines, (GAMING_DAY,), f"{entry!r} is not a table", right)]
    fields = {field.encode_name: field for field in msgspec.structs.fields(GamingDay)}
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in entry.items():
        faults = list(_faults(partial(_field_value, fields, key), value))
        problems += [problem_at(lines, (GAMING_DAY, key, *inner), *_split_message(why)) for inner, why in faults]
        if not faults:
            values |= _field_value(fields, key, value)
    if problems:
        return GamingDay(), problems
    day = GamingDay(**values)
    day_problems = [
        problem_at(lines, (GAMING_DAY, *split_key(finding.key)), finding.wrong, finding.right, finding.cite)
        for finding in day.findings()
    ]
    return day, day_problems


# --- a table


def _read_table(entry: object, key_of_table: Key, lines: dict[Key, int]) -> tuple[Entry, list[Problem]]:
    """Read one [[table]]; returns it as far as it can be read, and its problems."""
    unknown = Entry(key_of_table, "", None, None, None, (), {})
    if not isinstance(entry, dict):
        return unknown, [
            problem_at(lines, key_of_table, f"{entry!r} is not a table", "write it as [[table]] with keys below it")
        ]
    try:
        game = load(str(entry.get("game", "")))
    except ValueError as error:
        name = entry["name"] if isinstance(entry.get("name"), str) else ""
        return unknown._replace(name=name), [problem_at(lines, (*key_of_table, "game"), "no game", str(error))]
    faults = list(_table_faults(game, entry))
    readable = without_keys(entry, [key for key, _, _ in faults])
    house, declared = build_house(game, readable)
    unread = tuple(key for key, _, _ in faults)
    name = "" if ("name",) in unread else house.name
    problems = [
        problem_at(lines, (*key_of_table, *key), wrong, right, _fact_to_cite(game, key, wrong))
        for key, wrong, right in faults
    ]
    return Entry(key_of_table, name, game, house, declared, unread, readable), problems


def _fact_to_cite(game: Game, key: Key, wrong: str) -> str:
    """Return the fact to cite for a problem: in a game without a held text, the one that limits the choices of this
    key; otherwise none."""
    election = elections_of(game.house).get(str(key[0]))
    cite = election.left_by.partition(", ")[0] if election else ""
    return cite if wrong == NO_CHOICE and len(key) == 1 and is_beyond(cite) else ""


def build_house(game: Game, values: Mapping[str, Any]) -> tuple[House, Declarations]:
    """Build the house and the declared part from values that can be read."""
    kind = declared_type(game)
    house: dict[str, Any] = {}
    declared: dict[str, Any] = {}
    for key, value in values.items():
        for target, part in _divide(game, kind, key, value):
            (house if target is game.house else declared).update(_field_value(_fields(target), key, part))
    return game.house(**house), kind(**declared)


def declared_type(game: Game) -> type[Declarations]:
    """Return the class of what tables of a game may declare besides their elections."""
    return game.house_checks().DECLARED if game.checks else Declarations


def _table_faults(game: Game, entry: dict[str, Any]) -> Iterator[tuple[Key, str, str]]:
    """Yield each key that cannot be read, with what is wrong and what would be right."""
    kind = declared_type(game)
    known_keys = {**_fields(kind), **_fields(game.house)}
    for key, value in entry.items():
        if key == SIDE_WAGER and key not in known_keys:
            yield (key,), _why_no_side_wager(game), "leave it out, or describe it at a table where players have hands"
            continue
        if key not in known_keys:
            yield (key,), "unknown key", _nearest(key, known_keys)
            continue
        for target, part in _divide(game, kind, key, value):
            fields = _fields(target)
            for inner, why in _faults(partial(_field_value, fields, key), part):
                yield (key, *inner), *_explain_fault(fields[key].type, (key, *inner), why, game, kind)
    readings = entry.get("readings")
    for reading, choice in readings.items() if isinstance(readings, dict) else ():
        if isinstance(choice, str) and (
            why := _why_unreadable(partial(choose_readings, game.package), {reading: choice})
        ):
            yield ("readings", reading), *_split_message(why)


def _why_no_side_wager(game: Game) -> str:
    """Return why the house cannot describe side wagers at a game whose players have no hands of one deck."""
    if not game.house.usual().decks:
        return f"{game.title} is played without cards, and cards alone decide a described wager"
    return (
        f"{game.title} is dealt from a shoe that lasts for many rounds, and cards of one deck decide a described wager"
    )


def _divide(game: Game, kind: type[Declarations], key: str, value: object) -> list[tuple[type[msgspec.Struct], Any]]:
    """Divide the value of a key between the house and the declarations, by the class that has each part.

    Both classes have parts of a key under which the law leaves some odds to the house and fixes others.
    """
    house, declared = _fields(game.house), _fields(kind)
    if key not in declared:
        return [(game.house, value)]
    if key not in house:
        return [(kind, value)]
    if not isinstance(value, dict):
        return [(game.house, value)]
    declared_parts = {field.encode_name for field in msgspec.structs.fields(declared[key].type)}
    return [
        (game.house, {name: part for name, part in value.items() if name not in declared_parts}),
        (kind, {name: part for name, part in value.items() if name in declared_parts}),
    ]


def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _field_value(fields: Mapping[str, msgspec.structs.FieldInfo], key: str, value: object) -> dict[str, Any]:
    """Convert a value and return it under the name of its field. ValueError if the key is unknown."""
    if key not in fields:
        raise ValueError(f"unknown key; {_nearest(key, fields)}")
    return {fields[key].name: from_toml(fields[key].type, value)}


def _nearest(key: str, keys: Iterable[str]) -> str:
    """Suggest the nearest of these keys, or list them all."""
    matches = difflib.get_close_matches(key, keys, 1)
    return f"did you mean {matches[0]!r}?" if matches else f"keys are {', '.join(keys)}"


def house_with_elections(game: Game, elections: Mapping[str, object]) -> House:
    """Return the usual house with these elections, which are named and written as in a house file."""
    values: dict[str, Any] = {}
    for key, value in elections.items():
        try:
            values.update(_field_value(_fields(game.house), key, value))
        except (msgspec.ValidationError, ValueError) as error:
            raise ValueError(
                f"{'.'.join(map(str, (key, *_path_in_message(str(error)))))}: {'; '.join(_split_message(str(error)))}"
            ) from None
    return game.house.usual(**values)


# --- what is wrong, and where


def _faults(read: Callable[[Any], object], value: object, path: Key = ()) -> Iterator[tuple[Key, str]]:
    """Yield where a value is wrong, and why.

    If it has several parts, such as readings, each part that is wrong by itself is reported.
    """
    if not (why := _why_unreadable(read, value)):
        return
    if isinstance(value, list) and not _why_unreadable(read, []):
        yield from _faults_in_list(read, value, path)
        return
    parts = value if isinstance(value, dict) and not _why_unreadable(read, {}) else {}
    faults = (_faults(partial(_read_part, read, name), part, (*path, name)) for name, part in parts.items())
    yield from list(chain.from_iterable(faults)) or [(max(path, _path_in_message(why), key=len), why)]


def _faults_in_list(read: Callable[[Any], object], values: list[Any], path: Key) -> Iterator[tuple[Key, str]]:
    """Yield the first fault of each element of a list."""
    for index, value in enumerate(values):
        if why := _why_unreadable(read, [value]):
            unknown = re.match(r"Object contains unknown field `([^`]*)`", why)
            yield (*path, index, *_path_in_message(why)[1:], *([unknown[1]] if unknown else [])), why


def _read_part(read: Callable[[Any], object], name: str, part: object) -> object:
    """Return one part of a value, such as one of several readings, read without the others."""
    return read({name: part})


def _why_unreadable(read: Callable[[Any], object], value: object) -> str:
    """Return why a value cannot be read; empty if it can."""
    try:
        read(value)
    except (msgspec.ValidationError, ValueError) as error:
        return str(error)
    return ""


def _explain_fault(kind: Any, path: Key, why: str, game: Game, declared: type[Declarations]) -> tuple[str, str]:
    """Explain a fault: with the choices if there are few, or the nearest key if there is none of that name."""
    if unknown := re.match(r"Object contains unknown field `([^`]*)`", why):
        keys_inside = _names_inside(game.house, path[:-1]) + _names_inside(declared, path[:-1])
        return "unknown key", _nearest(unknown[1], keys_inside)
    if re.match(r"Expected `int \| str\b.*, got `float`", why):
        return "this is a decimal number", "write it as text, in quotation marks"
    if (words := choices(_type_inside(kind, path[1:]))) and "array" not in why:
        return NO_CHOICE, f"choose {' or '.join(map(repr, words))}"
    return _split_message(why)


def _names_inside(kind: type[msgspec.Struct], path: Key) -> list[str]:
    """Return the keys that a part of a table may have."""
    inside: Any = kind
    for name in path:
        if isinstance(name, int):
            inside = _element_type(inside)
            continue
        fields = _fields(inside) if isinstance(inside, type) and issubclass(inside, msgspec.Struct) else {}
        inside = fields[str(name)].type if name in fields else None
    return list(_fields(inside)) if isinstance(inside, type) and issubclass(inside, msgspec.Struct) else []


def _type_inside(kind: Any, path: Key) -> Any:
    """Return the type of a part, as far as its path consists of field names."""
    for name in path:
        if isinstance(name, int):
            kind = _element_type(kind)
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and name in _fields(kind):
            kind = _fields(kind)[str(name)].type
    return kind


def _element_type(kind: Any) -> Any:
    """Return the type of the elements of a list, or the type itself if it is not one of a list."""
    return get_args(kind)[0] if get_origin(kind) is tuple else kind


def without_keys(value: dict[str, Any], keys: Iterable[Key]) -> dict[str, Any]:
    """Return a copy without the values at these keys."""
    remaining = dict(value)
    for key in keys:
        first, rest = str(key[0]), key[1:]
        if first not in remaining:
            continue
        if rest and isinstance(remaining[first], dict):
            remaining[first] = without_keys(remaining[first], [rest])
        else:
            del remaining[first]
    return remaining


def split_key(key: str) -> Key:
    """Split a dotted key: pay.base.royal flush -> pay, base, royal flush; printed.layout.says.0 -> printed, layout,
    says, 0."""
    first, *rest = key.split(".")
    parts: list[str] = [first, *rest] if first in ("printed", "equipment", SIDE_WAGER) else key.split(".", 2)
    if first == "printed" and len(parts) > 5:
        parts[4:] = [".".join(parts[4:])]  # the name of a line may contain a full stop
    is_line_name = first == "pay" or parts[2:3] == ["odds"]  # names of lines may look like numbers
    return tuple(
        int(part) if number and part.isdecimal() and not is_line_name else part for number, part in enumerate(parts)
    )


def _path_in_message(message: str) -> Key:
    """Return the path inside a value that msgspec names at the end of a message, such as "- at `$.base`"."""
    match = re.search(r"at `\$((?:\.[\w-]+|\[\d+\])+)", message)
    return tuple(int(part) if part.isdecimal() else part for part in re.findall(r"[\w-]+", match[1])) if match else ()


def _split_message(message: str) -> tuple[str, str]:
    """Split a message into what is wrong and what would be right."""
    message = describe_value_error(ValueError(re.sub(r" - at `[^`]*`$", "", message)))
    wrong, semicolon, right = message.partition("; ")
    return wrong, right if semicolon else "see 'pitboss check --schema'"


def problem_at(lines: dict[Key, int], key: Key, wrong: str, right: str, cite: str = "") -> Problem:
    """Create a problem with the line of the key, or of the nearest enclosing key that has a line."""
    line = next((lines[key[:length]] for length in range(len(key), 0, -1) if key[:length] in lines), 1)
    dotted_key = ".".join(f"{part + 1}" if isinstance(part, int) else part for part in key)
    return Problem(line, dotted_key, wrong, right, cite)
