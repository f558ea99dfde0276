"""Command-line options that several commands share, and how commands print."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.games import load
from pitboss.law.rules import Rules
from pitboss.store.staff_act_prefixes import in_one_line


def add_reading_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="ID=CHOICE",
        help="choose another reading (see 'pitboss readings'); repeatable",
    )


def parse_readings(args: argparse.Namespace) -> dict[str, str]:
    """Parse the --reading options into a choice for each reading."""
    chosen = {}
    for option in args.reading:
        key, equals, choice = option.partition("=")
        if not equals:
            raise UserError(f"--reading {option!r} should look like ID=CHOICE")
        if key in chosen:
            raise UserError(f"--reading {key} is given twice; give it once")
        chosen[key] = choice
    return chosen


def load_game(name: str) -> Game:
    """Load a game by name, or raise a UserError that lists the games."""
    try:
        return load(name)
    except ValueError as error:
        raise UserError(error) from None


def add_date_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--as-of", metavar="DATE", help="use the law of this day (default: the newest text held)")
    parser.add_argument(
        "--assume",
        choices=("earlier", "later"),
        default="",
        help="if no held text covers that day, use the nearest one before or after it",
    )


def load_rules(game: Game, house: House, args: argparse.Namespace) -> Rules:
    """Return the rules of a table: its readings, changed by --reading, on the day of --as-of."""
    try:
        return game.rules({**house.readings, **parse_readings(args)}, args.as_of, args.assume)
    except ValueError as error:
        raise UserError(error) from None


def parse_reason(text: str) -> str:
    """Return the reason that somebody gives for an act, as one line fit to be recorded."""
    try:
        return in_one_line(text)
    except ValueError as error:
        raise UserError(error) from None


def data_folder() -> Path:
    """Return the folder for records and databases of this user (XDG_DATA_HOME), and create it if it is missing."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pitboss"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def print_json(value: object) -> None:
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    print()


def print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
