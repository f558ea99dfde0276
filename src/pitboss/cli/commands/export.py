"""pitboss export: write everything in a server's database as tables for other programs."""

from __future__ import annotations

import argparse
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import data_folder, print_json
from pitboss.store.copies.export import export
from pitboss.store.errors import StoreError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder for the files")
    parser.add_argument(
        "--db", type=Path, metavar="PATH", help="the database (default: pitboss.db in your data folder)"
    )
    parser.add_argument("--format", choices=("csv", "jsonl"), default="csv", help="file format (default: csv)")
    parser.epilog = (
        "Amounts are in cents. The files have people, money, tables, rounds, acts, what the staff did, and each change "
        "of a role or a setting; never a recovery code. The export includes hidden cards: keep it in the house, away "
        "from players."
    )


def run(args: argparse.Namespace) -> int:
    path = args.db or data_folder() / "pitboss.db"
    try:
        totals = export(path, args.folder, args.format)
    except StoreError as error:
        raise UserError(error) from None
    if args.json:
        print_json(totals)
    elif not args.quiet:
        for name, total in totals.items():
            print(f"{name:<28} {total}")
    return 0
