"""pitboss explain: why every wager of a record was paid, lost or returned."""

from __future__ import annotations

import argparse
import sys

import msgspec

from pitboss.cli.main import UserError
from pitboss.cli.options import print_json
from pitboss.cli.record_file import add_record, add_round, read_rounds
from pitboss.record.explain import SeatStory, explain, signed
from pitboss.record.page import heading
from pitboss.record.replay import MismatchError, UnreadableError
from pitboss.table.money import dollars


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_record(parser)
    add_round(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="only this seat")


def run(args: argparse.Namespace) -> int:
    told = []
    for number, record in read_rounds(args):
        try:
            seats = [story for story in explain(record) if args.seat in (None, story.seat)]
        except MismatchError as differs:
            print(f"line {differs.line}: {differs}; 'pitboss verify' tells more", file=sys.stderr)
            return 1
        except UnreadableError as wrong:
            raise UserError(f"{args.file}: {wrong}") from None
        if args.json:
            told.append({"round": number, "seats": [{**msgspec.to_builtins(s), "net": s.net} for s in seats]})
        elif not args.quiet:
            print(("\n" if number > 1 else "") + heading(record, number))
            for story in seats:
                print(_told(story))
    if args.json:
        print_json(told)
    return 0


def _told(story: SeatStory) -> str:
    lines = [f"seat {story.seat}, {story.player}"]
    lines += [f"  {wager.tell()}" for wager in story.wagers] + [f"  {note}" for note in story.notes]
    if story.brought:
        lines.append(f"  chips brought to the table: {signed(story.brought)}")
    lines.append(f"  together {signed(story.net)}: chips {dollars(story.before)} before, {dollars(story.after)} after")
    return "\n".join(lines)
