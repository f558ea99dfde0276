"""Winding up: the house ends a round that cannot be played on, and every wager of that round goes back.

Nothing is played again. What everybody has follows from the table as the round found it (its carry) and from the chips
that people have bought and taken away since (the entries of their accounts). What stood on the layout before the round
began was no wager of that round and stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.inputs import COMPANION
from pitboss.table.facts import AWAY
from pitboss.table.money import INVENTORY, OUTSIDE, rack


class Moved(NamedTuple):
    """Chips between an account and the table since the round began: bought (less than nothing) or taken away."""

    account: int
    cents: int


class WoundUp(NamedTuple):
    carry: Carry  # the table as the next round finds it
    owed: dict[int, int]  # account -> cents that go to people who have no seat any more


@dataclass
class _Person:
    name: str
    seat: int
    purse: int  # all that he has, but for what stood on the layout before the round
    here: bool  # otherwise he has left, and the seat is kept while something of his stands


def wound_up(
    carry: Carry, lines: Iterable[str], moved: Iterable[Moved], accounts: Mapping[str, int], *, clear: bool = False
) -> WoundUp:
    """The table once the open round of these rows is wound up. `accounts` has the people who sat there in the round, by
    name; whoever else sits there is a companion of the house. With `clear` nobody can play at the table any more:
    everybody gets up, and what stands on the layout goes back as well."""
    people = _people(carry, lines, moved, accounts)
    borne = 0  # whoever took away more than he had won it in a round that never was: the house bears that
    for each in people.values():
        borne -= min(each.purse, 0)
        each.purse = max(each.purse, 0) + (standing(carry, each.seat) if clear else 0)
    kept = {key for key, each in people.items() if not clear and (each.here or standing(carry, each.seat))}
    seated = [people[key] for key in kept]
    companions = {} if clear else {seat: name for seat, name in carry.players.items() if name not in accounts}
    players = {**companions, **{each.seat: each.name for each in seated}}

    chips = {} if clear else {place: cents for place, cents in carry.accounts.items() if "@" in place}
    chips |= {rack(seat): carry.accounts.get(rack(seat), 0) for seat in companions}
    chips |= {rack(each.seat): each.purse for each in seated}
    owed = {key: each.purse for key, each in people.items() if key not in kept and each.purse}
    chips[INVENTORY] = carry.accounts.get(INVENTORY, 0) - borne
    chips[OUTSIDE] = sum(carry.accounts.values()) - sum(chips.values())

    gone = {each.seat for each in seated if not each.here}
    gone |= {seat for seat in companions if players[seat] == companions[seat] and AWAY.word(seat) in carry.marks}
    marks = {mark: value for mark, value in carry.marks.items() if mark not in map(AWAY.word, carry.players)}
    marks |= {AWAY.word(seat): 1 for seat in gone}
    chips = {place: cents for place, cents in sorted(chips.items()) if cents}
    after = Carry(carry.round + 1, dict(sorted(players.items())), chips, carry.decks, dict(sorted(marks.items())))
    return WoundUp(after, owed)


def _people(
    carry: Carry, lines: Iterable[str], moved: Iterable[Moved], accounts: Mapping[str, int]
) -> dict[int, _Person]:
    people = {
        accounts[name]: _Person(name, seat, carry.accounts.get(rack(seat), 0), AWAY.word(seat) not in carry.marks)
        for seat, name in carry.players.items()
        if name in accounts
    }
    names = {account: name for name, account in accounts.items()}
    sat_down = _sat_down(lines)
    for account, cents in moved:
        person = people.setdefault(account, _Person(names[account], 0, 0, False))
        person.purse -= cents
        person.here = cents < 0
        if person.here:
            person.seat = sat_down[person.name]
    return people


def standing(carry: Carry, seat: int) -> int:
    """What stood on the layout before the round: each wager before its own player."""
    return sum(cents for place, cents in carry.accounts.items() if place.endswith(f" @{seat}"))


def sat_in(carry: Carry, lines: Iterable[str]) -> set[str]:
    """Everybody who sat at the table in the round, companions of the house among them."""
    return {*carry.players.values(), *_sat_down(lines)}


def _sat_down(lines: Iterable[str]) -> dict[str, int]:
    """Where people took seats in these rows, the last one of each."""
    bodies = [msgspec.json.decode(line, type=dict[str, Any]) for line in lines]
    given = [body["given"] for body in bodies if body["line"] == "input"]
    sits = [each for each in given if each["input"] == "sit" and each.get("by") != COMPANION]
    return {each["player"]: each["seat"] for each in sits}
