"""pitboss dispute: a question about a hand, settled from the discard rack as the regulation means it to be."""

from __future__ import annotations

import argparse
import sys

from pitboss.cli.main import UserError
from pitboss.cli.options import print_json
from pitboss.cli.record_file import add_record, add_round, read_rounds
from pitboss.engine.dispute import Disputed
from pitboss.engine.driver import Driver
from pitboss.record.again import MismatchError, UnreadableError
from pitboss.record.page import heading
from pitboss.record.replay import replayed
from pitboss.table.steps import cards_of

SHOWN = ("seat", "position", "cards", "hand_class", "settled", "agrees", "cite")  # of a hand, in this order


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_record(parser)
    add_round(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="show only this seat's hands")
    parser.epilog = "Exits with 1 if a hand rebuilt from the rack differs from the hand that was settled."


def run(args: argparse.Namespace) -> int:
    told, agree = [], True
    for number, record in read_rounds(args):
        try:
            driver = replayed(record)
        except MismatchError as differs:
            print(f"line {differs.number}: {differs}; run 'pitboss verify' for details", file=sys.stderr)
            return 1
        except UnreadableError as wrong:
            raise UserError(f"{args.file}: {wrong}") from None
        try:
            hands = _hands(driver, number)
        except ValueError as wrong:
            print(f"round {number}: the rack cannot be read: {wrong}", file=sys.stderr)
            return 1
        shown = [hand for hand in hands if args.seat in (None, hand.seat)]
        if args.seat is not None and hands and not shown:
            seats = ", ".join(sorted({str(hand.seat) for hand in hands}))
            raise UserError(f"seat {args.seat} had no hand in round {number}; the seats with hands are {seats}")
        agree = agree and all(hand.agrees for hand in shown)
        told.append({"round": number, "void": driver.table.void, "hands": [_as_json(hand) for hand in shown]})
        if not args.json and not args.quiet:
            print(heading(record, number))
            if driver.table.is_void:
                print(f"  the round is void under {driver.table.void}, so there is no hand to settle")
            for hand in shown:
                print(_told(hand))
    if args.json:
        print_json(told)
    return 0 if agree else 1


def _hands(driver: Driver, number: int) -> list[Disputed]:
    """What the rack says of every hand, beside what was settled."""
    if driver.game.dispute is None:
        raise UserError(f"{driver.game.name} cannot rebuild hands from the discard rack")
    if not driver.done:
        raise UserError(f"round {number} is not over: its cards are still on the layout")
    return [] if driver.table.is_void else list(driver.game.dispute(driver))


def _as_json(hand: Disputed) -> dict[str, object]:
    return {name: getattr(hand, name) for name in SHOWN}


def _told(hand: Disputed) -> str:
    verdict = "as settled" if hand.agrees else f"but {cards_of(hand.settled)} was settled"
    where = f"seat {hand.seat}, position {hand.position}"
    return f"  {where}: {cards_of(hand.cards)} in the rack make {hand.hand_class}, {verdict} [{hand.cite}]"
