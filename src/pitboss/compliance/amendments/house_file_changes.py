"""One house file beside another: which tables are new, gone or changed, what the change needs and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from pitboss.compliance.amendments import edge_changes as edge_table
from pitboss.compliance.amendments.edge_changes import NOT_ASKED, Counted
from pitboss.engine.game import Game
from pitboss.engine.houses.elections_in_words import election_in_words
from pitboss.engine.houses.house import House, Notice
from pitboss.engine.houses.house_checks import Declared
from pitboss.games import load
from pitboss.law.editions import Assume, NotHeldError
from pitboss.law.rules import Rules

NOWHERE = "none"
TOLD_APART = ("name", "game", "readings", "pay")


class Listed(NamedTuple):
    """A table of a house file: what it is played by, and what else is declared of it, such as what is printed."""

    house: House
    declared: Declared = Declared()


class Difference(msgspec.Struct, frozen=True, rename={"now": "is"}):
    """One thing that the files say differently."""

    key: str
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.key}: {self.was} -> {self.now}"


class TableChanged(msgspec.Struct, frozen=True):
    table: str
    game: str
    what: Literal["new", "gone", "changed", "same"]
    texts: str = ""
    why_not: str = ""  # why nothing can be said of it by the law of the day
    differences: tuple[Difference, ...] = ()
    pays: tuple[Difference, ...] = ()  # lines of pay tables as they are printed
    notices: tuple[Notice, ...] = ()
    edges: Counted = NOT_ASKED

    def told(self) -> Iterator[str]:
        yield f"{self.table} ({self.game}): {self.what}"
        if self.why_not:
            yield f"  {self.why_not}"
        elif self.what == "changed":
            yield f"  {self.texts}"
        yield from (f"  {each}" for each in self.differences)
        yield from (f"  pays {each}" for each in self.pays)
        yield from (f"  Notice [{each.cite}]: {each.told}" for each in self.notices)
        if self.what == "changed" and not self.notices and not self.why_not:
            yield "  No paragraph held calls for a notice of this change."
        yield from (f"  {line}" for line in edge_table.told(self.edges))
        if self.edges.edges is not None and any(each.key.startswith("pay.") for each in self.differences):
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
            "notices": [{"paragraph": each.cite, "told": each.told} for each in self.notices],
            **edge_table.as_json(self.edges),
        }


# --- asking


def tables_changed(
    old: Sequence[Listed], new: Sequence[Listed], as_of: str | None = None, assume: Assume = "", *, count: bool = True
) -> Iterator[TableChanged]:
    """Tables are the same if they have the same name and game. In the order of the new file, those that are gone last.
    `count` for the edges."""
    before = {(each.house.name, each.house.game): each for each in reversed(old)}
    after = {(each.house.name, each.house.game): each for each in reversed(new)}
    for key, listed in reversed(after.items()):
        if key in before:
            yield table_changed(before[key], listed, as_of, assume, count=count)
        else:
            yield TableChanged(*key, "new")
    for key in reversed(before):
        if key not in after:
            yield TableChanged(*key, "gone")


def table_changed(
    old: Listed, new: Listed, as_of: str | None = None, assume: Assume = "", *, count: bool = True
) -> TableChanged:
    was, now = old.house, new.house
    if was == now and old.declared == new.declared:
        return TableChanged(now.name, now.game, "same")
    game = load(now.game)
    differences = (*_elections(was, now), *each_value(old.declared, new.declared))
    try:
        laws = (game.rules(was.readings, as_of, assume), game.rules(now.readings, as_of, assume))
    except NotHeldError as none:
        return TableChanged(now.name, now.game, "changed", why_not=str(none), differences=differences)
    return TableChanged(
        now.name,
        now.game,
        "changed",
        laws[1].texts,
        "",
        (*differences, *_readings(*laws)),
        _pays(game, laws, (was, now)),
        tuple(notices(laws[0], old, new)),
        edge_table.counted(game, laws, (was, now)) if count else NOT_ASKED,
    )


def notices(rules: Rules, old: Listed, new: Listed) -> Iterator[Notice]:
    """What the change calls for before it is made: by paragraphs that are in force that day."""
    for notice in old.house.notices(rules, new.house):
        stated = notice.unless_on_layout and _on_layout(new, notice.unless_on_layout)
        if rules.edition_of(notice.cite) is not None and not stated:
            yield notice


def _on_layout(listed: Listed, key: str) -> bool:
    """Whether the layout states what the house elects."""
    name = key.replace("-", "_")
    stated = getattr(listed.declared.printed.layout, name, None)
    return stated is not None and stated == getattr(listed.house, name)


def _elections(was: House, now: House) -> Iterator[Difference]:
    for field in msgspec.structs.fields(was):
        before, after = getattr(was, field.name), getattr(now, field.name)
        if field.name not in TOLD_APART and before != after:
            yield Difference(field.encode_name, election_in_words(before), election_in_words(after))


def _readings(was: Rules, now: Rules) -> Iterator[Difference]:
    for reading, choice in was.readings.items():
        if now.readings[reading] != choice:
            yield Difference(f"reading {reading}", choice, now.readings[reading])


def each_value(was: object, now: object) -> Iterator[Difference]:
    """What differs between two structures, value by value, however deep they stand."""
    before, after = dict(_flat("", was)), dict(_flat("", now))
    for key in dict.fromkeys((*before, *after)):
        if before.get(key, NOWHERE) != after.get(key, NOWHERE):
            yield Difference(key, before.get(key, NOWHERE), after.get(key, NOWHERE))


def _flat(under: str, value: object) -> Iterator[tuple[str, str]]:
    match value:
        case msgspec.Struct():
            parts = [(field.encode_name, getattr(value, field.name)) for field in msgspec.structs.fields(value)]
        case dict():
            parts = list(value.items())
        case _:
            yield under, election_in_words(value)
            return
    for key, part in parts:
        yield from _flat(f"{under}.{key}" if under else key, part)


def _pays(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> tuple[Difference, ...]:
    """The lines of the pay tables that both have, as the layout prints them; where odds cannot be read, those that the
    files name, as they write them."""
    try:
        return tuple(_printed_pays(game, laws, houses))
    except ValueError:
        return tuple(each_value(*(getattr(house, "pay", {}) for house in houses)))


def _printed_pays(game: Game, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> Iterator[Difference]:
    if game.printed is None:
        return
    first, second = (
        {pays.title: dict(pays.lines) for pays in game.printed(*side).pays} for side in zip(laws, houses, strict=True)
    )
    for title in (title for title in first if title in second):
        was, now = first[title], second[title]
        for line in dict.fromkeys((*was, *now)):
            if was.get(line) != now.get(line):
                yield Difference(f"{title}, {line}", was.get(line, NOWHERE), now.get(line, NOWHERE))
