"""pitboss exposure: what a card seen too early is worth, and the paragraph that answers it."""

from __future__ import annotations

import argparse

from pitboss.cli.asking import add_question, answered, the_setting


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question(parser)


def run(args: argparse.Namespace) -> int:
    return answered(args, lambda: the_setting(args).exposure(cache=not args.no_cache))
