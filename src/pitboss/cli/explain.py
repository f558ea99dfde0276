"""pitboss explain: why every wager of a record was paid, lost or returned."""

from __future__ import annotations

import argparse
import sys
from typing import TypeAlias

import msgspec

from pitboss.cli.main import UserError
from pitboss.cli.options import print_json
from pitboss.cli.record_file import add_record, add_round, read_rounds
from pitboss.record.again import MismatchError, UnreadableError
from pitboss.record.explain import SeatStory, explain, signed
from pitboss.record.page import heading
from pitboss.record.replay import RoundRecord
from pitboss.table.money import dollars

Rounds: TypeAlias = list[tuple[int, RoundRecord, list[SeatStory]]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_record(parser)
    add_round(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="show only this seat")


def run(args: argparse.Namespace) -> int:
    try:
        rounds = [(number, record, explain(record)) for number, record in read_rounds(args)]
    except MismatchError as differs:
        print(f"line {differs.number}: {differs}; run 'pitboss verify' for details", file=sys.stderr)
        return 1
    except UnreadableError as wrong:
        raise UserError(f"{args.file}: {wrong}") from None
    if args.seat is not None:
        rounds = _of_seat(args.seat, rounds)
    if args.json:
        print_json(
            [
                {"round": number, "seats": [{**msgspec.to_builtins(story), "net": story.net} for story in stories]}
                for number, _, stories in rounds
            ]
        )
    elif not args.quiet:
        pages = ["\n".join([heading(record, number), *map(_told, stories)]) for number, record, stories in rounds]
        print("\n\n".join(pages))
    return 0


def _of_seat(seat: int, rounds: Rounds) -> Rounds:
    """The rounds in which somebody sat there, and only his stories."""
    taken = sorted({story.seat for _, _, stories in rounds for story in stories})
    if seat not in taken:
        there = f"taken seats: {', '.join(map(str, taken))}" if taken else "so is every other"
        raise UserError(f"--seat {seat}: that seat is empty; {there}")
    of_seat = (
        (number, record, [story for story in stories if story.seat == seat]) for number, record, stories in rounds
    )
    return [found for found in of_seat if found[2]]


def _told(story: SeatStory) -> str:
    lines = [f"seat {story.seat}, {story.player}"]
    lines += [f"  {wager.tell()}" for wager in story.wagers] + [f"  {note}" for note in story.notes]
    if story.brought:
        lines.append(f"  chips brought to the table: {signed(story.brought)}")
    lines.append(f"  total {signed(story.net)}: chips {dollars(story.before)} before, {dollars(story.after)} after")
    return "\n".join(lines)
