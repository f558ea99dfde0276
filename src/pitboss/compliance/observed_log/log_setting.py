"""The setting of a round in a log: its game, rules and house, and the table as it stood before."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.errors import HouseFileError, LogError
from pitboss.compliance.house_file.reader import read as read_house
from pitboss.compliance.observed_log.vocabulary import GROUPS, INPUTS
from pitboss.engine.carry import Carry
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House, from_cents
from pitboss.engine.value_errors import describe_value_error
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.rules import Rules

USUAL = "usual"  # names the usual house of a game


class Setting(NamedTuple):
    """The setting of a round."""

    game: Game
    rules: Rules
    house: House
    noted: frozenset[str]  # groups of acts that were always noted
    stood: bool = True  # whether it is known how the table stood before the round
    counted: bool = True  # whether it is known what was in the table inventory


class SuppliedValues(NamedTuple):
    """The values that the caller supplies for what the log does not say."""

    as_of: str | None = None
    house: House | Path | None = None  # a house, or the file that has it
    beside: Path | None = None  # the folder for a house file that the log names
    table: str = ""  # name of the table in that file; default: the first of the game
    assume: Assume = ""


def read_setting(body: Mapping[str, Any], line: int, supplied: SuppliedValues, complete: bool) -> Setting:
    """Read the setting from the header or an opening line. Raises LogError with what is missing or wrong."""
    try:
        game = load(_read_text(body, "game", supplied.house.game if isinstance(supplied.house, House) else ""))
        house = _read_house(body, game, supplied)
        readings = body.get("readings") or (house.readings if house else {})
        as_of = _read_text(body, "as_of", supplied.as_of or "") or None
        rules = game.rules(msgspec.convert(readings, dict[str, str]), as_of, _read_assumed(body) or supplied.assume)
    except (HouseFileError, LogError, OSError) as error:
        raise LogError(f"line {line}: {error}") from None
    except msgspec.ValidationError as error:
        raise LogError(f"line {line}: {describe_value_error(error)}") from None
    except ValueError as error:
        raise LogError(f"line {line}: {error}") from None
    house = house or game.house.usual()
    is_bare = not (game.standing_wagers or house.decks)  # nothing lies on the table between rounds
    stood = complete or is_bare or not {"carry", "marks", "standing"}.isdisjoint(body)
    return Setting(game, rules, house, _read_noted(body, line, complete), stood, complete or "carry" in body)


def _read_text(body: Mapping[str, Any], key: str, instead: str) -> str:
    value = body.get(key, instead)
    if not isinstance(value, str):
        raise LogError(f"{key} is {str(value)[:40]}; write text")
    return value


def _read_assumed(body: Mapping[str, Any]) -> Any:
    assumed = body.get("assumed", "")
    if assumed not in ("", "earlier", "later"):
        raise LogError(f'assumed is {str(assumed)[:40]!r}; write "earlier" or "later", or leave it out')
    return assumed


def _read_house(body: Mapping[str, Any], game: Game, supplied: SuppliedValues) -> House | None:
    house = body.get("house")
    if house is None:
        if isinstance(supplied.house, Path):
            return load_table(supplied.house, game.name, supplied.table)
        if supplied.house is not None and supplied.house.game != game.name:
            raise LogError(f"the log is of {game.name}, and the house named has a table of {supplied.house.game}")
        return supplied.house
    if house == USUAL:
        return None
    if isinstance(house, str):
        folder = supplied.beside or Path()
        return load_table(folder / house, game.name, _read_text(body, "table", ""))
    return from_cents(game.house, msgspec.json.encode(house))


def load_table(path: Path, game: str, name: str) -> House:
    """Return the house of a table in a house file: the one of this name, or the first of this game.

    Problems of the file are left to its own check.
    """
    file = read_house(path.read_bytes(), str(path))
    houses = [entry.house for entry in file.entries if entry.house is not None and name in ("", entry.name)]
    houses = [house for house in houses if game in ("", house.game)]
    if not houses:
        raise HouseFileError(f"{path} has no {game} table{f' called {name!r}' if name else ''}; name one that it has")
    return houses[0]


def _read_noted(body: Mapping[str, Any], line: int, complete: bool) -> frozenset[str]:
    """Return the groups of acts that were always noted."""
    if complete:
        return frozenset((*GROUPS, INPUTS))
    noted = body.get("noted", [])
    if noted == "all":
        return frozenset(GROUPS)
    if not isinstance(noted, list) or not all(isinstance(group, str) and group in GROUPS for group in noted):
        raise LogError(f"line {line}: noted is a list of {', '.join(GROUPS)}; leave out what was not always noted")
    return frozenset(noted)


def read_carry(body: Mapping[str, Any]) -> Carry | None:
    """Return the table as a line says it stood; None if it says nothing that can be read."""
    try:
        return msgspec.convert(body.get("carry"), Carry, str_keys=True)
    except msgspec.ValidationError:
        return None
