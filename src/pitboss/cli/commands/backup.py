"""pitboss backup: copy a server's database, even while the server runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import data_folder, print_json
from pitboss.store.copies.snapshots import backup
from pitboss.store.errors import StoreError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "copy", type=Path, metavar="COPY", help="a new file for the copy; the checkpoint file goes to COPY.heads"
    )
    parser.add_argument(
        "--db", type=Path, metavar="PATH", help="the database (default: pitboss.db in your data folder)"
    )


def run(args: argparse.Namespace) -> int:
    path = args.db or data_folder() / "pitboss.db"
    try:
        anchors = backup(path, args.copy)
    except StoreError as error:
        raise UserError(error) from None
    if args.json:
        print_json({"db": str(path), "copy": str(args.copy), "heads": None if anchors is None else str(anchors)})
    elif not args.quiet:
        print(f"wrote {args.copy}" + (f" and {anchors}" if anchors is not None else ""))
        if anchors is None:
            print(f"{path} has no checkpoint file, so there was none to copy", file=sys.stderr)
    return 0
