"""python -m toy: the command `pitboss`, with the toy among its games."""

from __future__ import annotations

from pitboss.cli.main import entry
from pitboss.games import REGISTERED
from toy import GAME

if __name__ == "__main__":
    REGISTERED[GAME.name] = GAME.package
    entry()
