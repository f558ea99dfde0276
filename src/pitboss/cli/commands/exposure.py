"""pitboss exposure: print what a card seen too early is worth, and the paragraph that covers it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.table_options import add_analysis_arguments, build_study, print_answer

if TYPE_CHECKING:
    from pitboss.analysis.exact_reports import ExposureReport, FollowReport, NeighborsReport

DEALS = 10_000
SEED = 1947


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_analysis_arguments(parser)
    parser.add_argument(
        "--neighbors",
        type=int,
        metavar="N",
        help="estimate what it is worth to see N neighbors' hands instead, from sampled deals",
    )
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N", help=f"how many deals (default: {DEALS:,})")
    parser.add_argument(
        "--shoes",
        type=int,
        metavar="N",
        help="estimate what it is worth to follow the cards of a shoe instead, from N shoes (games dealt from a shoe "
        "that lasts)",
    )
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help=f"where they come from (default: {SEED})")


def run(args: argparse.Namespace) -> int:
    def compute() -> ExposureReport | NeighborsReport | FollowReport:
        study = build_study(args)
        if args.shoes is not None and args.neighbors is not None:
            raise UserError("--shoes and --neighbors are two questions; ask one")
        if args.shoes is not None:
            return study.follow(shoes=args.shoes, seed=args.seed)
        if args.neighbors is None:
            return study.exposure(cache=not args.no_cache)
        return study.neighbors(args.neighbors, deals=args.deals, seed=args.seed)

    return print_answer(args, compute)
