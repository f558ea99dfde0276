"""What the commands that write papers share: the tables of a house file, and what its check says of them."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pitboss.cli.main import UserError
from pitboss.compliance.paper import NoPapersError, Subject
from pitboss.compliance.placard import Refused
from pitboss.games import REGISTERED, load
from pitboss.public.house_file import Day, read_house


class Papered(NamedTuple):
    subjects: tuple[Subject, ...]  # of the tables that can open
    refused: tuple[Refused, ...]  # the others
    found: tuple[tuple[str, str], ...]  # what the check says of those that can: whose it is, or nobody's, and a line

    def lines(self, name: str | None = None) -> tuple[str, ...]:
        """What the check says, of one table and of none if it is named."""
        return tuple(line for whose, line in self.found if name is None or whose in ("", name))


def papered(path: Path, day: Day) -> Papered:
    checked = read_house(path, day, warn=True)
    names = _names(path)
    opens = {table.name for table in checked.tables}
    refused: dict[str, list[str]] = {}
    found = []
    for problem in checked.problems:
        name = _named(problem.key, names)
        if name and name not in opens:
            refused.setdefault(name, []).append(str(problem))
        else:
            found.append((name, str(problem)))
    found += [(_named(warning.key, names), f"warning: {warning}") for warning in checked.warnings]
    subjects = [
        Subject(table, load(table.game).rules(table.readings, day.as_of, day.assume)) for table in checked.tables
    ]
    for each in subjects:
        try:
            _ = each.guide
        except NoPapersError as wrong:
            raise UserError(wrong) from None
    return Papered(tuple(subjects), tuple(Refused(name, tuple(why)) for name, why in refused.items()), tuple(found))


def _names(path: Path) -> list[str]:
    """What the tables of a file that can be read are called, in its order."""
    entries = tomllib.loads(path.read_bytes().decode("utf-8-sig")).get("table", [])
    return [_name_of(entry, number) for number, entry in enumerate(entries if isinstance(entries, list) else [], 1)]


def _name_of(entry: object, number: int) -> str:
    if not isinstance(entry, dict):
        return f"table {number}"
    game = entry.get("game")
    usual = load(game).house.usual().name if isinstance(game, str) and game in REGISTERED else f"table {number}"
    return str(entry.get("name", usual))


def _named(key: str, names: list[str]) -> str:
    """Whose key it is: "table.2.seats" is the second table's; empty if no table's."""
    first, *rest = key.split(".")
    if first != "table" or not rest or not rest[0].isdecimal() or not 1 <= int(rest[0]) <= len(names):
        return ""
    return names[int(rest[0]) - 1]


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
