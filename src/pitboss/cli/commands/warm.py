"""pitboss warm: compile every kernel ahead of time, so that no later command has to."""

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

from pitboss.cli.commands.hold import ProgressBar
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
    kernels = [kernel for module in kernel_modules() for kernel in import_module(module).KERNELS]
    cold = [kernel for kernel in kernels if not kernel.is_warm()]
    if len(cold) > 1:
        compiler.report_wait(f"compiling {len(cold)} kernels (once, a minute or two)")
        compile_in_parallel(
            cold,
            compiler.thread_count(len(cold)),
            ProgressBar("kernel") if sys.stderr.isatty() and not args.quiet else None,
        )
    compiler.warm(kernels)
    seconds = round(time.monotonic() - start, 3)
    if args.json:
        report = {"kernels": len(kernels), "compiled": len(cold), "seconds": seconds, "digest": compiler.digest()}
        print_json(report)
    elif not args.quiet:
        print(f"{len(kernels)} kernels are ready, {len(cold)} of them compiled now, in {seconds:.1f} s")
    return 0


def compile_in_parallel(kernels: Sequence[Kernel], processes: int, bar: ProgressBar | None) -> None:
    """Compile kernels in parallel processes. The compiler is written in Python, so threads would wait for each
    other."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        jobs = [pool.submit(compile_one, kernel.python.__module__, kernel.python.__name__) for kernel in kernels]
        for number, job in enumerate(as_completed(jobs), 1):
            job.result()
            if bar is not None:
                bar.update(number, len(kernels))
    if bar is not None:
        bar.clear()


def compile_one(module: str, name: str) -> None:
    """Compile one kernel; runs in a process of its own."""
    from pitboss.numeric import compiler

    with redirect_stderr(StringIO()):  # the command has already said that it compiles
        compiler.warm([getattr(import_module(module), name)])


def kernel_modules() -> list[str]:
    """Return every module that lists kernels: those of pitboss.numeric and the `math.kernel` package of each game."""
    games = [package for package in REGISTERED.values() if files(package).joinpath("math", "kernel").is_dir()]
    own = [f"pitboss.numeric.{name}" for name in ("hands", "draws", "stops", "shoes", "punto_banco_shoes", "tally")]
    return [*own, *(f"{package}.math.kernel" for package in games)]
