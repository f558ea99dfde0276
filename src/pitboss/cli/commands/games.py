"""pitboss games: list the games and the texts held of each."""

from __future__ import annotations

import argparse

from pitboss.cli.shared.options import print_json
from pitboss.games import REGISTERED, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    games = [load(name) for name in REGISTERED]
    if args.json:
        print_json(
            [
                {
                    "game": game.name,
                    "title": game.title,
                    "subchapter": game.subchapter,
                    "authority": game.authority,
                    "texts": {text.date: text.title for text in game.editions.texts},
                    "rules": game.rules({}).digest,
                }
                for game in games
            ]
        )
    elif not args.quiet:
        for game in games:
            print(f"{game.name}  {game.title} ({game.authority})")
            for text in game.editions.texts:
                print(f"  {text.date}  {text.title}")
            print(f"  rules {game.rules({}).digest}")
    return 0
