"""pitboss replay: replay a record and print it act by act."""

from __future__ import annotations

import argparse
import sys

import msgspec

from pitboss.cli.shared.options import print_json
from pitboss.cli.shared.record_file import (
    add_record_argument,
    add_round_option,
    open_record,
    refuse_other_version,
    requested_rounds,
)
from pitboss.engine.record import encode_item
from pitboss.record.replay import RoundRecord, replay
from pitboss.record.round_page import format_line, heading
from pitboss.record.round_playback import MismatchError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_record_argument(parser)
    add_round_option(parser)
    parser.add_argument("--step", action="store_true", help="wait for Enter after every act")
    parser.epilog = (
        "Exits with 1 if a round does not replay as it is written, and with 3 if another version wrote it and this one "
        "plays it otherwise: then it could not be judged here."
    )


def run(args: argparse.Namespace) -> int:
    acts: list[object] = []
    try:
        with open_record(args.file) as file:
            for number, record in requested_rounds(args, file):
                with refuse_other_version(args.file, file, number, record):
                    if not args.json and not args.quiet:
                        print(("\n" if number > 1 else "") + heading(record, number))
                    if not _show_round(args, number, record, acts):
                        return 0
    except MismatchError as differs:
        print(f"line {differs.number}: {differs}", file=sys.stderr)
        return 1
    if args.json:
        print_json(acts)
    return 0


def _show_round(args: argparse.Namespace, number: int, record: RoundRecord, acts: list[object]) -> bool:
    """Print a round act by act, or collect it for JSON. Returns False at the end of standard input with --step."""
    # At a terminal the Enter that --step waits for ends the line.
    end = "" if args.step and sys.stdin.isatty() and sys.stdout.isatty() else "\n"
    for _, item in replay(record):
        if args.json:
            acts.append({"round": number, **msgspec.json.decode(encode_item(item)), "told": format_line(item).strip()})
        elif not args.quiet:
            print(format_line(item), end=end, flush=args.step)
            if args.step and not sys.stdin.readline():
                return False
    return True
