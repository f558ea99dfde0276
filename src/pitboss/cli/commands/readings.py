"""pitboss readings: list the doubts in the texts, how each is read, and what it is worth in house edge."""

from __future__ import annotations

import argparse
import textwrap

import msgspec

from pitboss.analysis import prices
from pitboss.cli.shared.options import load_game, print_json
from pitboss.games import REGISTERED, load
from pitboss.law.readings import Reading, readings_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="show only the readings of this game")


def run(args: argparse.Namespace) -> int:
    games = [load_game(args.game)] if args.game else [load(name) for name in REGISTERED]
    readings = [(game, reading) for game in games for reading in readings_of(game.package).values()]
    if args.json:
        print_json(
            [
                {"game": game.name, **msgspec.to_builtins(reading), "price": str(prices(game.name)[reading.id])}
                for game, reading in readings
            ]
        )
    elif not args.quiet:
        print("\n\n".join(describe(game.name, reading) for game, reading in readings))
    return 0


def describe(game: str, reading: Reading) -> str:
    """Describe a reading with its doubt, choices, reason and price."""
    lines = [f"{reading.id}  ({game}, {reading.paragraph})"]
    lines += textwrap.wrap(reading.doubt, 96, initial_indent="  ", subsequent_indent="  ")
    for choice, meaning in reading.choices.items():
        mark = "*" if choice == reading.default else " "
        lines += textwrap.wrap(f"{choice}: {meaning}", 96, initial_indent=f"  {mark} ", subsequent_indent="      ")
    lines += textwrap.wrap(f"because: {reading.reason}", 96, initial_indent="  ", subsequent_indent="  ")
    price = f"price in house edge: {prices(game)[reading.id]}"
    lines += textwrap.wrap(price, 96, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(lines)
