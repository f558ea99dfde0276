"""Load the tables of a house file, ready to be played."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pitboss.compliance.errors import HouseFileError
from pitboss.compliance.house_file import reader as house_files
from pitboss.compliance.house_file.json_schema import schema as schema
from pitboss.compliance.house_file.judgment import breaches_on_day
from pitboss.compliance.house_file.reader import NEWEST, Entry, HouseFile, Problem
from pitboss.compliance.house_file.reader import Day as Day
from pitboss.compliance.house_file.reader import house_with_elections as house_with_elections
from pitboss.engine.houses.house import House
from pitboss.record.gaming_day import GamingDay


def load_house(path: Path, game: str, name: str | None, day: Day = NEWEST) -> House:
    """Return the table of this name, or the first of this game. Raises HouseFileError, listing all problems of the
    file."""
    tables, problems = read_house(path, day)
    if problems:
        raise HouseFileError(f"{path} cannot be used:\n" + "\n".join(f"  {problem}" for problem in problems))
    fitting = [table for table in tables if table.game == game and name in (None, table.name)]
    if not fitting:
        names = ", ".join(f"{table.name!r} ({table.game})" for table in tables) or "none"
        raise HouseFileError(f"{path} has no such {game} table; its tables are {names}")
    return fitting[0]


class Playable(NamedTuple):
    """The tables of a house file that can be played, and the problems of the others."""

    tables: list[House]  # those that could be read and have no problems
    problems: list[Problem]


def read_house(path: Path, day: Day = NEWEST) -> Playable:
    """Read all tables that can be played, and the problems that keep the others from being played."""
    file = house_files.read(path.read_bytes(), str(path))
    tables: list[House] = []
    problems = list(file.problems)
    for entry in file.entries:
        against = _election_problems(file, entry, day)
        problems += against
        if entry.house is not None and not entry.unread and not against:
            tables.append(entry.house)
    return Playable(tables, sorted(problems, key=lambda problem: problem.line))


def _election_problems(file: HouseFile, entry: Entry, day: Day) -> list[Problem]:
    """Return the problems with the elections of one table, each with its line in the file."""
    return file.with_lines(breaches_on_day(entry, day), entry.key)


def read_gaming_day(path: Path) -> GamingDay:
    """Read when gaming days and shifts begin; the default where the file does not say."""
    file = house_files.read(path.read_bytes(), str(path))
    if problems := [entry for entry in file.problems if entry.key.startswith(house_files.GAMING_DAY)]:
        raise HouseFileError(f"{path} cannot be used:\n" + "\n".join(f"  {problem}" for problem in problems))
    return file.gaming_day
