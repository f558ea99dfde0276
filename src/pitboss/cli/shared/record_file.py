"""Open a record file for a command, and read the rounds that were asked for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pitboss.cli.main import UnjudgedError, UserError
from pitboss.record import record_chain, record_lines
from pitboss.record.other_version import COULD_NOT, describe_writer, is_of_another
from pitboss.record.replay import RoundRecord, rounds_in
from pitboss.record.round_playback import ReplayError, UnreadableError


def add_record_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record written by 'pitboss play'")


def add_round_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--round", type=int, metavar="N", help="show only round N of the file, counting from 1")


@contextmanager
def open_record(path: Path) -> Iterator[BinaryIO]:
    """Open a record for reading. Anything unreadable in it becomes a UserError that names the file."""
    with record_lines.open_record(path) as file:
        try:
            yield file
        except UnreadableError as error:
            raise UserError(f"{path}: {error}") from None


@contextmanager
def refuse_other_version(path: Path, file: BinaryIO, number: int, record: RoundRecord) -> Iterator[None]:
    """Raise UnjudgedError instead of ReplayError if another version wrote the round and this one plays it otherwise.

    The ReplayError is raised unchanged for a round that this version wrote, and for a record whose hash chain is
    broken, because then the other version may not have written the round that way.
    """
    try:
        yield
    except ReplayError as error:
        opening = record.opening
        if not is_of_another(opening, (opening.pitboss,)) or _is_chain_broken(file):
            raise
        origin = f"it was {describe_writer(opening.pitboss, opening.rules)}"
        message = f"{path}, round {number}: {COULD_NOT}: {origin}; run 'pitboss verify' for details"
        raise UnjudgedError(message) from error


def _is_chain_broken(file: BinaryIO) -> bool:
    """Return whether the hash chain of a record is broken. Restores the file position, so that reading can go on."""
    position = file.tell()
    try:
        return record_chain.follow_chain(file)[0].broken is not None
    finally:
        file.seek(position)


def requested_rounds(args: argparse.Namespace, file: BinaryIO) -> Iterator[tuple[int, RoundRecord]]:
    """Yield the rounds that --round asks for, with their numbers in the file.

    Faults of the hash chain are printed as warnings, but only after the first round has shown that the file is a
    record.
    """
    links, _ = record_chain.follow_chain(file)
    warnings = links.faults()
    for numbered_round in rounds_in(file, args.round):
        while warnings:
            print(f"warning: {args.file}: {warnings.pop(0)}", file=sys.stderr)
        yield numbered_round
