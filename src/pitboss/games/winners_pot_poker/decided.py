"""Which reading an act rests on: the one by which it came out as it did, and otherwise would not have."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from pitboss.law.force import cites
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules

Outcome = Callable[[Rules], object]  # what comes out under these rules; it moves nothing


def rests_on(rules: Rules, reading: str, outcome: Outcome) -> bool:
    """Whether another choice of the reading would have come to something else."""
    return any(outcome(choosing(rules, reading, choice)) != outcome(rules) for choice in others(rules, reading))


def resting(rules: Rules, paragraph: str, readings: Iterable[str], outcome: Outcome) -> str:
    """The paragraph that something came out by, and beside it those of the readings that it rests on."""
    return cites(paragraph, *(f"reading:{reading}" for reading in readings if rests_on(rules, reading, outcome)))


def others(rules: Rules, reading: str) -> list[str]:
    return [choice for choice in readings_of(__package__)[reading].choices if choice != rules.readings[reading]]


def choosing(rules: Rules, reading: str, choice: str) -> Rules:
    return msgspec.structs.replace(rules, readings={**rules.readings, reading: choice})
