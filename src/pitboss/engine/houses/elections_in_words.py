"""What the law leaves to the house, as one table has it, in the words of a sheet that people read."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.engine.houses.house import House, citations_by_key, meanings
from pitboss.law.plain_names import unhyphenate
from pitboss.law.rules import Rules
from pitboss.table.money import Money, dollars

# What is no election of the house, or stands elsewhere on the sheet.
NOT_SHOWN = ("name", "game", "readings", "inventory", "pay")


class Elected(msgspec.Struct, frozen=True):
    """Something that the law leaves to the house, as this table has it."""

    name: str  # as in a house file
    meaning: str
    value: str
    cite: str

    @property
    def label(self) -> str:
        return unhyphenate(self.name).replace(".", ": ")  # a line of a pay table


def list_elections(rules: Rules, house: House) -> Iterator[Elected]:
    """Every election, with what it rests on. What no text in force leaves to the house is left out."""
    means, cited = meanings(type(house)), citations_by_key(type(house), rules.shared)
    for field in msgspec.structs.fields(house):
        key = field.encode_name
        if key not in NOT_SHOWN:
            cites = house.rests_on(key).split(", ") if house.rests_on(key) else dict.fromkeys(cited.get(key, ()))
            held = ", ".join(cite for cite in cites if ":" in cite or rules.edition_of(cite) is not None)
            meaning = means[key].partition(". ")[0].rstrip(".") + "."  # the rest is for who writes a house file
            if held:
                yield Elected(key, meaning, _value(rules, house, key, getattr(house, field.name)), held)


def _value(rules: Rules, house: House, key: str, value: object) -> str:
    """As it is written in a house file; where nothing is elected, what is played instead."""
    if value is None and (reading := house.read_for(key)):
        return f"none; by the reading {reading}: {rules.reads(reading)}"
    return value if isinstance(value, str) else election_in_words(value)


def election_in_words(value: object) -> str:
    """An election as a person says it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Money():
            return dollars(value)
        case tuple():
            return ", ".join(map(str, value))
        case str():
            return unhyphenate(value)
        case _:
            return str(value)
