"""pitboss warm: compile every kernel once, so that no later command has to."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import redirect_stderr
from importlib import import_module
from importlib.resources import files
from io import StringIO
from multiprocessing import get_context
from typing import TYPE_CHECKING

from pitboss.cli.commands.hold import Bar
from pitboss.cli.main import UserError
from pitboss.cli.shared.options import print_json
from pitboss.games import REGISTERED

if TYPE_CHECKING:
    from pitboss.numeric.compiler import Kernel


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    try:
        from pitboss.numeric import compiler
    except ImportError as missing:
        raise UserError(missing) from None
    start = time.monotonic()
    kernels = [kernel for module in modules() for kernel in import_module(module).KERNELS]
    cold = [kernel for kernel in kernels if not kernel.is_warm()]
    if len(cold) > 1:
        compiler.tell_waiting(f"compiling {len(cold)} kernels (once, a minute or two)")
        side_by_side(
            cold, compiler.threads(len(cold)), Bar("kernel") if sys.stderr.isatty() and not args.quiet else None
        )
    compiler.warm(kernels)
    seconds = round(time.monotonic() - start, 3)
    if args.json:
        told = {"kernels": len(kernels), "compiled": len(cold), "seconds": seconds, "digest": compiler.digest()}
        print_json(told)
    elif not args.quiet:
        print(f"{len(kernels)} kernels are ready, {len(cold)} of them compiled now, in {seconds:.1f} s")
    return 0


def side_by_side(kernels: Sequence[Kernel], processes: int, bar: Bar | None) -> None:
    """The compiler is written in Python, so threads would wait for each other."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        jobs = [pool.submit(compile_one, each.python.__module__, each.python.__name__) for each in kernels]
        for number, job in enumerate(as_completed(jobs), 1):
            job.result()
            if bar is not None:
                bar.going(number, len(kernels))
    if bar is not None:
        bar.clear()


def compile_one(module: str, name: str) -> None:
    from pitboss.numeric import compiler

    with redirect_stderr(StringIO()):  # that something is compiled has been told
        compiler.warm([getattr(import_module(module), name)])


def modules() -> list[str]:
    """Every module that names kernels: the evaluator, and the folder `kernel` of each game that has one."""
    games = [package for package in REGISTERED.values() if files(package).joinpath("kernel").is_dir()]
    own = [f"pitboss.numeric.{name}" for name in ("hands", "draws", "stops", "shoes", "punto_banco_shoes", "tally")]
    return [*own, *(f"{package}.kernel" for package in games)]
