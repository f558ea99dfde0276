"""pitboss ask: print the exact value of each choice in one situation."""

from __future__ import annotations

import argparse

from pitboss.cli.shared.table_options import add_analysis_arguments, build_study, parse_pairs, print_answer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_analysis_arguments(parser)
    parser.add_argument("--cards", default="", metavar="CARDS", help='your own cards, as in "Ah Kh Qh"')
    parser.add_argument("--board", default="", metavar="CARDS", help="community cards that are face up")
    parser.add_argument("--dealer", default="", metavar="CARDS", help="dealer cards that you have seen")
    parser.add_argument("--seen", default="", metavar="CARDS", help="other cards that you know are out of the deck")
    parser.add_argument("--point", type=int, default=0, metavar="N", help="craps: the point (default: none)")
    parser.add_argument(
        "--wager",
        action="append",
        default=[],
        metavar="AREA=DOLLARS",
        help='a wager on the layout, where it matters, such as "pair plus=5"; repeatable',
    )


def run(args: argparse.Namespace) -> int:
    return print_answer(
        args,
        lambda: build_study(args).ask(
            args.cards,
            board=args.board,
            dealer=args.dealer,
            seen=args.seen,
            wagers=parse_pairs("--wager", args.wager),
            point=args.point,
        ),
    )
