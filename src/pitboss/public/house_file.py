"""The house file: TOML, one [[table]] for each table and the gaming day, every error with its line and key."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.house import Finding, House, choices, from_toml, meanings
from pitboss.engine.unread import in_words
from pitboss.games import REGISTERED, load
from pitboss.law.editions import Assume, NoDayError, NotHeldError
from pitboss.law.readings import choose
from pitboss.law.rules import Rules
from pitboss.public.errors import HouseFileError
from pitboss.record.gaming_day import GamingDay
from pitboss.table.money import Money

GAMING_DAY = "gaming-day"
Key = tuple[str | int, ...]  # where a value stands: ("table", 0, "pay", "base", "flush")


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


def load_house(path: Path, game: str, name: str | None, day: Day = NEWEST) -> House:
    """The table of this name, or the first of this game; a file with problems is refused with all of them."""
    tables, problems, _ = read_house(path, day)
    if problems:
        raise HouseFileError(f"{path} cannot be used:\n" + "\n".join(f"  {problem}" for problem in problems))
    fitting = [table for table in tables if table.game == game and name in (None, table.name)]
    if not fitting:
        there = ", ".join(f"{table.name!r} ({table.game})" for table in tables) or "none"
        raise HouseFileError(f"{path} has no such {game} table; its tables are {there}")
    return fitting[0]


class Checked(NamedTuple):
    tables: list[House]  # those that could be read and that nothing stands against
    problems: list[Problem]
    warnings: list[Problem]  # what is allowed and hardly meant


def read_house(path: Path, day: Day = NEWEST, *, warn: bool = False) -> Checked:
    """All tables that could be read, and everything that is wrong with the file; what is odd about it if wanted."""
    raw, lines = _read(path)
    problems: list[Problem] = []
    for key in raw:
        if key not in ("table", GAMING_DAY):
            right = f"a house file has [[table]] entries and [{GAMING_DAY}]"
            problems.append(_problem(lines, (key,), "unknown key", right))
    problems += _read_gaming_day(raw, lines)[1]
    entries = raw.get("table", [])
    if not isinstance(entries, list) or not entries:
        problems.append(Problem(1, "table", "no table", "write at least one [[table]]; 'pitboss init-house' shows how"))
        entries = []
    tables: list[House] = []
    warnings: list[Problem] = []
    names: set[str] = set()
    for index, entry in enumerate(entries):
        at: Key = ("table", index)
        table = _read_table(entry, at, day, lines, problems)
        name = _name_of(entry)
        if name in names:
            shared = f"two tables have the name {name!r}"
            problems.append(_problem(lines, (*at, "name"), shared, "give each table its own name"))
        names |= {name} - {""}
        if table is None:
            continue
        if warn:
            rules = load(table.game).rules(table.readings, *day)
            problems += _told(table.unsound(rules), at, lines)
            warnings += _told(_warnings(table, rules), at, lines)
        tables.append(table)
    return Checked(tables, problems, warnings)


def read_gaming_day(path: Path) -> GamingDay:
    """When gaming days and shifts begin; as by default where the file does not say."""
    raw, lines = _read(path)
    found, problems = _read_gaming_day(raw, lines)
    if problems:
        raise HouseFileError(f"{path} cannot be used:\n" + "\n".join(f"  {problem}" for problem in problems))
    return found


def _read(path: Path) -> tuple[dict[str, Any], dict[Key, int]]:
    """The file, and on which line each key stands."""
    try:
        text = path.read_bytes().decode("utf-8-sig")  # editors put a mark before it
        return tomllib.loads(text), key_lines(text)
    except tomllib.TOMLDecodeError as wrong:
        raise HouseFileError(f"{path} is not TOML: {wrong}") from None
    except UnicodeDecodeError as wrong:
        line = wrong.object[: wrong.start].count(b"\n") + 1
        raise HouseFileError(f"{path}, line {line}, is not UTF-8 text; save the file as UTF-8") from None


def _read_gaming_day(raw: Mapping[str, object], lines: dict[Key, int]) -> tuple[GamingDay, list[Problem]]:
    entry = raw.get(GAMING_DAY, {})
    if not isinstance(entry, dict):
        right = f"write it as [{GAMING_DAY}] with keys below it"
        return GamingDay(), [_problem(lines, (GAMING_DAY,), f"{entry!r} is not a table", right)]
    fields = {field.encode_name: field for field in msgspec.structs.fields(GamingDay)}
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in entry.items():
        faults = list(_faults(partial(_known, fields, key), value))
        problems += [_problem(lines, (GAMING_DAY, key, *inner), *_two_parts(why)) for inner, why in faults]
        if not faults:
            values |= _known(fields, key, value)
    if problems:
        return GamingDay(), problems
    found = GamingDay(**values)
    return found, _told(found.findings(), (GAMING_DAY,), lines)


def _name_of(entry: Any) -> str:
    """What a table is called, also if it cannot be read; empty if nobody knows."""
    if not isinstance(entry, dict):
        return ""
    game = str(entry.get("game"))
    name = entry.get("name", load(game).house.usual().name if game in REGISTERED else "")
    return name if isinstance(name, str) else ""


def _read_table(entry: object, at: Key, day: Day, lines: dict[Key, int], problems: list[Problem]) -> House | None:
    if not isinstance(entry, dict):
        problems.append(_problem(lines, at, f"{entry!r} is not a table", "write it as [[table]] with keys below it"))
        return None
    try:
        game = load(str(entry.get("game", "")))
    except ValueError as wrong:
        problems.append(_problem(lines, (*at, "game"), "no game", str(wrong)))
        return None
    values: dict[str, Any] = {}
    found: list[Problem] = []
    for key, value in entry.items():
        faults = list(_faults(partial(_field, game, key), value))
        for inner, why in faults:
            found.append(_problem(lines, (*at, key, *inner), *_choices(game, key) or _two_parts(why)))
        if not faults:
            values.update(_field(game, key, value))
    found += _reading_faults(game, entry.get("readings"), at, lines)
    if not found:
        table = game.house(**values)
        found = _findings(game, table, day, at, lines)
    problems += found
    return None if found else table


def _field(game: Game, key: str, value: object) -> dict[str, Any]:
    """A field of the game's house by its name in a house file, with its value."""
    return _known({field.encode_name: field for field in msgspec.structs.fields(game.house)}, key, value)


def _known(fields: Mapping[str, msgspec.structs.FieldInfo], key: str, value: object) -> dict[str, Any]:
    if key not in fields:
        near = difflib.get_close_matches(key, fields, 1)
        right = f"did you mean {near[0]!r}?" if near else f"keys are {', '.join(fields)}"
        raise ValueError(f"unknown key; {right}")
    return {fields[key].name: from_toml(fields[key].type, value)}


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


def _choices(game: Game, key: str) -> tuple[str, str] | None:
    """Where a key takes one of a few words: which."""
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(game.house)}
    words = choices(kinds[key]) if key in kinds else []
    return ("there is no such choice", f"choose {' or '.join(map(repr, words))}") if words else None


def elected(game: Game, elections: Mapping[str, object]) -> House:
    """The usual house with these elections, named and written as in a house file."""
    values: dict[str, Any] = {}
    for key, value in elections.items():
        try:
            values.update(_field(game, key, value))
        except (msgspec.ValidationError, ValueError) as wrong:
            raise ValueError(
                f"{'.'.join(map(str, (key, *_inner(str(wrong)))))}: {'; '.join(_two_parts(str(wrong)))}"
            ) from None
    return game.house.usual(**values)


def _findings(game: Game, table: House, day: Day, at: Key, lines: dict[Key, int]) -> list[Problem]:
    try:
        rules = game.rules(table.readings, *day)
    except NoDayError as wrong:
        raise HouseFileError(wrong) from None
    except NotHeldError as none:  # the other tables are checked all the same
        why, right = _two_parts(str(none))
        return [_problem(lines, (*at, "game"), f"{game.name} on {day.as_of}: {why}", right)]
    try:
        breaches = table.breaches(rules)
    except ValueError as wrong:  # the elections go so ill together that they cannot even be judged
        return [_problem(lines, at, *_two_parts(str(wrong)))]
    return [
        _problem(lines, (*at, *_split(finding.key)), finding.wrong, finding.right, finding.cite) for finding in breaches
    ]


def _reading_faults(game: Game, readings: object, at: Key, lines: dict[Key, int]) -> Iterator[Problem]:
    """Each reading that there is not, or not with that choice, where it stands."""
    for reading, choice in readings.items() if isinstance(readings, dict) else ():
        if isinstance(choice, str) and (why := _unread(partial(choose, game.package), {reading: choice})):
            yield _problem(lines, (*at, "readings", reading), *_two_parts(why))


def _warnings(table: House, rules: Rules) -> Iterator[Finding]:
    """What the house itself says, and odds that favor the player."""
    from pitboss.analysis.given_away import given_away  # it is asked for in a check, and in nothing that plays

    yield from table.warnings(rules)
    yield from given_away(load(table.game), rules, table)


def _told(found: Iterable[Finding], at: Key, lines: dict[Key, int]) -> list[Problem]:
    return [_problem(lines, (*at, *_split(each.key)), each.wrong, each.right, each.cite) for each in found]


def _split(key: str) -> Key:
    """pay.base.royal flush -> pay, base, royal flush."""
    return tuple(key.split(".", 2))


def _inner(wrong: str) -> Key:
    """The part of a value that msgspec names at the end of its message: - at `$.base`."""
    match = re.search(r"at `\$((?:\.[\w-]+)+)", wrong)
    return tuple(match[1].strip(".").split(".")) if match else ()


def _two_parts(message: str) -> tuple[str, str]:
    message = in_words(ValueError(re.sub(r" - at `[^`]*`$", "", message)))
    wrong, semicolon, right = message.partition("; ")
    return wrong, right if semicolon else "see 'pitboss house --schema'"


def _problem(lines: dict[Key, int], key: Key, wrong: str, right: str, cite: str = "") -> Problem:
    """The nearest line known: of the key, or of what it stands in."""
    known = next((lines[key[:length]] for length in range(len(key), 0, -1) if key[:length] in lines), 1)
    shown = ".".join(f"{part + 1}" if isinstance(part, int) else part for part in key)
    return Problem(known, shown, wrong, right, cite)


_PART = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_PART}(?:\s*\.\s*{_PART})*)\s*\]")
_KEY = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")


def key_lines(text: str) -> dict[Key, int]:
    """On which line each header and key stands. The TOML reader of Python does not tell."""
    lines: dict[Key, int] = {}
    counts: dict[Key, int] = {}
    inside: Key = ()
    for number, line in enumerate(text.splitlines(), 1):
        if match := _HEADER.match(line):
            parts = _parts(match[2])
            if match[1] == "[[":
                counts[parts] = counts.get(parts, -1) + 1
                inside = (*parts, counts[parts])
            else:
                inside = ()
                for part in parts:
                    inside = (*inside, part)
                    if inside in counts:
                        inside = (*inside, counts[inside])
            lines[inside] = number
        elif match := _KEY.match(line):
            lines.setdefault((*inside, *_parts(match[1])), number)
    return lines


def _parts(dotted: str) -> Key:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))


def schema() -> dict[str, Any]:
    """JSON Schema of the house file."""
    kinds = [load(name).house for name in REGISTERED]
    items, definitions = msgspec.json.schema_components(kinds, schema_hook=_schema_of, ref_template="#/$defs/{name}")
    for name, kind in zip(REGISTERED, kinds, strict=True):
        properties = definitions[kind.__name__]["properties"]
        properties["game"] = {"const": name}
        for key, meaning in meanings(kind).items():
            properties[key]["description"] = meaning
        definitions[kind.__name__]["required"] = ["game"]
        definitions[kind.__name__]["additionalProperties"] = False
    day = msgspec.json.schema_components([GamingDay], ref_template="#/$defs/{name}")[1]
    definitions |= day
    for key, meaning in GamingDay.means.items():
        definitions["GamingDay"]["properties"][key]["description"] = meaning
    definitions["GamingDay"]["additionalProperties"] = False
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pitboss house file",
        "type": "object",
        "properties": {
            "table": {"type": "array", "minItems": 1, "items": {"oneOf": items}},
            GAMING_DAY: {"$ref": "#/$defs/GamingDay"},
        },
        "required": ["table"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def _schema_of(kind: type) -> dict[str, Any]:
    if kind is Money:
        return {
            "title": "an amount in dollars: whole, or as text with cents",
            "anyOf": [
                {"type": "integer", "minimum": 0},
                {"type": "string", "pattern": r"^\$?[0-9][0-9,]*(\.[0-9]{2})?$"},
            ],
        }
    raise NotImplementedError(kind)
