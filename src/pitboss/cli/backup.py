"""pitboss backup: a copy of a server's database, also while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.cli.options import data_folder
from pitboss.store.copies import backup
from pitboss.store.errors import StoreError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("copy", type=Path, metavar="COPY", help="a new file for the copy")
    parser.add_argument(
        "--db", type=Path, metavar="PATH", help="the database (default: pitboss.db in your data folder)"
    )


def run(args: argparse.Namespace) -> int:
    path = args.db or data_folder() / "pitboss.db"
    if not path.exists():
        raise UserError(f"{path} does not exist")
    try:
        backup(path, args.copy)
    except StoreError as wrong:
        raise UserError(wrong) from None
    if not args.quiet:
        print(f"wrote {args.copy}")
    return 0
