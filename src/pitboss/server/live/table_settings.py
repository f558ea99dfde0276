"""The setting of a table: the game, the elections of the house, and how long players are waited for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.houses.house import Finding, House, choices, from_cents
from pitboss.engine.value_errors import describe_value_error
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules
from pitboss.table.money import Money

LONGEST = 86_400  # seconds: a day
MOST_COMPANIONS = 20
MOST_CENTS = 10**12


class BreachError(ValueError):
    """A house that a paragraph, or plain sense, does not allow, with all findings against it."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(
            "; ".join(f"{finding.key}: {finding.wrong}; {finding.right} [{finding.cite}]" for finding in findings)
        )
        self.findings = findings


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Time limits in seconds. The clock runs only while the server does."""

    decision: float = 30.0  # for one answer
    wagers: float = 25.0  # from the first wager of a round
    warning: float = 10.0  # how long before the end a player is warned
    seat_kept: float = 300.0  # for a player whose connection is lost
    showing: float = 4.0  # most that is added to the time for an answer while a page shows what led to the question


class TableSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    game: str
    house: msgspec.Raw  # amounts in cents; only the game can read it
    readings: dict[str, str] = {}
    as_of: str | None = None
    assumed: Assume = ""
    pace: Pace = Pace()
    companions: int = 0  # seats that the house plays while somebody is at the table


def setting_of(house: House, pace: Pace | None = None, companions: int = 0, **options: Any) -> TableSetting:
    raw = msgspec.Raw(msgspec.json.encode(house, enc_hook=int))
    return TableSetting(house.game, raw, dict(house.readings), pace=pace or Pace(), companions=companions, **options)


def to_text(setting: TableSetting) -> str:
    return msgspec.json.encode(setting).decode()


def from_text(text: str) -> TableSetting:
    try:
        return msgspec.json.decode(text, type=TableSetting)
    except msgspec.DecodeError as error:
        raise ValueError(f"these are not valid table settings: {error}") from None


def resolve_setting(setting: TableSetting) -> tuple[Game, Rules, House]:
    """Return the game, the rules and the house of a setting.

    Raises `BreachError` if the house breaks a paragraph, and `ValueError` if the setting cannot be played by."""
    game = load(setting.game)
    try:
        given = msgspec.json.decode(setting.house, type=dict[str, Any])
        if faults := [*_out_of_bounds(setting), *_unknown_keys(given, game.house)]:
            raise ValueError("; ".join(faults))
        house = from_cents(game.house, setting.house)
    except msgspec.ValidationError as error:
        raise ValueError(f"this is not a valid {game.name} house: {_value_fault(error, game)}") from None
    except msgspec.DecodeError as error:
        raise ValueError(f"this is not a valid {game.name} house: {error}") from None
    if faults := list(_house_faults(house, game)):
        raise ValueError("; ".join(faults))
    rules = game.rules({**house.readings, **setting.readings}, setting.as_of, setting.assumed)
    if breaches := house.breaches(rules):
        raise BreachError(breaches)
    return game, rules, house


def resolve_leniently(setting: TableSetting) -> tuple[Game, Rules, House]:
    """Return the game, rules and house of a setting, leaving out what this version does not understand: elections that
    it cannot read, and readings and dates that it does not know. Raises `ValueError` if it does not know the game.
    """
    game = load(setting.game)
    elected: dict[str, Any] = {}
    given = _raw_elections(setting.house)
    for key in [field.encode_name for field in msgspec.structs.fields(game.house)]:
        if key in given and key != "readings" and _can_read(game, {**elected, key: given[key]}):
            elected[key] = given[key]
    house = from_cents(game.house, msgspec.json.encode(elected))
    known_readings = readings_of(game.package)
    chosen = {**(given.get("readings") or {}), **setting.readings}
    readings = {
        key: choice for key, choice in chosen.items() if key in known_readings and choice in known_readings[key].choices
    }
    try:
        return game, game.rules(readings, setting.as_of, setting.assumed), house
    except ValueError:
        return game, game.rules(readings), house


def _value_fault(error: msgspec.ValidationError, game: Game) -> str:
    """Describe a value that a house does not take, with the values that it takes if there are only a few."""
    fault = describe_value_error(error)
    key = fault.partition(":")[0]
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(game.house)}
    words = choices(kinds[key]) if key in kinds else []
    return f"{fault}; use {', '.join(words)}" if words else fault


def _raw_elections(house: msgspec.Raw) -> dict[str, Any]:
    try:
        return msgspec.json.decode(house, type=dict[str, Any])
    except msgspec.DecodeError:
        return {}


def _can_read(game: Game, elected: dict[str, Any]) -> bool:
    try:
        from_cents(game.house, msgspec.json.encode(elected))
    except msgspec.DecodeError:
        return False
    return True


def _out_of_bounds(setting: TableSetting) -> Iterator[str]:
    for name, seconds in msgspec.structs.asdict(setting.pace).items():
        if not 0 <= seconds <= LONGEST:
            yield f"pace: {name} is {seconds:g} seconds; use 0 to {LONGEST:,}"
    if not 0 <= setting.companions <= MOST_COMPANIONS:
        yield f"companions: {setting.companions} is out of range; use 0 to {MOST_COMPANIONS}"


def _unknown_keys(given: dict[str, Any], kind: type[House]) -> Iterator[str]:
    """Yield a sentence for each key that no field of the house reads."""
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    for name in given.keys() - set(names):
        yield f"house: unknown key {name}; keys are {', '.join(names)}"


def _house_faults(house: House, game: Game) -> Iterator[str]:
    if house.game != game.name:
        yield f"house: this is a {house.game} house, but the table's game is {game.name}"
    for field in msgspec.structs.fields(house):
        value = getattr(house, field.name)
        if isinstance(value, Money) and not 0 <= value <= MOST_CENTS:
            yield f"house: {field.encode_name} is {int(value)} cents; use 0 to {MOST_CENTS:,}"
