"""The cells that a corpus must show of a game, found in its registration. No game is known here.

A cell is a tuple whose first part names its axis. Three functions answer three questions: which cells there are
(`cells`), which of them the law leaves empty and by which rule (`unlawful_cells`), and what a corpus shows of them
(`survey`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import Any, TypeAlias, get_type_hints

import msgspec

from corpus.kinds import act_kinds
from kit.conformance import Setting, choices_of, texts_of
from pitboss.counting.exact_model import record_readings
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.incidents.incident_kinds import INCIDENTS
from pitboss.engine.inputs import Input
from pitboss.law.editions import Assume, NotHeldError
from pitboss.law.readings import readings_of
from pitboss.law.register import Kind, register
from pitboss.law.rules import Rules

Cell: TypeAlias = tuple[str, ...]
METHOD, DECKS = "dealing", "backs"  # what a table with cards elects, if it has cards
ONE, SOME, FULL = SEATS = ("one", "some", "full")
# Kinds of paragraphs that something at a table carries out. A meaning may be one that no round needs.
CARRIED_OUT: tuple[Kind, ...] = ("act", "bar", "election", "value", "manner")
MADE, NOT_MADE = "made", "not made"
LEAST, MOST, BELOW, ABOVE = LIMITS = ("least", "most", "below", "above")
TABLE, DAY, ELECTION, READING, INCIDENT, WAGER, LIMIT, KIND, RULING = AXES = (
    "table",
    "day",
    "election",
    "reading",
    "incident",
    "wager",
    "limit",
    "kind of act",
    "ruling",
)


# --- what can be elected


def options(game: Game) -> dict[str, tuple[Any, ...]]:
    """Return every yes-or-no and one-of-these election of a house, and one deck or two if there are cards."""
    return _options(game.house)


@cache
def _options(kind: type[House]) -> dict[str, tuple[Any, ...]]:
    hints = get_type_hints(kind)
    options_by_name = {name: choices for name in kind.__struct_fields__ if (choices := choices_of(hints[name]))}
    if DECKS in kind.__struct_fields__:
        options_by_name[DECKS] = (("red",), ("red", "blue"))
    return options_by_name


def methods(game: Game) -> tuple[str, ...]:
    return options(game).get(METHOD, ("",))


def decks(game: Game) -> tuple[tuple[str, ...], ...]:
    return options(game).get(DECKS, (default_house(game).decks,))


def as_elections(game: Game, method: str, backs: tuple[str, ...]) -> dict[str, Any]:
    """Return a method and decks as elections, for a house that has them."""
    return {key: value for key, value in ((METHOD, method), (DECKS, backs)) if key in options(game)}


def default_house(game: Game) -> House:
    return game.house.usual()


def find_lawful_setting(game: Game, as_of: str, fixed: Mapping[str, Any]) -> Setting | None:
    """Return the lawful table with these elections that differs least from the default: with other elections, and if
    that is not enough, with one other choice of a reading. Return None if there is none."""
    plain = record_readings(game.rules({}, as_of))
    plain.asked.clear()
    for house in _houses(game, fixed):
        if not house.breaches(plain):
            return Setting(game, game.rules({}, as_of), house)
    # Only what was asked for while houses were judged can make a difference to that.
    for reading, choice in [
        (key, choice) for key in sorted(plain.asked) for choice in readings_of(game.package)[key].choices
    ]:
        rules = game.rules({reading: choice}, as_of)
        for house in _houses(game, fixed):
            if not house.breaches(rules):
                return Setting(game, rules, house)
    return None


def _houses(game: Game, fixed: Mapping[str, Any]) -> Iterator[House]:
    """Yield houses with these elections. Those that change fewer other elections come first."""
    plain = default_house(game)
    free = {name: choices for name, choices in options(game).items() if name not in fixed}
    free["seats"] = tuple(range(plain.seats - 1, 0, -1))
    for touched in range(3):  # no rule of a subchapter ties three elections together
        for names in combinations(free, touched):
            for values in product(*(free[name] for name in names)):
                yield msgspec.structs.replace(plain, **fixed, **dict(zip(names, values, strict=True)))


def days(game: Game) -> tuple[tuple[str, Assume], ...]:
    """Return the days between the held texts, each with the neighboring text that is played there."""
    assumed_days: list[tuple[str, Assume]] = []
    ways: tuple[Assume, ...] = ("earlier", "later")
    for day in game.editions.change_dates():
        for assume in ways:
            try:
                assumed = game.editions.law_on(day, assume).assumed
            except NotHeldError:
                continue
            if assumed:
                assumed_days.append((day, assume))
    return tuple(assumed_days)


# --- the cells


def cells(game: Game) -> list[Cell]:
    """List all cells of a game."""
    texts = texts_of(game)
    all_cells: list[Cell] = [
        table_cell(text, method, backs, seats)
        for text, method, backs, seats in product(texts, methods(game), decks(game), SEATS)
    ]
    all_cells += [(DAY, day, assume) for day, assume in days(game)]
    all_cells += [
        election_cell(text, name, choice)
        for text in texts
        for name, choices in options(game).items()
        for choice in choices
    ]
    all_cells += [
        (READING, reading.id, choice) for reading in readings_of(game.package).values() for choice in reading.choices
    ]
    all_cells += [
        (INCIDENT, text, method, tag(kind))
        for text, method, kind in product(texts, methods(game), incident_kinds(game))
    ]
    all_cells += [(WAGER, spot, way) for spot in game.spots for way in (MADE, NOT_MADE)]
    all_cells += [(LIMIT, spot, way) for spot in game.spots for way in LIMITS]
    all_cells += [(KIND, kind.__name__) for kind in act_kinds(game)]
    all_cells += [(RULING, *key) for key, ruling in register(game.package).items() if ruling.kind in CARRIED_OUT]
    return all_cells


def table_cell(text: str, method: str, backs: tuple[str, ...], seats: str) -> Cell:
    return TABLE, text, method, str(len(backs)), seats


def election_cell(text: str, name: str, choice: Any) -> Cell:
    return ELECTION, text, name, "+".join(choice) if isinstance(choice, tuple) else str(choice)


def incident_kinds(game: Game) -> tuple[type[Input], ...]:
    """Return the incidents of every table and those that only this game knows."""
    return (*INCIDENTS, *(kind for kind in game.more_inputs if not kind.by_player))


def tag(kind: type[Input]) -> str:
    return str(kind.__struct_config__.tag)


# --- what the law leaves empty, by rule


def unlawful_cells(game: Game) -> dict[Cell, str]:
    """Return the cells that the law forbids under a text, whatever else is elected or read, with the reason."""
    reasons: dict[Cell, str] = {}
    for text in texts_of(game):
        for name, choices in options(game).items():
            for choice in choices:
                if reason := _citations_against(game, text, {name: choice}):
                    reasons[election_cell(text, name, choice)] = reason
        for method, backs, seats in product(methods(game), decks(game), SEATS):
            if reason := _citations_against(game, text, as_elections(game, method, backs)):
                reasons[table_cell(text, method, backs, seats)] = reason
        for method in filter(None, methods(game)):
            if reason := _citations_against(
                game, text, {METHOD: method}
            ):  # nor does anything go wrong where nobody plays
                reasons |= {(INCIDENT, text, method, tag(kind)): reason for kind in incident_kinds(game)}
    return reasons


def _citations_against(game: Game, text: str, fixed: dict[str, Any]) -> str:
    """Return which paragraphs forbid these elections; empty if some table may have them."""
    if find_lawful_setting(game, text, fixed) is not None:
        return ""
    rules = game.rules({}, text)
    every = [{finding.cite for finding in house.breaches(rules)} for house in _houses(game, fixed)]
    return f"{', '.join(sorted(set.intersection(*every)))} stands against it, whatever else is elected or read"


# --- reading a round's setting


def text_of(game: Game, rules: Rules) -> str:
    """Return the held text that a day belongs to: the last one not after it, or the first there is."""
    texts = sorted(text.date for text in game.editions.texts)
    return max((text for text in texts if text <= rules.as_of), default=texts[0])


def method_of(house: House) -> str:
    return str(getattr(house, METHOD, ""))
