"""python -m toy: the command `pitboss`, with the toy among its games."""

from __future__ import annotations

from functools import cache, partial

from kit.carriers import list_carriers
from pitboss.cli.main import entry
from pitboss.games import REGISTERED
from pitboss.law import coverage
from toy import GAME

if __name__ == "__main__":
    REGISTERED[GAME.name] = GAME.package
    coverage.carriers = cache(partial(list_carriers, REGISTERED.values()))  # the list of the package knows no toy
    entry()
