"""pitboss par: a PAR sheet, the page about a table's wagers that a laboratory or a casino files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.atomic_files import write_folder, write_whole
from pitboss.cli.shared.options import chosen_readings, print_json
from pitboss.cli.shared.table_options import add_question, answer, pairs, the_setting

if TYPE_CHECKING:
    from pitboss.analysis.par_sheets.par_sheet import ParReport

STDOUT = Path("-")
ENDINGS = (".html", ".htm")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
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
    sheet = answer(args, lambda: _sheet(args))
    written = []
    if target is not None and target != STDOUT:
        write_whole(target, sheet.html().encode())
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
    watched = sys.stderr.isatty() and not args.quiet

    def watch(doing: str) -> None:
        if watched:
            print(f"\r\x1b[K{doing} ...", end="", file=sys.stderr, flush=True)

    try:
        return par_sheet(
            the_setting(args), asked=asked(args), simulation=simulation, cache=not args.no_cache, watch=watch
        )
    finally:
        if watched:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def asked(args: argparse.Namespace) -> tuple[str, ...]:
    """The options by which another command asks for the same table."""
    from pitboss.analysis.par_sheets.par_sheet import command_words

    named = [("--house", args.house), ("--table", args.table)]
    words = [word for option, value in named if value is not None for word in (option, str(value))]
    words += command_words(
        as_of=args.as_of,
        assume=args.assume,
        settings=pairs("--set", args.set),
        readings=chosen_readings(args),
        bet=args.bet,
    )
    return tuple(words)
