"""Elections as data: each house class has a table of what its keys mean and which paragraphs are behind them.

Schema, reference, papers and messages read this table, and a test holds what findings cite against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from pitboss.law.paragraphs import Paragraphs

# Paragraphs by their ids, or by the fields that sister games share: each text has its own ids for these.
Cites: TypeAlias = tuple[str, ...] | Callable[[Paragraphs], tuple[str, ...]]


class Election(NamedTuple):
    """One key of a house file. What a row leaves out is as the class above has it."""

    key: str  # as in a house file; "pay.*" is every key below "pay"
    means: str = ""
    left_by: str = ""  # the paragraphs that leave it to the house, where its findings do not cite them
    by_dealing: Mapping[str, str] = {}  # at a card table, by the way of dealing: those that rule it instead
    cites: Cites | None = None  # the paragraphs that its findings cite


@cache
def elections_of(kind: type) -> dict[str, Election]:
    """Return what the classes of a house declare, by key. A game's own class wins over the classes above it."""
    elections: dict[str, Election] = {}
    for class_ in reversed(kind.__mro__):
        for row in vars(class_).get("elections", ()):
            given = {name: value for name, value in row._asdict().items() if value or name == "key"}
            elections[row.key] = elections.get(row.key, row)._replace(**given)
    return elections


def cited_paragraphs(election: Election, shared: Paragraphs | None) -> tuple[str, ...]:
    """Return what the findings about an election cite. `shared` has the ids of the text in question."""
    if not callable(election.cites):
        return election.cites or ()
    assert shared is not None, f"{election.key} cites shared paragraphs of a game that shares none"
    return tuple(dict.fromkeys(election.cites(shared)))
