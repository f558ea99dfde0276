"""pitboss placard: write a sign, layout inscriptions and a gaming guide for each table of a house file, to print."""

from __future__ import annotations

import argparse
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.cli.shared.atomic_files import write_folder
from pitboss.cli.shared.options import add_date_options, print_json
from pitboss.cli.shared.paper_subjects import count_edges, print_findings, read_subjects
from pitboss.compliance.house_file.reader import Day
from pitboss.compliance.papers.placard import placards

STDOUT = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a house file; 'pitboss init-house' makes one")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="DIR", required=True, help="write the pages to this new folder"
    )
    add_date_options(parser)
    parser.epilog = (
        "A table that cannot open gets no papers: the command says why, writes those of the other tables and exits "
        "with 1. Every page prints on one sheet of A4 or Letter and loads nothing."
    )


def run(args: argparse.Namespace) -> int:
    if args.output == STDOUT:
        raise UserError("-o writes several files and cannot print them; name a new folder")
    if args.output.exists():
        raise UserError(f"{args.output} already exists and was not changed; name another folder")
    papers = read_subjects(args.file, Day(args.as_of, args.assume))
    print_findings(args, papers)
    if not papers.subjects:
        return 1
    count_edges(args, papers.subjects)
    pages = placards(papers.subjects, papers.refused, papers.lines())
    write_folder(args.output, pages)
    if args.json:
        refused_tables = [{"table": table.name, "found": list(table.found)} for table in papers.refused]
        print_json({"written": [str(args.output / name) for name in pages], "refused": refused_tables})
    elif not args.quiet:
        print(f"wrote {len(pages)} pages; open {args.output / 'index.html'}")
    return 1 if papers.refused else 0
