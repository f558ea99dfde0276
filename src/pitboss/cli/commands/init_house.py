"""pitboss init-house: write a commented example of a house file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import print_json
from pitboss.games import REGISTERED

STDOUT = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        default=Path("house.toml"),
        help="where to write (default: house.toml; - prints it)",
    )


def run(args: argparse.Namespace) -> int:
    text = "\n".join(_examples())
    if args.file == STDOUT:
        print(text, end="")
        return 0
    try:
        with args.file.open("x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise UserError(f"{args.file} already exists and was not changed; name another file") from None
    if args.json:
        print_json({"written": str(args.file)})
    elif not args.quiet:
        print(f"wrote {args.file}; check it with 'pitboss check {args.file}'")
    return 0


def _examples() -> Iterator[str]:
    """Yield the text of the common example file, and of the examples that games bring themselves."""
    yield files("pitboss.cli.commands").joinpath("house.example.toml").read_text(encoding="utf-8")
    for package in REGISTERED.values():
        own = files(package).joinpath("law", "house.example.toml")
        if own.is_file():
            yield own.read_text(encoding="utf-8")
