"""Report the hold of a record or of a server's database."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

from pitboss.public.house_file import read_gaming_day
from pitboss.public.rounds import ReadingProgress, Record, name_line_in_errors, read_rounds
from pitboss.record.gaming_day import GamingDay
from pitboss.record.hold_report import HoldReport
from pitboss.record.hold_report import hold as build_report
from pitboss.record.record_results import RecordResults

File: TypeAlias = str | os.PathLike[str]


def hold(
    record: Record | None = None, *, database: File | None = None, house: File | None = None, companions: bool = False
) -> HoldReport:
    """Compare the house's win in finished rounds with its theoretical win: by table, game, wager, gaming day and shift.

    Theory is the expected win of the wagers as they were made, under best play. Play is what players gave away by their
    decisions, judged by what they saw. Luck is the rest. The three are exact and add up to the win. The report's
    `.warnings` name altered rows of a database and rounds that do not replay as written.

    Args:
        record: A record, as bytes, or the path of its file.
        database: The path of a server's database, instead of a record.
        house: The path of the house file that says when gaming days and shifts begin.
        companions: Whether to count seats that the house plays for company like others.

    Raises:
        ValueError: Not exactly one source was given, it cannot be read, or a record does not replay as written.
        HouseFileError: The house file has problems.
        ImportError: A game needs the extra `exact`, which is not installed.
    """
    if (record is None) is (database is None):
        raise ValueError("name one source: a record, or a database")
    day = GamingDay() if house is None else read_gaming_day(Path(house))
    if database is not None:
        return _of_database(Path(database), day, companions)
    assert record is not None
    progress = ReadingProgress()
    with name_line_in_errors(progress):
        results = RecordResults(read_rounds(record, progress), companions=companions)
        return build_report(results, day, results.notes())


def _of_database(path: Path, day: GamingDay, companions: bool) -> HoldReport:
    from pitboss.store.errors import StoreError
    from pitboss.store.rounds.stored_results import hold_report_of

    try:
        return hold_report_of(path, day, companions=companions)
    except StoreError as error:
        raise ValueError(error) from None
