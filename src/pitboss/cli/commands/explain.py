"""pitboss explain: print why every wager of a record was paid, lost or returned."""

from __future__ import annotations

import argparse
import sys

import msgspec

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import print_json
from pitboss.cli.shared.record_file import (
    add_record_argument,
    add_round_option,
    open_record,
    refuse_other_version,
    requested_rounds,
)
from pitboss.record.explain import SeatStory, explain, signed_dollars
from pitboss.record.round_page import heading
from pitboss.record.round_playback import MismatchError
from pitboss.table.money import dollars


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_record_argument(parser)
    add_round_option(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="show only this seat")
    parser.epilog = (
        "Exits with 1 if a round does not replay as it is written, and with 3 if another version wrote it and this one "
        "plays it otherwise: then it could not be judged here."
    )


def run(args: argparse.Namespace) -> int:
    rounds: list[object] = []
    seats_taken: set[int] = set()
    count_shown = 0
    try:
        with open_record(args.file) as file:
            for number, record in requested_rounds(args, file):
                with refuse_other_version(args.file, file, number, record):
                    stories = explain(record)
                seats_taken |= {story.seat for story in stories}
                stories = [story for story in stories if args.seat in (None, story.seat)]
                if args.seat is not None and not stories:
                    continue
                if args.json:
                    seats = [{**msgspec.to_builtins(story), "net": story.net} for story in stories]
                    rounds.append({"round": number, "seats": seats})
                elif not args.quiet:
                    print(
                        ("\n" if count_shown else "")
                        + "\n".join([heading(record, number), *map(_seat_in_words, stories)])
                    )
                count_shown += 1
    except MismatchError as differs:
        print(f"line {differs.number}: {differs}; run 'pitboss verify' for details", file=sys.stderr)
        return 1
    if args.seat is not None and not count_shown:
        hint = f"taken seats: {', '.join(map(str, sorted(seats_taken)))}" if seats_taken else "so is every other"
        raise UserError(f"--seat {args.seat}: that seat is empty; {hint}")
    if args.json:
        print_json(rounds)
    return 0


def _seat_in_words(story: SeatStory) -> str:
    lines = [f"seat {story.seat}, {story.player}"]
    lines += [f"  {wager.tell()}" for wager in story.wagers] + [f"  {note}" for note in story.notes]
    if story.brought:
        lines.append(f"  chips brought to the table: {signed_dollars(story.brought)}")
    lines.append(
        f"  total {signed_dollars(story.net)}: chips {dollars(story.before)} before, {dollars(story.after)} after"
    )
    return "\n".join(lines)
