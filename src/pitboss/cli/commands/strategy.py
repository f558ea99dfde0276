"""pitboss strategy: show the best way to play and what simple strategies cost, as tables, pictures or a card."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.atomic_files import check_target, write_atomically
from pitboss.cli.shared.table_options import add_analysis_arguments, build_study, print_answer

if TYPE_CHECKING:
    from pitboss.analysis.exact_reports import PictureReport

PLOTS, CARDS = (".svg", ".png"), (".html",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_analysis_arguments(parser)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the strategy to this .svg or .png file")
    parser.add_argument("--card", type=Path, metavar="FILE", help="write a one-page strategy card to this .html file")
    parser.epilog = "Pictures and cards need the extra 'plots': pip install 'pitboss[plots]'."


def run(args: argparse.Namespace) -> int:
    if args.plot is None and args.card is None:
        return print_answer(args, lambda: build_study(args).strategy(cache=not args.no_cache))
    for path, endings in ((args.plot, PLOTS), (args.card, CARDS)):
        _check_file(path, endings)
    code = print_answer(args, lambda: _write_pictures(args))
    if not args.quiet and not args.json:
        for path in filter(None, (args.plot, args.card)):
            print(f"wrote {path}")
    return code


def _check_file(path: Path | None, endings: tuple[str, ...]) -> None:
    if path is None:
        return
    if path.suffix.lower() not in endings:
        raise UserError(f"{path}: name a file that ends in {' or '.join(endings)}")
    check_target(path)


def _write_pictures(args: argparse.Namespace) -> PictureReport:
    """Compute the strategy with pictures, and write the chart and the card that were asked for."""
    from pitboss.analysis.charts import chart_style, strategy_card, strategy_charts

    chart_style.altair()  # before the long computation: it raises ImportError, which says what to install
    report = build_study(args).pictures(cache=not args.no_cache)
    writers: dict[Path, Callable[[], bytes]] = {}
    if args.plot is not None:
        if args.plot.suffix.lower() == ".svg":
            writers[args.plot] = lambda: chart_style.svg(strategy_charts.draw_report(report)).encode()
        else:
            writers[args.plot] = lambda: chart_style.png(strategy_charts.draw_report(report))
    if args.card is not None:
        writers[args.card] = lambda: strategy_card.card(report).encode()
    for path, content in [(path, make()) for path, make in writers.items()]:
        write_atomically(path, content)
    return report
