"""What the law of a game was on one day and is on another, as far as its texts are held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from pitboss.engine.game import Game
from pitboss.law.editions import Assume, InForce, NotHeldError, Provision
from pitboss.law.unheld_games import IN_WORDS, TEXT

NO_RULE = "There is no such rule."


class Changed(msgspec.Struct, frozen=True):
    """Something that the law had the dealer or the house do one way, and has them do another way."""

    paragraph: str
    name: str
    was: str
    now: str

    def json(self) -> dict[str, str]:
        return {"paragraph": self.paragraph, "name": self.name, "was": self.was, "is": self.now}


class Span(NamedTuple):
    """Two days, and which text to go by where none of a day is held."""

    first: str
    second: str
    assume: Assume = ""


class Amended(msgspec.Struct, frozen=True):
    """A game between two days."""

    game: str
    span: Span
    why_not: str = ""  # why the days cannot be compared; all that follows is empty then
    days: tuple[str, ...] = ()  # between them, on which something is known to have changed
    notes: tuple[str, ...] = ()  # what is not held of the two days
    undated: str = ""  # what is not held of the days between them
    changes: tuple[Changed, ...] = ()

    def told(self) -> Iterator[str]:
        if self.why_not:
            yield self.why_not
            return
        yield from self.notes
        if self.undated and self.changes:
            yield self.undated
        for change in self.changes:
            yield f"{change.paragraph}  {change.name}"
            yield f"  {self.span.first}: {change.was}"
            yield f"  {self.span.second}: {change.now}"
        if not self.changes and self.days:
            yield "no difference between these days in anything Pitboss carries out, as far as the texts are held"
        elif not self.changes:
            yield "no difference between these days: no amendment in between is known"

    def json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "from": self.span.first,
            "to": self.span.second,
            "why_not": self.why_not or None,
            "days": list(self.days),
            "notes": list(self.notes),
            "undated": self.undated or None,
            "changes": [change.json() for change in self.changes],
        }


def amended(game: Game, span: Span) -> Amended:
    """A day that no text covers is an error, and so is one before the game was adopted."""
    table = game.editions
    first, second = (table.on(day, span.assume) for day in span[:2])
    changes = [change for each in table.provisions if (change := _change(each, first, second)) is not None]
    days = tuple(table.changed_between(first.as_of, second.as_of))
    notes = dict.fromkeys(note for law in (first, second) for note in _unheld(law))
    undated = _undated(table.unheld_between(first.as_of, second.as_of))
    return Amended(game.name, span, "", days, tuple(notes), undated, tuple(changes))


def amended_or_why_not(game: Game, span: Span) -> Amended:
    """The same for one game of many: why it cannot be compared is said in its place."""
    table = game.editions
    before = [day for day in span[:2] if not table.adopted_by(day)]
    if before:
        return Amended(game.name, span, f"there is no such game on {' or '.join(before)}: adopted on {table.adopted}")
    try:
        return amended(game, span)
    except NotHeldError as none:
        return Amended(game.name, span, str(none))


def _undated(sections: dict[str, list[str]]) -> str:
    """Why a change cannot be laid to one day."""
    if not sections:
        return ""
    alike: dict[str, list[str]] = {}
    for section, days in sections.items():
        alike.setdefault(", ".join(days), []).append(section)
    told = "; ".join(f"{', '.join(each)} of {days}" for days, each in alike.items())
    return f"not held in between: {told}; so which day brought a change of these sections is not known"


def _change(provision: Provision, first: InForce, second: InForce) -> Changed | None:
    section = provision.cite.partition("(")[0]
    was, now = (provision.told.get(law.sections.get(section, ""), NO_RULE) for law in (first, second))
    return None if was == now else Changed(provision.cite, provision.name, was, now)


def _unheld(law: InForce) -> Iterator[str]:
    if TEXT in law.sections.values():
        yield f"by the {IN_WORDS}: it is the same on every day"
        return
    if law.assumed_sections:
        yield f"{law.as_of}: {', '.join(law.assumed_sections)} not held; the {law.assumed} text is assumed"
    if later := [section for section in law.defaults if section in law.sections]:
        yield f"{law.as_of}: {', '.join(later)} not held; the later text is played"
    if never := [section for section in law.defaults if section not in law.sections]:
        yield f"{law.as_of}: {', '.join(never)} not held; labeled defaults are played (see 'pitboss readings')"
