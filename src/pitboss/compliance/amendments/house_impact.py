"""What a change of the law, or of a house file, does to a whole house: its tables, and what stands against them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.amendments.house_file_changes import Difference, Listed, TableChanged
from pitboss.compliance.amendments.table_impact import HouseAmended
from pitboss.compliance.errors import HouseFileError
from pitboss.compliance.finding import Finding, has_violation, sort_worst_first
from pitboss.compliance.house_file.judgment import NOT_HELD
from pitboss.compliance.house_file.judgment import findings as judged
from pitboss.compliance.house_file.reader import Day, read
from pitboss.record.gaming_day import GamingDay

DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")  # a finding is the same although its words name the day
NONE_HELD = "none of its tables can be compared"


class Filed(NamedTuple):
    """A house file as it is compared: every table, lawful or not, and what a check finds on a day."""

    tables: list[Listed]
    findings: list[Finding]
    gaming_day: GamingDay

    @property
    def names(self) -> list[str]:
        return [listed.house.name for listed in self.tables]


def filed(text: bytes, named: str, day: Day) -> Filed:
    """What cannot be read cannot be compared: such a file is refused with all that is wrong with it."""
    file = read(text, named)
    tables = [
        Listed(entry.house, entry.declared)
        for entry in file.entries
        if entry.house is not None and entry.declared is not None and not entry.unread
    ]
    if not tables or len(tables) < len(file.entries):
        wrong = "\n".join(f"  {problem}" for problem in file.problems)
        raise HouseFileError(f"{named} cannot be compared:\n{wrong}")
    return Filed(tables, judged(file, day), file.gaming_day)


class Standing(msgspec.Struct, frozen=True):
    """What a check finds after a change and did not find before it, and the other way round."""

    appeared: tuple[Finding, ...]
    vanished: tuple[Finding, ...]

    @property
    def worse(self) -> bool:
        """Whether the change breaks a paragraph that was not broken before."""
        return has_violation(self.appeared)

    def told(self) -> Iterator[str]:
        for head, found in (("New findings", self.appeared), ("Findings that are gone", self.vanished)):
            if found:
                yield head
                yield from (f"  {each}" for each in found)
        if not self.appeared and not self.vanished:
            yield "A check finds the same before and after."

    def json(self) -> dict[str, Any]:
        return {"appeared": msgspec.to_builtins(self.appeared), "vanished": msgspec.to_builtins(self.vanished)}


def standing(
    before: Iterable[Finding],
    after: Iterable[Finding],
    names: tuple[Sequence[str], Sequence[str]],
    apart: Collection[str] = (),
) -> Standing:
    """`names` of the tables of each file in their order: a finding is the same wherever its table stands. Of tables
    `apart` nothing is told: they say themselves why they cannot be judged. Nor of what is not held, which every table
    says of its texts."""
    was, now = (
        {
            (each.severity, each.paragraph, place, DAY.sub("", each.message)): each
            for each in sort_worst_first(found)
            if each.paragraph != NOT_HELD
            and not (place := _place(each.where, called)).startswith(tuple(f"table {name!r}" for name in apart))
        }
        for found, called in zip((before, after), names, strict=True)
    )
    return Standing(
        tuple(each for key, each in now.items() if key not in was),
        tuple(each for key, each in was.items() if key not in now),
    )


def _place(where: str, names: Sequence[str]) -> str:
    """line 12, table.1.payout-limit -> the table's name, and the key in it."""

    def named(match: re.Match[str]) -> str:
        at = int(match[1]) - 1
        return f"table {names[at]!r}" if at < len(names) else match[0]

    return re.sub(r"\btable\.(\d+)", named, re.sub(r"^line \d+(, |$)", "", where), count=1)


class UnderTwoLaws(msgspec.Struct, frozen=True):
    """A house file under the laws of two days."""

    file: str
    days: tuple[str, str]
    tables: tuple[HouseAmended, ...]
    standing: Standing

    def told(self) -> Iterator[str]:
        yield f"{self.file} under the law of {self.days[0]} and of {self.days[1]}"
        for table in self.tables:
            yield from table.told()
        yield from self.standing.told()

    def json(self) -> dict[str, Any]:
        return {
            "house": self.file,
            "from": self.days[0],
            "to": self.days[1],
            **self.standing.json(),
            "tables": [table.json() for table in self.tables],
        }


class TwoHouses(msgspec.Struct, frozen=True):
    """Two house files under one law."""

    files: tuple[str, str]
    as_of: str | None
    gaming_day: tuple[Difference, ...]
    tables: tuple[TableChanged, ...]
    standing: Standing

    def told(self) -> Iterator[str]:
        yield f"{self.files[0]} -> {self.files[1]}"
        yield from (f"gaming day, {each}" for each in self.gaming_day)
        for table in self.tables:
            if table.what != "same":
                yield from table.told()
        if same := [table.table for table in self.tables if table.what == "same"]:
            yield f"The same in both files: {', '.join(same)}"
        yield from self.standing.told()

    def json(self) -> dict[str, Any]:
        return {
            "from": self.files[0],
            "to": self.files[1],
            "as_of": self.as_of,
            **self.standing.json(),
            "gaming_day": msgspec.to_builtins(self.gaming_day),
            "tables": [table.json() for table in self.tables],
        }
