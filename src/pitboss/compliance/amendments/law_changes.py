"""The changes in the law of a game between two days, as far as its texts are held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from pitboss.engine.game import Game
from pitboss.law.editions import Assume, InForce, NotHeldError, Provision
from pitboss.law.unheld_games import IN_WORDS, TEXT

NO_RULE = "There is no such rule."


class RuleChange(msgspec.Struct, frozen=True):
    """A rule that the law changed: what the dealer or the house had to do, and what they have to do now."""

    paragraph: str
    name: str
    was: str
    now: str

    def json(self) -> dict[str, str]:
        return {"paragraph": self.paragraph, "name": self.name, "was": self.was, "is": self.now}


class Span(NamedTuple):
    """Two days, and which text to use for a day that no held text covers."""

    first: str
    second: str
    assume: Assume = ""


class GameChanges(msgspec.Struct, frozen=True):
    """The changes of a game between two days."""

    game: str
    span: Span
    why_not: str = ""  # why the days cannot be compared, or ""; if set, all fields below are empty
    days: tuple[str, ...] = ()  # days between them on which something is known to have changed
    notes: tuple[str, ...] = ()  # what is not held of the law of the two days
    undated: str = ""  # what is not held of the law between them
    changes: tuple[RuleChange, ...] = ()

    def to_lines(self) -> Iterator[str]:
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


def compare_law(game: Game, span: Span) -> GameChanges:
    """Compare the law of a game on two days. Raises NotHeldError for a day that no text covers or before the game was
    adopted."""
    table = game.editions
    first, second = (table.law_on(day, span.assume) for day in span[:2])
    changes = [change for provision in table.provisions if (change := _change(provision, first, second)) is not None]
    days = tuple(table.changed_between(first.as_of, second.as_of))
    notes = dict.fromkeys(note for law in (first, second) for note in _unheld_notes(law))
    undated = _undated_note(table.unheld_between(first.as_of, second.as_of))
    return GameChanges(game.name, span, "", days, tuple(notes), undated, tuple(changes))


def compare_law_or_explain(game: Game, span: Span) -> GameChanges:
    """Compare the law of a game on two days; if they cannot be compared, the result says why."""
    table = game.editions
    days_before = [day for day in span[:2] if not table.existed_on(day)]
    if days_before:
        return GameChanges(
            game.name, span, f"there is no such game on {' or '.join(days_before)}: adopted on {table.adopted}"
        )
    try:
        return compare_law(game, span)
    except NotHeldError as error:
        return GameChanges(game.name, span, str(error))


def _undated_note(sections: dict[str, list[str]]) -> str:
    """Explain why the change of some sections cannot be dated to one day; empty if all can."""
    if not sections:
        return ""
    sections_by_days: dict[str, list[str]] = {}
    for section, days in sections.items():
        sections_by_days.setdefault(", ".join(days), []).append(section)
    gaps = "; ".join(f"{', '.join(names)} of {days}" for days, names in sections_by_days.items())
    return f"not held in between: {gaps}; so which day brought a change of these sections is not known"


def _change(provision: Provision, first: InForce, second: InForce) -> RuleChange | None:
    section = provision.cite.partition("(")[0]
    was, now = (provision.told.get(law.sections.get(section, ""), NO_RULE) for law in (first, second))
    return None if was == now else RuleChange(provision.cite, provision.name, was, now)


def _unheld_notes(law: InForce) -> Iterator[str]:
    """Yield notes about sections whose text is not held on this day."""
    if TEXT in law.sections.values():
        yield f"by the {IN_WORDS}: it is the same on every day"
        return
    if law.assumed_sections:
        yield f"{law.as_of}: {', '.join(law.assumed_sections)} not held; the {law.assumed} text is assumed"
    if later := [section for section in law.defaults if section in law.sections]:
        yield f"{law.as_of}: {', '.join(later)} not held; the later text is played"
    if never := [section for section in law.defaults if section not in law.sections]:
        yield f"{law.as_of}: {', '.join(never)} not held; labeled defaults are played (see 'pitboss readings')"
