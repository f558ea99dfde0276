"""Compares two house files: which tables are new, gone or changed, which notices the change needs, and what it does to
edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from pitboss.compliance.amendments import edge_changes as edge_table
from pitboss.compliance.amendments.edge_changes import NOT_ASKED, EdgeChanges
from pitboss.engine.game import Game
from pitboss.engine.houses.elections_in_words import election_in_words
from pitboss.engine.houses.house import House, Notice
from pitboss.engine.houses.house_checks import Declarations
from pitboss.games import load
from pitboss.law.editions import Assume, NotHeldError
from pitboss.law.rules import Rules

NOWHERE = "none"
COMPARED_SEPARATELY = ("name", "game", "readings", "pay")


class ListedTable(NamedTuple):
    """A table of a house file: the house, and what the file declares besides, such as what is printed."""

    house: House
    declared: Declarations = Declarations()


class Difference(msgspec.Struct, frozen=True, rename={"now": "is"}):
    """One value that differs between the files."""

    key: str
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.key}: {self.was} -> {self.now}"


class TableChanges(msgspec.Struct, frozen=True):
    """The changes at one table between two house files."""

    table: str
    game: str
    what: Literal["new", "gone", "changed", "same"]
    texts: str = ""
    why_not: str = ""  # why it cannot be compared under the law of the day, or ""
    differences: tuple[Difference, ...] = ()
    pays: tuple[Difference, ...] = ()  # lines of pay tables, as printed
    notices: tuple[Notice, ...] = ()
    edges: EdgeChanges = NOT_ASKED

    def to_lines(self) -> Iterator[str]:
        yield f"{self.table} ({self.game}): {self.what}"
        if self.why_not:
            yield f"  {self.why_not}"
        elif self.what == "changed":
            yield f"  {self.texts}"
        yield from (f"  {difference}" for difference in self.differences)
        yield from (f"  pays {line}" for line in self.pays)
        yield from (f"  Notice [{notice.cite}]: {notice.told}" for notice in self.notices)
        if self.what == "changed" and not self.notices and not self.why_not:
            yield "  No paragraph held calls for a notice of this change."
        yield from (f"  {line}" for line in edge_table.to_lines(self.edges))
        if self.edges.edges is not None and any(difference.key.startswith("pay.") for difference in self.differences):
            yield "  These edges are by the odds that the text fixes, not by those that a file declares in their place."

    def json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "game": self.game,
            "what": self.what,
            "texts": self.texts or None,
            "why_not": self.why_not or None,
            "differences": msgspec.to_builtins(self.differences),
            "pays": msgspec.to_builtins(self.pays),
            "notices": [{"paragraph": notice.cite, "told": notice.told} for notice in self.notices],
            **edge_table.as_json(self.edges),
        }


# --- asking


def compare_tables(
    old: Sequence[ListedTable],
    new: Sequence[ListedTable],
    as_of: str | None = None,
    assume: Assume = "",
    *,
    count: bool = True,
) -> Iterator[TableChanges]:
    """Yield what changed at each table, in the order of the new file; tables that are gone come last.

    Tables are the same if they have the same name and game. `count` tells whether to count house edges.
    """
    before = {(listed_table.house.name, listed_table.house.game): listed_table for listed_table in reversed(old)}
    after = {(listed_table.house.name, listed_table.house.game): listed_table for listed_table in reversed(new)}
    for key, listed in reversed(after.items()):
        if key in before:
            yield compare_table(before[key], listed, as_of, assume, count=count)
        else:
            yield TableChanges(*key, "new")
    for key in reversed(before):
        if key not in after:
            yield TableChanges(*key, "gone")


def compare_table(
    old: ListedTable, new: ListedTable, as_of: str | None = None, assume: Assume = "", *, count: bool = True
) -> TableChanges:
    """Compare one table in two house files."""
    was, now = old.house, new.house
    if was == now and old.declared == new.declared:
        return TableChanges(now.name, now.game, "same")
    game = load(now.game)
    differences = (*_elections(was, now), *compare_values(old.declared, new.declared))
    try:
        laws = (game.rules(was.readings, as_of, assume), game.rules(now.readings, as_of, assume))
    except NotHeldError as error:
        return TableChanges(now.name, now.game, "changed", why_not=str(error), differences=differences)
    return TableChanges(
        now.name,
        now.game,
        "changed",
        laws[1].texts,
        "",
        (*differences, *_readings(*laws)),
        _pays(game, laws, (was, now)),
        tuple(required_notices(laws[0], old, new)),
        edge_table.count_edge_changes(game, laws, (was, now)) if count else NOT_ASKED,
    )


def required_notices(rules: Rules, old: ListedTable, new: ListedTable) -> Iterator[Notice]:
    """Yield the notices that the change requires in advance, by paragraphs in force that day."""
    for notice in old.house.notices(rules, new.house):
        stated = notice.unless_on_layout and _on_layout(new, notice.unless_on_layout)
        if rules.edition_of(notice.cite) is not None and not stated:
            yield notice


def _on_layout(listed_table: ListedTable, key: str) -> bool:
    """Return whether the layout states what the house elects under this key."""
    name = key.replace("-", "_")
    stated = getattr(listed_table.declared.printed.layout, name, None)
    return stated is not None and stated == getattr(listed_table.house, name)


def _elections(was: House, now: House) -> Iterator[Difference]:
    """Yield the elections that differ."""
    for field in msgspec.structs.fields(was):
        before, after = getattr(was, field.name), getattr(now, field.name)
        if field.name not in COMPARED_SEPARATELY and before != after:
            yield Difference(field.encode_name, election_in_words(before), election_in_words(after))


def _readings(was: Rules, now: Rules) -> Iterator[Difference]:
    """Yield the readings that differ."""
    for reading, choice in was.readings.items():
        if now.readings[reading] != choice:
            yield Difference(f"reading {reading}", choice, now.readings[reading])


def compare_values(old: object, new: object) -> Iterator[Difference]:
    """Yield the values that differ between two structures, at any depth."""
    before, after = dict(_flatten("", old)), dict(_flatten("", new))
    for key in dict.fromkeys((*before, *after)):
        if before.get(key, NOWHERE) != after.get(key, NOWHERE):
            yield Difference(key, before.get(key, NOWHERE), after.get(key, NOWHERE))


def _flatten(prefix: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield every value in a structure, with its key as a dotted path."""
    match value:
        case msgspec.Struct():
            parts = [(field.encode_name, getattr(value, field.name)) for field in msgspec.structs.fields(value)]
        case dict():
            parts = list(value.items())
        case _:
            yield prefix, election_in_words(value)
            return
    for key, part in parts:
        yield from _flatten(f"{prefix}.{key}" if prefix else key, part)


def _pays(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> tuple[Difference, ...]:
    """Return the changed lines of the pay tables that both have, as printed on the layout. If the odds cannot be read,
    return the changed `pay` keys of the files."""
    try:
        return tuple(_printed_pays(game, laws, houses))
    except ValueError:
        return tuple(compare_values(*(getattr(house, "pay", {}) for house in houses)))


def _printed_pays(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> Iterator[Difference]:
    first, second = (
        {pays.title: dict(pays.lines) for pays in game.printed_at(*side).pays}
        for side in zip(laws, houses, strict=True)
    )
    for title in (title for title in first if title in second):
        was, now = first[title], second[title]
        for line in dict.fromkeys((*was, *now)):
            if was.get(line) != now.get(line):
                yield Difference(f"{title}, {line}", was.get(line, NOWHERE), now.get(line, NOWHERE))
