"""What the commands that write papers share: the tables of a house file, and what its check says of them."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pitboss.cli.main import UserError
from pitboss.compliance.finding import Finding, Severity
from pitboss.compliance.house_file.judgment import elections_against, findings
from pitboss.compliance.house_file.reader import Day, Entry, HouseFile, read
from pitboss.compliance.papers.paper import NoPapersError, Subject
from pitboss.compliance.papers.placard import Refused

_TABLE = re.compile(r"line \d+, table\.(\d+)(?:\.|$)")


class Papered(NamedTuple):
    subjects: tuple[Subject, ...]  # of the tables that can open
    refused: tuple[Refused, ...]  # the others
    found: tuple[tuple[str, Finding], ...]  # what the check says of those that can: whose it is, or nobody's

    def lines(self, name: str | None = None) -> tuple[str, ...]:
        """What the check says, but for notes; of one table and of none if it is named."""
        return tuple(
            str(found)
            for whose, found in self.found
            if found.severity != "note" and (name is None or whose in ("", name))
        )


def papered(path: Path, day: Day) -> Papered:
    file = read(path.read_bytes(), str(path))
    by_table: dict[int, list[Finding]] = {}
    for found in findings(file, day):
        place = _TABLE.match(found.where)
        by_table.setdefault(int(place[1]) if place else 0, []).append(found)
    subjects, refused, told = [], [], [("", found) for found in by_table.get(0, ())]
    for number, entry in enumerate(file.entries, 1):
        name = entry.name or f"table {number}"
        about = by_table.get(number, [])
        if (house := entry.house) is None or entry.game is None or not _opens(file, entry, number, day):
            refused.append(Refused(name, tuple(str(each) for each in about if each.severity in _worst(entry))))
            continue
        told += [(name, each) for each in about]
        subjects.append(Subject(house, entry.game.rules(house.readings, day.as_of, day.assume)))
    _must_have_guides(subjects)
    return Papered(tuple(subjects), tuple(refused), tuple(told))


def _opens(file: HouseFile, entry: Entry, number: int, day: Day) -> bool:
    """Whether nothing keeps the table from being played."""
    unread = any(problem.key.startswith(f"table.{number}.") for problem in file.problems)
    return not unread and not elections_against(entry, day)


def _worst(entry: Entry) -> tuple[Severity, ...]:
    """What keeps a table from opening; of a game of which no text is held, that is a warning."""
    return ("violation", "warning") if entry.game is not None and entry.game.is_beyond else ("violation",)


def _must_have_guides(subjects: Iterable[Subject]) -> None:
    for each in subjects:
        try:
            _ = each.guide
        except NoPapersError as wrong:
            raise UserError(wrong) from None


def tell(args: argparse.Namespace, papers: Papered) -> None:
    """What the check found, before anything is written."""
    if not args.quiet:
        for table in papers.refused:
            print(f"no papers for {table.name}, which cannot open:", file=sys.stderr)
            for line in table.found:
                print(f"  {args.file}: {line}", file=sys.stderr)
        for line in papers.lines():
            print(f"{args.file}: {line}", file=sys.stderr)


def count(args: argparse.Namespace, subjects: Iterable[Subject]) -> None:
    """Counts the edges of all tables ahead of what shows them, saying which one, and why where that is impossible."""
    watched = sys.stderr.isatty() and not args.quiet
    for each in subjects:
        if watched:
            long = "" if each.game.quick else "; this can take a minute"
            print(f"\r\x1b[Kcounting the edges of {each.house.name}{long} ...", end="", file=sys.stderr, flush=True)
        why = each.counted.why
        if watched:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        if why and not args.quiet:
            print(f"the papers of {each.house.name} have no house edges: {why}", file=sys.stderr)


def chosen(papers: Papered, name: str | None, path: Path) -> Iterator[Subject]:
    """All tables, or the one that was asked for."""
    found = [each for each in papers.subjects if name in (None, each.house.name)]
    if name is not None and not found:
        there = ", ".join(repr(each.house.name) for each in papers.subjects) or "none that can open"
        raise UserError(f"{path} has no table {name!r} that can open; its tables are {there}")
    yield from found
