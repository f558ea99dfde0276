"""Replay, verify and explain records."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeAlias

from pitboss.engine.view import SPECTATOR, View, view
from pitboss.record import replay as again
from pitboss.record import verify as checks
from pitboss.record.account import Account, account_of
from pitboss.record.other_version import COULD_NOT, describe_writer, is_of_another
from pitboss.record.record_chain import follow_chain
from pitboss.record.record_lines import as_file, open_record
from pitboss.record.replay import RoundRecord
from pitboss.record.round_playback import MismatchError
from pitboss.record.verify import Findings

Record: TypeAlias = bytes | str | os.PathLike[str]


def replay(record: Record, *, seat: int = SPECTATOR) -> Iterator[View]:
    """Replay a record. Yields the table as one seat saw it, after each input and each act.

    The last of a view's `.acts` is the newest; the list starts over with each round.

    Args:
        record: The record itself, as bytes, or the path of its file.
        seat: Whose view; 0 is a spectator.

    Raises:
        ValueError: This is not a record, or it does not replay as written.
    """
    progress = ReadingProgress()
    for round_record in read_rounds(record, progress):
        with name_line_in_errors(progress):
            for driver, _ in again.replay(round_record):
                yield view(driver, seat)


def verify(record: Record, *, head: tuple[int, str] | None = None, whole: Record | None = None) -> Findings:
    """Check a record: its chain, its rules, and every act by replaying it.

    Args: record: The record itself, as bytes, or the path of its file. head: The number of lines that somebody else has
    noted for the record, and the hash of the last of them. whole: For a record for players, the house's record of the
    same rounds.

    Raises:
        ValueError: This is not a record.
    """
    if whole is None:
        with _open_file(record) as file:
            return checks.verify(file, head)
    with _open_file(record) as file, _open_file(whole) as house_file:
        return checks.verify_players_record(file, head, house_file)


def explain(record: Record) -> tuple[Account, ...]:
    """Explain what became of every wager in each round, and why. Cards that only their player looked at are left
    out."""
    progress = ReadingProgress()
    with name_line_in_errors(progress):
        return tuple(
            account_of(again.replay_to_end(round_record)).seen_by("") for round_record in read_rounds(record, progress)
        )


@dataclass
class ReadingProgress:
    """The progress of reading a record: its newest round so far, and whether the chain holds up to there."""

    last: RoundRecord | None = None  # the newest round
    linked: bool = True  # whether every line has the hash of the line before it


@contextmanager
def name_line_in_errors(progress: ReadingProgress) -> Iterator[None]:
    """Raise a mismatch as a ValueError that names the line, and says if another version of Pitboss played the round."""
    try:
        yield
    except MismatchError as mismatch:
        message = f"line {mismatch.number}: {mismatch}"
        opening = None if progress.last is None else progress.last.opening
        if opening is not None and progress.linked and is_of_another(opening, (opening.pitboss,)):
            message = f"{COULD_NOT}: the round was {describe_writer(opening.pitboss, opening.rules)}; {message}"
        raise ValueError(message) from None


def record_bytes(record: Record) -> bytes:
    """Return the bytes of a record, from its file if a path is given."""
    return record if isinstance(record, bytes) else Path(record).read_bytes()


def _open_file(record: Record) -> AbstractContextManager[BinaryIO]:
    return as_file(record) if isinstance(record, bytes) else open_record(Path(record))


def read_rounds(record: Record, progress: ReadingProgress) -> Iterator[RoundRecord]:
    """Yield the rounds of a record. Warns of a broken chain and of a torn end."""
    with _open_file(record) as file:
        links = follow_chain(file)[0]
        progress.linked = links.broken is None
        for fault in links.faults():
            warnings.warn(f"the record is not whole: {fault}", stacklevel=2)
        for _, round_record in again.rounds_in(file):
            progress.last = round_record
            yield round_record
