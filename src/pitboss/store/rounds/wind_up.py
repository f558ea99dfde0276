"""Winding up: the house ends a round that cannot be played on, and every wager of that round goes back.

Nothing is played again. What everybody has follows from the table as the round found it (its carry) and from the chips
that people have bought and taken away since (the entries of their accounts). What stood on the layout before the round
began was no wager of that round and stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from pitboss.engine.carry import Carry, without_shoe
from pitboss.engine.inputs import COMPANION
from pitboss.table.facts import AWAY
from pitboss.table.money import CAGE, INVENTORY, OUTSIDE, chips_before


class ChipMove(NamedTuple):
    """Chips between an account and the table since the round began: bought (less than nothing) or taken away."""

    account: int
    cents: int


class _Sits(msgspec.Struct, tag_field="input", tag="sit"):
    seat: int
    player: str
    by: str = ""


class _Fills(msgspec.Struct, tag_field="input", tag="fill"):
    cents: int


class _Credits(msgspec.Struct, tag_field="input", tag="credit"):
    cents: int


class _Row(msgspec.Struct):
    given: _Sits | _Fills | _Credits


class WoundUp(NamedTuple):
    carry: Carry  # the table as the next round finds it
    owed: dict[int, int]  # account -> cents that go to people who have no seat any more


@dataclass
class _Guest:
    name: str
    account: int  # 0: a companion of the house
    seat: int  # where he sits, or sat last
    purse: int  # all that he has, but for what stands on the layout from before the round
    here: bool  # otherwise he has left, and the seat is kept for him while something of his stands
    stood: int = 0  # before which seat his wagers stood when the round began


def wind_up(
    carry: Carry, lines: Iterable[str], moved: Iterable[ChipMove], accounts: Mapping[str, int], *, clear: bool = False
) -> WoundUp:
    """The table once the open round of these rows is wound up. `accounts` has the people who sat there in the round, by
    name; whoever else sits there is a companion of the house. With `clear` nobody can play at the table any more:
    everybody gets up, and what stands on the layout goes back as well."""
    guests = _guests(carry, lines, moved, accounts)
    now_at = {guest.seat: guest for guest in guests if guest.account and guest.here}
    down = set()  # seats before which nothing stands any more
    kept = []
    owed = {}
    borne = paid = 0
    debts = {seat: (mark, cents) for mark, cents in carry.marks.items() if (seat := debtor_of(mark))}
    marks = {mark: value for mark, value in carry.marks.items() if not debtor_of(mark)}
    for guest in guests:
        displaced = now_at.get(guest.stood, guest) is not guest
        # Whoever left may have taken down what could come down: he has it in his pocket, and it stands no more.
        if guest.stood and (clear or displaced or guest.seat != guest.stood or guest.purse < 0):
            guest.purse += chips_standing(carry, guest.stood)
            down.add(guest.stood)
        borne -= min(guest.purse, 0)  # won in a round that never was, and taken away: the house bears it
        guest.purse = max(guest.purse, 0)
        sits = guest.here and (bool(guest.account) or not displaced)  # a companion makes room
        stays = not clear and (sits or (guest.stood not in down and chips_standing(carry, guest.stood)))
        if guest.stood in debts:  # whoever stays owes it on, and nobody else ever does; nobody leaves owing
            mark, cents = debts[guest.stood]
            if stays:
                marks[f"{mark.rpartition(' ')[0]} {guest.seat}"] = cents
            else:
                paid += min(cents, guest.purse)
                guest.purse -= min(cents, guest.purse)
        if stays:
            kept.append(guest)
        elif guest.account and guest.purse:
            owed[guest.account] = guest.purse
    players = {guest.seat: guest.name for guest in kept}
    stands = {account: position_of(account) for account in carry.accounts}
    chips = {account: carry.accounts[account] for account, at in stands.items() if at and at not in down}
    assert len(players) == len(kept), "two people in one seat"
    assert {position_of(account) for account in chips} <= players.keys(), "a wager that belongs to nobody"
    chips |= {chips_before(guest.seat): guest.purse for guest in kept}
    filled = _net_fill(lines)
    held = carry.accounts.get(INVENTORY, 0) + filled - borne + paid
    filled -= min(held, 0)  # what the table cannot bear, the cage brings
    chips[INVENTORY] = max(held, 0)
    chips[CAGE] = carry.accounts.get(CAGE, 0) - filled
    chips[OUTSIDE] = sum(carry.accounts.values()) - sum(chips.values())
    marks = {mark: value for mark, value in marks.items() if position_of(mark) not in down}
    marks = {mark: value for mark, value in marks.items() if mark not in map(AWAY.word, carry.players)}
    marks |= {AWAY.word(guest.seat): 1 for guest in kept if not guest.here}
    chips = {account: cents for account, cents in sorted(chips.items()) if cents}
    decks = without_shoe(carry).decks  # cards that were dealt in a round that never was stay in play no longer
    after = Carry(carry.round + 1, dict(sorted(players.items())), chips, decks, dict(sorted(marks.items())))
    return WoundUp(after, owed)


def _guests(carry: Carry, lines: Iterable[str], moved: Iterable[ChipMove], accounts: Mapping[str, int]) -> list[_Guest]:
    guests = [
        _Guest(
            name,
            accounts.get(name, 0),
            seat,
            carry.accounts.get(chips_before(seat), 0),
            AWAY.word(seat) not in carry.marks,
            seat,
        )
        for seat, name in carry.players.items()
    ]
    people = {guest.account: guest for guest in guests if guest.account}
    names = {account: name for name, account in accounts.items()}
    sat_down = _sat_down(lines)
    for account, cents in moved:
        if account not in people:
            people[account] = _Guest(names.get(account, ""), account, 0, 0, False)
            guests.append(people[account])
        person = people[account]
        person.purse -= cents
        # Whoever is here and buys has added to his chips. Where somebody sits may be in a row that nobody can read.
        person.here = cents < 0 and (person.here or person.name in sat_down)
        if person.here:
            person.seat = sat_down.get(person.name, person.seat)
    return guests


def chips_standing(carry: Carry, seat: int) -> int:
    """What stood on the layout before the round: each wager before its own player."""
    return sum(cents for account, cents in carry.accounts.items() if seat and position_of(account) == seat)


def debtor_of(word: str) -> int:
    """The seat in the name of a mark that says what it owes the house, as in "vigorish owed 3"; 0 if it is no such."""
    _, owes, seat = word.rpartition(" owed ")
    return int(seat) if owes and seat.isdigit() else 0


def position_of(word: str) -> int:
    """The position in the name of a betting area or of a mark that belongs to one; 0 if it has none."""
    _, at, position = word.rpartition(" @")
    return int(position) if at and position.isdigit() else 0


def names_in_round(carry: Carry, lines: Iterable[str]) -> set[str]:
    """Everybody who sat at the table in the round, companions of the house among them."""
    return {*carry.players.values(), *_sat_down(lines)}


def _sat_down(lines: Iterable[str]) -> dict[str, int]:
    """Where people took seats in these rows, the last one of each. Any other row, also one that nobody can read, tells
    of nobody."""
    sat = (given for given in _read_inputs(lines) if isinstance(given, _Sits))
    return {given.player: given.seat for given in sat if given.by != COMPANION}


def _net_fill(lines: Iterable[str]) -> int:
    """What the cage has brought in these rows, less what it has taken. A round may be wound up, but not those chips."""
    moved = (given for given in _read_inputs(lines) if not isinstance(given, _Sits))
    return sum(given.cents if isinstance(given, _Fills) else -given.cents for given in moved)


def _read_inputs(lines: Iterable[str]) -> Iterator[_Sits | _Fills | _Credits]:
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=_Row).given
        except msgspec.DecodeError:
            continue
