"""List what can go wrong at a table, now or later in the round: kinds of incident, each described by its own fields.

The values offered depend only on what everybody at the table can see: which places hold cards, which positions have
wagers. The number and the faces of the cards that are left do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.incidents.incident_kinds import INCIDENTS
from pitboss.engine.inputs import SUPERVISOR, Input
from pitboss.engine.waits import NeverHere
from pitboss.table.card_steps import place_name
from pitboss.table.cards import FULL_DECK, card_name
from pitboss.table.table import COMMUNITY, DEALER, hand

MOST_IN_A_HAND = 7  # how many cards of one place can be named one by one
LABELS = {
    "place": "Where",
    "index": "Which card",
    "depth": "How many cards lie above it",
    "how": "How",
    "sides": "Sides it leans with",
    "shown": "The device shows a wager",
    "exposed": "Everybody sees its face",
}
SAY_ENOUGH = frozenset(
    ("place", "index", "card", "device", "how")
)  # fields whose values are clear without the field's name


class Choice(msgspec.Struct, frozen=True):
    """A value of a field, with its label."""

    value: str | int | bool
    label: str


class CausedField(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of an incident: one of the choices or, where there are none, a number in the range."""

    name: str
    label: str
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0


class Causable(msgspec.Struct, frozen=True):
    """A kind of incident that a supervisor may cause, with its fields."""

    kind: str  # its tag, as an input has it
    title: str
    means: str
    fields: tuple[CausedField, ...]


def kinds_of(game: Game) -> dict[str, type[Input]]:
    """Return all kinds of incident at a game's table, by tag."""
    kinds = (*INCIDENTS, *(kind for kind in game.more_inputs if not kind.by_player))
    return {_tag(kind): kind for kind in kinds if kind in game.interruptions}


def possible_now(driver: Driver) -> list[Causable]:
    """List the kinds of incident that would be accepted now, for some values of their fields."""
    kinds = kinds_of(driver.game).values()
    return [_make_causable(driver, kind, inputs) for kind in kinds if (inputs := acceptable_inputs(driver, kind))]


def possible_later(driver: Driver) -> list[Causable]:
    """List the kinds of incident that would be refused now and may be accepted later in the round.

    Those that are impossible in every round at this table are left out.
    """
    t = driver.table
    positions = sorted({*t.owners, *t.players})
    wider: dict[str, list[Any]] = {"position": positions, "place": [*map(hand, positions), DEALER, COMMUNITY]}
    candidates = ((kind, _candidate_inputs(driver, kind, wider)) for kind in kinds_of(driver.game).values())
    refusals = (
        (kind, [given for given in inputs if driver.refusals(given) and not why_impossible(driver, given)])
        for kind, inputs in candidates
    )
    return [_make_causable(driver, kind, inputs) for kind, inputs in refusals if inputs]


def why_impossible(driver: Driver, given: Input) -> str:
    """Explain why this incident cannot happen in any round here: it names something that the table does not have, or
    the game's bar rules it out. Return an empty string if it can happen."""
    positions = range(1, driver.table.positions + 1)
    if (place := getattr(given, "place", DEALER)) not in (DEALER, COMMUNITY, *map(hand, positions)):
        return f"no cards are ever dealt to “{place}” at this table"
    if (position := getattr(given, "position", 1)) not in positions:
        return f"this table has no position {position}"
    bar = driver.game.bars.get(type(given))
    refusals = () if bar is None else bar(driver.round, given)
    return next((refusal.wrong for refusal in refusals if isinstance(refusal, NeverHere)), "")


def acceptable_inputs(
    driver: Driver, kind: type[Input], more: Mapping[str, Iterable[Any]] | None = None
) -> list[Input]:
    """Return every input of this kind that would be accepted now, among the values that are tried. `more` replaces the
    values tried for a field."""
    return [given for given in _candidate_inputs(driver, kind, more or {}) if not driver.refusals(given)]


def _candidate_inputs(driver: Driver, kind: type[Input], more: Mapping[str, Iterable[Any]]) -> list[Input]:
    fields, hints = _fields(kind), get_type_hints(kind)
    tried = [tuple(more.get(field.name) or _values(driver, field.name, hints[field.name])) for field in fields]
    names = [field.name for field in fields]
    field_values = (dict(zip(names, combination, strict=True)) for combination in product(*tried))
    return [msgspec.convert({**values, "input": _tag(kind), "by": SUPERVISOR}, kind) for values in field_values]


def parse_incident(game: Game, description: dict[str, Any]) -> Input:
    """Make the incident that somebody describes. Raises ValueError for a faulty description."""
    kinds = kinds_of(game)
    tag = description.get("kind")
    if not isinstance(tag, str) or tag not in kinds:
        raise ValueError(f"{tag!r} cannot happen at this table; choose {', '.join(kinds)}")
    kind, body = kinds[tag], {key: value for key, value in description.items() if key != "kind"}
    if unknown := body.keys() - {field.name for field in _fields(kind)}:
        raise ValueError(f"{tag} has no key {', '.join(sorted(map(str, unknown)))}; leave it out")
    incident = msgspec.convert({**body, "input": tag, "by": SUPERVISOR}, kind)
    if (card := getattr(incident, "card", FULL_DECK[0])) not in FULL_DECK:
        raise ValueError(f"there is no such card: {card!r}; write rank and suit, as in 9h")
    return incident


def describe_incident(game: Game, given: Input) -> str:
    """Describe an incident in a few words."""
    labels = {field.name: _value_label(game, field.name, getattr(given, field.name)) for field in _fields(type(given))}
    details = ", ".join(
        label if name in SAY_ENOUGH else f"{name.replace('_', ' ')} {label}" for name, label in labels.items()
    )
    return _tag(type(given)) + (f" ({details})" if details else "")


def _make_causable(driver: Driver, kind: type[Input], inputs: list[Input]) -> Causable:
    cards = len(FULL_DECK) * driver.house.packs  # all cards in play, because nobody sees how many are left
    fields = tuple(
        _field(driver.game, field.name, [getattr(incident, field.name) for incident in inputs], cards)
        for field in _fields(kind)
    )
    means = (kind.__doc__ or "").removeprefix("An incident: ").partition("\n\n")[0]
    means = re.sub(r' \("[^)]*\)', "", " ".join(means.split()))  # the name that a program uses
    return Causable(_tag(kind), _tag(kind).capitalize(), means[:1].upper() + means[1:], fields)


def _field(game: Game, name: str, taken: list[Any], cards: int) -> CausedField:
    label = LABELS.get(name, name.replace("_", " ").capitalize())
    if name == "depth":
        return CausedField(name, label, most=cards - 1)
    values = FULL_DECK if name == "card" else dict.fromkeys(taken)
    return CausedField(name, label, tuple(Choice(value, _value_label(game, name, value)) for value in values))


def _values(driver: Driver, name: str, hint: Any) -> Iterator[Any]:
    """Yield values to try for a field, of those that people at the table can name."""
    t = driver.table
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    elif hint is bool:
        yield from (True, False)
    elif name == "place":
        yield from (place for place in sorted(t.places) if place.startswith("hand ") or place in (COMMUNITY, DEALER))
    elif name == "position":
        yield from sorted(t.owners)
    elif name == "index":
        yield from range(MOST_IN_A_HAND)
    elif name == "card":
        yield FULL_DECK[0]  # whether a card can be named at all does not depend on which
    else:
        yield "" if hint is str else 0


def _value_label(game: Game, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "place":
        hands = {COMMUNITY: game.furniture.middle, DEALER: game.furniture.opposite}
        return f"the {owner.lower()}'s hand" if (owner := hands.get(value)) else place_name(value)
    if name == "index":
        return f"card {value + 1}"
    return card_name(value) if name == "card" else str(value)


def _fields(kind: type[Input]) -> list[msgspec.structs.FieldInfo]:
    return [field for field in msgspec.structs.fields(kind) if field.name not in ("by", "amid")]


def _tag(kind: type[Input]) -> str:
    return str(kind.__struct_config__.tag)
