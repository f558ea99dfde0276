"""Citations of the readings that decided an act: those under whose other choices it would have come out differently."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from pitboss.law.force import cites
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules

Outcome = Callable[[Rules], object]  # what comes out under these rules; it moves nothing


def rests_on(rules: Rules, reading: str, outcome: Outcome) -> bool:
    """Return whether another choice of the reading would have led to another outcome."""
    return any(
        outcome(rules_with_choice(rules, reading, choice)) != outcome(rules) for choice in other_choices(rules, reading)
    )


def cite_deciding_readings(rules: Rules, paragraph: str, readings: Iterable[str], outcome: Outcome) -> str:
    """Cite a paragraph, and beside it those of the readings that the outcome rests on."""
    return cites(paragraph, *(f"reading:{reading}" for reading in readings if rests_on(rules, reading, outcome)))


def other_choices(rules: Rules, reading: str) -> list[str]:
    return [
        choice
        for choice in readings_of("pitboss.games.winners_pot_poker")[reading].choices
        if choice != rules.readings[reading]
    ]


def rules_with_choice(rules: Rules, reading: str, choice: str) -> Rules:
    return msgspec.structs.replace(rules, readings={**rules.readings, reading: choice})
