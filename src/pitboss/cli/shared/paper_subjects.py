"""The tables of a house file for the commands that write papers about them, and what `check` finds about each."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pitboss.cli.main import UserError
from pitboss.compliance.finding import Finding, Severity
from pitboss.compliance.house_file.judgment import breaches_on_day, findings
from pitboss.compliance.house_file.reader import Day, Entry, HouseFile, read
from pitboss.compliance.papers.paper import NoPapersError, Subject
from pitboss.compliance.papers.placard import RefusedTable

_TABLE = re.compile(r"line \d+, table\.(\d+)(?:\.|$)")


class PaperSubjects(NamedTuple):
    """The tables of a house file, split into those that can open and those that cannot, with what `check` found."""

    subjects: tuple[Subject, ...]  # of the tables that can open
    refused: tuple[RefusedTable, ...]  # the others
    findings: tuple[tuple[str, Finding], ...]  # (table's name, or "" if it is about no table; the finding)

    def lines(self, name: str | None = None) -> tuple[str, ...]:
        """Return the findings that are not notes, as text. With `name`, only that table's and those about no table."""
        return tuple(
            str(finding)
            for table, finding in self.findings
            if finding.severity != "note" and (name is None or table in ("", name))
        )


def read_subjects(path: Path, day: Day) -> PaperSubjects:
    """Read a house file, check it, and split its tables into those that can open and those that cannot."""
    file = read(path.read_bytes(), str(path))
    by_table: dict[int, list[Finding]] = {}
    for finding in findings(file, day):
        match = _TABLE.match(finding.where)
        by_table.setdefault(int(match[1]) if match else 0, []).append(finding)
    subjects, refused_tables, kept_findings = [], [], [("", finding) for finding in by_table.get(0, ())]
    for number, entry in enumerate(file.entries, 1):
        name = entry.name or f"table {number}"
        of_table = by_table.get(number, [])
        if (house := entry.house) is None or entry.game is None or not _can_open(file, entry, number, day):
            refused_tables.append(
                RefusedTable(
                    name, tuple(str(finding) for finding in of_table if finding.severity in _fatal_severities(entry))
                )
            )
            continue
        kept_findings += [(name, finding) for finding in of_table]
        subjects.append(Subject(house, entry.game.rules(house.readings, day.as_of, day.assume)))
    _check_guides(subjects)
    return PaperSubjects(tuple(subjects), tuple(refused_tables), tuple(kept_findings))


def _can_open(file: HouseFile, entry: Entry, number: int, day: Day) -> bool:
    """Return whether a table can open: all its keys can be read, and no election is against the law."""
    unread = any(problem.key.startswith(f"table.{number}.") for problem in file.problems)
    return not unread and not breaches_on_day(entry, day)


def _fatal_severities(entry: Entry) -> tuple[Severity, ...]:
    """Return the severities that keep a table from opening: for a game without a held text, warnings too."""
    return ("violation", "warning") if entry.game is not None and entry.game.is_beyond else ("violation",)


def _check_guides(subjects: Iterable[Subject]) -> None:
    """Raise UserError if a table's game has no gaming guide."""
    for subject in subjects:
        try:
            _ = subject.guide
        except NoPapersError as error:
            raise UserError(error) from None


def print_findings(args: argparse.Namespace, papers: PaperSubjects) -> None:
    """Print what the check found to standard error, before any paper is written."""
    if not args.quiet:
        for table in papers.refused:
            print(f"no papers for {table.name}, which cannot open:", file=sys.stderr)
            for line in table.found:
                print(f"  {args.file}: {line}", file=sys.stderr)
        for line in papers.lines():
            print(f"{args.file}: {line}", file=sys.stderr)


def count_edges(args: argparse.Namespace, subjects: Iterable[Subject]) -> None:
    """Count the house edges of all tables in advance, with progress on standard error, and print why any is missing."""
    has_progress = sys.stderr.isatty() and not args.quiet
    for subject in subjects:
        if has_progress:
            warning = "" if subject.game.quick else "; this can take a minute"
            print(
                f"\r\x1b[Kcounting the edges of {subject.house.name}{warning} ...", end="", file=sys.stderr, flush=True
            )
        why = subject.edge_rows.why
        if has_progress:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        if why and not args.quiet:
            print(f"the papers of {subject.house.name} have no house edges: {why}", file=sys.stderr)


def select_subjects(papers: PaperSubjects, name: str | None, path: Path) -> Iterator[Subject]:
    """Yield all tables that can open, or only the one named `name`. Raises UserError if there is none of that name."""
    selected = [subject for subject in papers.subjects if name in (None, subject.house.name)]
    if name is not None and not selected:
        names = ", ".join(repr(subject.house.name) for subject in papers.subjects) or "none that can open"
        raise UserError(f"{path} has no table {name!r} that can open; its tables are {names}")
    yield from selected
