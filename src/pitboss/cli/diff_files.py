"""House files as they are compared: every table that can be read, lawful or not, and what a check finds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss.compliance.finding import Finding
from pitboss.compliance.house_changed import Difference, Listed
from pitboss.engine.elected import in_short
from pitboss.engine.house import from_toml
from pitboss.games import load
from pitboss.law.editions import Assume
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
    tables = []
    for entry in raw.get("table", ()):
        try:
            kind = load(entry["game"]).house
            house = from_toml(kind, entry)
        except (AttributeError, KeyError, TypeError, ValueError):
            told = "\n".join(f"  {problem}" for problem in problems)
            raise HouseFileError(f"{path} cannot be compared:\n{told}") from None
        known = {field.encode_name for field in msgspec.structs.fields(kind)}
        tables.append(Listed(house, {key: value for key, value in entry.items() if key not in known}))  # type: ignore[arg-type]
    findings = [_finding("violation", each) for each in problems] + [_finding("warning", each) for each in warnings]
    return Filed(tables, findings, read_gaming_day(path))


def _finding(severity: str, problem: Problem) -> Finding:
    where = f"line {problem.line}, {problem.key}"
    return Finding(severity, problem.cite, where, problem.wrong, problem.right)  # type: ignore[arg-type]
