"""pitboss edge: print the house edge of every wager of a game under optimal play, as fractions."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.table_options import add_analysis_arguments, build_study, compute_report, print_answer

if TYPE_CHECKING:
    from pitboss.analysis import EdgeReport, OutcomesReport


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_analysis_arguments(parser)
    parser.add_argument("--outcomes", action="store_true", help="show every wager as its distribution, line by line")
    parser.add_argument(
        "--players",
        type=int,
        default=0,
        metavar="N",
        help="count what players wager against each other, too, N of them at the table (winners-pot-poker, 2)",
    )
    parser.add_argument(
        "--removed",
        metavar="CARDS",
        help='count a shoe without these cards, each named as often as it is out, as in "As,As,Kd" (games dealt from a '
        "shoe that lasts)",
    )
    parser.add_argument("--csv", action="store_true", help="print a table for a spreadsheet, with fractions as p/q")


def run(args: argparse.Namespace) -> int:
    if args.json and args.csv:
        raise UserError("--json and --csv are two forms of the same answer; ask for one")
    if args.removed is not None and not args.removed.strip(" ,"):
        raise UserError('--removed names no card; name those that are out, as in "As,As,Kd", or leave it out')

    def compute() -> EdgeReport | OutcomesReport:
        report = build_study(args).edge(cache=not args.no_cache, players=args.players, removed=args.removed or "")
        return report.outcomes() if args.outcomes else report

    if not args.csv:
        return print_answer(args, compute)
    print(compute_report(args, compute).csv(), end="")
    return 0
