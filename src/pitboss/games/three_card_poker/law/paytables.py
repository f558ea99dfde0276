"""The three pay tables of the law (20.11(a)1 to 3). The text fixes all odds; a licensee elects none."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from pitboss.table.money import Odds
from pitboss.table.paytable import PayTable


def against_the_dealer() -> PayTable:
    return _tables()["against-the-dealer"]


def pair_plus() -> PayTable:
    return _tables()["pair-plus"]


def ante_bonus() -> PayTable:
    return _tables()["ante-bonus"]


@cache
def _tables() -> dict[str, PayTable]:
    raw = tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))
    return {
        name: PayTable(name, table["cite"], {line: Odds.parse(odds) for line, odds in table["lines"].items()})
        for name, table in raw.items()
    }
