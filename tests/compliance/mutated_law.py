"""What goes wrong with what a record says of itself: the day, the house, and its chain."""

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
    """A day of another text where two are held, else one of which none is; sections and digest are those of before. A
    text without a date is that of every day."""
    for at, body in enumerate(lines):
        if body.get("line") == "open" and body["as_of"] != UNDATED:
            yield at, put(lines, at, as_of=OTHER_DAYS.get(body["game"], {}).get(body["as_of"], NEVER))


@kind("another house named")
def other_house(lines: Lines) -> Changed:
    """A table at which no wager of the round could have been made."""
    for at, body in enumerate(lines):
        if body.get("line") == "open":
            house = load(body["game"]).house
            called = dict(zip(house.__struct_fields__, house.__struct_encode_fields__, strict=True))
            limits = {called["minimum"]: 900_000, called["maximum"]: 1_000_000}
            yield at, put(lines, at, house=_elected(body, **limits))


@kind("another pay table or commission of the house named")
def other_pay_table(lines: Lines) -> Changed:
    """Where no line that differs was paid, the rest is a lawful round at that other table."""
    for at, body in enumerate(lines):
        if body.get("line") == "open" and (election := ELECTIONS.get(body["game"])):
            key, *choices = election
            other = next(choice for choice in choices if choice != body["house"].get(key))
            yield at, put(lines, at, house=_elected(body, **{key: other}))


@kind("another way of dealing named")
def other_dealing(lines: Lines) -> Changed:
    for at, body in enumerate(lines):
        if body.get("line") == "open" and (house := load(body["game"]).house).usual().decks:
            ways = get_args(get_type_hints(house).get("dealing"))
            elected = [_elected(body, dealing=way) for way in (*ways[-1:], *ways[:1])]
            yield from [(at, put(lines, at, house=each)) for each in elected if each != body["house"]][:1]


@kind("another game named")
def other_game(lines: Lines) -> Changed:
    for at, body in enumerate(lines):
        if body.get("line") == "open":
            yield at, put(lines, at, game="craps" if body["game"] != "craps" else "three-card-poker")


@kind("other players before the round")
def other_players(lines: Lines) -> Changed:
    for at, body in enumerate(lines):
        if body.get("line") == "open" and body["carry"]["players"]:
            yield at, put(lines, at, carry={**body["carry"], "players": {}})


def _elected(opened: Body, **elections: Any) -> Body:
    """The house of an opening line with other elections, its keys in the order in which a house is written."""
    named = msgspec.json.encode({**opened["house"], **elections})
    house = from_cents(load(opened["game"]).house, msgspec.Raw(named))
    return msgspec.json.decode(msgspec.json.encode(house, enc_hook=int), type=Body)
