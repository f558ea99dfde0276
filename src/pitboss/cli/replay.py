"""pitboss replay: a record played again, act by act."""

from __future__ import annotations

import argparse
import sys

import msgspec

from pitboss.cli.main import UserError
from pitboss.cli.options import print_json
from pitboss.cli.record_file import add_record, add_round, read_rounds
from pitboss.engine.record import encode_item
from pitboss.record.again import MismatchError, UnreadableError
from pitboss.record.page import heading, line
from pitboss.record.replay import replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_record(parser)
    add_round(parser)
    parser.add_argument("--step", action="store_true", help="wait for Enter after every act")


def run(args: argparse.Namespace) -> int:
    told = []
    # At a terminal the Enter that was waited for ends the line.
    end = "" if args.step and sys.stdin.isatty() and sys.stdout.isatty() else "\n"
    for number, record in read_rounds(args):
        try:
            if not args.json and not args.quiet:
                print(("\n" if number > 1 else "") + heading(record, number))
            for _, item in replay(record):
                if args.json:
                    told.append({"round": number, **msgspec.json.decode(encode_item(item)), "told": line(item).strip()})
                elif not args.quiet:
                    print(line(item), end=end, flush=args.step)
                    if args.step and not sys.stdin.readline():
                        return 0
        except MismatchError as differs:
            print(f"line {differs.number}: {differs}", file=sys.stderr)
            return 1
        except UnreadableError as wrong:
            raise UserError(f"{args.file}: {wrong}") from None
    if args.json:
        print_json(told)
    return 0
