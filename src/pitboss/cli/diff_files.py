"""House files as they are compared: every table that can be read, lawful or not, and what a check finds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.finding import Finding, Severity
from pitboss.compliance.house_changed import Difference, Listed
from pitboss.engine.elected import in_short
from pitboss.engine.house import House, from_toml
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.law.readings import choose
from pitboss.public.errors import HouseFileError
from pitboss.public.house_file import Day, Problem, read_gaming_day, read_house
from pitboss.record.gaming_day import GamingDay


class Filed(NamedTuple):
    tables: list[Listed]
    findings: list[Finding]
    gaming_day: GamingDay

    @property
    def names(self) -> list[str]:
        return [listed.house.name for listed in self.tables]

    def gaming_day_beside(self, new: Filed) -> tuple[Difference, ...]:
        was, now = self.gaming_day, new.gaming_day
        return tuple(
            Difference(field.encode_name, in_short(getattr(was, field.name)), in_short(getattr(now, field.name)))
            for field in msgspec.structs.fields(was)
            if getattr(was, field.name) != getattr(now, field.name)
        )


def read(path: Path, day: str | None, assume: Assume) -> Filed:
    """A file of which a table cannot be read is refused with all that is wrong with it."""
    _, problems, warnings = read_house(path, Day(day, assume), warn=True)
    raw = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    entries = raw.get("table", ())
    try:
        tables = [_table(entry) for entry in entries]
    except (KeyError, TypeError, ValueError, msgspec.ValidationError):
        tables = []
    if not tables:
        told = "\n".join(f"  {problem}" for problem in problems)
        raise HouseFileError(f"{path} cannot be compared:\n{told}")
    findings = [_finding("violation", each) for each in problems] + [_finding("warning", each) for each in warnings]
    return Filed(tables, findings, read_gaming_day(path))


def _table(entry: dict[str, Any]) -> Listed:
    game = load(entry["game"])
    house = from_toml(game.house, entry)
    assert isinstance(house, House)
    choose(game.package, house.readings)
    known = {field.encode_name for field in msgspec.structs.fields(house)}
    return Listed(house, {key: value for key, value in entry.items() if key not in known})


def _finding(severity: Severity, problem: Problem) -> Finding:
    return Finding(severity, problem.cite, f"line {problem.line}, {problem.key}", problem.wrong, problem.right)
