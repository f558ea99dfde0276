"""The pay tables of Ultimate Texas Hold 'Em: the law's (32.11(b) to (d)), and a house's better one of trips."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pitboss.table.money import Money, Odds
from pitboss.table.paytable import PayTable

if TYPE_CHECKING:
    from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse

LETTERS = ("A", "B", "C", "D")


def even_table() -> PayTable:
    return the_laws_tables()["even"]


def blind_table() -> PayTable:
    return the_laws_tables()["blind"]


def trips_table(house: UltimateHouse) -> PayTable:
    table, better = the_laws_tables()[house.trips], house.pay.trips
    if not better:
        return table
    return table.better({class_name: Odds.parse(line, house.odds_words) for class_name, line in better.items()})


@cache
def the_laws_tables() -> dict[str, PayTable]:
    """Return the pay tables of the law by name: `even` (ante and play), `blind`, and `A` to `D` of the trips wager."""
    raw = law_values()
    tables = {name: PayTable(name, raw[name]["cite"], _odds(raw[name]["lines"])) for name in ("even", "blind")}
    lettered = raw["trips"]
    for letter in LETTERS:
        tables[letter] = PayTable(f"trips {letter}", lettered["cite"], _odds(lettered[letter]))
    return tables


@cache
def law_values() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))


def _odds(lines: dict[str, str]) -> dict[str, Odds | Money]:
    return {line: Odds.parse(odds) for line, odds in lines.items()}
