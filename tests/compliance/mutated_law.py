"""Falsifications of what a record says of itself: the day, the house, and its chain."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec

from compliance.mutated import Body, Changed, Kinds, Lines, put
from pitboss.engine.houses.house import from_cents
from pitboss.games import load
from pitboss.law.unheld_games import TEXT as UNDATED

kind = Kinds("law")
OTHER_DAYS = {"let-it-ride": {"2007-10-15": "1996-05-20", "1996-05-20": "2007-10-15"}}
ELECTIONS: dict[str, tuple[Any, ...]] = {
    "let-it-ride": ("three-card-bonus", "A", "B"),
    "craps": ("odds", [1, 1, 1]),
    "ultimate-texas-holdem": ("trips", "B", "C"),
    "winners-pot-poker": ("commission-percent", 3, 4),
}
NEVER = "1901-01-01"  # a day of which no text is held


@kind("another day named")
def other_day(lines: Lines) -> Changed:
    """Name a day of another text, or one without a held text. Sections and digest stay the same."""
    for index, body in enumerate(lines):
        if body.get("line") == "open" and body["as_of"] != UNDATED:
            yield index, put(lines, index, as_of=OTHER_DAYS.get(body["game"], {}).get(body["as_of"], NEVER))


@kind("another house named")
def other_house(lines: Lines) -> Changed:
    """Name a house at which no wager of the round could have been made."""
    for index, body in enumerate(lines):
        if body.get("line") == "open":
            house = load(body["game"]).house
            called = dict(zip(house.__struct_fields__, house.__struct_encode_fields__, strict=True))
            limits = {called["minimum"]: 900_000, called["maximum"]: 1_000_000}
            yield index, put(lines, index, house=_house_with(body, **limits))


@kind("another pay table or commission of the house named")
def other_pay_table(lines: Lines) -> Changed:
    """Name another pay table. If no line that differs was paid, the rest is a lawful round at that table."""
    for index, body in enumerate(lines):
        if body.get("line") == "open" and (election := ELECTIONS.get(body["game"])):
            key, *choices = election
            other = next(choice for choice in choices if choice != body["house"].get(key))
            yield index, put(lines, index, house=_house_with(body, **{key: other}))


@kind("another way of dealing named")
def other_dealing(lines: Lines) -> Changed:
    for index, body in enumerate(lines):
        if body.get("line") == "open" and (house := load(body["game"]).house).usual().decks:
            ways = get_args(get_type_hints(house).get("dealing"))
            houses = [_house_with(body, dealing=way) for way in (*ways[-1:], *ways[:1])]
            yield from [(index, put(lines, index, house=house)) for house in houses if house != body["house"]][:1]


@kind("another game named")
def other_game(lines: Lines) -> Changed:
    for index, body in enumerate(lines):
        if body.get("line") == "open":
            yield index, put(lines, index, game="craps" if body["game"] != "craps" else "three-card-poker")


@kind("other players before the round")
def other_players(lines: Lines) -> Changed:
    for index, body in enumerate(lines):
        if body.get("line") == "open" and body["carry"]["players"]:
            yield index, put(lines, index, carry={**body["carry"], "players": {}})


def _house_with(opened: Body, **elections: Any) -> Body:
    """Return the house of an opening line with other elections, its keys in the usual order."""
    named = msgspec.json.encode({**opened["house"], **elections})
    house = from_cents(load(opened["game"]).house, msgspec.Raw(named))
    return msgspec.json.decode(msgspec.json.encode(house, enc_hook=int), type=Body)
