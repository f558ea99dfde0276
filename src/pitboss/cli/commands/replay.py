"""pitboss replay: a record played again, act by act."""

from __future__ import annotations

import argparse
import sys

import msgspec

from pitboss.cli.shared.options import print_json
from pitboss.cli.shared.record_file import add_record, add_round, judging, opened, rounds_of
from pitboss.engine.record import encode_item
from pitboss.record.replay import RoundRecord, replay
from pitboss.record.round_page import heading, line
from pitboss.record.round_playback import MismatchError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_record(parser)
    add_round(parser)
    parser.add_argument("--step", action="store_true", help="wait for Enter after every act")
    parser.epilog = (
        "Exits with 1 if a round does not replay as it is written, and with 3 if another version wrote it and this one "
        "plays it otherwise: then it could not be judged here."
    )


def run(args: argparse.Namespace) -> int:
    told: list[object] = []
    try:
        with opened(args.file) as file:
            for number, record in rounds_of(args, file):
                with judging(args.file, file, number, record):
                    if not args.json and not args.quiet:
                        print(("\n" if number > 1 else "") + heading(record, number))
                    if not _show(args, number, record, told):
                        return 0
    except MismatchError as differs:
        print(f"line {differs.number}: {differs}", file=sys.stderr)
        return 1
    if args.json:
        print_json(told)
    return 0


def _show(args: argparse.Namespace, number: int, record: RoundRecord, told: list[object]) -> bool:
    """The round act by act; False if nobody presses Enter any more."""
    # At a terminal the Enter that was waited for ends the line.
    end = "" if args.step and sys.stdin.isatty() and sys.stdout.isatty() else "\n"
    for _, item in replay(record):
        if args.json:
            told.append({"round": number, **msgspec.json.decode(encode_item(item)), "told": line(item).strip()})
        elif not args.quiet:
            print(line(item), end=end, flush=args.step)
            if args.step and not sys.stdin.readline():
                return False
    return True
