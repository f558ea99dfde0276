"""The effects of a change of the law or of a house file on a whole house: on its tables, and on the findings of a
check."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.amendments.house_file_changes import Difference, ListedTable, TableChanges
from pitboss.compliance.amendments.table_impact import TableImpact
from pitboss.compliance.errors import HouseFileError
from pitboss.compliance.finding import Finding, has_violation, sort_worst_first
from pitboss.compliance.house_file.judgment import NOT_HELD
from pitboss.compliance.house_file.judgment import findings as findings_of
from pitboss.compliance.house_file.reader import Day, read
from pitboss.record.gaming_day import GamingDay

DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")  # removed before comparing: the words of a finding may name the day
NONE_HELD = "none of its tables can be compared"


class ComparedFile(NamedTuple):
    """A house file for comparison: every table, lawful or not, and what a check finds on a day."""

    tables: list[ListedTable]
    findings: list[Finding]
    gaming_day: GamingDay

    @property
    def names(self) -> list[str]:
        return [listed_table.house.name for listed_table in self.tables]


def read_for_comparison(text: bytes, file_name: str, day: Day) -> ComparedFile:
    """Read a house file for comparison. Raises HouseFileError with all its problems if a table cannot be read."""
    file = read(text, file_name)
    tables = [
        ListedTable(entry.house, entry.declared)
        for entry in file.entries
        if entry.house is not None and entry.declared is not None and not entry.unread
    ]
    if not tables or len(tables) < len(file.entries):
        problems = "\n".join(f"  {problem}" for problem in file.problems)
        raise HouseFileError(f"{file_name} cannot be compared:\n{problems}")
    return ComparedFile(tables, findings_of(file, day), file.gaming_day)


class FindingChanges(msgspec.Struct, frozen=True):
    """The findings that only a check after the change has, and those that only one before it has."""

    appeared: tuple[Finding, ...]
    vanished: tuple[Finding, ...]

    @property
    def worse(self) -> bool:
        """True if the change breaks a paragraph that was not broken before."""
        return has_violation(self.appeared)

    def to_lines(self) -> Iterator[str]:
        for head, findings in (("New findings", self.appeared), ("Findings that are gone", self.vanished)):
            if findings:
                yield head
                yield from (f"  {finding}" for finding in findings)
        if not self.appeared and not self.vanished:
            yield "A check finds the same before and after."

    def json(self) -> dict[str, Any]:
        return {"appeared": msgspec.to_builtins(self.appeared), "vanished": msgspec.to_builtins(self.vanished)}


def compare_findings(
    before: Iterable[Finding],
    after: Iterable[Finding],
    names: tuple[Sequence[str], Sequence[str]],
    left_out: Collection[str] = (),
) -> FindingChanges:
    """Compare the findings before and after a change.

    `names` are the tables of each file in order, because a finding is the same wherever its table stands in the file.
    Findings about the tables in `left_out` are left out: those tables say themselves why they cannot be judged. So are
    findings that a text is not held, which every table repeats.
    """
    was, now = (
        {
            (finding.severity, finding.paragraph, place, DAY.sub("", finding.message)): finding
            for finding in sort_worst_first(findings)
            if finding.paragraph != NOT_HELD
            and not (place := _with_table_name(finding.where, table_names)).startswith(
                tuple(f"table {name!r}" for name in left_out)
            )
        }
        for findings, table_names in zip((before, after), names, strict=True)
    )
    return FindingChanges(
        tuple(finding for key, finding in now.items() if key not in was),
        tuple(finding for key, finding in was.items() if key not in now),
    )


def _with_table_name(where: str, names: Sequence[str]) -> str:
    """Replace the number of the table by its name: "line 12, table.1.payout-limit" -> "table 'High'.payout-limit"."""

    def table_name(match: re.Match[str]) -> str:
        index = int(match[1]) - 1
        return f"table {names[index]!r}" if index < len(names) else match[0]

    return re.sub(r"\btable\.(\d+)", table_name, re.sub(r"^line \d+(, |$)", "", where), count=1)


class UnderTwoLaws(msgspec.Struct, frozen=True):
    """A house file under the laws of two days."""

    file: str
    days: tuple[str, str]
    tables: tuple[TableImpact, ...]
    standing: FindingChanges

    def to_lines(self) -> Iterator[str]:
        yield f"{self.file} under the law of {self.days[0]} and of {self.days[1]}"
        for table in self.tables:
            yield from table.to_lines()
        yield from self.standing.to_lines()

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
    tables: tuple[TableChanges, ...]
    standing: FindingChanges

    def to_lines(self) -> Iterator[str]:
        yield f"{self.files[0]} -> {self.files[1]}"
        yield from (f"gaming day, {difference}" for difference in self.gaming_day)
        for table in self.tables:
            if table.what != "same":
                yield from table.to_lines()
        if same := [table.table for table in self.tables if table.what == "same"]:
            yield f"The same in both files: {', '.join(same)}"
        yield from self.standing.to_lines()

    def json(self) -> dict[str, Any]:
        return {
            "from": self.files[0],
            "to": self.files[1],
            "as_of": self.as_of,
            **self.standing.json(),
            "gaming_day": msgspec.to_builtins(self.gaming_day),
            "tables": [table.json() for table in self.tables],
        }
