"""pitboss strategy: the best way to play, and what simple ways cost beside it; as tables, as pictures or as a card."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.atomic_files import check_place, write_whole
from pitboss.cli.shared.table_options import add_question, answered, the_setting

if TYPE_CHECKING:
    from pitboss.analysis.exact_reports import PictureReport

PLOTS, CARDS = (".svg", ".png"), (".html",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the strategy to this .svg or .png file")
    parser.add_argument("--card", type=Path, metavar="FILE", help="write a one-page strategy card to this .html file")
    parser.epilog = "Pictures and cards need the extra 'plots': pip install 'pitboss[plots]'."


def run(args: argparse.Namespace) -> int:
    if args.plot is None and args.card is None:
        return answered(args, lambda: the_setting(args).strategy(cache=not args.no_cache))
    for path, endings in ((args.plot, PLOTS), (args.card, CARDS)):
        _check(path, endings)
    code = answered(args, lambda: _drawn(args))
    if not args.quiet and not args.json:
        for path in filter(None, (args.plot, args.card)):
            print(f"wrote {path}")
    return code


def _check(path: Path | None, endings: tuple[str, ...]) -> None:
    if path is None:
        return
    if path.suffix.lower() not in endings:
        raise UserError(f"{path}: name a file that ends in {' or '.join(endings)}")
    check_place(path)


def _drawn(args: argparse.Namespace) -> PictureReport:
    from pitboss.analysis.charts import chart_style, strategy_card, strategy_charts

    chart_style.altair()  # first, for it says what to install
    report = the_setting(args).pictures(cache=not args.no_cache)
    made: dict[Path, Callable[[], bytes]] = {}
    if args.plot is not None:
        if args.plot.suffix.lower() == ".svg":
            made[args.plot] = lambda: chart_style.svg(strategy_charts.drawn(report)).encode()
        else:
            made[args.plot] = lambda: chart_style.png(strategy_charts.drawn(report))
    if args.card is not None:
        made[args.card] = lambda: strategy_card.card(report).encode()
    for path, content in [(path, make()) for path, make in made.items()]:
        write_whole(path, content)
    return report
