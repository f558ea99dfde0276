"""pitboss edge: every wager of a game under optimal play, as fractions."""

from __future__ import annotations

import argparse

from pitboss.cli.asking import add_question, answered, the_setting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question(parser)


def run(args: argparse.Namespace) -> int:
    return answered(args, lambda: the_setting(args).edge(cache=not args.no_cache))
