"""Reading a record file for a command."""

from __future__ import annotations

import argparse
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.record.again import UnreadableError
from pitboss.record.replay import RoundRecord, read


def add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record written by 'pitboss play'")


def add_round(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--round", type=int, metavar="N", help="show only round N of the file, counting from 1")


def read_rounds(args: argparse.Namespace) -> list[tuple[int, RoundRecord]]:
    """The rounds asked for, with their numbers in the file."""
    try:
        _, rounds = read(args.file.read_bytes())
    except UnreadableError as wrong:
        raise UserError(f"{args.file}: {wrong}") from None
    numbered = list(enumerate(rounds, 1))
    if args.round is None:
        return numbered
    if not 1 <= args.round <= len(rounds):
        raise UserError(f"{args.file} has rounds 1 to {len(rounds)}, but no round {args.round}")
    return [numbered[args.round - 1]]
