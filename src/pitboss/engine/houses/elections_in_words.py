"""Describe the elections of one table, which the law leaves to the house, in words for a printed sheet."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.engine.houses.election_table import cited_paragraphs, elections_of
from pitboss.engine.houses.house import House
from pitboss.law.plain_names import unhyphenate
from pitboss.law.rules import Rules
from pitboss.table.money import Money, dollars

# Keys that are no election, or that are shown elsewhere on the sheet.
NOT_SHOWN = ("name", "game", "readings", "inventory", "pay", "side-wager")


class ElectionLine(msgspec.Struct, frozen=True):
    """One election of a table, for a sheet."""

    name: str  # as in a house file
    meaning: str
    value: str
    cite: str

    @property
    def label(self) -> str:
        """The election's name in everyday writing. For a line of a pay table, the line follows a colon."""
        return unhyphenate(self.name).replace(".", ": ")  # a line of a pay table


def list_elections(rules: Rules, house: House) -> Iterator[ElectionLine]:
    """Yield every election of a table with its paragraphs. Elections that no text in force leaves to the house are left
    out."""
    elections = elections_of(type(house))
    for field in msgspec.structs.fields(house):
        key = field.encode_name
        if key not in NOT_SHOWN:
            left_by = house.rests_on(key)
            cites = left_by.split(", ") if left_by else cited_paragraphs(elections[key], rules.shared)
            citation = ", ".join(cite for cite in cites if ":" in cite or rules.edition_of(cite) is not None)
            meaning = (
                elections[key].means.partition(". ")[0].rstrip(".") + "."
            )  # the rest is for authors of house files
            if citation:
                yield ElectionLine(key, meaning, _value(rules, house, key, getattr(house, field.name)), citation)


def _value(rules: Rules, house: House, key: str, value: object) -> str:
    """Return an election as it is written in a house file; if it was left out, what is played instead."""
    if value is None and (reading := house.read_for(key)):
        return f"none; by the reading {reading}: {rules.reads(reading)}"
    return value if isinstance(value, str) else election_in_words(value)


def election_in_words(value: object) -> str:
    """Return the value of an election in everyday words."""
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
