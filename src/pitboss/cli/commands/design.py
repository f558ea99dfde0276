"""pitboss design: pay tables that the law allows for a wager and that meet a target."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import add_dates, add_readings, chosen_readings, the_game
from pitboss.cli.shared.table_options import answer, pairs, told

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
    add_dates(parser)
    add_readings(parser)
    parser.epilog = (
        "If there is no such table, the answer says what forbids it. The exit code is then 2, "
        "or 0 if the law fixes what the wager pays."
    )


def run(args: argparse.Namespace) -> int:
    report = answer(args, lambda: _designs(args))
    told(args, report)
    return 2 if report.free and not report.tables else 0


def _designs(args: argparse.Namespace) -> Designs:
    from pitboss.analysis.pay_table_design.designs import design

    if not args.most.isdecimal() or len(args.most) > 6:
        raise UserError(f"--most {args.most!r} is not a number of tables; write one, such as 20")
    return design(
        the_game(args.game).name,
        args.wager,
        args.target,
        within=args.within,
        keep=dict(pairs("--keep", args.keep)),
        deviation=args.deviation,
        letter=args.letter,
        most=int(args.most),
        as_of=args.as_of,
        assume=args.assume,
        readings=chosen_readings(args),
    )
