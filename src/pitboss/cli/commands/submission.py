"""pitboss submission: the document that a licensee files for a game, or about what changed at its tables."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.atomic_files import write_whole
from pitboss.cli.shared.options import add_dates, print_json
from pitboss.cli.shared.paper_subjects import Papered, chosen, count, papered, tell
from pitboss.compliance.house_file.reader import Day

if TYPE_CHECKING:
    from pitboss.compliance.papers.paper import Subject
    from pitboss.compliance.papers.submission import Filed

STDOUT = Path("-")
ENDINGS = (".html", ".htm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a house file; 'pitboss init-house' makes one")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.html", required=True, help="write the document here (- prints it)"
    )
    parser.add_argument("--table", metavar="NAME", help="only this table (default: all)")
    parser.add_argument("--since", type=Path, metavar="OLD", help="only what changed since this house file")
    add_dates(parser)
    parser.epilog = (
        "A table that cannot open is left out: the command says why and exits with 1. With --since, tables are "
        "compared by name; a table that OLD does not have is filed whole, and one that did not change is only named."
    )


def run(args: argparse.Namespace) -> int:
    if args.output != STDOUT and args.output.suffix.lower() not in ENDINGS:
        raise UserError(f"{args.output} should end in {ENDINGS[0]}, because it is a page")
    if args.output == STDOUT and args.json:
        raise UserError("-o - and --json both print; name a file for the document")
    day = Day(args.as_of, args.assume)
    papers = papered(args.file, day)
    tell(args, papers)
    subjects = tuple(chosen(papers, args.table, args.file))
    if not subjects:
        return 1
    old = {} if args.since is None else {each.house.name: each for each in _old(args.since, day).subjects}
    count(args, (*subjects, *(old[each.house.name] for each in subjects if each.house.name in old)))
    text, told = _document(args, papers, subjects, old)
    if args.output == STDOUT:
        print(text, end="")
    else:
        write_whole(args.output, text.encode())
    if args.json:
        print_json({"written": str(args.output), **told})
    elif not args.quiet and args.output != STDOUT:
        print(f"wrote {args.output}")
    return 1 if papers.refused else 0


def _old(path: Path, day: Day) -> Papered:
    papers = papered(path, day)
    if papers.refused:
        first = papers.refused[0]
        raise UserError(f"--since {path}: {first.name} cannot be compared: {first.found[0]}")
    return papers


def _document(
    args: argparse.Namespace, papers: Papered, subjects: tuple[Subject, ...], old: dict[str, Subject]
) -> tuple[str, dict[str, list[str]]]:
    from pitboss.compliance.papers import change_notice
    from pitboss.compliance.papers.submission import submission, whole

    today = datetime.now(UTC).date().isoformat()
    if args.since is None:
        parts = [whole(each, papers.lines(each.house.name)) for each in subjects]
        return submission(parts, today), {"tables": [each.house.name for each in subjects]}
    filed: list[Filed] = []
    told: dict[str, list[str]] = {"changed": [], "new": [], "unchanged": [], "gone": []}
    for each in subjects:
        before, name = old.get(each.house.name), each.house.name
        if before is None or before.house.game != each.house.game:
            told["new"].append(name)
            filed.append(whole(each, papers.lines(name)))
        elif change_notice.changed(before, each):
            told["changed"].append(name)
            filed.append(change_notice.part(before, each, papers.lines(name)))
        else:
            told["unchanged"].append(name)
    if args.table is None:
        told["gone"] = [name for name in old if name not in {each.house.name for each in subjects}]
    return submission(filed, today, before=change_notice.summary(told, args.since.name), kind=change_notice.TITLE), told
