"""The rules of one table on one sheet, made from what its game declares and its house elects."""

from __future__ import annotations

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.houses.elections_in_words import ElectionLine, list_elections
from pitboss.engine.houses.house import House
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules
from pitboss.server.views.citation_panel import Told, describe_reading
from pitboss.table.brief import Chapter
from pitboss.table.printed import Printed


class Sheet(msgspec.Struct, frozen=True):
    """The rules of one table."""

    table: int
    name: str
    game: str
    title: str
    subchapter: str
    authority: str  # the chapter and subchapter, or a note that no text of the game is held
    text: str  # the held texts by which it is dealt, in words
    printed: Printed
    brief: tuple[Chapter, ...]
    elected: tuple[ElectionLine, ...]
    readings: tuple[Told, ...]  # the readings that differ from the default


def rules_sheet(table: int, name: str, game: Game, rules: Rules, house: House) -> Sheet:
    """Return the rules of a table."""
    return Sheet(
        table,
        name,
        game.name,
        game.title,
        game.subchapter,
        game.authority,
        rules.texts,
        game.printed_at(rules, house),
        game.brief_at(rules, house),
        tuple(list_elections(rules, house)),
        tuple(
            describe_reading(game, reading, rules)
            for reading in readings_of(game.package).values()
            if rules.reads(reading.id) != reading.default
        ),
    )
