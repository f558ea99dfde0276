"""pitboss diff: show what changed in the law between two days, what that does to a house, or what a house file
changes."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import load_game, print_json
from pitboss.compliance.amendments.law_changes import Span, compare_law, compare_law_or_explain
from pitboss.games import REGISTERED, load
from pitboss.law.editions import NotHeldError

T = TypeVar("T")
STDIN = "-"
FORMS = (
    "name a game and two days, two days alone for all games, a house file and two days, or two house files, as in: "
    "pitboss diff house.toml 1996-05-20 2007-10-15"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        metavar="WHAT",
        help="a game (see 'pitboss games'), a house file (- reads standard input), or the first day",
    )
    parser.add_argument("second", metavar="DATE|FILE", help="a day, such as 1996-05-20; or the changed house file")
    parser.add_argument("third", nargs="?", metavar="DATE", help="the later day, such as 2007-10-15")
    parser.add_argument(
        "--assume",
        choices=("earlier", "later"),
        default="",
        help="which text to use for a day that no held text covers",
    )
    parser.add_argument("--as-of", metavar="DATE", help="for two house files: the day whose law they are compared by")
    parser.add_argument("--no-edge", action="store_true", help="for house files: do not count house edges")
    parser.epilog = (
        "DATE DATE shows what changed in every game; GAME DATE DATE in one. FILE DATE DATE shows what an amendment "
        "does to the tables of a house. FILE FILE shows what changed between two house files, and which notice that "
        "needs. Exit code 1: the change breaks a paragraph that was not broken before."
    )


def run(args: argparse.Namespace) -> int:
    words = [word for word in (args.game, args.second, args.third) if word is not None]
    kinds = [_kind(word) for word in words]
    if args.as_of is not None and kinds != ["file", "file"]:
        raise UserError(f"--as-of {args.as_of}: name the two days instead; --as-of is for two house files")
    if args.no_edge and "file" not in kinds:
        raise UserError("--no-edge: no house edge is counted here; it is for house files")
    match kinds:
        case ["day", "day"]:
            return _compare_all_games(args, Span(words[0], words[1], args.assume))
        case ["game" | "?", "day", "day"]:
            return _compare_one_game(args, words[0], Span(words[1], words[2], args.assume))
        case ["file", "day", "day"]:
            return _compare_laws(args, words[0], Span(words[1], words[2], args.assume))
        case ["file", "file"]:
            return _compare_houses(args, words)
    if "?" in kinds:
        unknown = words[kinds.index("?")]
        raise UserError(f"{unknown!r} is not a game, a house file (.toml) or a day such as 2007-10-15; {FORMS}")
    raise UserError(FORMS)


def _kind(word: str) -> str:
    """Return what a word of the command line is: "game", "file", "day" or "?"."""
    if word in REGISTERED:
        return "game"
    if word == STDIN or word.endswith(".toml") or Path(word).is_file():
        return "file"
    return "day" if re.fullmatch(r"\d[\d/.-]*", word) else "?"


class _Report(Protocol):
    def to_lines(self) -> Iterable[str]: ...

    def json(self) -> dict[str, object]: ...


def _print(args: argparse.Namespace, report: _Report) -> None:
    if args.json:
        print_json(report.json())
    elif not args.quiet:
        for line in report.to_lines():
            print(line)


# --- the law alone


def _compare_one_game(args: argparse.Namespace, name: str, span: Span) -> int:
    try:
        _print(args, compare_law(load_game(name), span))
    except NotHeldError as error:
        raise UserError(error) from None
    return 0


def _compare_all_games(args: argparse.Namespace, span: Span) -> int:
    try:
        changes = [compare_law_or_explain(load(name), span) for name in REGISTERED]
    except NotHeldError as error:  # one of the two words is not a day
        raise UserError(error) from None
    if args.json:
        print_json({"from": span.first, "to": span.second, "games": [game.json() for game in changes]})
    elif not args.quiet:
        for game in changes:
            print(game.game)
            for line in game.to_lines():
                print(f"  {line}")
    return 0


# --- a house


def _compare_laws(args: argparse.Namespace, word: str, span: Span) -> int:
    from pitboss.compliance.amendments.house_impact import (
        NONE_HELD,
        UnderTwoLaws,
        compare_findings,
        read_for_comparison,
    )
    from pitboss.compliance.amendments.table_impact import assess_table
    from pitboss.compliance.house_file.reader import Day

    name, text = _read(word)
    before, after = (read_for_comparison(text, name, Day(day, span.assume)) for day in span[:2])
    count = not args.no_edge
    tables = _collect_with_progress(
        args, (assess_table(entry, span, count=count) for entry in after.tables), len(after.tables)
    )
    if all(table.why_not for table in tables):
        raise UserError(f"{name}: {NONE_HELD}: {'; '.join(dict.fromkeys(table.why_not for table in tables))}")
    not_compared = [table.table for table in tables if table.why_not]
    verdict = compare_findings(before.findings, after.findings, (before.names, after.names), not_compared)
    _print(args, UnderTwoLaws(name, span[:2], tables, verdict))
    return 1 if verdict.worse else 0


def _compare_houses(args: argparse.Namespace, words: list[str]) -> int:
    from pitboss.compliance.amendments.house_file_changes import compare_tables, compare_values
    from pitboss.compliance.amendments.house_impact import TwoHouses, compare_findings, read_for_comparison
    from pitboss.compliance.house_file.reader import Day

    if words == [STDIN, STDIN]:
        raise UserError("only one of the two house files can come from standard input; name the other")
    day = Day(args.as_of, args.assume)
    (first, old), (second, new) = ((name, read_for_comparison(text, name, day)) for name, text in map(_read, words))
    changes = compare_tables(old.tables, new.tables, *day, count=not args.no_edge)
    tables = _collect_with_progress(args, changes, len(new.tables))
    verdict = compare_findings(old.findings, new.findings, (old.names, new.names))
    clock = tuple(compare_values(old.gaming_day, new.gaming_day))
    _print(args, TwoHouses((first, second), args.as_of, clock, tables, verdict))
    return 1 if verdict.worse else 0


def _read(word: str) -> tuple[str, bytes]:
    """Return the name and the content of a file; "-" is standard input."""
    return ("standard input", sys.stdin.buffer.read()) if word == STDIN else (word, Path(word).read_bytes())


def _collect_with_progress(args: argparse.Namespace, tables: Iterator[T], count: int) -> tuple[T, ...]:
    """Collect the tables of an iterator, and show the progress if standard error is a terminal."""
    has_progress = sys.stderr.isatty() and not args.quiet
    collected: list[T] = []
    try:
        while True:
            if has_progress:
                progress = f"table {min(len(collected) + 1, count)} of {count}"
                print(f"\r\x1b[K{progress} (--no-edge is quicker) ...", end="", file=sys.stderr, flush=True)
            if (table := next(tables, None)) is None:
                return tuple(collected)
            collected.append(table)
    except ImportError as missing:
        if missing.name is not None and missing.name.startswith("pitboss"):
            raise
        raise UserError(f"{missing}; or leave house edges out with --no-edge") from None
    finally:
        if has_progress:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
