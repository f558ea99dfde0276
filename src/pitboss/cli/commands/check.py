"""pitboss check: judge a house file or an observed log, or print the schema that house files follow."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from pitboss.cli.commands import check_record
from pitboss.cli.main import UserError
from pitboss.cli.shared.options import add_date_options, print_json, print_lines
from pitboss.compliance.finding import has_violation
from pitboss.compliance.house_file.json_schema import schema
from pitboss.compliance.house_file.judgment import findings, summary_lines
from pitboss.compliance.house_file.reader import Day, read

STDIN = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Exit code 0: no violation. 1: at least one. 2: the file or the day cannot be read. Warnings and notes do not "
        "change it: a house file whose only finding is an inventory that cannot pay one maximum wager exits with 0. "
        "3, with --record: no violation, but a round that another version wrote departs from how this one plays, so it "
        "could not be judged here."
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a house file (- reads standard input); "
        "'pitboss init-house' makes one"
    )  # fmt: skip
    add_date_options(parser)
    check_record.add_arguments(parser)
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of house files")


def run(args: argparse.Namespace) -> int:
    if args.record is not None:
        return check_record.run(args)
    if args.schema:
        print_json(schema())
        return 0
    if args.file is None:
        raise UserError("name a house file, or use --record or --schema")
    text = sys.stdin.buffer.read() if args.file == STDIN else args.file.read_bytes()
    name = "standard input" if args.file == STDIN else str(args.file)
    file = read(text, name)
    day = Day(args.as_of, args.assume)
    all_findings = findings(file, day)
    if args.json:
        print_json(msgspec.to_builtins(all_findings))
    elif not args.quiet:
        for finding in all_findings:
            print(f"{name}: {finding}")
        print_lines(summary_lines(file, all_findings, day))
    return 1 if has_violation(all_findings) else 0
