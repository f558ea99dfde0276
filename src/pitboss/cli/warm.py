"""pitboss warm: compile every kernel once, so that no later command has to."""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from importlib.resources import files

from pitboss.cli.main import UserError
from pitboss.cli.options import print_json
from pitboss.games import REGISTERED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    try:
        from pitboss.numeric import compiled
    except ImportError as missing:
        raise UserError(missing) from None
    start = time.monotonic()
    kernels = [kernel for module in modules() for kernel in import_module(module).KERNELS]
    cold = sum(not kernel.is_warm() for kernel in kernels)
    compiled.warm(kernels)
    seconds = time.monotonic() - start
    if args.json:
        told = {"kernels": len(kernels), "compiled": cold, "seconds": round(seconds, 3), "digest": compiled.digest()}
        print_json(told)
    elif not args.quiet:
        print(f"{len(kernels)} kernels are ready, {cold} of them compiled now, in {seconds:.1f} s")
    return 0


def modules() -> list[str]:
    """Every module that names kernels: the evaluator, and the folder `kernel` of each game that has one."""
    games = [package for package in REGISTERED.values() if files(package).joinpath("kernel").is_dir()]
    own = [f"pitboss.numeric.{name}" for name in ("hands", "draws", "stops", "shoes", "punto_banco", "tally")]
    return [*own, *(f"{package}.kernel" for package in games)]
