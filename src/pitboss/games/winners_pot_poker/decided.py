"""Which reading an act rests on: the one by which it came out as it did, and otherwise would not have."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules

Outcome = Callable[[Rules], object]  # what comes out under these rules; it moves nothing


def rests_on(rules: Rules, reading: str, outcome: Outcome) -> bool:
    """Whether another choice of the reading would have come to something else."""
    return any(outcome(choosing(rules, reading, choice)) != outcome(rules) for choice in others(rules, reading))


def elected(rules: Rules, readings: tuple[str, ...], outcome: Outcome) -> str:
    """The first of these that is not read as by default, where that makes the difference; "" if none does."""
    for reading in readings:
        default = readings_of(__package__)[reading].default
        if rules.readings[reading] != default and outcome(choosing(rules, reading, default)) != outcome(rules):
            return f"reading:{reading}"
    return ""


def others(rules: Rules, reading: str) -> list[str]:
    return [choice for choice in readings_of(__package__)[reading].choices if choice != rules.readings[reading]]


def choosing(rules: Rules, reading: str, choice: str) -> Rules:
    return msgspec.structs.replace(rules, readings={**rules.readings, reading: choice})
