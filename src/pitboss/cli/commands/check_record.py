"""pitboss check --record: judge a record or an observed log, round by round."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import msgspec

from pitboss.cli.main import FINDINGS, UNJUDGED, UserError
from pitboss.cli.shared.options import print_json
from pitboss.compliance.errors import LogError
from pitboss.compliance.finding import WORST_FIRST, has_violation
from pitboss.compliance.observed_log.log_reader import split_lines
from pitboss.compliance.observed_log.log_setting import SuppliedValues
from pitboss.compliance.observed_log.record_check import findings, was_judged
from pitboss.table.steps import quantity

STDIN = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="judge a record or an observed log instead (- reads standard "
        "input); docs/observed.md describes its form"
    )  # fmt: skip
    parser.add_argument(
        "--house", type=Path, metavar="FILE", help="with --record: the house file, if the log names none"
    )
    parser.add_argument("--table", default="", metavar="NAME", help="with --house: which of its tables")


def run(args: argparse.Namespace) -> int:
    if args.file is not None:
        raise UserError("name a house file or use --record, not both; --house names the house of a record")
    text = sys.stdin.buffer.read() if args.record == STDIN else args.record.read_bytes()
    name = "standard input" if args.record == STDIN else str(args.record)
    supplied = SuppliedValues(args.as_of, args.house, args.record.parent, args.table, args.assume)
    try:
        all_findings = findings(split_lines(text), supplied)
    except LogError as error:
        raise UserError(f"{name}: {error}") from None
    if args.json:
        print_json(msgspec.to_builtins(all_findings))
    elif not args.quiet:
        for finding in all_findings:
            print(f"{name}: {finding}")
        counts = Counter(finding.severity for finding in all_findings)
        print(f"{name}: {', '.join(quantity(counts[severity], severity) for severity in WORST_FIRST)}")
    if has_violation(all_findings):
        return FINDINGS
    return 0 if was_judged(all_findings) else UNJUDGED
