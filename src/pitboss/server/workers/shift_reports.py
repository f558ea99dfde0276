"""Shift reports for the staff's page. To play a shift again takes seconds or minutes, so a process of its own does it,
one at a time and behind everything else."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import msgspec

from pitboss.compliance.shift.shift_reader import NoShiftError, shift_report
from pitboss.record.gaming_day import GamingDay
from pitboss.server.workers.child_processes import ended
from pitboss.store.errors import StoreError

PATIENCE = 120.0  # seconds


class Wanted(msgspec.Struct, frozen=True):
    database: str
    day: GamingDay
    date: str | None = None
    shift: str = ""
    tables: tuple[str, ...] = ()
    page: bool = True  # as a page, or as JSON


class Made(msgspec.Struct, frozen=True):
    text: str = ""
    wrong: str = ""  # why there is none


class TooLongError(Exception):
    """It is better made on the command line."""


class ShiftDesk:
    def __init__(self) -> None:
        self._busy = asyncio.Lock()

    async def make(self, wanted: Wanted) -> Made:
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
                await ended(child)  # it is over, or nobody waits for it any more
        return msgspec.json.decode(out, type=Made)


def made(wanted: Wanted) -> Made:
    try:
        report = shift_report(
            Path(wanted.database), wanted.day, date=wanted.date, shift=wanted.shift, tables=wanted.tables
        )
    except (StoreError, NoShiftError, ImportError) as wrong:
        return Made(wrong=str(wrong))
    return Made(report.html() if wanted.page else msgspec.json.encode(report.json()).decode())


def main() -> None:
    """What is wanted on standard input, and what was made on standard output."""
    os.nice(10)
    found = made(msgspec.json.decode(sys.stdin.buffer.read(), type=Wanted))
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
