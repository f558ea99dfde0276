"""The form for a table's setting from the next round on, described so that a page needs no knowledge of any game.

The paragraph next to an election is found with the house check: it is what the check cites against a refused value.
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
from pitboss.server.live.table_settings import (
    LONGEST,
    MOST_COMPANIONS,
    Pace,
    TableSetting,
    resolve_leniently,
    resolve_setting,
)
from pitboss.table.money import Money, dollars

Kind = Literal["money", "number", "yes or no", "choice", "text", "words", "numbers", "lines", "tables of lines"]
NOT_ASKED = frozenset(
    ("name", "game", "readings", "inventory", "side_wager")
)  # shown elsewhere, or only when a table opens
FAR_OUT = (-1, 0, 10**6)  # numbers that some check of a count refuses
PACE = {
    "decision": "Seconds for a decision",
    "wagers": "Seconds for wagers, from the first one on",
    "warning": "Warned so many seconds before the end",
    "seat_kept": "Seconds for which a lost connection keeps a seat",
    "showing": "Seconds added to a decision at most, while a page shows what led to the question",
}


class Paying(msgspec.Struct, frozen=True):
    """A pay table that the layout would print for a choice."""

    title: str
    cite: str
    lines: tuple[tuple[str, str], ...]


class Election(msgspec.Struct, frozen=True):
    """One election of the house."""

    key: str
    label: str
    means: str
    kind: Kind
    optional: bool  # whether it may be left out
    value: Any  # amounts are cents
    choices: tuple[str, ...] = ()
    pays: dict[str, tuple[Paying, ...]] = {}  # choice -> the pay tables that depend on it
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
    """The form. Send back `setting` with your changes: it contains everything that the other fields describe."""

    game: str
    title: str
    setting: dict[str, Any]
    texts: dict[str, str]  # date -> title of the held text; the empty date means the newest
    house: tuple[Election, ...]
    readings: tuple[ReadingChoice, ...]
    pace: tuple[Number, ...]
    companions: Number


def build_form(setting: TableSetting) -> Form:
    """Return the form with which a setting can be changed, even if this version refuses the setting."""
    try:
        game, rules, house = resolve_setting(setting)
    except ValueError:
        game, rules, house = resolve_leniently(setting)
    is_held = setting.as_of in (None, rules.as_of)  # False if no text is held for the day in the setting
    readings = readings_of(game.package)
    chosen = {key: rules.readings[key] for key, reading in readings.items() if rules.readings[key] != reading.default}
    plain = {
        "game": game.name,
        "house": {
            **{field.encode_name: _to_plain(getattr(house, field.name)) for field in msgspec.structs.fields(house)},
            "readings": {},
        },
        "readings": chosen,
        "as_of": setting.as_of if is_held else None,
        "assumed": setting.assumed if is_held else "",
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
                id=reading.id,
                paragraph=reading.paragraph,
                doubt=reading.doubt,
                reason=reading.reason,
                value=rules.readings[reading.id],
                default=reading.default,
                choices=reading.choices,
            )
            for reading in readings.values()
        ),
        pace=tuple(Number(key, label, pace[key], 0, LONGEST) for key, label in PACE.items()),
        companions=Number("companions", "House players", setting.companions, 0, MOST_COMPANIONS),
    )


def required_notices(rules: Rules, old: House, new: House) -> list[Notice]:
    """Return the notices that the law requires before a change is made."""
    return list(old.notices(rules, new)) if type(old) is type(new) else []


def describe_differences(old: TableSetting, new: TableSetting) -> list[str]:
    """Describe each difference between two settings in a few words."""
    (game, rules, house), (_, other_rules, other_house) = resolve_setting(old), resolve_setting(new)
    compared = []
    for field in msgspec.structs.fields(house):
        if field.name != "readings":
            compared.append((_label(field.encode_name), getattr(house, field.name), getattr(other_house, field.name)))
    for key in readings_of(game.package):
        compared.append((f"Reading {key}", rules.readings[key], other_rules.readings[key]))
    compared.append(("Law", _law_text(old, rules), _law_text(new, other_rules)))
    for key in Pace.__struct_fields__:
        compared.append((PACE[key], getattr(old.pace, key), getattr(new.pace, key)))
    compared.append(("House players", old.companions, new.companions))
    return [f"{label}: {_value_text(was)} → {_value_text(will)}" for label, was, will in compared if was != will]


def describe_change(differences: list[str], notices: list[Notice]) -> str:
    """Describe a change of settings, with the notices it required, as the register of the staff's acts keeps it."""
    sentence = f"Changed the settings from the next round on: {'; '.join(differences) or 'no difference'}"
    return ". ".join([sentence, *(f"Notice [{notice.cite}]: {notice.told.removesuffix('.')}" for notice in notices)])


def _law_text(setting: TableSetting, rules: Rules) -> str:
    return rules.texts if setting.as_of is None else f"{rules.texts}, as of {setting.as_of}"


def _elections(game: Game, rules: Rules, house: House) -> Iterator[Election]:
    means = meanings(type(house))
    cites = _citations_by_key(game, rules)
    for field in msgspec.structs.fields(house):
        if field.name in NOT_ASKED:
            continue
        key, words = field.encode_name, tuple(choices(field.type))
        values = {word: word for word in words} if words else {"yes": True, "no": False} if field.type is bool else {}
        pays = _differing_pay_tables(game, rules, house, field.name, values) if values else {}
        printed_cite = next((table.cite for tables in pays.values() for table in tables), "")
        yield Election(
            key=key,
            label=_label(key),
            means=means.get(key, ""),
            kind=_kind(field.type),
            optional=type(None) in get_args(field.type),
            value=_to_plain(getattr(house, field.name)),
            choices=words,
            pays=pays,
            cite=cites.get(key, printed_cite),
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


def _differing_pay_tables(
    game: Game, rules: Rules, house: House, name: str, values: Mapping[str, object]
) -> dict[str, tuple[Paying, ...]]:
    """Return by choice the pay tables that the layout prints for it and not for every other choice."""
    if game.printed is None:
        return {}
    printed = {
        word: game.printed(rules, msgspec.structs.replace(house, **{name: value})).pays
        for word, value in values.items()
    }
    common = set.intersection(*(set(tables) for tables in printed.values()))
    differing = {
        word: tuple(Paying(table.title, table.cite, table.lines) for table in tables if table not in common)
        for word, tables in printed.items()
    }
    return differing if any(differing.values()) else {}


def _citations_by_key(game: Game, rules: Rules) -> dict[str, str]:
    """Return by key the paragraph that the house check cites against some value of that key."""
    house = game.house.usual()
    citations: dict[str, str] = {}
    for field in msgspec.structs.fields(house):
        for value in _doubtful_values(field.type):
            changed_house = msgspec.structs.replace(house, **{field.name: value})
            for breach in changed_house.findings(rules):
                if breach.key == field.encode_name and not breach.cite.startswith("house:"):
                    citations.setdefault(breach.key, breach.cite)
    return citations


def _doubtful_values(kind: Any) -> Iterator[Any]:
    """Yield values of a type that a house check may refuse."""
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


def _to_plain(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=int)


def _value_text(value: Any) -> str:
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
    return str(_to_plain(value)) if isinstance(value, msgspec.Struct) else str(value)
