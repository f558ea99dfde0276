"""Games whose New Jersey text is not held. They are played by facts that other sources state, as a labeled default.

Such a game has one text, undated, called "beyond". Its paragraphs are ours and are cited `beyond:GAME.NUMBER(letter)`,
which can be mistaken for no paragraph of a held text. Each says from which sources its fact was taken.
"""

from __future__ import annotations

from pitboss.law.editions import UNHELD, EditionTable, Section, Text

TEXT = "beyond"  # in place of the date of a text
PREFIX = f"{TEXT}:"
ASSUMED = "ASSUMED"  # the source of what no source says: our filling of a gap
PARTS = 9  # of a sheet of facts: definitions, equipment, opening, preparation, wagers, round, settlement, odds, faults
LABEL = "a labeled default from facts of other sources, not law"
IN_WORDS = f"undated text “{TEXT}”, {LABEL}"
CHAPTER = "N.J.A.C. 19:47-"  # of every text that is held


def is_beyond(cite: str) -> bool:
    return cite.startswith(PREFIX)


def game_of_citation(cite: str) -> str:
    """The game whose paragraph a citation names."""
    return cite.removeprefix(PREFIX).partition(".")[0]


def undated_editions(game: str, title: str, behaviour: int, *sisters: str) -> EditionTable:
    """The history of a game of which no text is held: there is none to tell, and every section is a default. `sisters`
    are games whose paragraphs hold for this one too."""
    ids = (f"{PREFIX}{each}.{part}" for each in (game, *sisters) for part in range(1, PARTS + 1))
    return EditionTable(
        adopted="",
        behaviour=behaviour,
        texts=(Text(TEXT, f"{title}: {IN_WORDS}"),),
        sections=tuple(Section(id_, {"": UNHELD}, default=TEXT) for id_ in ids),
        provisions=(),
    )


def full_citation(cite: str) -> str:
    """A paragraph, a section or a subchapter with its chapter; what is beyond the held texts is in none."""
    return cite if is_beyond(cite) else f"{CHAPTER}{cite}"


def is_assumed(source: str) -> bool:
    return ASSUMED in source.split("+")
