"""pitboss strategy: how to play a game best, and what simple ways to play it cost."""

from __future__ import annotations

import argparse

from pitboss.cli.asking import add_question, answered, the_setting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question(parser)


def run(args: argparse.Namespace) -> int:
    return answered(args, lambda: the_setting(args).strategy(cache=not args.no_cache))
