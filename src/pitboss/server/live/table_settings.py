"""What a table of the server is set to: the game, what the house elects, and how long people are waited for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.houses.house import Finding, House, from_cents
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules
from pitboss.table.money import Money

LONGEST = 86_400  # seconds: a day
MOST_COMPANIONS = 20
MOST_CENTS = 10**12


class BreachError(ValueError):
    """A house that a paragraph, or plain sense, does not allow: all that stands against it."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("; ".join(f"{each.key}: {each.wrong}; {each.right} [{each.cite}]" for each in findings))
        self.findings = findings


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Seconds. The clock runs only while the server does."""

    decision: float = 30.0  # for one answer
    wagers: float = 25.0  # from the first wager of a round
    warning: float = 10.0  # so long before the end a player is warned
    seat_kept: float = 300.0  # for somebody whose connection is lost
    showing: float = 4.0  # added to the time for an answer at the most, while a page shows what led to the question


class TableSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    game: str
    house: msgspec.Raw  # amounts in cents; only the game can read it
    readings: dict[str, str] = {}
    as_of: str | None = None
    assumed: Assume = ""
    pace: Pace = Pace()
    companions: int = 0  # seats that the house plays while somebody is at the table


def setting_of(house: House, pace: Pace | None = None, companions: int = 0, **more: Any) -> TableSetting:
    raw = msgspec.Raw(msgspec.json.encode(house, enc_hook=int))
    return TableSetting(house.game, raw, dict(house.readings), pace=pace or Pace(), companions=companions, **more)


def to_text(setting: TableSetting) -> str:
    return msgspec.json.encode(setting).decode()


def from_text(text: str) -> TableSetting:
    try:
        return msgspec.json.decode(text, type=TableSetting)
    except msgspec.DecodeError as wrong:
        raise ValueError(f"these are not valid table settings: {wrong}") from None


def played_by(setting: TableSetting) -> tuple[Game, Rules, House]:
    """What the setting means to the engine. A house that breaks a paragraph is refused."""
    game = load(setting.game)
    try:
        given = msgspec.json.decode(setting.house, type=dict[str, Any])
        if wrongs := [*_out_of_bounds(setting), *_unknown(given, game.house)]:
            raise ValueError("; ".join(wrongs))
        house = from_cents(game.house, setting.house)
    except msgspec.DecodeError as wrong:
        raise ValueError(f"this is not a valid {game.name} house: {wrong}") from None
    if wrongs := list(_strange(house, game)):
        raise ValueError("; ".join(wrongs))
    rules = game.rules({**house.readings, **setting.readings}, setting.as_of, setting.assumed)
    if breaches := house.breaches(rules):
        raise BreachError(breaches)
    return game, rules, house


def nearest(setting: TableSetting) -> tuple[Game, Rules, House]:
    """Return what this version can read of a setting, whether it refuses it or not: every election by itself, and the
    readings and the day that it knows. A `ValueError` if it does not know the game."""
    game = load(setting.game)
    elected: dict[str, Any] = {}
    given = _read_keys(setting.house)
    for key in [field.encode_name for field in msgspec.structs.fields(game.house)]:
        if key in given and key != "readings" and _reads(game, {**elected, key: given[key]}):
            elected[key] = given[key]
    house = from_cents(game.house, msgspec.json.encode(elected))
    known = readings_of(game.package)
    chosen = {**(given.get("readings") or {}), **setting.readings}
    readings = {key: choice for key, choice in chosen.items() if key in known and choice in known[key].choices}
    try:
        return game, game.rules(readings, setting.as_of, setting.assumed), house
    except ValueError:
        return game, game.rules(readings), house


def _read_keys(house: msgspec.Raw) -> dict[str, Any]:
    try:
        return msgspec.json.decode(house, type=dict[str, Any])
    except msgspec.DecodeError:
        return {}


def _reads(game: Game, elected: dict[str, Any]) -> bool:
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


def _unknown(given: dict[str, Any], kind: type[House]) -> Iterator[str]:
    """What was given and nobody would read."""
    names = [field.encode_name for field in msgspec.structs.fields(kind)]
    for name in given.keys() - set(names):
        yield f"house: unknown key {name}; keys are {', '.join(names)}"


def _strange(house: House, game: Game) -> Iterator[str]:
    if house.game != game.name:
        yield f"house: this is a {house.game} house, but the table's game is {game.name}"
    for field in msgspec.structs.fields(house):
        value = getattr(house, field.name)
        if isinstance(value, Money) and not 0 <= value <= MOST_CENTS:
            yield f"house: {field.encode_name} is {int(value)} cents; use 0 to {MOST_CENTS:,}"
