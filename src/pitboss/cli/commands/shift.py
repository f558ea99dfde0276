"""pitboss shift: report what happened at a server's tables in a shift, as text, a printable page or JSON."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pitboss.cli.commands.hold import ProgressBar
from pitboss.cli.main import FINDINGS, UNJUDGED, UserError
from pitboss.cli.shared.atomic_files import check_target, write_atomically
from pitboss.cli.shared.options import data_folder, print_json
from pitboss.compliance.shift.shift_report import ShiftReport
from pitboss.public.house_file import read_gaming_day
from pitboss.record.gaming_day import GamingDay

STDOUT = Path("-")
ENDINGS = (".html", ".htm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db", type=Path, metavar="FILE", help="the database (default: pitboss.db in your data folder)"
    )
    parser.add_argument(
        "--day", metavar="DATE", help="the gaming day (default: the newest one on which something happened)"
    )
    parser.add_argument("--shift", metavar="NAME", default="", help="one shift of that day (default: the whole day)")
    parser.add_argument(
        "--house", type=Path, metavar="FILE", help="the house file that says when gaming days and shifts begin"
    )
    parser.add_argument(
        "--table", action="append", default=[], metavar="TABLE", help="only this table, by number or name; repeatable"
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.html", help="write a page that prints on A4 and Letter (- prints it)"
    )
    parser.epilog = (
        "Rounds, voids by paragraph, rulings, counts of the stub due and made, disputes, fills and credits, staff "
        "acts, and the hold beside theory with its range; by table and in all. The database is only read, and a server "
        "can run meanwhile. In --json amounts are in cents and times in seconds since 1970. Exits with 1 if a count "
        "was due and not made, if rows were altered or do not replay as written, or if the hold of all tables together "
        "is flagged; with 3 if there is nothing of that, and rounds could not be judged here, because another version "
        "wrote them and this one would play them otherwise. The report names people and says what they did: it is for "
        "the house only."
    )


def run(args: argparse.Namespace) -> int:
    target: Path | None = args.output
    if target is not None and target != STDOUT:
        if target.suffix.lower() not in ENDINGS:
            raise UserError(f"{target} should end in {ENDINGS[0]}, because it is a page")
        check_target(target)
    if target == STDOUT and args.json:
        raise UserError("-o - and --json both print; name a file for the page")
    report = _read(args)
    if target == STDOUT:
        print(report.html(), end="")
    elif target is not None:
        write_atomically(target, report.html().encode())
    if args.json:
        print_json(report.json())
    elif not args.quiet and target is None:
        print(report.text())
    elif not args.quiet and target != STDOUT:
        print(f"wrote {target}")
    if report.flagged:
        return FINDINGS
    return UNJUDGED if report.hold.unjudged else 0


def _read(args: argparse.Namespace) -> ShiftReport:
    from pitboss.compliance.shift.shift_reader import NoShiftError, shift_report
    from pitboss.store.errors import StoreError

    day = GamingDay() if args.house is None else read_gaming_day(args.house)
    path = args.db or data_folder() / "pitboss.db"
    bar = ProgressBar() if sys.stderr.isatty() and not args.quiet else None
    try:
        return shift_report(
            path,
            day,
            date=args.day,
            shift=args.shift,
            tables=args.table,
            on_progress=None if bar is None else bar.update,
        )
    except (StoreError, NoShiftError) as error:
        raise UserError(error) from None
    except ImportError as missing:
        if missing.name is not None and missing.name.startswith("pitboss"):
            raise
        raise UserError(missing) from None
    finally:
        if bar is not None:
            bar.clear()
