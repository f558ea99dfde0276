"""pitboss ask: the exact value of each choice in one situation."""

from __future__ import annotations

import argparse

from pitboss.cli.asking import add_question, answered, pairs, the_setting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--cards", default="", metavar="CARDS", help='your own cards, as in "Ah Kh Qh"')
    parser.add_argument("--board", default="", metavar="CARDS", help="community cards that are turned up")
    parser.add_argument("--dealer", default="", metavar="CARDS", help="cards of the dealer that you have seen")
    parser.add_argument("--seen", default="", metavar="CARDS", help="other cards that you know to be out")
    parser.add_argument("--point", type=int, default=0, metavar="N", help="craps: the point (none)")
    parser.add_argument(
        "--wager",
        action="append",
        default=[],
        metavar="AREA=DOLLARS",
        help='what lies on the layout, where that matters, as in "pair plus=5"; may be given again',
    )


def run(args: argparse.Namespace) -> int:
    return answered(
        args,
        lambda: the_setting(args).ask(
            args.cards,
            board=args.board,
            dealer=args.dealer,
            seen=args.seen,
            wagers=pairs("--wager", args.wager),
            point=args.point,
        ),
    )
