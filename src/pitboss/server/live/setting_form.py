"""What can be chosen for a table from the next round on, described so that a page needs to know no game.

The paragraph beside an election is found by asking the house check: what it cites against a value that it would refuse.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.houses.house import House, Notice, choices, meanings
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules
from pitboss.server.live.table_settings import LONGEST, MOST_COMPANIONS, Pace, TableSetting, nearest, played_by
from pitboss.table.money import Money, dollars

Kind = Literal["money", "number", "yes or no", "choice", "text", "words", "numbers", "lines", "tables of lines"]
NOT_ASKED = frozenset(("name", "game", "readings", "inventory"))  # told elsewhere, or only when a table opens
FAR_OUT = (-1, 0, 10**6)  # numbers that some check of a count refuses
PACE = {
    "decision": "Seconds for a decision",
    "wagers": "Seconds for wagers, from the first one on",
    "warning": "Warned so many seconds before the end",
    "seat_kept": "Seconds for which a lost connection keeps a seat",
    "showing": "Seconds added to a decision at most, while a page shows what led to the question",
}


class Paying(msgspec.Struct, frozen=True):
    """What a choice would have the layout print."""

    title: str
    cite: str
    lines: tuple[tuple[str, str], ...]


class Election(msgspec.Struct, frozen=True):
    """One thing that the house elects."""

    key: str
    label: str
    means: str
    kind: Kind
    optional: bool  # whether it may be left out
    value: Any  # amounts are cents
    choices: tuple[str, ...] = ()
    pays: dict[str, tuple[Paying, ...]] = {}  # by choice: the pay tables that hang on it
    cite: str = ""


class ReadingChoice(msgspec.Struct, frozen=True):
    id: str
    paragraph: str
    doubt: str
    reason: str
    value: str
    default: str
    choices: dict[str, str]


class Number(msgspec.Struct, frozen=True):
    key: str
    label: str
    value: float
    least: int
    most: int


class Form(msgspec.Struct, frozen=True):
    """`setting` is what to send back, changed: it names everything that the others describe."""

    game: str
    title: str
    setting: dict[str, Any]
    texts: dict[str, str]  # by day: the held texts; the empty day is the newest
    house: tuple[Election, ...]
    readings: tuple[ReadingChoice, ...]
    pace: tuple[Number, ...]
    companions: Number


def form(setting: TableSetting) -> Form:
    """Return what may be chosen instead of a setting; also instead of one that this version refuses."""
    try:
        game, rules, house = played_by(setting)
    except ValueError:
        game, rules, house = nearest(setting)
    held = setting.as_of in (None, rules.as_of)  # or else the law of another day is asked for
    readings = readings_of(game.package)
    chosen = {key: rules.readings[key] for key, each in readings.items() if rules.readings[key] != each.default}
    plain = {
        "game": game.name,
        "house": {
            **{each.encode_name: _plain(getattr(house, each.name)) for each in msgspec.structs.fields(house)},
            "readings": {},
        },
        "readings": chosen,
        "as_of": setting.as_of if held else None,
        "assumed": setting.assumed if held else "",
        "pace": msgspec.to_builtins(setting.pace) or {},
        "companions": setting.companions,
    }
    pace = msgspec.structs.asdict(setting.pace)
    return Form(
        game=game.name,
        title=game.title,
        setting=plain,
        texts={"": "The newest held text", **{text.date: text.title for text in game.editions.texts}},
        house=tuple(_elections(game, rules, house)),
        readings=tuple(
            ReadingChoice(
                each.id, each.paragraph, each.doubt, each.reason, rules.readings[each.id], each.default, each.choices
            )
            for each in readings.values()
        ),
        pace=tuple(Number(key, label, pace[key], 0, LONGEST) for key, label in PACE.items()),
        companions=Number("companions", "House players", setting.companions, 0, MOST_COMPANIONS),
    )


def notices(rules: Rules, old: House, new: House) -> list[Notice]:
    """What a change calls for before it is made."""
    return list(old.notices(rules, new)) if type(old) is type(new) else []


def changes(old: TableSetting, new: TableSetting) -> list[str]:
    """What is different, each in a few words."""
    (game, rules, house), (_, other_rules, other) = played_by(old), played_by(new)
    found = []
    for field in msgspec.structs.fields(house):
        if field.name != "readings":
            found.append((_label(field.encode_name), getattr(house, field.name), getattr(other, field.name)))
    for key in readings_of(game.package):
        found.append((f"Reading {key}", rules.readings[key], other_rules.readings[key]))
    found.append(("Law", _law(old, rules), _law(new, other_rules)))
    for key in Pace.__struct_fields__:
        found.append((PACE[key], getattr(old.pace, key), getattr(new.pace, key)))
    found.append(("House players", old.companions, new.companions))
    return [f"{label}: {_shown(was)} → {_shown(will)}" for label, was, will in found if was != will]


def recorded(changed: list[str], noted: list[Notice]) -> str:
    """A change of settings as it is kept."""
    told = f"Changed the settings from the next round on: {'; '.join(changed) or 'no difference'}"
    return ". ".join([told, *(f"Notice [{each.cite}]: {each.told.removesuffix('.')}" for each in noted)])


def _law(setting: TableSetting, rules: Rules) -> str:
    return rules.texts if setting.as_of is None else f"{rules.texts}, as of {setting.as_of}"


def _elections(game: Game, rules: Rules, house: House) -> Iterator[Election]:
    means = meanings(type(house))
    cites = _cites(game, rules)
    for field in msgspec.structs.fields(house):
        if field.name in NOT_ASKED:
            continue
        key, words = field.encode_name, tuple(choices(field.type))
        values = {word: word for word in words} if words else {"yes": True, "no": False} if field.type is bool else {}
        pays = _pays(game, rules, house, field.name, values) if values else {}
        printed = next((each.cite for tables in pays.values() for each in tables), "")
        yield Election(
            key=key,
            label=_label(key),
            means=means.get(key, ""),
            kind=_kind(field.type),
            optional=type(None) in get_args(field.type),
            value=_plain(getattr(house, field.name)),
            choices=words,
            pays=pays,
            cite=cites.get(key, printed),
        )


def _kind(given: Any) -> Kind:
    parts = [part for part in get_args(given) if part is not type(None)]
    if get_origin(given) in (Union, types.UnionType) and len(parts) == 1:
        given = parts[0]
    if get_origin(given) is Annotated:  # with bounds
        given = get_args(given)[0]
    if get_origin(given) is Literal:
        return "choice"
    if get_origin(given) is tuple:
        return "words" if str in get_args(given) else "numbers"
    if get_origin(given) is dict:
        return "lines"
    if isinstance(given, type) and issubclass(given, msgspec.Struct):
        return "tables of lines"
    plain: dict[Any, Kind] = {Money: "money", bool: "yes or no", int: "number"}
    return plain.get(given, "text")


def _pays(
    game: Game, rules: Rules, house: House, name: str, values: Mapping[str, object]
) -> dict[str, tuple[Paying, ...]]:
    """What each choice prints that the others do not."""
    if game.printed is None:
        return {}
    printed = {
        word: game.printed(rules, msgspec.structs.replace(house, **{name: value})).pays
        for word, value in values.items()
    }
    same = set.intersection(*(set(each) for each in printed.values()))
    found = {
        word: tuple(Paying(each.title, each.cite, each.lines) for each in tables if each not in same)
        for word, tables in printed.items()
    }
    return found if any(found.values()) else {}


def _cites(game: Game, rules: Rules) -> dict[str, str]:
    """By key: the paragraph that the house check has against some value of it."""
    house = game.house.usual()
    found: dict[str, str] = {}
    for field in msgspec.structs.fields(house):
        for value in _out_of_line(field.type):
            other = msgspec.structs.replace(house, **{field.name: value})
            for breach in other.findings(rules):
                if breach.key == field.encode_name and not breach.cite.startswith("house:"):
                    found.setdefault(breach.key, breach.cite)
    return found


def _out_of_line(kind: Any) -> Iterator[Any]:
    """Values that a check may have something against."""
    if type(None) in get_args(kind):
        yield None
    match _kind(kind):
        case "money":
            yield from map(Money, FAR_OUT[1:])
        case "number":
            yield from FAR_OUT
        case "yes or no":
            yield from (True, False)
        case "choice":
            yield from choices(kind)
        case "words":
            yield from ((), ("red", "red"), ("red", "blue"))
        case "text":
            yield "1000"


def _label(key: str) -> str:
    return key.replace("-", " ").capitalize()


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=int)


def _shown(value: Any) -> str:
    if isinstance(value, Money):
        return dollars(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == "" or value == {}:
        return "none"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(_plain(value)) if isinstance(value, msgspec.Struct) else str(value)
