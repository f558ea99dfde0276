"""The JSON Schema of the house file."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.compliance.house_file.reader import GAMING_DAY, declared_type
from pitboss.engine.houses.house import meanings
from pitboss.games import REGISTERED, load
from pitboss.record.gaming_day import GamingDay
from pitboss.table.money import Money
from pitboss.table.side_wager import SideLine, SideWager


def schema() -> dict[str, Any]:
    """Return the JSON Schema of house files.

    A table has the keys of its game's house, and those that it may declare besides.
    """
    games = [load(name) for name in REGISTERED]
    kinds = [game.house for game in games]
    declared = [declared_type(game) for game in games]
    items, definitions = _components(kinds)
    declared_definitions = _components(declared)[1]
    for game, kind, declared_kind in zip(games, kinds, declared, strict=True):
        properties = definitions[kind.__name__]["properties"]
        for key, value in declared_definitions.pop(declared_kind.__name__)["properties"].items():
            properties[key] = (
                _merge_parts(definitions | declared_definitions, properties[key], value) if key in properties else value
            )
        properties["game"] = {"const": game.name}
        for key in properties:
            texts = [means[key] for means in (meanings(kind), meanings(declared_kind)) if key in means]
            properties[key]["description"] = " ".join(texts)
        definitions[kind.__name__]["required"] = ["game"]
        definitions[kind.__name__]["additionalProperties"] = False
    definitions |= declared_definitions | _components([GamingDay])[1]
    for part in (GamingDay, SideWager, SideLine, *_structs_with_meanings(declared)):
        for key, meaning in part.means.items():
            definitions[part.__name__]["properties"][key]["description"] = meaning
    definitions["GamingDay"]["additionalProperties"] = False
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pitboss house file",
        "type": "object",
        "properties": {
            "table": {"type": "array", "minItems": 1, "items": {"oneOf": list(items)}},
            GAMING_DAY: {"$ref": "#/$defs/GamingDay"},
        },
        "required": ["table"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def _components(kinds: list[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    return msgspec.json.schema_components(kinds, schema_hook=_schema_of, ref_template="#/$defs/{name}")


def _merge_parts(definitions: dict[str, Any], *kinds: dict[str, Any]) -> dict[str, Any]:
    """Merge the schemas of a key that has some parts in the house and others in what is declared."""
    parts = [definitions[kind["$ref"].rpartition("/")[2]]["properties"] for kind in kinds]
    merged = {key: value for part in parts for key, value in part.items()}
    return {"type": "object", "properties": merged, "additionalProperties": False, "default": {}}


def _structs_with_meanings(kinds: list[Any]) -> list[Any]:
    """Return the structures inside these that say what their keys mean."""
    explained: list[Any] = []
    for kind in kinds:
        for field in msgspec.structs.fields(kind):
            if hasattr(field.type, "means") and field.type not in explained:
                explained += [
                    field.type,
                    *(inner for inner in _structs_with_meanings([field.type]) if inner not in explained),
                ]
    return explained


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
