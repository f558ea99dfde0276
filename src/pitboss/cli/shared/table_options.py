"""What the commands of exact analysis have in common: at which table a question is asked, and how it is answered."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import add_dates, add_readings, chosen_readings, print_json, the_game

if TYPE_CHECKING:
    from pitboss.analysis import Study
    from pitboss.analysis.exact_reports import Told


def add_question(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="see 'pitboss games'")
    add_terms(parser)
    parser.add_argument("--no-cache", action="store_true", help="compute again, and do not store the result")


def add_terms(parser: argparse.ArgumentParser) -> None:
    """At which table, by which law and for how much."""
    add_table(parser)
    parser.add_argument("--bet", metavar="DOLLARS", help="how much you bet (default: the table's minimum)")


def add_table(parser: argparse.ArgumentParser) -> None:
    """At which table and by which law."""
    add_dates(parser)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help='change a table setting, such as payout-limit=50000 or base.flush="9 to 1"; repeatable',
    )
    parser.add_argument("--house", type=Path, metavar="FILE", help="use a table from this house file")
    parser.add_argument("--table", metavar="NAME", help="which table of the house file (default: the first)")
    add_readings(parser)


def pairs(option: str, given: Iterable[str]) -> dict[str, str]:
    found = {}
    for each in given:
        key, equals, value = each.partition("=")
        if not equals or not key:
            raise UserError(f"{option} {each!r} should look like KEY=VALUE")
        if key.strip() in found:
            raise UserError(f"{option} {key.strip()} is given twice; give it once")
        found[key.strip()] = value.strip()
    return found


def the_setting(args: argparse.Namespace) -> Study:
    from pitboss.analysis import setting

    the_game(args.game)
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
        settings=pairs("--set", args.set),
        readings=chosen_readings(args),
        bet=args.bet,
    )


Report = TypeVar("Report", bound="Told")


def answer(args: argparse.Namespace, ask: Callable[[], Report]) -> Report:
    """The answer, after its warnings; what makes no sense is told in one line."""
    try:
        report = ask()
    except ValueError as wrong:
        raise UserError(wrong) from None
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


def answered(args: argparse.Namespace, ask: Callable[[], Told]) -> int:
    """Prints the answer, in words or as JSON."""
    told(args, answer(args, ask))
    return 0


def told(args: argparse.Namespace, report: Told) -> None:
    if args.json:
        print_json(report.json())
    elif not args.quiet:
        print(report.told())
