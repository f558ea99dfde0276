"""pitboss submission: write the document that a licensee files for a game, or about what changed at its tables."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.atomic_files import write_atomically
from pitboss.cli.shared.options import add_date_options, print_json
from pitboss.cli.shared.paper_subjects import PaperSubjects, count_edges, print_findings, read_subjects, select_subjects
from pitboss.compliance.house_file.reader import Day

if TYPE_CHECKING:
    from pitboss.compliance.papers.paper import Subject
    from pitboss.compliance.papers.submission import DocumentPart

STDOUT = Path("-")
ENDINGS = (".html", ".htm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a house file; 'pitboss init-house' makes one")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.html", required=True, help="write the document here (- prints it)"
    )
    parser.add_argument("--table", metavar="NAME", help="only this table (default: all)")
    parser.add_argument("--since", type=Path, metavar="OLD", help="only what changed since this house file")
    add_date_options(parser)
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
    papers = read_subjects(args.file, day)
    print_findings(args, papers)
    subjects = tuple(select_subjects(papers, args.table, args.file))
    if not subjects:
        return 1
    old = {} if args.since is None else {table.house.name: table for table in _read_old(args.since, day).subjects}
    count_edges(args, (*subjects, *(old[subject.house.name] for subject in subjects if subject.house.name in old)))
    text, tables = _write_document(args, papers, subjects, old)
    if args.output == STDOUT:
        print(text, end="")
    else:
        write_atomically(args.output, text.encode())
    if args.json:
        print_json({"written": str(args.output), **tables})
    elif not args.quiet and args.output != STDOUT:
        print(f"wrote {args.output}")
    return 1 if papers.refused else 0


def _read_old(path: Path, day: Day) -> PaperSubjects:
    """Read the house file of --since. Raises UserError if one of its tables cannot open."""
    papers = read_subjects(path, day)
    if papers.refused:
        first = papers.refused[0]
        raise UserError(f"--since {path}: {first.name} cannot be compared: {first.found[0]}")
    return papers


def _write_document(
    args: argparse.Namespace, papers: PaperSubjects, subjects: tuple[Subject, ...], old: dict[str, Subject]
) -> tuple[str, dict[str, list[str]]]:
    """Return the document as HTML and, for --json, the names of its tables by what became of them."""
    from pitboss.compliance.papers import change_notice
    from pitboss.compliance.papers.submission import submission, whole_part

    today = datetime.now(UTC).date().isoformat()
    if args.since is None:
        parts = [whole_part(subject, papers.lines(subject.house.name)) for subject in subjects]
        return submission(parts, today), {"tables": [subject.house.name for subject in subjects]}
    filed: list[DocumentPart] = []
    by_change: dict[str, list[str]] = {"changed": [], "new": [], "unchanged": [], "gone": []}
    for subject in subjects:
        before, name = old.get(subject.house.name), subject.house.name
        if before is None or before.house.game != subject.house.game:
            by_change["new"].append(name)
            filed.append(whole_part(subject, papers.lines(name)))
        elif change_notice.list_changes(before, subject):
            by_change["changed"].append(name)
            filed.append(change_notice.changed_part(before, subject, papers.lines(name)))
        else:
            by_change["unchanged"].append(name)
    if args.table is None:
        by_change["gone"] = [name for name in old if name not in {subject.house.name for subject in subjects}]
    return submission(
        filed, today, before=change_notice.summary(by_change, args.since.name), kind=change_notice.TITLE
    ), by_change
