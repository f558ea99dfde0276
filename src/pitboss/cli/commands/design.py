"""pitboss design: find pay tables for a wager that the law allows and that meet a target."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import add_date_options, add_reading_option, load_game, parse_readings
from pitboss.cli.shared.table_options import compute_report, parse_pairs, print_report

if TYPE_CHECKING:
    from pitboss.analysis.pay_table_design.designs import Designs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="see 'pitboss games'")
    parser.add_argument("--wager", required=True, metavar="WAGER", help="the wager, such as trips or 'jacks plus'")
    parser.add_argument("--target", required=True, metavar="PERCENT", help="the house edge you want, such as 3.5%%")
    parser.add_argument(
        "--within", default="0.1%", metavar="PERCENT", help="how far from the target a table may be (default: 0.1%%)"
    )
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="LINE=ODDS",
        help='a line that must pay so much, such as flush="7 to 1"; repeatable',
    )
    parser.add_argument("--deviation", metavar="MAX", help="the highest standard deviation, in units of the wager")
    parser.add_argument("--letter", metavar="LETTER", help="the printed table that no line may be below (default: any)")
    parser.add_argument("--most", metavar="NUMBER", default="20", help="how many tables to show (default: 20)")
    add_date_options(parser)
    add_reading_option(parser)
    parser.epilog = (
        "If there is no such table, the answer says what forbids it. The exit code is then 2, "
        "or 0 if the law fixes what the wager pays."
    )


def run(args: argparse.Namespace) -> int:
    report = compute_report(args, lambda: _designs(args))
    print_report(args, report)
    return 2 if report.free and not report.tables else 0


def _designs(args: argparse.Namespace) -> Designs:
    from pitboss.analysis.pay_table_design.designs import design

    if not args.most.isdecimal() or len(args.most) > 6:
        raise UserError(f"--most {args.most!r} is not a number of tables; write one, such as 20")
    return design(
        load_game(args.game).name,
        args.wager,
        args.target,
        within=args.within,
        keep=dict(parse_pairs("--keep", args.keep)),
        deviation=args.deviation,
        letter=args.letter,
        most=int(args.most),
        as_of=args.as_of,
        assume=args.assume,
        readings=parse_readings(args),
    )
