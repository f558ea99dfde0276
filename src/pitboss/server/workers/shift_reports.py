"""Shift reports for the staff's page. Replaying a shift takes seconds or minutes, so a separate process does it, one
report at a time and at low priority."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import msgspec

from pitboss.compliance.shift.shift_reader import NoShiftError, shift_report
from pitboss.record.gaming_day import GamingDay
from pitboss.server.workers.child_processes import end_process
from pitboss.store.errors import StoreError

PATIENCE = 120.0  # seconds


class ReportRequest(msgspec.Struct, frozen=True):
    """A request for a report."""

    database: str
    day: GamingDay
    date: str | None = None
    shift: str = ""
    tables: tuple[str, ...] = ()
    page: bool = True  # a page if true, else JSON


class ReportAnswer(msgspec.Struct, frozen=True):
    """A report, or the reason why there is none."""

    text: str = ""
    wrong: str = ""


class TooLongError(Exception):
    """Raised if a report takes too long for the server and should be made on the command line."""


class ShiftDesk:
    """Makes one report at a time."""

    def __init__(self) -> None:
        self._busy = asyncio.Lock()

    async def make(self, wanted: ReportRequest) -> ReportAnswer:
        """Make a report in a separate process. Raises `TooLongError`."""
        async with self._busy:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "pitboss.server.workers.shift_reports",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                out, _ = await asyncio.wait_for(child.communicate(msgspec.json.encode(wanted)), PATIENCE)
            except TimeoutError:
                raise TooLongError from None
            finally:
                await end_process(child)
        return msgspec.json.decode(out, type=ReportAnswer)


def make_report(wanted: ReportRequest) -> ReportAnswer:
    try:
        report = shift_report(
            Path(wanted.database), wanted.day, date=wanted.date, shift=wanted.shift, tables=wanted.tables
        )
    except (StoreError, NoShiftError, ImportError) as error:
        return ReportAnswer(wrong=str(error))
    return ReportAnswer(report.html() if wanted.page else msgspec.json.encode(report.json()).decode())


def main() -> None:
    """Read a request on standard input, and write the report on standard output."""
    os.nice(10)
    result = make_report(msgspec.json.decode(sys.stdin.buffer.read(), type=ReportRequest))
    sys.stdout.buffer.write(msgspec.json.encode(result))


if __name__ == "__main__":
    main()
