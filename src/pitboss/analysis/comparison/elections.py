"""Reads elections as a person types them: a field of a house file, or a line of a pay table."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.counting.exact_model import ImpossibleError
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House, choices, from_toml
from pitboss.engine.value_errors import describe_value_error
from pitboss.table.money import Odds, has_wrong_odds_word


def elect(game: Game, house: House, settings: Mapping[str, object]) -> House:
    """Return the house with these elections. A key is a field of house files, or a line of a pay table. Raise
    `ImpossibleError` for what does not exist or makes no sense."""
    key_of_setting: dict[object, str] = {}
    for key, value in settings.items():
        raw = _parse_value(value) if isinstance(value, str) else value
        line_key = _parse_line_key(game, key)
        if (first := key_of_setting.setdefault(line_key or key.replace(" ", "-"), key)) != key:
            raise ImpossibleError(f"{key} and {first} are the same setting; set it once")
        if line_key is not None:
            house = _with_line(game, house, key, *line_key, raw)
        else:
            house = _with_field(game, house, key, raw)
    return house


def _parse_value(text: str) -> object:
    """Parse a value as in a house file. Anything that is not TOML is plain text, and so is a number with cents."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except ValueError:  # not TOML, or a number too long to parse
        return text
    return value if isinstance(value, bool | int | str | list) else text


def _parse_line_key(game: Game, key: str) -> tuple[str, str] | None:
    """Return the pay table and the line that a key names, or None if it names none. For example pay.trips.flush,
    trips.flush or, with only one table, flush."""
    tables = game.askable_model().LINES
    head, _, rest = key.partition(".")
    if head == "pay" and rest:
        key = rest
        head, _, rest = key.partition(".")
    elif not rest and "" not in tables:
        return None
    if head in tables and rest:
        return head, require_line(rest, tables[head], head)
    if "" in tables and (line := find_line(key, tables[""]) or find_line(rest, tables[""])):
        return "", line  # the only table need not be named
    if rest or head == "pay":
        names_known = ", ".join(tables) if "" not in tables else ", ".join(tables[""])
        raise ImpossibleError(f"{key!r} is not a line of a {game.name} pay table; choose {names_known}")
    return None


def find_line(name: str, lines: Any) -> str | None:
    """Return the line with this name, ignoring case and punctuation, or None."""

    def plain(text: str) -> str:
        return re.sub(r"[^a-z0-9]", "", text.lower())

    return next((line for line in lines if plain(line) == plain(name)), None)


def require_line(name: str, lines: Any, table: str) -> str:
    """Return the line with this name. Raise `ImpossibleError` if there is none."""
    if (line := find_line(name, lines)) is None:
        raise ImpossibleError(f"{table} has no line {name!r}; its lines are {', '.join(lines)}")
    return line


def _with_line(game: Game, house: Any, key: str, table: str, line: str, raw: object) -> House:
    """Return the house with another rate for a line. Raise `ImpossibleError` for a malformed rate."""
    pay = house.pay
    if table:
        field = next(field for field in msgspec.structs.fields(pay) if field.encode_name == table)
        kind, lines = field.type, getattr(pay, field.name)
    else:
        kind, lines = dict[str, str], pay
    try:
        parsed: Any = from_toml(kind, {line: raw})
    except (msgspec.ValidationError, ValueError) as error:
        if isinstance(raw, int) and isinstance(error, msgspec.ValidationError) and "`str`" in str(error):
            citation = (
                _citation_against(game, msgspec.structs.replace(house, pay={**lines, line: str(raw)}), line)
                if not table
                else ""
            )
            raise ImpossibleError(
                f'{key}: {raw} does not state odds; write them with "to", as in "{raw} to 1"{citation}'
            ) from None
        raise ImpossibleError(f"{key}: {_describe_error(error)}") from None
    new: Any = {**lines, **parsed}
    if table:
        new = msgspec.structs.replace(pay, **{field.name: new})
    changed_house: House = msgspec.structs.replace(house, pay=new)
    if isinstance(parsed[line], str):
        try:
            Odds.parse(parsed[line], house.odds_words)
        except ValueError as error:
            citation = _citation_against(game, changed_house, line) if "does not state odds" in str(error) else ""
            if not citation and has_wrong_odds_word(parsed[line], house.odds_words):
                citation = f" (no held paragraph of {game.name} covers the wording of odds)"
            raise ImpossibleError(f"{key}: {error}{citation}") from None
    return changed_house


def _citation_against(game: Game, house: House, line: str) -> str:
    """Return the paragraph that does not allow the odds elected for a line, as the suffix of a message; empty if the
    game allows them.
    """
    rules = game.rules({})
    try:
        breaches = [
            breach for _, variant in game.askable_model().houses(rules, house) for breach in variant.breaches(rules)
        ]
    except ValueError:
        return ""
    return next((f" [{breach.cite}]" for breach in breaches if breach.key.endswith(f".{line}")), "")


def _with_field(game: Game, house: House, key: str, raw: object) -> House:
    """Return the house with another value for a field. Raise `ImpossibleError` for an unknown field or a malformed
    value."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(game.house)}
    key = key.replace(" ", "-")
    if key in fields and fields[key].type is bool and raw in ("yes", "no"):
        raw = raw == "yes"
    if key not in fields:
        similar = difflib.get_close_matches(key, fields, 1)
        tables = game.askable_model().LINES
        lines = ", ".join(f"{table}.LINE" if table else f"the lines {'; '.join(tables[table])}" for table in tables)
        right = f"did you mean {similar[0]!r}?" if similar else f"choose {', '.join(fields)}, or {lines}"
        raise ImpossibleError(f"{game.name} has no setting {key!r}; {right}")
    try:
        changed_house: House = msgspec.structs.replace(house, **{fields[key].name: from_toml(fields[key].type, raw)})
    except (msgspec.ValidationError, ValueError) as error:
        if known_choices := choices(fields[key].type):
            citation = f" [{cites}]" if (cites := house.rests_on(key)) else ""
            raise ImpossibleError(
                f"{key}: {raw!r} is not a choice; choose {', '.join(known_choices)}{citation}"
            ) from None
        raise ImpossibleError(f"{key}: {_describe_error(error)}") from None
    for breach in changed_house.breaches(game.rules({})) if fields[key].type == str | None else ():
        if breach.key == key and "does not state odds" in breach.wrong:
            raise ImpossibleError(f"{key}: {breach.wrong}; {breach.right} [{breach.cite}]")
    return changed_house


def _describe_error(error: Exception) -> str:
    """Describe the error of a value without the path in the file."""
    return describe_value_error(ValueError(re.sub(r" - at `[^`]*`$", "", str(error))))
