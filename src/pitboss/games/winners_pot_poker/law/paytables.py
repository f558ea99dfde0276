"""The pay table of jacks plus: the law's (33.11(b)), with the lines that a house pays better."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pitboss.table.money import Money, Odds
from pitboss.table.paytable import PayTable

if TYPE_CHECKING:
    from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse


def jacks_plus_table(house: WinnersPotHouse) -> PayTable:
    table = table_of_the_law()
    lines: dict[str, Odds | Money] = {line: Odds.parse(odds, house.odds_words) for line, odds in house.pay.items()}
    return table.better(lines) if lines else table


@cache
def table_of_the_law() -> PayTable:
    raw = law_values()["jacks-plus"]
    return PayTable("jacks plus", raw["cite"], {line: Odds.parse(odds) for line, odds in raw["lines"].items()})


@cache
def law_values() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))
