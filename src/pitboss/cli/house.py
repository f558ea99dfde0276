"""pitboss house: check a house file, or print the schema it follows."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from pitboss.cli.main import UserError
from pitboss.cli.options import add_dates, print_json
from pitboss.public.house_file import Day, read_house, schema


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a house file; 'pitboss init-house' makes one"
    )
    add_dates(parser)
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of house files")


def run(args: argparse.Namespace) -> int:
    if args.schema:
        print_json(schema())
        return 0
    if args.file is None:
        raise UserError("name a house file, or use --schema")
    tables, problems, warnings = read_house(args.file, Day(args.as_of, args.assume), warn=True)
    if args.json:
        print_json(
            {
                "tables": [{"name": table.name, "game": table.game} for table in tables],
                "problems": [msgspec.to_builtins(problem) for problem in problems],
                "warnings": [msgspec.to_builtins(warning) for warning in warnings],
            }
        )
    elif not args.quiet:
        for problem in problems:
            print(f"{args.file}: {problem}")
        for warning in warnings:
            print(f"{args.file}: warning: {warning}")
        for table in tables:
            print(f"{table.name}: {table.game}, no conflict with the held text")
    return 1 if problems else 0
