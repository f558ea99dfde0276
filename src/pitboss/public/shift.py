"""Report on a shift, from a server's database."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from pitboss.compliance.shift.shift_report import ShiftReport
from pitboss.law.editions import AsOf, day_text
from pitboss.public.house_file import read_gaming_day
from pitboss.record.gaming_day import GamingDay

File: TypeAlias = str | os.PathLike[str]


def shift_report(
    database: File, *, house: File | None = None, day: AsOf = None, shift: str = "", tables: Sequence[str] = ()
) -> ShiftReport:
    """Report what happened at the tables of a server in a gaming day or a shift of it.

    The report has rounds, voids by paragraph, rulings with who and why, counts of the stub due and made, fills and
    credits, staff acts, and the hold beside theory. The database is only read.

    Args:
        database: The path of a server's database; the server can run meanwhile.
        house: The path of the house file that says when gaming days and shifts begin.
        day: The gaming day, a date or as in "2026-11-15". By default the newest on which something happened.
        shift: One shift of that day. By default the whole day.
        tables: Only these, by number or name.

    Raises:
        ValueError: The database cannot be read, or there is no such day, shift or table.
        HouseFileError: The house file has problems.
        ImportError: A game needs the extra `exact`, which is not installed.
    """
    from pitboss.compliance.shift.shift_reader import shift_report as read
    from pitboss.store.errors import StoreError

    clock = GamingDay() if house is None else read_gaming_day(Path(house))
    try:
        return read(Path(database), clock, date=day_text(day), shift=shift, tables=tables)
    except StoreError as error:
        raise ValueError(error) from None
