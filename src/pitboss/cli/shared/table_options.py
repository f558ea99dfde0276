"""Options of the commands for exact analysis: the table that a question is about. Prints the answers too."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import add_date_options, add_reading_option, load_game, parse_readings, print_json

if TYPE_CHECKING:
    from pitboss.analysis import Study
    from pitboss.analysis.exact_reports import PrintableReport


def add_analysis_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a question to exact analysis: the game, its table and bet, and --no-cache."""
    parser.add_argument("game", metavar="GAME", help="see 'pitboss games'")
    add_table_and_bet_options(parser)
    parser.add_argument("--no-cache", action="store_true", help="compute again, and do not store the result")


def add_table_and_bet_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the table, the law and the bet."""
    add_table_options(parser)
    parser.add_argument("--bet", metavar="DOLLARS", help="how much you bet (default: the table's minimum)")


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the table and the law."""
    add_date_options(parser)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help='change a table setting, such as payout-limit=50000 or base.flush="9 to 1"; repeatable',
    )
    parser.add_argument("--house", type=Path, metavar="FILE", help="use a table from this house file")
    parser.add_argument("--table", metavar="NAME", help="which table of the house file (default: the first)")
    add_reading_option(parser)


def parse_pairs(option: str, options: Iterable[str]) -> dict[str, str]:
    """Parse KEY=VALUE options into a dictionary. Raises UserError for a malformed pair or a key given twice."""
    values = {}
    for pair in options:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UserError(f"{option} {pair!r} should look like KEY=VALUE")
        if key.strip() in values:
            raise UserError(f"{option} {key.strip()} is given twice; give it once")
        values[key.strip()] = value.strip()
    return values


def build_study(args: argparse.Namespace) -> Study:
    """Return the Study of the game and table that the options name."""
    from pitboss.analysis import setting

    load_game(args.game)
    house = None
    if args.house is not None:
        from pitboss.public.house_file import Day, load_house

        house = load_house(args.house, args.game, args.table, Day(args.as_of, args.assume))
    elif args.table is not None:
        raise UserError(f"--table {args.table}: name the house file too, with --house")
    return setting(
        args.game,
        as_of=args.as_of,
        assume=args.assume,
        house=house,
        settings=parse_pairs("--set", args.set),
        readings=parse_readings(args),
        bet=args.bet,
    )


Report = TypeVar("Report", bound="PrintableReport")


def compute_report(args: argparse.Namespace, ask: Callable[[], Report]) -> Report:
    """Compute a report and print its warnings. A ValueError or a missing package becomes a UserError."""
    try:
        report = ask()
    except ValueError as error:
        raise UserError(error) from None
    except ImportError as missing:
        if missing.name is not None and missing.name.startswith("pitboss"):
            raise
        raise UserError(missing) from None
    if not args.quiet:
        for warning in report.warnings:
            print(f"warning: {warning}", file=sys.stderr)
        if getattr(args, "bet", None) is not None and args.command != "ask" and not report.bet_matters:
            print("the bet size makes no difference here", file=sys.stderr)
    return report


def print_answer(args: argparse.Namespace, ask: Callable[[], PrintableReport]) -> int:
    """Compute a report, print it as text or JSON, and return exit code 0."""
    print_report(args, compute_report(args, ask))
    return 0


def print_report(args: argparse.Namespace, report: PrintableReport) -> None:
    """Print a report as text or JSON, or nothing with --quiet."""
    if args.json:
        print_json(report.json())
    elif not args.quiet:
        print(report.to_text())
