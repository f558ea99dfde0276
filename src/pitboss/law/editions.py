"""Editions: the history of a game's sections, and the held text that attests each one from a given day on.

A game's history is one table. A section's row gives, for each day on which it was adopted or amended, the held text
that attests its words from then on, or UNHELD where no text is on file. A provision is a difference between texts that
changes what the software does. No other code compares dates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, TypeAlias, overload

from pitboss.law.paragraphs import Paragraphs, ids_in_force

UNHELD = "unheld"  # in force, but no text of it is held
ABSENT = "absent"  # not adopted yet

Assume = Literal["", "earlier", "later"]
AsOf: TypeAlias = str | date | None  # a day, as YYYY-MM-DD or a date; None is the newest text held


@overload
def day_text(day: str | date) -> str: ...


@overload
def day_text(day: AsOf) -> str | None: ...


def day_text(day: AsOf) -> str | None:
    """Return a date, or the date of a datetime, as YYYY-MM-DD. Text and None are returned unchanged."""
    return day.isoformat()[: len("2007-10-15")] if isinstance(day, date) else day


class NotHeldError(ValueError):
    """Raised when no held text says what the law was on that day."""


class NoDayError(NotHeldError):
    """Raised when the value is not a date at all."""


@dataclass(frozen=True)
class Text:
    """A held text. Its name is the day up to which it is amended, or its year where it gives no day."""

    date: str
    title: str
    begins: str = ""  # the first section it holds, if not the whole subchapter


@dataclass(frozen=True)
class Section:
    """The history of one section: from each day on, the held text that attests it, UNHELD or ABSENT."""

    id: str
    history: Mapping[str, str]
    # For a section that was never held: the held text by which it is played, as a labeled default, or UNHELD where
    # readings stand in for it.
    default: str = ""


@dataclass(frozen=True)
class Provision:
    """A rule that differs between the texts of one section, with its value in each text."""

    name: str
    cite: str
    was: Mapping[str, Any]  # held text -> value or procedure
    told: Mapping[str, str]  # held text -> the same in a plain sentence


@dataclass(frozen=True)
class InForce:
    """The law of a game on one day: the held text of each section, for those sections of which one is held."""

    as_of: str
    assumed: Assume
    sections: dict[str, str]  # section -> held text
    defaults: tuple[str, ...]  # sections played by a labeled default
    assumed_sections: tuple[str, ...]  # sections taken from an earlier or later text on the caller's word
    provisions: dict[str, Any]
    shared: Paragraphs | None  # the ids under which these texts say what sister games say; None at a dice table


@dataclass(frozen=True)
class EditionTable:
    """The history of a game: its texts, sections and provisions."""

    adopted: str
    # Raised by hand when what happens at a table changes, whatever the cause: it is part of the rules' digest. The
    # frozen corpus fails if somebody forgot.
    behaviour: int
    texts: tuple[Text, ...]
    sections: tuple[Section, ...]
    provisions: tuple[Provision, ...]
    shared: Mapping[str, Paragraphs] = field(default_factory=dict)  # held text -> its ids of the shared paragraphs

    @property
    def newest(self) -> str:
        """The date of the newest held text."""
        return max(text.date for text in self.texts)

    @property
    def never_held(self) -> tuple[str, ...]:
        """The sections that were never held, for which readings stand in."""
        return tuple(section.id for section in self.sections if section.default == UNHELD)

    def law_on(self, day: AsOf, assume: Assume = "") -> InForce:
        """Return the law on a day; by default that of the newest held text, which is assumed to remain in force
        unchanged.

        `assume` says which text to take for a section whose text of that day is not held: the one before or the one
        after. Raises NotHeldError if that leaves a section without a text.
        """
        as_of = self.newest if day is None else self._parse_day(day)
        if as_of < self.adopted:
            raise NotHeldError(f"the game was adopted on {self.adopted}; choose that day or a later one")
        sections: dict[str, str] = {}
        defaults: list[str] = []
        assumed: list[str] = []
        missing_sections: list[str] = []
        for section in self.sections:
            text = _text_on(section.history, as_of)
            if text == ABSENT:
                continue
            if text == UNHELD and section.default:
                text = section.default
                defaults.append(section.id)
            elif text == UNHELD:
                text = _neighboring_text(section.history, as_of, assume, self.adopted)
                (assumed if text else missing_sections).append(section.id)
            if text not in (ABSENT, UNHELD):
                sections[section.id] = text
        if missing_sections:
            raise NotHeldError(self._missing_message(as_of, missing_sections, assume))
        # An assumption that was not needed does not count.
        assumption = assume if assumed else ""
        provisions = {
            provision.name: provision.was.get(sections.get(_section(provision.cite), ABSENT))
            for provision in self.provisions
        }
        shared = ids_in_force(self.shared, sections)
        return InForce(as_of, assumption, sections, tuple(defaults), tuple(assumed), provisions, shared)

    def _missing_message(self, as_of: str, missing_sections: list[str], assume: Assume) -> str:
        """Say which sections no held text covers, for which days, and what the caller may assume instead."""
        spans = []
        for section in self.sections:
            if section.id in missing_sections:
                start = max(day for day in section.history if day <= as_of)
                end = min(
                    (day for day in section.history if day > as_of and section.history[day] != UNHELD), default=""
                )
                spans.append(f"{section.id} (from {start}" + (f" until {end})" if end else ")"))
        way = (
            f"nothing {assume} is held"
            if assume
            else "use --assume earlier or --assume later to play a neighboring text"
        )
        return f"no held text covers these sections on {as_of}: {', '.join(spans)}; {way}"

    def _parse_day(self, given: str | date) -> str:
        """Return the day as YYYY-MM-DD. The date of a held text may have another form and is returned unchanged. Raises
        NoDayError for anything else."""
        day = day_text(given)
        if any(day == text.date for text in self.texts):
            return day
        try:
            if type(day) is not str or len(day) != len("2007-10-15"):
                raise ValueError
            return date.fromisoformat(day).isoformat()
        except ValueError:
            raise NoDayError(f"{day!r} is not a date; write it as 2007-10-15") from None

    def existed_on(self, day: str) -> bool:
        """Return whether the game had been adopted by that day."""
        return self._parse_day(day) >= self.adopted

    def changed_between(self, *days: str) -> list[str]:
        """List the days after the first, up to the last, on which a section began, was amended, or stopped being
        attested."""
        return [day for day in self.change_dates() if min(days) < day <= max(days)]

    def unheld_between(self, *days: str) -> dict[str, list[str]]:
        """Map each section to the days after the first, up to the last, on which it got words that no held text has."""
        unheld = {}
        for section in self.sections:
            amended = [day for day in section.history if min(days) < day <= max(days)]
            if gaps := [day for day in amended if section.history[day] == UNHELD]:
                unheld[section.id] = gaps
        return unheld

    def change_dates(self) -> list[str]:
        """List every day on which a section began, was amended, or stopped being attested."""
        return sorted({day for section in self.sections for day in section.history})


def _section(cite: str) -> str:
    return cite.partition("(")[0]


def _text_on(history: Mapping[str, str], day: str) -> str:
    """Return the held text that attests a section on a day, UNHELD or ABSENT."""
    past = [start for start in history if start <= day]
    return history[max(past)] if past else ABSENT


def _neighboring_text(history: Mapping[str, str], day: str, assume: Assume, adopted: str) -> str:
    """Return the nearest held text in the direction that the caller names; empty if there is none."""
    held = sorted(start for start, text in history.items() if text not in (UNHELD, ABSENT))
    if assume == "earlier":
        before = [start for start in held if start <= day]
        if before:
            return history[before[-1]]
        return ABSENT if min(history) > adopted else ""  # a section added later was not there earlier
    if assume == "later":
        after = [start for start in held if start > day]
        return history[after[0]] if after else ""
    return ""
