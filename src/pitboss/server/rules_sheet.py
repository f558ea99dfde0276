"""The rules of one table on one sheet, made of what its game declares and its house elects."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.house import House, answers_to, meanings
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules
from pitboss.server.beside import Told, in_words, told
from pitboss.table.brief import Chapter
from pitboss.table.money import Money, dollars
from pitboss.table.printed import Printed

# What is no election of the house, or stands elsewhere on the sheet.
NOT_SHOWN = ("name", "game", "readings", "inventory", "pay")


class Elected(msgspec.Struct, frozen=True):
    """Something that the law leaves to the house, as this table has it."""

    name: str
    meaning: str
    value: str
    cite: str


class Sheet(msgspec.Struct, frozen=True):
    table: int
    name: str
    game: str
    title: str
    subchapter: str
    text: str  # the held texts that are carried out, in words
    printed: Printed
    brief: tuple[Chapter, ...]
    elected: tuple[Elected, ...]
    readings: tuple[Told, ...]  # those that are not read as usual


def sheet(table: int, name: str, game: Game, rules: Rules, house: House) -> Sheet:
    return Sheet(
        table,
        name,
        game.name,
        game.title,
        game.subchapter,
        rules.texts,
        game.printed(rules, house) if game.printed is not None else Printed(areas=game.spots),
        game.brief(rules, house) if game.brief is not None else (),
        tuple(elected(rules, house)),
        tuple(
            told(game, each, rules)
            for each in readings_of(game.package).values()
            if rules.reads(each.id) != each.default
        ),
    )


def elected(rules: Rules, house: House) -> Iterator[Elected]:
    means, cited = meanings(type(house)), answers_to(type(house), rules.shared)
    for field in msgspec.structs.fields(house):
        key = field.encode_name
        if key not in NOT_SHOWN:
            cites = ", ".join(dict.fromkeys(cited.get(key, ())))
            meaning = means[key].partition(". ")[0].rstrip(".") + "."  # the rest is for who writes a house file
            yield Elected(in_words(key), meaning, in_short(getattr(house, field.name)), cites)


def in_short(value: object) -> str:
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
            return in_words(value)
        case _:
            return str(value)
