"""The pay tables of Let It Ride: the law's (18.11(b), (d) and (e)), with the lines that a house pays better."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pitboss.table.money import Money, Odds
from pitboss.table.paytable import PayTable

if TYPE_CHECKING:
    from pitboss.games.let_it_ride.law.house import LetItRideHouse

LETTERS = ("A", "B", "C", "D", "E", "F")


def base_table(house: LetItRideHouse) -> PayTable:
    table = the_laws_tables()["base"]
    return table.better(_odds(house, house.pay.base)) if house.pay.base else table


def bonus_table(house: LetItRideHouse) -> PayTable:
    table = the_laws_tables()["bonus"]
    return table.better(dict(house.pay.bonus)) if house.pay.bonus else table


def three_card_table(house: LetItRideHouse) -> PayTable:
    assert house.three_card_bonus is not None
    table = the_laws_tables()[house.three_card_bonus]
    return table.better(_odds(house, house.pay.three_card_bonus)) if house.pay.three_card_bonus else table


@cache
def the_laws_tables() -> dict[str, PayTable]:
    """Return the pay tables of the law by name: `base`, `bonus`, and `A` to `F` of the three card bonus wager."""
    raw = law_values()
    tables = {
        name: PayTable(name, raw[name]["cite"], {line: _rate(rate) for line, rate in raw[name]["lines"].items()})
        for name in ("base", "bonus")
    }
    lettered = raw["three-card-bonus"]
    for letter in LETTERS:
        lines = {line: _rate(rate) for line, rate in lettered[letter].items()}
        tables[letter] = PayTable(f"three-card-bonus {letter}", lettered["cite"], lines)
    return tables


@cache
def law_values() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("paytables.toml").read_text(encoding="utf-8"))


def _rate(value: str | int) -> Odds | Money:
    return Odds.parse(value) if isinstance(value, str) else Money.parse(value)


def _odds(house: LetItRideHouse, lines: dict[str, str]) -> dict[str, Odds | Money]:
    return {line: Odds.parse(odds, house.odds_words) for line, odds in lines.items()}
