"""pitboss hold: print handle, win and hold beside theory, and whether luck explains the difference."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pitboss.cli.main import FINDINGS, UNJUDGED, FoundError, UserError
from pitboss.cli.shared.atomic_files import check_target, write_atomically
from pitboss.cli.shared.options import print_json
from pitboss.cli.shared.record_file import open_record, refuse_other_version
from pitboss.public.house_file import read_gaming_day
from pitboss.record import record_chain
from pitboss.record.gaming_day import GamingDay
from pitboss.record.hold_report import BYS, HoldReport, hold
from pitboss.record.record_results import RecordResults
from pitboss.record.replay import RoundRecord, rounds_in
from pitboss.record.round_playback import MismatchError, ReplayError

PATIENCE = 1.0  # seconds before the progress bar appears
PACE = 0.2  # seconds between two updates of it
WIDTH = 30  # of the bar, in columns


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a record written by 'pitboss play'")
    parser.add_argument("--db", type=Path, metavar="FILE", help="read a server's database instead of a record")
    parser.add_argument("--by", choices=BYS, help="show only these rows (default: all)")
    parser.add_argument(
        "--house", type=Path, metavar="FILE", help="the house file that says when gaming days and shifts begin"
    )
    parser.add_argument(
        "--companions", action="store_true", help="count the seats that the house plays for company like others"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the rows to a new CSV file as well")
    parser.epilog = (
        "For every round Pitboss knows exactly what the house was to expect. Theory is the expected win of the wagers "
        "as they were made, under best play. Play is what players gave away by their decisions, from what they saw. "
        "Luck is the rest; the three add up to the win. In --json and --csv amounts are in cents and fractions exact. "
        "A flag says that luck is more than 1.96 deviations out. About one in 20 honest rows is flagged; fewer where "
        "the deviation is a bound, and nobody knows how many where players did not play best. "
        "Exits with 1 if the row of all together is flagged, or if rows were altered, are missing or do not replay as "
        "written; flags of other rows do not change the exit code. Exits with 3 if there is nothing of that, and "
        "rounds could not be judged here, because another version wrote them and this one would play them otherwise: "
        "those of a database are left out and named, and of a record nothing is shown. Of a record with a round that "
        "does not replay as written nothing is shown either."
    )


def run(args: argparse.Namespace) -> int:
    if (args.file is None) is (args.db is None):
        raise UserError("name one source: a record file, or a server's database with --db FILE")
    if args.csv is not None and args.csv.exists():
        raise UserError(f"{args.csv} already exists and was not changed; name another file")
    if args.csv is not None:
        check_target(args.csv)
    day = GamingDay() if args.house is None else read_gaming_day(args.house)
    report = _read(args, day)
    if args.by is not None:
        report = _select_rows(args, report)
    if args.csv is not None:
        write_atomically(args.csv, report.csv().encode())
    if args.json:
        print_json(report.json())
    elif not args.quiet:
        print(report.to_text())
    if report.all.flag or report.warnings:
        return FINDINGS
    return UNJUDGED if report.unjudged else 0


def _read(args: argparse.Namespace, day: GamingDay) -> HoldReport:
    try:
        return _of_record(args, day) if args.db is None else _of_database(args, day)
    except ImportError as missing:
        if missing.name is not None and missing.name.startswith("pitboss"):
            raise
        raise UserError(missing) from None


def _of_record(args: argparse.Namespace, day: GamingDay) -> HoldReport:
    """Compute the report of a record file."""
    path: Path = args.file
    with open_record(path) as file:
        links, _ = record_chain.follow_chain(file)
        broken = [] if links.broken is None else [f"{path}: {links.faults()[0]}; run: pitboss verify {path}"]
        if links.torn:
            print(f"warning: {path}: {links.faults()[-1]}", file=sys.stderr)
        try:
            return _add_up(args, file, day, broken)
        except MismatchError as differs:
            where = f"{path}, line {differs.number}"
            raise FoundError(
                f"{where}: the round does not replay as it is written; run 'pitboss verify {path}' for details"
            ) from None


def _add_up(args: argparse.Namespace, file: BinaryIO, day: GamingDay, broken: list[str]) -> HoldReport:
    """Add up the results of all rounds of a record.

    Raises UnjudgedError if another version wrote a round that this one plays otherwise.
    """
    current: list[tuple[int, RoundRecord]] = []  # the round that is being replayed, if one is

    def records() -> Iterator[RoundRecord]:
        for number, record in rounds_in(file):
            current.append((number, record))
            yield record
            current.clear()

    results = RecordResults(records(), companions=args.companions)
    try:
        return hold(results, day, results.notes(), broken)
    except ReplayError:
        if not current:
            raise
        with refuse_other_version(args.file, file, *current[0]):
            raise


def _of_database(args: argparse.Namespace, day: GamingDay) -> HoldReport:
    """Compute the report of a server's database, with a progress bar."""
    from pitboss.store.errors import StoreError
    from pitboss.store.rounds.stored_results import hold_report_of

    bar = ProgressBar() if sys.stderr.isatty() and not args.quiet else None
    try:
        return hold_report_of(args.db, day, None if bar is None else bar.update, companions=args.companions)
    except StoreError as error:
        raise UserError(error) from None
    finally:
        if bar is not None:
            bar.clear()


def _select_rows(args: argparse.Namespace, report: HoldReport) -> HoldReport:
    """Keep only the rows that --by asks for. Raises UserError if there are none because no times or shifts are
    known."""
    if args.by in ("day", "shift") and report.all.rounds and not report.by(args.by):
        if args.db is None:
            raise UserError(f"--by {args.by}: a record stores no times; ask a server's database, with --db FILE")
        raise UserError("--by shift: no shifts are set; set them under [gaming-day.shifts] in the file of --house")
    return report.only(args.by)


class ProgressBar:
    """A progress bar on standard error. It appears only when the work takes longer than PATIENCE."""

    def __init__(self, unit: str = "round") -> None:
        self._unit = unit
        self._due = time.monotonic() + PATIENCE
        self._shown = False

    def update(self, done: int, total: int) -> None:
        if time.monotonic() < self._due:
            return
        self._due, self._shown = time.monotonic() + PACE, True
        full = WIDTH * done // total
        bar = "#" * full + "." * (WIDTH - full)
        print(f"\r[{bar}] {self._unit} {done:,} of {total:,}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
