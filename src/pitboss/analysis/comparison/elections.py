"""Elections by name, as a person types them: a field of a house file, or a line of a pay table."""

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
from pitboss.table.money import Odds, worded_otherwise


def elect(game: Game, house: House, settings: Mapping[str, object]) -> House:
    """The house with these elections: a field by its name in house files, or a line of a pay table."""
    named: dict[object, str] = {}
    for key, given in settings.items():
        raw = _value(given) if isinstance(given, str) else given
        found = _line(game, key)
        if (first := named.setdefault(found or key.replace(" ", "-"), key)) != key:
            raise ImpossibleError(f"{key} and {first} are the same setting; set it once")
        if found is not None:
            house = _with_line(game, house, key, *found, raw)
        else:
            house = _with_field(game, house, key, raw)
    return house


def _value(text: str) -> object:
    """As in a house file; what is no TOML is plain text, and so is a number with cents."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except ValueError:  # no TOML, or a number too long to be read
        return text
    return value if isinstance(value, bool | int | str | list) else text


def _line(game: Game, key: str) -> tuple[str, str] | None:
    """The pay table and the line that a key names: pay.trips.flush, trips.flush or, with one table only, flush."""
    tables = game.askable_model().LINES
    head, _, rest = key.partition(".")
    if head == "pay" and rest:
        key = rest
        head, _, rest = key.partition(".")
    elif not rest and "" not in tables:
        return None
    if head in tables and rest:
        return head, named_line(rest, tables[head], head)
    if "" in tables and (line := same_line(key, tables[""]) or same_line(rest, tables[""])):
        return "", line  # the one table need not be named
    if rest or head == "pay":
        known = ", ".join(tables) if "" not in tables else ", ".join(tables[""])
        raise ImpossibleError(f"{key!r} is not a line of a {game.name} pay table; choose {known}")
    return None


def same_line(name: str, lines: Any) -> str | None:
    def plain(text: str) -> str:
        return re.sub(r"[^a-z0-9]", "", text.lower())

    return next((line for line in lines if plain(line) == plain(name)), None)


def named_line(name: str, lines: Any, table: str) -> str:
    if (line := same_line(name, lines)) is None:
        raise ImpossibleError(f"{table} has no line {name!r}; its lines are {', '.join(lines)}")
    return line


def _with_line(game: Game, house: Any, key: str, table: str, line: str, raw: object) -> House:
    pay = house.pay
    if table:
        field = next(field for field in msgspec.structs.fields(pay) if field.encode_name == table)
        kind, lines = field.type, getattr(pay, field.name)
    else:
        kind, lines = dict[str, str], pay
    try:
        more: Any = from_toml(kind, {line: raw})
    except (msgspec.ValidationError, ValueError) as wrong:
        if isinstance(raw, int) and isinstance(wrong, msgspec.ValidationError) and "`str`" in str(wrong):
            cited = (
                _cited(game, msgspec.structs.replace(house, pay={**lines, line: str(raw)}), line) if not table else ""
            )
            raise ImpossibleError(
                f'{key}: {raw} does not state odds; write them with "to", as in "{raw} to 1"{cited}'
            ) from None
        raise ImpossibleError(f"{key}: {_plainly(wrong)}") from None
    new: Any = {**lines, **more}
    if table:
        new = msgspec.structs.replace(pay, **{field.name: new})
    changed: House = msgspec.structs.replace(house, pay=new)
    if isinstance(more[line], str):
        try:
            Odds.parse(more[line], house.odds_words)
        except ValueError as wrong:
            cited = _cited(game, changed, line) if "does not state odds" in str(wrong) else ""
            if not cited and worded_otherwise(more[line], house.odds_words):
                cited = f" (no held paragraph of {game.name} covers the wording of odds)"
            raise ImpossibleError(f"{key}: {wrong}{cited}") from None
    return changed


def _cited(game: Game, house: House, line: str) -> str:
    """The paragraph by which the game itself finds such odds wrong, if it does."""
    rules = game.rules({})
    try:
        found = [breach for _, each in game.askable_model().houses(rules, house) for breach in each.breaches(rules)]
    except ValueError:
        return ""
    return next((f" [{breach.cite}]" for breach in found if breach.key.endswith(f".{line}")), "")


def _with_field(game: Game, house: House, key: str, raw: object) -> House:
    fields = {field.encode_name: field for field in msgspec.structs.fields(game.house)}
    key = key.replace(" ", "-")
    if key in fields and fields[key].type is bool and raw in ("yes", "no"):
        raw = raw == "yes"
    if key not in fields:
        near = difflib.get_close_matches(key, fields, 1)
        tables = game.askable_model().LINES
        lines = ", ".join(f"{table}.LINE" if table else f"the lines {'; '.join(tables[table])}" for table in tables)
        right = f"did you mean {near[0]!r}?" if near else f"choose {', '.join(fields)}, or {lines}"
        raise ImpossibleError(f"{game.name} has no setting {key!r}; {right}")
    try:
        changed: House = msgspec.structs.replace(house, **{fields[key].name: from_toml(fields[key].type, raw)})
    except (msgspec.ValidationError, ValueError) as wrong:
        if words := choices(fields[key].type):
            cited = f" [{cites}]" if (cites := house.rests_on(key)) else ""
            raise ImpossibleError(f"{key}: {raw!r} is not a choice; choose {', '.join(words)}{cited}") from None
        raise ImpossibleError(f"{key}: {_plainly(wrong)}") from None
    for breach in changed.breaches(game.rules({})) if fields[key].type == str | None else ():
        if breach.key == key and "does not state odds" in breach.wrong:
            raise ImpossibleError(f"{key}: {breach.wrong}; {breach.right} [{breach.cite}]")
    return changed


def _plainly(wrong: Exception) -> str:
    return describe_value_error(ValueError(re.sub(r" - at `[^`]*`$", "", str(wrong))))
