"""What a round of a log was played by: its game, its rules, its house, and the table as it stood before."""

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

USUAL = "usual"  # the house of a game that nobody has configured


class Setting(NamedTuple):
    game: Game
    rules: Rules
    house: House
    noted: frozenset[str]  # groups of acts that were written down whenever they happened
    stood: bool = True  # whether it is known how the table stood before
    counted: bool = True  # whether it is known what was in the table inventory


class Supplied(NamedTuple):
    """What whoever asks says where the log does not."""

    as_of: str | None = None
    house: House | Path | None = None  # a table, or the file that has it
    beside: Path | None = None  # the folder in which a house file lies that the log names
    table: str = ""  # which one of that file; the first of the game if it is not named
    assume: Assume = ""


def setting_of(body: Mapping[str, Any], line: int, supplied: Supplied, complete: bool) -> Setting:
    """A `LogError` says what is missing or wrong."""
    try:
        game = load(_text(body, "game", supplied.house.game if isinstance(supplied.house, House) else ""))
        house = _house(body, game, supplied)
        readings = body.get("readings") or (house.readings if house else {})
        as_of = _text(body, "as_of", supplied.as_of or "") or None
        rules = game.rules(msgspec.convert(readings, dict[str, str]), as_of, _assumed(body) or supplied.assume)
    except (HouseFileError, LogError, OSError) as wrong:
        raise LogError(f"line {line}: {wrong}") from None
    except msgspec.ValidationError as wrong:
        raise LogError(f"line {line}: {describe_value_error(wrong)}") from None
    except ValueError as wrong:
        raise LogError(f"line {line}: {wrong}") from None
    house = house or game.house.usual()
    bare = not (game.standing_wagers or house.decks)  # between two rounds nothing lies there
    stood = complete or bare or not {"carry", "marks", "standing"}.isdisjoint(body)
    return Setting(game, rules, house, _noted(body, line, complete), stood, complete or "carry" in body)


def _text(body: Mapping[str, Any], key: str, instead: str) -> str:
    value = body.get(key, instead)
    if not isinstance(value, str):
        raise LogError(f"{key} is {str(value)[:40]}; write text")
    return value


def _assumed(body: Mapping[str, Any]) -> Any:
    assumed = body.get("assumed", "")
    if assumed not in ("", "earlier", "later"):
        raise LogError(f'assumed is {str(assumed)[:40]!r}; write "earlier" or "later", or leave it out')
    return assumed


def _house(body: Mapping[str, Any], game: Game, supplied: Supplied) -> House | None:
    named = body.get("house")
    if named is None:
        if isinstance(supplied.house, Path):
            return table_in(supplied.house, game.name, supplied.table)
        if supplied.house is not None and supplied.house.game != game.name:
            raise LogError(f"the log is of {game.name}, and the house named has a table of {supplied.house.game}")
        return supplied.house
    if named == USUAL:
        return None
    if isinstance(named, str):
        folder = supplied.beside or Path()
        return table_in(folder / named, game.name, _text(body, "table", ""))
    return from_cents(game.house, msgspec.json.encode(named))


def table_in(path: Path, game: str, name: str) -> House:
    """The table of a house file that a log is about: of this name, or the first of this game. What stands against the
    file is for another check to say."""
    file = read_house(path.read_bytes(), str(path))
    fitting = [entry.house for entry in file.entries if entry.house is not None and name in ("", entry.name)]
    fitting = [house for house in fitting if game in ("", house.game)]
    if not fitting:
        raise HouseFileError(f"{path} has no {game} table{f' called {name!r}' if name else ''}; name one that it has")
    return fitting[0]


def _noted(body: Mapping[str, Any], line: int, complete: bool) -> frozenset[str]:
    if complete:
        return frozenset((*GROUPS, INPUTS))
    noted = body.get("noted", [])
    if noted == "all":
        return frozenset(GROUPS)
    if not isinstance(noted, list) or not all(isinstance(each, str) and each in GROUPS for each in noted):
        raise LogError(f"line {line}: noted is a list of {', '.join(GROUPS)}; leave out what was not always noted")
    return frozenset(noted)


def carry_of(body: Mapping[str, Any]) -> Carry | None:
    """The table as a line says it stood; None if it does not say, or not so that it can be read."""
    try:
        return msgspec.convert(body.get("carry"), Carry, str_keys=True)
    except msgspec.ValidationError:
        return None
