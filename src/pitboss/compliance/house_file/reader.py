"""The house file: TOML, one [[table]] for each table and the gaming day. What cannot be read is told with its line and
key, and hides nothing else: the rest of the table is read all the same."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.errors import HouseFileError
from pitboss.compliance.house_file.toml_lines import Key, key_lines
from pitboss.engine.game import Game
from pitboss.engine.houses.house import Finding, House, choices, from_toml
from pitboss.engine.houses.house_checks import Declared, Said
from pitboss.engine.value_errors import describe_value_error
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.readings import choose
from pitboss.law.unheld_games import is_beyond
from pitboss.record.gaming_day import GamingDay

GAMING_DAY = "gaming-day"
NO_CHOICE = "there is no such choice"


class Problem(msgspec.Struct, frozen=True):
    line: int
    key: str
    wrong: str
    right: str
    cite: str = ""

    def __str__(self) -> str:
        cite = f" [{self.cite}]" if self.cite else ""
        return f"line {self.line}, {self.key}: {self.wrong}; {self.right}{cite}"


class Day(NamedTuple):
    """The day whose law the elections are judged by, and which text to assume where none of that day is held."""

    as_of: str | None = None
    assume: Assume = ""


NEWEST = Day()


class Entry(NamedTuple):
    """One [[table]]. What could not be read is left at its default."""

    at: Key
    name: str  # empty if nobody knows
    game: Game | None  # None if it is not said which
    house: House | None
    declared: Declared | None
    unread: tuple[Key, ...]  # the keys that could not be read, inside the table
    read: dict[str, Any]  # what could be, as the file has it


class HouseFile(NamedTuple):
    entries: list[Entry]
    problems: list[Problem]  # everything that could not be read
    gaming_day: GamingDay
    lines: dict[Key, int]

    def told(self, found: Iterable[Finding | Said], at: Key) -> list[Problem]:
        """Findings about what stands there, with their lines."""
        return [problem(self.lines, (*at, *split(each.key)), each.wrong, each.right, each.cite) for each in found]


def read(text: bytes | str, named: str) -> HouseFile:
    """Everything in a file. Only what is no TOML at all is refused."""
    raw, lines = _toml(text, named)
    problems = []
    for key in raw:
        if key not in ("table", GAMING_DAY):
            right = f"a house file has [[table]] entries and [{GAMING_DAY}]"
            problems.append(problem(lines, (key,), "unknown key", right))
    day, wrong_day = _read_gaming_day(raw, lines)
    problems += wrong_day
    tables = raw.get("table", [])
    if not isinstance(tables, list) or not tables:
        right = "write at least one [[table]]; 'pitboss init-house' shows how"
        problems.append(problem(lines, ("table",), "no table", right))
        tables = []
    entries: list[Entry] = []
    names: set[str] = set()
    for index, table in enumerate(tables):
        at: Key = ("table", index)
        entry, found = _read_table(table, at, lines)
        problems += found
        if entry.name in names:
            shared = f"two tables have the name {entry.name!r}"
            problems.append(problem(lines, (*at, "name"), shared, "give each table its own name"))
        names |= {entry.name} - {""}
        entries.append(entry)
    return HouseFile(entries, problems, day, lines)


def _toml(text: bytes | str, named: str) -> tuple[dict[str, Any], dict[Key, int]]:
    """The file, and on which line each key stands."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")  # editors put a mark before it
        raw = tomllib.loads(text)
        str(raw)  # no number is so long that it cannot be shown
        return raw, key_lines(text)
    except tomllib.TOMLDecodeError as wrong:
        raise HouseFileError(f"{named} is not TOML: {wrong}") from None
    except UnicodeDecodeError as wrong:
        line = wrong.object[: wrong.start].count(b"\n") + 1
        raise HouseFileError(f"{named}, line {line}, is not UTF-8 text; save the file as UTF-8") from None
    except ValueError:
        raise HouseFileError(f"{named} has a number with thousands of digits; write a shorter one") from None
    except RecursionError:
        raise HouseFileError(f"{named} has values inside of values, deeper than can be read; flatten them") from None


def _read_gaming_day(raw: Mapping[str, object], lines: dict[Key, int]) -> tuple[GamingDay, list[Problem]]:
    entry = raw.get(GAMING_DAY, {})
    if not isinstance(entry, dict):
        right = f"write it as [{GAMING_DAY}] with keys below it"
        return GamingDay(), [problem(lines, (GAMING_DAY,), f"{entry!r} is not a table", right)]
    fields = {field.encode_name: field for field in msgspec.structs.fields(GamingDay)}
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in entry.items():
        faults = list(_faults(partial(_known, fields, key), value))
        problems += [problem(lines, (GAMING_DAY, key, *inner), *_two_parts(why)) for inner, why in faults]
        if not faults:
            values |= _known(fields, key, value)
    if problems:
        return GamingDay(), problems
    found = GamingDay(**values)
    told = [
        problem(lines, (GAMING_DAY, *split(each.key)), each.wrong, each.right, each.cite) for each in found.findings()
    ]
    return found, told


# --- a table


def _read_table(entry: object, at: Key, lines: dict[Key, int]) -> tuple[Entry, list[Problem]]:
    unknown = Entry(at, "", None, None, None, (), {})
    if not isinstance(entry, dict):
        return unknown, [problem(lines, at, f"{entry!r} is not a table", "write it as [[table]] with keys below it")]
    try:
        game = load(str(entry.get("game", "")))
    except ValueError as wrong:
        name = entry["name"] if isinstance(entry.get("name"), str) else ""
        return unknown._replace(name=name), [problem(lines, (*at, "game"), "no game", str(wrong))]
    faults = list(_table_faults(game, entry))
    left = pruned(entry, [key for key, _, _ in faults])
    house, declared = made(game, left)
    unread = tuple(key for key, _, _ in faults)
    name = "" if ("name",) in unread else house.name
    problems = [problem(lines, (*at, *key), wrong, right, _facts(game, key, wrong)) for key, wrong, right in faults]
    return Entry(at, name, game, house, declared, unread, left), problems


def _facts(game: Game, key: Key, wrong: str) -> str:
    """The fact that knows other choices only, of a game of which no text is held; anything else is a matter of form."""
    cite = game.house.elected_by.get(str(key[0]), "").partition(", ")[0]
    return cite if wrong == NO_CHOICE and len(key) == 1 and is_beyond(cite) else ""


def made(game: Game, values: Mapping[str, Any]) -> tuple[House, Declared]:
    """The house and what is declared, of values that can be read."""
    kind = declares(game)
    house: dict[str, Any] = {}
    declared: dict[str, Any] = {}
    for key, value in values.items():
        for target, part in _parted(game, kind, key, value):
            (house if target is game.house else declared).update(_known(_fields(target), key, part))
    return game.house(**house), kind(**declared)


def declares(game: Game) -> type[Declared]:
    return game.house_checks().DECLARED if game.checks else Declared


def _table_faults(game: Game, entry: dict[str, Any]) -> Iterator[tuple[Key, str, str]]:
    """Each key that cannot be read, with what is wrong and what would be right."""
    kind = declares(game)
    known = {**_fields(kind), **_fields(game.house)}
    for key, value in entry.items():
        if key not in known:
            yield (key,), "unknown key", _nearest(key, known)
            continue
        for target, part in _parted(game, kind, key, value):
            fields = _fields(target)
            for inner, why in _faults(partial(_known, fields, key), part):
                yield (key, *inner), *_told(fields[key].type, (key, *inner), why, game, kind)
    readings = entry.get("readings")
    for reading, choice in readings.items() if isinstance(readings, dict) else ():
        if isinstance(choice, str) and (why := _unread(partial(choose, game.package), {reading: choice})):
            yield ("readings", reading), *_two_parts(why)


def _parted(game: Game, kind: type[Declared], key: str, value: object) -> list[tuple[type[msgspec.Struct], Any]]:
    """Whose a key is: the house's, what is declared, or both, where the law leaves some odds to the house and fixes
    others."""
    house, declared = _fields(game.house), _fields(kind)
    if key not in declared:
        return [(game.house, value)]
    if key not in house:
        return [(kind, value)]
    if not isinstance(value, dict):
        return [(game.house, value)]
    others = {field.encode_name for field in msgspec.structs.fields(declared[key].type)}
    return [
        (game.house, {name: part for name, part in value.items() if name not in others}),
        (kind, {name: part for name, part in value.items() if name in others}),
    ]


def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _known(fields: Mapping[str, msgspec.structs.FieldInfo], key: str, value: object) -> dict[str, Any]:
    if key not in fields:
        raise ValueError(f"unknown key; {_nearest(key, fields)}")
    return {fields[key].name: from_toml(fields[key].type, value)}


def _nearest(key: str, keys: Iterable[str]) -> str:
    near = difflib.get_close_matches(key, keys, 1)
    return f"did you mean {near[0]!r}?" if near else f"keys are {', '.join(keys)}"


def elected(game: Game, elections: Mapping[str, object]) -> House:
    """The usual house with these elections, named and written as in a house file."""
    values: dict[str, Any] = {}
    for key, value in elections.items():
        try:
            values.update(_known(_fields(game.house), key, value))
        except (msgspec.ValidationError, ValueError) as wrong:
            raise ValueError(
                f"{'.'.join(map(str, (key, *_inner(str(wrong)))))}: {'; '.join(_two_parts(str(wrong)))}"
            ) from None
    return game.house.usual(**values)


# --- what is wrong, and where


def _faults(read: Callable[[Any], object], value: object, at: Key = ()) -> Iterator[tuple[Key, str]]:
    """Where in a value something is wrong, and what. Where it holds several, as readings do: each that is wrong by
    itself."""
    if not (why := _unread(read, value)):
        return
    parts = value if isinstance(value, dict) and not _unread(read, {}) else {}
    faults = (_faults(partial(_inside, read, name), part, (*at, name)) for name, part in parts.items())
    yield from list(chain.from_iterable(faults)) or [(max(at, _inner(why), key=len), why)]


def _inside(read: Callable[[Any], object], name: str, part: object) -> object:
    return read({name: part})


def _unread(read: Callable[[Any], object], value: object) -> str:
    """Why a value cannot be read; empty if it can."""
    try:
        read(value)
    except (msgspec.ValidationError, ValueError) as wrong:
        return str(wrong)
    return ""


def _told(kind: Any, at: Key, why: str, game: Game, declared: type[Declared]) -> tuple[str, str]:
    """The same in words, with the choices where there are a few and the nearest key where there is none such."""
    if unknown := re.match(r"Object contains unknown field `([^`]*)`", why):
        inside = _names_inside(game.house, at[:-1]) + _names_inside(declared, at[:-1])
        return "unknown key", _nearest(unknown[1], inside)
    if re.match(r"Expected `int \| str\b.*, got `float`", why):
        return "this is a decimal number", "write it as text, in quotation marks"
    if (words := choices(_type_inside(kind, at[1:]))) and "array" not in why:
        return NO_CHOICE, f"choose {' or '.join(map(repr, words))}"
    return _two_parts(why)


def _names_inside(kind: type[msgspec.Struct], at: Key) -> list[str]:
    """The keys that a part of a table may have."""
    inside: Any = kind
    for name in at:
        fields = _fields(inside) if isinstance(inside, type) and issubclass(inside, msgspec.Struct) else {}
        inside = fields[str(name)].type if name in fields else None
    return list(_fields(inside)) if isinstance(inside, type) and issubclass(inside, msgspec.Struct) else []


def _type_inside(kind: Any, at: Key) -> Any:
    """The type of a part, as far as its parts have names."""
    for name in at:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and name in _fields(kind):
            kind = _fields(kind)[str(name)].type
    return kind


def pruned(value: dict[str, Any], keys: Iterable[Key]) -> dict[str, Any]:
    """The same without what stands at these keys."""
    left = dict(value)
    for key in keys:
        first, rest = str(key[0]), key[1:]
        if first not in left:
            continue
        if rest and isinstance(left[first], dict):
            left[first] = pruned(left[first], [rest])
        else:
            del left[first]
    return left


def split(key: str) -> Key:
    """pay.base.royal flush -> pay, base, royal flush; printed.layout.says.0 -> printed, layout, says, 0."""
    first, *rest = key.split(".")
    parts: list[str] = [first, *rest] if first in ("printed", "equipment") else key.split(".", 2)
    if first == "printed" and len(parts) > 5:
        parts[4:] = [".".join(parts[4:])]  # a line may have a full stop in it
    named = first == "pay" or parts[2:3] == ["odds"]  # lines are called by their names, whatever these look like
    return tuple(int(part) if number and part.isdecimal() and not named else part for number, part in enumerate(parts))


def _inner(wrong: str) -> Key:
    """The part of a value that msgspec names at the end of its message: - at `$.base`."""
    match = re.search(r"at `\$((?:\.[\w-]+|\[\d+\])+)", wrong)
    return tuple(int(part) if part.isdecimal() else part for part in re.findall(r"[\w-]+", match[1])) if match else ()


def _two_parts(message: str) -> tuple[str, str]:
    message = describe_value_error(ValueError(re.sub(r" - at `[^`]*`$", "", message)))
    wrong, semicolon, right = message.partition("; ")
    return wrong, right if semicolon else "see 'pitboss check --schema'"


def problem(lines: dict[Key, int], key: Key, wrong: str, right: str, cite: str = "") -> Problem:
    """The nearest line known: of the key, or of what it stands in."""
    known = next((lines[key[:length]] for length in range(len(key), 0, -1) if key[:length] in lines), 1)
    shown = ".".join(f"{part + 1}" if isinstance(part, int) else part for part in key)
    return Problem(known, shown, wrong, right, cite)
