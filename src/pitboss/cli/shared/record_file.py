"""Reading a record file for a command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pitboss.cli.main import UnjudgedError, UserError
from pitboss.record import record_lines
from pitboss.record.other_version import COULD_NOT, is_of_another, written_by
from pitboss.record.replay import RoundRecord, rounds_in
from pitboss.record.round_playback import ReplayError, UnreadableError


def add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record written by 'pitboss play'")


def add_round(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--round", type=int, metavar="N", help="show only round N of the file, counting from 1")


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A record to be read from the front. What in it nobody can read is told as the file's fault."""
    with record_lines.open_record(path) as file:
        try:
            yield file
        except UnreadableError as wrong:
            raise UserError(f"{path}: {wrong}") from None


@contextmanager
def judging(path: Path, file: BinaryIO, number: int, record: RoundRecord) -> Iterator[None]:
    """Tell a round that another version wrote, and that this one plays otherwise, as one that could not be judged
    here. What is wrong with a round of this version is raised as it is, and so is what differs in a record whose chain
    is broken: nothing speaks for that."""
    try:
        yield
    except ReplayError as wrong:
        opening = record.opening
        if not is_of_another(opening, (opening.pitboss,)) or _is_broken(file):
            raise
        by = f"it was {written_by(opening.pitboss, opening.rules)}"
        told = f"{path}, round {number}: {COULD_NOT}: {by}; run 'pitboss verify' for details"
        raise UnjudgedError(told) from wrong


def _is_broken(file: BinaryIO) -> bool:
    """Return whether the chain of a record is broken, and leave the file where it was: rounds may be read on."""
    at = file.tell()
    try:
        return record_lines.follow_chain(file)[0].broken is not None
    finally:
        file.seek(at)


def rounds_of(args: argparse.Namespace, file: BinaryIO) -> Iterator[tuple[int, RoundRecord]]:
    """The rounds asked for, one at a time, with their numbers in the file. What is wrong with its chain is said on the
    side, once it is clear that this is a record."""
    links, _ = record_lines.follow_chain(file)
    wrong = links.faults()
    for found in rounds_in(file, args.round):
        while wrong:
            print(f"warning: {args.file}: {wrong.pop(0)}", file=sys.stderr)
        yield found
