"""pitboss restore: a copy of a server's database put back in its place."""

from __future__ import annotations

import argparse
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.cli.options import data_folder, print_json
from pitboss.store.errors import StoreError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("copy", type=Path, metavar="COPY", help="a copy made by 'pitboss backup'")
    parser.add_argument(
        "--db", type=Path, metavar="PATH", help="the database to replace (default: pitboss.db in your data folder)"
    )
    parser.epilog = (
        "Stop the server first. Restore checks the copy, keeps the database that was there as PATH.replaced-1, and "
        "notes in the checkpoint file when it was done, from which copy and up to which line; verify reports that. "
        "What was played after the copy was made is only in the database that was replaced."
    )


def run(args: argparse.Namespace) -> int:
    try:
        from pitboss.store.restore import restore
    except ModuleNotFoundError:
        raise UserError("restore needs POSIX file locks: Linux, macOS, or Windows with WSL") from None
    path = args.db or data_folder() / "pitboss.db"
    try:
        put = restore(args.copy, path)
    except StoreError as wrong:
        raise UserError(wrong) from None
    if args.json:
        lines = {chain: number for chain, (number, _) in put.heads.items()}
        replaced = None if put.replaced is None else str(put.replaced)
        print_json({"db": str(path), "copy": str(args.copy), "lines": lines, "replaced": replaced})
    elif not args.quiet:
        print(f"{path} is now {args.copy}")
        if put.replaced is not None:
            print(f"the database that was there is kept as {put.replaced}")
    return 0
