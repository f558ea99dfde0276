"""Rules: the law of one game on one day, with the readings chosen. A digest identifies them."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec

from pitboss.law import force, unheld_games
from pitboss.law.editions import AsOf, Assume, EditionTable
from pitboss.law.game_files import read_game_file
from pitboss.law.paragraphs import Paragraphs
from pitboss.law.readings import choose_readings

_encode = msgspec.json.Encoder(order="deterministic").encode


class Rules(msgspec.Struct, frozen=True):
    """The rules by which a table is dealt."""

    game: str
    as_of: str
    assumed: Assume  # "earlier" or "later" where no text of that day is held and the caller said which to take
    sections: dict[str, str]  # section -> the held text (by its date) whose words are carried out
    defaults: tuple[str, ...]  # sections never held for that day: played as in the held text, as a labeled default
    readings: dict[str, str]
    provisions: dict[str, Any]  # what differs between the held texts, as it was on that day
    shared: Paragraphs | None  # the ids under which these texts say what sister games say in the same words
    digest: str

    @property
    def ids(self) -> Paragraphs:
        """The ids that these texts give to the paragraphs shared with sister games. Only for games that share
        paragraphs."""
        assert self.shared is not None, f"{self.game} shares no paragraph with another game"
        return self.shared

    def reads(self, reading: str) -> str:
        """Return the choice made for a reading."""
        return self.readings[reading]

    def provision(self, provision: str) -> Any:
        """Return the value of a provision in these texts; None if its section was not in force."""
        return self.provisions[provision]

    def edition_of(self, paragraph: str) -> str | None:
        """Return the held text in which to look up a citation; None for a reading or a house practice, which is no
        paragraph."""
        return self.sections.get(section_of(paragraph))

    @property
    def is_beyond(self) -> bool:
        """True if no text of the game is held, so that all of it is a labeled default."""
        return unheld_games.TEXT in self.sections.values()

    @property
    def texts(self) -> str:
        """The held texts that are carried out, in words."""
        if self.is_beyond:
            return unheld_games.IN_WORDS
        held = ", ".join(sorted(set(self.sections.values())))
        if len(held) == len("1996"):
            held += ", which gives no day"
        notes = [f"on {self.as_of}"] if self.as_of not in self.sections.values() else []
        newest = max(self.sections.values())
        if self.as_of[: len(newest)] > newest:
            notes.append("as last held")
        if self.assumed:
            notes.append(f"{self.assumed} text assumed")
        if then := tuple(section for section in self.defaults if section in self.sections):
            notes.append(f"{_section_list(then)} not held for that day, played as a default")
        if never := tuple(section for section in self.defaults if section not in self.sections):
            notes.append(f"{_section_list(never)} not held, played by defaults")
        return f"text of {held}" + (f" ({', '.join(notes)})" if notes else "")


def _section_list(sections: tuple[str, ...]) -> str:
    """List sections by name; four or more as the first "to" the last."""
    return ", ".join(sections) if len(sections) < 4 else f"{sections[0]} to {sections[-1]}"


def section_of(paragraph: str) -> str:
    """Return the section of a paragraph: 18.5 for 18.5(c)1."""
    return paragraph.partition("(")[0]


def make_rules(
    game: str, package: str, table: EditionTable, readings: dict[str, str], as_of: AsOf, assume: Assume
) -> Rules:
    """Make the rules of a game for a day, with these readings.

    The digest covers what the law is: the texts carried out, the sections played by a default, the readings, the pay
    tables, and the number that a person raises when what happens at a table changes. It covers no source, so that code
    can be changed while tables are played.
    """
    law = table.law_on(as_of, assume)
    chosen = choose_readings(package, readings)
    if force.watcher is not None:
        force.watcher.rules_made(law.sections)
    body = _encode([game, table.behaviour, law.sections, law.defaults, chosen, _pay_tables(package)])
    digest = hashlib.sha256(body).hexdigest()
    return Rules(game, law.as_of, law.assumed, law.sections, law.defaults, chosen, law.provisions, law.shared, digest)


@cache
def _pay_tables(package: str) -> dict[str, Any]:
    """Read the pay tables as values, so that a comment or an empty line in the file does not change the digest."""
    return read_game_file(package, "paytables.toml")
