"""The law register: every paragraph of every held text, with its kind and its gist in our own words."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args

import msgspec

from pitboss.law.game_files import read_game_file

Kind = Literal["act", "bar", "election", "meaning", "value", "lead-in", "manner", "elsewhere", "pointer"]

# The kinds that code must carry out. A lead-in rests on its children and a pointer on its target; what is elsewhere is
# for somebody else to do.
CARRIED_OUT: tuple[Kind, ...] = ("act", "bar", "election", "meaning", "value", "manner")


class Paragraph(msgspec.Struct, frozen=True):
    """One paragraph of a held text."""

    edition: str
    id: str
    kind: Kind
    gist: str
    to: str = ""  # a pointer's target
    reason: str = ""  # why a matter is out of scope
    who: str = ""  # who must see to it instead
    source: str = ""  # for a fact of an unheld text: the tags of its sources, with "+" between them
    besides: str = ""  # what the paragraph asks for beyond a rules engine, and who must see to it


SISTER = "as"  # in a law.toml: the package of the game whose paragraphs hold here too, unless this one says otherwise


@cache
def register(package: str) -> dict[tuple[str, str], Paragraph]:
    """Return a game's own paragraphs by (edition, id), in the order of the texts, newest text first."""
    raw = _raw(package)
    raw.pop(SISTER, None)
    return {
        (edition, paragraph): _read(package, edition, paragraph, body)
        for edition, paragraphs in raw.items()
        for paragraph, body in paragraphs.items()
    }


@cache
def citable_paragraphs(package: str) -> dict[tuple[str, str], Paragraph]:
    """Return all paragraphs that a game may cite: its own, and those of the sister game by whose rules it is dealt."""
    sister = _raw(package).get(SISTER)
    return {**register(package), **(register(sister) if sister else {})}


def _raw(package: str) -> dict[str, Any]:
    return read_game_file(package, "law.toml")


def _read(package: str, edition: str, paragraph: str, body: dict[str, str]) -> Paragraph:
    try:
        return msgspec.convert({"edition": edition, "id": paragraph, **body}, Paragraph)
    except msgspec.ValidationError as error:
        kinds = ", ".join(get_args(Kind))
        raise ValueError(f"law.toml of {package}, {edition} {paragraph}: {error}; kinds are {kinds}") from None


def leads_to_paragraph(package: str, edition: str, target: str) -> bool:
    """Return whether a citation or a pointer leads to a paragraph, or to a section that has paragraphs."""
    return any(
        text == edition and (paragraph == target or paragraph.startswith(target + "("))
        for text, paragraph in citable_paragraphs(package)
    )
