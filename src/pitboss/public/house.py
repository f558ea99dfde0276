"""Find the house of a table in whichever form the caller gives it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.public.errors import HouseFileError
from pitboss.public.house_file import house_with_elections, read_house

HouseLike: TypeAlias = House | Mapping[str, object] | str | os.PathLike[str] | None


def houses(path: str | os.PathLike[str]) -> dict[str, House]:
    """Return every table of a house file, by its name.

    Raises:
        HouseFileError: The file has problems; the message lists each with its line and paragraph.
    """
    tables, problems = read_house(Path(path))
    if problems:
        raise HouseFileError(f"{path} cannot be used:\n" + "\n".join(f"  {problem}" for problem in problems))
    return {table.name: table for table in tables}


def house_for(game: Game, given: HouseLike) -> House:
    """Return the house that the caller gave: elections by name, a house file with one table of this game, or a house
    itself."""
    if given is None:
        return house_with_elections(game, {})
    if isinstance(given, House):
        if not isinstance(given, game.house):
            raise ValueError(f"this is a {given.game} table; {game.name} needs a {game.name} table")
        return given
    if isinstance(given, Mapping):
        return house_with_elections(game, given)
    fitting = {name: table for name, table in houses(given).items() if table.game == game.name}
    if len(fitting) != 1:
        names = ", ".join(map(repr, fitting)) or "none"
        advice = "choose one, as in pitboss.houses(path)[name]" if fitting else "add a [[table]] for it"
        raise ValueError(f"{os.fspath(given)} should have one {game.name} table, but it has {names}; {advice}")
    return next(iter(fitting.values()))


def refuse_unlawful(house: House, rules: Rules) -> None:
    """Raise ValueError if the text does not allow the table's elections."""
    if findings := house.breaches(rules):
        lines = "".join(f"\n  {finding.key}: {finding.wrong}; {finding.right} [{finding.cite}]" for finding in findings)
        raise ValueError(f"this table cannot be played by the {rules.texts}:{lines}")
