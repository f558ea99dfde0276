"""pitboss casino: simulate what a casino's tables win in a year, each table and all together."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.commands.simulate import SEED, catch_interrupt, parse_whole_number
from pitboss.cli.main import UserError
from pitboss.cli.shared.options import print_json

if TYPE_CHECKING:
    from pitboss.simulation.plan import Plan
    from pitboss.simulation.tallies import Tally

YEARS = 1_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "tables", type=Path, metavar="FILE.toml", help="the tables: games, hours, bets (docs/gpu.md shows one)"
    )
    parser.add_argument("--years", metavar="N", help=f"how many years, as in 1e5 (default: {YEARS:,})")
    parser.add_argument(
        "--seed", type=int, default=SEED, metavar="N", help=f"where chance comes from (default: {SEED})"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="threads (default: one for each processor)")
    parser.add_argument(
        "--device",
        choices=("cpu", "gpu", "auto"),
        default="cpu",
        help="where rounds are played, as for simulate; the result is the same (default: cpu)",
    )


def run(args: argparse.Namespace) -> int:
    try:
        return _run(args)
    except ValueError as error:
        raise UserError(error) from None
    except ImportError as missing:
        if missing.name is not None and missing.name.startswith("pitboss"):
            raise
        raise UserError(missing) from None


def _run(args: argparse.Namespace) -> int:
    from pitboss.simulation import casino_years

    years = YEARS if args.years is None else parse_whole_number(args.years, "--years")
    workers = args.workers if args.workers is not None else (os.cpu_count() or 1)
    if workers < 1:
        raise UserError("--workers must be 1 or more")
    report = casino_years.run(
        casino_years.read_kinds(args.tables),
        years,
        args.seed,
        lambda plan, units: play_units(args, plan, units, workers),
    )
    if args.json:
        print_json(report.json())
    elif not args.quiet:
        print(report.to_text())
    return 0


def play_units(args: argparse.Namespace, plan: Plan, units: int, workers: int) -> Tally:
    """Play rounds of one table on the chosen device and return their tally. Control-C raises KeyboardInterrupt."""
    from pitboss.simulation.machines.devices import Device

    device = Device(plan, args.device)
    if not args.quiet:
        where = f"on {device.name}" if device.name else "on the processor"
        why = f": {device.why_not}" if device.why_not else ""
        print(f"{plan.study.game.name}, {units:,} rounds {where}{why}", file=sys.stderr, flush=True)
    steps = device.play(units, None, workers)
    tally = next(steps)
    with catch_interrupt() as stop:
        for tally in steps:  # noqa: B007 (the last tally is returned)
            if stop.is_set():
                steps.close()
                break
    if tally.units < units:
        print("stopped", file=sys.stderr)
        raise KeyboardInterrupt
    return tally
