"""pitboss par: write a PAR sheet, the page about a table's wagers that a laboratory or a casino files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.atomic_files import write_atomically, write_folder
from pitboss.cli.shared.options import parse_readings, print_json
from pitboss.cli.shared.table_options import add_analysis_arguments, build_study, compute_report, parse_pairs

if TYPE_CHECKING:
    from pitboss.analysis.par_sheets.par_sheet import ParReport

STDOUT = Path("-")
ENDINGS = (".html", ".htm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_analysis_arguments(parser)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE.html",
        help="write the page here (default: par-GAME.html; - prints it)",
    )
    parser.add_argument(
        "--csv", type=Path, metavar="DIR", help="write a CSV file for each wager and a summary to this new folder"
    )
    parser.add_argument(
        "--simulation",
        type=Path,
        metavar="RESULT.json",
        help="show the simulation that confirms the sheet: a file written by 'pitboss simulate GAME --json'. It must "
        "be of the same game, rules, table and bet",
    )
    parser.epilog = (
        "With --json or --csv, the page is written only if you name it with -o. Charts need the extra 'plots' (pip "
        "install 'pitboss[plots]'); without it the page says where they are missing. Ranges by convolution need numpy "
        "(the extra 'exact'); without it they are normal approximations and say so."
    )


def run(args: argparse.Namespace) -> int:
    target = args.output
    if args.csv == STDOUT:
        raise UserError("--csv writes several files and cannot print them; name a new folder")
    if target is not None and target != STDOUT and target.suffix.lower() not in ENDINGS:
        raise UserError(f"{target} should end in {ENDINGS[0]}, because it is a page")
    if target == STDOUT and args.json:
        raise UserError("-o - and --json both print; name a file for the page")
    if target is None and not args.json and args.csv is None:
        target = Path(f"par-{args.game}.html")
        if target.exists():
            raise UserError(f"{target} already exists and was not changed; name a file with -o")
    if args.csv is not None and args.csv.exists():
        raise UserError(f"{args.csv} already exists and was not changed; name another folder")
    sheet = compute_report(args, lambda: _sheet(args))
    written = []
    if target is not None and target != STDOUT:
        write_atomically(target, sheet.html().encode())
        written.append(target)
    if args.csv is not None:
        write_folder(args.csv, sheet.csv_files())
        written.append(args.csv)
    if target == STDOUT:
        print(sheet.html(), end="")
    elif args.json:
        print_json(sheet.json())
    elif not args.quiet:
        for path in written:
            print(f"wrote {path}")
    return 0


def _sheet(args: argparse.Namespace) -> ParReport:
    from pitboss.analysis.par_sheets.par_confirmation import read_simulation
    from pitboss.analysis.par_sheets.par_sheet import par_sheet

    simulation = None if args.simulation is None else read_simulation(args.simulation)
    has_progress = sys.stderr.isatty() and not args.quiet

    def show_progress(activity: str) -> None:
        if has_progress:
            print(f"\r\x1b[K{activity} ...", end="", file=sys.stderr, flush=True)

    try:
        return par_sheet(
            build_study(args),
            asked=table_options(args),
            simulation=simulation,
            cache=not args.no_cache,
            watch=show_progress,
        )
    finally:
        if has_progress:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def table_options(args: argparse.Namespace) -> tuple[str, ...]:
    """Return the options that describe the same table to another command."""
    from pitboss.analysis.par_sheets.par_sheet import command_words

    options = [("--house", args.house), ("--table", args.table)]
    words = [word for option, value in options if value is not None for word in (option, str(value))]
    words += command_words(
        as_of=args.as_of,
        assume=args.assume,
        settings=parse_pairs("--set", args.set),
        readings=parse_readings(args),
        bet=args.bet,
    )
    return tuple(words)
