"""Games whose New Jersey text is not held. They are dealt by facts from other sources, as a labeled default.

Such a game has one undated text, called "beyond". Its paragraphs are ours and are cited `beyond:GAME.NUMBER(letter)`,
which cannot be mistaken for a paragraph of a held text. Each names the sources of its fact.
"""

from __future__ import annotations

from pitboss.law.editions import UNHELD, EditionTable, Section, Text

TEXT = "beyond"  # in place of the date of a text
PREFIX = f"{TEXT}:"
ASSUMED = "ASSUMED"  # the source of a gap that we filled ourselves
PARTS = 9  # a sheet of facts: definitions, equipment, opening, preparation, wagers, round, settlement, odds, faults
LABEL = "a labeled default from facts of other sources, not law"
IN_WORDS = f"undated text “{TEXT}”, {LABEL}"
CHAPTER = "N.J.A.C. 19:47-"  # the chapter of every held text


def is_beyond(cite: str) -> bool:
    """Return whether a citation names a paragraph of ours, of a game whose text is not held."""
    return cite.startswith(PREFIX)


def game_of_citation(cite: str) -> str:
    """Return the game whose paragraph a citation `beyond:GAME.NUMBER` names."""
    return cite.removeprefix(PREFIX).partition(".")[0]


def undated_editions(game: str, title: str, behaviour: int, *sisters: str) -> EditionTable:
    """Make the edition table of a game whose text is not held: no history, and every section a default.

    `sisters` are games whose paragraphs also hold for this one.
    """
    ids = (f"{PREFIX}{name}.{part}" for name in (game, *sisters) for part in range(1, PARTS + 1))
    return EditionTable(
        adopted="",
        behaviour=behaviour,
        texts=(Text(TEXT, f"{title}: {IN_WORDS}"),),
        sections=tuple(Section(id_, {"": UNHELD}, default=TEXT) for id_ in ids),
        provisions=(),
    )


def full_citation(cite: str) -> str:
    """Write a citation with its chapter ("N.J.A.C. 19:47-18.2"). Facts from other sources have no chapter."""
    return cite if is_beyond(cite) else f"{CHAPTER}{cite}"


def is_assumed(source: str) -> bool:
    """Return whether a paragraph's sources say that we filled a gap ourselves."""
    return ASSUMED in source.split("+")
